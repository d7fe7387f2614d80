//! A contest's file: its plan, its games, and this host's hold on it.

use std::path::Path;

use othello_rules::Move;
use othello_store::{ContestPlace, Filter, GameRecord, GameSummary, Hold, Store, StoreError};

use super::boards::InPlay;
use super::error::ContestError;
use super::ledger::Ledger;
use super::plan::Plan;
use super::schedule::{PairNumber, Results};
use super::standings::{GameDone, Standings};
use crate::notation::SourceRecord;

/// Under which key the plan is kept.
const PLAN: &str = "plan";
/// Under which key the contest's own name is kept.
const NAME: &str = "name";
/// Under which key the boards are kept that are being played on.
const BOARDS: &str = "boards";

/// A contest's file that this host holds.
#[derive(Debug)]
pub struct ContestFile {
    store: Store,
    plan: Plan,
    _hold: Hold,
}

impl ContestFile {
    /// Begins a contest in a new file.
    ///
    /// # Errors
    /// Where the file is in use, can't be made, or holds a contest or games already.
    pub fn create(path: &Path, plan: Plan) -> Result<ContestFile, ContestError> {
        let hold = Hold::take(path)?;
        let mut store = Store::open(path)?;
        let mut games = 0;
        store.results(None, |_| games += 1)?;
        if store.contest_value(PLAN)?.is_some() {
            return Err(ContestError::Exists(path.to_owned()));
        }
        if games > 0 {
            return Err(ContestError::HoldsGames(path.to_owned()));
        }
        let text = serde_json::to_string(&plan).map_err(|error| bad_plan(path, &error))?;
        store.set_contest_value(PLAN, &text)?;
        store.write_all_the_time()?;
        Ok(ContestFile { store, plan, _hold: hold })
    }

    /// Takes up a contest that was begun.
    ///
    /// # Errors
    /// Where the file is in use, can't be read, or holds no contest.
    pub fn resume(path: &Path) -> Result<ContestFile, ContestError> {
        StoreError::unless_file(path)?;
        let hold = Hold::take(path)?;
        let mut store = Store::open_to_write(path)?;
        let plan = Self::plan_of(&store)?;
        store.write_all_the_time()?;
        Ok(ContestFile { store, plan, _hold: hold })
    }

    /// The plan of the contest in a file, which somebody else may be playing.
    ///
    /// # Errors
    /// Where the file can't be read or holds no contest.
    pub fn plan_of(store: &Store) -> Result<Plan, ContestError> {
        let path = store.path();
        let text =
            store.contest_value(PLAN)?.ok_or_else(|| ContestError::NoContest(path.to_owned()))?;
        Plan::read(&text).map_err(|error| bad_plan(path, &error))
    }

    /// The games that were being played when the file was last written. Whether it is being played still, its
    /// hold tells.
    ///
    /// # Errors
    /// Where the file can't be read.
    pub fn boards_of(store: &Store) -> Result<Vec<InPlay>, StoreError> {
        let text = store.contest_value(BOARDS)?.unwrap_or_default();
        Ok(serde_json::from_str(&text).unwrap_or_default())
    }

    /// The standings of the contest in a file, of its pairs up to `before` where that is given. Of a contest without
    /// rounds they don't tell what each pair came to.
    ///
    /// # Errors
    /// Where the file can't be read.
    pub fn standings_of(
        store: &Store,
        plan: &Plan,
        before: Option<PairNumber>,
    ) -> Result<Standings, StoreError> {
        let mut ledger = Ledger::new(&Plan { sprt: None, ..plan.clone() }, None)?;
        store.contest_results(first_game(before), |result| ledger.read(plan, result))?;
        Ok(ledger.standings)
    }

