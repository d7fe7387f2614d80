//! Laws of numbers: what is calculated in registers is what values are calculated to, one by one, and fails where they do.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use othello_cypher::{Database, Engine, Meter, Params};
use othello_test_support::Rng;

/// What may stand in the row: edges of both kinds, and a few that are no numbers.
const LEAVES: [&str; 22] = [
    "0",
    "1",
    "-1",
    "2",
    "-7",
    "63",
    "9007199254740993",
    "9223372036854775807",
    "-9223372036854775808",
    "0.0",
    "-0.0",
    "0.5",
    "-2.5",
    "1e-320",
    "1.7e308",
    "9007199254740992.0",
    "9.3e18",
    "1.0 / 0.0",
    "0.0 / 0.0",
    "null",
    "'7'",
    "true",
];

/// Calculates something of `#`s, with so many levels of operators and functions.
fn calculation(rng: &mut Rng, levels: u32) -> String {
    let operators = ["+", "-", "*", "/", "%", "^"];
    let functions = ["abs", "sign", "ceil", "floor", "round", "sqrt", "toInteger", "toFloat"];
    if levels == 0 || rng.below(6) == 0 {
        return "#".to_owned();
    }
    let operand = calculation(rng, levels - 1);
    if rng.below(3) == 0 {
        return format!("{}({operand})", rng.pick(&functions));
    }
    let other = calculation(rng, levels - 1);
    format!("({operand} {} {other})", rng.pick(&operators))
}

/// The calculation of what stands in the row, or of the first element of a list, which is found by a function of values.
fn of_variables(calculation: &str, written: impl Fn(usize) -> String) -> String {
    let parts: Vec<&str> = calculation.split('#').collect();
    let mut text = parts[0].to_owned();
    for (at, part) in parts[1..].iter().enumerate() {
        text.push_str(&written(at % 4));
        text.push_str(part);
    }
    text
}

fn answer(text: &str) -> String {
    let (engine, meter) = (Engine::new(), Meter::default());
    let query = engine.prepare(text, &meter).unwrap_or_else(|error| panic!("{text}\n{error}"));
    match Database::new(&engine).read(&query, &Params::new(), &meter) {
        Ok(outcome) => format!("{:?}", outcome.rows),
        // Where in the text it is differs.
        Err(error) => format!("{:?} {}", error.kind(), error.message()),
    }
}

#[test]
fn what_is_calculated_in_registers_is_what_values_are_calculated_to() {
    let mut rng = Rng(11);
    let (mut numbers, mut errors) = (0, 0);
    for _ in 0..4000 {
        let calculation = calculation(&mut rng, 5);
        let leaves: [&str; 4] = std::array::from_fn(|_| rng.pick(&LEAVES));
        let ask = |written: fn(usize) -> String| {
            let calculated = of_variables(&calculation, written);
            answer(&format!(
                "UNWIND [[{}]] AS r WITH r, r[0] AS v0, r[1] AS v1, r[2] AS v2, r[3] AS v3 \
                 RETURN {calculated} AS x, {calculated} < 1 AS y, {calculated} = v0 AS z",
                leaves.join(", ")
            ))
        };
        let found = ask(|at| format!("v{at}"));
        assert_eq!(found, ask(|at| format!("head([v{at}])")), "{calculation} of {leaves:?}");
        numbers += usize::from(found.contains("Integer(") || found.contains("Float("));
        errors += usize::from(!found.starts_with('['));
    }
    assert!(numbers > 1500 && errors > 300, "{numbers} numbers, {errors} errors");
}
