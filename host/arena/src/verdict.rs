//! How a game ends: by counting, by a forfeit with its reason, or not at all.

use std::fmt;
use std::time::Duration;

use othello_board::Span;
use othello_board::session::{QueryFault, QueryFaultKind};
use othello_rules::{Colour, Square};

use crate::clock::LimitKind;
use crate::exhibit::{Allowance, Excerpt};

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// It was played to its end, and this side won it, or nobody.
    Played(Option<Colour>),
    /// A side lost it before.
    Forfeit {
        /// Which.
        by: Colour,
        /// Why.
        why: Box<Forfeit>,
    },
    /// The host or the database could not finish it: no result.
    Void(Excerpt),
}

impl End {
    /// Who won.
    #[must_use]
    pub fn winner(&self) -> Option<Colour> {
        match self {
            End::Played(winner) => *winner,
            End::Forfeit { by, .. } => Some(by.opponent()),
            End::Void(_) => None,
        }
    }
}

/// Why a side lost before the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forfeit {
    /// The reason.
    pub reason: Reason,
    /// The query that it was about, where there was one.
    pub query: Option<Excerpt>,
    /// What the player wrote to its standard output and error lately.
    pub output: Excerpt,
}

/// The reasons for a forfeit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The referee refused the square.
    IllegalMove {
        /// Which.
        square: Square,
        /// What the referee said.
        objection: Excerpt,
    },
    /// The query gave no record.
    NoRecord,
    /// The query gave more than one record.
    ManyRecords(usize),
    /// The record has no entry `cell`, but these.
    NoCell(Vec<Excerpt>),
    /// The entry `cell` is this instead of one of the board's cells.
    NotACell(Excerpt),
    /// Something is wrong with the query.
    Query(ShownFault),
    /// The time was over.
    TimeOut {
        /// How long the round took.
        took: Duration,
        /// How long it might take.
        limit: Duration,
        /// Why no longer.
        kind: LimitKind,
        /// What the user must know of the server besides.
        warning: Option<Excerpt>,
    },
    /// The player crashed, panicked, or broke the rules of the conversation.
    Crash(Excerpt),
    /// The player gave something that is not an answer.
    BadAnswer(Excerpt),
    /// The player answered with an error of its own.
    PlayerError(Excerpt),
    /// The player gave up.
    Resigned(Excerpt),
}

/// What may be shown of a fault of a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownFault {
    /// What kind of fault.
    pub kind: QueryFaultKind,
    /// Neo4j's code.
    pub code: Excerpt,
    /// One line.
    pub message: Excerpt,
    /// Where in the query.
    pub span: Option<Span>,
    /// The line of the query with carets under the place.
    pub place: Option<Excerpt>,
    /// The way out.
    pub hint: Option<Excerpt>,
}

impl ShownFault {
    /// What may be shown of a fault of this query.
    #[must_use]
    pub fn new(fault: &QueryFault, cypher: &str, allowance: &mut Allowance<'_>) -> ShownFault {
        let place = fault.excerpt(cypher);
        ShownFault {
            kind: fault.kind,
            message: allowance.text(&fault.message),
            span: fault.span,
            hint: fault.hint.as_deref().map(|hint| allowance.text(hint)),
            place: place.map(|place| allowance.text(&place)),
            code: allowance.text(&fault.code),
        }
    }
}

impl Reason {
    /// The words for all of them.
    pub const WORDS: [&str; 14] = [
        "illegal-move",
        "no-record",
        "many-records",
        "no-cell",
        "not-a-cell",
        "write-attempt",
        "refused-query",
        "too-big",
        "query-error",
        "time-out",
        "crash",
        "bad-answer",
        "player-error",
        "resignation",
    ];

    /// One word for tables and records.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            Reason::IllegalMove { .. } => "illegal-move",
            Reason::NoRecord => "no-record",
            Reason::ManyRecords(_) => "many-records",
            Reason::NoCell(_) => "no-cell",
            Reason::NotACell(_) => "not-a-cell",
            Reason::Query(ShownFault { kind: QueryFaultKind::Write, .. }) => "write-attempt",
            Reason::Query(ShownFault { kind: QueryFaultKind::Refused, .. }) => "refused-query",
            Reason::Query(ShownFault { kind: QueryFaultKind::TooBig, .. }) => "too-big",
            Reason::Query(ShownFault { kind: QueryFaultKind::Wrong, .. }) => "query-error",
            Reason::TimeOut { .. } => "time-out",
            Reason::Crash(_) => "crash",
            Reason::BadAnswer(_) => "bad-answer",
            Reason::PlayerError(_) => "player-error",
            Reason::Resigned(_) => "resignation",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::IllegalMove { square, objection } => {
                write!(f, "illegal move {square}: {objection}")
            }
            Reason::NoRecord => f.write_str("no record: the query gave none, and one is wanted"),
            Reason::ManyRecords(count) => {
                write!(f, "{count} records: the query gave {count}, and one is wanted (LIMIT 1?)")
            }
            Reason::NoCell(columns) => {
                let columns = quoted(columns);
                write!(
                    f,
                    "no \"cell\": the record has only {columns}; write AS cell behind what is meant"
                )
            }
            Reason::NotACell(what) => {
                write!(f, "no cell of this board: \"cell\" is {what}")
            }
            Reason::Query(fault) => {
                let name = match fault.kind {
                    QueryFaultKind::Wrong => "query error",
                    QueryFaultKind::Write => "write attempt",
                    QueryFaultKind::Refused => "refused query",
                    QueryFaultKind::TooBig => "query too big",
                };
                write!(f, "{name}: {}", fault.message)
            }
            Reason::TimeOut { took, limit, kind, warning } => {
                let what = match kind {
                    LimitKind::Move => "the move limit",
                    LimitKind::FirstMove => "the limit of a first move",
                    LimitKind::Clock => "what was left on the clock",
                    LimitKind::Ceiling => "the ceiling of an answer without a limit",
                    LimitKind::Start => "the limit of getting ready for a game",
                };
                let (took, limit) = (took.as_secs_f64(), limit.as_secs_f64());
                write!(f, "time-out: took {took:.3} s, and {what} is {limit:.3} s")?;
                warning.iter().try_for_each(|warning| write!(f, "; {warning}"))
            }
            Reason::Crash(what) => write!(f, "crash: the player {what}"),
            Reason::BadAnswer(what) => write!(f, "bad answer: the player {what}"),
            Reason::PlayerError(what) => write!(f, "player's own error: {what}"),
            Reason::Resigned(why) if why.is_empty() => f.write_str("resignation"),
            Reason::Resigned(why) => write!(f, "resignation: {why}"),
        }
    }
}

fn quoted(names: &[Excerpt]) -> String {
    let names: Vec<_> = names.iter().map(|name| format!("\"{name}\"")).collect();
    names.join(", ")
}
