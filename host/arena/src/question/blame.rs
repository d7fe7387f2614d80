//! What goes wrong in a round, and what it means for the game: whoever is to blame loses by it, and where nobody
//! who plays is, the game is void.

use std::time::Duration;

use othello_board::Fault;
use othello_players::{AskError, UNFLUSHED, Verdict};

use crate::clock::{Budget, LimitKind};
use crate::exhibit::{Allowance, Excerpt};
use crate::verdict::{Forfeit, Reason, ShownFault};

/// Why a question led to no square.
#[derive(Clone, Debug)]
pub(crate) enum Failure {
    /// The side loses.
    Forfeit(Box<Forfeit>),
    /// The game can't be finished.
    Void(Excerpt),
}

impl From<Reason> for Failure {
    fn from(reason: Reason) -> Failure {
        Failure::Forfeit(Box::new(Forfeit { reason, query: None, output: Excerpt::default() }))
    }
}

/// A player could not be started.
pub(crate) fn not_started(error: AskError, allowance: &mut Allowance<'_>) -> Failure {
    player(error, allowance, |after, silent, allowance| {
        let limit = Budget::new(after, LimitKind::Start);
        time_out(after, limit, silent.then_some(UNFLUSHED), allowance)
    })
}

/// A player gave no answer in a round that might take so long, and took so long.
pub(crate) fn not_answered(
    error: AskError,
    took: Duration,
    budget: Budget,
    allowance: &mut Allowance<'_>,
) -> Failure {
    player(error, allowance, |_, silent, allowance| {
        time_out(took, budget, silent.then_some(UNFLUSHED), allowance)
    })
}

fn player(
    error: AskError,
    allowance: &mut Allowance<'_>,
    timed_out: impl FnOnce(Duration, bool, &mut Allowance<'_>) -> Reason,
) -> Failure {
    let failure = match error {
        AskError::Player(failure) => failure,
        AskError::Host(error) => return Failure::Void(allowance.text(&error.to_string())),
    };
    let words = failure.verdict.to_string();
    let reason = match failure.verdict {
        Verdict::TimedOut { after, silent } => timed_out(after, silent, allowance),
        Verdict::GaveUp(why) => Reason::PlayerError(allowance.text(&why)),
        Verdict::BadAnswer(_) | Verdict::AnswerTooLong(_) => {
            Reason::BadAnswer(allowance.text(&words))
        }
        _ => Reason::Crash(allowance.text(&words)),
    };
    let output = allowance.text(&failure.output);
    Failure::Forfeit(Box::new(Forfeit { reason, query: None, output }))
}

/// A query gave nothing.
pub(crate) fn of_fault(
    fault: &Fault,
    cypher: &str,
    took: Duration,
    budget: Budget,
    allowance: &mut Allowance<'_>,
) -> Failure {
    match fault {
        Fault::Query(fault) => Reason::Query(ShownFault::new(fault, cypher, allowance)).into(),
        Fault::Time { warning } => time_out(took, budget, warning.as_deref(), allowance).into(),
        Fault::Server(fault) => Failure::Void(allowance.text(&fault.message)),
    }
}

/// A round took too long.
pub(crate) fn time_out(
    took: Duration,
    budget: Budget,
    warning: Option<&str>,
    allowance: &mut Allowance<'_>,
) -> Reason {
    let (limit, kind) = budget.limit.unwrap_or((took, LimitKind::Move));
    let warning = warning.map(|warning| allowance.text(warning));
    // A clock that stops the player a little before its limit still stops it for the limit.
    Reason::TimeOut { took: took.max(limit), limit, kind, warning }
}
