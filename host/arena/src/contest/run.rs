//! Running a contest: hands the pairs to those who play, keeps each game in the file as soon as it is over, and ends
//! when all are played or a test has decided.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use othello_rules::ByColour;
use othello_store::{GameRecord, StoreError};

use super::closing::{Closing, Unfinished};
use super::error::ContestError;
use super::file::ContestFile;
use super::ledger::Ledger;
use super::moves_hash::MovesHash;
use super::openings::Openings;
use super::plan::Plan;
use super::schedule::{Next, Pair, PairNumber, Schedule};
use super::sequential::Sequential;
use super::standings::{GameDone, Standings};
use super::work::{GameJob, PairJob, PlayedGame, Workers, WorkersNews};

/// How often a game without a result is played again.
const TRIES: u32 = 3;
/// So many games without a result, one after the other, and something is wrong with all of them.
const VOIDS_IN_A_ROW: u32 = 20;
/// How many pairs are asked of the schedule at once.
const BATCH: usize = 256;
/// How often those who look on see the boards.
const LOOK: Duration = Duration::from_secs(1);
/// How soon it is noticed that somebody stops the contest.
const NOTICE: Duration = Duration::from_millis(50);

/// A contest that can be played.
pub struct Contest<'s> {
    /// Its file.
    pub file: ContestFile,
    /// Set by whoever wants to stop it; the games that are being played are lost then, and no other.
    pub stop: &'s AtomicBool,
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
    /// Something else is to be told, such as that workers are waited for.
    Said(String),
    /// A worker's games were taken out, and this is where the contest stands without them.
    Withdrawn {
        /// Whose.
        worker: String,
        /// What was wrong with them.
        why: String,
        /// How many they were.
        games: usize,
        /// What is left.
        standings: Box<Standings>,
    },
}

impl Contest<'_> {
    /// Lets everything be played that is left to play. Who listens to the progress can't hold the games up.
    ///
    /// # Errors
    /// Where the plan is none, the file can't be written, or nobody plays any more: what was finished is kept.
    pub fn run(
        mut self,
        workers: &mut dyn Workers,
        progress: &Sender<Progress>,
    ) -> Result<Closing, ContestError> {
        let plan = self.file.plan().clone();
        let mut desk = Desk::new(&plan, &mut self.file, progress)?;
        let done = desk.run(workers, self.stop);
        if matches!(done, Err(ContestError::Withdrawn { .. })) {
            // What was handed out followed from what was taken out.
            workers.dismiss();
        }
        done?;
        let stopped = self.stop.load(Ordering::Relaxed);
        if !stopped {
            workers.dismiss();
        }
        desk.close(stopped)
    }
}

/// Where the games are handed out and their results come in. Only this thread touches the file.
struct Desk<'c> {
    plan: &'c Plan,
    file: &'c mut ContestFile,
    /// When the boards were last shown.
    looked: Instant,
    progress: &'c Sender<Progress>,
    schedule: Schedule,
    openings: Openings,
    ledger: Ledger,
    /// Pairs that were handed out and are not finished.
    begun: HashSet<PairNumber>,
    waiting: VecDeque<PairJob>,
    /// Games that were handed out and have not come back.
    out: usize,
    tries: HashMap<u64, u32>,
    unfinished: Vec<Unfinished>,
    voids_in_a_row: u32,
    /// Whether games were taken out, and nobody has looked yet which pairs are open again.
    has_withdrawn: bool,
}

