//! The ladder itself: what people and the organiser do to it, and what it hands out to be checked and played. One
//! thread at a time uses it; each act is in the file before it is in memory, and memory follows from the file.

mod comparisons;
mod elsewhere;
mod final_games;
mod games;
mod lessons;
mod organiser;
mod people;
mod submissions;

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::archive::Archive;
use crate::comparison::Credit;
use crate::error::LadderError;
use crate::file::LadderFile;
use crate::finals::{Field, Finals};
use crate::game::{PairId, Pairing};
use crate::moment::Moment;
use crate::pairing::Shares;
use crate::person::{Key, KeyHash, random_code};
use crate::rules::{Phase, Rules, Schedule};
use crate::state::State;
use crate::version::{Verdict, Version, VersionId};
use othello_arena::GameSetup;

pub use games::Task;
pub use people::Erasure;

/// Under these keys the settings are.
pub(crate) const RULES: &str = "rules";
pub(crate) const PHASE: &str = "phase";
pub(crate) const SCHEDULE: &str = "schedule";
pub(crate) const CODE: &str = "code";
pub(crate) const ORGANISER: &str = "organiser";
pub(crate) const FINALS: &str = "finals";
/// Ratings may take this share of one core at the most.
const FIT_SHARE: u32 = 20;
/// How soon a new result is in the ratings, where that is cheap.
const FIT_INTERVAL: Duration = Duration::from_millis(200);

/// A ladder that this host holds.
#[derive(Debug)]
pub struct Ladder {
    file: LadderFile,
    archive: Arc<Archive>,
    state: State,
    /// Grows whenever something changed that can be seen.
    revision: u64,
    /// What is being checked.
    in_check: HashSet<VersionId>,
    /// What is being played.
    in_play: Vec<Pairing>,
    shares: Shares,
    /// What comparisons may take of the cores.
    credit: Credit,
    /// First games of rated pairs that were handed out and came back.
    returned: Vec<Pairing>,
    /// How often a game came to nothing.
    voids: HashMap<(PairId, bool), u32>,
    /// Rated pairs of which a game came to nothing too often.
    given_up: HashSet<PairId>,
    /// For whom a pair was given up, and when.
    resting: HashMap<VersionId, Instant>,
    /// Games of the final that came to nothing, and when.
    put_off: HashMap<Pairing, Instant>,
    /// Since when nothing is taken in any more, where the final waits for the checker.
    closing: Option<Instant>,
    /// Whether games came since the ratings were fitted, when that was, and how long it took.
    fit: Fit,
}

#[derive(Debug, Default)]
struct Fit {
    due: bool,
    last: Option<Instant>,
    took: Duration,
}

/// A ladder that was opened.
#[derive(Debug)]
pub struct Opened {
    /// The ladder.
    pub ladder: Ladder,
    /// The organiser's key, where it is new: nobody can tell it later.
    pub organiser: Option<Key>,
}

impl Ladder {
    /// Takes up the ladder in a file, or begins one there.
    ///
    /// # Errors
    /// Where the file is not one, is in use, or there is none and nobody says what is to be played.
    pub fn open(
        path: &Path,
        begin: impl FnOnce() -> Result<(Rules, Schedule), LadderError>,
    ) -> Result<Opened, LadderError> {
        let mut file = LadderFile::open(path)?;
        file.wipe()?;
        let mut organiser = None;
        if file.setting(RULES)?.is_none() {
            let (rules, schedule) = begin()?;
            let key = Key::random()?;
            let code = random_code()?;
            let phase = if schedule.starts.is_some() { Phase::Before } else { Phase::Open };
            file.set(&[
                (RULES, &to_json(&rules)?),
                (SCHEDULE, &to_json(&schedule)?),
                (PHASE, &to_json(&phase)?),
                (CODE, &code),
                (ORGANISER, &key.hash().0),
            ])?;
            organiser = Some(key);
        }
        let mut ladder = Ladder::of(file)?;
        // The host before may have been killed between the end of submissions and that of comparisons.
        ladder.stop_needless_comparisons()?;
        // It may also have been in the middle of taking games out.
        ladder.withdraw_from_liars()?;
        Ok(Opened { ladder, organiser })
    }

    /// Looks at the ladder in a file that somebody else may be holding.
    ///
    /// # Errors
    /// Where there is none.
    pub fn read(path: &Path) -> Result<Ladder, LadderError> {
        Ladder::of(LadderFile::read(path)?)
    }

