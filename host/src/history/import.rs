//! Games of other programs, imported into a file of games. A file's content says what it is, not its name;
//! every move is checked by the rules, and a game that is wrong is left out.

mod kinds;
mod known;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use anyhow::{Context, bail};
use othello_arena::notation::{self, SourceRecord};
use othello_board::View;
use othello_rules::records::{self, GameResult, RecordError, ggf, obf, transcripts, wthor};
use othello_rules::{ByColour, Colour, Game, Setup};
use othello_store::{
    ContestPlace, Ending, Filter, GameId, GameRecord, GameSummary, PlayerRecord, Store, moment,
};
use serde_json::Value;

use super::formats;
use kinds::{Kind, kind};
use known::{DatedGame, KnownGames};

/// What came of an import.
#[derive(Debug, Default)]
pub struct ImportReport {
    /// The games that were imported.
    pub games: Vec<GameId>,
    /// How many were there before: the same moves by the same players at the same time.
    pub known: usize,
    /// What was wrong, each with its file, game and move.
    pub wrong: Vec<String>,
}

/// Imports all games of these files into a file of games, which is made where there is none.
pub fn import(path: &Path, files: &[PathBuf]) -> anyhow::Result<ImportReport> {
    let mut report = ImportReport::default();
    let mut read = Vec::new();
    for file in files {
        let bytes = fs::read(file).with_context(|| file.display().to_string())?;
        read.push((file.as_path(), bytes));
    }
    let names = names(&read);
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
        let mut known = KnownGames::of(&store)?;
        let mut games = Vec::new();
        for game in self::games(file, bytes, &names) {
            match game {
                Ok(game) if known.take(&game) => report.known += 1,
                Ok(DatedGame { game, .. }) => games.push(game),
                Err(error) => report.wrong.push(error),
            }
        }
        report.games.extend(store.add_all(&games)?);
    }
    Ok(report)
}

/// The games of a file that is only looked at, each read or wrong.
pub fn read(file: &Path) -> anyhow::Result<Vec<Result<GameRecord, String>>> {
    let bytes = fs::read(file).with_context(|| file.display().to_string())?;
    let names = wthor::Names::default();
    Ok(games(file, &bytes, &names).map(|game| game.map(|game| game.game)).collect())
}

type Games<'a> = Box<dyn Iterator<Item = Result<DatedGame, String>> + 'a>;

/// The games of one file, each read or wrong.
fn games<'a>(file: &'a Path, bytes: &'a [u8], names: &'a wthor::Names) -> Games<'a> {
    let name = file.display().to_string();
    let one_error = |error: String| -> Games<'a> { Box::new(std::iter::once(Err(error))) };
    match kind(bytes) {
        Kind::Wthor => match wthor_games(&name, bytes, names, names_beside(file)) {
            Ok(games) => Box::new(games.into_iter()),
            Err(error) => one_error(error.to_string()),
        },
        // They were read before, for the games of the others.
        Kind::Names => Box::new(std::iter::empty()),
        Kind::Games => match games_of_store(file) {
            Ok(games) => Box::new(games.into_iter().map(DatedGame::exact).map(Ok)),
            Err(error) => one_error(error),
        },
        Kind::Json => Box::new(json_games(name, bytes).map(|game| game.map(DatedGame::exact))),
        Kind::Ggf => Box::new(boxed(ggf::read(&name, bytes).map(|game| game.map(game_record)))),
        Kind::Obf => Box::new(boxed(obf::read(&name, bytes).map(|problem| {
            problem.map(|problem| {
                game_record(records::Record::new(Game::from_position(problem.position)))
            })
        }))),
        Kind::Transcripts => {
            let games = transcripts::read(&name, bytes, None);
            Box::new(boxed(
                games.map(|game| game.map(|game| game_record(records::Record::new(game)))),
            ))
        }
    }
}

fn boxed(
    games: impl Iterator<Item = Result<DatedGame, RecordError>>,
) -> std::vec::IntoIter<Result<DatedGame, String>> {
    let games: Vec<_> = games.map(|game| game.map_err(|error| error.to_string())).collect();
    games.into_iter()
}

/// The names of the files of names among these.
fn names(files: &[(&Path, Vec<u8>)]) -> wthor::Names {
    let mut names = wthor::Names::default();
    for (file, bytes) in files {
        if kind(bytes) == Kind::Names {
            add_names(&mut names, file, bytes);
        }
    }
    names
}

