//! Reading: lists of games, and whole games.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use othello_rules::{ByColour, Colour};
use rusqlite::{OptionalExtension, Row, params};

use crate::record::{
    ContestPlace, Ending, GameId, GameRange, GameRecord, GameSummary, PlayerRecord, RoundRecord,
};
use crate::write::milliseconds;
use crate::{Store, StoreError};

/// Which games are listed; by default all.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// Games in which somebody of this name took part, whatever its case.
    pub player: Option<String>,
    /// Games that ended so: `played`, `draw`, `forfeit` or `void`.
    pub ending: Option<String>,
    /// Games that began then or later.
    pub since: Option<SystemTime>,
    /// Games before this one.
    pub before: Option<GameId>,
    /// Games of this series.
    pub series: Option<String>,
    /// Games of this range.
    pub range: GameRange,
    /// The newest so many.
    pub newest: Option<u32>,
}

/// The columns of a game that most readers need.
pub(crate) const SUMMARY: &str = "SELECT id, began, game, size, start, position, black, white,
    black_name, white_name, ending, winner, forfeit, reason, black_discs, white_discs, moves, took,
    held_up, contest_place, source, series FROM game";

impl Store {
    /// The games that the filter lets through, the oldest first.
    ///
    /// # Errors
    /// Where the file can't be read.
    pub fn games(&self, filter: &Filter) -> Result<Vec<GameSummary>, StoreError> {
        let sql = format!(
            "SELECT * FROM ({SUMMARY}
             WHERE (?1 IS NULL OR lower(black_name) = lower(?1) OR lower(white_name) = lower(?1))
               AND (?2 IS NULL OR ending = ?2 OR (?2 = 'draw' AND ending = 'played' AND winner IS NULL))
               AND (?3 IS NULL OR began >= ?3)
               AND (?4 IS NULL OR id < ?4)
               AND (?5 IS NULL OR series = ?5)
               AND (?6 IS NULL OR contest_place < ?6)
             ORDER BY id DESC LIMIT ?7) ORDER BY id"
        );
        self.with_connection(|connection| {
            let mut statement = connection.prepare(&sql)?;
            let since = filter.since.map(milliseconds);
            let before = filter.before.map(|game| game.0);
            let newest = filter.newest.map_or(-1, i64::from);
            let Filter { player, ending, series, range, .. } = filter;
            let values = params![player, ending, since, before, series, range.end(), newest];
            let rows = statement.query_map(values, summary)?;
            rows.collect()
        })
    }

    /// What a list shows of one game; `None` where there is none of this number.
    ///
    /// # Errors
    /// Where the file can't be read.
    pub fn summary(&self, id: GameId) -> Result<Option<GameSummary>, StoreError> {
        self.with_connection(|connection| {
            let sql = format!("{SUMMARY} WHERE id = ?1");
            connection.query_row(&sql, [id.0], summary).optional()
        })
    }

    /// A game with all that happened in it; `None` where there is none of this number.
    ///
    /// # Errors
    /// Where the file can't be read.
    pub fn game(&self, id: GameId) -> Result<Option<GameRecord>, StoreError> {
        let Some(summary) = self.summary(id)? else { return Ok(None) };
        let rounds = self.with_connection(|connection| rounds(connection, id))?;
        self.record(&summary, rounds).map(Some)
    }

    /// A game of which the rounds were read before.
    pub(crate) fn record(
        &self,
        summary: &GameSummary,
        rounds: Vec<RoundRecord>,
    ) -> Result<GameRecord, StoreError> {
        self.with_connection(|connection| {
            let mut statement = connection.prepare(
                "SELECT took, seed, database, time, held_up,
                    (SELECT text FROM text WHERE id = black_output),
                    (SELECT text FROM text WHERE id = white_output),
                    black_spec, white_spec, black, white
                 FROM game WHERE id = ?1",
            )?;
            statement.query_row([summary.id.0], |row| {
                Ok(GameRecord {
                    began: summary.began,
                    took: duration(row, 0)?,
                    game: summary.game.clone(),
                    size: summary.size,
                    start: summary.start.clone(),
                    position: summary.position.clone(),
                    seed: row.get::<_, i64>(1)?.cast_unsigned(),
                    players: ByColour {
                        black: player(connection, row.get(9)?)?,
                        white: player(connection, row.get(10)?)?,
                    },
                    names: summary.names.clone(),
                    specs: ByColour { black: row.get(7)?, white: row.get(8)? },
                    ending: summary.ending.clone(),
                    discs: summary.discs,
                    moves: summary.moves.clone(),
                    database: row.get(2)?,
                    time: row.get(3)?,
                    held_up: row.get(4)?,
                    outputs: ByColour {
                        black: row.get::<_, Option<String>>(5)?.unwrap_or_default(),
                        white: row.get::<_, Option<String>>(6)?.unwrap_or_default(),
                    },
                    contest_place: summary.contest_place,
                    source: summary.source.clone(),
                    series: summary.series.clone(),
                    rounds,
                })
            })
        })
    }
}

