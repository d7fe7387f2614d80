//! One round: the person or the player is asked, the query is checked and run, and its one record read.
//! Only this file measures a player's time; what the host does in between is outside of it.

use std::time::{Duration, Instant};

use othello_board::session::{Meter, Outcome, Params, QueryFault, ServerFaultKind, player_limits};
use othello_board::{Datum, Fault, Referee, RefereeFault, Secret, Session};
use othello_player_api as api;
use othello_players::{AskError, Decision, Response, UNFLUSHED, Verdict};
use othello_rules::{Colour, Move, Square};

use crate::clock::{Budget, LimitKind};
use crate::conductor::GameCommand;
use crate::event;
use crate::json;
use crate::seat::{Choice, Instance, Question, Seat};
use crate::table::Settings;
use crate::verdict::{Forfeit, Reason};

/// What a round needs.
pub(crate) struct Round<'a> {
    pub settings: &'a Settings,
    pub session: &'a mut dyn Session,
    pub referee: &'a mut dyn Referee,
    pub seat: &'a mut Seat,
    pub instance: &'a mut dyn Instance,
    pub message: api::Round,
    pub colour: Colour,
    pub moves: &'a [Move],
    pub budget: Budget,
}

/// What came of it.
pub(crate) struct Asked {
    /// The square, or why there is none.
    pub result: Result<Square, Stop>,
    /// What is told to those who watch.
    pub record: event::Round,
}

/// Why a round gave no square.
pub(crate) enum Stop {
    /// The side loses.
    Forfeit(Box<Forfeit>),
    /// Something else is to happen to the game.
    GameCommand(GameCommand),
    /// The game can't be finished.
    Void(String),
}

impl From<Reason> for Stop {
    fn from(reason: Reason) -> Stop {
        Stop::Forfeit(Box::new(Forfeit { reason, query: None, output: String::new() }))
    }
}

