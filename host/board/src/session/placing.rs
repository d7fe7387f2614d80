//! What a move writes: a disc on an empty square, and discs of the other side that become one's own. As a query it is
//! a write that may be done again where nobody knows whether it was done.

use othello_cypher::Datum;
use othello_rules::{Colour, Square};

use super::fault::{Fault, ServerFault, ServerFaultKind};
use super::host_query::{HostQuery, Outcome};

/// Discs of one colour on squares that hold what is expected there; on none if one of them does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placing {
    colour: Colour,
    square: Square,
    flips: Vec<Square>,
}

impl Placing {
    /// The query of every move, whose text stays the same from move to move.
    pub(crate) const QUERY: &str = "\
UNWIND $cells AS c
MATCH (n:Cell {row: c[0], column: c[1]}) WHERE coalesce(n.state, '-') = c[2]
WITH collect(n) AS found WHERE size(found) = size($cells)
UNWIND found AS n
SET n.state = $symbol
RETURN count(n) AS changed";

    /// A disc of `colour` on an empty square that turns over the other's discs on `flips`.
    pub fn new(colour: Colour, square: Square, flips: impl IntoIterator<Item = Square>) -> Placing {
        Placing { colour, square, flips: flips.into_iter().collect() }
    }

    /// Whose discs these are.
    pub(crate) fn colour(&self) -> Colour {
        self.colour
    }

    /// On how many squares.
    pub(crate) fn squares(&self) -> usize {
        1 + self.flips.len()
    }

    /// What has to lie on a square before, if it is one of these.
    pub(crate) fn before(&self, square: Square) -> Option<Option<Colour>> {
        if square == self.square {
            return Some(None);
        }
        self.flips.contains(&square).then(|| Some(self.colour.opponent()))
    }

    /// What is wrong where a square holds something else.
    pub(crate) fn changed_by_others(&self) -> ServerFault {
        ServerFault::changed_by_others(&format!(
            "the squares around {} are not as the game left them",
            self.square
        ))
    }

    /// The same as a query.
    pub(crate) fn write(&self) -> RepeatableWrite<'static> {
        let expected = |square: Square, holds: char| {
            Datum::List(vec![
                Datum::Integer(square.row().into()),
                Datum::Integer(square.column().into()),
                Datum::Text(holds.to_string()),
            ])
        };
        let mut cells = vec![expected(self.square, '-')];
        let other = self.colour.opponent().symbol();
        cells.extend(self.flips.iter().map(|&flip| expected(flip, other)));
        RepeatableWrite {
            changes: cells.len() as i64,
            query: HostQuery::new(Placing::QUERY)
                .param("cells", Datum::List(cells))
                .param("symbol", Datum::Text(self.colour.symbol().to_string())),
            otherwise: self.changed_by_others(),
        }
    }
}

/// A write that may be done again where nobody knows whether it was done: it looks for what it expects, and changes
/// all of that or nothing.
#[derive(Clone, Debug)]
pub struct RepeatableWrite<'a> {
    /// The query, whose column [`RepeatableWrite::CHANGED`] says how much it changed.
    pub query: HostQuery<'a>,
    /// How much it should change.
    pub changes: i64,
    /// What is wrong where it did not.
    pub otherwise: ServerFault,
}

impl RepeatableWrite<'_> {
    /// The column of the number.
    pub const CHANGED: &'static str = "changed";

    /// Whether the number is the one that it should be.
    ///
    /// # Errors
    /// What is wrong otherwise.
    pub(crate) fn judge(&self, outcome: &Outcome) -> Result<(), Fault> {
        match outcome.first(RepeatableWrite::CHANGED) {
            Some(Datum::Integer(changed)) if *changed == self.changes => Ok(()),
            _ => Err(Fault::Server(self.otherwise.clone())),
        }
    }
}

impl ServerFault {
    /// Somebody else writes to the board; what shows it.
    pub(crate) fn changed_by_others(what: &str) -> ServerFault {
        let message =
            format!("somebody else changed the board: {what}; let each game have its own database");
        ServerFault { kind: ServerFaultKind::Changed, message }
    }
}
