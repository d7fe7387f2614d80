//! Where versions are checked and games played: on the embedded engine, by the checker and the table that all players
//! meet. Nothing of the ladder's order is known here.

use std::collections::HashMap;
use std::fs;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use othello_arena::conductor::Conductor;
use othello_arena::contest::{self, Openings, PATIENCE, Pulse, blamed_on_the_machine};
use othello_arena::judging;
use othello_arena::record::Recorder;
use othello_arena::{End, GameSetup, InstalledPlayer, Observers, Seat, Seed, Settings, Table};
use othello_board::session::Policy;
use othello_board::{Embedded, Secret, Session};
use othello_player_api::{Class, Query};
use othello_players::check::{Demands, Judge, Outcome, check};
use othello_players::{Contestant, Finder, Runner};
use othello_rules::ByColour;
use othello_store::PlayerRecord;
use tempfile::TempDir;

use crate::error::LadderError;
use crate::game::{Pairing, PlayedGame, Purpose};
use crate::moment::Moment;
use crate::rules::Rules;
use crate::version::{Verdict, VersionId};

/// So many different openings there are.
const OPENINGS: u64 = 400;
/// How much a checker asks of a version: enough to see a fault, and little enough to be soon done.
const ROUNDS: usize = 16;
const ENDURANCE: usize = 40;
const CHECK_PATIENCE: Duration = Duration::from_secs(2);
/// The longest verdict, in letters.
const LONGEST_VERDICT: usize = 2000;
/// What nobody has to say of a version here.
const SAYS_WHAT_IT_IS: &str = "says what it is";

/// Where versions are checked and games played.
pub struct Place {
    rules: Rules,
    setup: GameSetup,
    runner: Runner,
    /// Finds the players of this machine.
    finder: Finder,
    /// Looks at the versions alone.
    own: Finder,
    /// The texts of versions as files.
    folder: TempDir,
    contestants: Mutex<HashMap<VersionId, Contestant>>,
    openings: Mutex<Openings>,
    pub(crate) pulse: Pulse,
}

impl Place {
    /// A place for games by these rules.
    ///
    /// # Errors
    /// Where the game has no openings, or the system no folder for files.
    pub fn new(rules: &Rules, runner: Runner, finder: Finder) -> Result<Place, LadderError> {
        let setup = rules.setup()?;
        // Of a small board there are few positions that are as good for both.
        let plies = if setup.position().is_some() && setup.size > 4 { 4 } else { 1 };
        let openings = Openings::new(&contest::Source::Random(plies), &setup, 1);
        let openings = openings.map_err(|error| LadderError::Rules(error.to_string()))?;
        let folder = tempfile::tempdir()?;
        let own = Finder::new(runner.clone()).without_usual_folders().with_cache(folder.path());
        Ok(Place {
            rules: rules.clone(),
            setup,
            runner,
            finder,
            own,
            folder,
            contestants: Mutex::default(),
            openings: Mutex::new(openings),
            pulse: Pulse::default(),
        })
    }

    /// What the checker says of a query.
    pub(crate) fn check(&self, version: VersionId, text: &str) -> Verdict {
        match self.examine(version, text) {
            Ok(remarks) => Verdict::Accepted(bounded(&remarks)),
            Err(why) => Verdict::Refused(bounded(&why)),
        }
    }

    fn examine(&self, version: VersionId, text: &str) -> Result<String, String> {
        let contestant = self.query(version, text)?;
        self.admit(&contestant)?;
        let judge = judging::Rules::on(Policy::default(), self.rules.board());
        judge.pass(&Query::new(text))?;
        let demands = Demands {
            rounds: ROUNDS,
            endurance: ENDURANCE,
            deadline: self.rules.per_move,
            patience: CHECK_PATIENCE,
        };
        let file = self.file(version);
        let report = check(&self.runner, &self.own, &file, &judge, demands, &|_| {});
        let checks = || {
            let of_players = report.players.iter().flat_map(|player| &player.checks);
            report.checks.iter().chain(of_players)
        };
        let faults: Vec<&str> = checks()
            .filter(|one| matches!(one.outcome, Outcome::Failed | Outcome::Crashed))
            .map(|one| one.detail.as_str())
            .collect();
        if let Some(first) = faults.first() {
            return Err((*first).to_owned());
        }
        let remarks = checks()
            .filter(|one| one.outcome == Outcome::Warned && one.name != SAYS_WHAT_IT_IS)
            .map(|one| format!("{}: {}", one.name, one.detail));
        Ok(remarks.collect::<Vec<_>>().join("\n"))
    }

