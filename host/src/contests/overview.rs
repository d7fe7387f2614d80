//! Where a contest stands, in one text: at its end, when it is interrupted, and whenever somebody asks.

use std::path::Path;

use othello_arena::contest::{Closing, Plan};
use othello_arena::whole_number;
use othello_store::{Hold, Store};

use super::failures::{self, Failure};
use super::{json, messages, rounds, tables, test};

/// Where a contest stands.
pub struct Overview<'c> {
    plan: &'c Plan,
    closing: &'c Closing,
    failures: Vec<Failure>,
    /// The command by which it goes on.
    resume: String,
}

impl<'c> Overview<'c> {
    /// Of a contest and its file.
    pub fn new(
        plan: &'c Plan,
        closing: &'c Closing,
        store: &Store,
        resume: String,
    ) -> anyhow::Result<Overview<'c>> {
        Ok(Overview { plan, closing, failures: failures::of(store, closing)?, resume })
    }

    /// In words and tables.
    pub fn to_text(&self) -> String {
        let Overview { plan, closing, failures, resume } = self;
        let mut text = tables::standing(plan, &closing.standings);
        if let Some(test) = &closing.test {
            text += &test::verdict(&plan.names(), test);
            text += &messages::left_out(closing.left_out);
        }
        text += &rounds::text(plan, &closing.standings);
        text += &failures::text(failures);
        text += &messages::held_up(closing.standings.held_up);
        if !closing.over {
            text += &format!("\n{}", messages::unplayed(&self.count(), resume));
        }
        text
    }

    /// The first game of each that lost early, by reason.
    pub fn failures(&self) -> &[Failure] {
        &self.failures
    }

    /// As one JSON object in a line.
    pub fn to_json(&self) -> String {
        json::closing_json(self.plan, self.closing, &self.failures)
    }

    /// How many games were played, in words.
    fn count(&self) -> String {
        let played = whole_number(self.closing.standings.games);
        let total = self.plan.schedule().ok().and_then(|schedule| schedule.total());
        match total.filter(|_| self.plan.sprt.is_none()) {
            Some(pairs) => format!("{played} of {} games are played", whole_number(2 * pairs)),
            None => format!("{played} games are played"),
        }
    }
}

/// The contest of a file as it stands, for whoever asks.
pub fn show(path: &Path, as_json: bool) -> anyhow::Result<String> {
    let store = Store::open_existing(path)?;
    let (plan, closing) = Closing::of(&store)?;
    let overview = Overview::new(&plan, &closing, &store, messages::resume(path, &[]))?;
    if as_json {
        return Ok(overview.to_json());
    }
    let running = if Hold::is_taken(path) { "; it is being played" } else { "" };
    let about = messages::about(&plan);
    Ok(format!("{about}{running}\n\n{}", overview.to_text()))
}
