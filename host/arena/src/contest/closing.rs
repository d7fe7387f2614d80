//! How a contest closed, or where it stands: from its file alone, so that it reads the same at the end, after an
//! interruption and years later.

use othello_rules::ByColour;
use othello_store::Store;

use super::error::ContestError;
use super::file::ContestFile;
use super::openings::Openings;
use super::plan::Plan;
use super::schedule::Next;
use super::sequential::Sequential;
use super::standings::Standings;

/// A game that could not be finished.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfinished {
    /// Who should have played.
    pub players: ByColour<usize>,
    /// Why it had no result the last time.
    pub reason: String,
}

/// How a contest closed.
#[derive(Clone, Debug)]
pub struct Closing {
    /// The names of those who took part, in the order of the seeding.
    pub names: Vec<String>,
    /// Where it stands: what counts, which is all that was played but for pairs after a test's verdict.
    pub standings: Standings,
    /// The test, where there was one.
    pub test: Option<Sequential>,
    /// The games that could not be finished.
    pub unfinished: Vec<Unfinished>,
    /// Whether somebody stopped it.
    pub stopped: bool,
    /// Whether nothing is left to play.
    pub over: bool,
}

impl Closing {
    /// Where the contest of a file stands.
    ///
    /// # Errors
    /// Where the file can't be read or holds no contest.
    pub fn of(store: &Store) -> Result<(Plan, Closing), ContestError> {
        let plan = ContestFile::plan_of(store)?;
        let standings = ContestFile::standings_of(store, &plan, None)?;
        let test = match plan.sprt {
            Some(_) => Closing::test(&plan, &plan.openings()?, &standings),
            None => None,
        };
        let closing = Closing::new(store, &plan, standings, test)?;
        Ok((plan, closing))
    }

    /// The plan's test after these games, where it has one.
    pub(super) fn test(
        plan: &Plan,
        openings: &Openings,
        standings: &Standings,
    ) -> Option<Sequential> {
        let mut test = Sequential::new(plan.sprt?, openings.count());
        test.advance(standings.results());
        Some(test)
    }

    /// Leaves out what came after a test's verdict.
    pub(super) fn new(
        store: &Store,
        plan: &Plan,
        standings: Standings,
        test: Option<Sequential>,
    ) -> Result<Closing, ContestError> {
        let ended = test.as_ref().filter(|test| test.is_over());
        let all_played = plan.schedule()?.next(standings.results(), &|_| false, 1) == Next::Over;
        let over = ended.is_some() || all_played;
        let standings = match ended.map(|test| test.pairs().pairs()) {
            Some(pairs) => ContestFile::standings_of(store, plan, Some(pairs))?,
            None => standings,
        };
        let names = plan.names();
        Ok(Closing { names, standings, test, unfinished: Vec::new(), stopped: false, over })
    }
}
