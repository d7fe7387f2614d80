//! The games of a contest in formats for other programs, beside the contest's file.

use std::fs;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use othello_arena::notation::notation;
use othello_rules::records::ggf;
use othello_store::{Ending, Filter, GameSummary, Store};
use serde_json::json;

use crate::cli::contest_args::Export;
use crate::failure::{Done, impossible};

/// Writes all games; gives the file.
pub fn write(format: Export, contest: &Path) -> Done<PathBuf> {
    let ending = match format {
        Export::Ggf => "ggf",
        Export::Json => "jsonl",
        Export::Csv => "csv",
    };
    let path = contest.with_extension(ending);
    let store = Store::open_existing(contest).map_err(impossible)?;
    let games = store.games(&Filter::default()).map_err(impossible)?;
    let cannot = |error: std::io::Error| impossible(format!("{}: {error}", path.display()));
    let file = fs::File::create(&path).map_err(cannot)?;
    let mut out = BufWriter::new(file);
    if format == Export::Csv {
        writeln!(out, "{}", CSV_HEADS).map_err(cannot)?;
    }
    for game in &games {
        writeln!(out, "{}", line(format, game)?).map_err(cannot)?;
    }
    out.flush().map_err(cannot)?;
    Ok(path)
}

const CSV_HEADS: &str = "id,number,began,black,white,winner,ending,reason,black_discs,white_discs,game,size,start,moves";

fn line(format: Export, game: &GameSummary) -> Done<String> {
    Ok(match format {
        Export::Ggf => {
            let record = notation(game)
                .map_err(|why| impossible(format!("game {} can't be written: {why}", game.id.0)))?;
            ggf::write(&record)
        }
        Export::Json => as_json(game).to_string(),
        Export::Csv => as_csv(game),
    })
}

/// How a game ended in one word, and why where it was not played out.
fn ending(game: &GameSummary) -> (&str, &str) {
    match &game.ending {
        Ending::Played { .. } => ("played", ""),
        Ending::Forfeit { word, reason, .. } => (word, reason),
        Ending::Void { reason } => ("void", reason),
    }
}

fn winner(game: &GameSummary) -> Option<&str> {
    game.ending.winner().map(|winner| game.names[winner].as_str())
}

fn as_json(game: &GameSummary) -> serde_json::Value {
    let (ending, reason) = ending(game);
    json!({
        "id": game.id.0,
        "number": game.contest_place.map(|place| place.0),
        "began": seconds(game.began),
        "game": game.game,
        "size": game.size,
        "start": game.start,
        "position": game.position,
        "black": game.names.black,
        "white": game.names.white,
        "winner": winner(game),
        "ending": ending,
        "reason": reason,
        "black_discs": game.discs.black,
        "white_discs": game.discs.white,
        "moves": game.moves,
    })
}

fn as_csv(game: &GameSummary) -> String {
    let (ending, reason) = ending(game);
    let number = game.contest_place.map_or_else(String::new, |place| place.0.to_string());
    let cells = [
        game.id.0.to_string(),
        number,
        format!("{:.3}", seconds(game.began)),
        game.names.black.clone(),
        game.names.white.clone(),
        winner(game).unwrap_or_default().to_owned(),
        ending.to_owned(),
        reason.to_owned(),
        game.discs.black.to_string(),
        game.discs.white.to_string(),
        game.game.clone(),
        game.size.to_string(),
        game.start.clone(),
        game.moves.clone(),
    ];
    cells.map(|cell| quoted(&cell)).join(",")
}

/// A cell as RFC 4180 has it. What a spreadsheet would run as a formula is made a text.
fn quoted(cell: &str) -> String {
    let formula = cell.starts_with(['=', '+', '-', '@']);
    let cell = if formula { format!("'{cell}") } else { cell.to_owned() };
    if cell.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell
    }
}

fn seconds(time: SystemTime) -> f64 {
    time.duration_since(UNIX_EPOCH).map_or(0.0, |since| since.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_with_commas_quotes_and_formulas_stay_cells() {
        assert_eq!(quoted("a"), "a");
        assert_eq!(quoted("a,\"b\""), "\"a,\"\"b\"\"\"");
        assert_eq!(quoted("=1+1"), "'=1+1");
    }
}
