//! Contests: who plays whom, from which openings, on how many threads, and when it is over. Playing one game
//! is the table's business, and what results say of strength that of the ratings.

mod adjudicate;
mod agreement;
mod boards;
mod closing;
mod error;
mod file;
mod game_runner;
mod ledger;
mod moves_hash;
pub mod openings;
mod plan;
mod pools;
mod pulse;
mod rated;
mod report;
mod run;
pub mod schedule;
mod sequential;
mod standings;
mod threads;
mod work;

pub use agreement::{Agreement, ParseAgreementError};
pub use boards::InPlay;
pub use closing::{Closing, Unfinished};
pub use error::ContestError;
pub use file::ContestFile;
pub use game_runner::{Database, GameRunner, Venue};
pub use moves_hash::MovesHash;
pub use openings::{Opening, Openings, Source};
pub use plan::{DatabaseAddress, Entrant, Plan};
pub use pools::{PlayerVersion, Pool, PoolGames, Pools};
pub use rated::{AnchorWish, Rated, USUAL_ANCHOR, rate};
pub use report::{Elsewhere, GameReport};
pub use run::{Contest, Progress};
pub use sequential::Sequential;
pub use standings::{GameDone, Standings};
pub use threads::with_threads;
pub use work::{GameJob, PairJob, PlayedGame, Workers, WorkersNews};