fn summary(row: &Row<'_>) -> rusqlite::Result<GameSummary> {
    let place: Option<i64> = row.get("contest_place")?;
    Ok(GameSummary {
        id: GameId(row.get("id")?),
        began: system_time(row)?,
        game: row.get("game")?,
        size: row.get("size")?,
        start: row.get("start")?,
        position: row.get("position")?,
        names: ByColour { black: row.get("black_name")?, white: row.get("white_name")? },
        ending: ending(row)?,
        discs: ByColour { black: row.get("black_discs")?, white: row.get("white_discs")? },
        moves: row.get("moves")?,
        contest_place: place.map(ContestPlace),
        source: row.get("source")?,
        series: row.get("series")?,
    })
}

/// When the game of this row began.
pub(crate) fn system_time(row: &Row<'_>) -> rusqlite::Result<SystemTime> {
    let began = u64::try_from(row.get::<_, i64>("began")?).unwrap_or(0);
    Ok(UNIX_EPOCH + Duration::from_millis(began))
}

/// How the game of this row ended.
pub(crate) fn ending(row: &Row<'_>) -> rusqlite::Result<Ending> {
    let winner = row.get::<_, Option<String>>("winner")?.map(|side| colour(&side));
    let reason: Option<String> = row.get("reason")?;
    let reason = reason.unwrap_or_default();
    let ending: String = row.get("ending")?;
    Ok(match (ending.as_str(), winner) {
        ("played", winner) => Ending::Played { winner },
        ("forfeit", Some(winner)) => {
            let word: Option<String> = row.get("forfeit")?;
            Ending::Forfeit { by: winner.opponent(), word: word.unwrap_or_default(), reason }
        }
        _ => Ending::Void { reason },
    })
}

pub(crate) fn player(connection: &rusqlite::Connection, id: i64) -> rusqlite::Result<PlayerRecord> {
    connection
        .prepare_cached(
            "SELECT name, version, author, class, options, hash FROM player WHERE id = ?1",
        )?
        .query_row([id], |row| {
            Ok(PlayerRecord {
                name: row.get(0)?,
                version: row.get(1)?,
                author: row.get(2)?,
                class: row.get(3)?,
                options: row.get(4)?,
                hash: row.get(5)?,
            })
        })
}

pub(crate) fn rounds(
    connection: &rusqlite::Connection,
    game: GameId,
) -> rusqlite::Result<Vec<RoundRecord>> {
    let mut statement = connection.prepare_cached(
        "SELECT ply, side, rows, asked, ran,
            (SELECT text FROM text WHERE id = query),
            (SELECT text FROM text WHERE id = params),
            (SELECT text FROM text WHERE id = thinking),
            (SELECT text FROM text WHERE id = warnings)
         FROM round WHERE game = ?1 ORDER BY number",
    )?;
    let rounds = statement.query_map([game.0], |row| {
        Ok(RoundRecord {
            ply: row.get(0)?,
            side: colour(&row.get::<_, String>(1)?),
            rows: row.get::<_, Option<i64>>(2)?.map(i64::cast_unsigned),
            asked: duration(row, 3)?,
            ran: duration(row, 4)?,
            query: row.get(5)?,
            params: row.get(6)?,
            thinking: row.get(7)?,
            warnings: row.get(8)?,
        })
    })?;
    rounds.collect()
}

fn colour(side: &str) -> Colour {
    if side == "black" { Colour::Black } else { Colour::White }
}

fn duration(row: &Row<'_>, at: usize) -> rusqlite::Result<Duration> {
    Ok(Duration::from_micros(u64::try_from(row.get::<_, i64>(at)?).unwrap_or(0)))
}