/// The files of names of a folder count for the games in it.
fn names_beside(file: &Path) -> wthor::Names {
    let mut names = wthor::Names::default();
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    let entries = fs::read_dir(folder.unwrap_or(Path::new("."))).into_iter().flatten().flatten();
    let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
    // Those of the same name come last, and so count.
    paths.sort_by_key(|path| path.file_stem() == file.file_stem());
    for path in paths {
        let ending = path.extension().map(|ending| ending.to_ascii_lowercase());
        if ending.is_some_and(|ending| ending == "jou" || ending == "trn")
            && let Ok(bytes) = fs::read(&path)
            && kind(&bytes) == Kind::Names
        {
            add_names(&mut names, &path, &bytes);
        }
    }
    names
}

fn add_names(names: &mut wthor::Names, file: &Path, bytes: &[u8]) {
    let name = file.display().to_string();
    // The length of a file says which names it holds.
    if kinds::holds_players(bytes) {
        names.players = wthor::read_players(&name, bytes).unwrap_or_default();
    } else {
        names.tournaments = wthor::read_tournaments(&name, bytes).unwrap_or_default();
    }
}

fn wthor_games(
    file: &str,
    bytes: &[u8],
    named: &wthor::Names,
    beside: wthor::Names,
) -> Result<Vec<Result<DatedGame, String>>, RecordError> {
    let or = |named: &[String], beside: Vec<String>| {
        if named.is_empty() { beside } else { named.to_vec() }
    };
    let names = wthor::Names {
        players: or(&named.players, beside.players),
        tournaments: or(&named.tournaments, beside.tournaments),
    };
    let (header, entries) = wthor::read(file, bytes)?;
    let game = |entry: wthor::Entry| game_record(entry.record(&names, &header));
    Ok(entries.map(|entry| entry.map(game).map_err(|error| error.to_string())).collect())
}

/// The games of another file of games. They leave their contest.
fn games_of_store(file: &Path) -> Result<Vec<GameRecord>, String> {
    let store = Store::open_existing(file).map_err(|error| error.to_string())?;
    let all = store.games(&Filter::default()).map_err(|error| error.to_string())?;
    let mut games = Vec::new();
    for summary in all {
        let game = store.game(summary.id).map_err(|error| error.to_string())?;
        games.extend(game.map(|game| GameRecord { contest_place: None, ..game }));
    }
    Ok(games)
}

fn json_games(file: String, bytes: &[u8]) -> impl Iterator<Item = Result<GameRecord, String>> + '_ {
    let text = bytes.split(|&byte| byte == b'\n').filter(|line| !line.trim_ascii().is_empty());
    (1..).zip(text).map(move |(number, line)| {
        let object = serde_json::from_slice::<Value>(line).map_err(|error| error.to_string());
        let game = object.and_then(|object| formats::parse(&object)).and_then(check);
        game.map_err(|error| format!("{file}: game {number}: {error}"))
    })
}

/// A game of which every move is one of its game, with its discs counted and every pass written.
fn check(mut game: GameRecord) -> Result<GameRecord, String> {
    let mut summary = summary_of(&game);
    if let Ok(replayed) = notation::replayed(&summary) {
        game.moves = replayed.moves().iter().map(ToString::to_string).collect();
        summary.moves.clone_from(&game.moves);
    }
    let views = notation::views(&summary)?;
    game.names = game.names.map(|name| clean(&name));
    if let Some(counts) = views.last().map(View::counts) {
        game.discs = ByColour { black: counts.black, white: counts.white };
    }
    Ok(game)
}

/// What a list would show of a game that is in no file yet.
fn summary_of(game: &GameRecord) -> GameSummary {
    GameSummary {
        id: GameId(0),
        began: game.began,
        game: game.game.clone(),
        size: game.size,
        start: game.start.clone(),
        position: game.position.clone(),
        names: game.names.clone(),
        ending: game.ending.clone(),
        discs: game.discs,
        moves: game.moves.clone(),
        contest_place: None::<ContestPlace>,
        source: game.source.clone(),
        series: None,
    }
}

/// A game of another program as a file of ours has it.
fn game_record(record: records::Record) -> DatedGame {
    let game = &record.game;
    let initial = game.initial();
    let position = game.start().is_none().then(|| Setup::from(*initial).to_string());
    let names = record.players.as_ref().map(|name| clean(name));
    let discs = discs(&record);
    let date = Date::read(&record.date);
    let source = SourceRecord::of(&record).and_then(|source| serde_json::to_string(&source).ok());
    let game = GameRecord {
        began: date.as_ref().map_or_else(SystemTime::now, |date| date.began),
        took: seconds(record.notes.iter().filter_map(|note| note.seconds).sum()),
        game: initial.variant().to_string(),
        size: game.size().get().into(),
        start: match (game.variant(), game.start()) {
            (othello_rules::Variant::Reversi, Some(_)) => "empty".to_owned(),
            (_, start) => start.map_or_else(String::new, |start| start.to_string()),
        },
        position,
        seed: 0,
        players: names
            .as_ref()
            .map(|name| PlayerRecord { name: name.clone(), ..PlayerRecord::default() }),
        names,
        specs: ByColour::default(),
        ending: ending(&record),
        discs,
        moves: game.moves().iter().map(ToString::to_string).collect(),
        database: record.place.clone(),
        time: String::new(),
        held_up: false,
        outputs: ByColour::default(),
        contest_place: None,
        source,
        series: None,
        rounds: rounds(&record),
    };
    DatedGame { game, began: date.map(|date| date.began..date.end) }
}

