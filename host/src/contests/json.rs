//! Contests and ratings as JSON.

use othello_arena::contest::schedule::{Place, Score};
use othello_arena::contest::{Closing, Plan, Rated, rate};
use othello_arena::ratings::Figures;
use serde_json::{Value, json};

use super::failures::Failure;
use super::test::test_json;
use super::{rounds, tables};

/// Where a contest stands, or how it closed, as one JSON object in a line.
pub fn closing_json(plan: &Plan, closing: &Closing, failures: &[Failure]) -> String {
    let names = plan.names();
    let standings = &closing.standings;
    let places = tables::places(plan, standings);
    let meetings = standings.meetings.iter().map(|(&(first, second), tally)| {
        let figures = Figures::of(tally);
        json!({
            "first": names[first],
            "second": names[second],
            "games": tally.games(),
            "different_games": tally.repeats.different,
            "wins": tally.wins,
            "draws": tally.draws,
            "losses": tally.losses,
            "pairs": tally.pairs.0,
            "forfeits": tally.forfeits,
            "forfeits_by_opponent": tally.forfeits_by_opponent,
            "score": figures.map(|figures| figures.score),
            "elo": figures.and_then(|figures| figures.elo),
            "elo_low": figures.and_then(|figures| figures.interval.low),
            "elo_high": figures.and_then(|figures| figures.interval.high),
            "normalised_elo": figures.and_then(|figures| figures.normalised_elo),
            "superiority": figures.and_then(|figures| figures.superiority),
            "draw_ratio": tally.draw_ratio(),
        })
    });
    let forfeits = standings.forfeits.iter();
    let forfeits = forfeits.map(|(&player, reasons)| (names[player].clone(), json!(reasons)));
    let classes: Vec<_> = plan.entrants.iter().map(|entrant| entrant.class.clone()).collect();
    let rated = rate(&names, standings, plan.anchor.as_ref());
    let result = json!({
        "event": "result",
        "games": standings.games,
        "held_up": standings.held_up,
        "unfinished": closing.unfinished.len(),
        "left_out": closing.left_out,
        "over": closing.over,
        "stopped": closing.stopped,
        "seed": plan.seed,
        "meetings": meetings.collect::<Vec<_>>(),
        "forfeits": forfeits.collect::<serde_json::Map<_, _>>(),
        "ratings": ratings_json(&names, &classes, &rated),
        "test": closing.test.as_ref().map(test_json),
        "standings": places.map(|places| places.iter().map(|place| place_json(&names, place)).collect::<Vec<_>>()),
        "rounds": rounds::json(plan, standings),
        "failures": failures.iter().map(Failure::to_json).collect::<Vec<_>>(),
    });
    format!("{result}\n")
}

fn place_json(names: &[String], place: &Place) -> Value {
    let mut object = json!({ "place": place.rank, "name": names[place.contestant] });
    match place.score {
        Score::Swiss { half_points, buchholz, byes } => {
            object["points"] = (half_points as f64 / 2.0).into();
            object["buchholz"] = (buchholz as f64 / 2.0).into();
            object["byes"] = byes.into();
        }
        Score::Knockout { lost_in, .. } => {
            object["lost_in_round"] = lost_in.map(|round| round + 1).into()
        }
    }
    object
}

/// The ratings as JSON, the strongest first.
pub fn ratings_json(names: &[String], classes: &[String], rated: &Rated) -> Value {
    let rows = rated.table.iter().filter(|row| row.games > 0);
    let rows = rows.map(|row| {
        json!({
            "name": names[row.player],
            "class": classes.get(row.player),
            "rating": row.rating,
            "low": row.interval.low,
            "high": row.interval.high,
            "games": row.games,
            "points": row.points,
            "superiority_over_next": row.superiority,
            "anchor": row.player == rated.anchor.0,
        })
    });
    rows.collect()
}
