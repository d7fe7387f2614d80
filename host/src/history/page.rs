//! Games as one page that needs no other file: the board, its moves with their times and, on request, their queries.
//! A contest's report shows games in the same way.

use othello_board::View;
use serde_json::{Value, json};

use super::describe::{milliseconds, result};
use super::replayed::ReplayedGame;
use super::show::about;
use crate::html::{PLAYER_BODY, PLAYER_SCRIPT, PLAYER_STYLE, data, escape, fill, head};

const PAGE: &str = include_str!("game.html");

/// The page with these games.
pub fn page(games: &[ReplayedGame], queries: bool) -> String {
    let data_of_games: Vec<_> = games.iter().map(|one| game_data(one, queries)).collect();
    let title = match games {
        [one] => format!("{}: {}", names(one), result(&one.saved.summary)),
        many => format!("{} games", many.len()),
    };
    fill(
        PAGE,
        &[
            ("head", &head(&title)),
            ("title", &escape(&title)),
            ("player_style", PLAYER_STYLE),
            ("player_body", PLAYER_BODY),
            ("player_script", PLAYER_SCRIPT),
            ("data", &data(&json!({ "games": data_of_games }))),
        ],
    )
}

fn names(game: &ReplayedGame) -> String {
    let names = &game.saved.summary.names;
    format!("{} (Black) - {} (White)", names.black, names.white)
}

fn game_data(game: &ReplayedGame, queries: bool) -> Value {
    let summary = &game.saved.summary;
    let round = |ply: usize| {
        let round = game.round(ply)?;
        Some(json!({
            "who": summary.names[round.side],
            "asked": milliseconds(round.asked),
            "ran": milliseconds(round.ran),
            "query": round.query.as_ref().filter(|_| queries),
        }))
    };
    json!({
        "id": summary.id.0,
        "who": format!("{}: {}", names(game), result(summary)),
        "about": about(&game.saved),
        "size": summary.size,
        "start": game.views.first().map(View::board),
        "moves": summary.moves,
        "boards": game.views.iter().map(View::board).collect::<Vec<_>>(),
        "rounds": (0..game.moves.len()).map(round).collect::<Vec<_>>(),
    })
}