    /// All that a file says.
    fn state_of(file: &LadderFile) -> Result<State, LadderError> {
        let missing = || LadderError::NotALadder(file.path().to_owned());
        let setting = |key| file.setting(key)?.ok_or_else(missing);
        let mut state = State::new(
            from_json(&setting(RULES)?)?,
            from_json(&setting(SCHEDULE)?)?,
            from_json(&setting(PHASE)?)?,
            setting(CODE)?,
            KeyHash(setting(ORGANISER)?),
        );
        if let Some(field) = file.setting(FINALS)? {
            state.finals = Some(Finals::of(from_json::<Field>(&field)?)?);
        }
        file.load(&mut state)?;
        Ok(state)
    }

    fn of(file: LadderFile) -> Result<Ladder, LadderError> {
        Ok(Ladder {
            state: Ladder::state_of(&file)?,
            archive: Arc::new(Archive::open(file.path())?),
            file,
            revision: 1,
            in_check: HashSet::new(),
            in_play: Vec::new(),
            shares: Shares::default(),
            credit: Credit::default(),
            returned: Vec::new(),
            voids: HashMap::new(),
            given_up: HashSet::new(),
            resting: HashMap::new(),
            put_off: HashMap::new(),
            closing: None,
            fit: Fit::default(),
        })
    }

    /// All that is known at this moment.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Grows whenever something changed that can be seen.
    #[must_use]
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Where the file is.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.file.path()
    }

    /// The folder beside the file that is for the files of whoever plays; it is empty when a host takes the file up.
    #[must_use]
    pub fn working_folder(&self) -> PathBuf {
        self.file.working_folder()
    }

    /// What games begin with.
    ///
    /// # Errors
    /// Where the game is not there any more.
    pub fn setup(&self) -> Result<GameSetup, LadderError> {
        self.state.rules.setup()
    }

    /// What lies in the file alone.
    #[must_use]
    pub fn archive(&self) -> &Arc<Archive> {
        &self.archive
    }

    /// Whether a version is checked, plays, or may be the next to do so.
    #[must_use]
    pub fn is_needed(&self, version: VersionId) -> bool {
        let plays =
            |pairing: &Pairing| pairing.players.as_ref().into_iter().any(|&it| it == version);
        self.in_check.contains(&version)
            || self.state.can_play(version)
            || self.is_in_final(version)
            || self.open_comparisons().any(|one| one.tried == version || one.against == version)
            || self.in_play.iter().any(plays)
    }

    /// Copies the file as it is at this moment.
    ///
    /// # Errors
    /// Where there is a file already, or it can't be written.
    pub fn backup(&self, to: &Path) -> Result<(), LadderError> {
        self.file.backup(to)
    }

    /// Does what is due: the phases of the event, and the ratings.
    ///
    /// # Errors
    /// Where the file can't be written.
    pub fn tick(&mut self, now: Moment) -> Result<(), LadderError> {
        let schedule = self.state.schedule;
        match self.state.phase {
            Phase::Before if schedule.starts.is_none_or(|starts| starts <= now) => {
                self.set_phase(Phase::Open)?;
            }
            Phase::Open if self.state.is_closing(now) => self.close_when_checked()?,
            Phase::Final => {
                self.forfeit_for_absent()?;
                self.end_final()?;
            }
            _ => {}
        }
        self.fit_ratings();
        Ok(())
    }

    /// Fits the ratings where games came, but not so often that the games suffer.
    fn fit_ratings(&mut self) {
        let pause = FIT_INTERVAL.max(self.fit.took * FIT_SHARE);
        if self.fit.due && self.fit.last.is_none_or(|last| last.elapsed() >= pause) {
            let began = Instant::now();
            self.state.ratings.fit();
            self.fit = Fit { due: false, last: Some(Instant::now()), took: began.elapsed() };
            self.revision += 1;
        }
    }

    fn set_phase(&mut self, phase: Phase) -> Result<(), LadderError> {
        self.file.set(&[(PHASE, &to_json(&phase)?)])?;
        self.state.phase = phase;
        self.revision += 1;
        self.stop_needless_comparisons()
    }

    /// How many versions wait for the checker.
    #[must_use]
    pub fn waiting(&self) -> usize {
        let waiting = |one: &&Version| one.verdict == Verdict::Waiting;
        self.state.versions.values().filter(waiting).count()
    }
}

fn to_json(value: &impl serde::Serialize) -> Result<String, LadderError> {
    serde_json::to_string(value).map_err(|error| LadderError::Broken(error.to_string()))
}

fn from_json<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, LadderError> {
    serde_json::from_str(text).map_err(|error| LadderError::Broken(error.to_string()))
}
