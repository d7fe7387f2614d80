//! What is read from the file: all of it once, when a host takes it up; later single texts and games.

use std::collections::VecDeque;

use othello_players::share::{CodeForm, Upload};
use othello_rules::text::one_line;
use othello_rules::{ByColour, Colour};
use othello_store::Ending;
use rusqlite::types::{Type, ValueRef};
use rusqlite::{OptionalExtension, Row, params};

use super::LadderFile;
use crate::comparison::{Comparison, ComparisonId, ComparisonOutcome, ComparisonScore};
use crate::error::LadderError;
use crate::game::{GameId, LadderGame, PairId, Pairing, PlayedGame, Purpose};
use crate::moment::Moment;
use crate::person::{KeyHash, Person, PersonId, PersonName};
use crate::state::{LATEST, State};
use crate::version::{Content, Room, Tally, Verdict, Version, VersionId};

pub(super) const GAME: &str =
    "SELECT id, final, pair, second, black, white, half_points, fault, fault_of, reason,
                           black_discs, white_discs, moves, began, took, worker FROM game";

impl LadderFile {
    /// What is kept under a key.
    pub(crate) fn setting(&self, key: &str) -> Result<Option<String>, LadderError> {
        self.with(|connection| {
            let statement = "SELECT value FROM setting WHERE key = ?1";
            connection.query_row(statement, [key], |row| row.get(0)).optional()
        })
    }

    /// Reads everybody, every version and every game into a state that has none.
    pub(crate) fn load(&self, state: &mut State) -> Result<(), LadderError> {
        self.with(|connection| {
            let mut people = connection.prepare("SELECT id, name, key, joined, boss, removed, muted FROM person")?;
            let mut rows = people.query([])?;
            while let Some(row) = rows.next()? {
                let person = person(row)?;
                state.people.insert(person.id, person);
            }
            let mut versions = connection.prepare(
                "SELECT id, person, number, installed, hash, unlimited, submitted, verdict, remarks, revealed, form, size, unpacked
                 FROM version ORDER BY id",
            )?;
            let mut rows = versions.query([])?;
            while let Some(row) = rows.next()? {
                let version = version(row)?;
                let (id, is_accepted) = (version.id, version.is_accepted());
                state.versions.add(version);
                if is_accepted {
                    state.rate(id);
                }
            }
            // Games are counted one by one as when they were played.
            let mut games = connection.prepare(&format!("{GAME} ORDER BY id"))?;
            let mut rows = games.query([])?;
            while let Some(row) = rows.next()? {
                let game = game(row)?;
                let ByColour { black, white } = game.played.pairing.players;
                let half_points = game.played.half_points(Colour::Black);
                if game.played.pairing.pair.purpose == Purpose::Rated {
                    state.tell_ratings(black, white, 1, half_points.into());
                }
                state.count(game);
            }
            let mut badges = connection.prepare("SELECT person, badge FROM badge ORDER BY id")?;
            let mut rows = badges.query([])?;
            while let Some(row) = rows.next()? {
                state.badges.entry(PersonId(row.get(0)?)).or_default().push(row.get(1)?);
            }
            let mut comparisons = connection.prepare(
                "SELECT id, person, tried, against, began, wins, draws, losses, outcome FROM comparison",
            )?;
            let mut rows = comparisons.query([])?;
            while let Some(row) = rows.next()? {
                let comparison = comparison(row)?;
                state.comparisons.insert(comparison.id, comparison);
            }
            Ok(())
        })?;
        self.load_lessons(state)?;
        state.ratings.fit();
        Ok(())
    }

    /// The text of a version; none for one that is no query or was forgotten.
    pub(crate) fn text(&self, version: VersionId) -> Result<Option<String>, LadderError> {
        self.with(|connection| {
            let statement = "SELECT text FROM version WHERE id = ?1";
            let text = connection.query_row(statement, [version.0], |row| row.get(0)).optional()?;
            Ok(text.flatten())
        })
    }

    /// What was sent as a version; none for a player of this machine, code that was refused, or what was forgotten.
    pub(crate) fn upload(&self, version: VersionId) -> Result<Option<Upload>, LadderError> {
        if let Some(text) = self.text(version)? {
            return Ok(Some(Upload::Query(text)));
        }
        self.with(|connection| {
            let statement = "SELECT form, bytes FROM version JOIN upload USING (hash)
                             WHERE id = ?1 AND form IS NOT NULL AND verdict <> 'refused'";
            let read = |row: &Row<'_>| Ok(Upload::Code { form: form(row, 0)?, bytes: row.get(1)? });
            connection.query_row(statement, [version.0], read).optional()
        })
    }

    /// One game.
    pub(crate) fn game(&self, id: GameId) -> Result<Option<LadderGame>, LadderError> {
        self.with(|connection| {
            let mut statement = connection.prepare_cached(&format!("{GAME} WHERE id = ?1"))?;
            statement.query_row([id.0], game).optional()
        })
    }

    /// At most so many games behind this one, in their order.
    pub(crate) fn games_after(
        &self,
        after: GameId,
        most: u32,
    ) -> Result<Vec<LadderGame>, LadderError> {
        self.with(|connection| {
            let statement = format!("{GAME} WHERE id > ?1 ORDER BY id LIMIT ?2");
            let mut statement = connection.prepare_cached(&statement)?;
            statement.query_map(params![after.0, most], game)?.collect()
        })
    }

