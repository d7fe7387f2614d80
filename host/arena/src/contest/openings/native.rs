//! Lines of Othello and Reversi, by the host's own rules.

use othello_rules::{ByColour, Game, Move, Position, Square};

use super::error::OpeningError;
use super::lines::{Line, Tree};

/// The game from a position.
#[derive(Debug)]
pub(super) struct NativeTree(pub Position);

impl Tree for NativeTree {
    type At = Position;
    const MOST_ROOTS: usize = 8192;
    const MOST_KNOWN_PLIES: u32 = 3;

    fn beginning(&self) -> Line<Position> {
        Line { at: self.0, moves: Vec::new() }
    }

    fn longer(&mut self, line: &Line<Position>) -> Result<Vec<Line<Position>>, OpeningError> {
        let with = |ply: Move, at: Position| {
            let mut moves = Vec::with_capacity(line.moves.len() + 1);
            moves.extend_from_slice(&line.moves);
            moves.push(ply);
            Line { at, moves }
        };
        if line.at.must_pass() {
            return Ok(line.at.pass().map(|at| with(Move::Pass, at)).into_iter().collect());
        }
        let played = line.at.legal_moves().into_iter();
        let played = played.map(|square| with(square.into(), line.at.play_unchecked(square)));
        Ok(played.filter(|line| !line.at.is_over()).collect())
    }

    fn can_begin(at: &Position) -> bool {
        !at.legal_moves().is_empty()
    }

    fn discs(at: &Position) -> u64 {
        let ByColour { black, white } = at.discs();
        let bit = |square: Square| 1u64 << (8 * (square.row() % 8) + square.column() % 8);
        (black | white).into_iter().map(bit).fold(0, |discs, bit| discs | bit)
    }

    fn leads(from: &Position, to: &Position) -> bool {
        if from == to {
            return true;
        }
        if from.must_pass() {
            return from.pass().is_ok_and(|passed| Self::leads(&passed, to));
        }
        let squares = from.legal_moves() - to.empties();
        squares.into_iter().any(|square| Self::leads(&from.play_unchecked(square), to))
    }

    fn read(&mut self, text: &str) -> Result<Vec<Move>, String> {
        let game = Game::from_transcript(self.0, text).map_err(|error| error.to_string())?;
        Ok(game.moves().to_vec())
    }
}
