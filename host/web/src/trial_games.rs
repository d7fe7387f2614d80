//! Games in the background for somebody who writes a bot: contests that the binary plays in processes of their own,
//! so that they are the same as those of its command line, and can be stopped.

use std::collections::HashMap;
use std::io::Read;
use std::process::Child;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::owner::Owner;

/// How many are played at once.
const MOST: usize = 4;

/// What is to be played.
#[derive(Clone, Debug)]
pub struct TrialContest {
    /// The name of the contest.
    pub name: String,
    /// The player that is tried, as the command line names it.
    pub tried: String,
    /// The one that it meets.
    pub opponent: String,
    /// How many games; none where they go on until it is clear who is better.
    pub games: Option<u32>,
}

/// Starts such a contest; its output is what it says at its end.
pub type StartContest = Box<dyn Fn(&TrialContest) -> Result<Child, String> + Send + Sync>;

/// The contests that this server has started.
#[derive(Default)]
pub(crate) struct TrialContests(Mutex<HashMap<String, Running>>);

struct Running {
    owner: Owner,
    child: Child,
    said: Arc<Mutex<String>>,
}

impl TrialContests {
    fn all(&self) -> MutexGuard<'_, HashMap<String, Running>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts one, where not too many are being played.
    pub fn start(
        &self,
        start: &StartContest,
        contest: &TrialContest,
        owner: Owner,
    ) -> Result<(), String> {
        let mut all = self.all();
        let busy = all.values_mut().filter_map(|one| one.child.try_wait().ok());
        if busy.filter(Option::is_none).count() >= MOST {
            return Err(format!("{MOST} trials are being played already; stop one of them"));
        }
        let mut child = start(contest)?;
        let said = Arc::new(Mutex::new(String::new()));
        if let Some(mut out) = child.stdout.take() {
            let heard = Arc::clone(&said);
            let read = move || {
                let mut text = String::new();
                // What can't be read is not shown.
                let _ = out.read_to_string(&mut text);
                *heard.lock().unwrap_or_else(PoisonError::into_inner) = text;
            };
            thread::Builder::new().spawn(read).map_err(|error| error.to_string())?;
        }
        all.insert(contest.name.clone(), Running { owner, child, said });
        Ok(())
    }

    /// Whether this one has started it here, and it is being played.
    pub fn can_stop(&self, name: &str, who: &Owner) -> bool {
        let mut all = self.all();
        let own = all.get_mut(name).filter(|one| who.owns_what_is_of(&one.owner));
        own.is_some_and(|one| matches!(one.child.try_wait(), Ok(None)))
    }

    /// What it said at its end.
    pub fn said(&self, name: &str) -> Option<String> {
        let all = self.all();
        let said = all.get(name)?.said.lock().unwrap_or_else(PoisonError::into_inner);
        Some(said.clone()).filter(|said| !said.is_empty())
    }

    /// Stops it; what was played stays. Says whether there was anything that this one may stop.
    pub fn stop(&self, name: &str, who: &Owner) -> bool {
        let mut all = self.all();
        let own = all.get_mut(name).filter(|one| who.owns_what_is_of(&one.owner));
        own.is_some_and(|one| interrupt(&mut one.child))
    }
}

impl Drop for TrialContests {
    fn drop(&mut self) {
        for one in self.all().values_mut() {
            interrupt(&mut one.child);
        }
    }
}

/// Has a contest end as if somebody pressed Ctrl+C.
#[cfg(unix)]
fn interrupt(child: &mut Child) -> bool {
    use rustix::process::{Pid, Signal, kill_process};
    // A process that was waited for has given its number back.
    matches!(child.try_wait(), Ok(None))
        && kill_process(Pid::from_child(child), Signal::INT).is_ok()
}

#[cfg(not(unix))]
fn interrupt(child: &mut Child) -> bool {
    child.kill().is_ok()
}
