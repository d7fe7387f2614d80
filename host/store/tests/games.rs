//! Games go in and come out as they were, and the file survives what happens to files.

#![allow(clippy::unwrap_used, reason = "a test may unwrap")]

mod sample;

use std::path::Path;
use std::time::{Duration, SystemTime};

use othello_rules::{ByColour, Colour};
use othello_store::{ContestPlace, Ending, Filter, GameRecord, Store, StoreError};
use sample::game;

fn played(winner: Option<Colour>) -> Ending {
    Ending::Played { winner }
}

fn forfeit(by: Colour) -> Ending {
    Ending::Forfeit { by, word: "time-out".into(), reason: "time-out: took 2 s".into() }
}

#[test]
fn a_game_comes_out_as_it_went_in() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::open(&folder.path().join("games.db")).unwrap();
    for ending in [
        played(Some(Colour::White)),
        played(None),
        forfeit(Colour::Black),
        Ending::Void { reason: "the server went away".into() },
    ] {
        let game = game("Simple", "Random", ending);
        let id = store.add(&game).unwrap();
        assert_eq!(store.game(id).unwrap(), Some(game));
    }
}

#[test]
fn lists_hold_the_games_that_were_asked_for_the_oldest_first() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::open(&folder.path().join("games.db")).unwrap();
    store.add(&game("Simple", "Random", played(Some(Colour::Black)))).unwrap();
    store.add(&game("Edge", "Simple", played(None))).unwrap();
    store.add(&game("Edge", "Random", forfeit(Colour::Black))).unwrap();
    let names = |filter: Filter| -> Vec<String> {
        let games = store.games(&filter).unwrap();
        games.iter().map(|game| format!("{}-{}", game.names.black, game.names.white)).collect()
    };
    let all = || Filter::default();
    assert_eq!(names(all()), ["Simple-Random", "Edge-Simple", "Edge-Random"]);
    assert_eq!(
        names(Filter { player: Some("simple".into()), ..all() }),
        ["Simple-Random", "Edge-Simple"]
    );
    assert_eq!(names(Filter { ending: Some("draw".into()), ..all() }), ["Edge-Simple"]);
    assert_eq!(names(Filter { newest: Some(2), ..all() }), ["Edge-Simple", "Edge-Random"]);
    let later = SystemTime::now() + Duration::from_secs(60);
    assert!(names(Filter { since: Some(later), ..all() }).is_empty());
}

#[test]
fn deleting_a_game_deletes_what_only_it_mentioned() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    let mut store = Store::open(&path).unwrap();
    let first = store.add(&game("Simple", "Random", played(None))).unwrap();
    let second = store.add(&game("Edge", "Random", played(None))).unwrap();
    assert_eq!(store.delete(&[first]).unwrap(), 1);
    assert_eq!(store.delete(&[first]).unwrap(), 0);
    assert_eq!(store.game(first).unwrap(), None);
    assert_eq!(store.game(second).unwrap().unwrap().rounds.len(), 2);
    drop(store);
    let count = |table: &str| -> i64 {
        let connection = rusqlite::Connection::open(&path).unwrap();
        connection
            .query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get(0))
            .unwrap()
    };
    assert_eq!((count("player"), count("round")), (2, 2));
    // The query, two thinkings and White's output.
    assert_eq!(count("text"), 4);
}

#[test]
fn a_place_in_a_contest_is_given_once() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::open(&folder.path().join("contest.db")).unwrap();
    let place = Some(ContestPlace(7));
    let placed = GameRecord { contest_place: place, ..game("Simple", "Random", played(None)) };
    store.add(&placed).unwrap();
    assert!(store.add(&placed).is_err());
    assert_eq!(store.games(&Filter::default()).unwrap().len(), 1);
    store.set_contest_value("state", "running").unwrap();
    store.set_contest_value("state", "done").unwrap();
    assert_eq!(store.contest_value("state").unwrap().as_deref(), Some("done"));
}

