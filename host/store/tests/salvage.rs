//! What can be read of a damaged file is copied to a new one, and what is lost is said.

#![allow(clippy::unwrap_used, reason = "a test may unwrap")]

mod sample;

use std::fs;
use std::path::Path;

use othello_rules::Colour;
use othello_store::{ContestPlace, Ending, Filter, GameId, GameRecord, Store, StoreError, salvage};

const GAMES: i64 = 400;
const PAGE: usize = 4096;

fn game(number: i64) -> GameRecord {
    GameRecord {
        seed: number.cast_unsigned(),
        contest_place: Some(ContestPlace(number)),
        rounds: (0..20).map(|ply| sample::round(ply, Colour::Black)).collect(),
        ..sample::game("Simple", "Random", Ending::Played { winner: Some(Colour::White) })
    }
}

/// A contest's file without anything beside it.
fn write(path: &Path) {
    let mut store = Store::open(path).unwrap();
    store.set_contest_value("plan", "{\"a\": 1}").unwrap();
    let games: Vec<_> = (0..GAMES).map(game).collect();
    store.add_all(&games).unwrap();
}

#[test]
fn a_whole_file_is_copied_whole_and_left_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let (path, to) = (folder.path().join("a.db"), folder.path().join("b.db"));
    write(&path);
    let before = fs::read(&path).unwrap();
    let salvaged = salvage(&path, &to).unwrap();
    assert_eq!((salvaged.games, salvaged.without_rounds), (GAMES as u64, 0));
    assert!(salvaged.lost.is_empty() && salvaged.state == ["plan"]);
    assert_eq!(fs::read(&path).unwrap(), before);
    let (one, other) = (Store::open(&path).unwrap(), Store::open(&to).unwrap());
    for summary in one.games(&Filter::default()).unwrap() {
        assert_eq!(one.game(summary.id).unwrap(), other.game(summary.id).unwrap());
    }
    assert!(matches!(salvage(&path, &to), Err(StoreError::Exists(_))));
    drop((one, other));
    let mut left: Vec<_> =
        fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    left.sort();
    assert_eq!(left, ["a.db", "b.db"]);
}

#[test]
fn of_a_file_whose_schema_computes_nothing_is_computed() {
    let folder = tempfile::tempdir().unwrap();
    let (path, to) = (folder.path().join("a.db"), folder.path().join("b.db"));
    for written in [
        "ALTER TABLE game RENAME TO other;
         CREATE VIEW game AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
         SELECT other.* FROM other, n WHERE n.i < 0;",
        "ALTER TABLE round DROP COLUMN thinking;
         ALTER TABLE round ADD COLUMN thinking TEXT AS (hex(zeroblob(400000000))) VIRTUAL",
    ] {
        write(&path);
        rusqlite::Connection::open(&path).unwrap().execute_batch(written).unwrap();
        // The tables of a new file take the place of those: what is a game by them is saved, as whole as it is.
        let salvaged = salvage(&path, &to).unwrap();
        assert_eq!((salvaged.games, salvaged.lost.as_slice()), (GAMES as u64, &[][..]));
        [&path, &to].into_iter().for_each(|file| fs::remove_file(file).unwrap());
    }
}

#[test]
fn whichever_page_is_spoilt_most_games_are_still_there() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.db");
    write(&path);
    let whole = fs::read(&path).unwrap();
    let pages = whole.len() / PAGE;
    assert!(pages > 40, "{pages} pages");
    // The first page tells where everything is; the others hold tables and indexes.
    for page in (0..pages).step_by(pages / 12) {
        let mut bytes = whole.clone();
        for (at, byte) in bytes[page * PAGE..(page + 1) * PAGE].iter_mut().enumerate() {
            *byte = (at * 37 % 251) as u8;
        }
        check(folder.path(), page, &bytes, &format!("page {page} of {pages}"));
    }
}

