//! Reads a stranger's query before anything runs it: what is no plain read-only Cypher goes no further
//! than here, on the embedded engine as on a real server.

use othello_cypher::check::facts::Mention;
use othello_cypher::check::{self, Catalog};
use othello_cypher::{Error, Facts, Meter, ProcedureSignature, Span, syntax};

use crate::session::{Checked, Fault, Policy, QueryFault, QueryFaultKind};

/// The code under which a server refuses what its user may not do.
const FORBIDDEN: &str = "Neo.ClientError.Security.Forbidden";
/// The code of a write in a read-only transaction.
const ACCESS_MODE: &str = "Neo.ClientError.Statement.AccessMode";
/// The AI procedures and functions, which `--allow ai` allows by one word.
const AI: [&str; 2] = ["genai.", "ai."];

/// Checks a query that is meant for a server. It may have procedures and functions that nobody here knows,
/// and speak a Cypher newer than ours: both only where the policy allows it.
///
/// # Errors
/// [`Fault::Query`]: what is wrong with it, or what was refused and how it can be allowed; [`Fault::Time`]
/// where the meter has run out.
pub fn check(text: &str, policy: &Policy, meter: &Meter) -> Result<Checked, Fault> {
    match facts(text, meter).map_err(Fault::from) {
        Ok(facts) => judge(&facts, policy).map(|()| Checked::new(text)),
        Err(Fault::Query(_)) if policy.allows_unknown() => Ok(Checked::new(text)),
        Err(Fault::Query(mut fault)) => {
            fault.hint = Some(
                "if the server can read it, \"--allow unknown\" sends it all the same".to_owned(),
            );
            Err(Fault::Query(fault))
        }
        Err(fault) => Err(fault),
    }
}

/// What a text uses, whoever is to run it.
pub(crate) fn facts(text: &str, meter: &Meter) -> Result<Facts, Error> {
    let statement = syntax::parse(text, meter)?;
    Ok(check::check(&statement, text, &AnyProcedure, meter)?.facts)
}

/// The columns of a text's result in their order; none where it can't be read.
pub(crate) fn columns(text: &str) -> Vec<String> {
    let meter = Meter::default();
    let checked = syntax::parse(text, &meter)
        .and_then(|tree| check::check(&tree, text, &AnyProcedure, &meter));
    checked.map(|checked| checked.columns).unwrap_or_default()
}

/// Whether the policy lets pass what a query uses.
pub(crate) fn judge(facts: &Facts, policy: &Policy) -> Result<(), Fault> {
    if let Some(write) = facts.writes.first() {
        return refuse(
            QueryFaultKind::Write,
            write.span,
            format!("{} would change the board, and a player may only read it", write.name),
            None,
        );
    }
    if let Some(&span) = facts.in_transactions.first() {
        return refuse(
            QueryFaultKind::Write,
            span,
            "a player's query may not open transactions of its own".to_owned(),
            None,
        );
    }
    if policy.trusts() {
        return Ok(());
    }
    let trust = || Some("--trust-queries allows it, for your own players only".to_owned());
    if let Some(&span) = facts.load_csv.first() {
        let message = "LOAD CSV reads files and addresses, which a player may not".to_owned();
        return refuse(QueryFaultKind::Refused, span, message, trust());
    }
    if let Some(&span) = facts.uses.first() {
        let message = "USE leaves the board's database, which a player may not".to_owned();
        return refuse(QueryFaultKind::Refused, span, message, trust());
    }
    if let Some(command) = &facts.command {
        let message = format!("{} is a command and no query on the board", command.name);
        return refuse(QueryFaultKind::Refused, command.span, message, trust());
    }
    names(&facts.procedures, "procedure", policy)?;
    names(&facts.unknown_functions, "function", policy)
}

/// Refuses the first of the mentioned procedures or functions that was not allowed by name.
fn names(mentions: &[Mention], what: &str, policy: &Policy) -> Result<(), Fault> {
    match mentions.iter().find(|mention| !policy.allows_name(&mention.name)) {
        None => Ok(()),
        Some(mention) => refuse(
            QueryFaultKind::Refused,
            mention.span,
            format!("the {what} {} is not plain Cypher", mention.name),
            Some(format!("{} allows it", flag(&mention.name))),
        ),
    }
}

/// The flag that lets a procedure or function of this name pass.
fn flag(name: &str) -> String {
    let lower = name.to_lowercase();
    if AI.iter().any(|stem| lower.starts_with(stem)) {
        return "--allow ai".to_owned();
    }
    match name.rsplit_once('.') {
        Some((space, _)) => format!("--allow '{space}.*'"),
        None => format!("--allow {name}"),
    }
}

fn refuse(
    kind: QueryFaultKind,
    span: Span,
    message: String,
    hint: Option<String>,
) -> Result<(), Fault> {
    let code = if kind == QueryFaultKind::Write { ACCESS_MODE } else { FORBIDDEN };
    let span = Some(span);
    Err(Fault::Query(QueryFault { kind, code: code.to_owned(), message, span, hint }))
}

/// A server may have any procedure; the policy decides by name which of them may be called.
struct AnyProcedure;

impl Catalog for AnyProcedure {
    fn procedure(&self, _: &str) -> Option<&ProcedureSignature> {
        None
    }

    fn is_open(&self) -> bool {
        true
    }
}
