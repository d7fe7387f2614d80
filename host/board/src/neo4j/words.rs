//! What a server or the driver says, in words that tell a person what to do, and by whose fault it is.

use std::io;
use std::time::Duration;

use neo4rs::Error;

use super::failure::Failure;
use super::target::{Target, Tls, Uri};
use crate::session::{
    Fault, Limits, QueryFault, QueryFaultKind, ServerFault, ServerFaultKind, host_limits,
};

fn away(message: String) -> ServerFault {
    ServerFault { kind: ServerFaultKind::Away, message }
}

fn unusable(message: String) -> ServerFault {
    ServerFault { kind: ServerFaultKind::Unusable, message }
}

pub(super) fn no_port(error: &io::Error) -> ServerFault {
    unusable(format!("no port of 127.0.0.1 can be opened for the driver: {error}"))
}

pub(super) fn unknown(error: &Error) -> ServerFault {
    unusable(format!("the driver failed: {error}"))
}

pub(super) fn silent(uri: &Uri, patience: Duration) -> ServerFault {
    away(format!(
        "{uri} accepts connections but did not answer within {} s; it may still be starting, or not be \
         Neo4j's Bolt port",
        patience.as_secs()
    ))
}

/// Why a server did not let us in.
pub(super) fn handshake(failure: &Failure, uri: &Uri, target: &Target) -> ServerFault {
    let error = match failure {
        Failure::Way(fault) => return fault.clone(),
        Failure::Driver(error) => error,
        Failure::Rows | Failure::Bytes => return not_bolt(uri),
        Failure::NotWriting => return not_writing(uri, target),
    };
    match error {
        Error::AuthenticationError(said) => authentication(said, uri, target),
        Error::Neo4j(error) => server(error.code(), error.message(), target),
        Error::ProtocolMismatch(_) => not_bolt(uri),
        Error::UnsupportedVersion(..) => unusable(format!(
            "{uri} speaks no Bolt 4.4; Neo4j 5.26 and the calendar versions are supported"
        )),
        Error::IOError { detail } if uri.tls == Tls::None => closed(uri, detail),
        _ => lost(uri),
    }
}

fn not_bolt(uri: &Uri) -> ServerFault {
    unusable(format!(
        "what answers at {uri} is not Neo4j's Bolt port (7687 by default; 7474 is the browser's); if it \
         wants encryption write {}",
        encrypted(uri)
    ))
}

/// A server that wants encryption does this, and one that is still starting, too.
fn closed(uri: &Uri, detail: &io::Error) -> ServerFault {
    away(format!(
        "{uri} closed the connection at once ({detail}); it may still be starting, or if it wants \
         encryption write {}",
        encrypted(uri)
    ))
}

fn encrypted(uri: &Uri) -> String {
    let scheme = if uri.routed { "neo4j" } else { "bolt" };
    format!("{scheme}+s://{0}, or {scheme}+ssc://{0} for a certificate of its own", uri.address())
}

fn authentication(said: &str, uri: &Uri, target: &Target) -> ServerFault {
    let said = target.password.redact(said);
    let lower = said.to_lowercase();
    if lower.contains("too many times") {
        return unusable(format!(
            "{uri} has locked the user {} for a while after wrong passwords; wait, then try with the \
             right one",
            target.user
        ));
    }
    if lower.contains("unauthorized") {
        return unusable(format!(
            "{uri} refuses the user {} with this password (it was tried once)",
            target.user
        ));
    }
    unusable(format!("{uri} refuses the user {}: {said}", target.user))
}

/// Another host plays on the database.
pub(super) fn held(target: &Target, who: &str, since: &str, transaction: &str) -> ServerFault {
    let message = format!(
        "{} is being played on by {who} since {since}; let each game have its own database, or end that one's \
         hold with TERMINATE TRANSACTIONS '{transaction}'",
        target.name()
    );
    ServerFault { kind: ServerFaultKind::Occupied, message }
}

pub(super) fn lost(uri: &Uri) -> ServerFault {
    away(format!("the connection to {uri} was lost"))
}

/// A member of a cluster that was asked to write, and is not the one which does.
fn not_writing(uri: &Uri, target: &Target) -> ServerFault {
    let name = target.database.as_deref().unwrap_or("the home database");
    away(format!(
        "{uri} does not write {name} now; a neo4j:// URI asks the cluster which member does, a bolt:// URI must \
         name that one itself"
    ))
}

/// A cluster between two leaders.
pub(super) fn no_writer(uri: &Uri, target: &Target) -> ServerFault {
    let name = target.database.as_deref().unwrap_or("the home database");
    away(format!("no member of the cluster at {uri} writes {name} for the moment"))
}

/// A query ran to its end, and its answer did not come.
pub(super) fn no_answer(uri: &Uri) -> ServerFault {
    away(format!("the answer of {uri} did not arrive, or could not be read"))
}

/// Why a write of the host's failed: it has no player whose fault that could be.
pub(super) fn of_write(fault: Fault) -> ServerFault {
    match fault {
        Fault::Server(fault) => fault,
        Fault::Query(fault) => unusable(format!("the board can't be written: {}", fault.message)),
        Fault::Time { .. } => away("the host's own query did not end in time".to_owned()),
    }
}

