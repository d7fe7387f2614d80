//! A place for many people: who takes part, what they submit, who plays whom, and where everybody stands. It knows
//! nothing of HTTP; whoever shows it brings people's acts to it and takes what can be seen from it.
//!
//! # The seam
//!
//! ```text
//!  a person joins     Ladder::join(name, code)  -> a key, which is all of their account
//!  and submits        Ladder::submit(person, query) -> a version that waits; submit_upload(person, a pack or code),
//!                     each made a Submission before, which takes long and needs no ladder
//!  a worker asks      Ladder::next_task() -> Check(version)
//!  and says           Ladder::judge(version, verdict)     accepted: it is rated from now on
//!  a worker asks      Ladder::next_task() -> Play(pairing) the newcomer against somebody well known
//!  an envoy asks too                      its workers play elsewhere; withdraw(worker) where one has lied
//!  nobody plays it    Ladder::give_back(pairing), void(pairing, whose fault): played again, given up, or settled so
//!  plays it and says  Ladder::record(game)                in the file first, then counted
//!  an author asks     Ladder::compare(person, tried, against) -> played when nothing goes before it
//!  and learns         Ladder::tried_lesson, hinted_lesson -> kept; what a lesson asks for is somebody else's business
//!  the clock          Ladder::tick(now)                   ratings fitted; begin, end, final
//!  whoever shows it   Ladder::state(), revision()         nothing changed: nothing to be sent again
//!                     Ladder::archive()                   texts and games, read in the file while others write there
//!  the organiser      rename, remove, mute, reset_key, forget, close, end, set_time_left
//!  kill -9            Ladder::open(file)                   the same state; half-played pairs go on
//! ```
//!
//! A [`Desk`] holds the ladder behind one lock and has workers do its tasks: it is the only writer of the file.
//! Each module imports only from those before it: `error`, `moment`, `person`, `rules`, `version`, `versions`, `submission`,
//! `lesson`, `comparison`, `game`, `finals`, `state`, `badge` (what a game brings), `feed` (games as others read them), `pairing`,
//! `file`, `archive` (what lies there alone), `ladder`, `export`, `boss`, `game_task` (a game as whoever plays it gets it), `bench` (what games are played
//! by), `place` (where they are played), `comparing` (comparisons while they are played), `elsewhere` (who plays
//! somewhere else), `terminal`, `desk`, `envoy` (who takes games there).

#![forbid(unsafe_code)]

mod archive;
mod badge;
mod bench;
mod boss;
mod comparing;
mod comparison;
mod desk;
mod elsewhere;
mod envoy;
mod error;
mod export;
mod feed;
mod file;
mod finals;
mod game;
mod game_task;
mod ladder;
mod lesson;
mod moment;
mod pairing;
mod person;
mod place;
mod rules;
mod state;
mod submission;
mod terminal;
mod version;
mod versions;

pub use archive::Archive;
pub use boss::bosses;
pub use comparison::{Comparison, ComparisonId, ComparisonOutcome, ComparisonScore};
pub use desk::{Desk, Threads};
pub use elsewhere::{ElsewhereState, WorkersElsewhere};
pub use envoy::Envoy;
pub use error::LadderError;
pub use export::export;
pub use feed::feed_line;
pub use finals::{FinalPlace, Finals};
pub use game::{GameId, LadderGame, PairId, Pairing, PlayedGame, Purpose};
pub use game_task::{GameTask, VersionPlayer};
pub use ladder::{Erasure, Ladder, Opened, Task};
pub use lesson::LessonStep;
pub use moment::Moment;
pub use person::{Key, Person, PersonId, PersonName};
pub use place::Place;
pub use rules::{FinalFormat, Phase, Rules, Schedule, StandsWith};
pub use state::{Badge, Standing, State};
pub use submission::{LARGEST_UNPACKED, Submission};
pub use version::{Content, Room, Tally, Verdict, Version, VersionId};
pub use versions::Versions;
