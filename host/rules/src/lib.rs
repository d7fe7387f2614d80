//! The rules of Othello and Reversi on every even board from 4x4 to 16x16: positions, moves,
//! games, their notation and the formats they are kept in. It depends on nothing and searches
//! nothing.
//!
//! ```
//! use othello_rules::{Game, Move, Outcome, Position};
//!
//! let mut game = Game::default();
//! while !game.position().is_over() {
//!     let first = game.position().legal_moves().first();
//!     game.play(first.map_or(Move::Pass, Move::Place))?;
//! }
//! println!("{:#}\n{}", game.position(), game.transcript());
//! assert!(matches!(game.position().outcome(), Some(Outcome::Win(_))));
//!
//! let game = Game::from_transcript(Position::default(), "f5d6c3")?;
//! assert_eq!(game.position().play("d3".parse()?)?.count().white, 4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Each module imports only from those before it: `text`, `square`, `square_set`, `colour`, `variant`,
//! `bitboard` (`rays`, `runs`, `avx2`, `machine`, `perft`), `word`, `lines`, `ply`, `setup`, `position`, `symmetry`,
//! `book`, `game`, `transcript`, `openings`, `records` (`record` and `text`, then one module a format).
#![deny(unsafe_code)]

pub mod bitboard;
mod book;
mod colour;
mod game;
mod lines;
pub mod openings;
pub mod outside;
mod ply;
mod position;
pub mod records;
mod setup;
mod square;
mod square_set;
mod symmetry;
pub mod text;
mod transcript;
mod variant;
mod word;

pub use book::{Book, BookError, BookMove};
pub use colour::{ByColour, Colour, ParseColourError};
pub use game::Game;
pub use ply::{IllegalMove, Move};
pub use position::{InvalidPosition, Outcome, Position};
pub use setup::{ParseBoardError, Setup};
pub use square::{ParseSquareError, Size, SizeError, Square};
pub use square_set::{SquareSet, Squares};
pub use symmetry::Symmetry;
pub use transcript::{TranscriptError, WrongMove};
pub use variant::{ParseNameError, Start, Variant};
