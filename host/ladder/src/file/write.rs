//! What is written to the file, each in one transaction.

use othello_rules::Colour;
use othello_store::Ending;
use rusqlite::{OptionalExtension, Transaction, params};

use super::LadderFile;
use crate::comparison::{Comparison, ComparisonId, ComparisonOutcome};
use crate::error::LadderError;
use crate::game::{GameId, PlayedGame, Purpose};
use crate::moment::Moment;
use crate::person::{KeyHash, Person, PersonId, PersonName};
use crate::state::Badge;
use crate::version::{Content, Verdict, Version, VersionId};

/// Under this key stands that somebody was forgotten since the file was written anew.
const WIPE_DUE: &str = "wipe";

/// Somebody who is new, before the file gives a number.
pub(crate) struct NewPerson<'a> {
    pub name: &'a PersonName,
    pub key: Option<&'a KeyHash>,
    pub joined: Moment,
    pub boss: bool,
}

/// What is kept of a version beside what is known of it.
pub(crate) enum VersionData<'a> {
    /// Nothing: it is a player of this machine.
    Nothing,
    /// A query.
    Text(&'a str),
    /// What is run as a process of its own.
    Bytes(&'a [u8]),
}

impl LadderFile {
    /// Keeps settings under their keys.
    pub(crate) fn set(&mut self, settings: &[(&str, &str)]) -> Result<(), LadderError> {
        self.write(|transaction| {
            for (key, value) in settings {
                transaction.execute(
                    "INSERT INTO setting (key, value) VALUES (?1, ?2)
                     ON CONFLICT (key) DO UPDATE SET value = ?2",
                    [key, value],
                )?;
            }
            Ok(())
        })
    }

    /// Keeps somebody new.
    pub(crate) fn add_person(&mut self, new: &NewPerson<'_>) -> Result<PersonId, LadderError> {
        self.write(|transaction| {
            transaction.execute(
                "INSERT INTO person (name, shape, key, joined, boss, removed, muted)
                 VALUES (?1, ?2, ?3, ?4, ?5, 0, 0)",
                params![
                    new.name.as_str(),
                    new.name.shape(),
                    new.key.map(|key| &key.0),
                    new.joined.0,
                    new.boss
                ],
            )?;
            Ok(PersonId(transaction.last_insert_rowid()))
        })
    }

    /// Keeps how these are now.
    pub(crate) fn set_people(&mut self, people: &[Person]) -> Result<(), LadderError> {
        self.write(|transaction| people.iter().try_for_each(|one| set_person(transaction, one)))
    }

    /// Takes away all that somebody wrote and is known by; gives how many bytes of queries for lessons that were.
    pub(crate) fn forget(&mut self, person: &Person) -> Result<u64, LadderError> {
        self.write(|transaction| {
            set_person(transaction, person)?;
            let forgotten =
                "UPDATE version SET text = NULL, form = NULL, size = NULL, unpacked = NULL, hash = '', remarks = ''
                             WHERE person = ?1";
            transaction.execute(forgotten, [person.id.0])?;
            // What somebody else has sent as well is theirs.
            let orphans = "DELETE FROM upload WHERE hash NOT IN (SELECT hash FROM version)";
            transaction.execute(orphans, [])?;
            // What went wrong in a query shows a part of it.
            transaction.execute(
                "UPDATE game SET reason = NULL WHERE reason IS NOT NULL AND
                 CASE fault_of WHEN 'black' THEN black ELSE white END
                 IN (SELECT id FROM version WHERE person = ?1)",
                [person.id.0],
            )?;
            transaction.execute("DELETE FROM badge WHERE person = ?1", [person.id.0])?;
            transaction.execute("DELETE FROM comparison WHERE person = ?1", [person.id.0])?;
            let tried = "SELECT total(length(CAST(query AS BLOB))) FROM lesson WHERE person = ?1";
            let bytes: f64 = transaction.query_row(tried, [person.id.0], |row| row.get(0))?;
            transaction.execute("DELETE FROM lesson WHERE person = ?1", [person.id.0])?;
            let due = "INSERT OR REPLACE INTO setting (key, value) VALUES (?1, '')";
            transaction.execute(due, [WIPE_DUE])?;
            Ok(bytes as u64)
        })
    }

    /// Writes the file anew where somebody was forgotten since that was done: a trace of what was overwritten may be left
    /// between what stands there now. Nobody can write meanwhile, so that it is done before anybody is served.
    pub(crate) fn wipe(&self) -> Result<(), LadderError> {
        if self.setting(WIPE_DUE)?.is_none() {
            return Ok(());
        }
        self.with(|connection| {
            connection.execute_batch("VACUUM")?;
            connection.execute("DELETE FROM setting WHERE key = ?1", [WIPE_DUE])?;
            connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)")
        })
    }

    /// Keeps a version that is new, with what was sent as it.
    pub(crate) fn add_version(
        &mut self,
        version: &Version,
        data: &VersionData<'_>,
    ) -> Result<VersionId, LadderError> {
        let (verdict, remarks) = verdict_columns(&version.verdict);
        let (installed, form) = match &version.content {
            Content::Query => (None, None),
            Content::Code(form) => (None, Some(form.word())),
            Content::Installed(spec) => (Some(spec), None),
        };
        let bytes = |bytes: u64| i64::try_from(bytes).unwrap_or(i64::MAX);
        let (size, unpacked) = (bytes(version.room.sent), bytes(version.room.unpacked));
        let text = if let VersionData::Text(text) = data { Some(*text) } else { None };
        self.write(|transaction| {
            if let VersionData::Bytes(bytes) = data {
                let statement = "INSERT OR IGNORE INTO upload (hash, bytes) VALUES (?1, ?2)";
                transaction.execute(statement, params![version.hash, bytes])?;
            }
            transaction.execute(
                "INSERT INTO version (person, number, installed, text, hash, unlimited, submitted, verdict,
                                      remarks, revealed, form, size, unpacked)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
                params![
                    version.person.0,
                    version.number,
                    installed,
                    text,
                    version.hash,
                    version.unlimited,
                    version.submitted.0,
                    verdict,
                    remarks,
                    version.revealed,
                    form,
                    size,
                    unpacked
                ],
            )?;
            Ok(VersionId(transaction.last_insert_rowid()))
        })
    }

    /// Keeps what the checker said, and no bytes of what it refused.
    pub(crate) fn set_verdict(
        &mut self,
        version: VersionId,
        verdict: &Verdict,
    ) -> Result<(), LadderError> {
        let (word, remarks) = verdict_columns(verdict);
        self.write(|transaction| {
            let statement = "UPDATE version SET verdict = ?2, remarks = ?3 WHERE id = ?1";
            transaction.execute(statement, params![version.0, word, remarks])?;
            if let Verdict::Refused(_) = verdict {
                let statement = "UPDATE version SET size = 0, unpacked = 0 WHERE id = ?1 AND form IS NOT NULL";
                transaction.execute(statement, [version.0])?;
                // What somebody else has sent as well is theirs.
                let orphan = "DELETE FROM upload WHERE hash = (SELECT hash FROM version WHERE id = ?1)
                              AND hash NOT IN (SELECT hash FROM version WHERE verdict <> 'refused')";
                transaction.execute(orphan, [version.0])?;
            }
            Ok(())
        })
    }

    /// Keeps whether everybody may see a version.
    pub(crate) fn set_revealed(
        &mut self,
        version: VersionId,
        revealed: bool,
    ) -> Result<(), LadderError> {
        self.write(|transaction| {
            let statement = "UPDATE version SET revealed = ?2 WHERE id = ?1";
            transaction.execute(statement, params![version.0, revealed]).map(drop)
        })
    }

    /// Keeps a comparison that is new.
    pub(crate) fn add_comparison(&mut self, new: &Comparison) -> Result<ComparisonId, LadderError> {
        self.write(|transaction| {
            transaction.execute(
                "INSERT INTO comparison (person, tried, against, began, wins, draws, losses)
                 VALUES (?1, ?2, ?3, ?4, 0, 0, 0)",
                params![new.person.0, new.tried.0, new.against.0, new.began.0],
            )?;
            Ok(ComparisonId(transaction.last_insert_rowid()))
        })
    }

    /// Keeps what came of a comparison.
    pub(crate) fn set_comparison(&mut self, comparison: &Comparison) -> Result<(), LadderError> {
        let games = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
        let (score, outcome) = (comparison.score, comparison.outcome.map(ComparisonOutcome::word));
        self.write(|transaction| {
            let statement = "UPDATE comparison SET wins = ?2, draws = ?3, losses = ?4, outcome = ?5 WHERE id = ?1";
            let [wins, draws, losses] = [score.wins, score.draws, score.losses].map(games);
            let values = params![comparison.id.0, wins, draws, losses, outcome];
            transaction.execute(statement, values).map(drop)
        })
    }

    /// Keeps a game with the badges that it brought; nothing where the game is there already.
    pub(crate) fn add_game(
        &mut self,
        game: &PlayedGame,
        badges: &[(PersonId, Badge)],
    ) -> Result<Option<GameId>, LadderError> {
        self.write(|transaction| {
            let pair = game.pairing.pair;
            let (is_final, number) =
                (pair.purpose == Purpose::Final, i64::try_from(pair.number).unwrap_or(i64::MAX));
            let known: Option<i64> = transaction
                .prepare_cached("SELECT id FROM game WHERE final = ?1 AND pair = ?2 AND second = ?3")?
                .query_row(params![is_final, number, game.pairing.second], |row| row.get(0))
                .optional()?;
            if known.is_some() {
                return Ok(None);
            }
            let (fault, fault_of, reason) = match &game.ending {
                Ending::Forfeit { by, word, reason } => {
                    (Some(word), Some(if *by == Colour::Black { "black" } else { "white" }), Some(reason))
                }
                Ending::Played { .. } | Ending::Void { .. } => (None, None, None),
            };
            transaction
                .prepare_cached(
                    "INSERT INTO game (final, pair, second, black, white, half_points, fault, fault_of, reason,
                                       black_discs, white_discs, moves, began, took, worker)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)",
                )?
                .execute(params![
                    is_final,
                    number,
                    game.pairing.second,
                    game.pairing.players.black.0,
                    game.pairing.players.white.0,
                    game.half_points(Colour::Black),
                    fault,
                    fault_of,
                    reason,
                    game.discs.black,
                    game.discs.white,
                    game.moves,
                    game.began.0,
                    i64::try_from(game.took_ms).unwrap_or(i64::MAX),
                    game.worker
                ])?;
            let id = GameId(transaction.last_insert_rowid());
            for (person, badge) in badges {
                transaction
                    .prepare_cached("INSERT OR IGNORE INTO badge (person, badge, game) VALUES (?1, ?2, ?3)")?
                    .execute(params![person.0, badge, id.0])?;
            }
            Ok(Some(id))
        })
    }
}

fn set_person(transaction: &Transaction<'_>, person: &Person) -> rusqlite::Result<()> {
    transaction.execute(
        "UPDATE person SET name = ?2, shape = ?3, key = ?4, removed = ?5, muted = ?6 WHERE id = ?1",
        params![
            person.id.0,
            person.name.as_str(),
            person.name.shape(),
            person.key.as_ref().map(|key| &key.0),
            person.removed,
            person.muted
        ],
    )?;
    Ok(())
}

fn verdict_columns(verdict: &Verdict) -> (&'static str, &str) {
    match verdict {
        Verdict::Waiting => ("waiting", ""),
        Verdict::Refused(why) => ("refused", why),
        Verdict::Accepted(remarks) => ("accepted", remarks),
    }
}
