//! The arena's venue: the players that were found, behind the seats of every game, and the databases.

use std::sync::{Mutex, PoisonError};

use othello_arena::contest::{Plan, Venue};
use othello_arena::seat::Seat;
use othello_arena::{GameSetup, InstalledPlayer};
use othello_board::{Embedded, Referee, Secret, Session};
use othello_store::PlayerRecord;

use super::Entrants;
use crate::cli::contest_args::RunArgs;
use crate::cli::play::Target;
use crate::database;
use crate::exit::usage;
use crate::secrets::secret;

/// Players and databases of a contest.
pub struct Roster {
    entrants: Entrants,
    key: Secret,
    setup: GameSetup,
    /// One for each thread; none where the boards are kept in this process.
    servers: Vec<Mutex<Option<Box<dyn Session>>>>,
}

impl Roster {
    /// Opens the databases that games are played on.
    pub fn open(entrants: Entrants, plan: &Plan, run: &RunArgs) -> anyhow::Result<Roster> {
        let setup = plan.setup().map_err(usage)?;
        let targets = targets(run);
        let key = secret(&run.api_key, "OTHELLO_API_KEY", "API key", !targets.is_empty())?;
        let mut servers = Vec::new();
        for target in &targets {
            servers.push(Mutex::new(Some(database::open(target)?)));
        }
        Ok(Roster { entrants, key, setup, servers })
    }

    /// How many databases were named; none where the boards are kept in this process.
    pub fn databases(&self) -> Option<usize> {
        (!self.servers.is_empty()).then_some(self.servers.len())
    }
}

/// Every database on every server.
fn targets(run: &RunArgs) -> Vec<Target> {
    let uris = run.uri.iter().filter(|uri| !uri.eq_ignore_ascii_case("embedded"));
    let names: Vec<_> = match run.database.as_slice() {
        [] => vec![None],
        names => names.iter().cloned().map(Some).collect(),
    };
    uris.flat_map(|uri| {
        names.iter().map(move |database| Target {
            uri: uri.clone(),
            user: run.user.clone(),
            password: run.password.clone(),
            database: database.clone(),
            ca: None,
            clear: false,
        })
    })
    .collect()
}

impl Venue for Roster {
    fn seat(&self, contestant: usize) -> Seat {
        let found = &self.entrants.contestants[contestant];
        Seat {
            name: found.name.clone(),
            player: Box::new(InstalledPlayer {
                contestant: found.clone(),
                runner: self.entrants.runner.clone(),
            }),
            person: None,
            key: self.key.clone(),
        }
    }

    fn record(&self, contestant: usize) -> PlayerRecord {
        self.entrants.records[contestant].clone()
    }

    fn session(&self, worker: usize) -> Result<Box<dyn Session>, String> {
        if self.servers.is_empty() {
            return Ok(Box::new(Embedded::new()));
        }
        let server = self.servers.get(worker).ok_or("there is no database for this game")?;
        let mut server = server.lock().unwrap_or_else(PoisonError::into_inner);
        server.take().ok_or_else(|| "its database was lost".to_owned())
    }

    fn referee(&self) -> Result<Box<dyn Referee>, String> {
        self.setup.referee(self.setup.usual_judge())
    }
}
