//! A little of what `examples/fuzz` does for minutes, and every text that it once found.

#[path = "../examples/fuzz/generate.rs"]
mod generate;
#[path = "../examples/fuzz/law.rs"]
mod law;
#[path = "../examples/fuzz/mutate.rs"]
mod mutate;
#[path = "../examples/fuzz/parts.rs"]
mod parts;

use othello_test_support::Rng;

#[test]
fn no_text_whatsoever_breaks_the_front_end() {
    let corpus = mutate::corpus();
    let mut rng = Rng(20_260_101);
    for _ in 0..4_000 {
        let text = mutate::text(&mut rng, &corpus);
        if let Err(complaint) = law::holds(&text) {
            panic!("{complaint}\n{text:?}");
        }
    }
}

#[test]
fn a_made_up_tree_survives_being_printed_and_parsed() {
    let mut rng = Rng(1);
    let mut shortest: Option<String> = None;
    for _ in 0..6_000 {
        let tree = generate::statement(&mut rng);
        if let Err(complaint) = law::print_and_parse(&tree).and_then(|()| law::sent(&tree))
            && shortest.as_ref().is_none_or(|known| complaint.len() < known.len())
        {
            shortest = Some(complaint);
        }
    }
    assert_eq!(shortest, None);
}

#[test]
fn every_text_that_fuzzing_found_is_handled() {
    for text in include_str!("fuzz_findings.txt").lines() {
        if let Err(complaint) = law::holds(text) {
            panic!("{complaint}\n{text:?}");
        }
    }
}
