//! Reading: lists of games, and whole games.

use std::borrow::Cow;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use othello_rules::{ByColour, Colour, text};
use rusqlite::{OptionalExtension, Row, RowIndex, params};

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

/// How much of a text is read that is shown in one line: whatever is longer is not of ours.
const LONGEST_LINE: usize = 64 << 10;

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
            "{SUMMARY}
             WHERE (?1 IS NULL OR ending = ?1 OR (?1 = 'draw' AND ending = 'played' AND winner IS NULL))
               AND (?2 IS NULL OR began >= ?2)
               AND (?3 IS NULL OR id < ?3)
               AND (?4 IS NULL OR series = ?4)
               AND (?5 IS NULL OR contest_place < ?5)
             ORDER BY id DESC"
        );
        // SQLite knows the case of the letters of ASCII alone.
        let player = filter.player.as_ref().map(|name| name.to_lowercase());
        let took_part = |game: &GameSummary| {
            let is =
                |name: &String| player.as_ref().is_none_or(|player| name.to_lowercase() == *player);
            is(&game.names.black) || is(&game.names.white)
        };
        self.with_connection(|connection| {
            let mut statement = connection.prepare(&sql)?;
            let since = filter.since.map(milliseconds);
            let before = filter.before.map(|game| game.0);
            let Filter { ending, series, range, .. } = filter;
            let values = params![ending, since, before, series, range.end()];
            let rows = statement.query_map(values, summary)?;
            let most = filter.newest.map_or(usize::MAX, |newest| newest as usize);
            let games = rows.filter(|game| game.as_ref().map_or(true, took_part)).take(most);
            let mut games = games.collect::<rusqlite::Result<Vec<_>>>()?;
            games.reverse();
            Ok(games)
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
                    database: line(row, 2)?,
                    time: line(row, 3)?,
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
        start: line(row, "start")?,
        position: optional_line(row, "position")?,
        names: names(row)?,
        ending: ending(row)?,
        discs: ByColour { black: row.get("black_discs")?, white: row.get("white_discs")? },
        moves: line(row, "moves")?,
        contest_place: place.map(ContestPlace),
        source: row.get("source")?,
        series: optional_line(row, "series")?,
    })
}

/// A text of a row in one line. A file may come from anybody, so that what a terminal would obey and what hides ends
/// here; but in what names a file, which is used as it is.
pub(crate) fn line(row: &Row<'_>, column: impl RowIndex) -> rusqlite::Result<String> {
    row.get(column).map(one_line)
}

pub(crate) fn optional_line(
    row: &Row<'_>,
    column: impl RowIndex,
) -> rusqlite::Result<Option<String>> {
    row.get::<_, Option<String>>(column).map(|text| text.map(one_line))
}

fn one_line(mut text: String) -> String {
    text.truncate(text.floor_char_boundary(LONGEST_LINE));
    match text::one_line(&text) {
        Cow::Borrowed(_) => text,
        Cow::Owned(shown) => shown,
    }
}

/// Under which names the game of this row was played.
pub(crate) fn names(row: &Row<'_>) -> rusqlite::Result<ByColour<String>> {
    Ok(ByColour { black: line(row, "black_name")?, white: line(row, "white_name")? })
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
    let reason = &reason[..reason.floor_char_boundary(LONGEST_LINE)];
    let reason = text::lines(reason).into_owned();
    let ending: String = row.get("ending")?;
    Ok(match (ending.as_str(), winner) {
        ("played", winner) => Ending::Played { winner },
        ("forfeit", Some(winner)) => {
            let word = optional_line(row, "forfeit")?;
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
                name: line(row, 0)?,
                version: line(row, 1)?,
                author: line(row, 2)?,
                class: line(row, 3)?,
                options: line(row, 4)?,
                hash: line(row, 5)?,
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
            ply: ply(row, 0)?,
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

/// More moves and passes than any game has.
const MOST_PLIES: u32 = 9999;

/// How many moves and passes there were before a round.
pub(crate) fn ply(row: &Row<'_>, at: usize) -> rusqlite::Result<u32> {
    Ok(row.get::<_, u32>(at)?.min(MOST_PLIES))
}

fn duration(row: &Row<'_>, at: usize) -> rusqlite::Result<Duration> {
    Ok(Duration::from_micros(u64::try_from(row.get::<_, i64>(at)?).unwrap_or(0)))
}
