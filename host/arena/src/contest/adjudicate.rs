//! Whether a game is decided: whether one and the same result comes out whatever is still played. That is no
//! opinion on who stands better, so it never changes a result.

use othello_rules::{Move, Outcome, Position};

/// With more empty squares than this nothing is looked at: going through all that could be played takes
/// longer than playing.
const MOST_EMPTIES: usize = 7;

/// Follows a game and says when it is decided.
#[derive(Debug)]
pub(super) struct Adjudicator {
    position: Position,
    followed: usize,
}

impl Adjudicator {
    pub fn new(initial: Position) -> Adjudicator {
        Adjudicator { position: initial, followed: 0 }
    }

    /// The result that the game will have in any case, after these moves; none while it is open.
    pub fn decided(&mut self, moves: &[Move]) -> Option<Outcome> {
        for &ply in moves.get(self.followed..)? {
            self.position = self.position.apply(ply).ok()?;
        }
        self.followed = moves.len();
        if self.position.empties().into_iter().count() > MOST_EMPTIES {
            return None;
        }
        let mut outcome = None;
        all_agree(self.position, &mut outcome).then_some(outcome).flatten()
    }
}

/// Whether every way to play on comes to one outcome, which is left in `outcome`.
fn all_agree(position: Position, outcome: &mut Option<Outcome>) -> bool {
    if let Some(end) = position.outcome() {
        return *outcome.get_or_insert(end) == end;
    }
    if position.must_pass() {
        return position.pass().is_ok_and(|passed| all_agree(passed, outcome));
    }
    position
        .legal_moves()
        .into_iter()
        .all(|square| position.play(square).is_ok_and(|next| all_agree(next, outcome)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    #[test]
    fn a_decided_game_ends_as_it_was_decided_however_it_is_played_on() {
        let mut rng = Rng::new(5, 0);
        let mut saved = 0;
        for _ in 0..200 {
            let (mut position, mut moves) = (Position::default(), Vec::new());
            let mut adjudicator = Adjudicator::new(position);
            let mut decided = None;
            while position.outcome().is_none() {
                decided = decided.or_else(|| adjudicator.decided(&moves));
                saved += usize::from(decided.is_some());
                let legal: Vec<_> = position.legal_moves().into_iter().collect();
                let ply = match legal.as_slice() {
                    [] => Move::Pass,
                    squares => Move::Place(squares[rng.below(squares.len())]),
                };
                position = position.apply(ply).unwrap();
                moves.push(ply);
            }
            assert!(decided.is_none() || decided == position.outcome(), "{position:?}");
        }
        assert!(saved > 200, "{saved} plies of 200 games saved");
    }
}
