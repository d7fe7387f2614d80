//! One game in words: who played, how it came out, and on request all that was asked and answered.

use std::fmt::Write;
use std::path::Path;

use othello_arena::notation;
use othello_board::View;
use othello_rules::text::one_line;
use othello_rules::{Colour, Move};
use othello_store::{Ending, GameId, GameSummary, RoundRecord, moment};

use super::describe::{board, milliseconds, opening, result};
use super::formats;
use super::saved::SavedGame;
use crate::report;

/// The game in words; with `debug` every round of it.
pub fn show(path: &Path, id: GameId, debug: bool) -> anyhow::Result<String> {
    let game = SavedGame::read(path, id)?;
    let mut text = about(&game);
    if debug {
        text += &rounds(&game);
    } else if let Ok(views) = notation::views(&game.summary)
        && let Some(last) = views.last()
    {
        text += &format!("\n{}", report::board(last, last_square(&game.summary)));
    }
    Ok(text)
}

/// The game as one JSON object with all that its file has of it.
pub fn show_json(path: &Path, id: GameId) -> anyhow::Result<String> {
    let game = SavedGame::read(path, id)?;
    Ok(format!("{:#}\n", formats::game_json(&game)))
}

/// Who played, what came of it, and what is needed to play it again.
pub fn about(game: &SavedGame) -> String {
    let (summary, record) = (&game.summary, &game.record);
    let mut text = format!("game {} of {}: {}\n", summary.id.0, board(summary), result(summary));
    let mut line = |name: &str, value: &str| {
        // Strangers wrote some of it, and a terminal is not to obey them. Writing to a string does not fail.
        let _ = writeln!(text, "{name:<9} {}", one_line(value));
    };
    if let Ending::Void { reason } | Ending::Forfeit { reason, .. } = &summary.ending {
        line("why", reason);
    }
    for side in Colour::ALL {
        let player = &record.players[side];
        let mut about = vec![player.version.as_str(), player.class.as_str()];
        about.retain(|word| !word.is_empty());
        let name = &summary.names[side];
        let own = if player.name == *name { String::new() } else { format!(", {}", player.name) };
        let options =
            if player.options.is_empty() { String::new() } else { format!(", {}", player.options) };
        let side = side.to_string();
        line(&side, &format!("{name} ({}{own}{options})", about.join(", ")));
    }
    line("began", &moment::format(record.began));
    line("took", &milliseconds(record.took));
    line("database", &record.database);
    line("time", &record.time);
    line("seed", &record.seed.to_string());
    if let Some(position) = &summary.position {
        line("from", position);
    } else {
        line("start", &summary.start);
    }
    if let Some(opening) = opening(summary) {
        line("opening", opening);
    }
    line("moves", &summary.moves);
    text
}

fn last_square(game: &GameSummary) -> Option<othello_rules::Square> {
    let moves = Move::sequence(&game.moves).ok()?;
    moves.iter().rev().find_map(|ply| ply.square())
}

fn rounds(game: &SavedGame) -> String {
    let moves = Move::sequence(&game.summary.moves).unwrap_or_default();
    let views = notation::views(&game.summary).unwrap_or_default();
    let mut text = String::new();
    for round in &game.record.rounds {
        let ply = round.ply as usize;
        let chosen = moves.get(ply).map_or_else(|| "no move".to_owned(), Move::to_string);
        text += &format!("\n{} {}, {chosen}", ply + 1, round.side);
        if let Some(discs) = views.get(ply).map(View::counts) {
            text += &format!(" at {}:{}", discs.black, discs.white);
        }
        text += &format!(
            ": asked {}, query {}, {}\n",
            milliseconds(round.asked),
            milliseconds(round.ran),
            round.rows.map_or_else(|| "no rows".to_owned(), rows),
        );
        text += &parts(round);
    }
    for side in Colour::ALL {
        let output = &game.record.outputs[side];
        if !output.is_empty() {
            text += &format!("\n{side} wrote to its standard output and error:\n");
            text += &indented(output);
        }
    }
    text
}

/// What was asked and answered in one round, each part with its name.
pub fn parts(round: &RoundRecord) -> String {
    let parts = [
        ("query", &round.query),
        ("parameters", &round.params),
        ("thinking", &round.thinking),
        ("warnings", &round.warnings),
    ];
    let shown = parts.into_iter().filter_map(|(name, text)| {
        let text = text.as_ref()?;
        Some(format!("  {name}:\n{}", indented(text)))
    });
    shown.collect()
}

fn rows(rows: u64) -> String {
    if rows == 1 { "1 row".to_owned() } else { format!("{rows} rows") }
}

/// The lines of a text that strangers wrote, without what a terminal would obey.
fn indented(text: &str) -> String {
    text.lines().map(|line| format!("    {}\n", one_line(line))).collect()
}