#[test]
fn a_file_that_was_cut_off_has_what_was_before_the_cut() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.db");
    write(&path);
    let whole = fs::read(&path).unwrap();
    let cut = whole.len() * 3 / 4 + 1000;
    fs::write(&path, &whole[..cut]).unwrap();
    let salvaged = salvage(&path, &folder.path().join("b.db")).unwrap();
    assert!(salvaged.games >= GAMES as u64 / 2, "{salvaged:?}");
    fs::write(&path, &whole[..100]).unwrap();
    let to = folder.path().join("c.db");
    assert!(matches!(salvage(&path, &to), Err(StoreError::Unreadable(_))));
    assert!(!to.exists());
    fs::write(&path, "something else").unwrap();
    assert!(matches!(salvage(&path, &to), Err(StoreError::NotGames(_))));
}

#[test]
fn wherever_a_file_is_cut_it_is_said_how_many_games_are_lost_or_how_many_are_at_least() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.db");
    write(&path);
    let whole = fs::read(&path).unwrap();
    let (pages, mut told, mut exact) = ((whole.len() / PAGE) as u64, 0, 0);
    for part in (2..16).step_by(2) {
        let cut = whole.len() * part / 16 + 1000;
        fs::write(&path, &whole[..cut]).unwrap();
        let to = folder.path().join(format!("{part}.db"));
        let Ok(salvaged) = salvage(&path, &to) else { continue };
        let of_file = salvaged.cut.unwrap();
        assert_eq!((of_file.had, of_file.has), (pages, (cut / PAGE) as u64));
        let (lost, known) = (GAMES as u64 - salvaged.games, salvaged.lost.len() as u64);
        assert!(known + salvaged.lost_behind <= lost, "part {part}: {lost}, {salvaged:?}");
        if salvaged.more_may_be_lost {
            assert!(lost > 0, "part {part}: {salvaged:?}");
        } else {
            assert_eq!(known + salvaged.lost_behind, lost, "part {part}: {salvaged:?}");
            exact += 1;
        }
        // Of what the pages above the games name no more than the last page of them is untold.
        told += u64::from(lost > 0 && known + salvaged.lost_behind + 40 >= lost);
    }
    assert!(told > 1 && exact + told > 4, "{told} are told nearly, {exact} exactly");
}

#[test]
fn a_number_that_damage_has_made_is_not_counted_up_to() {
    let folder = tempfile::tempdir().unwrap();
    let (path, to) = (folder.path().join("a.db"), folder.path().join("b.db"));
    write(&path);
    let connection = rusqlite::Connection::open(&path).unwrap();
    connection.pragma_update(None, "foreign_keys", false).unwrap();
    connection.execute("UPDATE game SET id = 1000000000000 WHERE id = 7", []).unwrap();
    connection.execute("DELETE FROM game WHERE id = 8", []).unwrap();
    let pages: Vec<i64> = {
        let sql = "SELECT rootpage FROM sqlite_schema WHERE name = 'game'";
        let mut statement = connection.prepare(sql).unwrap();
        statement.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    };
    drop(connection);
    let salvaged = salvage(&path, &to).unwrap();
    assert_eq!((salvaged.games, salvaged.lost), (GAMES as u64 - 1, vec![GameId(7), GameId(8)]));
    // The same where the games can't be gone through any more.
    let mut bytes = fs::read(&path).unwrap();
    let root = (pages[0] as usize - 1) * PAGE;
    bytes[root..root + PAGE].fill(0);
    fs::write(&path, bytes).unwrap();
    let salvaged = salvage(&path, &folder.path().join("c.db")).unwrap();
    assert_eq!(salvaged.games, 0);
    assert_eq!(salvaged.lost.len(), GAMES as usize + 1, "{:?}", salvaged.lost);
}

fn check(folder: &Path, number: usize, bytes: &[u8], what: &str) {
    let (path, to) = (folder.join("spoilt.db"), folder.join(format!("{number}.db")));
    fs::write(&path, bytes).unwrap();
    let salvaged = salvage(&path, &to).unwrap_or_else(|error| panic!("{what}: {error}"));
    let store = Store::open(&to).unwrap();
    let games = store.games(&Filter::default()).unwrap();
    assert_eq!(games.len() as u64, salvaged.games, "{what}");
    // A page holds a few dozen games; those that it held are lost, and said.
    assert!(games.len() as i64 > GAMES - 100, "{what}: {} games", games.len());
    assert!(games.iter().all(|game| game.moves == self::game(0).moves), "{what}");
}
