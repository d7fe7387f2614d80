//! A referee that waits for a database which goes away: what was lost is read back and done again only where it
//! did not happen, so that a lost connection costs nothing but time.

use std::time::{Duration, Instant};

use othello_cypher::NodeDatum;
use othello_rules::{Move, Square};

use super::{Referee, RefereeFault, Ruling, View};
use crate::game::CellShape;
use crate::session::{Fault, ServerFaultKind, Session};

/// How often one thing is tried.
const MOST_TRIES: usize = 5;

/// Another referee, with patience.
pub struct Patient {
    inner: Box<dyn Referee>,
    patience: Duration,
}

impl Patient {
    /// A referee that waits so long, all the tries of one thing together.
    #[must_use]
    pub fn new(inner: Box<dyn Referee>, patience: Duration) -> Patient {
        Patient { inner, patience }
    }

    /// Does something until the database answers. The work is told whether it was begun before.
    fn until_answered<T>(
        &mut self,
        session: &mut dyn Session,
        mut work: impl FnMut(&mut dyn Referee, &mut dyn Session, bool) -> Result<T, RefereeFault>,
    ) -> Result<T, RefereeFault> {
        let until = Instant::now() + self.patience;
        let mut tries = 1;
        loop {
            match work(self.inner.as_mut(), session, tries > 1) {
                Err(RefereeFault::Database(Fault::Server(fault)))
                    if fault.kind == ServerFaultKind::Away && tries < MOST_TRIES =>
                {
                    tries += 1;
                    session.recover(until.saturating_duration_since(Instant::now()))?;
                }
                done => return done,
            }
        }
    }
}

/// What a move turned over, by the boards before and after it.
pub(super) fn flips(before: &View, after: &View, square: Square) -> Vec<Square> {
    let changed = |&at: &Square| at != square && before.get(at) != after.get(at);
    before.rows().flatten().filter(changed).collect()
}

impl Referee for Patient {
    fn begin(&mut self, session: &mut dyn Session, moves: &[Move]) -> Result<(), RefereeFault> {
        self.until_answered(session, |referee, session, _| referee.begin(session, moves))
    }

    fn view(&self) -> &View {
        self.inner.view()
    }

    fn cell(&self) -> CellShape {
        self.inner.cell()
    }

    fn legal_query(&self) -> Option<&str> {
        self.inner.legal_query()
    }

    fn square(&self, node: &NodeDatum) -> Option<Square> {
        self.inner.square(node)
    }

    fn play(&mut self, session: &mut dyn Session, square: Square) -> Result<Ruling, RefereeFault> {
        let before = self.inner.view().clone();
        self.until_answered(session, |referee, session, again| {
            if *referee.view() != before {
                // Only the look afterwards was lost.
                referee.verify(session)?;
                return Ok(Ruling::Played { flips: flips(&before, referee.view(), square) });
            }
            let played = if again { referee.recall(session, square)? } else { None };
            played.map_or_else(|| referee.play(session, square), Ok)
        })
    }

    fn recall(
        &mut self,
        session: &mut dyn Session,
        square: Square,
    ) -> Result<Option<Ruling>, RefereeFault> {
        self.inner.recall(session, square)
    }

    fn pass(&mut self, session: &mut dyn Session) -> Result<(), RefereeFault> {
        let before = self.inner.view().clone();
        self.until_answered(session, |referee, session, _| {
            if *referee.view() == before { referee.pass(session) } else { referee.verify(session) }
        })
    }

    fn verify(&mut self, session: &mut dyn Session) -> Result<(), RefereeFault> {
        self.until_answered(session, |referee, session, _| referee.verify(session))
    }
}
