//! Games in the background for somebody who writes a bot: contests that the binary plays in processes of their own,
//! so that they are the same as those of its command line, and can be stopped.

use std::collections::VecDeque;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::Child;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use othello_arena::GameSetup;
use othello_players::write_secret;

use crate::client::Client;
use crate::key;
use crate::owner::Owner;
use crate::places::{Place, Places};
use crate::processor::{ProcessorTime, USED, Weight};
use crate::refusal::Refusal;

/// How many are played at once.
const MOST: usize = 4;
/// So many that are over are remembered by what they said.
const MOST_REMEMBERED: usize = 100;
/// How often they are paid for.
const PAYMENT: Duration = Duration::from_secs(1);
/// What the names of such contests begin with.
const PREFIX: &str = "trial-";
/// How the name of the file ends in which a contest's owner stands.
pub(crate) const OWNER: &str = "owner";

/// What is to be played.
#[derive(Clone, Debug)]
pub struct TrialContest {
    /// The name of the contest.
    pub name: String,
    /// Which game on which board.
    pub setup: GameSetup,
    /// The player that is tried, as the command line names it.
    pub tried: String,
    /// The one that it meets.
    pub opponent: String,
    /// How many games; none where they go on until it is clear who is better.
    pub games: Option<u32>,
    /// How many MiB its file may have; any number for this machine's user.
    pub largest: Option<u32>,
}

/// Starts such a contest; its output is what it says at its end.
pub type StartContest = Box<dyn Fn(&TrialContest) -> Result<Child, String> + Send + Sync>;

/// The contests that this server has started.
pub(crate) struct TrialContests {
    places: Arc<Places>,
    /// What visitors have left of the processor, of which these take.
    used: Arc<ProcessorTime>,
    /// The newest last.
    all: Mutex<VecDeque<Trial>>,
}

struct Trial {
    name: String,
    bot: String,
    owner: Owner,
    /// Nothing once it is over.
    played: Option<(Child, Place)>,
    said: Arc<Mutex<String>>,
}

impl Default for TrialContests {
    fn default() -> TrialContests {
        let used = Arc::clone(&USED);
        TrialContests { places: Places::new(MOST), used, all: Mutex::default() }
    }
}

impl TrialContests {
    /// All that are remembered, those that have ended without what they held.
    fn all(&self) -> MutexGuard<'_, VecDeque<Trial>> {
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        for trial in all.iter_mut() {
            trial.played.take_if(|(child, _)| !matches!(child.try_wait(), Ok(None)));
        }
        while all.len() > MOST_REMEMBERED && all.front().is_some_and(|old| old.played.is_none()) {
            all.pop_front();
        }
        all
    }

    /// Lets a visitor begin one, or says when they may.
    pub(crate) fn admit(&self, client: &Client) -> Result<(), Refusal> {
        self.used.admit(client, Weight::Heavy)
    }

    /// Starts one for a bot of this owner's, where not too many are being played, and not too many for the same client.
    pub fn start(
        &self,
        start: &StartContest,
        contest: &TrialContest,
        bot: &str,
        (owner, client): (Owner, &Client),
    ) -> Result<(), String> {
        // Those that are over give their places back.
        drop(self.all());
        let place = self.places.try_take(client);
        let place = place.ok_or("too many trials are being played already; stop one of them")?;
        let mut child = start(contest)?;
        let said = Arc::new(Mutex::new(String::new()));
        if let Some(mut out) = child.stdout.take() {
            let heard = Arc::clone(&said);
            let (goes_on, is_over) = channel::<()>();
            let (used, payer) = (Arc::clone(&self.used), client.clone());
            let pay = move || pay(&used, &payer, &is_over);
            thread::Builder::new().spawn(pay).map_err(|error| error.to_string())?;
            let read = move || {
                let mut text = String::new();
                // What can't be read is not shown.
                let _ = out.read_to_string(&mut text);
                *heard.lock().unwrap_or_else(PoisonError::into_inner) = text;
                drop(goes_on);
            };
            thread::Builder::new().spawn(read).map_err(|error| error.to_string())?;
        }
        let (name, bot, played) = (contest.name.clone(), bot.to_owned(), Some((child, place)));
        self.all().push_back(Trial { name, bot, owner, played, said });
        Ok(())
    }

    /// The contests that are being played for this bot of the owner's, the newest first.
    pub(crate) fn of_bot(&self, bot: &str, who: &Owner) -> Vec<String> {
        let all = self.all();
        let own = all.iter().rev().filter(|trial| {
            trial.bot == bot && trial.played.is_some() && who.owns_what_is_of(&trial.owner)
        });
        own.map(|trial| trial.name.clone()).collect()
    }

    /// Whether this one has started it here, and it is being played.
    pub fn can_stop(&self, name: &str, who: &Owner) -> bool {
        let all = self.all();
        let own = all.iter().find(|trial| trial.name == name && who.owns_what_is_of(&trial.owner));
        own.is_some_and(|trial| trial.played.is_some())
    }

    /// What it said at its end.
    pub fn said(&self, name: &str) -> Option<String> {
        let said = Arc::clone(&self.all().iter().find(|trial| trial.name == name)?.said);
        let said = said.lock().unwrap_or_else(PoisonError::into_inner);
        Some(said.clone()).filter(|said| !said.is_empty())
    }

    /// Stops it; what was played stays. Says whether there was anything that this one may stop.
    pub fn stop(&self, name: &str, who: &Owner) -> bool {
        let mut all = self.all();
        let mut own = all.iter_mut().filter(|trial| who.owns_what_is_of(&trial.owner));
        let played = own.find(|trial| trial.name == name).and_then(|trial| trial.played.as_mut());
        played.is_some_and(|(child, _)| interrupt(child))
    }
}

