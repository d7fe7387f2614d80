//! How many games a sequential test is likely to take, by simulating its results.

use othello_arena::ratings::{Prediction, Sprt};
use othello_arena::whole_number;
use serde_json::json;

use crate::output;
use crate::table::table;

/// How many tests are simulated for each strength.
const TESTS: usize = 200;
/// The share of draws in games of Othello between players that are not far apart.
const DRAWS: f64 = 0.04;

/// Prints how many games the test is likely to take, for several true strengths.
pub fn predict(sprt: Sprt, as_json: bool) {
    let middle = f64::midpoint(sprt.elo0(), sprt.elo1());
    let step = (sprt.elo1() - sprt.elo0()) / 2.0;
    let strengths = [-2.0, -1.0, 0.0, 1.0, 2.0].map(|steps| middle + steps * step);
    let predictions = strengths.map(|elo| (elo, Prediction::of(&sprt, elo, DRAWS, TESTS, 1)));
    if as_json {
        let rows = predictions.iter().map(|(elo, prediction)| {
            json!({
                "elo": elo,
                "median_games": 2 * prediction.median,
                "most_games": 2 * prediction.most,
                "accepts_elo1": prediction.accepts_elo1,
            })
        });
        let event = json!({ "event": "prediction", "predictions": rows.collect::<Vec<_>>() });
        output::print(format!("{event}\n"));
        return;
    }
    let heads =
        ["if the difference is", "half take up to", "nine in ten take up to", "says stronger"];
    let rows = predictions.iter().map(|(elo, prediction)| {
        vec![
            format!("{elo:>+7.1} Elo"),
            games(prediction.median),
            games(prediction.most),
            format!("{:>5.1} %", 100.0 * prediction.accepts_elo1),
        ]
    });
    output::print(table(&heads.map(str::to_owned), rows.collect()));
}

/// The games of so many pairs, which are more than that where nobody looked further.
fn games(pairs: u64) -> String {
    let more = if pairs < Prediction::LONGEST { "" } else { " or more" };
    format!("{:>9} games{more}", whole_number(2 * pairs))
}
