//! The plan of a contest: everything that its results follow from, as it is kept in the contest's file.

use std::collections::BTreeMap;
use std::path::PathBuf;

use othello_board::session::Policy;
use othello_rules::ByColour;
use othello_rules::text::one_line;
use othello_store::PlayerRecord;
use serde::{Deserialize, Serialize};

use super::agreement::Agreement;
use super::openings::{OpeningError, Openings, Source};
use super::schedule::{Contestant, Format, PairNumber, Schedule, ScheduleError};
use crate::clock::{GameClock, TimeControl};
use crate::game_setup::GameSetup;
use crate::ratings::Sprt;
use crate::rng::Rng;
use crate::seed::Seed;

/// The plan of a contest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// How it is played.
    pub format: Format,
    /// How many pairs of games two that meet play.
    pub pairs: u64,
    /// Who takes part, in the order of the seeding.
    pub entrants: Vec<Entrant>,
    /// The game, such as `othello`.
    pub game: String,
    /// The folder that the game comes from, where it is a user's own.
    #[serde(default)]
    pub folder: Option<PathBuf>,
    /// Rows of the board.
    pub size: u8,
    /// How the board begins.
    pub start: String,
    /// The openings.
    pub openings: Source,
    /// Whether all meetings have the same openings.
    pub same_openings: bool,
    /// Everything random follows from it.
    pub seed: u64,
    /// How much time there is.
    pub time: TimeControl,
    /// How many positions those may search that have an option for it.
    pub work: Option<u64>,
    /// The test that ends a match early.
    pub sprt: Option<Sprt>,
    /// Whether a game ends as soon as nothing could change who wins it.
    pub adjudicate: bool,
    /// Whether a game ends as soon as both players call it decided.
    #[serde(default)]
    pub agreement: Option<Agreement>,
    /// What queries may do beside reading the board.
    pub allow: Vec<String>,
    /// Whether queries may do all that a read-only transaction can.
    pub trust_queries: bool,
    /// The player that ratings are counted from, and its rating.
    pub anchor: Option<(String, f64)>,
    /// The databases that it began on; none for the embedded engine.
    #[serde(default)]
    pub databases: Vec<DatabaseAddress>,
}

/// Where a database is, without what opens it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DatabaseAddress {
    /// The server.
    pub uri: String,
    /// Its user.
    pub user: Option<String>,
    /// The name of the database.
    pub database: Option<String>,
    /// A file with the certificates that may vouch for the server.
    pub ca: Option<PathBuf>,
}

/// Who takes part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entrant {
    /// Under which name.
    pub name: String,
    /// How the user named it.
    pub spec: String,
    /// `blind`, `open` or `person`.
    pub class: String,
    /// The SHA-256 of what it is made of.
    pub hash: String,
    /// Its clock for a game, where it has one of its own.
    #[serde(default)]
    pub clock: Option<GameClock>,
    /// The file that it came from, and which of its players it is: by that it is found wherever the contest goes on.
    #[serde(default)]
    pub file: Option<(PathBuf, String)>,
    /// The files that were named for its options, by the options' names: where they are, and the SHA-256 of what stood in
    /// them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub option_files: BTreeMap<String, (PathBuf, String)>,
}

impl Entrant {
    /// A player that takes part.
    #[must_use]
    pub fn new(name: &str, spec: &str, record: &PlayerRecord, clock: Option<GameClock>) -> Entrant {
        Entrant {
            clock,
            name: one_line(name).into_owned(),
            spec: spec.to_owned(),
            class: record.class.clone(),
            hash: record.hash.clone(),
            file: None,
            option_files: BTreeMap::new(),
        }
    }
}

impl Plan {
    /// A pair of games of Othello between each two of these, with all else as usual and nothing random.
    #[must_use]
    pub fn of_othello(entrants: Vec<Entrant>) -> Plan {
        Plan {
            format: Format::RoundRobin,
            pairs: 1,
            entrants,
            game: "othello".to_owned(),
            folder: None,
            size: 8,
            start: "standard".to_owned(),
            openings: Source::None,
            same_openings: false,
            seed: 0,
            time: TimeControl::default(),
            work: None,
            sprt: None,
            adjudicate: false,
            agreement: None,
            allow: Vec::new(),
            trust_queries: false,
            anchor: None,
            databases: Vec::new(),
        }
    }

