//! Taking a move back, wherever a person asks for it.

use othello_rules::Move;

/// What a person is told who asks for it where [`without_own_last`] gives nothing.
pub const NO_OWN_MOVE: &str = "there is no move of yours to take back";

/// The moves without the last one of the side that is to move, and without what came after that. Sides take
/// turns at every ply, passes among them, so its own are an even number away.
#[must_use]
pub fn without_own_last(moves: &[Move]) -> Option<Vec<Move>> {
    let own = (0..moves.len()).rev().filter(|ply| (moves.len() - ply).is_multiple_of(2));
    own.into_iter().find(|&ply| moves[ply] != Move::Pass).map(|ply| moves[..ply].to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn taking_back_goes_over_the_others_move_and_over_passes() {
        let moves: Vec<Move> =
            ["f5", "d6", "--", "c3"].iter().map(|ply| ply.parse().unwrap()).collect();
        assert_eq!(without_own_last(&moves), Some(moves[..0].to_vec()));
        assert_eq!(without_own_last(&moves[..2]), Some(Vec::new()));
        assert_eq!(without_own_last(&moves[..1]), None);
    }
}
