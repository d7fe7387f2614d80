//! One of the threads that play a contest's games: each game on an empty database, with new players.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use othello_board::session::Policy;
use othello_board::{Referee, Session, View};
use othello_players::take_share;
use othello_rules::{ByColour, Move, Position};
use othello_store::{ContestPlace, Ending, GameRecord, PlayerRecord};

use super::adjudicate::Adjudicator;
use super::boards::{Boards, InPlay};
use super::openings::Opening;
use super::plan::Plan;
use super::pulse::Pulse;
use super::schedule::Contestant;
use crate::conductor::{Conductor, GameCommand};
use crate::game_setup::{GameSetup, RefereeKind};
use crate::observers::Observers;
use crate::record::Recorder;
use crate::seat::Seat;
use crate::settings::Settings;
use crate::table::Table;

/// How long a database that went away is waited for.
const PATIENCE: Duration = Duration::from_secs(30);

/// Where a contest's games are played and by whom.
pub trait Venue: Sync {
    /// A seat for a contestant, with a player that has not been started.
    fn seat(&self, contestant: Contestant) -> Seat;

    /// What is kept of a contestant.
    fn record(&self, contestant: Contestant) -> PlayerRecord;

    /// A database for one of the threads, which nobody else uses.
    ///
    /// # Errors
    /// Why there is none, in words.
    fn session(&self, worker: usize) -> Result<Box<dyn Session>, String>;

    /// Who decides what is legal.
    ///
    /// # Errors
    /// Why there is nobody, in words.
    fn referee(&self) -> Result<Box<dyn Referee>, String>;
}

/// A game to be played.
#[derive(Clone, Debug)]
pub(super) struct Job {
    pub number: u64,
    pub players: ByColour<Contestant>,
    pub opening: Opening,
}

/// A game that was played.
#[derive(Debug)]
pub(super) struct Played {
    pub job: Job,
    /// Its record, where it came as far as to begin.
    pub record: Option<GameRecord>,
    /// Why it has no result, where it has none.
    pub void: Option<String>,
}

/// What all threads share.
pub(super) struct Shared<'v> {
    pub plan: &'v Plan,
    pub policy: Policy,
    /// The position that games begin with, where the host has rules of its own for them.
    pub initial: Option<Position>,
    pub referee: RefereeKind,
    pub venue: &'v dyn Venue,
    pub pulse: &'v Pulse,
    pub boards: Arc<Boards>,
    /// How many threads play.
    pub workers: usize,
    /// Set when no more games are wanted, not even those that are being played.
    pub cancelled: Arc<AtomicBool>,
}