impl Round<'_> {
    /// Asks the round.
    pub fn ask(mut self) -> Asked {
        let mut record = event::Round {
            ply: self.moves.len(),
            colour: self.colour,
            query: None,
            params: Params::default(),
            rows: None,
            entries: Default::default(),
            thinking: None,
            warnings: Vec::new(),
            asked: Duration::ZERO,
            ran: Duration::ZERO,
        };
        let result = self.run(&mut record);
        let result = result.map_err(|stop| match stop {
            Stop::Forfeit(mut forfeit) => {
                forfeit.query = record.query.clone();
                forfeit.output = self.seat.key.redact(&forfeit.output);
                Stop::Forfeit(forfeit)
            }
            other => other,
        });
        Asked { result, record }
    }

    fn run(&mut self, record: &mut event::Round) -> Result<Square, Stop> {
        let chosen = self.choose(record)?;
        let response = self.answer(record)?;
        record.thinking = response.thinking;
        let query = match response.decision {
            Decision::Query(query) => query,
            Decision::Resigned(why) => return Err(Reason::Resigned(why).into()),
        };
        record.query = Some(self.seat.key.redact(&query.cypher));
        record.params = self.params(&query, chosen);
        let outcome = self.read(&query.cypher, record)?;
        record.rows = Some(outcome.rows.len());
        let notices = outcome.notices.iter();
        record.warnings = notices.map(|notice| self.seat.key.redact(&notice.message)).collect();
        self.square(&outcome, record)
    }

    /// Asks the person, where one chooses the cell.
    fn choose(&mut self, record: &mut event::Round) -> Result<Option<Square>, Stop> {
        let Some(person) = &mut self.seat.person else { return Ok(None) };
        let begun = Instant::now();
        let deadline = self.budget.time().and_then(|time| begun.checked_add(time));
        let view = self.referee.view();
        let choice =
            person.choose(&Question { colour: self.colour, view, moves: self.moves, deadline });
        record.asked = begun.elapsed();
        match choice {
            Choice::Cell(square) => Ok(Some(square)),
            Choice::Resign => Err(Reason::Resigned(String::new()).into()),
            Choice::GameCommand(wish) => Err(Stop::GameCommand(wish)),
            Choice::TimedOut => Err(self.time_out(record.asked, None)),
            Choice::Gone(why) => Err(Stop::Void(why)),
        }
    }

    /// Asks the player.
    fn answer(&mut self, record: &mut event::Round) -> Result<Response, Stop> {
        let begun = Instant::now();
        let left = self.budget.time().map(|time| time.saturating_sub(record.asked));
        self.message.time_ms = left.map(milliseconds);
        let deadline = left.and_then(|left| begun.checked_add(left));
        let answer = self.instance.ask(self.message.clone(), deadline);
        record.asked += answer.as_ref().map_or_else(|_| begun.elapsed(), |answer| answer.took);
        match answer {
            Ok(response) => self.in_time(record).map(|()| response),
            Err(AskError::Player(failure)) => Err(match failure.verdict {
                Verdict::TimedOut { silent, .. } => {
                    self.time_out(record.asked, silent.then(|| UNFLUSHED.to_owned()))
                }
                Verdict::GaveUp(why) => Reason::PlayerError(why).into(),
                verdict => Stop::Forfeit(Box::new(Forfeit {
                    reason: blame(&verdict),
                    query: None,
                    output: failure.output,
                })),
            }),
            Err(AskError::Host(error)) => Err(Stop::Void(error.to_string())),
        }
    }

    /// The query's parameters: the player's own, and those of the host, which it can't replace.
    fn params(&self, query: &api::Query, chosen: Option<Square>) -> Params {
        let mut params = Params::default();
        for (name, value) in &query.params {
            params.set(name, json::to_datum(value));
        }
        params.set("symbol", Datum::Text(self.colour.symbol().to_string()));
        params.set_secret("apiKey", self.seat.key.clone());
        if let Some(square) = chosen {
            params.set("x", Datum::Integer(square.column().into()));
            params.set("y", Datum::Integer(square.row().into()));
        }
        params
    }

    /// Checks and runs the query in what is left of the time. A database that was away is waited for and
    /// asked again, which costs the player nothing.
    fn read(&mut self, cypher: &str, record: &mut event::Round) -> Result<Outcome, Stop> {
        loop {
            let begun = Instant::now();
            let left = self.budget.time().map(|time| time.saturating_sub(record.asked));
            let deadline = left.and_then(|left| begun.checked_add(left));
            let seed = self.settings.seed.of_query(self.moves.len());
            let meter = Meter::new(player_limits(deadline, seed));
            let checked = self.session.prepare(cypher, &self.settings.policy, &meter);
            let outcome =
                checked.and_then(|checked| self.session.read(&checked, &record.params, &meter));
            match outcome {
                Err(Fault::Server(fault)) if fault.kind == ServerFaultKind::Away => {
                    self.recover()?;
                }
                result => {
                    record.ran = begun.elapsed();
                    let outcome = result.map_err(|fault| self.stop(fault, record))?;
                    return self.in_time(record).map(|()| outcome);
                }
            }
        }
    }

    /// Waits for the database and looks whether the board is what it was.
    fn recover(&mut self) -> Result<(), Stop> {
        let void = |why: String| Stop::Void(why);
        self.session.recover(self.settings.patience).map_err(|fault| void(fault.to_string()))?;
        self.referee.verify(self.session).map_err(|fault| void(fault.to_string()))
    }

    /// The one record's cell as a square of the board; its other entries are kept for those who watch.
    fn square(&self, outcome: &Outcome, record: &mut event::Round) -> Result<Square, Stop> {
        if let [row] = outcome.rows.as_slice() {
            let named = outcome.columns.iter().zip(row).filter(|(name, _)| *name != "cell");
            for (name, value) in named {
                let name = self.seat.key.redact(name);
                record.entries.insert(name, redacted(&self.seat.key, value));
            }
        }
        chosen_square(outcome, self.referee).map_err(|reason| {
            // Before it is cut to a length, so that no half of the key is left.
            let cell = outcome.first("cell").map(|cell| redacted(&self.seat.key, cell));
            match (reason, cell) {
                (Reason::NotACell(_), Some(cell)) => Reason::NotACell(json::describe(&cell)).into(),
                (Reason::NoCell(names), _) => {
                    let names = names.iter().map(|name| self.seat.key.redact(name));
                    Reason::NoCell(names.collect()).into()
                }
                (reason, _) => reason.into(),
            }
        })
    }

    /// What a fault means for the game. What the database says may quote the key.
    fn stop(&self, fault: Fault, record: &event::Round) -> Stop {
        match fault {
            Fault::Query(fault) => {
                let message = self.seat.key.redact(&fault.message);
                let hint = fault.hint.as_deref().map(|hint| self.seat.key.redact(hint));
                Reason::Query(QueryFault { message, hint, ..fault }).into()
            }
            Fault::Time { warning } => self.time_out(record.asked + record.ran, warning),
            Fault::Server(fault) => Stop::Void(self.seat.key.redact(&fault.message)),
        }
    }

    fn in_time(&self, record: &event::Round) -> Result<(), Stop> {
        let took = record.asked + record.ran;
        match self.budget.time() {
            Some(limit) if took > limit => Err(self.time_out(took, None)),
            _ => Ok(()),
        }
    }

    fn time_out(&self, took: Duration, warning: Option<String>) -> Stop {
        let (limit, kind) = self.budget.limit.unwrap_or((took, LimitKind::Move));
        // A clock that stops the player a little before its limit still stops it for the limit.
        let took = took.max(limit);
        Reason::TimeOut { took, limit, kind, warning }.into()
    }
}