#[test]
fn two_hosts_write_to_one_history_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let mut store = Store::open(&path).unwrap();
                for _ in 0..25 {
                    store.add(&game("Simple", "Random", played(None))).unwrap();
                }
            });
        }
    });
    assert_eq!(Store::open(&path).unwrap().games(&Filter::default()).unwrap().len(), 100);
}

#[test]
fn a_file_that_is_something_else_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let text = folder.path().join("notes.txt");
    std::fs::write(&text, "these are my notes, and no games at all, however long they may be")
        .unwrap();
    assert!(matches!(Store::open(&text), Err(StoreError::NotGames(_))));
    let other = folder.path().join("other.db");
    rusqlite::Connection::open(&other).unwrap().execute_batch("CREATE TABLE mine (x)").unwrap();
    assert!(matches!(Store::open(&other), Err(StoreError::NotGames(_))));
    let missing = Store::open_existing(&folder.path().join("none.db")).unwrap_err();
    assert!(missing.to_string().starts_with("there is no file "), "{missing}");
}

#[test]
fn the_games_of_a_series_are_found_by_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::open(&folder.path().join("games.db")).unwrap();
    let alone = game("Simple", "Random", played(None));
    let of = |series: &str| GameRecord { series: Some(series.to_owned()), ..alone.clone() };
    let ids = store.add_all(&[of("one"), alone.clone(), of("other"), of("one")]).unwrap();
    let filter = Filter { series: Some("one".to_owned()), ..Filter::default() };
    let found: Vec<_> = store.games(&filter).unwrap().iter().map(|game| game.id).collect();
    assert_eq!(found, [ids[0], ids[3]]);
    assert_eq!(store.game(ids[2]).unwrap(), Some(of("other")));
}

#[test]
fn a_stream_of_games_comes_in_as_it_is_and_whole_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::open(&folder.path().join("games.db")).unwrap();
    let numbered = |number: u64| GameRecord {
        seed: number,
        ..game(&format!("Player {number}"), "Random", played(None))
    };
    let ids = store.add_stream((0..600).map(numbered)).unwrap();
    assert_eq!(ids.len(), 600);
    for (number, id) in (0..).zip(ids) {
        assert_eq!(store.game(id).unwrap(), Some(numbered(number)));
    }
    // The last one takes a place in a contest that another one has.
    let placed = |number: u64| GameRecord {
        contest_place: Some(ContestPlace((number % 599).cast_signed())),
        ..numbered(number)
    };
    assert!(store.add_stream((0..600).map(placed)).is_err());
    assert_eq!(store.games(&Filter::default()).unwrap().len(), 600);
}

/// What a file of an earlier version does not have.
const EARLIER: [(i64, &[&str]); 4] = [
    (1, &["black_spec", "white_spec", "source", "series"]),
    (2, &["source", "series"]),
    (3, &["series"]),
    (4, &[]),
];

/// Makes a file of that version of one of the present.
fn turn_back(path: &Path, version: i64, missing: &[&str]) {
    let connection = rusqlite::Connection::open(path).unwrap();
    if version < 4 {
        connection.execute("DROP INDEX game_series", []).unwrap();
    }
    for column in missing {
        connection.execute(&format!("ALTER TABLE game DROP COLUMN {column}"), []).unwrap();
    }
    connection.pragma_update(None, "user_version", version).unwrap();
}

#[test]
fn a_file_of_an_earlier_version_is_read_as_it_is_and_brought_up_to_this_one_when_it_is_written() {
    for (version, missing) in EARLIER {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.db");
        let first = game("Simple", "Random", played(None));
        let id = Store::open(&path).unwrap().add(&first).unwrap();
        turn_back(&path, version, missing);
        let before = std::fs::read(&path).unwrap();
        let specs = if version == 1 { ByColour::default() } else { first.specs.clone() };
        let known = GameRecord { specs, ..first.clone() };
        let read = Store::open_existing(&path).unwrap();
        assert_eq!(read.game(id).unwrap(), Some(known.clone()), "version {version}");
        drop(read);
        assert_eq!(std::fs::read(&path).unwrap(), before, "version {version}");
        let mut store = Store::open_to_write(&path).unwrap();
        assert_eq!(store.game(id).unwrap(), Some(known), "version {version}");
        let second = store.add(&first).unwrap();
        assert_eq!(store.game(second).unwrap(), Some(first), "version {version}");
    }
}

