//! Laws of lists: `IN` finds in a long list, however often it is asked, what comparing with each element finds; what
//! `reduce()` makes in place is what it makes of copies, in steps that grow with the list and not with its square.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use othello_cypher::{Database, Engine, ErrorKind, Limits, Meter, Outcome, Params};
use othello_test_support::Rng;

fn ask(text: &str, meter: &Meter) -> Result<Outcome, othello_cypher::Error> {
    let engine = Engine::new();
    let query = engine.prepare(text, meter)?;
    Database::new(&engine).read(&query, &Params::new(), meter)
}

fn answer(text: &str) -> String {
    match ask(text, &Meter::default()) {
        Ok(outcome) => format!("{:?}", outcome.rows),
        Err(error) => panic!("{text}\n{error}"),
    }
}

/// Something that may stand in a list.
fn element(rng: &mut Rng) -> String {
    let texts = [
        "null",
        "true",
        "0.0",
        "-0.0",
        "1.0",
        "2.5",
        "0.0 / 0.0",
        "1.0 / 0.0",
        "'x'",
        "''",
        "'a long text of 24 bytes'",
        "9007199254740993",
        "9007199254740992.0",
        "[1]",
        "[null]",
        "{a: 1}",
        "date('2026-01-01')",
    ];
    match rng.below(3) {
        0 => rng.pick(&texts).to_owned(),
        _ => rng.below(60).to_string(),
    }
}

#[test]
fn in_finds_in_a_long_list_what_comparing_with_each_element_finds() {
    let mut rng = Rng(7);
    for round in 0..300 {
        let simple = round % 3 > 0;
        let mut of = |count: usize| {
            let items: Vec<String> = (0..count)
                .map(|_| if simple { rng.below(80).to_string() } else { element(&mut rng) })
                .collect();
            items.join(", ")
        };
        // Twice as often as a list is gone through before it is sorted in, and once more than there are lists kept.
        let (list, others, wanted) = (of(40), of(33), of(70));
        let text = format!(
            "WITH [{list}] AS xs, [{others}] AS ys UNWIND [{wanted}] AS x \
             RETURN x, x IN xs AS found, any(y IN xs WHERE y = x) AS equal, \
               x IN ys AS other, any(y IN ys WHERE y = x) AS otherEqual"
        );
        let outcome = ask(&text, &Meter::default()).unwrap();
        for row in &outcome.rows {
            assert_eq!(format!("{:?}", row[1]), format!("{:?}", row[2]), "{:?} in {text}", row[0]);
            assert_eq!(format!("{:?}", row[3]), format!("{:?}", row[4]), "{:?} in {text}", row[0]);
        }
    }
}

#[test]
fn what_grows_in_place_is_what_copies_grow_to() {
    let steps = [
        "# + x",
        "# + [x]",
        "x + #",
        "[x] + #",
        "# + x + [x, x]",
        "x + (# + x)",
        "# + x + size(#)",
        "size(#) + # + x",
        "# + #",
        "# + [#]",
        "[#] + #[0..2]",
        "# + null",
        "CASE WHEN x IN # THEN # ELSE # + x END",
        "CASE WHEN x % 2 = 0 THEN # + x WHEN size(#) > 2 THEN [x] ELSE # END",
        "CASE WHEN x > 2 THEN x ELSE # + x END",
        "# + CASE WHEN size(#) > 2 THEN # ELSE [x] END",
        "CASE x % 3 WHEN 0 THEN [x] + # WHEN 1 THEN # + x ELSE tail(#) END + x",
        "# + [y IN # | y][0..1]",
        "# + {a: x}",
    ];
    for init in ["[]", "[1, 2]", "given", "null", "head(['t', 1])", "head([7, 't'])"] {
        for step in steps {
            // Behind coalesce() the value stays where it is, so that nothing has it alone.
            let copied = step.replace('#', "coalesce(l, null)");
            let folded = |step: &str| {
                format!(
                    "WITH [8, 9] AS given RETURN reduce(l = {init}, x IN range(1, 6) | {step}) AS l, given"
                )
            };
            let [in_place, otherwise] =
                [folded(&step.replace('#', "l")), folded(&copied)].map(|text| {
                    ask(&text, &Meter::default())
                        .map(|outcome| format!("{:?}", outcome.rows))
                        .map_err(|error| format!("{:?}", error.kind()))
                });
            assert_eq!(in_place, otherwise, "{init} and {step}, beside {copied}");
        }
    }
}

#[test]
fn a_list_that_was_kept_elsewhere_stays_as_it_was() {
    assert_eq!(
        answer("WITH [1] AS a WITH a, reduce(l = a, x IN [2, 3] | l + x) AS b RETURN a, b"),
        answer("RETURN [1] AS a, [1, 2, 3] AS b")
    );
    assert_eq!(
        answer("RETURN [y IN [1, 2] | reduce(l = [0], x IN [y] | l + x)] AS all"),
        answer("RETURN [[0, 1], [0, 2]] AS all")
    );
    assert_eq!(
        answer("RETURN reduce(l = [[]], x IN [1, 2] | l + [l]) AS all"),
        answer("RETURN [[], [[]], [[], [[]]]] AS all")
    );
}

/// How many steps a query takes.
fn steps_of(text: &str) -> u64 {
    let (mut least, mut most) = (0, 1 << 40);
    while least < most {
        let steps = (least + most) / 2;
        match ask(text, &Meter::new(Limits { steps, ..Limits::default() })) {
            Ok(_) => most = steps,
            Err(_) => least = steps + 1,
        }
    }
    least
}

#[test]
fn a_list_that_grows_takes_steps_by_its_length() {
    for step in ["l + x", "[x] + l", "CASE WHEN x % 2 = 0 THEN l + x ELSE l END", "l + x + [x]"] {
        let text = |length: u32| {
            format!("RETURN size(reduce(l = [], x IN range(1, {length}) | {step})) AS n")
        };
        let (short, long) = (steps_of(&text(500)), steps_of(&text(5_000)));
        assert!(long < 12 * short, "{step}: {short} steps, and {long} for ten times its length");
    }
}

#[test]
fn a_list_that_grows_in_place_is_charged() {
    let text = "RETURN size(reduce(l = [], x IN range(1, 10000000) | l + x)) AS n";
    let meter = Meter::new(Limits { memory: 8 << 20, ..Limits::default() });
    assert_eq!(ask(text, &meter).unwrap_err().kind(), ErrorKind::OutOfMemory);
    let nested = "RETURN reduce(l = [], x IN range(1, 600) | [] + [l]) AS l";
    assert_eq!(ask(nested, &Meter::default()).unwrap_err().kind(), ErrorKind::TooLarge);
}
