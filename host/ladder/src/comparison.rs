//! Comparisons: two versions of somebody that play each other until it is clear whether the one is better. How they are
//! played is not known here.

use crate::moment::Moment;
use crate::person::PersonId;
use crate::version::VersionId;

/// Of the time of rated games, comparisons get this share where rated games are to be played all the time.
const SHARE: f64 = 1.0 / 8.0;
/// So much of it can be saved up, in milliseconds.
const MOST_CREDIT_MS: f64 = 2000.0;

/// Numbers a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ComparisonId(pub i64);

/// Two versions of somebody that play each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// Its number.
    pub id: ComparisonId,
    /// Whose versions they are.
    pub person: PersonId,
    /// The version that may be better.
    pub tried: VersionId,
    /// The one that it plays against.
    pub against: VersionId,
    /// When it was asked for.
    pub began: Moment,
    /// What the one that may be better made of the games so far.
    pub score: ComparisonScore,
    /// What came of it; nothing yet where it is played, or waits.
    pub outcome: Option<ComparisonOutcome>,
}

/// Games of a comparison, from the side of the version that may be better.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ComparisonScore {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

/// What came of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComparisonOutcome {
    /// It is stronger.
    Stronger,
    /// It gains nothing that is worth having.
    NoGain,
    /// So many games did not tell.
    Unclear,
    /// Somebody stopped it, or the taking of submissions ended.
    Stopped,
    /// It could not be played.
    Failed,
}

/// How much of the cores comparisons may have beside rated games, in milliseconds.
#[derive(Debug, Default)]
pub(crate) struct Credit(f64);

impl Credit {
    /// A rated game took so long.
    pub fn earn(&mut self, ms: u64) {
        self.0 = (self.0 + ms as f64 * SHARE).min(MOST_CREDIT_MS);
    }

    /// A game of a comparison takes so long, however deep in debt that leads: the share holds for long games too.
    pub fn spend(&mut self, ms: f64) {
        self.0 -= ms;
    }

    /// It took so long, where so much was spent on it.
    pub fn settle(&mut self, spent: f64, took_ms: u64) {
        self.0 = (self.0 + spent - took_ms as f64).min(MOST_CREDIT_MS);
    }

    /// Whether there is any left.
    pub fn is_left(&self) -> bool {
        self.0 > 0.0
    }
}

impl ComparisonOutcome {
    /// All of them.
    const ALL: [ComparisonOutcome; 5] = [
        ComparisonOutcome::Stronger,
        ComparisonOutcome::NoGain,
        ComparisonOutcome::Unclear,
        ComparisonOutcome::Stopped,
        ComparisonOutcome::Failed,
    ];

    /// In one word, as the file has it.
    pub(crate) fn word(self) -> &'static str {
        match self {
            ComparisonOutcome::Stronger => "stronger",
            ComparisonOutcome::NoGain => "no gain",
            ComparisonOutcome::Unclear => "unclear",
            ComparisonOutcome::Stopped => "stopped",
            ComparisonOutcome::Failed => "failed",
        }
    }

    pub(crate) fn of_word(word: &str) -> ComparisonOutcome {
        let found = ComparisonOutcome::ALL.into_iter().find(|outcome| outcome.word() == word);
        found.unwrap_or(ComparisonOutcome::Failed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comparisons_have_their_share_however_long_a_game_of_theirs_takes() {
        let mut credit = Credit::default();
        let (mut rated, mut compared) = (0, 0);
        while rated < 4_000_000 {
            match credit.is_left() {
                true => {
                    credit.spend(300.0);
                    assert!(!credit.is_left() || credit.0 < MOST_CREDIT_MS - 299.0);
                    credit.settle(300.0, 20_000);
                    compared += 20_000;
                }
                false => {
                    credit.earn(500);
                    rated += 500;
                }
            }
        }
        let share = f64::from(compared) / f64::from(rated);
        assert!((share - SHARE).abs() < 0.01, "{share}");
    }
}
