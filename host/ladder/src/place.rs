//! Where versions are checked and games played: on the embedded engine, by the checker and the table that all players
//! meet. Nothing of the ladder's order is known here.

use std::collections::HashMap;
use std::ffi::OsString;
use std::fs;
use std::path::{self, Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use othello_arena::GameSetup;
use othello_arena::contest::{
    self, Database, Entrant, GameRunner, InPlay, Opening, Openings, Plan,
};
use othello_arena::judging;
use othello_arena::ratings::{Model, Sprt};
use othello_arena::record::player_record;
use othello_board::session::Policy;
use othello_player_api::{Class, Query};
use othello_players::check::{Demands, Judge, Outcome, check};
use othello_players::share::{CodeForm, Upload};
use othello_players::{Contestant, FindError, Finder, Protocol, Runner, Source, private_folder};

use crate::bench::{Bench, plan};
use crate::comparison::ComparisonId;
use crate::error::LadderError;
use crate::game::Pairing;
use crate::game_task::{GameTask, VersionPlayer};
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
type VersionSeat = Arc<Mutex<Option<VersionPlayer>>>;

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
    /// Where all but comparisons is played on this machine.
    tables: GameRunner<'static>,
}

impl Place {
    /// A place for games by these rules on so many threads, whose files are in a folder for it alone.
    ///
    /// # Errors
    /// Where the game has no openings, or the folder can't be made.
    pub fn new(
        rules: &Rules,
        runner: Runner,
        finder: Finder,
        folder: &Path,
        threads: usize,
    ) -> Result<Place, LadderError> {
        let wrong = |error: &dyn std::fmt::Display| LadderError::Rules(error.to_string());
        let setup = rules.setup()?;
        let plan = plan(rules, &setup);
        let openings = Openings::new(&plan.openings, &setup, 1).map_err(|error| wrong(&error))?;
        let nobody = Bench {
            versions: Vec::new(),
            records: Vec::new(),
            runner: runner.clone(),
            setup: setup.clone(),
        };
        let tables = GameRunner::new(plan, nobody, threads).map_err(|error| wrong(&error))?;
        // A program runs in a folder of its own, from where a relative path leads somewhere else.
        let folder = path::absolute(folder)?;
        private_folder(&folder)
            .map_err(|error| LadderError::Broken(format!("{}: {error}", folder.display())))?;
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
            tables,
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
                Err(_) if checks < CHECKS && self.tables.was_held_up_since(began) => {}
                Err(why) => return Verdict::Refused(bounded(&why)),
            }
        }
    }

    fn examine(&self, version: VersionId, upload: &Upload) -> Result<String, String> {
        let contestant = self.player(version, upload)?.contestant;
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
    pub(crate) fn player(
        &self,
        version: VersionId,
        upload: &Upload,
    ) -> Result<VersionPlayer, String> {
        let seat = self.seat_of(version);
        let mut seat = seat.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = &*seat {
            return Ok(known.clone());
        }
        let player = self.prepared(version, upload).map_err(|why| {
            // Where it lies on this machine is nothing to its author.
            let folder = format!("{}{}", self.folder_of(version).display(), path::MAIN_SEPARATOR);
            why.replace(&folder, "")
        })?;
        Ok(seat.insert(player).clone())
    }

    /// Writes down what somebody sent, and finds the player in it.
    fn prepared(&self, version: VersionId, upload: &Upload) -> Result<VersionPlayer, String> {
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
        let is_pack = matches!(upload, Upload::Code { form: CodeForm::Pack, .. });
        let archive = is_pack.then_some(file);
        Ok(VersionPlayer { version, contestant: Contestant::of(player)?, archive })
    }

    /// A player of this machine that may take part.
    ///
    /// # Errors
    /// Where there is none, or it may not.
    pub fn installed(&self, spec: &str) -> Result<Contestant, LadderError> {
        let refused = || {
            let why = "it is a compiled player or a program of a stranger's, which takes no part";
            LadderError::Rules(format!("{spec}: {why}"))
        };
        // The ladder's file names some of them, and may be somebody else's: not even to ask it is a program begun.
        if Protocol::is_named_in(spec) {
            return Err(refused());
        }
        let contestant =
            self.finder.contestant(spec).map_err(|error| LadderError::Rules(error.to_string()))?;
        if contestant.player.source.is_strangers_code() {
            return Err(refused());
        }
        self.admit(&contestant).map_err(|why| LadderError::Rules(format!("{spec}: {why}")))?;
        Ok(contestant)
    }

    /// The pack that a player of this machine came in, if it came in one.
    #[must_use]
    pub fn archive_of(&self, spec: &str) -> Option<PathBuf> {
        self.finder.archive_of(spec)
    }

    /// What two versions play each other by until it is clear whether the first is better.
    ///
    /// # Errors
    /// Where there is no such contest.
    pub(crate) fn compared(
        &self,
        id: ComparisonId,
        versions: [VersionPlayer; 2],
    ) -> Result<ComparedVersions, LadderError> {
        let wrong = |error: String| LadderError::Broken(error);
        let sprt = Sprt::new(Model::Logistic, [0.0, WORTH_HAVING], [0.05, 0.05]);
        let versions = versions.map(|player| player.contestant);
        let entrants = versions
            .iter()
            .map(|one| Entrant::new(&one.name, &one.name, &player_record(one), None));
        let plan = Plan {
            pairs: MOST_PAIRS,
            entrants: entrants.collect(),
            seed: u64::try_from(id.0).unwrap_or_default(),
            sprt: Some(sprt.map_err(|error| wrong(error.to_string()))?),
            ..self.plan().clone()
        };
        let venue = Bench {
            records: versions.iter().map(player_record).collect(),
            versions: versions.to_vec(),
            runner: self.runner.clone(),
            setup: self.setup.clone(),
        };
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
    pub(crate) fn known(&self, version: VersionId) -> Option<VersionPlayer> {
        self.seat_of(version).lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The player of this machine that a version is.
    pub(crate) fn player_installed(
        &self,
        version: VersionId,
        spec: &str,
    ) -> Result<VersionPlayer, LadderError> {
        let (contestant, archive) = (self.installed(spec)?, self.archive_of(spec));
        let player = VersionPlayer { version, contestant, archive };
        self.seats().insert(version, Arc::new(Mutex::new(Some(player.clone()))));
        Ok(player)
    }

    fn seat_of(&self, version: VersionId) -> VersionSeat {
        Arc::clone(self.seats().entry(version).or_default())
    }

    fn seats(&self) -> MutexGuard<'_, HashMap<VersionId, VersionSeat>> {
        self.seats.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How a game begins.
    pub(crate) fn opening(&self, pairing: Pairing) -> Opening {
        let mut openings = self.openings.lock().unwrap_or_else(PoisonError::into_inner);
        openings.get(pairing.pair.number % OPENINGS)
    }

    /// Plays a game on this thread's database.
    pub(crate) fn play(
        &self,
        thread: usize,
        database: &mut Database,
        task: &GameTask,
    ) -> contest::PlayedGame {
        let entrants = task.players.iter().map(|player| player.entrant(&player.contestant.name));
        let venue = Bench {
            records: task.players.iter().map(VersionPlayer::record).collect(),
            versions: task.players.iter().map(|player| player.contestant.clone()).collect(),
            runner: self.runner.clone(),
            setup: self.setup.clone(),
        };
        let tables = self.tables.for_guests(entrants.collect(), venue, task.show);
        tables.play(thread, database, &task.job)
    }

    /// What rated games and those of the final are played by, wherever that is; each brings its players.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        self.tables.plan()
    }

    /// Watches the machine, for ever.
    pub(crate) fn watch_the_machine(&self) {
        self.tables.watch_the_machine();
    }

    /// The boards that are played on here.
    pub(crate) fn boards(&self) -> Vec<InPlay> {
        self.tables.boards()
    }
}

/// Two versions, and what they play each other by.
pub(crate) struct ComparedVersions {
    pub plan: Plan,
    pub venue: Bench,
}

/// What is wrong, as long as somebody reads it.
fn bounded(text: &str) -> String {
    if text.chars().count() <= LONGEST_VERDICT {
        return text.to_owned();
    }
    text.chars().take(LONGEST_VERDICT).chain("...".chars()).collect()
}
