//! What a position is worth to the side to move. Searching is not done here.

use othello_rules::{Colour, Position, Size, SquareSet};

/// The worth of a position to the side to move; the other side's worth is the same with the other sign.
#[derive(Clone, Copy)]
pub struct Measure {
    worth: fn(&Position) -> i32,
    sign: i32,
}

/// A finished game outweighs whatever a measure says of an open one.
pub const FINISHED: i32 = 100_000;

impl Measure {
    /// The difference in discs.
    pub const SCORE: Measure = Measure { worth: discs, sign: 1 };

    /// Discs, corners and edges.
    pub const HEURISTIC: Measure = Measure { worth: heuristic, sign: 1 };

    /// The same with the other sign: the best move by it is the worst one.
    pub const NEGATIVE_HEURISTIC: Measure = Measure { worth: heuristic, sign: -1 };

    /// What an open position is worth.
    pub fn of(self, position: &Position) -> i32 {
        self.sign * (self.worth)(position)
    }

    /// What a finished game is worth: its discs alone.
    pub fn of_finished(self, position: &Position) -> i32 {
        self.sign * FINISHED * discs(position)
    }
}

/// What a corner, and a square of the edge, is worth on an empty board, in hundredths of a disc.
const CORNER: i32 = 3000;
const EDGE: i32 = 400;

/// The difference in discs.
fn discs(position: &Position) -> i32 {
    difference(position, |discs| discs.len() as i32)
}

/// The difference in discs, with extra points for corners and edges that shrink as the board fills, in
/// hundredths of a disc.
fn heuristic(position: &Position) -> i32 {
    let (corners, edges) = borders(position.size());
    let empties = position.empties().len() as i32;
    let area = position.size().area() as i32;
    let extra = difference(position, |discs| {
        CORNER * (discs & corners).len() as i32 + EDGE * (discs & edges).len() as i32
    });
    100 * discs(position) + extra * empties / area
}

fn difference(position: &Position, count: impl Fn(SquareSet) -> i32) -> i32 {
    let own: Colour = position.to_move();
    count(position.discs()[own]) - count(position.discs()[!own])
}

/// The corners, and the squares of the edges between them.
fn borders(size: Size) -> (SquareSet, SquareSet) {
    let last = size.get() - 1;
    let (mut corners, mut edges) = (SquareSet::empty(size), SquareSet::empty(size));
    for square in size.squares() {
        let row = square.row() == 0 || square.row() == last;
        let column = square.column() == 0 || square.column() == last;
        match (row, column) {
            (true, true) => corners.insert(square),
            (true, false) | (false, true) => edges.insert(square),
            (false, false) => {}
        };
    }
    (corners, edges)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_corner_is_worth_less_as_the_board_fills() {
        let corner = |filled: usize| {
            let board: String = (0..64)
                .map(|at| match at {
                    0 => 'X',
                    at if at >= 64 - filled => {
                        if at % 2 == 0 {
                            'X'
                        } else {
                            'O'
                        }
                    }
                    _ => '-',
                })
                .collect();
            let position =
                format!("{board} X").parse::<othello_rules::Setup>().unwrap().position().unwrap();
            heuristic(&position) - 100 * discs(&position)
        };
        assert!(corner(0) > corner(16));
    }

    #[test]
    fn what_is_good_for_one_side_is_as_bad_for_the_other() {
        let of = |side| {
            let board = "X--OO-----XX----".repeat(4);
            format!("{board} {side}").parse::<othello_rules::Setup>().unwrap().position().unwrap()
        };
        assert_eq!(heuristic(&of('X')), -heuristic(&of('O')));
    }
}
