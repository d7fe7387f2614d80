//! A game as the formats of other programs take it.

use std::time::Duration;

use anyhow::anyhow;
use othello_arena::notation::notation;
use othello_rules::records::{Note, Record};
use othello_store::moment;

use crate::history::saved::SavedGame;

/// The game as other programs' formats take it, with the times of its moves.
pub fn record(saved: &SavedGame) -> anyhow::Result<Record> {
    let mut record = notation(&saved.summary).map_err(|why| cannot_write(saved, &why))?;
    if saved.summary.source.is_none() {
        let (year, month, day) = moment::day(saved.summary.began);
        record.date = format!("{year:04}.{month:02}.{day:02}");
        record.place = "Othello Host".to_owned();
    }
    let mut notes = vec![Note::default(); record.game.moves().len()];
    for round in &saved.record.rounds {
        let spent: Duration = round.asked + round.ran;
        if let Some(note) = notes.get_mut(round.ply as usize) {
            note.seconds = Some(spent.as_secs_f64());
        }
    }
    record.notes = notes;
    Ok(record)
}

pub fn cannot_write(saved: &SavedGame, why: &str) -> anyhow::Error {
    anyhow!("game {} can't be written: {why}", saved.summary.id.0)
}
