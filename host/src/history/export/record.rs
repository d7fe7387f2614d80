//! A game as the formats of other programs take it.

use std::time::Duration;

use anyhow::anyhow;
use othello_arena::notation::notation;
use othello_rules::Colour;
use othello_rules::records::{Note, Record};
use othello_store::{RoundRecord, moment};
use serde_json::Value;

use crate::history::saved::SavedGame;

/// The game as other programs' formats take it, with the times of its moves.
pub fn record(saved: &SavedGame) -> anyhow::Result<Record> {
    let mut record = notation(&saved.summary).map_err(|why| cannot_write(saved, &why))?;
    if was_played_by_a_host(saved) {
        if record.date.is_empty() {
            let (year, month, day) = moment::day(saved.summary.began);
            record.date = format!("{year:04}.{month:02}.{day:02}");
        }
        if record.place.is_empty() {
            "Othello Host".clone_into(&mut record.place);
        }
    }
    if record.notes.is_empty() {
        record.notes = vec![Note::default(); record.game.moves().len()];
        for round in &saved.record.rounds {
            let spent: Duration = round.asked + round.ran;
            if let Some(note) = record.notes.get_mut(round.ply as usize) {
                note.seconds = Some(spent.as_secs_f64());
                note.evaluation = evaluation(round);
            }
        }
    }
    Ok(record)
}

/// Whether a host played it, which knows of its players what they are.
fn was_played_by_a_host(saved: &SavedGame) -> bool {
    Colour::ALL.into_iter().any(|side| !saved.record.players[side].class.is_empty())
}

/// What the record of another program said of a move; what players here say of theirs is in no common measure.
fn evaluation(round: &RoundRecord) -> Option<f64> {
    let thinking: Value = serde_json::from_str(round.thinking.as_deref()?).ok()?;
    thinking["entries"]["evaluation"].as_f64().filter(|_| round.query.is_none())
}

pub fn cannot_write(saved: &SavedGame, why: &str) -> anyhow::Error {
    anyhow!("game {} can't be written: {why}", saved.summary.id.0)
}
