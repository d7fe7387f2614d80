//! Where versions play, as the arena's contests know it, and the plan of whatever a ladder plays.

use othello_arena::contest::{Plan, Source, Venue};
use othello_arena::{GameSetup, InstalledPlayer, Seat};
use othello_board::{Embedded, Referee, Secret, Session};
use othello_players::{Contestant, Runner};
use othello_store::PlayerRecord;

use crate::rules::Rules;

/// What games are played by, between nobody yet.
pub(crate) fn plan(rules: &Rules, setup: &GameSetup) -> Plan {
    Plan {
        game: setup.game.clone(),
        folder: setup.folder.clone(),
        size: setup.size,
        start: setup.start.clone(),
        openings: Source::Random(opening_plies(setup)),
        time: rules.time(),
        ..Plan::of_othello(Vec::new())
    }
}

/// After so many plies a game's opening is over. Of a small board there are few positions that are as good for both.
fn opening_plies(setup: &GameSetup) -> u32 {
    if setup.position().is_some() && setup.size > 4 { 4 } else { 1 }
}

/// Where versions play each other: on the embedded engine, with the ladder's own rules.
pub(crate) struct Bench {
    pub versions: Vec<Contestant>,
    pub records: Vec<PlayerRecord>,
    pub runner: Runner,
    pub setup: GameSetup,
}

impl Venue for Bench {
    fn seat(&self, player: usize) -> Seat {
        let contestant = self.versions[player].clone();
        Seat {
            name: contestant.name.clone(),
            player: Box::new(InstalledPlayer { contestant, runner: self.runner.clone() }),
            person: None,
            key: Secret::default(),
        }
    }

    /// Nobody writes to a version once it is there.
    fn is_same(&self, _: usize) -> bool {
        true
    }

    fn record(&self, player: usize) -> PlayerRecord {
        self.records[player].clone()
    }

    fn session(&self, _: usize) -> Result<Box<dyn Session>, String> {
        Ok(Box::new(Embedded::new()))
    }

    fn referee(&self) -> Result<Box<dyn Referee>, String> {
        self.setup.referee(self.setup.usual_referee())
    }
}