    /// Whether a player may take part at all.
    fn admit(&self, contestant: &Contestant) -> Result<(), String> {
        if let Some(refusal) = self.setup.refusal("this", contestant.about()) {
            return Err(refusal);
        }
        if contestant.about().person {
            return Err("a person takes part by what they write".to_owned());
        }
        if self.rules.blind_only && contestant.about().class == Class::Open {
            return Err("it is told the position, and this event is for blind players".to_owned());
        }
        Ok(())
    }

    fn file(&self, version: VersionId) -> std::path::PathBuf {
        self.folder.path().join(format!("v{}.cypher", version.0))
    }

    /// The player that a query is.
    pub(crate) fn query(&self, version: VersionId, text: &str) -> Result<Contestant, String> {
        let file = self.file(version);
        if fs::read_to_string(&file).is_ok_and(|there| there == text)
            && let Some(known) = self.known(version)
        {
            return Ok(known);
        }
        fs::write(&file, text).map_err(|error| error.to_string())?;
        let players = self.own.players_of(&file).map_err(|error| error.to_string())?;
        let player = players.into_iter().next().ok_or("there is no query in it")?;
        let name = player.about.name.clone();
        let contestant =
            Contestant { name, player, options: Default::default(), hides: Vec::new() };
        self.contestants().insert(version, contestant.clone());
        Ok(contestant)
    }

    /// A player of this machine that may take part.
    ///
    /// # Errors
    /// Where there is none, or it may not.
    pub fn installed(&self, spec: &str) -> Result<Contestant, LadderError> {
        let contestant =
            self.finder.contestant(spec).map_err(|error| LadderError::Rules(error.to_string()))?;
        self.admit(&contestant).map_err(|why| LadderError::Rules(format!("{spec}: {why}")))?;
        Ok(contestant)
    }

    /// A version that was put on its seat before.
    pub(crate) fn known(&self, version: VersionId) -> Option<Contestant> {
        self.contestants().get(&version).cloned()
    }

    /// Keeps a version for its next game.
    pub(crate) fn keep(&self, version: VersionId, contestant: Contestant) {
        self.contestants().insert(version, contestant);
    }

    fn contestants(&self) -> MutexGuard<'_, HashMap<VersionId, Contestant>> {
        self.contestants.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Plays a game between two, who are called so. `last` says that it counts even if the machine held it up.
    ///
    /// # Errors
    /// Why it has no result.
    pub(crate) fn play(
        &self,
        session: &mut Embedded,
        pairing: Pairing,
        players: ByColour<Contestant>,
        conductor: Box<dyn Conductor>,
        last: bool,
    ) -> Result<PlayedGame, String> {
        let (began, clock) = (Moment::now(), Instant::now());
        session.clear(&mut |_| false).map_err(|fault| fault.to_string())?;
        let name =
            |player: &Contestant| PlayerRecord { name: player.name.clone(), ..Default::default() };
        let mut recorder = Recorder::new(players.as_ref().map(name));
        let mut observers = Observers::default();
        let events = observers.subscribe();
        let seat = |contestant: Contestant| Seat {
            name: contestant.name.clone(),
            player: Box::new(InstalledPlayer { contestant, runner: self.runner.clone() }),
            person: None,
            key: Secret::default(),
        };
        let referee = self.setup.usual_referee();
        let table = Table {
            settings: self.settings(pairing),
            seats: players.map(seat),
            session,
            referee: self.setup.referee(referee)?,
            conductor,
            observers,
        };
        let report = table.play();
        events.try_iter().for_each(|event: Arc<_>| recorder.see(&event));
        if let End::Void(why) = &report.end {
            return Err(why.to_string());
        }
        let mut record = recorder.finish().ok_or("it was not recorded")?;
        record.held_up |= self.pulse.was_late_since(clock);
        if let (Some(why), false) = (blamed_on_the_machine(&record), last) {
            return Err(why);
        }
        Ok(PlayedGame {
            pairing,
            ending: record.ending,
            discs: record.discs,
            moves: record.moves,
            began,
            took_ms: u64::try_from(record.took.as_millis()).unwrap_or(u64::MAX),
        })
    }

    fn settings(&self, pairing: Pairing) -> Settings {
        let number = pairing.pair.number;
        let opening = {
            let mut openings = self.openings.lock().unwrap_or_else(PoisonError::into_inner);
            openings.get(number % OPENINGS)
        };
        let is_final = u64::from(pairing.pair.purpose == Purpose::Final);
        let seed = Seed::new((number << 2) | (is_final << 1) | u64::from(pairing.second));
        Settings {
            time: self.rules.time(),
            opening: opening.moves,
            patience: PATIENCE,
            ..Settings::untimed(&self.setup, self.setup.usual_referee(), seed)
        }
    }
}

/// What is wrong, as long as somebody reads it.
fn bounded(text: &str) -> String {
    if text.chars().count() <= LONGEST_VERDICT {
        return text.to_owned();
    }
    text.chars().take(LONGEST_VERDICT).chain("...".chars()).collect()
}
