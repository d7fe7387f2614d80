//! What is true of a position, by the rules: the cells and numbers that a task can ask for.

use std::collections::{BTreeMap, BTreeSet};

use othello_arena::{GamePosition, GameSetup, PlayedPosition};
use othello_board::Turn;
use othello_rules::{Colour, Move, Position, Setup, Square};

use crate::task::{CellNumber, CellSet, Count};

/// A position that a query is tried on, as the rules see it.
pub(crate) struct Facts<'p> {
    setup: &'p GameSetup,
    played: &'p PlayedPosition,
    colour: Colour,
}

impl<'p> Facts<'p> {
    pub fn of(setup: &'p GameSetup, played: &'p PlayedPosition) -> Facts<'p> {
        Facts { setup, played, colour: played.to_move() }
    }

    /// The cells of a set; none where only the lesson's solution knows them.
    pub fn cells(&self, set: CellSet) -> Result<Option<BTreeSet<Square>>, String> {
        let view = self.played.view();
        let all = || view.rows().flatten();
        let with = |disc: Option<Colour>| all().filter(move |&at| view.get(at) == disc);
        let legal = || view.legal().iter().copied();
        Ok(Some(match set {
            CellSet::Own => with(Some(self.colour)).collect(),
            CellSet::Other => with(Some(!self.colour)).collect(),
            CellSet::Empty => with(None).collect(),
            CellSet::Frontier => with(None).filter(|&at| self.is_frontier(at)).collect(),
            CellSet::RightOfOwn => {
                with(Some(self.colour)).filter_map(|at| self.step(at, 0, 1)).collect()
            }
            CellSet::LineToTheRight => with(None).filter(|&at| self.has_line(at)).collect(),
            CellSet::Legal => legal().collect(),
            CellSet::MostFlips => best(self.numbers(CellNumber::Flips)?),
            CellSet::BestExchange => {
                let lost = self.numbers(CellNumber::Lost)?;
                let flips = self.numbers(CellNumber::Flips)?.into_iter();
                best(flips.map(|(at, flips)| (at, flips - lost[&at])).collect())
            }
            CellSet::Winning => self.winning()?,
            CellSet::WinningElseLegal => {
                let winning = self.winning()?;
                if winning.is_empty() { legal().collect() } else { winning }
            }
            CellSet::Solution => return Ok(None),
        }))
    }

    /// The number of each legal cell.
    pub fn numbers(&self, number: CellNumber) -> Result<BTreeMap<Square, i64>, String> {
        let position = self.position()?;
        let of = |at: Square| match number {
            CellNumber::Flips => position.flips(at).len() as i64,
            CellNumber::Lost => {
                let after = position.play_unchecked(at);
                let lost = after.legal_moves().iter().map(|reply| after.flips(reply).len());
                lost.max().unwrap_or_default() as i64
            }
        };
        Ok(position.legal_moves().iter().map(|at| (at, of(at))).collect())
    }

    pub fn count(&self, count: Count) -> Result<i64, String> {
        let discs = self.played.view().counts();
        let number = match count {
            Count::Own => discs[self.colour] as usize,
            Count::Other => discs[!self.colour] as usize,
            Count::Empty => {
                let view = self.played.view();
                view.rows().flatten().filter(|&at| view.get(at).is_none()).count()
            }
            Count::OwnMoves => self.played.view().legal().len(),
            Count::OtherMoves => {
                let mut turned = Setup::from(self.position()?);
                turned.to_move = !self.colour;
                let turned = Position::try_from(turned).map_err(|error| error.to_string())?;
                turned.legal_moves().len()
            }
        };
        Ok(number as i64)
    }

    /// The position as the host's own rules know it.
    fn position(&self) -> Result<Position, String> {
        let none = || {
            format!(
                "the host has no rules of its own for {}, so a task can't ask this",
                self.setup.game
            )
        };
        let initial = self.setup.position().ok_or_else(none)?;
        let mut moves = self.played.moves().into_iter();
        moves
            .try_fold(initial, |position, ply| position.apply(ply))
            .map_err(|error| error.to_string())
    }

    /// The cells to which the side to move can go and has won.
    fn winning(&self) -> Result<BTreeSet<Square>, String> {
        let mut winning = BTreeSet::new();
        for &at in self.played.view().legal() {
            let mut moves = self.played.moves();
            moves.push(Move::Place(at));
            let after = GamePosition::new(self.setup.clone(), moves).play()?;
            if matches!(after.view().turn, Turn::Over(Some(winner)) if winner == self.colour) {
                winning.insert(at);
            }
        }
        Ok(winning)
    }

    fn step(&self, from: Square, down: i8, right: i8) -> Option<Square> {
        let (row, column) =
            (from.row().checked_add_signed(down)?, from.column().checked_add_signed(right)?);
        Square::new(row, column).filter(|&at| self.played.view().contains(at))
    }

    fn is_frontier(&self, at: Square) -> bool {
        let steps = (-1..=1).flat_map(|down| (-1..=1).map(move |right| (down, right)));
        let mut around = steps.filter_map(|(down, right)| self.step(at, down, right));
        around.any(|beside| self.played.view().get(beside) == Some(!self.colour))
    }

    /// Whether a line of the other side's discs leads from here to the right to one's own.
    fn has_line(&self, from: Square) -> bool {
        let mut at = self.step(from, 0, 1);
        let mut length = 0;
        while let Some(square) = at {
            match self.played.view().get(square) {
                Some(colour) if colour == self.colour => return length > 0,
                Some(_) => length += 1,
                None => return false,
            }
            at = self.step(square, 0, 1);
        }
        false
    }
}

/// The cells with the highest number.
fn best(numbers: BTreeMap<Square, i64>) -> BTreeSet<Square> {
    let most = numbers.values().max().copied();
    numbers.into_iter().filter(|(_, number)| Some(*number) == most).map(|(at, _)| at).collect()
}
