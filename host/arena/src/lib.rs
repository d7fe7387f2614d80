//! Playing a match: who sits at the board, how much time there is, what happens in a game and how it ends;
//! contests of many games, and the arithmetic of results. One thread plays one game.

#![forbid(unsafe_code)]

pub mod beginning;
mod chance;
pub mod clock;
pub mod conductor;
pub mod contest;
pub mod event;
mod event_json;
mod found;
pub mod json;
pub mod notation;
mod observers;
mod pace;
pub mod ratings;
pub mod record;
mod round;
pub mod seat;
mod seed;
pub mod table;
mod undo;
pub mod verdict;

pub use beginning::{Beginning, Judge};
pub use clock::{GameClock, TimeControl};
pub use conductor::{Conductor, Unattended, Wish};
pub use event::Event;
pub use found::Found;
pub use observers::Observers;
pub use pace::{Control, Pace};
pub use round::chosen_square;
pub use seat::Seat;
pub use seed::Seed;
pub use table::{Report, Settings, Table, Timing};
pub use undo::without_own_last;
pub use verdict::{End, Forfeit, Reason};
