//! Games exported in the formats of other programs.

mod record;
mod report;
mod wthor;

use std::io::{BufWriter, ErrorKind, Write, stdout};
use std::path::Path;

use anyhow::Context;
use othello_arena::notation::{self, SourceRecord};
use othello_rules::Game;
use othello_rules::records::{ggf, obf, transcripts};
use othello_store::{Ending, GameId};

use super::describe::result;
use super::replayed::ReplayedGame;
use super::saved::{SavedGame, open};
use super::{formats, page, svg};
use crate::exit::{self, usage};
use crate::out_file;
use record::{cannot_write, record};
pub use report::ExportReport;
use report::{partition, remark, write};

/// What a game is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportFormat {
    /// The Generic Game Format, one game a line.
    Ggf,
    /// The moves, one game a line.
    Transcript,
    /// All that the file has, one object a line.
    Json,
    /// Several files: .wtb with the games, one for each year, .jou and .trn with the names.
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

/// Writes these games into a file, or to standard output. A game that the format can't hold is left out.
pub fn export(
    path: &Path,
    games: &[GameId],
    options: ExportOptions,
    to: Option<&Path>,
) -> anyhow::Result<ExportReport> {
    let store = open(path)?;
    // One after the other: a file of games may be larger than the memory.
    let mut games = games.iter().map(|&id| SavedGame::load(&store, id));
    match options.format {
        ExportFormat::Html => pages(games.collect::<anyhow::Result<_>>()?, options, to),
        ExportFormat::Svg => picture(games.collect::<anyhow::Result<_>>()?, options, to),
        ExportFormat::Wthor => wthor::export(&games.collect::<anyhow::Result<Vec<_>>>()?, to),
        _ => lines(&mut games, options, to),
    }
}

fn pages(
    games: Vec<SavedGame>,
    options: ExportOptions,
    to: Option<&Path>,
) -> anyhow::Result<ExportReport> {
    let (games, left_out) = partition(games.into_iter().map(ReplayedGame::of));
    let text = page::page(&games, options.queries);
    Ok(ExportReport {
        files: write(text.as_bytes(), to)?,
        games: games.len(),
        left_out,
        ..ExportReport::default()
    })
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
    Ok(ExportReport { files: write(text.as_bytes(), to)?, games: 1, ..ExportReport::default() })
}

fn lines(
    games: &mut dyn Iterator<Item = anyhow::Result<SavedGame>>,
    options: ExportOptions,
    to: Option<&Path>,
) -> anyhow::Result<ExportReport> {
    let mut report = ExportReport::default();
    let mut out: BufWriter<Box<dyn Write>> = BufWriter::new(match to {
        Some(path) => {
            report.files.push(path.display().to_string());
            Box::new(out_file::create(path)?)
        }
        None => Box::new(stdout()),
    });
    let mut put = |text: &str| match out.write_all(text.as_bytes()) {
        // Whoever reads no further does not want to know.
        Err(error) if to.is_none() && error.kind() == ErrorKind::BrokenPipe => Ok(()),
        written => {
            written.with_context(|| to.map_or_else(String::new, |path| path.display().to_string()))
        }
    };
    if options.format == ExportFormat::Csv {
        put(&format!("{}\n", formats::CSV_HEADS))?;
    }
    let (mut transcripts, mut untold) = (transcripts::Lines::default(), Vec::new());
    let mut moveless = Vec::new();
    for saved in games {
        let saved = saved?;
        if options.format == ExportFormat::Transcript && saved.summary.moves.is_empty() {
            moveless.push(saved.summary.id);
            continue;
        }
        match lines_of(options, &saved, &mut transcripts) {
            Ok(text) => {
                put(&text)?;
                report.games += 1;
                untold.extend(untold_ending(options.format, &saved));
            }
            Err(error) => report.left_out.push(exit::message(&error)),
        }
    }
    let (happened, what) = match options.format {
        ExportFormat::Ggf => ("forfeited", "GGF says that somebody resigned"),
        _ => ("ended early", "a transcript does not say how"),
    };
    report.remarks.extend(remark(&untold, happened, what));
    let no_line = "a transcript has no line for such a game";
    report.remarks.extend(remark(&moveless, "over before the first move", no_line));
    match out.flush() {
        Err(error) if to.is_some() => Err(error.into()),
        _ => Ok(report),
    }
}

/// The lines of a game, each with a line break at its end.
fn lines_of(
    options: ExportOptions,
    saved: &SavedGame,
    transcripts: &mut transcripts::Lines,
) -> anyhow::Result<String> {
    let line = match options.format {
        ExportFormat::Ggf => ggf::write(&record(saved)?),
        ExportFormat::Transcript => match notation::replayed(&saved.summary) {
            Ok(game) => return Ok(transcripts.of(&game)),
            // A game of which the host knows no rules still has moves.
            Err(_) => saved.summary.moves.clone(),
        },
        ExportFormat::Obf => obf_line(saved, options.after)?,
        ExportFormat::Csv => formats::as_csv(&saved.summary),
        _ => formats::game_line(saved),
    };
    Ok(line + "\n")
}

/// The number of a game of which the format does not say how it came to its end.
fn untold_ending(format: ExportFormat, saved: &SavedGame) -> Option<GameId> {
    let summary = &saved.summary;
    let is_over = || notation::replayed(summary).is_ok_and(|game| game.position().is_over());
    let untold = match (format, &summary.ending) {
        (ExportFormat::Transcript, Ending::Forfeit { .. }) => true,
        (ExportFormat::Transcript, Ending::Played { .. }) => !is_over(),
        (ExportFormat::Ggf, Ending::Forfeit { word, .. }) => {
            !["time-out", "resignation"].contains(&word.as_str())
        }
        _ => false,
    };
    untold.then_some(summary.id)
}

fn obf_line(saved: &SavedGame, after: Option<usize>) -> anyhow::Result<String> {
    let mut game: Game =
        notation::replayed(&saved.summary).map_err(|why| cannot_write(saved, &why))?;
    if let Some(after) = after {
        game.go_to(after);
    }
    let position = *game.position();
    // A position that came as one goes as it came.
    let source = SourceRecord::kept(saved.summary.source.as_deref());
    let problem = source.and_then(|source| source.problem);
    let (scores, comment) = match problem.filter(|_| position == *game.initial()) {
        Some((scores, comment)) => {
            let score = |(ply, score): (String, i32)| Some((ply.parse().ok()?, score));
            (scores.into_iter().filter_map(score).collect(), comment)
        }
        None => (Vec::new(), format!("game {}: {}", saved.summary.id.0, result(&saved.summary))),
    };
    Ok(obf::Problem { position, scores, comment }.to_string())
}
