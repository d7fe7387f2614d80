//! What the open players here share: reading the position that a round carries, and answering with one fixed
//! query and a square as its parameters. How a player chooses its square is its own affair.

#![forbid(unsafe_code)]

use othello_player_api::{Plays, Query, Round, Symbol};
use othello_rules::{Colour, Position, Setup, Square, Variant};

/// The query that plays on a square known beforehand.
const ON_THIS_SQUARE: &str = "MATCH (cell:Cell {row: $row, column: $column}) RETURN cell";

/// The position of a round, with the round's player to move.
///
/// # Errors
/// What is wrong with the round, in words for whoever sent it.
pub fn position(round: &Round) -> Result<Position, String> {
    let board =
        round.position.as_deref().ok_or("the round carries no position; is this seat blind?")?;
    let mut setup: Setup =
        board.parse().map_err(|error| format!("the round's position: {error}"))?;
    setup.to_move = match round.symbol {
        Symbol::X => Colour::Black,
        Symbol::O => Colour::White,
    };
    setup.variant = round.game.parse::<Variant>().map_err(|error| error.to_string())?;
    setup.position().map_err(|error| error.to_string())
}

/// The answer that plays on a square.
#[must_use]
pub fn play_on(square: Square) -> Query {
    Query::new(ON_THIS_SQUARE).param("row", square.row()).param("column", square.column())
}

/// Othello and Reversi on these boards, from any start.
#[must_use]
pub fn plays_on(sizes: &[u32]) -> [Plays; 2] {
    ["othello", "reversi"].map(|game| Plays::game(game).sizes(sizes.iter().copied()))
}

/// A small source of chance (Steele, Lea and Flood's SplitMix64), so that a game repeats with its seed.
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// Random numbers that follow from a seed.
    #[must_use]
    pub fn new(seed: u64) -> Rng {
        Rng(seed)
    }

    /// A number below `bound`, which is not 0.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        ((u128::from(mixed) * bound as u128) >> 64) as usize
    }
}