impl Shared<'_> {
    /// Plays what comes until nothing comes any more.
    pub fn work(&self, worker: usize, jobs: &Mutex<Receiver<Job>>, done: &Sender<Played>) {
        take_share(worker, self.workers);
        let mut session = None;
        loop {
            let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok(job) = job else { return };
            if self.cancelled.load(Ordering::Relaxed) {
                continue;
            }
            let played = catch_unwind(AssertUnwindSafe(|| self.play(worker, &mut session, &job)));
            let played = played.unwrap_or_else(|_| {
                session = None;
                let why = "of a fault of the host itself".to_owned();
                Played { job, record: None, void: Some(why) }
            });
            if done.send(played).is_err() {
                return;
            }
        }
    }

    fn play(&self, worker: usize, session: &mut Option<Box<dyn Session>>, job: &Job) -> Played {
        let void = |why: String| Played { job: job.clone(), record: None, void: Some(why) };
        let ready = match session.take() {
            None => self.venue.session(worker),
            Some(mut used) => match used.clear(&mut |_| false) {
                Ok(()) => Ok(used),
                Err(fault) => Err(fault.to_string()),
            },
        };
        match ready.and_then(|ready| Ok((ready, self.referee(job)?))) {
            Ok((ready, referee)) => {
                self.play_on(worker, session.insert(ready).as_mut(), referee, job)
            }
            Err(why) => void(why),
        }
    }

    fn play_on(
        &self,
        worker: usize,
        session: &mut dyn Session,
        referee: Box<dyn Referee>,
        job: &Job,
    ) -> Played {
        let began = Instant::now();
        let mut recorder = Recorder::new(job.players.map(|player| self.venue.record(player)));
        let mut observers = Observers::default();
        let events = observers.subscribe();
        let initial = job.opening.start.or(self.initial);
        let adjudicator = initial.filter(|_| self.plan.adjudicate);
        let conductor = Box::new(Steward {
            cancelled: Arc::clone(&self.cancelled),
            adjudicator: adjudicator.map(Adjudicator::new),
            board: (worker, Arc::clone(&self.boards)),
            number: job.number,
            names: job.players.map(|player| self.plan.entrants[player].name.clone()),
        });
        let table = Table {
            settings: self.settings(job),
            seats: job.players.map(|player| self.venue.seat(player)),
            session,
            referee,
            conductor,
            observers,
        };
        // The events wait in their queue meanwhile: a record is made when no clock runs.
        let report = table.play();
        events.try_iter().for_each(|event| recorder.see(&event));
        let mut record = recorder.finish();
        if let Some(record) = &mut record {
            record.contest_place = i64::try_from(job.number).ok().map(ContestPlace);
            record.specs = job.players.map(|player| self.plan.entrants[player].spec.clone());
            record.held_up |= self.pulse.was_late_since(began);
        }
        let void = match (&report.end, &record) {
            (crate::End::Void(why), _) => Some(why.to_string()),
            (_, None) => Some("it was not recorded".to_owned()),
            (_, Some(record)) => blamed_on_the_machine(record),
        };
        Played { job: job.clone(), record, void }
    }

    /// Who decides what is legal, from the position that the opening begins with.
    fn referee(&self, job: &Job) -> Result<Box<dyn Referee>, String> {
        match job.opening.start {
            Some(position) => GameSetup::at(position).referee(self.referee),
            None => self.venue.referee(),
        }
    }

    fn settings(&self, job: &Job) -> Settings {
        Settings {
            game: self.plan.game.clone(),
            start: match job.opening.start {
                Some(position) => position.to_string(),
                None => self.plan.start.clone(),
            },
            referee: self.referee.word().to_owned(),
            seed: self.plan.seed_of(job.number),
            time: self.plan.time,
            policy: self.policy.clone(),
            show_thinking: false,
            patience: PATIENCE,
            opening: job.opening.moves.clone(),
            left: ByColour::default(),
        }
    }
}

/// A time-out in a game that the machine held up says nothing about the player.
fn blamed_on_the_machine(record: &GameRecord) -> Option<String> {
    match &record.ending {
        Ending::Forfeit { word, reason, .. } if record.held_up && word == "time-out" => {
            Some(format!("the machine held the game up: {reason}"))
        }
        _ => None,
    }
}

/// Shows a game to those who look on, and ends it early: when the contest is stopped, or when its result is certain
/// and that is enough.
struct Steward {
    cancelled: Arc<AtomicBool>,
    adjudicator: Option<Adjudicator>,
    board: (usize, Arc<Boards>),
    number: u64,
    names: ByColour<String>,
}

impl Steward {
    fn show(&self, view: &View, moves: &[Move]) {
        let (worker, boards) = &self.board;
        let game = InPlay {
            number: self.number,
            black: self.names.black.clone(),
            white: self.names.white.clone(),
            board: view.board(),
            last: moves.last().and_then(|last| last.square()).map(|square| square.to_string()),
            plies: moves.len(),
        };
        boards.set(*worker, game);
    }
}

impl Conductor for Steward {
    fn next(&mut self, view: &View, moves: &[Move]) -> GameCommand {
        self.show(view, moves);
        if self.cancelled.load(Ordering::Relaxed) {
            return GameCommand::Stop("the contest was stopped".to_owned());
        }
        match self.adjudicator.as_mut().and_then(|adjudicator| adjudicator.decided(moves)) {
            Some(outcome) => GameCommand::Decide(outcome.winner()),
            None => GameCommand::GoOn,
        }
    }
}
