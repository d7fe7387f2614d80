//! Threads of this process that play a contest's games.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use othello_players::take_share;

use super::boards::InPlay;
use super::error::ContestError;
use super::game_runner::{Database, GameRunner, Venue};
use super::plan::Plan;
use super::work::{GameJob, PairJob, PlayedGame, Workers};

/// How many games a thread has before it, the one that it plays among them, so that none waits for the file.
const READY: usize = 8;
/// How long a game that is over may wait for others, to be written with them.
const MOMENT: Duration = Duration::from_millis(10);

/// Threads of this process.
struct Threads<'r, 'v> {
    runner: &'r GameRunner<'v>,
    count: usize,
    jobs: Sender<GameJob>,
    played: Receiver<PlayedGame>,
    /// How many games were handed out and have not been taken.
    out: usize,
}

/// Lets so many threads of this process play at this venue as long as `work` is done.
///
/// # Errors
/// Where the plan is none, or there are no threads.
pub fn with_threads<T>(
    plan: &Plan,
    venue: &dyn Venue,
    count: usize,
    work: impl FnOnce(&mut dyn Workers) -> Result<T, ContestError>,
) -> Result<T, ContestError> {
    let count = count.max(1);
    let runner = &GameRunner::new(plan.clone(), venue, count)?;
    let (jobs, waiting) = channel();
    let waiting = &Mutex::new(waiting);
    let (done, played) = channel();
    thread::scope(|scope| {
        let watching = scope.spawn(|| runner.watch_the_machine());
        // Whatever becomes of the work: the threads are waited for behind it.
        let _ending = Ending { runner, watching: watching.thread().clone() };
        let started = (0..count).try_for_each(|thread| {
            // What keeps one more from beginning is the system.
            let says = |error| {
                format!("the system lets no more than {thread} games be played at once ({error}); say fewer")
            };
            let done = done.clone();
            let play = move || {
                take_share(thread, count);
                play(runner, thread, waiting, &done);
            };
            let builder = thread::Builder::new().name(format!("contest {thread}"));
            builder.spawn_scoped(scope, play).map(drop).map_err(says)
        });
        drop(done);
        match started {
            Ok(()) => work(&mut Threads { runner, count, jobs, played, out: 0 }),
            Err(error) => Err(ContestError::Venue(error)),
        }
    })
}

/// Has all threads come to their end.
struct Ending<'r, 'v> {
    runner: &'r GameRunner<'v>,
    watching: Thread,
}

impl Drop for Ending<'_, '_> {
    fn drop(&mut self) {
        self.runner.cancel();
        self.watching.unpark();
    }
}

/// Plays what comes until nothing comes any more.
fn play(
    runner: &GameRunner<'_>,
    thread: usize,
    jobs: &Mutex<Receiver<GameJob>>,
    done: &Sender<PlayedGame>,
) {
    let mut database = Database::default();
    loop {
        let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(job) = job else { return };
        if runner.is_cancelled() {
            continue;
        }
        if done.send(runner.play(thread, &mut database, &job)).is_err() {
            return;
        }
    }
}

fn gone() -> ContestError {
    ContestError::Venue("the threads that play have ended".to_owned())
}

impl Workers for Threads<'_, '_> {
    fn room(&self) -> usize {
        READY * self.count
    }

    fn hand_out(&mut self, pair: PairJob) -> Result<(), ContestError> {
        self.out += pair.games.len();
        let sent = pair.games.into_iter().all(|game| self.jobs.send(game).is_ok());
        if sent { Ok(()) } else { Err(gone()) }
    }

    fn take(&mut self, timeout: Duration) -> Result<Vec<PlayedGame>, ContestError> {
        let mut played = match self.played.recv_timeout(timeout) {
            Ok(first) => vec![first],
            Err(RecvTimeoutError::Timeout) => return Ok(Vec::new()),
            Err(RecvTimeoutError::Disconnected) => return Err(gone()),
        };
        // Games that are over within a moment are written in one go, unless somebody would have nothing to play meanwhile.
        let (end, enough) = (Instant::now() + MOMENT, self.out.min(self.room() / 2));
        while played.len() < enough
            && let Ok(next) =
                self.played.recv_timeout(end.saturating_duration_since(Instant::now()))
        {
            played.push(next);
        }
        played.extend(self.played.try_iter());
        self.out -= played.len();
        Ok(played)
    }

    fn boards(&self) -> Vec<InPlay> {
        self.runner.boards()
    }
}
