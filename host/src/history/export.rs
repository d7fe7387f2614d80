//! Games in the formats of other programs, written where the user wants them.

use std::io::{Write, stdout};
use std::path::Path;
use std::time::Duration;

use clap::ValueEnum;
use othello_arena::notation::{self, notation};
use othello_rules::Game;
use othello_rules::records::{Note, Record, ggf, obf, wthor};
use othello_store::{GameId, moment};

use super::places::Line;
use super::{Kept, formats, html, open, svg};
use crate::failure::{Done, impossible, usage};

/// What a game is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Export {
    /// The Generic Game Format, one game a line.
    Ggf,
    /// The moves, one game a line.
    Transcript,
    /// All that is kept, one object a line.
    Json,
    /// Three files: .wtb with the games, .jou and .trn with the names.
    Wthor,
    /// A table.
    Csv,
    /// A position of each game, one a line.
    Obf,
    /// One page that needs nothing else, on which the games are gone through.
    Html,
    /// A picture of a position of one game, with the numbers of the moves.
    Svg,
}

/// How games are written.
#[derive(Clone, Copy, Debug)]
pub struct Form {
    /// As what.
    pub format: Export,
    /// Whether a page has the players' queries.
    pub queries: bool,
    /// After how many moves and passes a position is taken; else the last one.
    pub after: Option<usize>,
}

/// Writes these games into a file, or to standard output. Gives the files.
pub fn export(path: &Path, games: &[GameId], form: Form, to: Option<&Path>) -> Done<Vec<String>> {
    let store = open(path)?;
    let games = games.iter().map(|&id| Kept::find(&store, id)).collect::<Done<Vec<_>>>()?;
    let Form { format, queries, after } = form;
    if matches!(format, Export::Html | Export::Svg) {
        let lines = games.into_iter().map(Line::of).collect::<Done<Vec<_>>>()?;
        let text = match (format, lines.as_slice()) {
            (Export::Html, lines) => html::page(lines, queries),
            (_, [line]) => svg::picture(line, after.unwrap_or(line.moves.len())),
            _ => {
                return Err(usage(
                    "an SVG shows one game; name one, or write a page by --format html",
                ));
            }
        };
        return write(text.as_bytes(), to);
    }
    if format == Export::Wthor {
        let to = to.ok_or_else(|| {
            usage(
                "WTHOR is three files of bytes; name the one with the games by --output games.wtb",
            )
        })?;
        return wthor(&games, to);
    }
    let mut text =
        if format == Export::Csv { format!("{}\n", formats::CSV_HEADS) } else { String::new() };
    for kept in &games {
        text += &line(format, kept, after)?;
        text.push('\n');
    }
    write(text.as_bytes(), to)
}

/// Writes a file, or to standard output; gives its name.
pub fn write(bytes: &[u8], to: Option<&Path>) -> Done<Vec<String>> {
    match to {
        None => {
            // Whoever closed standard output does not want to know.
            let _ = stdout().write_all(bytes);
            Ok(Vec::new())
        }
        Some(path) => {
            let written = std::fs::write(path, bytes);
            written.map_err(|error| impossible(format!("{}: {error}", path.display())))?;
            Ok(vec![path.display().to_string()])
        }
    }
}

fn line(format: Export, kept: &Kept, after: Option<usize>) -> Done<String> {
    Ok(match format {
        Export::Ggf => ggf::write(&record(kept)?),
        Export::Transcript => match notation::replayed(&kept.summary) {
            Ok(game) => game.transcript(),
            // A game of which the host knows no rules still has moves.
            Err(_) => kept.summary.moves.clone(),
        },
        Export::Obf => obf_line(kept, after)?,
        Export::Csv => formats::as_csv(&kept.summary),
        _ => formats::whole(kept).to_string(),
    })
}

/// The game as other programs' formats take it, with the times of its moves.
fn record(kept: &Kept) -> Done<Record> {
    let mut record = notation(&kept.summary).map_err(|why| no_form(kept, &why))?;
    let (year, month, day) = moment::day(kept.summary.began);
    record.date = format!("{year:04}.{month:02}.{day:02}");
    record.place = "Othello Host".to_owned();
    let mut notes = vec![Note::default(); record.game.moves().len()];
    for round in &kept.record.rounds {
        let spent: Duration = round.asked + round.ran;
        if let Some(note) = notes.get_mut(round.ply as usize) {
            note.seconds = Some(spent.as_secs_f64());
        }
    }
    record.notes = notes;
    Ok(record)
}

fn no_form(kept: &Kept, why: &str) -> crate::failure::Failure {
    impossible(format!("game {} can't be written: {why}", kept.summary.id.0))
}

fn obf_line(kept: &Kept, after: Option<usize>) -> Done<String> {
    let mut game: Game = notation::replayed(&kept.summary).map_err(|why| no_form(kept, &why))?;
    if let Some(after) = after {
        game.go_to(after);
    }
    let comment = format!("game {}: {}", kept.summary.id.0, super::show::result(&kept.summary));
    let problem = obf::Problem { position: *game.position(), scores: Vec::new(), comment };
    Ok(problem.to_string())
}

fn wthor(games: &[Kept], to: &Path) -> Done<Vec<String>> {
    let records = games.iter().map(record).collect::<Done<Vec<_>>>()?;
    let year = games.iter().map(|kept| moment::day(kept.summary.began).0).max().unwrap_or_default();
    let today = moment::day(std::time::SystemTime::now());
    let files = wthor::write(&records, today, year).map_err(|error| {
        let id = games.get(error.game.saturating_sub(1)).map_or(0, |kept| kept.summary.id.0);
        impossible(format!("game {id} of the history: {error}"))
    })?;
    let mut written = Vec::new();
    for (ending, bytes) in
        [("wtb", files.games), ("jou", files.players), ("trn", files.tournaments)]
    {
        let path = if ending == "wtb" { to.to_owned() } else { to.with_extension(ending) };
        written.extend(write(&bytes, Some(&path))?);
    }
    Ok(written)
}
