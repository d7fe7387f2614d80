//! Champion, the strongest player that comes with the arena: bitboards, a principal variation search under
//! the round's clock, an evaluation trained on games of our own players, and an exact solver for the end. It is
//! an open player on the 8x8 board: it looks at the position that the round carries and answers with one fixed
//! query and the square as parameters. The trainer is `examples/train.rs`.

#![forbid(unsafe_code)]

pub mod board;
pub mod clock;
pub mod endgame;
pub mod evaluate;
pub mod midgame;
mod player;
pub mod search;
pub mod table;

/// The name of a square, such as `d3`, of its number.
#[must_use]
pub fn square_name(square: u32) -> String {
    format!("{}{}", char::from(b'a' + (square % 8) as u8), square / 8 + 1)
}

othello_player_api::export_player!(player::Champion);
