//! Plays a contest's games: each on an empty database, with new players.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use othello_board::session::Policy;
use othello_board::{Referee, Session, View};
use othello_rules::{ByColour, Move, Position};
use othello_store::{ContestPlace, Ending, GameRecord, PlayerRecord};

use super::adjudicate::Adjudicator;
use super::agreement::Listener;
use super::boards::{Board, Boards, InPlay};
use super::error::ContestError;
use super::plan::{Entrant, Plan};
use super::pulse::Pulse;
use super::schedule::Contestant;
use super::work::{GameJob, PlayedGame};
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
pub trait Venue: Send + Sync {
    /// A seat for a contestant, with a player that has not been started.
    fn seat(&self, contestant: Contestant) -> Seat;

    /// Whether a contestant is still what it was when the contest began.
    fn is_same(&self, contestant: Contestant) -> bool;

    /// What is kept of a contestant.
    fn record(&self, contestant: Contestant) -> PlayerRecord;

    /// A database for one of the threads that play, which nobody else uses.
    ///
    /// # Errors
    /// Why there is none, in words.
    fn session(&self, thread: usize) -> Result<Box<dyn Session>, String>;

    /// Who decides what is legal.
    ///
    /// # Errors
    /// Why there is nobody, in words.
    fn referee(&self) -> Result<Box<dyn Referee>, String>;
}

impl<V: Venue + ?Sized> Venue for &V {
    fn seat(&self, contestant: Contestant) -> Seat {
        (**self).seat(contestant)
    }

    fn is_same(&self, contestant: Contestant) -> bool {
        (**self).is_same(contestant)
    }

    fn record(&self, contestant: Contestant) -> PlayerRecord {
        (**self).record(contestant)
    }

    fn session(&self, thread: usize) -> Result<Box<dyn Session>, String> {
        (**self).session(thread)
    }

    fn referee(&self) -> Result<Box<dyn Referee>, String> {
        (**self).referee()
    }
}

/// Plays games of one contest, on several threads at once. The players are those of its plan, or come with each game
/// where the plan names none.
pub struct GameRunner<'v> {
    plan: Plan,
    policy: Policy,
    /// The position that games begin with, where the host has rules of its own for them.
    initial: Option<Position>,
    referee: RefereeKind,
    venue: Box<dyn Venue + 'v>,
    /// How long each position stands there for those who watch, beside all clocks.
    show: Duration,
    pulse: Arc<Pulse>,
    boards: Boards,
    /// Set when no more games are wanted, not even those that are being played.
    cancelled: Arc<AtomicBool>,
}

/// The database of one thread, from game to game.
#[derive(Default)]
pub struct Database(Option<Box<dyn Session>>);