impl<'c> Desk<'c> {
    fn new(
        plan: &'c Plan,
        file: &'c mut ContestFile,
        progress: &'c Sender<Progress>,
    ) -> Result<Desk<'c>, ContestError> {
        let schedule = plan.schedule()?;
        let openings = plan.openings()?;
        let ledger = ContestFile::ledger_of(file.store(), plan, openings.count())?;
        let games = schedule.total().map(|pairs| 2 * pairs);
        tell(progress, Progress::Began { games, standings: Box::new(ledger.standings.clone()) });
        Ok(Desk {
            plan,
            file,
            looked: Instant::now(),
            progress,
            schedule,
            openings,
            ledger,
            begun: HashSet::new(),
            waiting: VecDeque::new(),
            out: 0,
            tries: HashMap::new(),
            unfinished: Vec::new(),
            voids_in_a_row: 0,
            has_withdrawn: false,
        })
    }

    fn run(&mut self, workers: &mut dyn Workers, stop: &AtomicBool) -> Result<(), ContestError> {
        loop {
            if stop.load(Ordering::Relaxed) || self.ledger.is_decided() {
                return Ok(());
            }
            while self.out < workers.room()
                && let Some(pair) = self.next_pair()?
            {
                self.out += pair.games.len();
                workers.hand_out(pair)?;
            }
            if self.out == 0 {
                if !std::mem::take(&mut self.has_withdrawn) {
                    return Ok(());
                }
                // Of some pairs one game is left, and the other was taken out.
                self.begun.clear();
                continue;
            }
            let played = workers.take(NOTICE)?;
            // Whoever stops a contest may end its players, and what becomes of their games then is no result.
            if stop.load(Ordering::SeqCst) {
                return Ok(());
            }
            if !played.is_empty() {
                self.settle(played)?;
                workers.settled();
            }
            for news in workers.news() {
                match news {
                    WorkersNews::Said(what) => tell(self.progress, Progress::Said(what)),
                    WorkersNews::Withdrawn { worker, why } => self.withdraw(worker, why)?,
                }
            }
            if self.looked.elapsed() >= LOOK {
                self.looked = Instant::now();
                self.file.show(&workers.boards());
            }
        }
    }

    fn next_pair(&mut self) -> Result<Option<PairJob>, StoreError> {
        if self.waiting.is_empty() {
            let begun = |place| self.begun.contains(&place);
            let results = self.ledger.standings.results();
            if let Next::Play(pairs) = self.schedule.next(results, &begun, BATCH) {
                pairs.into_iter().try_for_each(|pair| self.begin(pair))?;
            }
        }
        Ok(self.waiting.pop_front())
    }

    /// Puts those games of a pair on the list that are not played yet. A game that began otherwise than the pair does now,
    /// as one of an earlier version may, makes no pair with another: it loses its place, and both are played.
    fn begin(&mut self, pair: Pair) -> Result<(), StoreError> {
        self.begun.insert(pair.place);
        let opening = self.openings.get(self.plan.opening_of(pair.place, pair.opening));
        let players = ByColour { black: pair.first, white: pair.second };
        let games = [(2 * pair.place, players), (2 * pair.place + 1, players.swapped())];
        for (number, _) in games {
            if self.ledger.standings.has(number)
                && self.file.set_aside_unless_begun_with(number, &opening.moves)?
            {
                let count = self.openings.count();
                self.ledger = ContestFile::ledger_of(self.file.store(), self.plan, count)?;
            }
        }
        let left = games.into_iter().filter(|(number, _)| !self.ledger.standings.has(*number));
        let games = left
            .map(|(number, players)| GameJob { number, players, opening: opening.clone() })
            .collect();
        self.waiting.push_back(PairJob { place: pair.place, attempt: 0, games });
        Ok(())
    }

    /// Takes out the games of a worker. What was paired by their results can't be told from what was not, so that rounds
    /// begin anew from there, which a resumed contest does.
    fn withdraw(&mut self, worker: String, why: String) -> Result<(), ContestError> {
        let has_rounds = self.plan.format.has_rounds();
        let games = self.file.withdraw(&worker, has_rounds)?;
        if has_rounds && games > 0 {
            return Err(ContestError::Withdrawn { worker, why });
        }
        let openings = self.openings.count();
        self.ledger = ContestFile::ledger_of(self.file.store(), self.plan, openings)?;
        self.has_withdrawn = games > 0;
        let standings = Box::new(self.ledger.standings.clone());
        tell(self.progress, Progress::Withdrawn { worker, why, games, standings });
        Ok(())
    }

    fn settle(&mut self, played: Vec<PlayedGame>) -> Result<(), ContestError> {
        let mut kept = Vec::with_capacity(played.len());
        let judged: Result<(), ContestError> = played.into_iter().try_for_each(|game| {
            self.out -= 1;
            kept.extend(self.judge(game)?);
            Ok(())
        });
        // What was finished is kept, whatever came of another one.
        self.file.add(&kept)?;
        judged?;
        for record in kept {
            self.count(record)?;
        }
        if let Some(test) = &self.ledger.test {
            tell(self.progress, Progress::Test(Box::new(test.clone())));
        }
        Ok(())
    }

    /// What is kept of a game. One without a result is played again, and kept as void when that does not help.
    fn judge(&mut self, game: PlayedGame) -> Result<Option<GameRecord>, ContestError> {
        let Some(reason) = game.void else {
            self.voids_in_a_row = 0;
            self.tries.remove(&game.job.number);
            return Ok(game.record);
        };
        let has_result =
            |record: &GameRecord| !matches!(record.ending, othello_store::Ending::Void { .. });
        let was_held_up = game.record.as_ref().is_some_and(has_result);
        // Those that the machine held up come to an end by themselves, and say nothing of where they were played.
        self.voids_in_a_row += u32::from(!was_held_up);
        if self.voids_in_a_row >= VOIDS_IN_A_ROW {
            return Err(ContestError::NothingButVoid { games: self.voids_in_a_row, reason });
        }
        let tries = self.tries.entry(game.job.number).or_default();
        *tries += 1;
        let (players, again) = (game.job.players, *tries < TRIES);
        // A game that the machine held up every time counts in the end, with its mark.
        if !again && was_held_up {
            self.voids_in_a_row = 0;
            return Ok(game.record);
        }
        tell(self.progress, Progress::Void { players, reason: reason.clone(), again });
        if again {
            let (place, attempt) = (game.job.number / 2, *tries);
            self.waiting.push_front(PairJob { place, attempt, games: vec![game.job] });
            return Ok(None);
        }
        self.unfinished.push(Unfinished { players, reason });
        // It keeps no place, so that it is played when the contest is resumed.
        Ok(game.record.map(|record| GameRecord { contest_place: None, ..record }))
    }

    fn count(&mut self, record: GameRecord) -> Result<(), StoreError> {
        let number = record.contest_place.and_then(|place| u64::try_from(place.0).ok());
        let entrants = record.names.map(|name| self.plan.entrant(&name));
        let (Some(number), Some(black), Some(white)) = (number, entrants.black, entrants.white)
        else {
            return Ok(());
        };
        let game = self.ledger.add(GameDone {
            number: Some(number),
            players: ByColour { black, white },
            ending: record.ending,
            took: record.took,
            held_up: record.held_up,
            moves: MovesHash::of(&record.moves),
            played_before: 0,
        })?;
        if self.ledger.standings.results().is_finished(number / 2) {
            self.begun.remove(&(number / 2));
        }
        tell(self.progress, Progress::Game(Box::new(game)));
        Ok(())
    }

    fn close(self, stopped: bool) -> Result<Closing, ContestError> {
        let Desk { plan, file, ledger, unfinished, .. } = self;
        let closing = Closing::new(file.store(), plan, ledger)?;
        Ok(Closing { unfinished, stopped, ..closing })
    }
}

/// Nobody may be listening any more; the contest goes on all the same.
fn tell(progress: &Sender<Progress>, what: Progress) {
    let _ = progress.send(what);
}
