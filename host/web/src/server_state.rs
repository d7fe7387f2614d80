//! What the machine has to offer: players, databases and files, as the binary hands them over; and how a game
//! that somebody asks for becomes everything that a table needs.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use othello_arena::{GameClock, GameSetup, Observers, Report, Seed, Settings, TimeControl};
use othello_board::session::Policy;
use othello_board::{Embedded, Referee, Secret, Session};
use othello_learn::{Path, Progress};
use othello_players::{Contestant, Finder, Player, Runner, Source};
use othello_rules::ByColour;

use crate::games::Games;
use crate::protocol::{Database, NewGame, NewSeat, NewTime};
use crate::refusal::Refusal;
use crate::trial_games::StartContest;

/// How long a player may take for a move where nobody says it: a page has no other way to get rid of one
/// that hangs.
const USUAL_MOVE_LIMIT: Duration = Duration::from_secs(60);
/// What the ceiling of a first move is where the others have less.
const FIRST_MOVE_LIMIT: Duration = Duration::from_secs(60);
/// What a player says of itself that somebody has saved on the page.
pub(crate) const MADE_ON_THE_PAGE: &str = "made on the page";
/// How long a database that went away in mid-game is waited for.
const DATABASE_TIMEOUT: Duration = Duration::from_secs(30);

/// What the machine has to offer.
pub struct ServerState {
    /// Finds players.
    pub finder: Finder,
    /// Starts them.
    pub runner: Runner,
    /// What their queries may do.
    pub policy: Policy,
    /// The games that can be played.
    pub games: Games,
    /// The key that their queries get.
    pub key: Secret,
    /// The Neo4j that was named on the command line.
    pub server: Option<Server>,
    /// Whether queries are hidden until the end of a game, where nobody says it.
    pub hide_queries: bool,
    /// Where games go that are over.
    pub history: Option<PathBuf>,
    /// Where the files of contests are.
    pub contests: Option<PathBuf>,
    /// Where the versions of bots are that were written on the page.
    pub bots: Option<PathBuf>,
    /// The lessons, where they are offered.
    pub lessons: Option<Lessons>,
    /// Starts games in the background for those who write bots.
    pub start_contest: Option<StartContest>,
    /// Where games are saved that are being played.
    pub live: Option<PathBuf>,
}

/// The lessons, and how far the learner is.
pub struct Lessons {
    /// The steps.
    pub path: Path,
    /// What this machine's user has done.
    pub progress: Option<Progress>,
}

/// A Neo4j, which holds one board at a time.
pub struct Server {
    /// What people call it.
    pub name: String,
    /// Opens it and makes room for a board.
    pub open: OpenDatabase,
    /// Whether a game is played there.
    pub taken: Arc<AtomicBool>,
}

/// Opens a database and makes room for a board in it.
pub(crate) type OpenDatabase = Box<dyn Fn() -> Result<Box<dyn Session>, String> + Send + Sync>;

/// Everything that a table needs but people and those who watch.
pub struct Prepared {
    /// What holds for the whole game.
    pub settings: Settings,
    /// Who plays.
    pub contestants: ByColour<Contestant>,
    /// The keys that their queries get.
    pub keys: ByColour<Secret>,
    /// Starts them.
    pub runner: Runner,
    /// Who decides what is legal.
    pub referee: Box<dyn Referee>,
    /// An empty database.
    pub session: Box<dyn Session>,
    /// Those who watch beside the room.
    pub observers: Observers,
    /// What is to be done when the game is over.
    pub afterwards: Afterwards,
}

impl Prepared {
    /// The same, which holds something until the game is over.
    pub(crate) fn holding(self, held: impl Send + 'static) -> Prepared {
        let afterwards = self.afterwards;
        Prepared {
            afterwards: Box::new(move |report, session| {
                afterwards(report, session);
                drop(held);
            }),
            ..self
        }
    }
}

/// Gets a game's report and its database, when it is over.
pub type Afterwards = Box<dyn FnOnce(Report, Box<dyn Session>) + Send>;

/// The key that a contestant's queries get. Whoever pays for it has seen the players that were there when the server
/// was started, but not what visitors save.
fn key_for(contestant: &Contestant, key: &Secret) -> Secret {
    let Player { about, source } = &contestant.player;
    let is_saved = matches!(source, Source::CypherFile { .. }) && about.line == MADE_ON_THE_PAGE;
    if is_saved { Secret::default() } else { key.clone() }
}

/// A database that is taken, until this is dropped.
struct Lease(Arc<AtomicBool>);

impl Drop for Lease {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Release);
    }
}