impl<'v> GameRunner<'v> {
    /// Plays games of this plan at this venue, on so many threads.
    ///
    /// # Errors
    /// Where the plan is none.
    pub fn new(
        plan: Plan,
        venue: impl Venue + 'v,
        threads: usize,
    ) -> Result<GameRunner<'v>, ContestError> {
        let setup = plan.setup().map_err(ContestError::Venue)?;
        Ok(GameRunner {
            policy: plan.policy().map_err(ContestError::Venue)?,
            initial: setup.position(),
            referee: setup.usual_referee(),
            plan,
            venue: Box::new(venue),
            show: Duration::ZERO,
            pulse: Arc::default(),
            boards: Boards::new(threads),
            cancelled: Arc::default(),
        })
    }

    /// The same for players whom the plan does not name, at a venue of theirs. Each position stands there for so long.
    /// What shows the boards of this one and breaks its games off does so with theirs.
    pub fn for_guests<'g>(
        &self,
        entrants: Vec<Entrant>,
        venue: impl Venue + 'g,
        show: Duration,
    ) -> GameRunner<'g> {
        GameRunner {
            plan: Plan { entrants, ..self.plan.clone() },
            policy: self.policy.clone(),
            initial: self.initial,
            referee: self.referee,
            venue: Box::new(venue),
            show,
            pulse: Arc::clone(&self.pulse),
            boards: self.boards.clone(),
            cancelled: Arc::clone(&self.cancelled),
        }
    }

    /// What is played by.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Watches whether the machine holds games up, until they are cancelled. A thread of its own does this.
    pub fn watch_the_machine(&self) {
        self.pulse.beat(&self.cancelled);
    }

    /// Whether the machine has held something up since then.
    #[must_use]
    pub fn was_held_up_since(&self, then: Instant) -> bool {
        self.pulse.was_late_since(then)
    }

    /// Breaks off the games that are being played, and plays no more.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// Whether no more games are played.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    /// The boards that are played on.
    #[must_use]
    pub fn boards(&self) -> Vec<InPlay> {
        self.boards.all()
    }

    /// Plays a game on this thread's database. A fault of the host itself leaves the game void.
    pub fn play(&self, thread: usize, database: &mut Database, job: &GameJob) -> PlayedGame {
        let session = &mut database.0;
        let played = catch_unwind(AssertUnwindSafe(|| self.try_to_play(thread, session, job)));
        played.unwrap_or_else(|_| {
            *session = None;
            let why = "of a fault of the host itself".to_owned();
            PlayedGame { job: job.clone(), record: None, void: Some(why) }
        })
    }

    fn try_to_play(
        &self,
        thread: usize,
        session: &mut Option<Box<dyn Session>>,
        job: &GameJob,
    ) -> PlayedGame {
        let void = |why: String| PlayedGame { job: job.clone(), record: None, void: Some(why) };
        let ready = match session.take() {
            None => self.venue.session(thread),
            Some(mut used) => match used.clear(&mut |_| false) {
                Ok(()) => Ok(used),
                Err(fault) => Err(fault.to_string()),
            },
        };
        match ready.and_then(|ready| Ok((ready, self.referee(job)?))) {
            Ok((ready, referee)) => {
                let played = self.play_on(thread, session.insert(ready).as_mut(), referee, job);
                // Nobody knows which of the two played then.
                self.changed(job).map_or(played, void)
            }
            Err(why) => void(why),
        }
    }

    fn play_on(
        &self,
        thread: usize,
        session: &mut dyn Session,
        referee: Box<dyn Referee>,
        job: &GameJob,
    ) -> PlayedGame {
        let began = Instant::now();
        let mut recorder = Recorder::new(job.players.map(|player| self.venue.record(player)));
        let mut observers = Observers::default();
        let events = observers.subscribe();
        let initial = job.opening.start.or(self.initial);
        let adjudicator = initial.filter(|_| self.plan.adjudicate);
        let listener =
            self.plan.agreement.map(|agreement| Listener::new(agreement, observers.subscribe()));
        let names = job.players.map(|player| self.plan.entrants[player].name.clone());
        let conductor = Box::new(Steward {
            cancelled: Arc::clone(&self.cancelled),
            adjudicator: adjudicator.map(Adjudicator::new),
            listener,
            board: self.boards.board(thread, job.number, names),
            show: self.show,
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
            record.game = self.plan.recorded_game();
            record.contest_place = i64::try_from(job.number).ok().map(ContestPlace);
            record.specs = job.players.map(|player| self.plan.entrants[player].spec.clone());
            record.held_up |= self.pulse.was_late_since(began);
        }
        let void = match (&report.end, &record) {
            (crate::End::Void(why), _) => Some(why.to_string()),
            (_, None) => Some("it was not recorded".to_owned()),
            (_, Some(record)) => blamed_on_the_machine(record),
        };
        PlayedGame { job: job.clone(), record, void }
    }

    /// Why a game says nothing whose player was changed meanwhile.
    fn changed(&self, job: &GameJob) -> Option<String> {
        let changed = job.players.into_iter().find(|&player| !self.venue.is_same(player))?;
        let name = &self.plan.entrants[changed].name;
        Some(format!(
            "{name} was changed and is not the player any more with which the contest began; put that one back, or begin \
             a new contest"
        ))
    }

    /// Who decides what is legal, from the position that the opening begins with.
    fn referee(&self, job: &GameJob) -> Result<Box<dyn Referee>, String> {
        match job.opening.start {
            Some(position) => GameSetup::at(position).referee(self.referee),
            None => self.venue.referee(),
        }
    }

    fn settings(&self, job: &GameJob) -> Settings {
        Settings {
            game: self.plan.game.clone(),
            start: match job.opening.start {
                Some(position) => position.to_string(),
                None => self.plan.start.clone(),
            },
            referee: self.referee.word().to_owned(),
            seed: self.plan.seed_of(job.number),
            time: self.plan.time_of(job.players),
            policy: self.policy.clone(),
            show_thinking: self.plan.agreement.is_some(),
            patience: PATIENCE,
            opening: job.opening.moves.clone(),
            left: ByColour::default(),
        }
    }
}

/// A time-out in a game that the machine held up says nothing about the player; why, where it is so.
fn blamed_on_the_machine(record: &GameRecord) -> Option<String> {
    match &record.ending {
        Ending::Forfeit { word, reason, .. } if record.held_up && word == "time-out" => {
            Some(format!("the machine held the game up: {reason}"))
        }
        _ => None,
    }
}

/// Shows a game to those who look on, and ends it early: when the contest is stopped, and where that is enough when its
/// result is certain or both players agree on it.
struct Steward {
    cancelled: Arc<AtomicBool>,
    adjudicator: Option<Adjudicator>,
    listener: Option<Listener>,
    board: Board,
    show: Duration,
}

impl Conductor for Steward {
    fn next(&mut self, view: &View, moves: &[Move]) -> GameCommand {
        self.board.show(view, moves);
        thread::sleep(self.show);
        if self.cancelled.load(Ordering::Relaxed) {
            return GameCommand::Stop("the contest was stopped".to_owned());
        }
        if let Some(outcome) = self.adjudicator.as_mut().and_then(|known| known.decided(moves)) {
            return GameCommand::Decide(outcome.winner());
        }
        match self.listener.as_mut().and_then(Listener::winner) {
            Some(winner) => GameCommand::Resign {
                side: winner.opponent(),
                why: "both players see it lost".to_owned(),
            },
            None => GameCommand::GoOn,
        }
    }
}
