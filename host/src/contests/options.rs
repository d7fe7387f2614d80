//! What the user asked of a contest: who plays, what the results follow from, and how it is run and reported.

use std::num::NonZero;
use std::path::PathBuf;

use othello_arena::contest::Agreement;
use othello_arena::contest::schedule::Format;
use othello_arena::ratings::Sprt;
use othello_arena::{GameSetup, Seed, TimeControl};
use othello_cluster::Server;

use crate::database::Target;
use crate::history::ExportFormat;
use crate::players::Players;

/// A new contest.
pub struct ContestOptions {
    /// The players as the user named them.
    pub specs: Vec<String>,
    /// How it is played.
    pub format: Format,
    /// How many pairs two that meet play, where neither the user nor the openings say it.
    pub default_pairs: u64,
    /// The test that ends a match early.
    pub sprt: Option<Sprt>,
    /// The contest's file; else a new one in the user's folder for data.
    pub file: Option<PathBuf>,
    /// What the results follow from.
    pub plan: PlanOptions,
    /// How it is run.
    pub run: RunOptions,
}

/// What a contest's results follow from, beside its players and its format.
pub struct PlanOptions {
    /// The game.
    pub setup: GameSetup,
    /// How many pairs two that meet play.
    pub pairs: Option<u64>,
    /// The openings, as the user names them.
    pub openings: Option<String>,
    /// Whether all meetings have the same random openings.
    pub same_openings: bool,
    /// Where everything random comes from.
    pub seed: Seed,
    /// How much time there is.
    pub time: TimeControl,
    /// How many positions a player may search for a move.
    pub work: Option<u64>,
    /// Whether a game ends when it is decided.
    pub adjudicate: bool,
    /// Whether a game ends when both players call it decided.
    pub agreement: Option<Agreement>,
    /// Options of every player that has them, by name.
    pub each: Vec<(String, String)>,
    /// The player that ratings are counted from, and its rating.
    pub anchor: Option<(String, f64)>,
    /// Whether only blind players take part.
    pub blind_only: bool,
    /// What queries may call, by name.
    pub allow: Vec<String>,
    /// Whether queries may do all that a read-only transaction can.
    pub trust_queries: bool,
}

/// How a contest is run and reported; nothing of it changes the results.
pub struct RunOptions {
    /// Where players are looked for, and how they are started.
    pub players: Players,
    /// The databases to play on, none for the embedded engine; or where the user does not say: the embedded engine
    /// for a new contest, those of an old one.
    pub servers: Option<Vec<Target>>,
    /// The server whose workers play, where this machine does not.
    pub over: Option<OverOptions>,
    /// The password of the databases, as it was written.
    pub password: Option<String>,
    /// How many games are played at once.
    pub concurrency: Option<NonZero<usize>>,
    /// The key of the players' queries, as it was written.
    pub api_key: String,
    /// Ratings from elsewhere, shown beside those of the contest.
    pub beside: Vec<(String, f64)>,
    /// Whether events are printed instead of tables.
    pub json: bool,
    /// Whether the result alone is printed.
    pub quiet: bool,
    /// The folder of the report.
    pub report: Option<PathBuf>,
    /// The formats in which the games are written beside the contest's file.
    pub export: Vec<ExportFormat>,
    /// The words that have to be said again where the contest goes on, since its file does not have them.
    pub again: Vec<String>,
    /// How many MiB the file of a new contest may have, where it is not this machine's user who holds it.
    pub largest_file: Option<u32>,
    /// Whether what the file of a contest names may be begun, whoever wrote it.
    pub trusts_file: bool,
}

/// How a contest is held over many machines.
#[derive(Clone, Debug)]
pub struct OverOptions {
    /// The server.
    pub server: Server,
    /// Which part of the results is played again here.
    pub verify: f64,
    /// By how much a worker's machine may be slower than this one.
    pub slowest: f64,
}
