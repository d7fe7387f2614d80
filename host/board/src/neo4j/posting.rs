//! A write of the host's that was sent and not waited for: what it was, should it have to be done again, and what
//! came of it.

use neo4rs::BoltMap;
use othello_cypher::Datum;

use super::failure::Failure;
use super::target::Target;
use super::wire::{AnswerToCome, Rows};
use super::words;
use crate::session::{RepeatableWrite, ServerFault, ServerFaultKind, host_limits};

/// A write that may be done twice.
#[derive(Clone, Debug)]
pub(super) struct Write {
    pub(super) text: String,
    pub(super) params: BoltMap,
    pub(super) changes: i64,
    pub(super) otherwise: ServerFault,
}

/// One that is on its way.
pub(super) struct PostedWrite {
    pub(super) write: Write,
    /// What it is found by among the server's transactions.
    pub(super) mark: String,
    pub(super) answer: AnswerToCome,
}

/// Why a write did not change what it should.
pub(super) struct WriteFailure {
    pub(super) fault: ServerFault,
    /// The write, where it is to be done again.
    pub(super) again: Option<Write>,
    /// Whether the connection is of no more use.
    pub(super) is_lost: bool,
}

impl PostedWrite {
    /// Why it has not changed what it should, unless it has. What did not come, or failed by nobody's fault, is to be
    /// done again.
    pub(super) fn failure(self, target: &Target) -> Option<WriteFailure> {
        let PostedWrite { write, answer, .. } = self;
        let (fault, is_lost) = match answer.take() {
            Some(Ok(rows)) if write.changed(&rows) => return None,
            Some(Ok(_)) => (write.otherwise.clone(), false),
            Some(Err(failure)) => {
                let is_lost = !matches!(failure, Failure::Driver(neo4rs::Error::Neo4j(_)));
                let fault = words::query(failure, &host_limits(), &target.uri, target);
                (words::of_write(fault), is_lost)
            }
            None => (words::no_answer(&target.uri), true),
        };
        let again = (fault.kind == ServerFaultKind::Away).then_some(write);
        Some(WriteFailure { fault, again, is_lost })
    }
}

impl Write {
    fn changed(&self, rows: &Rows) -> bool {
        let changed = rows.first().and_then(|row| row.get(RepeatableWrite::CHANGED));
        changed == Some(&Datum::Integer(self.changes))
    }
}
