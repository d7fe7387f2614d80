//! Games exported in the formats of other programs.

use std::path::Path;
use std::time::{Duration, SystemTime};

use anyhow::{Context, anyhow};
use clap::ValueEnum;
use othello_arena::notation::{self, notation};
use othello_rules::records::{Note, Record, ggf, obf, wthor};
use othello_rules::{Game, Position};
use othello_store::{GameId, moment};

use super::describe::result;
use super::replayed::ReplayedGame;
use super::saved::{SavedGame, open};
use super::{formats, html, svg};
use crate::exit::{self, usage};
use crate::output;

/// What a game is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ExportFormat {
    /// The Generic Game Format, one game a line.
    Ggf,
    /// The moves, one game a line.
    Transcript,
    /// All that the file has, one object a line.
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
pub struct ExportOptions {
    /// As what.
    pub format: ExportFormat,
    /// Whether a page has the players' queries.
    pub queries: bool,
    /// After how many moves and passes a position is taken; else the last one.
    pub after: Option<usize>,
}

/// What came of an export.
#[derive(Debug, Default)]
pub struct ExportReport {
    /// Into which files; none where it went to standard output.
    pub files: Vec<String>,
    /// How many games.
    pub games: usize,
    /// Which games the format can't hold, and why.
    pub left_out: Vec<String>,
}

/// Writes these games into a file, or to standard output. A game that the format can't hold is left out.
pub fn export(
    path: &Path,
    games: &[GameId],
    options: ExportOptions,
    to: Option<&Path>,
) -> anyhow::Result<ExportReport> {
    let store = open(path)?;
    let games =
        games.iter().map(|&id| SavedGame::load(&store, id)).collect::<anyhow::Result<Vec<_>>>()?;
    match options.format {
        ExportFormat::Html => pages(games, options, to),
        ExportFormat::Svg => picture(games, options, to),
        ExportFormat::Wthor => wthor(&games, to),
        _ => lines(&games, options, to),
    }
}

fn pages(
    games: Vec<SavedGame>,
    options: ExportOptions,
    to: Option<&Path>,
) -> anyhow::Result<ExportReport> {
    let (games, left_out) = partition(games.into_iter().map(ReplayedGame::of));
    let text = html::page(&games, options.queries);
    Ok(ExportReport { files: write(text.as_bytes(), to)?, games: games.len(), left_out })
}

fn picture(
    games: Vec<SavedGame>,
    options: ExportOptions,
    to: Option<&Path>,
) -> anyhow::Result<ExportReport> {
    let mut games = games.into_iter();
    let (Some(game), None) = (games.next(), games.next()) else {
        return Err(usage("an SVG shows one game; name one, or write a page by --format html"));
    };
    let game = ReplayedGame::of(game)?;
    let text = svg::picture(&game, options.after.unwrap_or(game.moves.len()));
    Ok(ExportReport { files: write(text.as_bytes(), to)?, games: 1, left_out: Vec::new() })
}

fn lines(
    games: &[SavedGame],
    options: ExportOptions,
    to: Option<&Path>,
) -> anyhow::Result<ExportReport> {
    let head = (options.format == ExportFormat::Csv).then_some(formats::CSV_HEADS).into_iter();
    let (lines, left_out) = partition(games.iter().map(|saved| line(options, saved)));
    let all = head.chain(lines.iter().map(String::as_str));
    let text: String = all.map(|line| format!("{line}\n")).collect();
    Ok(ExportReport { files: write(text.as_bytes(), to)?, games: lines.len(), left_out })
}

/// What could be written, and why the rest could not.
fn partition<T>(tried: impl Iterator<Item = anyhow::Result<T>>) -> (Vec<T>, Vec<String>) {
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
            output::print(bytes);
            Ok(Vec::new())
        }
        Some(path) => {
            let written = std::fs::write(path, bytes);
            written.with_context(|| path.display().to_string())?;
            Ok(vec![path.display().to_string()])
        }
    }
}

fn line(options: ExportOptions, saved: &SavedGame) -> anyhow::Result<String> {
    Ok(match options.format {
        ExportFormat::Ggf => ggf::write(&record(saved)?),
        ExportFormat::Transcript => match notation::replayed(&saved.summary) {
            Ok(game) => game.transcript(),
            // A game of which the host knows no rules still has moves.
            Err(_) => saved.summary.moves.clone(),
        },
        ExportFormat::Obf => obf_line(saved, options.after)?,
        ExportFormat::Csv => formats::as_csv(&saved.summary),
        _ => formats::game_json(saved).to_string(),
    })
}

/// The game as other programs' formats take it, with the times of its moves.
fn record(saved: &SavedGame) -> anyhow::Result<Record> {
    let mut record = notation(&saved.summary).map_err(|why| cannot_write(saved, &why))?;
    let (year, month, day) = moment::day(saved.summary.began);
    record.date = format!("{year:04}.{month:02}.{day:02}");
    record.place = "Othello Host".to_owned();
    let mut notes = vec![Note::default(); record.game.moves().len()];
    for round in &saved.record.rounds {
        let spent: Duration = round.asked + round.ran;
        if let Some(note) = notes.get_mut(round.ply as usize) {
            note.seconds = Some(spent.as_secs_f64());
        }
    }
    record.notes = notes;
    Ok(record)
}

fn cannot_write(saved: &SavedGame, why: &str) -> anyhow::Error {
    anyhow!("game {} can't be written: {why}", saved.summary.id.0)
}

fn obf_line(saved: &SavedGame, after: Option<usize>) -> anyhow::Result<String> {
    let mut game: Game =
        notation::replayed(&saved.summary).map_err(|why| cannot_write(saved, &why))?;
    if let Some(after) = after {
        game.go_to(after);
    }
    let comment = format!("game {}: {}", saved.summary.id.0, result(&saved.summary));
    let problem = obf::Problem { position: *game.position(), scores: Vec::new(), comment };
    Ok(problem.to_string())
}

fn wthor(games: &[SavedGame], to: Option<&Path>) -> anyhow::Result<ExportReport> {
    let to = to.ok_or_else(|| {
        usage("WTHOR is three files of bytes; name the one with the games by --output games.wtb")
    })?;
    let standard = |saved: &SavedGame| {
        let record = record(saved)?;
        match *record.game.initial() == Position::default() {
            true => Ok(record),
            false => Err(cannot_write(
                saved,
                "WTHOR has only games of Othello on 8x8 from the standard start",
            )),
        }
    };
    let (records, left_out) = partition(games.iter().map(standard));
    let year =
        games.iter().map(|saved| moment::day(saved.summary.began).0).max().unwrap_or_default();
    let today = moment::day(SystemTime::now());
    let written = wthor::write(&records, today, year)?;
    let names = [("jou", written.players), ("trn", written.tournaments)];
    let mut files = write(&written.games, Some(to))?;
    for (ending, bytes) in names {
        files.extend(write(&bytes, Some(&to.with_extension(ending)))?);
    }
    Ok(ExportReport { files, games: records.len(), left_out })
}
