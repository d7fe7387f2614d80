//! A game in a few words, as lists, texts and pages have them.

use crate::report::counted;
use std::time::{Duration, SystemTime};

use othello_arena::game_setup::game_name;
use othello_arena::notation;
use othello_rules::{Colour, openings};
use othello_store::{Ending, GameSummary, moment};

/// The heads of the columns with which tables of games begin.
pub const HEADS: [&str; 5] = ["id", "when (UTC)", "black", "white", "result"];

/// How a game came out.
pub fn result(game: &GameSummary) -> String {
    let name = |side: Colour| {
        let name = &game.names[side];
        if game.names.black == game.names.white { format!("{name} ({side})") } else { name.clone() }
    };
    let discs = format!("{}:{}", game.discs.black, game.discs.white);
    match (&game.ending, game.ending.winner()) {
        (Ending::Void { .. }, _) => "void".to_owned(),
        (Ending::Forfeit { by, word, .. }, _) => format!("{} loses by {word}", name(*by)),
        (_, Some(winner)) => format!("{} wins {discs}", name(winner)),
        (_, None) => format!("draw {discs}"),
    }
}

/// What a table says of a game at the beginning of its row, under [`HEADS`].
pub fn first_cells(game: &GameSummary) -> Vec<String> {
    vec![
        game.id.0.to_string(),
        minute(game.began),
        game.names.black.clone(),
        game.names.white.clone(),
        result(game),
    ]
}

/// Which game on which board.
pub fn board(game: &GameSummary) -> String {
    format!("{} {size}x{size}", game_name(&game.game), size = game.size)
}

/// The name of the opening, where it has one.
pub fn opening(game: &GameSummary) -> Option<&'static str> {
    openings::of(&notation::replayed(game).ok()?).map(|opening| opening.name)
}

/// A moment as a table has it.
fn minute(time: SystemTime) -> String {
    moment::format(time).chars().take(16).map(|c| if c == 'T' { ' ' } else { c }).collect()
}

/// A time as people compare it.
pub fn milliseconds(time: Duration) -> String {
    format!("{:.3} ms", time.as_secs_f64() * 1000.0)
}

/// So many games.
pub fn number_of_games(games: usize) -> String {
    counted(games, "game")
}
