//! How the guard refuses, and the flag that would let a call pass.

use othello_cypher::Span;

use crate::session::fault::{Fault, QueryFault, QueryFaultKind};

/// The code under which a server refuses what its user may not do.
const FORBIDDEN: &str = "Neo.ClientError.Security.Forbidden";
/// The code of a write in a read-only transaction.
const ACCESS_MODE: &str = "Neo.ClientError.Statement.AccessMode";
/// The AI procedures and functions, which `--allow ai` allows by one word.
const AI: [&str; 2] = ["genai.", "ai."];

/// The flag that lets a procedure or function of this name pass.
pub(super) fn flag(name: &str) -> String {
    let lower = name.to_lowercase();
    if AI.iter().any(|stem| lower.starts_with(stem)) {
        return "--allow ai".to_owned();
    }
    match name.rsplit_once('.') {
        Some((space, _)) => format!("--allow '{space}.*'"),
        None => format!("--allow {name}"),
    }
}

/// A refusal of what stands at this place.
pub(super) fn refuse<T>(
    kind: QueryFaultKind,
    span: Span,
    message: impl Into<String>,
    hint: Option<String>,
) -> Result<T, Fault> {
    let code = if kind == QueryFaultKind::Write { ACCESS_MODE } else { FORBIDDEN };
    Err(Fault::Query(QueryFault::new(kind, code, &message.into(), Some(span), hint)))
}