    /// Reads a plan as a file has it. The file may be anybody's, and what is shown of it is not to be obeyed.
    ///
    /// # Errors
    /// Where it is none.
    pub(crate) fn read(text: &str) -> serde_json::Result<Plan> {
        let mut plan: Plan = serde_json::from_str(text)?;
        let names = plan.entrants.iter_mut().map(|entrant| &mut entrant.name);
        let anchor = plan.anchor.iter_mut().map(|(name, _)| name);
        let databases = plan.databases.iter_mut().flat_map(|database| {
            let DatabaseAddress { uri, user, database, .. } = database;
            std::iter::once(uri).chain(user).chain(database)
        });
        let shown = names.chain(anchor).chain(databases).chain([&mut plan.game, &mut plan.start]);
        shown.for_each(|text| *text = one_line(text).into_owned());
        Ok(plan)
    }

    /// The game as its records name it: a user's own by its folder, where it is found from everywhere.
    #[must_use]
    pub(crate) fn recorded_game(&self) -> String {
        match &self.folder {
            Some(folder) => folder.display().to_string(),
            None => self.game.clone(),
        }
    }

    /// Who plays whom.
    ///
    /// # Errors
    /// Where that is no contest.
    pub fn schedule(&self) -> Result<Schedule, ScheduleError> {
        Schedule::new(self.format.clone(), self.entrants.len(), self.pairs)
    }

    /// What games begin with.
    ///
    /// # Errors
    /// Where there is no such game, board or start.
    pub fn setup(&self) -> Result<GameSetup, String> {
        GameSetup::find(&self.recorded_game(), Some(self.size), Some(&self.start))
    }

    /// The openings.
    ///
    /// # Errors
    /// Where there are none on this board.
    pub fn openings(&self) -> Result<Openings, OpeningError> {
        let setup = self.setup().map_err(OpeningError::Transcript)?;
        Openings::new(&self.openings, &setup, self.seed)
    }

    /// The number of the opening of a pair: `number` counts the pairs of one meeting.
    #[must_use]
    pub(crate) fn opening_of(&self, place: PairNumber, number: u64) -> u64 {
        // A list is gone through by every meeting; random openings last for ever.
        let same = self.same_openings || !matches!(self.openings, Source::Random(_));
        if same { number } else { place }
    }

    /// The time of a game between these two.
    #[must_use]
    pub fn time_of(&self, players: ByColour<Contestant>) -> TimeControl {
        TimeControl { own: players.map(|player| self.entrants[player].clock), ..self.time }
    }

    /// The same contest on a machine that takes so many times as long for everything.
    #[must_use]
    pub fn scaled(&self, scale: f64) -> Plan {
        let mut plan = Plan { time: self.time.scaled(scale), ..self.clone() };
        for entrant in &mut plan.entrants {
            entrant.clock = entrant.clock.map(|clock| clock.scaled(scale));
        }
        plan
    }

    /// The seed of a game.
    #[must_use]
    pub fn seed_of(&self, game: u64) -> Seed {
        Seed::new(Rng::new(self.seed.wrapping_add(game), Rng::GAMES).next())
    }

    /// What queries may do.
    ///
    /// # Errors
    /// Where what is allowed is nothing.
    pub fn policy(&self) -> Result<Policy, String> {
        let mut policy = Policy::default();
        for allowed in &self.allow {
            let allow = allowed.parse();
            policy.allow(
                allow
                    .map_err(|error: othello_board::session::ParseAllowError| error.to_string())?,
            );
        }
        if self.trust_queries {
            policy.trust();
        }
        Ok(policy)
    }

    /// The contestant of this name.
    #[must_use]
    pub fn entrant(&self, name: &str) -> Option<usize> {
        self.entrants.iter().position(|entrant| entrant.name == name)
    }

    /// The names in the order of the seeding.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        self.entrants.iter().map(|entrant| entrant.name.clone()).collect()
    }
}
