//! One round of a game: the person or the player is asked, the answer is checked and run, and what may be shown of
//! it is gathered on the way. Only this file measures a player's time; what the host does in between is outside
//! of it.

use std::time::{Duration, Instant};

use othello_board::session::{Meter, Outcome, ServerFaultKind};
use othello_board::{Fault, Referee, Session};
use othello_moment::thread_time;
use othello_players::{Decision, Response};
use othello_rules::{Move, Square};

use crate::clock::Budget;
use crate::conductor::GameCommand;
use crate::event;
use crate::exhibit::{Allowance, Excerpt, Exhibit};
use crate::question::blame::{self, Failure};
use crate::question::{Answer, ChosenSquare, HostParams, Question};
use crate::seat::{CellRequest, Choice, Instance, Seat};
use crate::settings::Settings;
use crate::verdict::Reason;

/// How often a query may lose its connection to the database.
const MOST_LOSSES: u32 = 5;

/// What a round needs.
pub(crate) struct Round<'a> {
    pub settings: &'a Settings,
    pub session: &'a mut dyn Session,
    pub referee: &'a mut dyn Referee,
    pub seat: &'a mut Seat,
    pub instance: &'a mut dyn Instance,
    pub question: Question,
    pub moves: &'a [Move],
    /// Whether the side has not moved yet.
    pub is_first: bool,
    pub budget: Budget,
}

/// What came of it.
pub(crate) struct RoundResult {
    /// The square, or why there is none.
    pub result: Result<Square, Stop>,
    /// What is told to those who watch.
    pub record: event::Round,
}

/// Why a round gave no square.
pub(crate) enum Stop {
    /// It went wrong.
    Failure(Failure),
    /// Something else is to happen to the game.
    GameCommand(GameCommand),
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Stop {
        Stop::Failure(failure)
    }
}

impl From<Reason> for Stop {
    fn from(reason: Reason) -> Stop {
        Stop::Failure(reason.into())
    }
}

/// How often a query lost its connection to the database, and how long it had run by then. One that loses it each time
/// would otherwise hold up the game for ever.
#[derive(Default)]
struct Losses {
    number: u32,
    ran: Duration,
}

impl Losses {
    fn add(&mut self, ran: Duration) {
        self.number += 1;
        self.ran += ran;
    }

    /// Whether it is not tried again: its tries have one clock, and only the first may have run it down.
    fn are_enough(&self, limit: Option<Duration>) -> bool {
        let is_over = limit.is_some_and(|limit| self.ran > limit);
        self.number >= MOST_LOSSES || (self.number > 1 && is_over)
    }
}

/// A round on its way.
struct Running<'a, 'k> {
    round: Round<'a>,
    allowance: Allowance<'k>,
    exhibit: Exhibit,
    asked: Duration,
    ran: Duration,
    held_up: Duration,
}

impl Round<'_> {
    /// Asks the round.
    pub fn ask(self) -> RoundResult {
        let (ply, colour) = (self.question.ply(), self.question.colour());
        let key = self.seat.key.clone();
        let mut running = Running {
            round: self,
            allowance: Allowance::of_round(&key),
            exhibit: Exhibit::default(),
            asked: Duration::ZERO,
            ran: Duration::ZERO,
            held_up: Duration::ZERO,
        };
        let mut result = running.run();
        let Running { exhibit, asked, ran, held_up, .. } = running;
        if let Err(Stop::Failure(Failure::Forfeit(forfeit))) = &mut result {
            forfeit.query = exhibit.query().cloned();
        }
        RoundResult { result, record: event::Round { ply, colour, exhibit, asked, ran, held_up } }
    }
}

impl Running<'_, '_> {
    fn run(&mut self) -> Result<Square, Stop> {
        let cell = self.choose()?;
        let ceiling = self.round.settings.time.ceiling;
        self.round.budget = self.round.budget.or_ceiling(self.asked, ceiling);
        let response = self.put()?;
        self.exhibit.show_thinking(response.thinking.as_ref(), &mut self.allowance);
        let query = match response.decision {
            Decision::Query(query) => query,
            Decision::Resigned(why) => {
                return Err(Reason::Resigned(self.allowance.text(&why)).into());
            }
        };
        let key = self.round.seat.key.clone();
        let host = HostParams { colour: self.round.question.colour(), key, cell };
        // To make values of parameters is a part of reading the answer, and takes the player's time as that does.
        let begun = thread_time();
        let answer = Answer::new(query, &host);
        self.asked += thread_time().saturating_sub(begun);
        let params = answer.params().without_key().iter();
        self.exhibit.show_query(answer.cypher(), params, &mut self.allowance);
        let outcome = self.outcome(&answer)?;
        self.exhibit.show_outcome(&outcome, &mut self.allowance);
        let chosen = ChosenSquare::of(&outcome, self.round.referee);
        Ok(chosen.map_err(|none| none.reason(&mut self.allowance))?.square())
    }

