//! A sequential test in words and as JSON.

use othello_arena::contest::Sequential;
use othello_arena::ratings::Verdict;
use othello_arena::whole_number;
use serde_json::{Value, json};

use super::figures::rough_number;

/// How many games more a test is likely to take, in words: `, about 300 to 900 games more`.
pub fn games_left(test: &Sequential) -> String {
    test.games_left().map_or_else(String::new, |(least, most)| {
        let (least, most) = (rough_number(least), rough_number(most));
        if least == most {
            return format!(", about {least} games more");
        }
        format!(", about {least} to {most} games more")
    })
}

/// What a test has decided, in words.
pub fn verdict(names: &[String], test: &Sequential) -> String {
    let (state, sprt, pairs) = (test.state(), test.sprt(), test.pairs().pairs());
    let different = match test.repeats().different {
        all if all == pairs => String::new(),
        different => format!(", {} of them different", whole_number(different)),
    };
    let pairs =
        if pairs == 1 { "1 pair".to_owned() } else { format!("{} pairs", whole_number(pairs)) };
    let after = format!("{state} after {pairs}{different}");
    let (first, second) = (&names[0], &names[1]);
    match state.verdict() {
        Verdict::AcceptElo1 => format!(
            "{first} is stronger than {second}: the test takes {} Elo or more for likelier than {} or \
             less. {after}\n",
            sprt.elo1(),
            sprt.elo0()
        ),
        Verdict::AcceptElo0 => format!(
            "{first} is not stronger than {second}: the test takes {} Elo or less for likelier than {} or \
             more. {after}\n",
            sprt.elo0(),
            sprt.elo1()
        ),
        Verdict::GoOn if test.is_exhausted() => format!(
            "the test has not decided between {} and {} Elo, and never will: the last games were all played before. \
             more openings (--openings) tell more. {after}\n",
            sprt.elo0(),
            sprt.elo1(),
        ),
        Verdict::GoOn => format!(
            "the test has not decided between {} and {} Elo: more games are needed{}. {after}\n",
            sprt.elo0(),
            sprt.elo1(),
            games_left(test)
        ),
    }
}

/// Where a test stands, as JSON.
pub fn test_json(test: &Sequential) -> Value {
    let (state, sprt) = (test.state(), test.sprt());
    json!({
        "elo0": sprt.elo0(),
        "elo1": sprt.elo1(),
        "alpha": sprt.alpha(),
        "beta": sprt.beta(),
        "pairs": test.pairs().0,
        "different_pairs": test.repeats().different,
        "llr": state.llr,
        "lower": state.lower,
        "upper": state.upper,
        "verdict": match state.verdict() {
            Verdict::AcceptElo1 => "elo1",
            Verdict::AcceptElo0 => "elo0",
            Verdict::GoOn if test.is_exhausted() => "exhausted",
            Verdict::GoOn => "undecided",
        },
    })
}
