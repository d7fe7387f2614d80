//! The schema, and how a file of an earlier version comes up to it.

use std::path::Path;

use rusqlite::Connection;

use crate::error::StoreError;

/// The version of the schema below; `user_version` of a file.
const VERSION: i64 = 4;

/// Marks a file as one of ours ("Othl" in `application_id`).
const APPLICATION: i64 = 0x4f74_686c;

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

/// What each version has beside the one before: how the players were named; what the records of other programs said;
/// which games the same people played after each other.
const STEPS: [&str; VERSION as usize - 1] = [
    "ALTER TABLE game ADD COLUMN black_spec TEXT NOT NULL DEFAULT '';
     ALTER TABLE game ADD COLUMN white_spec TEXT NOT NULL DEFAULT '';",
    "ALTER TABLE game ADD COLUMN source TEXT;",
    "ALTER TABLE game ADD COLUMN series TEXT;
     CREATE INDEX game_series ON game (series) WHERE series IS NOT NULL;",
];

/// Checks whose a file is before anything of it is changed. One that holds nothing is nobody's, and may become ours.
pub(crate) fn recognise(
    connection: &mut Connection,
    path: &Path,
    may_be_empty: bool,
) -> Result<(), StoreError> {
    match marks(connection).map_err(|error| StoreError::of(path, error))? {
        (APPLICATION, 1.., _) => Ok(()),
        (0, 0, 0) if may_be_empty => Ok(()),
        _ => Err(StoreError::NotGames(path.to_owned())),
    }
}

/// Makes the tables of a new file and checks that an old one is ours.
pub(crate) fn migrate(connection: &mut Connection, path: &Path) -> Result<(), StoreError> {
    let (application, version, tables) =
        marks(connection).map_err(|error| StoreError::of(path, error))?;
    match (application, version) {
        (APPLICATION, VERSION) => Ok(()),
        (APPLICATION, found @ 1..VERSION) => {
            let steps = STEPS[found as usize - 1..].concat();
            change(connection, found, &steps).map_err(|error| StoreError::of(path, error))
        }
        (APPLICATION, found) if found > VERSION => {
            Err(StoreError::TooNew { path: path.to_owned(), found, known: VERSION })
        }
        (0, 0) if tables == 0 => {
            change(connection, 0, SCHEMA).map_err(|error| StoreError::of(path, error))
        }
        _ => Err(StoreError::NotGames(path.to_owned())),
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
