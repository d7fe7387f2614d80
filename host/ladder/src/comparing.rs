//! Comparisons while they are played. Each is a contest with the contest's own schedule, openings, file and test; what it
//! hands out, the ladder's workers play when nothing goes before it.

use std::collections::VecDeque;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use othello_arena::contest::{
    Closing, Contest, ContestError, ContestFile, Database, GameJob, GameRunner, InPlay, PairJob,
    PlayedGame, Progress, Standings, Workers,
};
use othello_arena::ratings::Verdict;

use crate::comparison::{ComparisonId, ComparisonOutcome, ComparisonScore};
use crate::place::ComparedVersions;

/// The next pair of a comparison is handed out when no game of it is out: one pair at a time, so that all get on.
const GAMES_OUT: usize = 1;

/// The comparisons that are being played.
pub(crate) struct Comparing {
    /// All that were begun and are not ended.
    begun: Mutex<Vec<ComparisonId>>,
    /// Those of them whose players are found.
    running: Mutex<Vec<Running>>,
    /// How many games are in workers' hands.
    in_play: Arc<AtomicUsize>,
    /// Rings when there is a game to be played.
    news: Arc<Condvar>,
}

/// One that is being played.
struct Running {
    id: ComparisonId,
    stop: Arc<AtomicBool>,
    runner: Arc<GameRunner<'static>>,
    /// Games that were handed out and are not begun.
    waiting: VecDeque<GameJob>,
    played: Sender<PlayedGame>,
    score: ComparisonScore,
}

/// A game of a comparison, in a worker's hands until it is dropped.
pub(crate) struct ComparedGame {
    pub id: ComparisonId,
    runner: Arc<GameRunner<'static>>,
    job: GameJob,
    played: Sender<PlayedGame>,
    in_play: Arc<AtomicUsize>,
}

impl Drop for ComparedGame {
    fn drop(&mut self) {
        self.in_play.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A comparison among those that are being played, until this is dropped: its players end with it, and its folder goes.
struct RunningGuard<'c> {
    comparing: &'c Comparing,
    id: ComparisonId,
    folder: &'c Path,
}

impl Drop for RunningGuard<'_> {
    fn drop(&mut self) {
        self.comparing.with(self.id, |one| one.runner.cancel());
        self.comparing.running().retain(|one| one.id != self.id);
        // What stays of it goes with all other files when the next host begins.
        let _ = fs::remove_dir_all(self.folder);
    }
}

impl ComparedGame {
    /// Plays it; gives how many milliseconds that took.
    pub fn play(self, worker: usize, database: &mut Database) -> u64 {
        let began = Instant::now();
        let played = self.runner.play(worker, database, &self.job);
        // Whoever stopped the comparison wants no results.
        let _ = self.played.send(played);
        u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX)
    }
}

impl Comparing {
    /// Nothing that is played; rings this when there is.
    pub fn new(news: Arc<Condvar>) -> Comparing {
        let (begun, running) = (Mutex::default(), Mutex::default());
        Comparing { begun, running, in_play: Arc::default(), news }
    }

    fn running(&self) -> MutexGuard<'_, Vec<Running>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Those that were begun and are not ended.
    pub fn begun(&self) -> MutexGuard<'_, Vec<ComparisonId>> {
        self.begun.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// It is played no more.
    pub fn end(&self, id: ComparisonId) {
        self.begun().retain(|begun| *begun != id);
    }

    /// Whether any has a game that one of `workers` may begin. Some worker is always left to whoever waits for a verdict
    /// or a rated game, where there is more than one.
    pub fn has_games(&self, workers: usize) -> bool {
        let is_room = self.in_play.load(Ordering::Relaxed) + 1 < workers.max(2);
        is_room && self.running().iter().any(|one| !one.waiting.is_empty())
    }

    /// The next game, of the comparison that has waited longest, where one of `workers` may begin it. Whoever asks holds
    /// the ladder's lock, so that nobody else does at this moment.
    pub fn next_game(&self, workers: usize) -> Option<ComparedGame> {
        if !self.has_games(workers) {
            return None;
        }
        let mut running = self.running();
        let at = running.iter().position(|one| !one.waiting.is_empty())?;
        let mut one = running.remove(at);
        let job = one.waiting.pop_front();
        let game = job.map(|job| {
            self.in_play.fetch_add(1, Ordering::Relaxed);
            ComparedGame {
                id: one.id,
                runner: Arc::clone(&one.runner),
                job,
                played: one.played.clone(),
                in_play: Arc::clone(&self.in_play),
            }
        });
        // It is the last in the row now.
        running.push(one);
        game
    }

    /// Those that are being played, with what they came to so far.
    pub fn scores(&self) -> Vec<(ComparisonId, ComparisonScore)> {
        self.running().iter().map(|one| (one.id, one.score)).collect()
    }