/// The square that a query's one record chooses, or what it gave instead.
///
/// # Errors
/// The reason for which a player would lose by it.
pub fn chosen_square(outcome: &Outcome, referee: &dyn Referee) -> Result<Square, Reason> {
    match outcome.rows.as_slice() {
        [] => return Err(Reason::NoRecord),
        [_] => {}
        rows => return Err(Reason::ManyRecords(rows.len())),
    }
    let Some(cell) = outcome.first("cell") else {
        return Err(Reason::NoCell(outcome.columns.clone()));
    };
    let square = match cell {
        Datum::Node(node) => referee.square(node),
        _ => None,
    };
    square.ok_or_else(|| Reason::NotACell(json::describe(cell)))
}

/// The value without the key in any of its texts.
fn redacted(key: &Secret, value: &Datum) -> Datum {
    match value {
        Datum::Text(text) => Datum::Text(key.redact(text)),
        Datum::List(values) => Datum::List(values.iter().map(|one| redacted(key, one)).collect()),
        Datum::Map(entries) => {
            let entries = entries.iter();
            let hidden = entries.map(|(name, one)| (key.redact(name), redacted(key, one)));
            Datum::Map(hidden.collect())
        }
        other => other.clone(),
    }
}

/// What a player did that is no answer.
fn blame(verdict: &Verdict) -> Reason {
    match verdict {
        Verdict::BadAnswer(_) | Verdict::AnswerTooLong(_) => Reason::BadAnswer(verdict.to_string()),
        _ => Reason::Crash(verdict.to_string()),
    }
}

/// What a failure to start means for the game.
pub(crate) fn not_started(error: AskError) -> Stop {
    match error {
        AskError::Player(failure) => Stop::Forfeit(Box::new(Forfeit {
            reason: match failure.verdict {
                Verdict::TimedOut { after, silent } => Reason::TimeOut {
                    took: after,
                    limit: after,
                    kind: LimitKind::Start,
                    warning: silent.then(|| UNFLUSHED.to_owned()),
                },
                verdict => blame(&verdict),
            },
            query: None,
            output: failure.output,
        })),
        AskError::Host(error) => Stop::Void(error.to_string()),
    }
}

/// What a referee's fault means for the game: nobody's loss.
pub(crate) fn undecided(fault: &RefereeFault) -> Stop {
    Stop::Void(fault.to_string())
}

/// Whole milliseconds for the messages, never more than there are.
pub(crate) fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
