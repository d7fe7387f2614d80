//! The schema, and how a file of an earlier version comes up to it.

use std::path::Path;

use rusqlite::Connection;

use crate::error::StoreError;
use crate::plain::is_plain;

/// The version of the schema below; `user_version` of a file.
const VERSION: i64 = 5;

/// Marks a file as one of ours ("Othl" in `application_id`).
const APPLICATION: i64 = 0x4f74_686c;

/// Where a file's header has it.
const APPLICATION_BYTES: std::ops::Range<usize> = 68..72;

/// Whether a file's header, as far as it is there, marks it as one of ours.
pub(crate) fn is_marked(bytes: &[u8]) -> bool {
    bytes.get(APPLICATION_BYTES).is_some_and(|mark| mark == (APPLICATION as u32).to_be_bytes())
}

/// The indexes of the schema below, as they were made.
const INDEXES: [&str; 2] = [
    "CREATE INDEX game_began ON game (began)",
    "CREATE INDEX game_series ON game (series) WHERE series IS NOT NULL",
];

const SCHEMA: &str = "
CREATE TABLE text (
    id INTEGER PRIMARY KEY,
    hash BLOB NOT NULL UNIQUE,
    text TEXT NOT NULL
);
CREATE TABLE player (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    version TEXT NOT NULL,
    author TEXT NOT NULL,
    class TEXT NOT NULL,
    options TEXT NOT NULL,
    hash TEXT NOT NULL,
    UNIQUE (name, version, class, options, hash)
);
CREATE TABLE game (
    id INTEGER PRIMARY KEY,
    began INTEGER NOT NULL,
    took INTEGER NOT NULL,
    game TEXT NOT NULL,
    size INTEGER NOT NULL,
    start TEXT NOT NULL,
    position TEXT,
    seed INTEGER NOT NULL,
    black INTEGER NOT NULL REFERENCES player,
    white INTEGER NOT NULL REFERENCES player,
    black_name TEXT NOT NULL,
    white_name TEXT NOT NULL,
    ending TEXT NOT NULL,
    winner TEXT,
    forfeit TEXT,
    reason TEXT,
    black_discs INTEGER NOT NULL,
    white_discs INTEGER NOT NULL,
    moves TEXT NOT NULL,
    database TEXT NOT NULL,
    time TEXT NOT NULL,
    held_up INTEGER NOT NULL,
    black_output INTEGER REFERENCES text,
    white_output INTEGER REFERENCES text,
    contest_place INTEGER UNIQUE,
    black_spec TEXT NOT NULL DEFAULT '',
    white_spec TEXT NOT NULL DEFAULT '',
    source TEXT,
    series TEXT
);
CREATE INDEX game_began ON game (began);
CREATE INDEX game_series ON game (series) WHERE series IS NOT NULL;
CREATE TABLE round (
    game INTEGER NOT NULL REFERENCES game,
    number INTEGER NOT NULL,
    ply INTEGER NOT NULL,
    side TEXT NOT NULL,
    query INTEGER REFERENCES text,
    params INTEGER REFERENCES text,
    rows INTEGER,
    asked INTEGER NOT NULL,
    ran INTEGER NOT NULL,
    thinking INTEGER REFERENCES text,
    warnings INTEGER REFERENCES text,
    PRIMARY KEY (game, number)
) WITHOUT ROWID;
CREATE TABLE contest (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;
";

/// The columns of a game that later versions have, each with the first of them, its type, and its value for older games.
const LATER_COLUMNS: [(i64, &str, &str, &str); 4] = [
    (2, "black_spec", "TEXT NOT NULL DEFAULT ''", "''"),
    (2, "white_spec", "TEXT NOT NULL DEFAULT ''", "''"),
    (3, "source", "TEXT", "NULL"),
    (4, "series", "TEXT", "NULL"),
];

/// The columns that all versions have, but for the game's name.
const COLUMNS: &str = "id, began, took, size, start, position, seed, black, white, black_name, white_name, ending,
    winner, forfeit, reason, black_discs, white_discs, moves, database, time, held_up, black_output, white_output,
    contest_place";

/// The game of a row: before version 5 a contest named one of the user's own as its plan does, and not by its folder.
const GAME: &str = "CASE contest_place NOT NULL
        AND game = (SELECT value ->> 'game' FROM contest WHERE key = 'plan' AND json_valid(value))
    WHEN TRUE THEN coalesce((SELECT value ->> 'folder' FROM contest WHERE key = 'plan'), game)
    ELSE game END";

/// What brings a file of an earlier version up to the present one.
fn steps(found: i64) -> String {
    let added = LATER_COLUMNS.iter().filter(|(since, ..)| *since > found);
    let added =
        added.map(|(_, name, kind, _)| format!("ALTER TABLE game ADD COLUMN {name} {kind};\n"));
    let mut steps: String = added.collect();
    if found < 4 {
        steps += "CREATE INDEX game_series ON game (series) WHERE series IS NOT NULL;\n";
    }
    steps + &format!("UPDATE game SET game = {GAME} WHERE contest_place NOT NULL;")
}

/// Lets whoever only reads a file of an earlier version see it as one of the present.
pub(crate) fn read_as_present(connection: &mut Connection, path: &Path) -> Result<(), StoreError> {
    let found = known_version(connection, path)?;
    if found == VERSION {
        return Ok(());
    }
    let later = LATER_COLUMNS.iter().map(|(since, name, _, usual)| match *since > found {
        true => format!(", {usual} AS {name}"),
        false => format!(", {name}"),
    });
    let later: String = later.collect();
    // What is temporary comes before what is in the file.
    let view =
        format!("CREATE TEMP VIEW game AS SELECT {COLUMNS}, {GAME} AS game{later} FROM main.game");
    connection.execute_batch(&view).map_err(|error| StoreError::of(path, error))
}

/// The version of a file of ours.
fn known_version(connection: &mut Connection, path: &Path) -> Result<i64, StoreError> {
    match marks(connection).map_err(|error| StoreError::of(path, error))? {
        (APPLICATION, found @ 1..=VERSION, _) => Ok(found),
        (APPLICATION, found, _) if found > VERSION => {
            Err(StoreError::TooNew { path: path.to_owned(), found, known: VERSION })
        }
        _ => Err(StoreError::NotGames(path.to_owned())),
    }
}

/// Checks whose a file is before anything of it is changed. One that holds nothing is nobody's, and may become ours.
pub(crate) fn recognise(
    connection: &mut Connection,
    path: &Path,
    may_be_empty: bool,
) -> Result<(), StoreError> {
    match marks(connection).map_err(|error| StoreError::of(path, error))? {
        (APPLICATION, 1..=VERSION, _) => match has_tables(connection) {
            Ok(true) => Ok(()),
            Ok(false) => Err(StoreError::NotGames(path.to_owned())),
            Err(error) => Err(StoreError::of(path, error)),
        },
        (APPLICATION, 1.., _) => Ok(()),
        (0, 0, 0) if may_be_empty => Ok(()),
        _ => Err(StoreError::NotGames(path.to_owned())),
    }
}

/// Whether what is called so are tables, and nothing beside them computes.
pub(crate) fn has_tables(connection: &Connection) -> rusqlite::Result<bool> {
    let are_there = "SELECT count(*) = 5 FROM sqlite_schema
        WHERE type = 'table' AND name IN ('text', 'player', 'game', 'round', 'contest')";
    Ok(is_plain(connection, &INDEXES)? && connection.query_row(are_there, [], |row| row.get(0))?)
}

/// Makes the tables of a new file, and brings an old one to the present version.
pub(crate) fn migrate(connection: &mut Connection, path: &Path) -> Result<(), StoreError> {
    let of = |error| StoreError::of(path, error);
    if marks(connection).map_err(of)? == (0, 0, 0) {
        return change(connection, 0, SCHEMA).map_err(of);
    }
    match known_version(connection, path)? {
        VERSION => Ok(()),
        found => change(connection, found, &steps(found)).map_err(of),
    }
}

/// What tells whose a file is, as of one moment: another host may be making the tables meanwhile.
fn marks(connection: &mut Connection) -> rusqlite::Result<(i64, i64, i64)> {
    let moment = connection.transaction()?;
    // The first read of a transaction fixes what all of it see.
    let tables = moment.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    let number = |name: &str| moment.pragma_query_value(None, name, |row| row.get(0));
    Ok((number("application_id")?, number("user_version")?, tables))
}

/// Brings a file of one version to the present one. Two hosts may both find it so; the one that comes second finds
/// it done.
fn change(connection: &mut Connection, from: i64, statements: &str) -> rusqlite::Result<()> {
    let transaction =
        connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    let version: i64 = transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if version == from {
        transaction.execute_batch(statements)?;
        transaction.pragma_update(None, "application_id", APPLICATION)?;
        transaction.pragma_update(None, "user_version", VERSION)?;
    }
    transaction.commit()
}
