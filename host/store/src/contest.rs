//! What a contest needs of its file: its state by keys, and the results of its games without their moves.

use std::collections::HashMap;
use std::time::{Duration, SystemTime};

use othello_rules::ByColour;
use rusqlite::{OptionalExtension, Row, params};

use crate::read::{SUMMARY, ending, line, names, optional_line, player, ply, system_time};
use crate::record::{ContestPlace, Ending, GameId, GameRange, PlayerId, PlayerRecord};
use crate::write::milliseconds;
use crate::{Store, StoreError};

/// The result of a game, without the rounds that it took.
#[derive(Clone, Debug, PartialEq)]
pub struct GameResult {
    /// When it began.
    pub began: SystemTime,
    /// Under which names they played.
    pub names: ByColour<String>,
    /// Who they were.
    pub players: ByColour<PlayerId>,
    /// Which game.
    pub game: String,
    /// Rows of the board.
    pub size: u32,
    /// The name of its start.
    pub start: String,
    /// The position that it began from, where its start has no name.
    pub position: Option<String>,
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
    /// How often.
    pub moves: u64,
    /// The mean time.
    pub mean: Duration,
}

/// A round that took somebody long.
#[derive(Clone, Debug, PartialEq)]
pub struct SlowRound {
    /// Who was asked.
    pub name: String,
    /// In which game.
    pub game: GameId,
    /// How many moves and passes there were before.
    pub ply: u32,
    /// How long the player was asked.
    pub asked: Duration,
    /// How long its query ran.
    pub ran: Duration,
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
        let sql = format!("{SUMMARY} WHERE ?1 IS NULL OR began >= ?1 ORDER BY id");
        self.each_result(&sql, since.map(milliseconds), |result| {
            take(result);
            Ok(())
        })
    }

    /// Calls `take` with the result of every game that has a place in a contest before `before`, in the order of the
    /// places; ends with the first that can't be taken.
    ///
    /// # Errors
    /// Where the file can't be read, and what `take` says.
    pub fn contest_results(
        &self,
        before: Option<ContestPlace>,
        take: impl FnMut(GameResult) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let sql = format!("{SUMMARY} WHERE contest_place < ?1 ORDER BY contest_place");
        self.each_result(&sql, Some(before.map_or(i64::MAX, |before| before.0)), take)
    }

    fn each_result(
        &self,
        sql: &str,
        bound: Option<i64>,
        mut take: impl FnMut(GameResult) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        self.with_connection(|connection| {
            let mut statement = connection.prepare(sql)?;
            let mut rows = statement.query(params![bound])?;
            while let Some(row) = rows.next()? {
                let taken = take(game_result(row)?);
                if taken.is_err() {
                    return Ok(taken);
                }
            }
            Ok(Ok(()))
        })?
    }

    /// The moves of the game that has this place in a contest, if one has it.
    ///
    /// # Errors
    /// Where the file can't be read.
    pub fn moves_at(&self, place: ContestPlace) -> Result<Option<String>, StoreError> {
        let sql = "SELECT moves FROM game WHERE contest_place = ?1";
        self.with_connection(|connection| {
            connection.query_row(sql, [place.0], |row| row.get(0)).optional()
        })
    }

    /// Takes its place in a contest from the game that has it, which stays in the file.
    ///
    /// # Errors
    /// Where the file can't be written.
    pub fn clear_place(&mut self, place: ContestPlace) -> Result<(), StoreError> {
        let sql = "UPDATE game SET contest_place = NULL WHERE contest_place = ?1";
        self.transaction(|transaction| transaction.execute(sql, [place.0]).map(drop))
    }

    /// Everybody who played in a game of this file.
    ///
    /// # Errors
    /// Where the file can't be read.
    pub fn players(&self) -> Result<HashMap<PlayerId, PlayerRecord>, StoreError> {
        self.with_connection(|connection| {
            let mut statement = connection.prepare("SELECT id FROM player")?;
            let numbers = statement.query_map([], |row| row.get(0))?;
            numbers
                .map(|id| id.and_then(|id| Ok((PlayerId(id), player(connection, id)?))))
                .collect()
        })
    }

    /// How long everybody took for its moves in these games, by name and by ply.
    ///
    /// # Errors
    /// Where the file can't be read.
    pub fn move_times(&self, range: GameRange) -> Result<Vec<MoveTime>, StoreError> {
        self.with_connection(|connection| {
            let mut statement = connection.prepare(
                "SELECT CASE side WHEN 'black' THEN black_name ELSE white_name END AS name, ply,
                    count(*), avg(asked + ran)
                 FROM round JOIN game ON game.id = round.game
                 WHERE ?1 IS NULL OR contest_place < ?1
                 GROUP BY name, ply ORDER BY name, ply",
            )?;
            let micros = |micros: f64| Duration::from_secs_f64(micros.max(0.0) / 1e6);
            let rows = statement.query_map([range.end()], |row| {
                let moves = row.get::<_, i64>(2)?.cast_unsigned();
                Ok(MoveTime {
                    name: line(row, 0)?,
                    ply: ply(row, 1)?,
                    moves,
                    mean: micros(row.get(3)?),
                })
            })?;
            rows.collect()
        })
    }

    /// For everybody that forfeited games of a contest in this range, and for each reason: the first of them by its place,
    /// and how many they are.
    ///
    /// # Errors
    /// Where the file can't be read.
    pub fn first_forfeits(&self, range: GameRange) -> Result<Vec<(GameId, u64)>, StoreError> {
        self.with_connection(|connection| {
            let mut statement = connection.prepare(
                "SELECT id, count(*), min(contest_place) FROM game
                 WHERE ending = 'forfeit' AND contest_place IS NOT NULL
                   AND (?1 IS NULL OR contest_place < ?1)
                 GROUP BY CASE winner WHEN 'black' THEN white_name ELSE black_name END, forfeit
                 ORDER BY 3",
            )?;
            let count =
                |row: &Row<'_>| Ok((GameId(row.get(0)?), row.get::<_, i64>(1)?.cast_unsigned()));
            statement.query_map([range.end()], count)?.collect()
        })
    }

    /// When the first game began.
    ///
    /// # Errors
    /// Where the file can't be read.
    pub fn first_began(&self) -> Result<Option<SystemTime>, StoreError> {
        self.with_connection(|connection| {
            let sql = "SELECT began FROM game ORDER BY began LIMIT 1";
            connection.query_row(sql, [], system_time).optional()
        })
    }

    /// All values of a contest's state.
    ///
    /// # Errors
    /// Where the file can't be read.
    pub(crate) fn contest_values(&self) -> Result<Vec<(String, String)>, StoreError> {
        self.with_connection(|connection| {
            let mut statement = connection.prepare("SELECT key, value FROM contest")?;
            statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
        })
    }

    /// The rounds of these games that took everybody longest, so many of each, by name.
    ///
    /// # Errors
    /// Where the file can't be read.
    pub fn slowest_rounds(
        &self,
        range: GameRange,
        most: u32,
    ) -> Result<Vec<SlowRound>, StoreError> {
        self.with_connection(|connection| {
            let mut statement = connection.prepare(
                "SELECT name, game, ply, asked, ran FROM (
                    SELECT *, row_number() OVER (PARTITION BY name ORDER BY asked + ran DESC) AS place
                    FROM (
                        SELECT CASE side WHEN 'black' THEN black_name ELSE white_name END AS name,
                            game.id AS game, ply, asked, ran
                        FROM round JOIN game ON game.id = round.game
                        WHERE ?1 IS NULL OR contest_place < ?1
                    )
                 ) WHERE place <= ?2 ORDER BY name, place",
            )?;
            let micros = |micros: i64| Duration::from_micros(micros.max(0).cast_unsigned());
            let slow = |row: &Row<'_>| {
                Ok(SlowRound {
                    name: line(row, 0)?,
                    game: GameId(row.get(1)?),
                    ply: ply(row, 2)?,
                    asked: micros(row.get(3)?),
                    ran: micros(row.get(4)?),
                })
            };
            statement.query_map(params![range.end(), most], slow)?.collect()
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

fn game_result(row: &Row<'_>) -> rusqlite::Result<GameResult> {
    let place: Option<i64> = row.get("contest_place")?;
    let took = u64::try_from(row.get::<_, i64>("took")?).unwrap_or(0);
    Ok(GameResult {
        began: system_time(row)?,
        names: names(row)?,
        players: ByColour {
            black: PlayerId(row.get("black")?),
            white: PlayerId(row.get("white")?),
        },
        game: row.get("game")?,
        size: row.get("size")?,
        start: line(row, "start")?,
        position: optional_line(row, "position")?,
        ending: ending(row)?,
        moves: line(row, "moves")?,
        took: Duration::from_micros(took),
        held_up: row.get("held_up")?,
        contest_place: place.map(ContestPlace),
    })
}
