//! Why a query gave no result, sorted by whose fault that is: the one who wrote the query loses by it,
//! time has its own verdict, and a server's fault costs no player anything.

use std::fmt;

use othello_cypher::error::{Error, ErrorKind, Span};
use othello_rules::text::{lines, one_line};

/// Why a query gave no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The query's own fault.
    Query(QueryFault),
    /// It had not ended when its time was over.
    Time {
        /// What the user must know about the server besides: that the query still runs there and can't
        /// be ended.
        warning: Option<String>,
    },
    /// The server's fault, or that of the way there. The query can be asked again.
    Server(ServerFault),
}

/// What is wrong with a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryFault {
    /// What kind of fault.
    pub kind: QueryFaultKind,
    /// Neo4j's code, such as `Neo.ClientError.Statement.SyntaxError`.
    pub code: String,
    /// One line.
    pub message: String,
    /// Where in the text.
    pub span: Option<Span>,
    /// The way out, such as the flag that would let it pass.
    pub hint: Option<String>,
}

impl QueryFault {
    /// What is wrong with a query, in one line; what is quoted has no letter that is there to change how others are shown.
    #[must_use]
    pub fn new(
        kind: QueryFaultKind,
        code: &str,
        message: &str,
        span: Option<Span>,
        hint: Option<String>,
    ) -> QueryFault {
        let (code, message) = (code.to_owned(), one_line(message).into_owned());
        let hint = hint.map(|hint| one_line(&hint).into_owned());
        QueryFault { kind, code, message, span, hint }
    }

    /// The line of the query that it stands in, with carets under its place; nothing where it has no place.
    #[must_use]
    pub fn excerpt(&self, query: &str) -> Option<String> {
        self.span.map(|span| lines(&span.excerpt(&self.code, query)).into_owned())
    }
}

/// The kinds of faults that a query can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QueryFaultKind {
    /// It is wrong: it can't be read, means nothing, or failed while it ran.
    Wrong,
    /// It would change the graph.
    Write,
    /// It is legal Cypher that the policy refuses: files, procedures that were not allowed.
    Refused,
    /// It took more memory, rows or bytes than it may.
    TooBig,
}

/// What is wrong with the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerFault {
    /// What kind of fault.
    pub kind: ServerFaultKind,
    /// One line that names the thing and the way out.
    pub message: String,
}

/// The kinds of faults that a server can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ServerFaultKind {
    /// It does not answer, or said that it can't right now: waiting may help.
    Away,
    /// It answered, and waiting won't help: a wrong password, an unknown database.
    Unusable,
    /// The database holds something that is not ours.
    Occupied,
    /// The board is not what this game left: somebody else writes to it.
    Changed,
}

impl Fault {
    /// A fault of the server.
    pub fn server(kind: ServerFaultKind, message: impl Into<String>) -> Fault {
        Fault::Server(ServerFault { kind, message: message.into() })
    }
}

impl From<Error> for Fault {
    fn from(error: Error) -> Fault {
        let kind = match error.kind() {
            ErrorKind::TimedOut => return Fault::Time { warning: None },
            ErrorKind::AccessMode => QueryFaultKind::Write,
            ErrorKind::OutOfMemory | ErrorKind::TooLarge => QueryFaultKind::TooBig,
            _ => QueryFaultKind::Wrong,
        };
        let code = error.kind().code();
        Fault::Query(QueryFault::new(kind, code, error.message(), error.span(), None))
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Query(fault) => f.write_str(&fault.message),
            Fault::Time { warning: None } => f.write_str("the time was over"),
            Fault::Time { warning: Some(warning) } => write!(f, "the time was over; {warning}"),
            Fault::Server(fault) => f.write_str(&fault.message),
        }
    }
}

impl std::error::Error for Fault {}