    /// At most so many of the latest games of a version, the newest first.
    pub(crate) fn games_of(
        &self,
        version: VersionId,
        most: u32,
    ) -> Result<Vec<LadderGame>, LadderError> {
        self.with(|connection| {
            // Each colour has an index, in which a version's games lie in their order.
            let latest = |side| {
                format!("SELECT * FROM (SELECT id FROM game WHERE {side} = ?1 ORDER BY id DESC LIMIT ?2)")
            };
            let statement = format!(
                "{GAME} WHERE id IN ({} UNION {}) ORDER BY id DESC LIMIT ?2",
                latest("black"),
                latest("white")
            );
            let mut statement = connection.prepare_cached(&statement)?;
            statement.query_map(params![version.0, most], game)?.collect()
        })
    }

    /// The latest games, the newest last.
    pub(crate) fn latest(&self) -> Result<VecDeque<LadderGame>, LadderError> {
        self.with(|connection| {
            let statement = format!("{GAME} ORDER BY id DESC LIMIT ?1");
            let mut games = VecDeque::new();
            for game in connection.prepare_cached(&statement)?.query_map([LATEST], game)? {
                games.push_front(game?);
            }
            Ok(games)
        })
    }

    /// All games of the final, in their order.
    pub(crate) fn games_of_final(&self) -> Result<Vec<LadderGame>, LadderError> {
        self.with(|connection| {
            let statement = format!("{GAME} WHERE final ORDER BY id");
            connection.prepare(&statement)?.query_map([], game)?.collect()
        })
    }
}

fn person(row: &Row<'_>) -> rusqlite::Result<Person> {
    let name: String = row.get(1)?;
    Ok(Person {
        id: PersonId(row.get(0)?),
        name: PersonName::of_host(&one_line(&name)),
        key: row.get::<_, Option<String>>(2)?.map(KeyHash),
        joined: Moment(row.get(3)?),
        boss: row.get(4)?,
        removed: row.get(5)?,
        muted: row.get(6)?,
    })
}

/// The form whose word is in this column.
fn form(row: &Row<'_>, column: usize) -> rusqlite::Result<CodeForm> {
    let word: String = row.get(column)?;
    let known = CodeForm::ALL.into_iter().find(|form| form.word() == word);
    known.ok_or_else(|| {
        let why = format!("{word:?} is no form of a player that this program knows");
        rusqlite::Error::FromSqlConversionFailure(column, Type::Text, why.into())
    })
}

fn version(row: &Row<'_>) -> rusqlite::Result<Version> {
    let (verdict, remarks): (String, String) = (row.get(7)?, row.get(8)?);
    let bytes = |column| {
        let bytes: Option<i64> = row.get(column)?;
        Ok::<_, rusqlite::Error>(bytes.and_then(|it| u64::try_from(it).ok()).unwrap_or_default())
    };
    let code = match row.get_ref(10)? {
        ValueRef::Null => None,
        _ => Some(Content::Code(form(row, 10)?)),
    };
    let installed = row.get::<_, Option<String>>(3)?.map(Content::Installed);
    Ok(Version {
        id: VersionId(row.get(0)?),
        person: PersonId(row.get(1)?),
        number: row.get(2)?,
        content: code.or(installed).unwrap_or(Content::Query),
        hash: row.get(4)?,
        room: Room { sent: bytes(11)?, unpacked: bytes(12)? },
        unlimited: row.get(5)?,
        submitted: Moment(row.get(6)?),
        verdict: match verdict.as_str() {
            "accepted" => Verdict::Accepted(remarks),
            "refused" => Verdict::Refused(remarks),
            _ => Verdict::Waiting,
        },
        revealed: row.get(9)?,
        tally: Tally::default(),
    })
}

fn comparison(row: &Row<'_>) -> rusqlite::Result<Comparison> {
    let games = |at| row.get(at).map(|games: i64| u64::try_from(games).unwrap_or_default());
    let outcome: Option<String> = row.get(8)?;
    Ok(Comparison {
        id: ComparisonId(row.get(0)?),
        person: PersonId(row.get(1)?),
        tried: VersionId(row.get(2)?),
        against: VersionId(row.get(3)?),
        began: Moment(row.get(4)?),
        score: ComparisonScore { wins: games(5)?, draws: games(6)?, losses: games(7)? },
        outcome: outcome.map(|word| ComparisonOutcome::of_word(&word)),
    })
}

pub(super) fn game(row: &Row<'_>) -> rusqlite::Result<LadderGame> {
    let purpose = if row.get(1)? { Purpose::Final } else { Purpose::Rated };
    let half_points: u8 = row.get(6)?;
    let winner = match half_points {
        2 => Some(Colour::Black),
        1 => None,
        _ => Some(Colour::White),
    };
    let fault: Option<String> = row.get(7)?;
    let by = row.get::<_, Option<String>>(8)?;
    let by = if by.as_deref() == Some("black") { Colour::Black } else { Colour::White };
    let reason: Option<String> = row.get(9)?;
    let number: i64 = row.get(2)?;
    let took: i64 = row.get(14)?;
    Ok(LadderGame {
        id: GameId(row.get(0)?),
        played: PlayedGame {
            pairing: Pairing {
                pair: PairId { purpose, number: u64::try_from(number).unwrap_or_default() },
                second: row.get(3)?,
                players: ByColour { black: VersionId(row.get(4)?), white: VersionId(row.get(5)?) },
            },
            ending: match fault {
                Some(word) => Ending::Forfeit { by, word, reason: reason.unwrap_or_default() },
                None => Ending::Played { winner },
            },
            discs: ByColour { black: row.get(10)?, white: row.get(11)? },
            moves: row.get(12)?,
            began: Moment(row.get(13)?),
            took_ms: u64::try_from(took).unwrap_or_default(),
            worker: row.get(15)?,
        },
    })
}
