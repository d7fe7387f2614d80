//! A game as it was played: the position it began with and every ply since, with undo and redo.
//! Who played it and when belongs to the record formats.

use std::fmt;

use crate::ply::{IllegalMove, Move};
use crate::position::Position;
use crate::square::{Size, Square};
use crate::variant::{Start, Variant};

/// A game from its first position, move by move; every move in it is legal.
///
/// Two games are equal if they begin alike and the same plies were played and undone.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Game {
    initial: Position,
    current: Position,
    /// The plies played, followed by those that were undone and can be redone.
    plies: Vec<Move>,
    played: usize,
}

impl Game {
    /// A game that begins as the rules say.
    #[must_use]
    pub fn new(variant: Variant, size: Size, start: Start) -> Game {
        Game::from_position(Position::new(variant, size, start))
    }

    /// A game that begins with a position of its own.
    #[must_use]
    pub const fn from_position(initial: Position) -> Game {
        Game { initial, current: initial, plies: Vec::new(), played: 0 }
    }

    /// The position that it began with.
    #[must_use]
    pub const fn initial(&self) -> &Position {
        &self.initial
    }

    /// The position that it has come to.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.current
    }

    /// The game that is played.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.initial.variant()
    }

    /// The size of the board.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.initial.size()
    }

    /// Which start it began with; `None` if it began with a position of its own. Reversi knows
    /// only one beginning, which counts as the standard one.
    #[must_use]
    pub fn start(&self) -> Option<Start> {
        Start::ALL
            .into_iter()
            .find(|&start| self.initial == Position::new(self.variant(), self.size(), start))
    }

    /// The plies played so far, passes among them.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.plies[..self.played]
    }

    /// Plays a ply. What had been undone can't be redone after it.
    ///
    /// # Errors
    /// Why it is against the rules; the game stays as it was.
    pub fn play(&mut self, ply: impl Into<Move>) -> Result<(), IllegalMove> {
        let ply = ply.into();
        self.current = self.current.apply(ply)?;
        self.plies.truncate(self.played);
        self.plies.push(ply);
        self.played += 1;
        Ok(())
    }

    /// Plays the square and, where the side to move has to pass before it, that pass.
    ///
    /// # Errors
    /// Why it is against the rules; the game stays as it was.
    pub(crate) fn play_with_passes(&mut self, square: Square) -> Result<(), IllegalMove> {
        match self.play(square) {
            Err(IllegalMove::MustPass { .. }) => {
                self.current.pass()?.play(square)?;
                self.play(Move::Pass)?;
                self.play(square)
            }
            played => played,
        }
    }

    /// Takes back the last ply and returns it; `None` at the beginning.
    pub fn undo(&mut self) -> Option<Move> {
        let last = self.played.checked_sub(1)?;
        self.go_to(last);
        self.plies.get(last).copied()
    }

    /// Plays again the ply that was undone last and returns it; `None` if there is none.
    pub fn redo(&mut self) -> Option<Move> {
        let next = self.plies.get(self.played).copied()?;
        self.go_to(self.played + 1);
        Some(next)
    }

    /// Undoes or redoes until `ply` plies are played, or as many as there are.
    pub fn go_to(&mut self, ply: usize) {
        self.played = ply.min(self.plies.len());
        self.current = self.positions().last().unwrap_or(self.initial);
    }

    /// Every position from the initial to the current one, so one more than there are moves.
    pub fn positions(&self) -> impl Iterator<Item = Position> {
        let first = std::iter::once(self.initial);
        first.chain(self.moves().iter().scan(self.initial, |position, &ply| {
            *position = position.apply(ply).ok()?;
            Some(*position)
        }))
    }
}

impl Default for Game {
    /// The beginning of a game of Othello on 8x8.
    fn default() -> Game {
        Game::from_position(Position::default())
    }
}

impl fmt::Display for Game {
    /// Writes the transcript; see [`Game::transcript`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moves = self.moves();
        for (number, ply) in moves.iter().enumerate() {
            // A pass is implied by the move after it; only one at the end has to be written.
            if ply.square().is_some() || number + 1 == moves.len() {
                write!(f, "{ply}")?;
            }
        }
        Ok(())
    }
}