/// The discs at the end: as the record counts them, where its moves don't lead there.
fn discs(record: &records::Record) -> ByColour<u32> {
    let counted = GameResult::counted(&record.game);
    let on_board = record.game.position().count();
    match record.result {
        Some(result)
            if result.ending == records::Ending::Counted && result.margin != counted.margin =>
        {
            let squares = i32::from(record.game.size().get()).pow(2);
            let of = |margin: i32| ((squares + margin) / 2).clamp(0, squares).cast_unsigned();
            ByColour { black: of(result.margin), white: of(-result.margin) }
        }
        _ => ByColour { black: on_board.black, white: on_board.white },
    }
}

/// The times of the moves, where the format has any.
fn rounds(record: &records::Record) -> Vec<othello_store::RoundRecord> {
    let sides = record.game.positions().map(|position| position.to_move());
    let notes = (0..).zip(sides).zip(&record.notes);
    let timed = notes.filter_map(|((ply, side), note)| {
        Some(othello_store::RoundRecord {
            ply,
            side,
            query: None,
            params: None,
            rows: None,
            asked: seconds(note.seconds?),
            ran: std::time::Duration::ZERO,
            thinking: note
                .evaluation
                .map(|value| format!("{{\"entries\":{{\"evaluation\":{value}}}}}")),
            warnings: None,
        })
    });
    timed.collect()
}

/// A name without what a terminal would obey.
fn clean(name: &str) -> String {
    name.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

fn seconds(seconds: f64) -> std::time::Duration {
    std::time::Duration::try_from_secs_f64(seconds).unwrap_or_default()
}

/// A date as a record has it: a year, or a day.
struct Date {
    began: SystemTime,
    /// What no longer counts as it.
    end: SystemTime,
}

impl Date {
    /// The first year, month and day of a date as formats write it: `1999`, `2010.10.17_05:23:05.MDT`.
    fn read(date: &str) -> Option<Date> {
        const DAY: Duration = Duration::from_secs(86_400);
        let mut numbers = date.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty());
        let year = numbers.next()?.parse().ok()?;
        let mut part = || numbers.next().and_then(|part| part.parse::<u8>().ok());
        let day = part().zip(part()).and_then(|(month, day)| moment::of_day(year, month, day));
        let began = day.or_else(|| moment::of_day(year, 1, 1))?;
        let end = match day {
            Some(day) => day + DAY,
            None => moment::of_day(year + 1, 1, 1).unwrap_or(began + DAY),
        };
        Some(Date { began, end })
    }
}

fn ending(record: &records::Record) -> Ending {
    let Some(result) = record.result else {
        return Ending::Void { reason: "the record has no result".to_owned() };
    };
    let winner = match result.margin {
        0 => None,
        margin if margin > 0 => Some(Colour::Black),
        _ => Some(Colour::White),
    };
    let forfeit = |word: &str| match winner {
        Some(winner) => Ending::Forfeit {
            by: winner.opponent(),
            word: word.to_owned(),
            reason: format!("{word}, as the record says"),
        },
        None => Ending::Played { winner },
    };
    match result.ending {
        records::Ending::Counted | records::Ending::Agreed => Ending::Played { winner },
        records::Ending::Resigned => forfeit("resignation"),
        records::Ending::TimedOut => forfeit("time-out"),
    }
}

#[cfg(test)]
mod tests {
    use othello_rules::Position;

    use super::*;

    #[test]
    fn whatever_becomes_of_its_bytes_a_file_has_games_or_errors() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games");
        let record =
            records::Record::new(Game::from_transcript(Position::default(), "f5d6c3").unwrap());
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
                let read: Vec<_> = games(&file, &bytes, &wthor::Names::default()).collect();
                assert!(!read.is_empty() || round > 0);
                store.add_all(read.iter().flatten().map(|dated| &dated.game)).unwrap();
            }
        }
    }
}