#[test]
fn a_contest_of_ones_own_game_is_found_by_the_game_s_folder_in_files_of_earlier_versions_too() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("contest.db");
    let mut store = Store::open(&path).unwrap();
    let own = |place: Option<i64>, name: &str| GameRecord {
        game: name.to_owned(),
        contest_place: place.map(ContestPlace),
        ..game("Simple", "Random", played(None))
    };
    let games = [own(Some(0), "mine"), own(None, "mine"), own(Some(1), "othello")];
    let ids = store.add_all(&games).unwrap();
    store.set_contest_value("plan", r#"{"game": "mine", "folder": "/at/home/mine"}"#).unwrap();
    drop(store);
    turn_back(&path, 4, &[]);
    let names = |store: &Store| -> Vec<String> {
        ids.iter().map(|&id| store.game(id).unwrap().unwrap().game).collect()
    };
    let expected = ["/at/home/mine", "mine", "othello"];
    assert_eq!(names(&Store::open_existing(&path).unwrap()), expected);
    assert_eq!(names(&Store::open_to_write(&path).unwrap()), expected);
    turn_back(&path, 4, &[]);
    let connection = rusqlite::Connection::open(&path).unwrap();
    connection.execute("UPDATE contest SET value = 'no plan'", []).unwrap();
    drop(connection);
    assert_eq!(names(&Store::open_existing(&path).unwrap()), expected);
}

#[test]
fn what_a_stranger_wrote_into_a_file_is_neither_obeyed_nor_run() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    let mut store = Store::open(&path).unwrap();
    let mut sly = game("A\u{1b}[31m", "B\u{202e}", forfeit(Colour::Black));
    if let Ending::Forfeit { word, reason, .. } = &mut sly.ending {
        (*word, *reason) = ("boo\u{7}".to_owned(), "one\n\u{1b}two".to_owned());
    }
    sly.rounds[0].ply = u32::MAX;
    let id = store.add(&sly).unwrap();
    drop(store);
    let read = Store::open_existing(&path).unwrap().game(id).unwrap().unwrap();
    assert_eq!((read.names.black.as_str(), read.names.white.as_str()), ("A [31m", "B"));
    assert!(matches!(&read.ending, Ending::Forfeit { word, reason, .. }
        if word == "boo " && reason == "one\n two"));
    assert!(read.rounds[0].ply < 10_000);
    drop(Store::open_to_write(&path).unwrap());
    let usual = format!("ALTER TABLE game ADD COLUMN more TEXT DEFAULT '{}'", "x".repeat(9_000));
    for written in [
        "ALTER TABLE game RENAME TO other;
         CREATE VIEW game AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
         SELECT other.* FROM other, n;",
        "ALTER TABLE game DROP COLUMN database;
         ALTER TABLE game ADD COLUMN database TEXT GENERATED ALWAYS AS (hex(zeroblob(400000000))) VIRTUAL",
        "ALTER TABLE player ADD COLUMN more TEXT AS (hex(zeroblob(400000000)))",
        "CREATE TRIGGER more AFTER INSERT ON game BEGIN DELETE FROM game; END",
        "CREATE INDEX more ON game (hex(zeroblob(id * 1000000)))",
        "ALTER TABLE game ADD COLUMN more TEXT CHECK (length(hex(zeroblob(400000000))) > 0)",
        "CREATE VIEW more AS SELECT 1",
        "DROP INDEX game_began; CREATE INDEX game_began ON game (hex(zeroblob(400000000)))",
        "DROP INDEX game_series;
         CREATE INDEX game_series ON game (series) WHERE length(hex(zeroblob(400000000))) > 0",
        "CREATE TABLE more (one TEXT DEFAULT (hex(zeroblob(400000000))))",
        "PRAGMA writable_schema = on; UPDATE sqlite_schema SET sql =
         replace(sql, 'reason TEXT', 'reason TEXT DEFAULT (hex(zeroblob(400000000)))')",
        &usual,
    ] {
        let evil = folder.path().join("evil.db");
        std::fs::copy(&path, &evil).unwrap();
        rusqlite::Connection::open(&evil).unwrap().execute_batch(written).unwrap();
        assert!(matches!(Store::open_existing(&evil), Err(StoreError::NotGames(_))), "{written}");
        assert!(matches!(Store::open_to_write(&evil), Err(StoreError::NotGames(_))), "{written}");
        assert!(matches!(Store::open(&evil), Err(StoreError::NotGames(_))), "{written}");
    }
}

