//! The square that a query chooses: the node that its one record has as `cell`.

use othello_board::session::Outcome;
use othello_board::{Datum, Referee, View};
use othello_rules::Square;

use crate::exhibit::Allowance;
use crate::verdict::Reason;

/// The entry of the record that chooses.
const CELL: &str = "cell";

/// A square of the board that a query chose. Whether it is legal is the referee's to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChosenSquare(Square);

/// What a query gave that chooses no square.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NoSquare<'o> {
    /// No record.
    NoRecord,
    /// So many records.
    ManyRecords(usize),
    /// A record without an entry `cell`, but with these.
    NoCell(&'o [String]),
    /// A record whose entry `cell` is this.
    NotACell(&'o Datum),
}

impl ChosenSquare {
    /// The square that an outcome chooses on the referee's board.
    ///
    /// # Errors
    /// What it gave instead.
    pub fn of<'o>(
        outcome: &'o Outcome,
        referee: &dyn Referee,
    ) -> Result<ChosenSquare, NoSquare<'o>> {
        match outcome.rows.as_slice() {
            [] => return Err(NoSquare::NoRecord),
            [_] => {}
            rows => return Err(NoSquare::ManyRecords(rows.len())),
        }
        let cell = outcome.first(CELL).ok_or(NoSquare::NoCell(&outcome.columns))?;
        let square = match cell {
            Datum::Node(node) => referee.square(node),
            _ => None,
        };
        square.map(ChosenSquare).ok_or(NoSquare::NotACell(cell))
    }

    /// The square.
    #[must_use]
    pub fn square(self) -> Square {
        self.0
    }

    /// Whether the side to move may go there.
    #[must_use]
    pub fn is_legal(self, view: &View) -> bool {
        view.legal().contains(&self.0)
    }
}

impl NoSquare<'_> {
    /// The reason for which a player loses by it.
    #[must_use]
    pub fn reason(self, allowance: &mut Allowance<'_>) -> Reason {
        match self {
            NoSquare::NoRecord => Reason::NoRecord,
            NoSquare::ManyRecords(count) => Reason::ManyRecords(count),
            NoSquare::NoCell(columns) => {
                Reason::NoCell(allowance.texts(columns.iter().map(String::as_str)))
            }
            NoSquare::NotACell(cell) => Reason::NotACell(allowance.description(cell)),
        }
    }
}
