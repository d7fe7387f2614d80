//! A player's processes, stopped, let go on and killed as a whole: those of its job object.

use super::job::{Job, Member};
use crate::cores::available_cores;
use crate::link::Report;
use crate::process::watched::Watched;
use std::sync::Arc;
use std::time::Duration;

/// How often it is looked whether processes have come that are not stopped: one that is starting others when it is
/// stopped may have started one more.
const LOOKS: usize = 16;

/// How much of the processor a thread may have used that the system has not counted yet: it does at the ticks of its clock.
const UNCOUNTED: Duration = Duration::from_micros(15_625);

/// A player's processes.
#[derive(Clone)]
pub(in crate::process) struct Tree {
    /// Nothing once it was killed.
    job: Option<Arc<Job>>,
}

/// The processes that were stopped.
#[derive(Default)]
pub(in crate::process) struct Stopped {
    members: Vec<Member>,
    /// How much of the processor they had used, with what may not have been counted by then.
    most_used: Duration,
}

impl Stopped {
    /// Whether to find them again costs more than it is worth: they were never let out of sight.
    pub fn is_many(&self) -> bool {
        false
    }

    /// How much of the processor they can have used at the most when they were stopped.
    pub fn most_used(&self) -> Duration {
        self.most_used
    }
}

impl Tree {
    pub(super) fn of(job: Job) -> Tree {
        Tree { job: Some(Arc::new(job)) }
    }

    /// Whatever it is closed in with, all end with the job.
    pub fn heed(&mut self, _report: &Report) {}

    /// How many processes there are is looked at anew each time.
    pub fn is_one_process(&mut self, _player: i32) {}

    /// Whether it was not killed yet.
    pub fn is_there(&self) -> bool {
        self.job.is_some()
    }

    /// Nothing is asked of a process by its number here.
    pub fn watched(&self) -> Option<Watched> {
        None
    }

    /// Nothing is taken from a process from outside here.
    pub fn player(&self) -> Option<i32> {
        None
    }

    /// The processes as they are now.
    pub fn processes(&self) -> Processes {
        Processes(self.job.as_ref().map(|job| job.members()).unwrap_or_default())
    }

    /// Stops them.
    pub fn stop(&self) -> Stopped {
        let mut members: Vec<Member> = Vec::new();
        let Some(job) = &self.job else { return Stopped::default() };
        for _ in 0..LOOKS {
            let mut all = job.members();
            all.retain(|one| !members.iter().any(|known| known.number() == one.number()));
            if all.is_empty() {
                break;
            }
            all.iter().for_each(Member::suspend);
            members.append(&mut all);
        }
        let threads = u32::try_from(available_cores().get()).unwrap_or(1);
        Stopped { members, most_used: self.used() + UNCOUNTED * threads }
    }

    /// How much of the processor all have used, once they stand still: they do when they were told to.
    pub fn used_if_still(&self) -> Option<Duration> {
        Some(self.used())
    }

    fn used(&self) -> Duration {
        self.job.as_ref().map(|job| job.processor_time()).unwrap_or_default()
    }

    /// Lets them go on. Gives what all have used by then.
    pub fn go_on(&self, stopped: &Stopped) -> Duration {
        let used = self.used();
        stopped.members.iter().for_each(Member::resume);
        used
    }

    /// Ends all processes.
    pub fn kill(&mut self) {
        if let Some(job) = self.job.take() {
            job.kill();
        }
    }
}

/// A player's processes at a moment, which are asked how much memory they hold.
pub(in crate::process) struct Processes(Vec<Member>);

impl Processes {
    /// The memory that shows as theirs.
    pub fn shown_memory(&self) -> u64 {
        self.0.iter().map(Member::resident).sum()
    }

    /// The job object counts all that there is.
    pub fn unseen_memory(&self, _enough: u64) -> u64 {
        0
    }
}