    /// Ends those that nobody wants any more, with the games that are being played.
    pub fn stop_unless(&self, is_wanted: impl Fn(ComparisonId) -> bool) {
        for one in self.running().iter().filter(|one| !is_wanted(one.id)) {
            one.stop.store(true, Ordering::Relaxed);
            one.runner.cancel();
        }
    }

    fn with(&self, id: ComparisonId, act: impl FnOnce(&mut Running)) {
        if let Some(one) = self.running().iter_mut().find(|one| one.id == id) {
            act(one);
        }
    }

    /// Plays a comparison to its end, which takes as long as the workers take. Its file is in a folder that is made for
    /// it and taken away.
    ///
    /// # Errors
    /// Where it can't be played.
    pub fn play(
        &self,
        id: ComparisonId,
        versions: ComparedVersions,
        folder: &Path,
        workers: usize,
    ) -> Result<(ComparisonScore, ComparisonOutcome), String> {
        let message = |error: ContestError| error.to_string();
        let ComparedVersions { plan, venue } = versions;
        let guard = RunningGuard { comparing: self, id, folder };
        fs::create_dir_all(folder).map_err(|error| error.to_string())?;
        let file = ContestFile::create(&folder.join("comparison.db"), plan.clone());
        let runner = Arc::new(GameRunner::new(plan, venue, workers).map_err(message)?);
        let (stop, (sender, played)) = (Arc::new(AtomicBool::new(false)), channel());
        self.running().push(Running {
            id,
            stop: Arc::clone(&stop),
            runner: Arc::clone(&runner),
            waiting: VecDeque::new(),
            played: sender,
            score: ComparisonScore::default(),
        });
        let done = thread::scope(|scope| {
            // What watches the machine is waited for, so its end has to come first, also after a fault.
            let _guard = guard;
            let watching = scope.spawn(|| runner.watch_the_machine());
            let (progress, news) = channel();
            let standings = Standings::default();
            let mut hands = LadderWorkers { comparing: self, id, played, news, standings };
            let done =
                file.and_then(|file| Contest { file, stop: &stop }.run(&mut hands, &progress));
            runner.cancel();
            watching.thread().unpark();
            hands.look();
            done.map(|closing| (score_of(&hands.standings), outcome(&closing)))
        });
        done.map_err(message)
    }
}

fn outcome(closing: &Closing) -> ComparisonOutcome {
    match closing.test.as_ref().map(|test| test.state().verdict()) {
        Some(Verdict::AcceptElo1) => ComparisonOutcome::Stronger,
        Some(Verdict::AcceptElo0) => ComparisonOutcome::NoGain,
        Some(Verdict::GoOn) | None if closing.stopped => ComparisonOutcome::Stopped,
        Some(Verdict::GoOn) | None => ComparisonOutcome::Unclear,
    }
}

fn score_of(standings: &Standings) -> ComparisonScore {
    let tally = standings.meeting(0, 1).unwrap_or_default();
    ComparisonScore { wins: tally.wins, draws: tally.draws, losses: tally.losses }
}

/// The ladder's workers as one comparison sees them.
struct LadderWorkers<'c> {
    comparing: &'c Comparing,
    id: ComparisonId,
    played: Receiver<PlayedGame>,
    /// What the contest says of itself.
    news: Receiver<Progress>,
    standings: Standings,
}

impl LadderWorkers<'_> {
    /// Counts the games that the contest has kept.
    fn look(&mut self) {
        for news in self.news.try_iter() {
            if let Progress::Game(game) = news {
                self.standings.add(&game);
                self.standings.forget_pairs();
            }
        }
        let score = score_of(&self.standings);
        self.comparing.with(self.id, |one| one.score = score);
    }
}

impl Workers for LadderWorkers<'_> {
    fn room(&self) -> usize {
        GAMES_OUT
    }

    fn hand_out(&mut self, pair: PairJob) -> Result<(), ContestError> {
        self.comparing.with(self.id, |one| one.waiting.extend(pair.games));
        self.comparing.news.notify_all();
        Ok(())
    }

    fn take(&mut self, timeout: Duration) -> Result<Vec<PlayedGame>, ContestError> {
        self.look();
        match self.played.recv_timeout(timeout) {
            Ok(first) => Ok(std::iter::once(first).chain(self.played.try_iter()).collect()),
            Err(RecvTimeoutError::Timeout) => Ok(Vec::new()),
            Err(RecvTimeoutError::Disconnected) => {
                Err(ContestError::Venue("the ladder's workers have ended".to_owned()))
            }
        }
    }

    fn boards(&self) -> Vec<InPlay> {
        Vec::new()
    }
}
