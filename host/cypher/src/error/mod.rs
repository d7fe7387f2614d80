//! Errors and warnings: what went wrong, coded as Neo4j codes it, and where in the text.
//! Nothing here decides that something is wrong.

mod render;

pub use render::Position;

use std::fmt;

/// A range of bytes in a query's text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// The byte after the last one.
    pub end: u32,
}

impl Span {
    /// From the beginning of `self` to the end of `other`.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start, end: other.end }
    }

    /// The text that it covers; empty where it lies outside of `text`.
    #[must_use]
    pub fn of(self, text: &str) -> &str {
        text.get(self.start as usize..self.end as usize).unwrap_or_default()
    }
}

/// What kind of thing went wrong. Each has the code under which Neo4j reports it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ErrorKind {
    /// The text is not Cypher, or means nothing (undefined variables, wrong types that show in the text).
    Syntax,
    /// A query that can't be meant, as its values show: `MERGE` of a null.
    Semantic,
    /// A value of a type that an operator, function or clause can't take.
    Type,
    /// An argument outside of what a function takes.
    Argument,
    /// Division by zero, overflow.
    Arithmetic,
    /// A node, relationship or property that is no longer there.
    EntityNotFound,
    /// Deleting a node that still has relationships, and its like.
    Constraint,
    /// The name of a label, a type or a property that is none.
    Name,
    /// A parameter that was not given.
    ParameterMissing,
    /// No procedure of this name.
    ProcedureNotFound,
    /// A procedure that was called wrongly.
    ProcedureCall,
    /// A write where only reading is allowed.
    AccessMode,
    /// The deadline has passed.
    TimedOut,
    /// More memory than allowed.
    OutOfMemory,
    /// More rows, or longer text, or deeper nesting than allowed.
    TooLarge,
    /// What Neo4j can't do as the query runs, and has no kind for.
    Execution,
    /// Legal Cypher that the embedded engine has not: temporal and spatial values, `LOAD CSV`, `SHOW`.
    Unsupported,
}

impl ErrorKind {
    /// Whether it is a limit of the query's that was reached, which whatever else it does won't change.
    pub(crate) fn is_of_limits(self) -> bool {
        matches!(self, ErrorKind::TimedOut | ErrorKind::OutOfMemory | ErrorKind::TooLarge)
    }

    /// Neo4j's status code.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            ErrorKind::Syntax => "Neo.ClientError.Statement.SyntaxError",
            ErrorKind::Semantic => "Neo.ClientError.Statement.SemanticError",
            ErrorKind::Type => "Neo.ClientError.Statement.TypeError",
            ErrorKind::Argument => "Neo.ClientError.Statement.ArgumentError",
            ErrorKind::Arithmetic => "Neo.ClientError.Statement.ArithmeticError",
            ErrorKind::EntityNotFound => "Neo.ClientError.Statement.EntityNotFound",
            ErrorKind::Constraint => "Neo.ClientError.Schema.ConstraintValidationFailed",
            ErrorKind::Name => "Neo.ClientError.Schema.TokenNameError",
            ErrorKind::ParameterMissing => "Neo.ClientError.Statement.ParameterMissing",
            ErrorKind::ProcedureNotFound => "Neo.ClientError.Procedure.ProcedureNotFound",
            ErrorKind::ProcedureCall => "Neo.ClientError.Procedure.ProcedureCallFailed",
            ErrorKind::AccessMode => "Neo.ClientError.Statement.AccessMode",
            ErrorKind::TimedOut => "Neo.ClientError.Transaction.TransactionTimedOut",
            ErrorKind::OutOfMemory => "Neo.TransientError.General.MemoryPoolOutOfMemoryError",
            ErrorKind::TooLarge | ErrorKind::Execution => {
                "Neo.ClientError.Statement.ExecutionFailed"
            }
            ErrorKind::Unsupported => "Neo.ClientError.Statement.UnsupportedOperationError",
        }
    }
}

/// So many bytes of a long message are shown of its beginning and of its end.
const BEGINNING: usize = 700;
const END: usize = 300;

pub(crate) fn without_middle(text: String) -> String {
    if text.len() <= BEGINNING + END {
        return text;
    }
    let beginning = &text[..text.floor_char_boundary(BEGINNING)];
    let end = &text[text.ceil_char_boundary(text.len() - END)..];
    format!("{beginning} ... {end}")
}

/// An error with its place in the text, where it has one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(Box<Inner>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Inner {
    kind: ErrorKind,
    detail: Option<&'static str>,
    /// Whether it has its kind in Cypher 25 alone.
    kind_is_newer: bool,
    message: String,
    span: Option<Span>,
}

impl Error {
    /// An error without a place. Messages quote what somebody wrote, however long: the middle of a long one is left out.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Error {
        let message = without_middle(message.into());
        Error(Box::new(Inner { kind, detail: None, kind_is_newer: false, message, span: None }))
    }

    /// A syntax error at `span`.
    pub fn syntax(span: Span, message: impl Into<String>) -> Error {
        Error::new(ErrorKind::Syntax, message).at(span)
    }

    /// The same error, of which Cypher 5 says no more than that the execution failed.
    #[must_use]
    pub(crate) fn newer(mut self) -> Error {
        self.0.kind_is_newer = true;
        self
    }

    /// The error as Cypher 5 has it.
    #[must_use]
    pub(crate) fn in_cypher_5(mut self) -> Error {
        if self.0.kind_is_newer {
            self.0.kind = ErrorKind::Execution;
        }
        self
    }

    /// The same error, pointing at `span` unless it already points somewhere.
    #[must_use]
    pub fn at(mut self, span: Span) -> Error {
        self.0.span.get_or_insert(span);
        self
    }

    /// The same error under the name that the openCypher TCK gives to its cause, such as `UndefinedVariable`.
    #[must_use]
    pub fn because(mut self, detail: &'static str) -> Error {
        self.0.detail = Some(detail);
        self
    }

    /// What kind of thing went wrong.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// The TCK's name of the cause, where one is known.
    #[must_use]
    pub fn detail(&self) -> Option<&'static str> {
        self.0.detail
    }

    /// One line, without place and code.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// Where in the text.
    #[must_use]
    pub fn span(&self) -> Option<Span> {
        self.0.span
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)
    }
}

impl std::error::Error for Error {}

/// Something that runs but is likely not what was meant: an unknown label, a misspelled property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// Neo4j's notification code, or one of ours in its manner where it has none.
    pub code: &'static str,
    /// One line.
    pub message: String,
    /// Where in the text.
    pub span: Option<Span>,
}
