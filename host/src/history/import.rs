//! Games of other programs, imported into a file of games. A file's content says what it is, not its name;
//! every move is checked by the rules, and a game that is wrong is left out.

mod check;
mod game_record;
mod kinds;
mod known;
mod wthor;

use std::fs;
use std::io::{Read, stdin};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use othello_rules::outside::{self, GAMES};
use othello_rules::records::{Record, RecordError, ggf, obf, transcripts};
use othello_rules::text::in_utf8;
use othello_store::{Filter, GameId, GameRecord, Store};
use serde_json::Value;

use super::formats;
use check::check;
use game_record::{game_of_problem, game_record};
use kinds::{Kind, is_sqlite, kind};
use known::{DatedGame, KnownGames};
use wthor::NameFiles;

/// What came of an import.
#[derive(Debug, Default)]
pub struct ImportReport {
    /// The games that were imported.
    pub games: Vec<GameId>,
    /// How many were there before: the same moves from the same beginning by the same players at the same time.
    pub known: usize,
    /// Which games were wrong, each with its file, game and move.
    pub wrong: Vec<String>,
    /// What is amiss with whole files, such as that nothing could be read of them.
    pub amiss: Vec<String>,
    /// What else is to be told, which is no failure.
    pub remarks: Vec<String>,
}

/// Imports all games of these files into a file of games, which is made where there is none.
pub fn import(path: &Path, files: &[PathBuf]) -> anyhow::Result<ImportReport> {
    let mut report = ImportReport::default();
    let mut read = Vec::new();
    for file in files {
        let bytes = outside::read(file, GAMES).with_context(|| file.display().to_string())?;
        read.push((file.as_path(), in_utf8(&bytes).into_owned()));
    }
    let names = NameFiles::of(read.iter().map(|(file, bytes)| (*file, bytes.as_slice())));
    if let Some(folder) = path.parent() {
        // Where it can't be made, opening the file says so.
        let _ = fs::create_dir_all(folder);
    }
    let mut store = Store::open(path)?;
    if store.contest_value("plan")?.is_some() {
        bail!(
            "{} holds a contest, whose games are its own; import into the history, or name another file",
            path.display()
        );
    }
    for (file, bytes) in &read {
        let named = |why: String| format!("{}: {why}", file.display());
        let kind = kind(bytes);
        let is_wthor = kind == Ok(Kind::Wthor);
        let found = match kind {
            Ok(Kind::Names(_)) => continue,
            Ok(kind) => games(file, kind, bytes, &names, &mut report.amiss).map_err(named),
            Err(why) => Err(named(why)),
        };
        let mut found = match found {
            Ok(found) => found.peekable(),
            Err(why) => {
                report.amiss.push(why);
                continue;
            }
        };
        if found.peek().is_none() {
            report.amiss.push(named("there are no games in it".to_owned()));
        }
        let mut known = KnownGames::of(&store)?;
        let mut games = Vec::new();
        for game in found {
            match game {
                Ok(game) if known.take(&game) => report.known += 1,
                Ok(DatedGame { game, .. }) => games.push(game),
                Err(error) => report.wrong.push(error),
            }
        }
        if is_wthor && !games.is_empty() {
            report.remarks.extend(wthor::without_names(file, &names));
        }
        report.games.extend(store.add_all(&games)?);
    }
    Ok(report)
}

/// The games of a file that is only looked at, each read or wrong.
pub fn read(file: &Path) -> anyhow::Result<Vec<Result<GameRecord, String>>> {
    let bytes = outside::read(file, GAMES).with_context(|| file.display().to_string())?;
    read_bytes(file, &bytes)
}

/// The games of standard input, each read or wrong.
pub fn read_piped() -> anyhow::Result<Vec<Result<GameRecord, String>>> {
    let name = Path::new("standard input");
    let mut bytes = Vec::new();
    stdin()
        .lock()
        .take(GAMES)
        .read_to_end(&mut bytes)
        .with_context(|| name.display().to_string())?;
    if is_sqlite(&bytes) {
        bail!(
            "a file of games as this program keeps them can't be read from standard input; name it"
        );
    }
    read_bytes(name, &bytes)
}

/// Whether a file holds games as other programs keep them, or people.
pub fn is_of_others(file: &Path) -> bool {
    let mut begin = Vec::new();
    let read = outside::open(file).and_then(|(file, _)| file.take(16).read_to_end(&mut begin));
    // One without anything in it becomes one of ours.
    read.is_ok_and(|length| length > 0) && !is_sqlite(&begin)
}

fn read_bytes(name: &Path, bytes: &[u8]) -> anyhow::Result<Vec<Result<GameRecord, String>>> {
    let bytes = in_utf8(bytes);
    let names = NameFiles::default();
    let mut amiss = Vec::new();
    let found = kind(&bytes).and_then(|kind| games(name, kind, &bytes, &names, &mut amiss));
    let found = found.map_err(anyhow::Error::msg).with_context(|| name.display().to_string())?;
    let found: Vec<_> = found.map(|game| game.map(|game| game.game)).collect();
    Ok(found.into_iter().chain(amiss.into_iter().map(Err)).collect())
}

type Games<'a> = Box<dyn Iterator<Item = Result<DatedGame, String>> + 'a>;

