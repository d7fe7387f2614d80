//! What a contest needs of its file: its state by keys, and the results of its games without their moves.

use std::time::{Duration, SystemTime};

use othello_rules::ByColour;
use rusqlite::{OptionalExtension, params};

use crate::read::{SUMMARY, ending, system_time};
use crate::record::{ContestPlace, Ending};
use crate::write::milliseconds;
use crate::{Store, StoreError};

/// The result of a game, without the rounds that it took.
#[derive(Clone, Debug, PartialEq)]
pub struct GameResult {
    /// When it began.
    pub began: SystemTime,
    /// Under which names they played.
    pub names: ByColour<String>,
    /// The classes of the players: `blind`, `open` or `person`.
    pub classes: ByColour<String>,
    /// How it ended.
    pub ending: Ending,
    /// The moves and passes, as a transcript with every pass written (`f5d6--c3`).
    pub moves: String,
    /// How long it took.
    pub took: Duration,
    /// Whether the host kept a player waiting.
    pub held_up: bool,
    /// Its place in a contest.
    pub contest_place: Option<ContestPlace>,
}

/// How long somebody took for its moves of one number.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveTime {
    /// Who.
    pub name: String,
    /// How many moves and passes there were before.
    pub ply: u32,
    /// The mean time.
    pub mean: Duration,
}

impl Store {
    /// Calls `take` with the result of every game since then, the oldest first.
    ///
    /// # Errors
    /// Where the file can't be read.
    pub fn results(
        &self,
        since: Option<SystemTime>,
        mut take: impl FnMut(GameResult),
    ) -> Result<(), StoreError> {
        let sql = format!(
            "SELECT game.*, black_player.class AS black_class, white_player.class AS white_class
             FROM ({SUMMARY} WHERE ?1 IS NULL OR began >= ?1) AS game
             JOIN player AS black_player ON black_player.id = game.black
             JOIN player AS white_player ON white_player.id = game.white
             ORDER BY game.id"
        );
        self.with_connection(|connection| {
            let mut statement = connection.prepare(&sql)?;
            let mut rows = statement.query(params![since.map(milliseconds)])?;
            while let Some(row) = rows.next()? {
                let place: Option<i64> = row.get("contest_place")?;
                let took = u64::try_from(row.get::<_, i64>("took")?).unwrap_or(0);
                take(GameResult {
                    began: system_time(row)?,
                    names: ByColour {
                        black: row.get("black_name")?,
                        white: row.get("white_name")?,
                    },
                    classes: ByColour {
                        black: row.get("black_class")?,
                        white: row.get("white_class")?,
                    },
                    ending: ending(row)?,
                    moves: row.get("moves")?,
                    took: Duration::from_micros(took),
                    held_up: row.get("held_up")?,
                    contest_place: place.map(ContestPlace),
                });
            }
            Ok(())
        })
    }

    /// How long everybody took for its moves, by name and by ply.
    ///
    /// # Errors
    /// Where the file can't be read.
    pub fn move_times(&self) -> Result<Vec<MoveTime>, StoreError> {
        self.with_connection(|connection| {
            let mut statement = connection.prepare(
                "SELECT CASE side WHEN 'black' THEN black_name ELSE white_name END AS name, ply,
                    avg(asked + ran)
                 FROM round JOIN game ON game.id = round.game
                 GROUP BY name, ply ORDER BY name, ply",
            )?;
            let micros = |micros: f64| Duration::from_secs_f64(micros.max(0.0) / 1e6);
            let rows = statement.query_map([], |row| {
                Ok(MoveTime { name: row.get(0)?, ply: row.get(1)?, mean: micros(row.get(2)?) })
            })?;
            rows.collect()
        })
    }

    /// A value of a contest's state, by its key.
    ///
    /// # Errors
    /// Where the file can't be read.
    pub fn contest_value(&self, key: &str) -> Result<Option<String>, StoreError> {
        self.with_connection(|connection| {
            connection
                .query_row("SELECT value FROM contest WHERE key = ?1", [key], |row| row.get(0))
                .optional()
        })
    }

    /// Sets a value of a contest's state.
    ///
    /// # Errors
    /// Where the file can't be written.
    pub fn set_contest_value(&mut self, key: &str, value: &str) -> Result<(), StoreError> {
        self.transaction(|transaction| {
            let statement = "INSERT INTO contest VALUES (?1, ?2)
                ON CONFLICT (key) DO UPDATE SET value = excluded.value";
            transaction.execute(statement, [key, value]).map(drop)
        })
    }
}
