//! What a result has to be to be believed: the games that were handed out and no others, as the rules allow them.

use std::borrow::Cow;

use othello_arena::contest::{Elsewhere, PairJob, Plan, PlayedGame};
use othello_store::{Ending, PlayerRecord};

use crate::message::{Notice, ResultMessage};
use crate::party::Party;

/// What results are held against.
pub(crate) struct Examiner {
    pub plan: Plan,
    /// What is kept of the plan's players.
    pub records: Vec<PlayerRecord>,
}

impl Examiner {
    /// The games of a pair as they are kept, if the rules allow what is reported of them.
    pub(crate) fn games(
        &self,
        notice: &Notice,
        pair: &PairJob,
        party: Option<&Party>,
        message: ResultMessage,
    ) -> Result<Vec<PlayedGame>, String> {
        let ResultMessage { worker, scale, games, .. } = message;
        let games = games.into_vec();
        let within = |scale: f64| (0.01..=notice.slowest.max(1.0)).contains(&scale);
        if !within(scale) || (notice.speed.is_none() && scale != 1.0) {
            return Err(format!("its clock ran {scale} times as slowly"));
        }
        if games.len() != pair.games.len() {
            return Err("it has another number of games than were handed out".to_owned());
        }
        let (plan, records) = match party {
            Some(Party { entrants, records, .. }) => {
                let plan = Plan { entrants: entrants.to_vec(), ..self.plan.clone() };
                (Cow::Owned(plan), records.as_slice())
            }
            None => (Cow::Borrowed(&self.plan), self.records.as_slice()),
        };
        let elsewhere = Elsewhere { worker: &worker, scale };
        let both = pair.games.iter().zip(games);
        both.map(|(job, game)| {
            if game.number != job.number {
                return Err(format!("game {} was not handed out", game.number));
            }
            let void = game.void.clone();
            let players = job.players.map(|player| records[player].clone());
            let record = game
                .report()
                .map(|report| report.record(&plan, job, players, elsewhere))
                .transpose()?;
            let void = void.or_else(|| match &record.as_ref()?.ending {
                Ending::Void { reason } => Some(reason.clone()),
                Ending::Played { .. } | Ending::Forfeit { .. } => None,
            });
            if record.is_none() && void.is_none() {
                return Err("a game has neither a result nor a reason for having none".to_owned());
            }
            Ok(PlayedGame { job: job.clone(), record, void })
        })
        .collect()
    }
}
