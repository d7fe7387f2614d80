//! Running a contest: hands the games to the threads, keeps each in the file as soon as it is over, and ends
//! when all are played or a test has decided.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use othello_rules::ByColour;
use othello_store::GameRecord;

use super::boards::Boards;
use super::closing::{Closing, Unfinished};
use super::error::ContestError;
use super::file::ContestFile;
use super::moves_hash::MovesHash;
use super::openings::Openings;
use super::plan::Plan;
use super::pulse::Pulse;
use super::schedule::{Next, Pair, PairNumber, Schedule};
use super::sequential::Sequential;
use super::standings::{GameDone, Standings};
use super::worker::{Job, Played, Shared, Venue};

/// How often a game without a result is played again.
const TRIES: u32 = 3;
/// So many games without a result, one after the other, and something is wrong with all of them.
const VOIDS_IN_A_ROW: u32 = 20;
/// How many pairs are asked of the schedule at once.
const BATCH: usize = 256;
/// How many games a thread has before it, the one that it plays among them.
const READY: usize = 3;
/// How long a game that is over may wait for others, to be written with them.
const MOMENT: Duration = Duration::from_millis(10);
/// How often those who look on see the boards.
const LOOK: Duration = Duration::from_secs(1);
/// How soon it is noticed that somebody stops the contest.
const NOTICE: Duration = Duration::from_millis(50);

/// A contest that can be played.
pub struct Contest<'v> {
    /// Its file.
    pub file: ContestFile,
    /// Where it is played and by whom.
    pub venue: &'v dyn Venue,
    /// How many games are played at once.
    pub workers: usize,
    /// Set by whoever wants to stop it; the games that are being played are lost then, and no other.
    pub stop: &'v AtomicBool,
}

/// What happens in a contest.
#[derive(Clone, Debug)]
pub enum Progress {
    /// It begins or goes on.
    Began {
        /// How many games there will be, where that is known.
        games: Option<u64>,
        /// Where it stands.
        standings: Box<Standings>,
    },
    /// A game has a result, which is kept.
    Game(Box<GameDone>),
    /// A game has none.
    Void {
        /// Who played.
        players: ByColour<usize>,
        /// Why.
        reason: String,
        /// Whether it will be played again.
        again: bool,
    },
    /// The test has counted more pairs.
    Test(Box<Sequential>),
}

impl Contest<'_> {
    /// Plays everything that is left to play. Who listens to the progress can't hold the games up.
    ///
    /// # Errors
    /// Where the plan is none, or the file can't be written: what was finished is kept.
    pub fn run(mut self, progress: &Sender<Progress>) -> Result<Closing, ContestError> {
        let plan = self.file.plan().clone();
        let cancelled = Arc::new(AtomicBool::new(false));
        let pulse = Pulse::new();
        let workers = self.workers.max(1);
        let boards = Arc::new(Boards::new(workers));
        let setup = plan.setup().map_err(ContestError::Venue)?;
        let shared = Shared {
            plan: &plan,
            initial: setup.position(),
            referee: setup.usual_referee(),
            policy: plan.policy().map_err(ContestError::Venue)?,
            venue: self.venue,
            pulse: &pulse,
            boards: Arc::clone(&boards),
            workers,
            cancelled: Arc::clone(&cancelled),
        };
        let mut desk = Desk::new(&plan, &mut self.file, boards, progress)?;
        let (to_workers, jobs) = channel();
        let (jobs, (done, results)) = (Mutex::new(jobs), channel());
        thread::scope(|scope| {
            let beating = scope.spawn(|| pulse.beat());
            let (shared, jobs) = (&shared, &jobs);
            let started = (0..workers).try_for_each(|worker| {
                let done = done.clone();
                let work = move || shared.work(worker, jobs, &done);
                thread::Builder::new()
                    .name(format!("contest {worker}"))
                    .spawn_scoped(scope, work)
                    .map(drop)
            });
            drop(done);
            let outcome = match started {
                Ok(()) => desk.run(&to_workers, &results, workers, self.stop),
                Err(error) => Err(ContestError::Venue(error.to_string())),
            };
            cancelled.store(true, Ordering::Relaxed);
            drop(to_workers);
            pulse.stop();
            beating.thread().unpark();
            outcome
        })?;
        desk.close(self.stop.load(Ordering::Relaxed))
    }
}

/// Where the games are handed out and their results come in. Only this thread touches the file.
struct Desk<'c> {
    plan: &'c Plan,
    file: &'c mut ContestFile,
    boards: Arc<Boards>,
    /// When they were last shown.
    looked: Instant,
    progress: &'c Sender<Progress>,
    schedule: Schedule,
    openings: Openings,
    standings: Standings,
    test: Option<Sequential>,
    /// Pairs that were handed out and are not finished.
    begun: HashSet<PairNumber>,
    waiting: VecDeque<Job>,
    in_play: usize,
    tries: HashMap<u64, u32>,
    unfinished: Vec<Unfinished>,
    voids_in_a_row: u32,
}