/// Has a visitor pay for a contest as long as it goes on, which plays one game at a time.
fn pay(used: &ProcessorTime, payer: &Client, is_over: &Receiver<()>) {
    let mut paid = Instant::now();
    loop {
        let over = is_over.recv_timeout(PAYMENT) == Err(RecvTimeoutError::Disconnected);
        let now = Instant::now();
        used.spend_on_games(payer, now - paid);
        paid = now;
        if over {
            return;
        }
    }
}

impl Drop for TrialContests {
    fn drop(&mut self) {
        for (child, _) in self.all().iter_mut().filter_map(|trial| trial.played.as_mut()) {
            interrupt(child);
        }
    }
}

/// Whether a contest of this name tries a bot, and is its owner's alone.
pub(crate) fn is_trial(name: &str) -> bool {
    name.starts_with(PREFIX)
}

/// The name of a contest that tries a bot.
pub(crate) fn trial_name(text: &str) -> String {
    format!("{PREFIX}{text}")
}

/// Writes down whose a contest is, beside its file.
pub(crate) fn claim_trial(folder: &Path, name: &str, owner: &Owner) -> io::Result<()> {
    let Owner::Person(key) = owner else { return Ok(()) };
    fs::create_dir_all(folder)?;
    write_secret(&owner_file(folder, name), key.as_bytes())
}

/// Whether somebody may look at a contest of this name: one that tries a bot shows its queries.
pub(crate) fn may_see(folder: &Path, name: &str, who: &Owner) -> bool {
    match who {
        _ if !is_trial(name) => true,
        Owner::User => true,
        Owner::Person(key) => fs::read_to_string(owner_file(folder, name))
            .is_ok_and(|kept| key::same(kept.trim(), key)),
    }
}

fn owner_file(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}.{OWNER}"))
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may unwrap")]

    use super::*;

    #[test]
    #[cfg(unix)]
    fn a_contest_is_paid_for_by_whoever_started_it_until_it_ends() {
        use std::process::{Command, Stdio};

        let setup = || GameSetup::find("othello", None, None).unwrap();
        let start: StartContest = Box::new(|_| {
            let child = Command::new("sleep").arg("2.5").stdout(Stdio::piped()).spawn();
            child.map_err(|error| error.to_string())
        });
        let contest = |name: &str| TrialContest {
            name: name.to_owned(),
            setup: setup(),
            tried: "One".to_owned(),
            opponent: "Other".to_owned(),
            games: None,
            largest: None,
        };
        let (places, used) = (Places::new(MOST), Arc::new(ProcessorTime::once()));
        let trials = TrialContests { places, used, all: Mutex::default() };
        let client = |last| Client::from(crate::client::Origin::of([10, 0, 0, last].into()));
        let (ann, bob) = (client(1), client(2));
        trials.start(&start, &contest("trial-1"), "One", (Owner::User, &ann)).unwrap();
        let all = trials.used.left(&bob);
        let paid = || all - trials.used.left(&ann);
        let begun = Instant::now();
        while paid() < 2.4 && begun.elapsed() < Duration::from_secs(120) {
            thread::sleep(Duration::from_millis(5));
        }
        assert!((2.4..60.0).contains(&paid()), "{}", paid());
        assert_eq!(trials.used.left(&bob).to_bits(), all.to_bits(), "nobody else pays");
        trials.admit(&ann).unwrap();
        trials.used.spend(&ann, Duration::from_secs(1000));
        assert!(trials.admit(&ann).is_err() && trials.admit(&bob).is_ok());
    }

    #[test]
    fn what_tries_a_bot_is_seen_by_its_owner_and_the_machines_user_alone() {
        let folder = tempfile::tempdir().unwrap();
        let person = |letter: &str| Owner::Person(letter.repeat(32));
        let name = trial_name("ann-v1-simple-1");
        claim_trial(folder.path(), &name, &person("a")).unwrap();
        assert!(may_see(folder.path(), &name, &person("a")));
        assert!(may_see(folder.path(), &name, &Owner::User));
        assert!(!may_see(folder.path(), &name, &person("b")));
        // The user's own are nobody else's, and any other contest is everybody's.
        assert!(!may_see(folder.path(), &trial_name("house"), &person("a")));
        assert!(may_see(folder.path(), "cup", &person("b")));
    }
}
