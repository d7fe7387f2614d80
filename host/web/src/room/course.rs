//! The course of a game: the board, everything that was played and asked, and what was taken back.

use othello_arena::Ply;
use othello_board::{Turn, View};
use othello_rules::{Colour, Move, Square};

use super::clocks::TimeLeft;
use crate::common::Common;
use crate::protocol::Round;

/// A ply with what belongs to it.
#[derive(Clone, Debug)]
pub(crate) struct Played {
    /// The ply.
    pub ply: Ply,
    /// What was left on the clocks after it.
    pub left: TimeLeft,
    /// What was asked and answered before it.
    pub rounds: Vec<Common<Round>>,
}

/// The course of a game.
#[derive(Debug)]
pub(crate) struct Course {
    /// The board as it began.
    pub initial: View,
    /// The board.
    pub view: View,
    /// Everything that was played.
    pub plies: Vec<Played>,
    /// What was asked since the last ply.
    pub rounds: Vec<Common<Round>>,
    /// What was taken back; the next one is the last.
    pub redo: Vec<Played>,
}

/// What a game has in common with the one that it goes to.
pub(crate) struct CommonPart {
    /// So many plies.
    pub plies: usize,
    /// So many rounds.
    pub rounds: usize,
}

impl Course {
    /// A game that begins so.
    pub fn new(initial: View) -> Course {
        let view = initial.clone();
        Course { initial, view, plies: Vec::new(), rounds: Vec::new(), redo: Vec::new() }
    }

    /// All rounds, the oldest first.
    pub(crate) fn all_rounds(&self) -> impl Iterator<Item = &Common<Round>> {
        self.plies.iter().flat_map(|played| &played.rounds).chain(&self.rounds)
    }

    /// How long all is together that is shown of rounds, those among them that were taken back.
    pub(crate) fn length_shown(&self) -> usize {
        let back = self.redo.iter().flat_map(|played| &played.rounds);
        self.all_rounds().chain(back).map(|round| round.length_shown()).sum()
    }

    /// The moves and passes so far.
    pub fn moves(&self) -> Vec<Move> {
        self.plies.iter().map(|played| played.ply.ply).collect()
    }

    /// The moves of the game after so many plies, those among them that can be redone.
    pub(crate) fn moves_to(&self, plies: usize) -> Option<Vec<Move>> {
        let all = self.plies.iter().chain(self.redo.iter().rev());
        let moves: Vec<Move> = all.take(plies).map(|played| played.ply.ply).collect();
        (moves.len() == plies).then_some(moves)
    }

    /// Goes to these moves, each of which was played once.
    pub fn go_to(&mut self, moves: &[Move]) -> CommonPart {
        let same = |(played, ply): &(&Played, &Move)| played.ply.ply == **ply;
        let common = self.plies.iter().zip(moves).take_while(same).count();
        self.rounds.clear();
        while self.plies.len() > common {
            self.redo.extend(self.plies.pop());
        }
        let part = CommonPart { plies: common, rounds: self.all_rounds().count() };
        for ply in &moves[common..] {
            match self.redo.pop() {
                Some(played) if played.ply.ply == *ply => self.plies.push(played),
                _ => break,
            }
        }
        self.view = self.plies.last().map_or(&self.initial, |played| &played.ply.view).clone();
        part
    }

    /// Puts a ply down.
    pub fn play(&mut self, ply: Ply, left: TimeLeft) {
        match self.redo.pop() {
            Some(redo) if redo.ply.ply == ply.ply => {}
            _ => self.redo.clear(),
        }
        self.view = ply.view.clone();
        let rounds = std::mem::take(&mut self.rounds);
        self.plies.push(Played { ply, left, rounds });
    }

    /// What was left on the clocks after the last ply, as far as that is known.
    pub fn time_left(&self) -> TimeLeft {
        self.plies.last().map(|played| played.left).unwrap_or_default()
    }

    /// Who is to move.
    pub fn to_move(&self) -> Option<Colour> {
        match self.view.turn {
            Turn::Move { colour, .. } => Some(colour),
            _ => None,
        }
    }

    /// Why the side to move may not go there.
    pub fn objection(&self, square: Square) -> Option<String> {
        if self.to_move().is_some() && self.view.legal().contains(&square) {
            return None;
        }
        let legal: Vec<_> = self.view.legal().iter().map(Square::to_string).collect();
        Some(format!("{square} is not legal; these are: {}", legal.join(" ")))
    }
}