#[test]
fn of_a_name_and_a_reason_of_megabytes_no_more_is_read_than_a_line_has() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    let long = "é".repeat(5 << 20);
    let mut sly = game(&long, "Simple", forfeit(Colour::Black));
    if let Ending::Forfeit { reason, .. } = &mut sly.ending {
        reason.clone_from(&long);
    }
    let id = Store::open(&path).unwrap().add(&sly).unwrap();
    let read = Store::open_existing(&path).unwrap().game(id).unwrap().unwrap();
    assert_eq!(read.names.black.len(), 64 << 10);
    assert!(matches!(&read.ending, Ending::Forfeit { reason, .. } if reason.len() == 64 << 10));
    assert_eq!(read.players.black.name.len(), 64 << 10);
}

#[test]
fn names_are_the_same_whatever_the_case_of_their_letters() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::open(&folder.path().join("games.db")).unwrap();
    for name in ["Łódź", "Random", "ŁÓDŹ", "łódź"] {
        store.add(&game(name, "Simple", played(None))).unwrap();
    }
    let of = |newest: Option<u32>| Filter {
        player: Some("łÓDź".to_owned()),
        newest,
        ..Filter::default()
    };
    let ids = |newest| -> Vec<i64> {
        store.games(&of(newest)).unwrap().iter().map(|game| game.id.0).collect()
    };
    assert_eq!((ids(None), ids(Some(2))), (vec![1, 3, 4], vec![3, 4]));
}

#[test]
fn a_file_of_a_later_version_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    drop(Store::open(&path).unwrap());
    let connection = rusqlite::Connection::open(&path).unwrap();
    connection.pragma_update(None, "user_version", 99).unwrap();
    let refused = Store::open(&path).unwrap_err();
    assert!(refused.to_string().contains("a later version of the host"), "{refused}");
}

#[test]
fn a_file_of_somebody_elses_is_left_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let (foreign, empty) = (folder.path().join("notes.db"), folder.path().join("empty.db"));
    let notes = rusqlite::Connection::open(&foreign).unwrap();
    notes.execute_batch("CREATE TABLE note (text TEXT); INSERT INTO note VALUES ('mine')").unwrap();
    drop(notes);
    std::fs::write(&empty, "").unwrap();
    for path in [&foreign, &empty] {
        let before = std::fs::read(path).unwrap();
        assert!(matches!(Store::open_existing(path), Err(StoreError::NotGames(_))));
        assert_eq!(std::fs::read(path).unwrap(), before);
    }
    assert!(matches!(Store::open(&foreign), Err(StoreError::NotGames(_))));
    assert!(Store::open(&empty).is_ok());
}

#[test]
fn a_file_that_is_held_to_a_size_takes_what_fits_and_keeps_that() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    let mut store = Store::open(&path).unwrap();
    store.hold_to(1 << 20).unwrap();
    let long = |number: usize| {
        let mut long = game("One", "Other", forfeit(Colour::Black));
        long.rounds[0].query = Some(number.to_string() + &"x".repeat(100 << 10));
        long
    };
    let added = (0..20).take_while(|&number| store.add(&long(number)).is_ok()).count();
    assert!((5..11).contains(&added), "{added}");
    assert!(matches!(store.add(&long(20)), Err(StoreError::Full(_))));
    drop(store);
    assert_eq!(Store::open(&path).unwrap().games(&Filter::default()).unwrap().len(), added);
    assert!(path.metadata().unwrap().len() <= 1 << 20);
}