    /// What each pair came to of the contest in a file, up to `before` where that is given.
    ///
    /// # Errors
    /// Where the file can't be read.
    pub fn results_of(
        store: &Store,
        plan: &Plan,
        before: Option<PairNumber>,
    ) -> Result<Results, StoreError> {
        let mut standings = Standings::default();
        store.contest_results(first_game(before), |result| {
            GameDone::of_plan(plan, result).iter().for_each(|game| standings.add(game));
            Ok(())
        })?;
        Ok(standings.into_results())
    }

    /// What is counted of the contest in a file.
    pub(super) fn ledger_of(
        store: &Store,
        plan: &Plan,
        openings: Option<usize>,
    ) -> Result<Ledger, StoreError> {
        let mut ledger = Ledger::new(plan, openings)?;
        store.contest_results(None, |result| ledger.read(plan, result))?;
        Ok(ledger)
    }

    /// Holds the file to so many bytes, at which the contest stops as on a full disk.
    ///
    /// # Errors
    /// Where that can't be.
    pub fn hold_to(&mut self, bytes: u64) -> Result<(), StoreError> {
        self.store.hold_to(bytes)
    }

    /// The plan.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The games.
    #[must_use]
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// The name by which others than this host know the contest: what was kept, or this one from now on.
    ///
    /// # Errors
    /// Where the file can't be read or written.
    pub fn name_or(&mut self, name: impl FnOnce() -> String) -> Result<String, StoreError> {
        if let Some(name) = self.store.contest_value(NAME)? {
            return Ok(name);
        }
        let name = name();
        self.store.set_contest_value(NAME, &name)?;
        Ok(name)
    }

    /// Takes out the games that this worker reported, and with `and_later` all from the first of their pairs on. Gives
    /// how many they were.
    pub(super) fn withdraw(&mut self, worker: &str, and_later: bool) -> Result<usize, StoreError> {
        let games = self.store.games(&Filter::default())?;
        let by_worker = |game: &&GameSummary| {
            SourceRecord::kept(game.source.as_deref()).is_some_and(|source| source.place == worker)
        };
        let pair = |game: &GameSummary| game.contest_place.map(|place| place.0 / 2);
        let first = games.iter().filter(by_worker).filter_map(pair).min();
        let follows = |game: &&GameSummary| and_later && first.is_some() && pair(game) >= first;
        let out = games.iter().filter(|game| by_worker(game) || follows(game));
        let out: Vec<_> = out.map(|game| game.id).collect();
        self.store.delete(&out)
    }

    /// Takes its place from the game of this number if it did not begin with these moves, and says whether that was so.
    pub(super) fn set_aside_unless_begun_with(
        &mut self,
        number: u64,
        opening: &[Move],
    ) -> Result<bool, StoreError> {
        let place = ContestPlace(i64::try_from(number).unwrap_or(i64::MAX));
        let moves = self.store.moves_at(place)?.unwrap_or_default();
        let began_so = Move::sequence(&moves).is_ok_and(|moves| moves.starts_with(opening));
        if !began_so {
            self.store.clear_place(place)?;
        }
        Ok(!began_so)
    }

    /// Lets those who look on see the boards. Nothing depends on it, so that a disk that is full for them is full
    /// for the next game that is over, and told of there.
    pub(super) fn show(&mut self, boards: &[InPlay]) {
        if let Ok(text) = serde_json::to_string(boards) {
            let _ = self.store.set_contest_value(BOARDS, &text);
        }
    }

    /// Keeps games, all of them or none.
    pub(super) fn add(&mut self, games: &[GameRecord]) -> Result<(), StoreError> {
        self.store.add_all(games).map(drop)
    }
}

/// The place of the first game of a pair.
fn first_game(pair: Option<PairNumber>) -> Option<ContestPlace> {
    Some(ContestPlace(i64::try_from(2 * pair?).unwrap_or(i64::MAX)))
}

fn bad_plan(path: &Path, error: &serde_json::Error) -> ContestError {
    ContestError::Plan { path: path.to_owned(), why: error.to_string() }
}