/// Makes what a table needs, as often as a game is taken up again.
pub(crate) type PrepareTable = dyn Fn() -> Result<Prepared, Refusal> + Send + Sync;

impl NewTime {
    /// The time as a table takes it.
    pub fn control(&self) -> Result<TimeControl, Refusal> {
        let per_move = match self.move_s {
            None => Some(USUAL_MOVE_LIMIT),
            Some(seconds) if seconds <= 0.0 => None,
            Some(seconds) => Some(Duration::try_from_secs_f64(seconds).map_err(|_| {
                let why = format!("{seconds} s is no time for a move");
                Refusal::wrong(why).about("move_s")
            })?),
        };
        let game: Option<GameClock> = match self.clock.as_deref().map(str::trim) {
            None | Some("") => None,
            Some(text) => {
                let clock = text.parse::<GameClock>();
                Some(clock.map_err(|error| Refusal::wrong(error).about("clock"))?)
            }
        };
        Ok(TimeControl { per_move, first_move: FIRST_MOVE_LIMIT, game, ..TimeControl::default() })
    }
}

impl ServerState {
    /// Finds both players and sees to it that they can play each other.
    pub(crate) fn contestants(
        &self,
        new_game: &NewGame,
        setup: &GameSetup,
    ) -> Result<ByColour<Contestant>, Refusal> {
        let find = |seat: &NewSeat| {
            // A page may name players that are there, but run no programs of its own choice.
            let contestant = self.finder.listed(&seat.spec).map_err(Refusal::wrong)?;
            match setup.refusal(&contestant.name, contestant.about()) {
                Some(refusal) => Err(Refusal::wrong(refusal)),
                None => Ok(contestant),
            }
        };
        Ok(ByColour {
            black: find(&new_game.black).map_err(|why| why.about("black"))?,
            white: find(&new_game.white).map_err(|why| why.about("white"))?,
        })
    }

    /// Everything that a table needs for this game.
    pub(crate) fn prepare(&self, new_game: &NewGame, seed: Seed) -> Result<Prepared, Refusal> {
        let setup = new_game.position().setup(&self.games)?;
        let contestants = self.contestants(new_game, &setup)?;
        let keys = contestants.as_ref().map(|contestant| key_for(contestant, &self.key));
        let (session, lease) = self.database(new_game.database)?;
        let settings = Settings {
            time: new_game.time.control()?,
            policy: self.policy.clone(),
            show_thinking: true,
            patience: DATABASE_TIMEOUT,
            ..Settings::untimed(&setup, setup.usual_referee(), seed)
        };
        Ok(Prepared {
            settings,
            contestants,
            keys,
            runner: self.runner.clone(),
            referee: setup.referee(setup.usual_referee()).map_err(Refusal::wrong)?,
            session,
            observers: Observers::default(),
            // Everything that matters is told to those who watch.
            afterwards: Box::new(move |_, _| drop(lease)),
        })
    }

    /// What people call a database.
    pub(crate) fn database_name(&self, database: Database) -> Result<String, Refusal> {
        match database {
            Database::Embedded => Ok("the embedded engine".to_owned()),
            Database::Server => Ok(self.neo4j()?.name.clone()),
        }
    }

    fn neo4j(&self) -> Result<&Server, Refusal> {
        let none = || Refusal::wrong("no database \"server\"; there is \"embedded\"");
        self.server.as_ref().ok_or_else(none)
    }

    fn database(&self, database: Database) -> Result<(Box<dyn Session>, Option<Lease>), Refusal> {
        let server = match database {
            Database::Embedded => return Ok((Box::new(Embedded::new()), None)),
            Database::Server => self.neo4j()?,
        };
        if server.taken.swap(true, Ordering::AcqRel) {
            return Err(Refusal::not_now(format!("a game is being played on {}", server.name)));
        }
        let lease = Lease(Arc::clone(&server.taken));
        let session = (server.open)().map_err(Refusal::not_now)?;
        Ok((session, Some(lease)))
    }
}

#[cfg(test)]
mod tests {
    use othello_player_api::About;

    use super::*;

    #[test]
    fn a_player_that_a_visitor_has_saved_gets_no_key() {
        let of = |line: &str| Contestant {
            name: "Mine".to_owned(),
            player: Player {
                about: About::new("Mine", "").line(line),
                source: Source::CypherFile { file: "Mine.cypher".into() },
            },
            options: Default::default(),
            files: Default::default(),
            hides: Vec::new(),
        };
        let key = Secret::new("sk-1");
        assert!(key_for(&of(MADE_ON_THE_PAGE), &key).is_empty());
        assert_eq!(key_for(&of("the first legal cell"), &key), key);
    }
}
