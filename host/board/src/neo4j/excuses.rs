//! How often a query is run once more because the server, or the way there, failed it. Once that is nobody's fault;
//! but whoever asks looks meanwhile that the server is well, so that a query which meets the same again and again has
//! only itself to blame: no player can make a game void by it.

use std::time::Duration;

use super::target::Uri;
use super::wire::Access;
use super::words;
use crate::session::{Fault, ServerFault, ServerFaultKind};

/// A server that was silent for so long stood still: the time of a query that ran meanwhile says nothing.
pub(super) const STILL: Duration = Duration::from_millis(1_500);

/// What a query may have met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trouble {
    /// The server stood still, or the answer of a query that had ended did not come.
    Standstill,
    /// The connection was closed, or what came over it could not be read.
    Break,
}

impl Trouble {
    /// How often it is no query's fault. Connections break by themselves, and servers that begin again do so slowly.
    fn most(self) -> usize {
        match self {
            Trouble::Standstill => 1,
            Trouble::Break => 2,
        }
    }
}

/// A query's text, and what it does.
type Query<'a> = (&'a str, Access);

/// The query that was failed last, and how often in a row.
#[derive(Debug, Default)]
pub(super) struct Excuses {
    text: String,
    standstills: usize,
    breaks: usize,
}

impl Excuses {
    /// What a query has met is the server's fault, as often as it is excused. A write of the host's has no player whose
    /// fault it could be.
    pub(super) fn met(
        &mut self,
        trouble: Trouble,
        fault: ServerFault,
        (text, access): Query<'_>,
    ) -> Fault {
        if access == Access::Write || self.excuse(text, trouble) {
            return Fault::Server(fault);
        }
        words::to_blame(format!("{}, each time that this query ran", fault.message))
    }

    /// The time of a query was over. It says nothing of the query where the server stood still meanwhile; but a
    /// query that makes a server stand still each time has only itself to blame.
    pub(super) fn late(
        &mut self,
        uri: &Uri,
        query: Query<'_>,
        silence: Duration,
        warning: Option<String>,
    ) -> Fault {
        if query.1 == Access::Write {
            let why = format!("{uri} did not finish the host's own query in time");
            return Fault::server(ServerFaultKind::Away, why);
        }
        if silence < STILL {
            return Fault::Time { warning };
        }
        let silence = silence.as_secs_f64();
        let why = format!("{uri} answered nobody for {silence:.1} s while the query ran");
        self.standstill(why, query, warning)
    }

    /// A query ran to its end, and its answer did not come.
    pub(super) fn answer_lost(&mut self, uri: &Uri, query: Query<'_>) -> Fault {
        let fault = words::no_answer(uri);
        match query.1 {
            Access::Read => self.standstill(fault.message, query, None),
            Access::Write => Fault::Server(fault),
        }
    }

    /// The server's fault the first time, the query's the second: its time was over.
    pub(super) fn standstill(
        &mut self,
        why: String,
        (text, _): Query<'_>,
        warning: Option<String>,
    ) -> Fault {
        if self.excuse(text, Trouble::Standstill) {
            return Fault::server(ServerFaultKind::Away, why);
        }
        Fault::Time { warning }
    }

    /// Whether this query is excused once more.
    fn excuse(&mut self, text: &str, trouble: Trouble) -> bool {
        if self.text != text {
            *self = Excuses { text: text.to_owned(), ..Excuses::default() };
        }
        let times = match trouble {
            Trouble::Standstill => &mut self.standstills,
            Trouble::Break => &mut self.breaks,
        };
        *times += 1;
        *times <= trouble.most()
    }

    /// A query was answered. What others ask between two tries says nothing of this one.
    pub(super) fn answered(&mut self, text: &str) {
        if self.text == text {
            *self = Excuses::default();
        }
    }
}
