//! What several test suites share. It knows nothing of the crates under test.

#![forbid(unsafe_code)]

#[cfg(target_os = "linux")]
mod address;
mod built;
mod effort;
mod golden;
pub mod nats;
pub mod neo4j;
mod planning;
pub mod proxy;
mod queries;
mod rng;
mod waiting;

#[cfg(target_os = "linux")]
pub use address::connect_from;
pub use built::{built, out_of_tree};
pub use effort::{all_are_wanted, say_skipped};
pub use golden::assert_goldens;
pub use othello_moment::thread_time;
pub use planning::{PlanningSuite, planning_suites, planning_suites_of};
pub use queries::{FIRST_LEGAL_CELL, LEGAL_CELLS, LEGAL_PLACES};
pub use rng::Rng;
pub use waiting::{PATIENCE, wait_for, wait_until};
