//! Where versions are checked and games played: on the embedded engine, by the checker and the table that all players
//! meet. Nothing of the ladder's order is known here.

use std::collections::HashMap;
use std::ffi::OsString;
use std::fs::{self, DirBuilder};
use std::path::{self, Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use othello_arena::conductor::Conductor;
use othello_arena::contest::schedule::Format;
use othello_arena::contest::{
    self, Entrant, Openings, PATIENCE, Plan, Pulse, Venue, blamed_on_the_machine,
};
use othello_arena::judging;
use othello_arena::ratings::{Model, Sprt};
use othello_arena::record::{Recorder, player_record};
use othello_arena::{End, GameSetup, InstalledPlayer, Observers, Seat, Seed, Settings, Table};
use othello_board::session::Policy;
use othello_board::{Embedded, Referee, Secret, Session};
use othello_player_api::{Class, Query};
use othello_players::check::{Demands, Judge, Outcome, check};
use othello_players::share::Upload;
use othello_players::{Contestant, FindError, Finder, Protocol, Runner, Source};
use othello_rules::ByColour;
use othello_store::PlayerRecord;

use crate::comparison::ComparisonId;
use crate::error::LadderError;
use crate::game::{Pairing, PlayedGame, Purpose};
use crate::moment::Moment;
use crate::rules::Rules;
use crate::version::{Verdict, VersionId};

/// So many different openings there are.
const OPENINGS: u64 = 400;
/// A gain in Elo that is worth having, and so many pairs at most to see it in a comparison.
const WORTH_HAVING: f64 = 40.0;
const MOST_PAIRS: u64 = 1000;
/// How much a checker asks of a version: enough to see a fault, and little enough to be soon done.
const ROUNDS: usize = 16;
const ENDURANCE: usize = 40;
const CHECK_PATIENCE: Duration = Duration::from_secs(2);
const CHECK_TOTAL: Duration = Duration::from_secs(5);
/// So often something is checked that is refused while the machine is held up.
const CHECKS: usize = 3;
/// The longest verdict, in letters.
const LONGEST_VERDICT: usize = 2000;
/// What nobody has to say of a version here.
const SAYS_WHAT_IT_IS: &str = "says what it is";

/// The player that a version is, once it was put on its seat. Its files are written and it is started by one at a time,
/// and others wait for that.
type VersionSeat = Arc<Mutex<Option<Contestant>>>;

/// Where versions are checked and games played.
pub struct Place {
    rules: Rules,
    setup: GameSetup,
    runner: Runner,
    /// Finds the players of this machine.
    finder: Finder,
    /// Looks at the versions alone.
    own: Finder,
    /// What the versions are made of, each in a folder of its own.
    folder: PathBuf,
    seats: Mutex<HashMap<VersionId, VersionSeat>>,
    openings: Mutex<Openings>,
    pub(crate) pulse: Pulse,
}

impl Place {
    /// A place for games by these rules, whose files are in a folder for it alone.
    ///
    /// # Errors
    /// Where the game has no openings, or the folder can't be made.
    pub fn new(
        rules: &Rules,
        runner: Runner,
        finder: Finder,
        folder: &Path,
    ) -> Result<Place, LadderError> {
        let setup = rules.setup()?;
        let openings = contest::Source::Random(opening_plies(&setup));
        let openings = Openings::new(&openings, &setup, 1);
        let openings = openings.map_err(|error| LadderError::Rules(error.to_string()))?;
        // A program runs in a folder of its own, from where a relative path leads somewhere else.
        let folder = path::absolute(folder)?;
        make_private(&folder)?;
        let own = Finder::new(runner.clone()).without_usual_folders();
        Ok(Place {
            rules: rules.clone(),
            setup,
            runner,
            finder,
            own,
            folder,
            seats: Mutex::default(),
            openings: Mutex::new(openings),
            pulse: Pulse::default(),
        })
    }

    /// What the checker says of what somebody sent. What it can't do on a machine that is held up is no fault of its own.
    pub(crate) fn check(&self, version: VersionId, upload: &Upload) -> Verdict {
        let mut checks = 0;
        loop {
            let began = Instant::now();
            checks += 1;
            match self.examine(version, upload) {
                Ok(remarks) => return Verdict::Accepted(bounded(&remarks)),
                Err(_) if checks < CHECKS && self.pulse.was_late_since(began) => {}
                Err(why) => return Verdict::Refused(bounded(&why)),
            }
        }
    }

    fn examine(&self, version: VersionId, upload: &Upload) -> Result<String, String> {
        let contestant = self.player(version, upload)?;
        self.admit(&contestant)?;
        let judge = judging::Rules::on(Policy::default(), self.rules.board());
        if let Upload::Query(text) = upload {
            judge.pass(&Query::new(text.as_str()))?;
        }
        let demands = Demands {
            rounds: ROUNDS,
            endurance: ENDURANCE,
            deadline: self.rules.per_move,
            patience: CHECK_PATIENCE,
            total: CHECK_TOTAL,
        };
        let file = contestant.player.source.file().ok_or("it has no file")?;
        let report = check(&self.runner, &self.finder_of(version), file, &judge, demands, &|_| {});
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
        let source = &contestant.player.source;
        if source.requests().iter().any(|request| !request.granted) {
            let why = "its player.toml asks for what is neither in its own folder nor installed for everybody, and \
                       gets none of that here; put what it needs into its folder";
            return Err(why.to_owned());
        }
        if matches!(source, Source::Program { speaks: Protocol::Referee, .. }) {
            let why = "it speaks the referee's protocol, which has no openings, and games here begin with some";
            return Err(why.to_owned());
        }
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

    /// The folder of a version, with all that is kept of it outside of the ladder's file.
    fn folder_of(&self, version: VersionId) -> PathBuf {
        self.folder.join(format!("v{}", version.0))
    }

    fn finder_of(&self, version: VersionId) -> Finder {
        self.own.clone().with_cache(self.folder_of(version))
    }

    /// The player that somebody sent.
    pub(crate) fn player(&self, version: VersionId, upload: &Upload) -> Result<Contestant, String> {
        let seat = self.seat_of(version);
        let mut seat = seat.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = &*seat {
            return Ok(known.clone());
        }
        let contestant = self.prepared(version, upload).map_err(|why| {
            // Where it lies on this machine is nothing to its author.
            let folder = format!("{}{}", self.folder_of(version).display(), path::MAIN_SEPARATOR);
            why.replace(&folder, "")
        })?;
        Ok(seat.insert(contestant).clone())
    }

    /// Writes down what somebody sent, and finds the player in it.
    fn prepared(&self, version: VersionId, upload: &Upload) -> Result<Contestant, String> {
        let folder = self.folder_of(version);
        fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
        let file = match upload {
            Upload::Query(text) => {
                let file = folder.join("query.cypher");
                fs::write(&file, text).map_err(|error| error.to_string())?;
                file
            }
            Upload::Code { form, bytes } => form.write(bytes, &folder.join("sent"))?,
        };
        let found = self.finder_of(version).players_of(&file);
        let mut players = found.map_err(|error| match error {
            FindError::Unusable { reason, .. } => reason,
            other => other.to_string(),
        })?;
        if players.len() > 1 {
            let names: Vec<_> = players.iter().map(|one| one.about.name.as_str()).collect();
            return Err(format!(
                "it holds {} players, {}, and a version is one; send a file that holds one of them alone",
                names.len(),
                names.join(", ")
            ));
        }
        let player = players.pop().ok_or("there is no player in it")?;
        Contestant::of(player)
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

    /// What two versions play each other by until it is clear whether the first is better.
    ///
    /// # Errors
    /// Where there is no such contest.
    pub(crate) fn compared(
        &self,
        id: ComparisonId,
        versions: [Contestant; 2],
    ) -> Result<ComparedVersions, LadderError> {
        let wrong = |error: String| LadderError::Broken(error);
        let sprt = Sprt::new(Model::Logistic, [0.0, WORTH_HAVING], [0.05, 0.05]);
        let entrants = versions
            .iter()
            .map(|one| Entrant::new(&one.name, &one.name, &player_record(one), None));
        let plan = Plan {
            format: Format::RoundRobin,
            pairs: MOST_PAIRS,
            entrants: entrants.collect(),
            game: self.setup.game.clone(),
            folder: self.setup.folder.clone(),
            size: self.setup.size,
            start: self.setup.start.clone(),
            openings: contest::Source::Random(opening_plies(&self.setup)),
            same_openings: false,
            seed: u64::try_from(id.0).unwrap_or_default(),
            time: self.rules.time(),
            work: None,
            sprt: Some(sprt.map_err(|error| wrong(error.to_string()))?),
            adjudicate: false,
            agreement: None,
            allow: Vec::new(),
            trust_queries: false,
            anchor: None,
            databases: Vec::new(),
        };
        let venue = Bench { versions, runner: self.runner.clone(), setup: self.setup.clone() };
        Ok(ComparedVersions { plan, venue })
    }

    /// A folder for what a comparison keeps while it is played.
    pub(crate) fn folder_of_comparison(&self, id: ComparisonId) -> PathBuf {
        self.folder.join(format!("comparison-{}", id.0))
    }

    /// The versions of which something is kept here.
    pub(crate) fn versions(&self) -> Vec<VersionId> {
        let entries = self.folder.read_dir().into_iter().flatten().flatten();
        let number = |name: OsString| name.to_str()?.strip_prefix('v')?.parse().ok();
        entries.filter_map(|entry| number(entry.file_name()).map(VersionId)).collect()
    }

    /// Forgets a version; gives the folder that is to be deleted.
    pub(crate) fn drop_version(&self, version: VersionId) -> PathBuf {
        self.seats().remove(&version);
        let (folder, gone) =
            (self.folder_of(version), self.folder_of(version).with_extension("gone"));
        // Where it can't be moved it is deleted where it is.
        if fs::rename(&folder, &gone).is_ok() { gone } else { folder }
    }

    /// A version that was put on its seat before.
    pub(crate) fn known(&self, version: VersionId) -> Option<Contestant> {
        self.seat_of(version).lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Keeps a version for its next game.
    pub(crate) fn keep(&self, version: VersionId, contestant: Contestant) {
        self.seats().insert(version, Arc::new(Mutex::new(Some(contestant))));
    }

    fn seat_of(&self, version: VersionId) -> VersionSeat {
        Arc::clone(self.seats().entry(version).or_default())
    }

    fn seats(&self) -> MutexGuard<'_, HashMap<VersionId, VersionSeat>> {
        self.seats.lock().unwrap_or_else(PoisonError::into_inner)
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
        let referee = self.setup.usual_referee();
        let table = Table {
            settings: self.settings(pairing),
            seats: players.map(|contestant| seat(contestant, self.runner.clone())),
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

/// After so many plies a game's opening is over. Of a small board there are few positions that are as good for both.
fn opening_plies(setup: &GameSetup) -> u32 {
    if setup.position().is_some() && setup.size > 4 { 4 } else { 1 }
}

/// Two versions, and what they play each other by.
pub(crate) struct ComparedVersions {
    pub plan: Plan,
    pub venue: Bench,
}

/// Where two versions play each other: on the embedded engine, with the ladder's own rules.
pub(crate) struct Bench {
    versions: [Contestant; 2],
    runner: Runner,
    setup: GameSetup,
}

impl Venue for Bench {
    fn seat(&self, player: usize) -> Seat {
        seat(self.versions[player].clone(), self.runner.clone())
    }

    fn record(&self, player: usize) -> PlayerRecord {
        player_record(&self.versions[player])
    }

    fn session(&self, _: usize) -> Result<Box<dyn Session>, String> {
        Ok(Box::new(Embedded::new()))
    }

    fn referee(&self) -> Result<Box<dyn Referee>, String> {
        self.setup.referee(self.setup.usual_referee())
    }
}

/// Makes a folder that is nobody else's to look into.
fn make_private(folder: &Path) -> Result<(), LadderError> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt;
        builder.mode(0o700);
    }
    let made = builder.create(folder);
    made.map_err(|error| LadderError::Broken(format!("{}: {error}", folder.display())))
}

fn seat(contestant: Contestant, runner: Runner) -> Seat {
    Seat {
        name: contestant.name.clone(),
        player: Box::new(InstalledPlayer { contestant, runner }),
        person: None,
        key: Secret::default(),
    }
}

/// What is wrong, as long as somebody reads it.
fn bounded(text: &str) -> String {
    if text.chars().count() <= LONGEST_VERDICT {
        return text.to_owned();
    }
    text.chars().take(LONGEST_VERDICT).chain("...".chars()).collect()
}
