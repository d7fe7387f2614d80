//! What is taken out of the file again: games of a worker that lied, with what followed from them.

use rusqlite::{OptionalExtension, Transaction, params};

use super::LadderFile;
use super::load::{GAME, game};
use crate::badge::Win;
use crate::error::LadderError;
use crate::game::LadderGame;
use crate::person::PersonId;
use crate::state::Badge;

/// What was taken out.
pub(crate) struct Withdrawal {
    /// The games.
    pub games: Vec<LadderGame>,
    /// The first pair of the final of which a game was.
    pub final_from: Option<u64>,
    /// The badges that they brought.
    pub badges_lost: Vec<(PersonId, Badge)>,
    /// Those among them that another game brings as well.
    pub badges_kept: Vec<(PersonId, Badge)>,
}

impl LadderFile {
    /// Takes out games of a worker, at most so many rated ones, with the badges that they brought; and of the final all
    /// that followed from the first of them.
    pub(crate) fn withdraw(
        &mut self,
        worker: &str,
        at_once: u32,
    ) -> Result<Withdrawal, LadderError> {
        self.write(|transaction| {
            let first = "SELECT min(pair) FROM game WHERE worker = ?1 AND final";
            let final_from: Option<i64> =
                transaction.query_row(first, [worker], |row| row.get(0))?;
            let out = "SELECT id FROM game WHERE final AND pair >= ?2 UNION ALL
                       SELECT id FROM (SELECT id FROM game WHERE worker = ?1 AND NOT final ORDER BY id LIMIT ?3)";
            let values = params![worker, final_from, at_once];
            let games = format!("{GAME} WHERE id IN ({out}) ORDER BY id");
            let games: Vec<LadderGame> =
                transaction.prepare(&games)?.query_map(values, game)?.collect::<Result<_, _>>()?;
            let badges = format!("DELETE FROM badge WHERE game IN ({out}) RETURNING person, badge");
            let badge = |row: &rusqlite::Row<'_>| Ok((PersonId(row.get(0)?), row.get(1)?));
            let badges_lost: Vec<(PersonId, Badge)> =
                transaction.prepare(&badges)?.query_map(values, badge)?.collect::<Result<_, _>>()?;
            transaction.execute(&format!("DELETE FROM game WHERE id IN ({out})"), values)?;
            let mut badges_kept = Vec::new();
            for (person, badge) in &badges_lost {
                if let Some(game) = another_win(transaction, *person, badge)? {
                    let keep = "INSERT INTO badge (person, badge, game) VALUES (?1, ?2, ?3)";
                    transaction.execute(keep, params![person.0, badge, game])?;
                    badges_kept.push((*person, badge.clone()));
                }
            }
            let final_from = final_from.and_then(|pair| u64::try_from(pair).ok());
            Ok(Withdrawal { games, final_from, badges_lost, badges_kept })
        })
    }
}

/// The first win of somebody that brings this badge too, where it is one for a win.
fn another_win(
    transaction: &Transaction<'_>,
    person: PersonId,
    badge: &str,
) -> rusqlite::Result<Option<i64>> {
    let Some(Win { unlimited, against }) = Win::of_badge(badge) else { return Ok(None) };
    let own = "(SELECT id FROM version WHERE person = ?1 AND (unlimited OR NOT ?2))";
    let wins = format!(
        "SELECT id, white AS other FROM game WHERE NOT final AND half_points = 2 AND black IN {own}
         UNION ALL
         SELECT id, black AS other FROM game WHERE NOT final AND half_points = 0 AND white IN {own}"
    );
    let of_boss = "SELECT version.id FROM version JOIN person ON person.id = version.person WHERE boss AND name = ?3";
    let first = format!("SELECT min(id) FROM ({wins}) WHERE ?3 IS NULL OR other IN ({of_boss})");
    let found = transaction
        .prepare_cached(&first)?
        .query_row(params![person.0, unlimited, against], |row| row.get(0))
        .optional()?;
    Ok(found.flatten())
}
