//! Games in the formats of other programs, written where the user wants them.

use std::io::{Write, stdout};
use std::path::Path;
use std::time::{Duration, SystemTime};

use anyhow::{Context, anyhow};
use clap::ValueEnum;
use othello_arena::notation::{self, notation};
use othello_rules::records::{Note, Record, ggf, obf, wthor};
use othello_rules::{Game, Position};
use othello_store::{GameId, moment};

use super::places::Line;
use super::{Kept, formats, html, open, svg};
use crate::exit::{self, usage};

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

/// What was written.
#[derive(Debug, Default)]
pub struct Exported {
    /// Into which files; none where it went to standard output.
    pub files: Vec<String>,
    /// How many games.
    pub games: usize,
    /// Which games the format has no form for, and why.
    pub left_out: Vec<String>,
}

/// Writes these games into a file, or to standard output. A game that the format can't hold does not hold up the
/// others.
pub fn export(
    path: &Path,
    games: &[GameId],
    form: Form,
    to: Option<&Path>,
) -> anyhow::Result<Exported> {
    let store = open(path)?;
    let games =
        games.iter().map(|&id| Kept::find(&store, id)).collect::<anyhow::Result<Vec<_>>>()?;
    match form.format {
        Export::Html => pages(games, form, to),
        Export::Svg => picture(games, form, to),
        Export::Wthor => wthor(&games, to),
        _ => lines(&games, form, to),
    }
}

fn pages(games: Vec<Kept>, form: Form, to: Option<&Path>) -> anyhow::Result<Exported> {
    let (lines, left_out) = sorted(games.into_iter().map(Line::of));
    let text = html::page(&lines, form.queries);
    Ok(Exported { files: write(text.as_bytes(), to)?, games: lines.len(), left_out })
}

fn picture(games: Vec<Kept>, form: Form, to: Option<&Path>) -> anyhow::Result<Exported> {
    let mut games = games.into_iter();
    let (Some(game), None) = (games.next(), games.next()) else {
        return Err(usage("an SVG shows one game; name one, or write a page by --format html"));
    };
    let line = Line::of(game)?;
    let text = svg::picture(&line, form.after.unwrap_or(line.moves.len()));
    Ok(Exported { files: write(text.as_bytes(), to)?, games: 1, left_out: Vec::new() })
}

fn lines(games: &[Kept], form: Form, to: Option<&Path>) -> anyhow::Result<Exported> {
    let head = (form.format == Export::Csv).then_some(formats::CSV_HEADS).into_iter();
    let (lines, left_out) = sorted(games.iter().map(|kept| line(form, kept)));
    let all = head.chain(lines.iter().map(String::as_str));
    let text: String = all.map(|line| format!("{line}\n")).collect();
    Ok(Exported { files: write(text.as_bytes(), to)?, games: lines.len(), left_out })
}

/// What could be written, and why the rest could not.
fn sorted<T>(tried: impl Iterator<Item = anyhow::Result<T>>) -> (Vec<T>, Vec<String>) {
    let (mut written, mut left_out) = (Vec::new(), Vec::new());
    for one in tried {
        match one {
            Ok(one) => written.push(one),
            Err(error) => left_out.push(exit::message(&error)),
        }
    }
    (written, left_out)
}

/// Writes a file, or to standard output; gives its name.
fn write(bytes: &[u8], to: Option<&Path>) -> anyhow::Result<Vec<String>> {
    match to {
        None => {
            // Whoever closed standard output does not want to know.
            let _ = stdout().write_all(bytes);
            Ok(Vec::new())
        }
        Some(path) => {
            let written = std::fs::write(path, bytes);
            written.with_context(|| path.display().to_string())?;
            Ok(vec![path.display().to_string()])
        }
    }
}

fn line(form: Form, kept: &Kept) -> anyhow::Result<String> {
    Ok(match form.format {
        Export::Ggf => ggf::write(&record(kept)?),
        Export::Transcript => match notation::replayed(&kept.summary) {
            Ok(game) => game.transcript(),
            // A game of which the host knows no rules still has moves.
            Err(_) => kept.summary.moves.clone(),
        },
        Export::Obf => obf_line(kept, form.after)?,
        Export::Csv => formats::as_csv(&kept.summary),
        _ => formats::whole(kept).to_string(),
    })
}

/// The game as other programs' formats take it, with the times of its moves.
fn record(kept: &Kept) -> anyhow::Result<Record> {
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

fn no_form(kept: &Kept, why: &str) -> anyhow::Error {
    anyhow!("game {} can't be written: {why}", kept.summary.id.0)
}

fn obf_line(kept: &Kept, after: Option<usize>) -> anyhow::Result<String> {
    let mut game: Game = notation::replayed(&kept.summary).map_err(|why| no_form(kept, &why))?;
    if let Some(after) = after {
        game.go_to(after);
    }
    let comment = format!("game {}: {}", kept.summary.id.0, super::show::result(&kept.summary));
    let problem = obf::Problem { position: *game.position(), scores: Vec::new(), comment };
    Ok(problem.to_string())
}

fn wthor(games: &[Kept], to: Option<&Path>) -> anyhow::Result<Exported> {
    let to = to.ok_or_else(|| {
        usage("WTHOR is three files of bytes; name the one with the games by --output games.wtb")
    })?;
    let standard = |kept: &Kept| {
        let record = record(kept)?;
        match *record.game.initial() == Position::default() {
            true => Ok(record),
            false => {
                Err(no_form(kept, "WTHOR has only games of Othello on 8x8 from the standard start"))
            }
        }
    };
    let (records, left_out) = sorted(games.iter().map(standard));
    let year = games.iter().map(|kept| moment::day(kept.summary.began).0).max().unwrap_or_default();
    let today = moment::day(SystemTime::now());
    let written = wthor::write(&records, today, year)?;
    let names = [("jou", written.players), ("trn", written.tournaments)];
    let mut files = write(&written.games, Some(to))?;
    for (ending, bytes) in names {
        files.extend(write(&bytes, Some(&to.with_extension(ending)))?);
    }
    Ok(Exported { files, games: records.len(), left_out })
}
