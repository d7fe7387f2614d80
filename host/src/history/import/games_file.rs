//! A file of games as other programs and people keep them. Its games are read one after the other as they are wanted, so
//! that there may be any number of them; the file's content says what it is.

use std::io::{Read, stdin};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use othello_rules::Position;
use othello_rules::outside::{self, GAMES};
use othello_rules::records::{Record, RecordError, ggf, obf, transcripts};
use othello_rules::text::into_utf8;
use othello_store::{Filter, GameRecord, Store};
use serde_json::Value;

use super::check::check;
use super::found::{Games, Wrong};
use super::game_record::{game_of_problem, game_record};
use super::json_objects::JsonObjects;
use super::kinds::{Kind, is_sqlite, kind};
use super::known::DatedGame;
use super::wthor::{self, NameFiles};
use crate::history::formats;

/// No drawing of one board is longer, in bytes.
const SHORT: usize = 2048;

/// A file of games that was read.
pub struct GamesFile {
    pub(super) path: PathBuf,
    /// What errors call it.
    name: String,
    pub(super) bytes: Vec<u8>,
    /// What it is, or why nothing that can be read.
    pub(super) kind: Result<Kind, String>,
    /// Where plain transcripts begin, where that is known.
    initial: Option<Position>,
}

impl GamesFile {
    /// Reads a file.
    pub fn open(path: &Path) -> anyhow::Result<GamesFile> {
        let bytes = outside::read(path, GAMES).with_context(|| path.display().to_string())?;
        Ok(GamesFile::of(path, bytes))
    }

    /// Reads standard input.
    pub fn piped() -> anyhow::Result<GamesFile> {
        let path = Path::new("standard input");
        let mut bytes = Vec::new();
        let read = stdin().lock().take(GAMES).read_to_end(&mut bytes);
        read.with_context(|| path.display().to_string())?;
        if is_sqlite(&bytes) {
            bail!(
                "a file of games as this program keeps them can't be read from standard input; name it"
            );
        }
        Ok(GamesFile::of(path, bytes))
    }

    pub(super) fn of(path: &Path, bytes: Vec<u8>) -> GamesFile {
        let (name, bytes) = (path.display().to_string(), into_utf8(bytes));
        let kind = kind(&bytes);
        GamesFile { path: path.to_owned(), name, bytes, kind, initial: None }
    }

    /// With plain transcripts that begin so, where they don't say it themselves.
    pub fn beginning_with(self, initial: Position) -> GamesFile {
        GamesFile { initial: Some(initial), ..self }
    }

    /// Its text, where it may be a board that somebody drew over its lines.
    pub fn drawing(&self) -> Option<&str> {
        let is_short = self.bytes.len() <= SHORT && !self.says_beginnings();
        std::str::from_utf8(&self.bytes).ok().filter(|_| is_short)
    }

    /// What it is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether each of its games says how it began, as those of all kinds of files do but plain transcripts.
    pub fn says_beginnings(&self) -> bool {
        !matches!(self.kind, Ok(Kind::Transcripts | Kind::Names(_)) | Err(_))
    }

    /// The games, to be looked at.
    ///
    /// # Errors
    /// Where it can't be read at all.
    pub fn records(&self) -> anyhow::Result<impl Iterator<Item = Result<GameRecord, String>> + '_> {
        let games = self.games(&NameFiles::default()).map_err(anyhow::Error::msg);
        let games = games.with_context(|| self.name.clone())?;
        Ok(games.map(|game| match game {
            Ok(DatedGame { game, .. }) => Ok(game),
            Err(Wrong::Game(why) | Wrong::File(why)) => Err(why),
        }))
    }

    /// The games, those of the WTHOR base with these names; an error where it can't be read at all.
    pub(super) fn games(&self, names: &NameFiles) -> Result<Games<'_>, String> {
        let GamesFile { path, name, bytes, kind, initial } = self;
        Ok(match kind.as_ref().map_err(String::clone)? {
            Kind::Wthor => wthor::games(path, name, bytes, names)?,
            // They are for the games of other files.
            Kind::Names(_) => Box::new(std::iter::empty()),
            Kind::Games => games_of_store(path)?,
            Kind::Json => Box::new(json_games(name, bytes)),
            Kind::Ggf => boxed(ggf::read(name, bytes).map(|game| Ok(game_record(&game?)))),
            Kind::Obf => boxed(obf::read(name, bytes).map(|problem| problem.map(game_of_problem))),
            Kind::Transcripts => {
                let games = transcripts::read(name, bytes, *initial);
                boxed(games.map(|game| Ok(game_record(&Record::new(game?)))))
            }
        })
    }
}

fn boxed<'a>(games: impl Iterator<Item = Result<DatedGame, RecordError>> + 'a) -> Games<'a> {
    Box::new(games.map(|game| game.map_err(|error| Wrong::Game(error.to_string()))))
}

/// The games of another file of games.
fn games_of_store(file: &Path) -> Result<Games<'_>, String> {
    let store = Store::open_existing(file).map_err(|error| error.to_string())?;
    let all = store.games(&Filter::default()).map_err(|error| error.to_string())?;
    let game = move |summary: othello_store::GameSummary| {
        let game = store.game(summary.id).map_err(|error| error.to_string());
        let game = game.and_then(|game| game.map(check).transpose()).transpose()?;
        let wrong = |why| Wrong::Game(format!("{}: game {}: {why}", file.display(), summary.id.0));
        Some(game.map(DatedGame::exact).map_err(wrong))
    };
    Ok(Box::new(all.into_iter().filter_map(game)))
}

/// The games of a file of JSON, as a host writes them: one a line, so that one that is wrong spoils no other; or as
/// people and programs lay them out, also in lists.
fn json_games<'a>(
    file: &'a str,
    bytes: &'a [u8],
) -> impl Iterator<Item = Result<DatedGame, Wrong>> + 'a {
    let mut lines =
        bytes.split(|&byte| byte == b'\n').filter(|line| !line.trim_ascii().is_empty()).peekable();
    let is_whole = |line: &&[u8]| JsonObjects::of(line).all(|object| object.is_ok());
    let objects: Box<dyn Iterator<Item = Result<Value, String>>> =
        if lines.peek().is_none_or(is_whole) {
            Box::new(lines.flat_map(JsonObjects::of))
        } else {
            Box::new(JsonObjects::of(bytes))
        };
    (1..).zip(objects).map(move |(number, object)| {
        let game = object.and_then(|object| formats::parse(&object)).and_then(check);
        let wrong = |error| Wrong::Game(format!("{file}: game {number}: {error}"));
        game.map(DatedGame::exact).map_err(wrong)
    })
}
