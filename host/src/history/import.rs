//! Games of other programs, imported into a file of games. A file's content says what it is, not its name;
//! every move is checked by the rules, and a game that is wrong is left out.

mod check;
mod found;
mod game_record;
mod games_file;
mod json_objects;
mod kinds;
mod known;
mod wthor;

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::bail;
use othello_rules::outside;
use othello_store::{GameId, Store};

use found::Wrong;
pub use games_file::GamesFile;
use kinds::{Kind, is_sqlite};
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
    let files = files.iter().map(|file| GamesFile::open(file));
    let files = files.collect::<anyhow::Result<Vec<_>>>()?;
    let names = files.iter().map(|file| (file.path.as_path(), file.bytes.as_slice()));
    let names = NameFiles::of(names);
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
    for file in &files {
        if !matches!(file.kind, Ok(Kind::Names(_))) {
            add(file, &names, &mut store, &mut report)?;
        }
    }
    Ok(report)
}

/// Adds the games of one file as they are read.
fn add(
    file: &GamesFile,
    names: &NameFiles,
    store: &mut Store,
    report: &mut ImportReport,
) -> anyhow::Result<()> {
    let named = |why: &str| format!("{}: {why}", file.name());
    let mut found = match file.games(names) {
        Ok(found) => found.peekable(),
        Err(why) => {
            report.amiss.push(named(&why));
            return Ok(());
        }
    };
    if found.peek().is_none() {
        report.amiss.push(named("there are no games in it"));
    }
    let mut known = KnownGames::of(store)?;
    let added = store.add_stream(found.filter_map(|game| {
        match game {
            Ok(game) if known.take(&game) => report.known += 1,
            Ok(DatedGame { game, .. }) => return Some(game),
            Err(Wrong::Game(why)) => report.wrong.push(why),
            Err(Wrong::File(why)) => report.amiss.push(why),
        }
        None
    }))?;
    if file.kind == Ok(Kind::Wthor) && !added.is_empty() {
        report.remarks.extend(wthor::without_names(&file.path, names));
    }
    report.games.extend(added);
    Ok(())
}

/// Whether a file holds games as other programs keep them, or people.
pub fn is_of_others(file: &Path) -> bool {
    let mut begin = Vec::new();
    let read = outside::open(file).and_then(|(file, _)| file.take(16).read_to_end(&mut begin));
    // One without anything in it becomes one of ours.
    read.is_ok_and(|length| length > 0) && !is_sqlite(&begin)
}

#[cfg(test)]
mod tests {
    use othello_rules::records::{GameResult, Record, ggf, wthor};
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
                let bytes = GamesFile::of(&file, bytes);
                let found = bytes.games(&NameFiles::default());
                let read: Vec<_> = found.map(Iterator::collect).unwrap_or_default();
                assert!(!read.is_empty() || round > 0);
                store.add_all(read.iter().flatten().map(|dated| &dated.game)).unwrap();
            }
        }
    }
}
