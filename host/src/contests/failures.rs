//! The games of a contest that somebody lost early: why, and the ready command that asks the player again.

use othello_arena::contest::Closing;
use othello_rules::text::one_line;
use othello_store::{Ending, GameId, Store};
use serde_json::{Value, json};

use crate::history::{ReplayedGame, SavedGame};
use crate::report::command_line;

/// How many are shown.
const MOST: usize = 12;

/// A game that somebody lost early.
pub struct Failure {
    game: GameId,
    /// Its number in the contest, from 1.
    place: i64,
    /// Who lost.
    pub name: String,
    /// With which discs.
    pub side: othello_rules::Colour,
    opponent: String,
    /// The number of the move, from 1.
    number: usize,
    /// Why.
    pub reason: String,
    /// How many games the same one lost for the same reason in one word.
    pub count: u64,
    /// What asks the player again.
    pub command: Option<String>,
}

/// The first game of each player and reason, among those that count.
pub fn of(store: &Store, closing: &Closing) -> anyhow::Result<Vec<Failure>> {
    let mut failures = Vec::new();
    for (game, count) in store.first_forfeits(closing.range())?.into_iter().take(MOST) {
        let saved = SavedGame::load(store, game)?;
        let Ending::Forfeit { by, reason, .. } = saved.summary.ending.clone() else { continue };
        let place = saved.summary.contest_place.map_or(0, |place| place.0 + 1);
        let names = saved.summary.names.clone();
        let replayed = ReplayedGame::of(saved).ok();
        let ply = replayed.as_ref().map_or(0, |game| game.moves.len());
        failures.push(Failure {
            game,
            place,
            name: names[by].clone(),
            side: by,
            opponent: names[by.opponent()].clone(),
            number: ply + 1,
            reason,
            count,
            command: replayed.map(|game| command_line(&game.query_words(ply, None))),
        });
    }
    Ok(failures)
}

/// The failures in words; nothing where there are none.
pub fn text(failures: &[Failure]) -> String {
    let mut text = String::new();
    for Failure { place, name, side, opponent, number, reason, count, command, .. } in failures {
        let more =
            if *count > 1 { format!(" (the first of {count} such games)") } else { String::new() };
        let reason = one_line(reason);
        text += &format!(
            "\ngame {place}, move {number}: {name} ({side}) loses to {opponent} by {reason}{more}\n"
        );
        if let Some(command) = command {
            text += &format!("  ask it again: {command}\n");
        }
    }
    text
}

impl Failure {
    /// The failure as JSON.
    pub fn to_json(&self) -> Value {
        json!({
            "id": self.game.0,
            "game": self.place,
            "player": self.name,
            "colour": self.side.to_string().to_lowercase(),
            "opponent": self.opponent,
            "move": self.number,
            "reason": self.reason,
            "games": self.count,
            "command": self.command,
        })
    }
}
