//! Openings of games that are written in Cypher: their own referee says what can be played. Othello and
//! Reversi have theirs by the host's rules.

use std::collections::HashSet;

use othello_board::game::CypherGame;
use othello_board::{Cypher, Embedded, Referee, RefereeFault, Turn, View};
use othello_rules::Move;

use super::error::OpeningError;
use super::lines::lines;
use crate::rng::Rng;

/// How often another random opening is tried before a position is taken that came before.
pub(super) const TRIES: u32 = 50;

/// A game as its queries, on a board of its own.
#[derive(Debug)]
pub(crate) struct OpeningsInCypher {
    referee: Cypher,
    session: Embedded,
}

impl OpeningsInCypher {
    pub fn new(game: CypherGame, size: u8, start: &str) -> Result<OpeningsInCypher, OpeningError> {
        let referee = Cypher::new(game, size, start).map_err(wrong)?;
        Ok(OpeningsInCypher { referee, session: Embedded::new() })
    }

    /// The board after these moves.
    pub fn after(&mut self, moves: &[Move]) -> Result<View, OpeningError> {
        self.referee.begin(&mut self.session, moves).map_err(wrong)?;
        Ok(self.referee.view().clone())
    }

    /// Random moves, as many as are wanted or as the game has before its end, to a board that none before
    /// led to, where one is found. A game that fails here will fail in its first game, and say why.
    pub fn random(
        &mut self,
        plies: u32,
        rng: &mut Rng,
        seen: &mut HashSet<String>,
    ) -> (Box<[Move]>, bool) {
        let mut moves = Vec::new();
        let is_new = (0..TRIES).any(|_| {
            moves = self.random_moves(plies, rng).unwrap_or_default();
            self.after(&moves).is_ok_and(|view| seen.insert(view.board()))
        });
        (moves.into(), is_new)
    }

    fn random_moves(&mut self, plies: u32, rng: &mut Rng) -> Result<Vec<Move>, OpeningError> {
        let mut moves: Vec<Move> = Vec::new();
        let mut view = self.after(&moves)?;
        while (moves.len() as u32) < plies || matches!(view.turn, Turn::Pass(_)) {
            let all = plies_of(&view);
            let Some(&ply) = all.get(rng.below(all.len().max(1))) else { break };
            moves.push(ply);
            view = self.after(&moves)?;
            if matches!(view.turn, Turn::Over(_)) {
                moves.pop();
                break;
            }
        }
        Ok(moves)
    }

    /// One way to every board that so many plies lead to and that is not the end.
    pub fn all(&mut self, plies: u32) -> Result<Vec<Box<[Move]>>, OpeningError> {
        let games = lines(Vec::new(), plies, |moves: &Vec<Move>| {
            let mut longer = Vec::new();
            for ply in plies_of(&self.after(moves)?) {
                let next = [moves.as_slice(), &[ply]].concat();
                let view = self.after(&next)?;
                if !matches!(view.turn, Turn::Over(_)) {
                    longer.push((view.board(), next));
                }
            }
            Ok(longer)
        })?;
        Ok(games.into_iter().map(Vec::into_boxed_slice).collect())
    }

    /// The moves of a transcript, where the game allows them.
    pub fn read(&mut self, text: &str) -> Result<Vec<Move>, OpeningError> {
        let moves =
            Move::sequence(text).map_err(|error| OpeningError::Transcript(error.to_string()))?;
        self.after(&moves).map(|_| moves)
    }
}

fn plies_of(view: &View) -> Vec<Move> {
    match &view.turn {
        Turn::Move { legal, .. } => legal.iter().copied().map(Move::Place).collect(),
        Turn::Pass(_) => vec![Move::Pass],
        Turn::Over(_) => Vec::new(),
    }
}

fn wrong(fault: RefereeFault) -> OpeningError {
    OpeningError::Transcript(fault.to_string())
}
