//! What is to be in the queue, and that nothing of it is lost on the way.

use std::collections::{HashSet, VecDeque};
use std::sync::Arc;
use std::time::Instant;

use othello_arena::contest::{PairJob, PlayedGame};

use super::{Organiser, PairOut};
use crate::error::ClusterError;
use crate::loan::Loan;
use crate::message::PairMessage;
use crate::names::TaskId;
use crate::party::Party;
use crate::troubles::Work;
use crate::upkeep::Stocktaking;

/// How many pairs are put into the queue at once.
const BATCH: usize = 1024;
/// How many of each kind are taken out of the queue at a look: each is asked for alone.
const MOST_CLEARED: usize = 64;
/// How often workers begin a pair again before it is void.
const MOST_IN_VAIN: u32 = 8;

impl Organiser {
    pub(super) fn queue_up(&mut self, pair: PairJob, party: Option<Arc<Party>>) {
        let task = TaskId::of(&pair);
        self.out.insert(task, PairOut { pair, party, loan: Loan::default(), in_vain: 0 });
        self.to_publish.push_back(task);
    }

    /// Calls back all pairs that were handed out: what comes of them after this counts for nobody.
    pub fn call_back(&mut self) {
        self.out.clear();
        self.to_publish.clear();
        self.refused.clear();
        self.missed.clear();
        self.verifying.clear();
        self.link.block_on(self.upkeep.empty_queue());
    }

    /// Puts into the queue what is to go there. A pair for which that can't be done holds up no other.
    pub(super) fn publish(&mut self) {
        let (mut tasks, mut left) = (std::mem::take(&mut self.to_publish), VecDeque::new());
        let mut done = Ok(());
        while !tasks.is_empty() && done.is_ok() {
            let batch: Vec<TaskId> = tasks.drain(..tasks.len().min(BATCH)).collect();
            let (mut messages, mut troubles) = (Vec::new(), Vec::new());
            for &task in &batch {
                match self.message(task) {
                    Ok(message) => messages.extend(message.map(|message| (task, message))),
                    Err(error) => troubles.push(error),
                }
                if self.link.is_away() {
                    break;
                }
            }
            let sent: Vec<TaskId> = messages.iter().map(|(task, _)| *task).collect();
            let (there, trouble) = self.link.block_on(self.upkeep.publish(messages));
            for (task, sequence) in &there {
                if let (Some(out), Some(sequence)) = (self.out.get_mut(task), sequence) {
                    out.loan.is_queued(*sequence);
                }
            }
            let there: HashSet<TaskId> = there.into_iter().map(|(task, _)| task).collect();
            self.remember_refused(&sent, &there, trouble.as_ref());
            let is_left = |task: &TaskId| !there.contains(task) && self.out.contains_key(task);
            left.extend(batch.into_iter().filter(is_left));
            done = trouble.or(troubles.pop()).map_or(Ok(()), Err);
        }
        left.extend(tasks);
        self.to_publish.extend(left);
        self.note(Work::Queue, done);
    }

    /// What the queue did not take goes there later. Once a server that was away is back, everything does at once.
    fn remember_refused(
        &mut self,
        sent: &[TaskId],
        there: &HashSet<TaskId>,
        trouble: Option<&ClusterError>,
    ) {
        if self.link.is_away() {
            self.refused.clear();
            self.upkeep.guests.retry();
            return;
        }
        for &task in sent {
            match trouble.filter(|_| !there.contains(&task)) {
                Some(trouble) => self.refused.add(task, trouble.clone()),
                None => self.refused.end(&task),
            }
        }
    }

    /// A pair as it goes into the queue, once its players can be fetched; nothing where it is out no more, or no message
    /// can hold it, so that it is void.
    fn message(&mut self, task: TaskId) -> Result<Option<Vec<u8>>, ClusterError> {
        let Some(PairOut { pair, party, .. }) = self.out.get(&task) else { return Ok(None) };
        self.refused.check(&task)?;
        let guests = party.as_ref().map(|party| party.guests.clone());
        let Some(message) = PairMessage::of(pair, guests) else { return Ok(None) };
        match message.encoded() {
            Ok(message) => {
                if let Some(party) = party {
                    self.link.block_on(self.upkeep.bring(party))?;
                }
                Ok(Some(message))
            }
            Err(error) => {
                if let Some(PairOut { pair, .. }) = self.out.remove(&task) {
                    self.voids.extend(voids(pair, &error.to_string()));
                }
                Ok(None)
            }
        }
    }

