//! The schema of a ladder's file.

use std::path::Path;

use othello_store::is_plain;
use rusqlite::{Connection, TransactionBehavior};

use crate::error::LadderError;

/// The version of the schema below; `user_version` of a file.
const VERSION: i64 = 6;
/// Marks a file as a ladder's ("Othd" in `application_id`).
const APPLICATION: i64 = 0x4f74_6864;

const SCHEMA: &str = "
CREATE TABLE setting (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE person (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    shape TEXT NOT NULL UNIQUE,
    key TEXT UNIQUE,
    joined INTEGER NOT NULL,
    boss INTEGER NOT NULL,
    removed INTEGER NOT NULL,
    muted INTEGER NOT NULL
);
CREATE TABLE version (
    id INTEGER PRIMARY KEY,
    person INTEGER NOT NULL REFERENCES person,
    number INTEGER NOT NULL,
    installed TEXT,
    form TEXT,
    size INTEGER,
    unpacked INTEGER,
    text TEXT,
    hash TEXT NOT NULL,
    unlimited INTEGER NOT NULL,
    submitted INTEGER NOT NULL,
    verdict TEXT NOT NULL,
    remarks TEXT NOT NULL,
    revealed INTEGER NOT NULL,
    UNIQUE (person, number)
);
CREATE TABLE badge (
    id INTEGER PRIMARY KEY,
    person INTEGER NOT NULL REFERENCES person,
    badge TEXT NOT NULL,
    game INTEGER,
    UNIQUE (person, badge)
);
CREATE TABLE upload (
    hash TEXT PRIMARY KEY,
    bytes BLOB NOT NULL
);
";

/// No number is given twice: whoever reads the feed has games that were taken out since.
const GAMES: &str = "
CREATE TABLE game (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    final INTEGER NOT NULL,
    pair INTEGER NOT NULL,
    second INTEGER NOT NULL,
    black INTEGER NOT NULL REFERENCES version,
    white INTEGER NOT NULL REFERENCES version,
    half_points INTEGER NOT NULL,
    fault TEXT,
    fault_of TEXT,
    reason TEXT,
    black_discs INTEGER NOT NULL,
    white_discs INTEGER NOT NULL,
    moves TEXT NOT NULL,
    began INTEGER NOT NULL,
    took INTEGER NOT NULL,
    worker TEXT,
    UNIQUE (final, pair, second)
);
CREATE INDEX game_black ON game (black);
CREATE INDEX game_white ON game (white);
";

/// The indexes of all these, as they were made.
const INDEXES: [&str; 2] =
    ["CREATE INDEX game_black ON game (black)", "CREATE INDEX game_white ON game (white)"];

/// What a file of the first version lacks.
const SINCE_FIRST: &str = "
ALTER TABLE version ADD COLUMN form TEXT;
ALTER TABLE version ADD COLUMN size INTEGER;
CREATE TABLE upload (
    hash TEXT PRIMARY KEY,
    bytes BLOB NOT NULL
);
";

/// What one of the second version lacks. No number is given twice: a comparison that is forgotten may be played still.
const COMPARISONS: &str = "
CREATE TABLE comparison (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    person INTEGER NOT NULL REFERENCES person,
    tried INTEGER NOT NULL REFERENCES version,
    against INTEGER NOT NULL REFERENCES version,
    began INTEGER NOT NULL,
    wins INTEGER NOT NULL,
    draws INTEGER NOT NULL,
    losses INTEGER NOT NULL,
    outcome TEXT
);
";

/// What one of the fourth version lacks. What a pack in it takes unpacked is not known, and counted as the most.
const SINCE_FOURTH: &str = "
ALTER TABLE version ADD COLUMN unpacked INTEGER;
UPDATE version SET size = length(CAST(text AS BLOB)) WHERE text IS NOT NULL;
UPDATE version SET unpacked = 33554432 WHERE form = 'pack' AND size > 0;
";

/// How far people are with the lessons.
const LESSONS: &str = "
CREATE TABLE lesson (
    person INTEGER NOT NULL REFERENCES person,
    lesson TEXT NOT NULL,
    passed INTEGER NOT NULL,
    hints INTEGER NOT NULL,
    tries INTEGER NOT NULL,
    query TEXT,
    last INTEGER NOT NULL,
    UNIQUE (person, lesson)
);
";

/// In one of the third version numbers of comparisons were given twice.
const BEFORE_COMPARISONS: &str = "ALTER TABLE comparison RENAME TO earlier;";
const AFTER_COMPARISONS: &str = "INSERT INTO comparison SELECT * FROM earlier; DROP TABLE earlier;";

/// One of an earlier version than the sixth says neither who has played a game nor which one brought a badge.
const BEFORE_GAMES: &str = "
ALTER TABLE badge ADD COLUMN game INTEGER;
DROP INDEX game_black;
DROP INDEX game_white;
ALTER TABLE game RENAME TO earlier_game;
";
const AFTER_GAMES: &str =
    "INSERT INTO game SELECT *, NULL FROM earlier_game; DROP TABLE earlier_game;";

/// In one of the second or third version what was refused lies still.
const WITHOUT_REFUSED: &str = "
UPDATE version SET size = 0 WHERE form IS NOT NULL AND verdict = 'refused';
DELETE FROM upload WHERE hash NOT IN (SELECT hash FROM version WHERE verdict <> 'refused');
";

/// Sees to it that a file is empty, or a ladder's of this version or an earlier one.
pub(super) fn check(connection: &Connection, path: &Path) -> Result<(), LadderError> {
    let number = |name: &str| connection.pragma_query_value(None, name, |row| row.get(0));
    let (application, version): (i64, i64) = (
        number("application_id").map_err(|e| LadderError::of_file(path, e))?,
        number("user_version").map_err(|e| LadderError::of_file(path, e))?,
    );
    let tables: i64 = connection
        .query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))
        .map_err(|error| LadderError::of_file(path, error))?;
    match (application, version) {
        (APPLICATION, 1..=VERSION) => match is_plain(connection, &INDEXES) {
            Ok(true) => Ok(()),
            Ok(false) => Err(LadderError::NotALadder(path.to_owned())),
            Err(error) => Err(LadderError::of_file(path, error)),
        },
        (0, 0) if tables == 0 => Ok(()),
        (APPLICATION, found) => {
            Err(LadderError::TooNew { path: path.to_owned(), found, known: VERSION })
        }
        _ => Err(LadderError::NotALadder(path.to_owned())),
    }
}

