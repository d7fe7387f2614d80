//! Writing: a game in one transaction, deleting.

use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use othello_rules::Colour;
use rusqlite::{CachedStatement, OptionalExtension, ToSql, Transaction, params};
use sha2::{Digest, Sha256};

use crate::record::{Ending, GameId, GameRecord, PlayerRecord, RoundRecord};
use crate::{Store, StoreError};

impl Store {
    /// Adds a game, whole or not at all.
    ///
    /// # Errors
    /// Where the file can't be written; or where a game already has this place in the contest.
    pub fn add(&mut self, game: &GameRecord) -> Result<GameId, StoreError> {
        self.transaction(|transaction| Writer::new(transaction).game(game))
    }

    /// Adds many games at once, all or none of them.
    ///
    /// # Errors
    /// As [`Store::add`].
    pub fn add_all<'g>(
        &mut self,
        games: impl IntoIterator<Item = &'g GameRecord>,
    ) -> Result<Vec<GameId>, StoreError> {
        self.transaction(|transaction| {
            let mut writer = Writer::new(transaction);
            games.into_iter().map(|game| writer.game(game)).collect()
        })
    }

    /// Adds games as they come, of which only a part is there at a time; all or none of them.
    ///
    /// # Errors
    /// As [`Store::add`].
    pub fn add_stream(
        &mut self,
        mut games: impl Iterator<Item = GameRecord>,
    ) -> Result<Vec<GameId>, StoreError> {
        self.transaction(|transaction| {
            let mut ids = Vec::new();
            loop {
                let part: Vec<_> = games.by_ref().take(PART).collect();
                if part.is_empty() {
                    return Ok(ids);
                }
                let mut writer = Writer::new(transaction);
                for game in &part {
                    ids.push(writer.game(game)?);
                }
            }
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
                transaction.execute("DELETE FROM round WHERE game = ?1", [game.0])?;
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
        self.with_connection(|connection| connection.execute_batch("VACUUM"))
    }

    /// Adds a game to the file of this name, which is made, with its folder, where there is none.
    ///
    /// # Errors
    /// As [`Store::open`] and [`Store::add`].
    pub fn save(path: &Path, game: &GameRecord) -> Result<GameId, StoreError> {
        if let Some(folder) = path.parent() {
            // Where it can't be made, opening the file says so.
            let _ = fs::create_dir_all(folder);
        }
        let mut store = Store::open(path)?;
        store.leave_wal()?;
        store.add(game)
    }
}

/// How many rounds are written by one statement at most.
const MOST_ROWS: usize = 32;
/// How many statements that makes, each of twice as many rows as the one before.
const INSERTS: usize = MOST_ROWS.ilog2() as usize + 1;
/// How many texts, and how many players, are remembered while games are written.
const RECENT: usize = 8;

/// How many games of a stream are there at a time.
const PART: usize = 256;

/// Puts games into the tables within one transaction.
struct Writer<'t, 'g> {
    transaction: &'t Transaction<'t>,
    /// The numbers of the last texts, since those of a game's rounds are mostly the same.
    texts: Vec<(&'g str, i64)>,
    /// Those of the last players.
    players: Vec<(&'g PlayerRecord, i64)>,
    /// What writes 1, 2, 4 rounds and so on, once it was needed.
    inserts: [Option<CachedStatement<'t>>; INSERTS],
}

impl<'t, 'g> Writer<'t, 'g> {
    fn new(transaction: &'t Transaction<'t>) -> Writer<'t, 'g> {
        let inserts = std::array::from_fn(|_| None);
        Writer { transaction, texts: Vec::new(), players: Vec::new(), inserts }
    }

    fn game(&mut self, game: &'g GameRecord) -> rusqlite::Result<GameId> {
        let (ending, winner, forfeit, reason) = ending_columns(&game.ending);
        let mut statement = self.transaction.prepare_cached(
            "INSERT INTO game (began, took, game, size, start, position, seed, black, white, black_name,
                white_name, ending, winner, forfeit, reason, black_discs, white_discs, moves, database, time,
                held_up, black_output, white_output, contest_place, black_spec, white_spec, source, series)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19,
                ?20, ?21, ?22, ?23, ?24, ?25, ?26, ?27, ?28)",
        )?;
        let outputs =
            game.outputs.as_ref().map(|text| Some(text.as_str()).filter(|text| !text.is_empty()));
        statement.execute(params![
            milliseconds(game.began),
            microseconds(game.took),
            game.game,
            game.size,
            game.start,
            game.position,
            game.seed.cast_signed(),
            self.player(&game.players.black)?,
            self.player(&game.players.white)?,
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
            self.text(outputs.black)?,
            self.text(outputs.white)?,
            game.contest_place.map(|place| place.0),
            game.specs.black,
            game.specs.white,
            game.source,
            game.series,
        ])?;
        let id = self.transaction.last_insert_rowid();
        self.rounds(id, &game.rounds)?;
        Ok(GameId(id))
    }

    /// Many at once, which takes a third of the time; and in powers of two, so that a few statements serve all games.
    fn rounds(&mut self, game: i64, rounds: &'g [RoundRecord]) -> rusqlite::Result<()> {
        let mut number = 0;
        while number < rounds.len() {
            let left = rounds.len() - number;
            let size = left.ilog2().min(MOST_ROWS.ilog2()) as usize;
            let count = 1 << size;
            let mut statement = match self.inserts[size].take() {
                Some(statement) => statement,
                None => insert_of_rounds(self.transaction, count)?,
            };
            let mut parameters = 1..;
            let mut bind = |value: &dyn ToSql| {
                let parameter = parameters.next().unwrap_or_default();
                statement.raw_bind_parameter(parameter, value)
            };
            for round in &rounds[number..number + count] {
                bind(&game)?;
                bind(&(number as i64))?;
                bind(&round.ply)?;
                bind(&side_column(round.side))?;
                bind(&self.text(round.query.as_deref())?)?;
                bind(&self.text(round.params.as_deref())?)?;
                bind(&round.rows.map(u64::cast_signed))?;
                bind(&microseconds(round.asked))?;
                bind(&microseconds(round.ran))?;
                bind(&self.text(round.thinking.as_deref())?)?;
                bind(&self.text(round.warnings.as_deref())?)?;
                number += 1;
            }
            statement.raw_execute()?;
            self.inserts[size] = Some(statement);
        }
        Ok(())
    }

    /// The number of a player, which is stored once however often it plays.
    fn player(&mut self, player: &'g PlayerRecord) -> rusqlite::Result<i64> {
        if let Some((_, known)) = self.players.iter().find(|(one, _)| *one == player) {
            return Ok(*known);
        }
        let id = player_id(self.transaction, player)?;
        remember(&mut self.players, (player, id));
        Ok(id)
    }

    /// The number of a text, which is stored once however often it comes.
    fn text(&mut self, text: Option<&'g str>) -> rusqlite::Result<Option<i64>> {
        let Some(text) = text else { return Ok(None) };
        if let Some((_, known)) = self.texts.iter().find(|(one, _)| *one == text) {
            return Ok(Some(*known));
        }
        let id = text_id(self.transaction, text)?;
        remember(&mut self.texts, (text, id));
        Ok(Some(id))
    }
}

/// Adds one, in place of the oldest where these are many.
fn remember<T>(recent: &mut Vec<T>, one: T) {
    if recent.len() == RECENT {
        recent.remove(0);
    }
    recent.push(one);
}

fn insert_of_rounds<'t>(
    transaction: &'t Transaction<'_>,
    count: usize,
) -> rusqlite::Result<CachedStatement<'t>> {
    let rows = vec!["(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"; count].join(", ");
    transaction.prepare_cached(&format!("INSERT INTO round VALUES {rows}"))
}

fn text_id(transaction: &Transaction<'_>, text: &str) -> rusqlite::Result<i64> {
    let hash = Sha256::digest(text);
    let known = transaction
        .prepare_cached("SELECT id FROM text WHERE hash = ?1")?
        .query_row([hash.as_slice()], |row| row.get(0))
        .optional()?;
    if let Some(known) = known {
        return Ok(known);
    }
    transaction
        .prepare_cached("INSERT INTO text (hash, text) VALUES (?1, ?2)")?
        .execute(params![hash.as_slice(), text])?;
    Ok(transaction.last_insert_rowid())
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