impl<'c> Desk<'c> {
    fn new(
        plan: &'c Plan,
        file: &'c mut ContestFile,
        boards: Arc<Boards>,
        progress: &'c Sender<Progress>,
    ) -> Result<Desk<'c>, ContestError> {
        let schedule = plan.schedule()?;
        let standings = file.standings()?;
        let openings = plan.openings()?;
        let test = Closing::test(plan, &openings, &standings);
        let games = schedule.total().map(|pairs| 2 * pairs);
        tell(progress, Progress::Began { games, standings: Box::new(standings.clone()) });
        Ok(Desk {
            plan,
            file,
            boards,
            looked: Instant::now(),
            progress,
            schedule,
            openings,
            standings,
            test,
            begun: HashSet::new(),
            waiting: VecDeque::new(),
            in_play: 0,
            tries: HashMap::new(),
            unfinished: Vec::new(),
            voids_in_a_row: 0,
        })
    }

    fn run(
        &mut self,
        workers: &Sender<Job>,
        results: &Receiver<Played>,
        count: usize,
        stop: &AtomicBool,
    ) -> Result<(), ContestError> {
        loop {
            let over =
                stop.load(Ordering::Relaxed) || self.test.as_ref().is_some_and(Sequential::is_over);
            if over {
                return Ok(());
            }
            // Games lie ready for each thread, so that none waits for the file.
            while self.in_play < READY * count
                && let Some(job) = self.next_job()
            {
                if workers.send(job).is_err() {
                    return Ok(());
                }
                self.in_play += 1;
            }
            if self.in_play == 0 {
                return Ok(());
            }
            match results.recv_timeout(NOTICE) {
                Ok(first) => {
                    // Games that are over within a moment are written in one go.
                    thread::sleep(MOMENT);
                    let played = std::iter::once(first).chain(results.try_iter()).collect();
                    // Whoever stops a contest may end its players, and what becomes of their games then is no result.
                    if stop.load(Ordering::SeqCst) {
                        return Ok(());
                    }
                    self.settle(played)?;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
            if self.looked.elapsed() >= LOOK {
                self.looked = Instant::now();
                self.file.show(&self.boards.all());
            }
        }
    }

    fn next_job(&mut self) -> Option<Job> {
        if self.waiting.is_empty() {
            let begun = |place| self.begun.contains(&place);
            if let Next::Play(pairs) = self.schedule.next(self.standings.results(), &begun, BATCH) {
                pairs.into_iter().for_each(|pair| self.begin(pair));
            }
        }
        self.waiting.pop_front()
    }

    /// Puts those games of a pair on the list that are not played yet.
    fn begin(&mut self, pair: Pair) {
        self.begun.insert(pair.place);
        let opening = self.openings.get(self.plan.opening_of(pair.place, pair.opening));
        let players = ByColour { black: pair.first, white: pair.second };
        for (number, players) in
            [(2 * pair.place, players), (2 * pair.place + 1, players.swapped())]
        {
            if !self.standings.has(number) {
                self.waiting.push_back(Job { number, players, opening: opening.clone() });
            }
        }
    }

    fn settle(&mut self, played: Vec<Played>) -> Result<(), ContestError> {
        let mut kept = Vec::with_capacity(played.len());
        for game in played {
            self.in_play -= 1;
            kept.extend(self.judge(game)?);
        }
        self.file.add(&kept)?;
        for record in kept {
            self.count(record);
        }
        if let Some(test) = &mut self.test {
            test.advance(self.standings.results());
            tell(self.progress, Progress::Test(Box::new(test.clone())));
        }
        Ok(())
    }

    /// What is kept of a game. One without a result is played again, and kept as void when that does not help.
    fn judge(&mut self, game: Played) -> Result<Option<GameRecord>, ContestError> {
        let Some(reason) = game.void else {
            self.voids_in_a_row = 0;
            self.tries.remove(&game.job.number);
            return Ok(game.record);
        };
        self.voids_in_a_row += 1;
        if self.voids_in_a_row >= VOIDS_IN_A_ROW {
            return Err(ContestError::NothingButVoid { games: self.voids_in_a_row, reason });
        }
        let tries = self.tries.entry(game.job.number).or_default();
        *tries += 1;
        let (players, again) = (game.job.players, *tries < TRIES);
        let has_result =
            |record: &GameRecord| !matches!(record.ending, othello_store::Ending::Void { .. });
        // A game that the machine held up every time counts in the end, with its mark.
        if !again && game.record.as_ref().is_some_and(has_result) {
            return Ok(game.record);
        }
        tell(self.progress, Progress::Void { players, reason: reason.clone(), again });
        if again {
            self.waiting.push_front(game.job);
            return Ok(None);
        }
        self.unfinished.push(Unfinished { players, reason });
        // It keeps no place, so that it is played when the contest is resumed.
        Ok(game.record.map(|record| GameRecord { contest_place: None, ..record }))
    }

    fn count(&mut self, record: GameRecord) {
        let number = record.contest_place.and_then(|place| u64::try_from(place.0).ok());
        let entrants = record.names.map(|name| self.plan.entrant(&name));
        let (Some(number), Some(black), Some(white)) = (number, entrants.black, entrants.white)
        else {
            return;
        };
        let game = GameDone {
            number: Some(number),
            players: ByColour { black, white },
            ending: record.ending,
            took: record.took,
            held_up: record.held_up,
            moves: MovesHash::of(&record.moves),
        };
        self.standings.add(&game);
        if self.standings.results().is_finished(number / 2) {
            self.begun.remove(&(number / 2));
        }
        tell(self.progress, Progress::Game(Box::new(game)));
    }

    fn close(self, stopped: bool) -> Result<Closing, ContestError> {
        let Desk { plan, file, standings, test, unfinished, .. } = self;
        let closing = Closing::new(file.store(), plan, standings, test)?;
        Ok(Closing { unfinished, stopped, ..closing })
    }
}

/// Nobody may be listening any more; the contest goes on all the same.
fn tell(progress: &Sender<Progress>, what: Progress) {
    let _ = progress.send(what);
}