/// Makes the tables of an empty file, and those that a file of an earlier version lacks.
pub(super) fn create(connection: &mut Connection, path: &Path) -> Result<(), LadderError> {
    let mut made = || -> rusqlite::Result<()> {
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let version: i64 =
            transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
        let earlier_games = format!("{BEFORE_GAMES}{GAMES}{AFTER_GAMES}");
        let since_fourth = format!("{SINCE_FOURTH}{LESSONS}{earlier_games}");
        let changes = match version {
            0 => format!("{SCHEMA}{GAMES}{COMPARISONS}{LESSONS}"),
            1 => format!("{SINCE_FIRST}{COMPARISONS}{since_fourth}"),
            2 => format!("{COMPARISONS}{WITHOUT_REFUSED}{since_fourth}"),
            3 => format!(
                "{BEFORE_COMPARISONS}{COMPARISONS}{AFTER_COMPARISONS}{WITHOUT_REFUSED}{since_fourth}"
            ),
            4 => since_fourth,
            5 => earlier_games,
            _ => return transaction.commit(),
        };
        transaction.execute_batch(&changes)?;
        transaction.pragma_update(None, "application_id", APPLICATION)?;
        transaction.pragma_update(None, "user_version", VERSION)?;
        transaction.commit()
    };
    made().map_err(|error| LadderError::of_file(path, error))
}