    /// Looks whether the server has all that it should have, and makes good what is missing.
    pub(super) fn look_after(&mut self) {
        self.looked = Instant::now();
        self.crew.look_round();
        self.refused.retain(|task| self.out.contains_key(task));
        let parties = self.out.values().filter_map(|out| out.party.as_deref());
        self.link.block_on(self.upkeep.tidy(parties));
        let stock = self.link.block_on(self.upkeep.take_stock());
        let Some(stock) = self.note(Work::Stocktaking, stock) else { return };
        // Under the name of a ladder no other host comes, whoever has made something there.
        if stock.is_taken_over && !self.crew.takes_guests() {
            self.is_taken_over = true;
            return;
        }
        if stock.is_new || stock.is_taken_over {
            self.upkeep.guests.forget();
            self.refused.clear();
            let desk = self.link.block_on(self.upkeep.set_up());
            let Some(desk) = self.note(Work::SetUp, desk) else { return };
            self.inbox.take_results(&self.link, desk);
            self.crew.say("the server had lost the contest; it was put there again".to_owned());
            self.to_publish = self.out.keys().copied().collect();
            return;
        }
        let stranded = self.clear_queue(&stock);
        self.call_in(stock.handed_out);
        let mut missed = HashSet::new();
        if stock.results == 0 {
            let queued: HashSet<_> = stock.queued.iter().chain(&self.to_publish).collect();
            let is_missing =
                |task: &&TaskId| !queued.contains(task) && !self.verifying.contains(task);
            missed = self.out.keys().filter(is_missing).copied().collect();
        }
        // What is missing twice was lost; in between its result may have come.
        let mut lost: Vec<TaskId> = missed.intersection(&self.missed).copied().collect();
        missed.retain(|task| !lost.contains(task));
        lost.extend(stranded);
        self.missed = missed;
        if !lost.is_empty() {
            self.crew.say(format!(
                "{} pairs were lost on the server; they are queued again",
                lost.len()
            ));
            self.to_publish.extend(lost);
        }
    }

    /// Has others play what workers have had for too long. Whoever is first brings the result.
    fn call_in(&mut self, handed_out: u64) {
        let (now, is_played) = (Instant::now(), self.crew.threads() > 0);
        let mut overdue = Vec::new();
        for (&task, PairOut { loan, .. }) in &mut self.out {
            if !is_played {
                loan.is_back();
                continue;
            }
            loan.see(handed_out, now);
            if loan.is_overdue(&self.patience, now) && !self.verifying.contains(&task) {
                overdue.push((task, loan.sequence()));
            }
        }
        let mut called_in = Vec::new();
        for (task, sequence) in overdue {
            let taken = sequence.map(|it| self.link.block_on(self.upkeep.call_in(it)));
            let Some(()) = self.note(Work::Clearing, taken.unwrap_or(Ok(()))) else { break };
            if let Some(out) = self.out.get_mut(&task) {
                out.loan.call_in();
                called_in.push(task);
            }
        }
        if let Some(first) = called_in.first() {
            self.crew.say(match called_in.len() {
                1 => format!(
                    "pair {} has been with a worker for very long; another one gets it as well, and it counts once",
                    first.place + 1
                ),
                many => format!(
                    "{many} pairs have been with workers for very long; others get them as well, and each counts once"
                ),
            });
        }
        self.to_publish.extend(called_in);
    }

    /// A pair has a result. Where it was handed out more than once, nobody else is to begin it.
    pub(super) fn end_loan(&mut self, loan: &Loan) {
        self.patience.learn(loan, self.looked, Instant::now());
        if let Some(sequence) = loan.sequence().filter(|_| loan.is_with_many()) {
            // Who has begun it plays in vain, and so does whoever gets it now.
            let _ = self.link.block_on(self.upkeep.call_in(sequence));
        }
    }

    /// Takes out of the queue what nobody is to play, and what nobody gets; gives the latter. What seems so twice is: a
    /// server knows of a new pair only a moment later that it is to be handed out, and one that was down may have
    /// forgotten it for ever.
    fn clear_queue(&mut self, stock: &Stocktaking) -> Vec<TaskId> {
        let was_stranded = std::mem::replace(&mut self.is_stranded, stock.is_stranded);
        let is_out = |task: &&TaskId| self.out.contains_key(task);
        let (mut stranded, mut clear): (Vec<_>, Vec<_>) = stock.queued.iter().partition(is_out);
        if !(was_stranded && stock.is_stranded) {
            stranded.clear();
        }
        clear.truncate(MOST_CLEARED);
        stranded.truncate(MOST_CLEARED);
        clear.extend(&stranded);
        let cleared = self.link.block_on(self.upkeep.take_out(&clear));
        self.note(Work::Clearing, cleared);
        stranded
    }

    /// A worker begins a pair that was handed out before. One that was begun so often nobody will finish.
    pub(super) fn see_begun(&mut self, task: TaskId) {
        let Some(out) = self.out.get_mut(&task) else { return };
        out.in_vain += 1;
        if out.in_vain < MOST_IN_VAIN || self.verifying.contains(&task) {
            return;
        }
        // What stays in the queue is taken out when stock is taken.
        let _ = self.link.block_on(self.upkeep.take_out(&[task]));
        if let Some(PairOut { pair, .. }) = self.out.remove(&task) {
            self.voids
                .extend(voids(pair, "no worker finished it, however often it was handed out"));
        }
    }
}

/// The games of a pair without a result.
fn voids(pair: PairJob, why: &str) -> impl Iterator<Item = PlayedGame> + use<'_> {
    let void = Some(why.to_owned());
    pair.games.into_iter().map(move |job| PlayedGame { job, record: None, void: void.clone() })
}
