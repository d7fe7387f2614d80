//! Finding, describing, jailing and asking players of every kind. A game asks players through
//! this crate and knows nothing of how they are made; this crate knows nothing of boards and
//! databases, and of the rules only what the older programs' protocols need to write a game down.
//!
//! ```no_run
//! use othello_player_api::{Game, Round};
//! use othello_players::{Finder, Jail, Launcher, Runner, Decision};
//!
//! // In the first line of `main`, before anything else:
//! othello_players::child::enter_if_asked();
//!
//! let runner = Runner { launcher: Launcher::this_program()?, jail: Jail::default() };
//! let finder = Finder::new(runner.clone()).with_reserved(["draw", "players"]);
//! let (simple, random) = (finder.contestant("Simple")?, finder.contestant("Mine=Random")?);
//! let game = Game::default();
//! // Both start at once, then both are waited for.
//! let (black, white) = (runner.start(&simple, game.clone())?, runner.start(&random, game.clone())?);
//! let (mut black, _white) = (black.ready()?, white.ready()?);
//! let response = black.ask(Round::of(&game), None)?;
//! if let Decision::Query(query) = response.decision {
//!     println!("{}", query.cypher);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Each module imports only from those before it: `own_process`, `verdict`, `trace`, `quote`, `reply`, `weight`, `names`, `file`, `library`, `tree`,
//! `installed`, `visible` (which files a program sees), `platform`, `cores`, `jail`, `link` (what both ends of a
//! conversation agree on), `process`, `child`, `log`, `conversation`, `protocol`, `program`, `kind`, `shipped`, `player`, `shelf`, `options`, `contestant`,
//! `cypher_file`, `archive`, `session`, `survey`, `find`, `share`, `check`.

#![deny(clippy::print_stderr, clippy::print_stdout)]

mod archive;
pub mod check;
pub mod child;
mod content_watch;
mod contestant;
mod conversation;
mod cores;
mod cypher_file;
mod file;
mod find;
mod installed;
mod jail;
mod kind;
mod library;
mod link;
mod log;
mod names;
mod options;
mod own_process;
mod platform;
mod player;
mod process;
mod program;
mod protocol;
mod quote;
mod reply;
mod session;
pub mod share;
mod shelf;
mod shipped;
mod survey;
mod trace;
mod tree;
mod verdict;
mod visible;
mod weight;

pub use content_watch::ContentWatch;
pub use contestant::{Contestant, by_file, take_option, under_name, with_option};
pub use cores::{available_cores, take_share};
pub use cypher_file::query_in;
pub use file::{private_folder, read_text, sha256_of, write_secret, write_whole};
pub use find::{FindError, Finder, Holds, Listed};
pub use jail::{Jail, Layer, MissingLayer, Mode};
pub use names::{NameError, SafeName};
pub use options::{LONGEST_OPTION_FILE, OptionFile, OptionFiles, given_twice, option_words};
pub use own_process::close_to_others;
pub use player::{Player, Source};
pub use process::{Ender, Launcher, end_all};
pub use program::FileRequest;
pub use protocol::{Protocol, RefereeLine};
pub use quote::player_lines;
pub use session::{Decision, Response, Runner, Session, Starting};
pub use shipped::{INSTALLED, INSTALLED_KEY, enclose};
pub use survey::JailSurvey;
pub use trace::Trace;
pub use verdict::{AskError, Ending, Failure, HostError, UNFLUSHED, Verdict};
pub use visible::{Refusal, VisibleFiles};