    /// Asks the person, where one chooses the cell.
    fn choose(&mut self) -> Result<Option<Square>, Stop> {
        let Round { seat, referee, question, moves, budget, .. } = &mut self.round;
        let Some(person) = &mut seat.person else { return Ok(None) };
        let begun = Instant::now();
        let deadline = budget.time().and_then(|time| begun.checked_add(time));
        let (colour, view) = (question.colour(), referee.view());
        let choice = person.choose(&CellRequest { colour, view, moves, deadline });
        self.asked = begun.elapsed();
        match choice {
            Choice::Cell(square) => Ok(Some(square)),
            Choice::Resign => Err(Reason::Resigned(Excerpt::default()).into()),
            Choice::GameCommand(command) => Err(Stop::GameCommand(command)),
            Choice::TimedOut => Err(self.time_out()),
            Choice::Gone(why) => Err(Failure::Void(self.allowance.text(&why)).into()),
        }
    }

    /// Asks the player.
    fn put(&mut self) -> Result<Response, Stop> {
        let begun = Instant::now();
        let told = self.round.budget.told().map(|time| time.saturating_sub(self.asked));
        let patience = self.patience();
        let answer = self.round.question.put(self.round.instance, told, patience);
        self.asked += answer.as_ref().map_or_else(|_| begun.elapsed(), |answer| answer.took);
        self.held_up = answer.as_ref().map_or(Duration::ZERO, |answer| answer.held_up);
        let (took, budget) = (self.asked, self.round.budget);
        let answer = answer
            .map_err(|error| blame::not_answered(error, took, budget, &mut self.allowance))?;
        self.in_time().map(|()| answer)
    }

    /// Checks and runs the query in what is left of the time. A database that was away is waited for and
    /// asked again, which costs the player nothing.
    fn outcome(&mut self, answer: &Answer) -> Result<Outcome, Stop> {
        let (mut losses, mut waits_until) = (Losses::default(), None);
        loop {
            let ahead = self.plan_ahead(answer);
            let begun = Instant::now();
            let deadline = self.patience().and_then(|left| begun.checked_add(left));
            let meter = Meter::new(self.round.question.limits(deadline));
            let Round { session, settings, .. } = &mut self.round;
            let outcome = ahead
                .and_then(|()| answer.check(*session, &settings.policy, &meter))
                .and_then(|query| query.run(*session, &meter));
            let held_up = session.held_up(&meter);
            match outcome {
                Err(Fault::Server(fault)) if fault.kind == ServerFaultKind::Away => {
                    losses.add(begun.elapsed());
                    if losses.are_enough(self.patience()) {
                        return Err(self.lost(losses.number));
                    }
                    let patience = self.round.settings.patience;
                    self.recover(*waits_until.get_or_insert_with(|| Instant::now() + patience))?;
                }
                Err(fault) => {
                    self.ran = begun.elapsed();
                    self.held_up += held_up;
                    let (took, budget) = (self.took(), self.round.budget);
                    let (cypher, allowance) = (answer.cypher(), &mut self.allowance);
                    return Err(blame::of_fault(&fault, cypher, took, budget, allowance).into());
                }
                Ok(outcome) => {
                    self.ran = begun.elapsed();
                    self.held_up += held_up;
                    return self.in_time().map(|()| outcome);
                }
            }
        }
    }

    /// Has a server make the plan of a side's first query, whose time that is not.
    fn plan_ahead(&mut self, answer: &Answer) -> Result<(), Fault> {
        let Round { session, settings, is_first, .. } = &mut self.round;
        if *is_first { answer.plan_ahead(*session, &settings.policy) } else { Ok(()) }
    }

    /// The query lost its connection so many times.
    fn lost(&mut self, times: u32) -> Stop {
        let (name, seat) = (self.round.session.name(), &self.round.seat.name);
        let why = format!(
            "the connection to {name} was lost {times} times while the query of {seat} ran"
        );
        Failure::Void(self.allowance.text(&why)).into()
    }

    /// Waits for the database and looks whether the board is what it was.
    fn recover(&mut self, until: Instant) -> Result<(), Stop> {
        let Round { session, referee, .. } = &mut self.round;
        let patience = until.saturating_duration_since(Instant::now());
        let recovered = session.recover(patience).map_err(|fault| fault.to_string());
        let verified =
            recovered.and_then(|()| referee.verify(*session).map_err(|fault| fault.to_string()));
        verified.map_err(|why| Failure::Void(self.allowance.text(&why)).into())
    }

    /// How long is still waited for the player and its query: what is left of its time, and the margin.
    fn patience(&self) -> Option<Duration> {
        let budget = &self.round.budget;
        budget.time().map(|time| (time + budget.margin()).saturating_sub(self.took()))
    }

    /// What counts of the time so far.
    fn took(&self) -> Duration {
        (self.asked + self.ran).saturating_sub(self.held_up)
    }

    fn in_time(&mut self) -> Result<(), Stop> {
        let budget = &self.round.budget;
        match budget.time() {
            Some(limit) if self.took() > limit + budget.margin() => Err(self.time_out()),
            _ => Ok(()),
        }
    }

    fn time_out(&mut self) -> Stop {
        let took = self.took();
        blame::time_out(took, self.round.budget, None, &mut self.allowance).into()
    }
}
