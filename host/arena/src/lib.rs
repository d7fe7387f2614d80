//! Playing a match: who sits at the board, how much time there is, what happens in a game and how it ends;
//! contests of many games, and the arithmetic of results. One thread plays one game.

#![forbid(unsafe_code)]

pub mod analysis;
mod board_text;
pub mod clock;
pub mod conductor;
pub mod contest;
pub mod evaluator;
pub mod event;
mod event_json;
pub mod exhibit;
mod game_position;
pub mod game_setup;
mod installed_player;
pub mod json;
pub mod judging;
pub mod notation;
mod observers;
mod pace;
pub mod question;
pub mod ratings;
pub mod record;
mod rng;
mod round;
pub mod seat;
mod seed;
mod settings;
pub mod table;
pub mod trial;
mod undo;
pub mod verdict;
mod whole_number;

pub use clock::{GameClock, TimeControl};
pub use conductor::{Conductor, GameCommand, Unattended};
pub use event::Event;
pub use game_position::{GamePosition, PlayedPosition, Ply};
pub use game_setup::{GameSetup, RefereeKind};
pub use installed_player::InstalledPlayer;
pub use observers::Observers;
pub use pace::{Control, Pace};
pub use rng::chance;
pub use seat::Seat;
pub use seed::Seed;
pub use settings::Settings;
pub use table::{Report, Table, Timing};
pub use undo::{NO_OWN_MOVE, without_own_last};
pub use verdict::{End, Forfeit, Reason, ShownFault};
pub use whole_number::whole_number;