/// Why a server did not answer a question of the host's about its transactions; nothing where it refused to.
pub(super) fn unless_refused(failure: Failure, uri: &Uri, target: &Target) -> Option<ServerFault> {
    match query(failure, &host_limits(), uri, target) {
        Fault::Server(fault) => Some(fault).filter(|fault| fault.kind == ServerFaultKind::Away),
        Fault::Time { .. } => Some(no_answer(uri)),
        Fault::Query(_) => None,
    }
}

/// A hold on a database that is there no more: somebody else may have played there meanwhile.
pub(super) fn hold_lost(target: &Target) -> ServerFault {
    away(format!("the hold on {} was lost; it is taken again", target.name()))
}

/// What a server says of itself when it answers a query of nobody's fault.
fn server(code: &str, said: &str, target: &Target) -> ServerFault {
    let name = target.database.as_deref().unwrap_or("the home database");
    match code {
        "Neo.ClientError.Database.DatabaseNotFound" => unusable(format!(
            "no database \"{name}\" at {}; \"SHOW DATABASES\" in its browser tells which there are (the \
             first one is called neo4j)",
            target.uri
        )),
        "Neo.TransientError.Database.DatabaseUnavailable" => {
            away(format!("the database {name} at {} is not available yet", target.uri))
        }
        _ if code.starts_with("Neo.ClientError.Security.") => unusable(format!(
            "the user {} may not do that in {name} at {}: {said}",
            target.user, target.uri
        )),
        // The plainest of all queries, which every database answers but the server's own.
        _ if code.starts_with("Neo.ClientError.Statement.") => unusable(format!(
            "{name} at {} can't be played on, since it is not for graphs (the first one that is is called neo4j): \
             {said}",
            target.uri
        )),
        _ => away(format!("{} said {code}: {said}", target.uri)),
    }
}

/// Why a query gave nothing. A fault whose owner can't be told from its code alone is the server's; whoever
/// asked then looks whether the server is well.
pub(super) fn query(failure: Failure, limits: &Limits, uri: &Uri, target: &Target) -> Fault {
    match failure {
        Failure::Way(fault) => Fault::Server(fault),
        Failure::NotWriting => Fault::Server(not_writing(uri, target)),
        Failure::Rows => too_big(format!("more than {} records", limits.rows)),
        Failure::Bytes => too_big("its result is larger than a result may be".to_owned()),
        Failure::Driver(Error::Neo4j(error)) => coded(error.code(), error.message(), target),
        Failure::Driver(Error::AuthenticationError(said)) => {
            Fault::Server(authentication(&said, uri, target))
        }
        Failure::Driver(Error::IOError { .. } | Error::ConnectionTimedOut) => {
            Fault::Server(lost(uri))
        }
        Failure::Driver(error) => Fault::Server(away(format!("{uri}: {error}"))),
    }
}

/// A query that made a server stumble which was well right afterwards.
pub(super) fn to_blame(message: String) -> Fault {
    wrong(QueryFaultKind::Wrong, "Neo.DatabaseError.Statement.ExecutionFailed", message)
}

fn too_big(message: String) -> Fault {
    wrong(QueryFaultKind::TooBig, "Neo.ClientError.Statement.ExecutionFailed", message)
}

fn wrong(kind: QueryFaultKind, code: &str, message: String) -> Fault {
    Fault::Query(QueryFault::new(kind, code, &message, None, None))
}

fn coded(code: &str, said: &str, target: &Target) -> Fault {
    let kind = match code {
        // The server's own limit, which is as much of a limit as ours.
        _ if code.starts_with("Neo.ClientError.Transaction.TransactionTimedOut") => {
            return Fault::Time { warning: None };
        }
        "Neo.ClientError.Statement.AccessMode" => QueryFaultKind::Write,
        "Neo.ClientError.Security.Forbidden" => QueryFaultKind::Refused,
        "Neo.TransientError.General.MemoryPoolOutOfMemoryError"
        | "Neo.TransientError.General.OutOfMemoryError"
        | "Neo.TransientError.General.StackOverFlowError"
        | "Neo.TransientError.General.TransactionOutOfMemoryError" => QueryFaultKind::TooBig,
        "Neo.ClientError.Database.DatabaseNotFound"
        | "Neo.ClientError.Transaction.Terminated"
        | "Neo.ClientError.Transaction.LockClientStopped" => {
            return Fault::Server(server(code, said, target));
        }
        _ if code.starts_with("Neo.ClientError.Security.") => {
            return Fault::Server(server(code, said, target));
        }
        _ if code.starts_with("Neo.ClientError.") => QueryFaultKind::Wrong,
        // A query can make a server stumble; it must not make the game void by that.
        _ if code.starts_with("Neo.DatabaseError.Statement.") => QueryFaultKind::Wrong,
        _ => return Fault::Server(server(code, said, target)),
    };
    wrong(kind, code, said.to_owned())
}
