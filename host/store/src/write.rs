//! Writing: a game in one transaction, deleting.

use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use othello_rules::Colour;
use rusqlite::{OptionalExtension, Transaction, params};
use sha2::{Digest, Sha256};

use crate::record::{Ending, GameId, GameRecord, PlayerRecord, RoundRecord};
use crate::{Store, StoreError};

impl Store {
    /// Keeps a game. It is there whole or not at all.
    ///
    /// # Errors
    /// Where the file can't be written; or where a game already has this place in the contest.
    pub fn add(&mut self, game: &GameRecord) -> Result<GameId, StoreError> {
        self.transaction(|transaction| insert_game(transaction, game))
    }

    /// Keeps many games at once, all or none of them.
    ///
    /// # Errors
    /// As [`Store::add`].
    pub fn add_all<'g>(
        &mut self,
        games: impl IntoIterator<Item = &'g GameRecord>,
    ) -> Result<Vec<GameId>, StoreError> {
        self.transaction(|transaction| {
            games.into_iter().map(|game| insert_game(transaction, game)).collect()
        })
    }

    /// Deletes games and says how many were there.
    ///
    /// # Errors
    /// Where the file can't be written.
    pub fn delete(&mut self, games: &[GameId]) -> Result<usize, StoreError> {
        self.transaction(|transaction| {
            let mut deleted = 0;
            for game in games {
                deleted += transaction.execute("DELETE FROM game WHERE id = ?1", [game.0])?;
            }
            drop_orphans(transaction)?;
            Ok(deleted)
        })
    }

    /// Gives the room of deleted games back to the system.
    ///
    /// # Errors
    /// Where the file can't be written.
    pub fn shrink(&mut self) -> Result<(), StoreError> {
        self.read(|connection| connection.execute_batch("VACUUM"))
    }

    /// Keeps a game in the file of this name, which is made, with its folder, where there is none.
    ///
    /// # Errors
    /// As [`Store::open`] and [`Store::add`].
    pub fn remember(path: &Path, game: &GameRecord) -> Result<GameId, StoreError> {
        if let Some(folder) = path.parent() {
            // What can't be made is told of by what is not found in it.
            let _ = fs::create_dir_all(folder);
        }
        let mut store = Store::open(path)?;
        store.leave_log()?;
        store.add(game)
    }
}

fn insert_game(transaction: &Transaction<'_>, game: &GameRecord) -> rusqlite::Result<GameId> {
    let (ending, winner, forfeit, reason) = ending_columns(&game.ending);
    let mut statement = transaction.prepare_cached(
        "INSERT INTO game (began, took, game, size, start, position, seed, black, white, black_name,
            white_name, ending, winner, forfeit, reason, black_discs, white_discs, moves, database, time,
            held_up, black_output, white_output, contest_place, black_spec, white_spec)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20,
            ?21, ?22, ?23, ?24, ?25, ?26)",
    )?;
    let output = |side: Colour| {
        let text = game.outputs[side].as_str();
        text_id(transaction, (!text.is_empty()).then_some(text))
    };
    statement.execute(params![
        milliseconds(game.began),
        microseconds(game.took),
        game.game,
        game.size,
        game.start,
        game.position,
        game.seed.cast_signed(),
        player_id(transaction, &game.players.black)?,
        player_id(transaction, &game.players.white)?,
        game.names.black,
        game.names.white,
        ending,
        winner,
        forfeit,
        reason,
        game.discs.black,
        game.discs.white,
        game.moves,
        game.database,
        game.time,
        game.held_up,
        output(Colour::Black)?,
        output(Colour::White)?,
        game.contest_place.map(|place| place.0),
        game.specs.black,
        game.specs.white,
    ])?;
    let id = transaction.last_insert_rowid();
    for (number, round) in game.rounds.iter().enumerate() {
        insert_round(transaction, id, number as i64, round)?;
    }
    Ok(GameId(id))
}

fn insert_round(
    transaction: &Transaction<'_>,
    game: i64,
    number: i64,
    round: &RoundRecord,
) -> rusqlite::Result<()> {
    let text = |text: &Option<String>| text_id(transaction, text.as_deref());
    transaction
        .prepare_cached("INSERT INTO round VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)")?
        .execute(params![
            game,
            number,
            round.ply,
            side_column(round.side),
            text(&round.query)?,
            text(&round.params)?,
            round.rows.map(u64::cast_signed),
            microseconds(round.asked),
            microseconds(round.ran),
            text(&round.thinking)?,
            text(&round.warnings)?,
        ])
        .map(drop)
}

/// The number of a text, which is stored once however often it comes.
fn text_id(transaction: &Transaction<'_>, text: Option<&str>) -> rusqlite::Result<Option<i64>> {
    let Some(text) = text else { return Ok(None) };
    let hash = Sha256::digest(text);
    let known = transaction
        .prepare_cached("SELECT id FROM text WHERE hash = ?1")?
        .query_row([hash.as_slice()], |row| row.get(0))
        .optional()?;
    if known.is_some() {
        return Ok(known);
    }
    transaction
        .prepare_cached("INSERT INTO text (hash, text) VALUES (?1, ?2)")?
        .execute(params![hash.as_slice(), text])?;
    Ok(Some(transaction.last_insert_rowid()))
}

fn player_id(transaction: &Transaction<'_>, player: &PlayerRecord) -> rusqlite::Result<i64> {
    let PlayerRecord { name, version, author, class, options, hash } = player;
    let known = transaction
        .prepare_cached(
            "SELECT id FROM player
             WHERE name = ?1 AND version = ?2 AND class = ?3 AND options = ?4 AND hash = ?5",
        )?
        .query_row([name, version, class, options, hash], |row| row.get(0))
        .optional()?;
    if let Some(id) = known {
        return Ok(id);
    }
    transaction
        .prepare_cached(
            "INSERT INTO player (name, version, author, class, options, hash)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        )?
        .execute([name, version, author, class, options, hash])?;
    Ok(transaction.last_insert_rowid())
}

/// Texts and players that no game mentions any longer.
fn drop_orphans(transaction: &Transaction<'_>) -> rusqlite::Result<()> {
    transaction.execute_batch(
        "DELETE FROM text WHERE id NOT IN (
            SELECT query FROM round WHERE query NOT NULL
            UNION SELECT params FROM round WHERE params NOT NULL
            UNION SELECT thinking FROM round WHERE thinking NOT NULL
            UNION SELECT warnings FROM round WHERE warnings NOT NULL
            UNION SELECT black_output FROM game WHERE black_output NOT NULL
            UNION SELECT white_output FROM game WHERE white_output NOT NULL);
         DELETE FROM player WHERE id NOT IN (SELECT black FROM game UNION SELECT white FROM game);",
    )
}

type EndingColumns<'e> = (&'static str, Option<&'static str>, Option<&'e str>, Option<&'e str>);

fn ending_columns(ending: &Ending) -> EndingColumns<'_> {
    let winner = ending.winner().map(side_column);
    match ending {
        Ending::Played { .. } => ("played", winner, None, None),
        Ending::Forfeit { word, reason, .. } => ("forfeit", winner, Some(word), Some(reason)),
        Ending::Void { reason } => ("void", None, None, Some(reason)),
    }
}

pub(crate) fn side_column(side: Colour) -> &'static str {
    match side {
        Colour::Black => "black",
        Colour::White => "white",
    }
}

pub(crate) fn milliseconds(time: SystemTime) -> i64 {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO);
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

fn microseconds(duration: Duration) -> i64 {
    i64::try_from(duration.as_micros()).unwrap_or(i64::MAX)
}
