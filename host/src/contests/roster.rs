//! The arena's venue: the players that were found, behind the seats of every game, and the databases.

use std::sync::{Mutex, PoisonError};

use othello_arena::contest::{Entrant, Plan, Venue};
use othello_arena::seat::Seat;
use othello_arena::{GameSetup, InstalledPlayer};
use othello_board::{Embedded, Referee, Secret, Session};
use othello_players::ContentWatch;
use othello_store::PlayerRecord;

use super::entrants::Entrants;
use super::options::RunOptions;
use crate::database::{self, Target};
use crate::exit::usage;
use crate::secrets::{API_KEY, secret};

/// Players and databases of a contest.
pub struct Roster {
    entrants: Entrants,
    /// One for each of them.
    watches: Vec<ContentWatch>,
    key: Secret,
    setup: GameSetup,
    /// One for each thread; none for the embedded engine.
    servers: Vec<Mutex<Option<Box<dyn Session>>>>,
}

impl Roster {
    /// Opens the databases that games are played on.
    pub fn open(
        entrants: Entrants,
        plan: &Plan,
        run: &RunOptions,
        targets: &[Target],
    ) -> anyhow::Result<Roster> {
        let setup = plan.setup().map_err(usage)?;
        let key = secret(&run.api_key, API_KEY, "API key", !targets.is_empty())?;
        let mut servers = Vec::new();
        for target in targets {
            servers.push(Mutex::new(Some(database::open(target)?)));
        }
        Ok(Roster { key, servers, ..Roster::embedded(entrants, setup) })
    }

    /// The embedded engine, and players that get no key.
    pub fn embedded(entrants: Entrants, setup: GameSetup) -> Roster {
        let sources = entrants.contestants.iter().map(|contestant| &contestant.player.source);
        let watches = sources.map(ContentWatch::of).collect();
        Roster { entrants, watches, key: Secret::default(), setup, servers: Vec::new() }
    }

    /// The players as a plan has them.
    pub fn of_plan(&self) -> Vec<Entrant> {
        self.entrants.of_plan()
    }

    /// How many databases were named; none for the embedded engine.
    pub fn databases(&self) -> Option<usize> {
        (!self.servers.is_empty()).then_some(self.servers.len())
    }
}

impl Venue for Roster {
    fn seat(&self, player: usize) -> Seat {
        let contestant = &self.entrants.contestants[player];
        Seat {
            name: contestant.name.clone(),
            player: Box::new(InstalledPlayer {
                contestant: contestant.clone(),
                runner: self.entrants.runner.clone(),
            }),
            person: None,
            key: self.key.clone(),
        }
    }

    fn is_same(&self, player: usize) -> bool {
        self.watches[player].is_same()
    }

    fn record(&self, player: usize) -> PlayerRecord {
        self.entrants.records[player].clone()
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
        self.setup.referee(self.setup.usual_referee())
    }
}
