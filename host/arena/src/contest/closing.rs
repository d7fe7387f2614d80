//! How a contest closed, or where it stands: from its file alone, so that it reads the same at the end, after an
//! interruption and years later.

use othello_rules::ByColour;
use othello_store::{ContestPlace, GameRange, Store, StoreError};

use super::error::ContestError;
use super::file::ContestFile;
use super::ledger::Ledger;
use super::plan::Plan;
use super::schedule::{Next, PairNumber};
use super::sequential::Sequential;
use super::standings::Standings;

/// All games of a contest.
const WHOLE: GameRange = GameRange::ContestBefore(ContestPlace(i64::MAX));

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
    /// Before which pair all count, where a test's verdict leaves some out.
    pub counted: Option<PairNumber>,
    /// How many games it leaves out.
    pub left_out: u64,
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
        let openings = match plan.sprt {
            Some(_) => plan.openings()?.count(),
            None => None,
        };
        let ledger = ContestFile::ledger_of(store, &plan, openings)?;
        let closing = Closing::new(store, &plan, ledger)?;
        Ok((plan, closing))
    }

    /// The games that count.
    #[must_use]
    pub fn range(&self) -> GameRange {
        let end = self.counted.and_then(|pairs| i64::try_from(2 * pairs).ok());
        end.map_or(WHOLE, |end| GameRange::ContestBefore(ContestPlace(end)))
    }

    /// The games of a file that count, whatever is summed up of it: those that its contest counts where it holds one
    /// that can be read, else all.
    ///
    /// # Errors
    /// Where the file can't be read.
    pub fn range_of(store: &Store) -> Result<GameRange, StoreError> {
        let range = ContestFile::plan_of(store).and_then(|plan| match plan.sprt {
            None => Ok(WHOLE),
            Some(_) => Closing::of(store).map(|(_, closing)| closing.range()),
        });
        match range {
            Err(ContestError::Store(error)) => Err(error),
            range => Ok(range.unwrap_or_default()),
        }
    }

    /// Leaves out what came after a test's verdict.
    pub(super) fn new(store: &Store, plan: &Plan, ledger: Ledger) -> Result<Closing, ContestError> {
        let Ledger { standings, test, .. } = ledger;
        let all_played = plan.schedule()?.next(standings.results(), &|_| false, 1) == Next::Over;
        let counted = test.as_ref().filter(|test| test.is_over()).map(|test| test.pairs().pairs());
        let over = counted.is_some() || all_played;
        let played = standings.games;
        let standings = match counted {
            Some(_) => ContestFile::standings_of(store, plan, counted)?,
            None => standings,
        };
        let names = plan.names();
        let (unfinished, left_out) = (Vec::new(), played.saturating_sub(standings.games));
        Ok(Closing { names, standings, counted, left_out, test, unfinished, stopped: false, over })
    }
}
