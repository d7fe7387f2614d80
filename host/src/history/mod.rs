//! The user's games that were played: saved when they are over, and listed, shown, replayed, exported, imported and
//! deleted afterwards. A contest's file is such a file too. What a file of games is belongs to the store.

mod delete;
mod describe;
mod export;
pub mod formats;
mod import;
mod list;
mod page;
mod recording;
mod replay;
mod replayed;
mod saved;
mod search;
mod show;
mod stats;
mod svg;
mod versions;

pub use delete::{PruneOptions, delete, games_to_prune, may_delete};
pub use describe::number_of_games;
pub use export::{ExportFormat, ExportOptions, ExportReport, export};
pub use import::{GamesFile, import, is_of_others};
pub use list::{ListOptions, Outcome, list, table_of_games};
pub use othello_store::GameId;
pub use recording::Recording;
pub use replay::replay;
pub use replayed::{MoveRef, ReplayedGame, rerun};
pub use saved::{SavedGame, all, file, last, may_be_kept, no_game};
pub use search::search;
pub use show::{show, show_json};
pub use stats::stats;
pub use svg::board_picture;
