//! Champion, the strongest player that comes with the arena: bitboards, a principal variation search under
//! the round's clock, an evaluation trained on games of our own players, and an exact solver for the end. It is
//! an open player on the 8x8 board: it looks at the position that the round carries and answers with one fixed
//! query and the square as parameters. The trainer is `examples/train.rs`.
//!
//! Each module imports only from those before it: `board`, `team`, `clock`, `table`, `patterns`, `evaluate`, `order`,
//! `cuts`, `midgame`, `last_squares`, `endgame`, `root`, `search`, `analysis`, `book`, `player`.

#![forbid(unsafe_code)]

mod analysis;
pub mod board;
mod book;
pub mod clock;
pub mod cuts;
pub mod endgame;
pub mod evaluate;
mod last_squares;
pub mod midgame;
mod order;
mod patterns;
mod player;
mod root;
pub mod search;
pub mod table;
pub mod team;

othello_player_api::export_player!(player::Champion);