/// The games of one file, each read or wrong; an error where it can't be read at all.
fn games<'a>(
    file: &'a Path,
    kind: Kind,
    bytes: &'a [u8],
    names: &'a NameFiles,
    amiss: &mut Vec<String>,
) -> Result<Games<'a>, String> {
    let name = file.display().to_string();
    Ok(match kind {
        Kind::Wthor => Box::new(wthor::games(file, bytes, names, amiss)?.into_iter()),
        // They are for the games of other files.
        Kind::Names(_) => Box::new(std::iter::empty()),
        Kind::Games => Box::new(games_of_store(file)?.into_iter()),
        Kind::Json => Box::new(json_games(name, bytes)),
        Kind::Ggf => boxed(ggf::read(&name, bytes).map(|game| game.map(|game| game_record(&game)))),
        Kind::Obf => boxed(obf::read(&name, bytes).map(|problem| problem.map(game_of_problem))),
        Kind::Transcripts => {
            let games = transcripts::read(&name, bytes, None);
            boxed(games.map(|game| game.map(|game| game_record(&Record::new(game)))))
        }
    })
}

fn boxed<'a>(games: impl Iterator<Item = Result<DatedGame, RecordError>>) -> Games<'a> {
    let games: Vec<_> = games.map(|game| game.map_err(|error| error.to_string())).collect();
    Box::new(games.into_iter())
}

/// The games of another file of games.
fn games_of_store(file: &Path) -> Result<Vec<Result<DatedGame, String>>, String> {
    let store = Store::open_existing(file).map_err(|error| error.to_string())?;
    let all = store.games(&Filter::default()).map_err(|error| error.to_string())?;
    let game = |summary: othello_store::GameSummary| {
        let game = store.game(summary.id).map_err(|error| error.to_string());
        let game = game.and_then(|game| game.map(check).transpose()).transpose()?;
        let named = |why| format!("{}: game {}: {why}", file.display(), summary.id.0);
        Some(game.map(DatedGame::exact).map_err(named))
    };
    Ok(all.into_iter().filter_map(game).collect())
}

/// The games of a file of JSON, as a host writes them: one a line, so that one that is wrong spoils no other; or as
/// people and programs lay them out, also in lists.
fn json_games(file: String, bytes: &[u8]) -> impl Iterator<Item = Result<DatedGame, String>> + '_ {
    let mut lines =
        bytes.split(|&byte| byte == b'\n').filter(|line| !line.trim_ascii().is_empty()).peekable();
    let is_whole = |line: &&[u8]| serde_json::from_slice::<Value>(line).is_ok();
    let objects: Box<dyn Iterator<Item = serde_json::Result<Value>>> =
        if lines.peek().is_none_or(is_whole) {
            Box::new(lines.map(serde_json::from_slice))
        } else {
            Box::new(serde_json::Deserializer::from_slice(bytes).into_iter())
        };
    let games = objects.flat_map(|object| match object {
        Ok(Value::Array(list)) => list.into_iter().map(Ok).collect(),
        one => vec![one],
    });
    (1..).zip(games).map(move |(number, object)| {
        let object = object.map_err(|error| error.to_string());
        let game = object.and_then(|object| formats::parse(&object)).and_then(check);
        game.map(DatedGame::exact).map_err(|error| format!("{file}: game {number}: {error}"))
    })
}

#[cfg(test)]
mod tests {
    use othello_rules::records::{GameResult, wthor};
    use othello_rules::{Game, Position};

    use super::*;

    #[test]
    fn whatever_becomes_of_its_bytes_a_file_has_games_or_errors() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games");
        let mut record = Record::new(Game::from_transcript(Position::default(), "f5d6c3").unwrap());
        record.result = Some(GameResult::counted(&record.game));
        let texts = [
            ggf::write(&record).replace("[F5]", "[F5/1.5/1e300]").into_bytes(),
            b"f5d6c3d3c4\n1. f5 2. f6\n".to_vec(),
            br#"{"moves":"f5d6","began":1e300,"took_ms":-1,"size":8,"rounds":[{"ply":0,"ask_ms":1e99}]}"#.to_vec(),
            wthor::write([&record], (2026, 11, 21), 1999).unwrap().games,
            b"O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X; a2:+38;".to_vec(),
        ];
        let mut chance = 1_u64;
        let mut random = |below: usize| {
            // Marsaglia's "xorshift".
            chance ^= chance << 13;
            chance ^= chance >> 7;
            chance ^= chance << 17;
            chance as usize % below
        };
        let mut store = Store::open(&folder.path().join("games.db")).unwrap();
        for round in 0..400 {
            for text in &texts {
                let mut bytes = text.clone();
                for _ in 0..round.min(3) {
                    let at = random(bytes.len());
                    bytes[at] = random(256) as u8;
                }
                let names = NameFiles::default();
                let found = kind(&bytes)
                    .and_then(|kind| games(&file, kind, &bytes, &names, &mut Vec::new()));
                let read: Vec<_> = found.map(Iterator::collect).unwrap_or_default();
                assert!(!read.is_empty() || round > 0);
                store.add_all(read.iter().flatten().map(|dated| &dated.game)).unwrap();
            }
        }
    }
}
