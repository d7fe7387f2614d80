//! Comparisons that people ask for: which may be played, how much of the cores they get, and what came of them. Whatever
//! somebody waits for who is rated goes before them.

use std::time::Duration;

use crate::comparison::{Comparison, ComparisonId, ComparisonOutcome, ComparisonScore};
use crate::error::LadderError;
use crate::moment::Moment;
use crate::person::PersonId;
use crate::rules::Phase;
use crate::version::VersionId;

use super::Ladder;

/// So many comparisons wait or are played at once, of all people together.
const MOST_OPEN: usize = 200;
/// So many comparisons somebody may ask for within an hour.
const MOST_AN_HOUR: usize = 20;
const HOUR: Duration = Duration::from_secs(60 * 60);

impl Ladder {
    /// Has a version of somebody play another one of theirs until it is clear whether it is better.
    ///
    /// # Errors
    /// Where they are not theirs, can't play, or enough is being compared already.
    pub fn compare(
        &mut self,
        person: PersonId,
        tried: VersionId,
        against: VersionId,
        now: Moment,
    ) -> Result<ComparisonId, LadderError> {
        if self.person(person)?.removed {
            return Err(LadderError::Stranger);
        }
        if self.state.phase != Phase::Open || self.state.is_closing(now) {
            let why = "versions are compared while submissions are taken".to_owned();
            return Err(LadderError::NotNow(why));
        }
        for version in [tried, against] {
            let known = self.state.versions.get(&version).filter(|one| one.person == person);
            let missing = || LadderError::Missing(format!("version {} of yours", version.0));
            if !known.ok_or_else(missing)?.is_accepted() {
                let why =
                    "a version that was not accepted can't play; choose another one".to_owned();
                return Err(LadderError::Submission(why));
            }
        }
        if tried == against {
            let why = "that is one version; choose another one to compare it with".to_owned();
            return Err(LadderError::Submission(why));
        }
        let open = || self.state.comparisons.values().filter(|one| one.outcome.is_none());
        if open().any(|one| one.person == person) {
            let why = "a comparison of yours is not over; wait for it, or stop it".to_owned();
            return Err(LadderError::Limit(why));
        }
        let lately = self.state.comparisons.values().filter(|one| one.person == person);
        let lately: Vec<_> = lately.filter(|one| now.since(one.began) < HOUR).collect();
        if let (true, Some(first)) = (lately.len() >= MOST_AN_HOUR, lately.first()) {
            let left = HOUR.saturating_sub(now.since(first.began)).as_secs() / 60 + 1;
            let why =
                format!("{MOST_AN_HOUR} comparisons an hour are enough; try again in {left} min");
            return Err(LadderError::Limit(why));
        }
        if open().count() >= MOST_OPEN {
            let why = format!("{MOST_OPEN} comparisons are waiting already; try again later");
            return Err(LadderError::Limit(why));
        }
        let comparison = Comparison {
            id: ComparisonId(0),
            person,
            tried,
            against,
            began: now,
            score: ComparisonScore::default(),
            outcome: None,
        };
        let id = self.file.add_comparison(&comparison)?;
        self.state.comparisons.insert(id, Comparison { id, ..comparison });
        self.revision += 1;
        Ok(id)
    }

    /// Stops a comparison of somebody's. One that is over stays as it is.
    ///
    /// # Errors
    /// Where it is somebody else's, or the file can't be written.
    pub fn stop_comparison(
        &mut self,
        person: PersonId,
        id: ComparisonId,
    ) -> Result<(), LadderError> {
        let own = self.state.comparisons.get(&id).filter(|one| one.person == person);
        if own.is_none() {
            return Err(LadderError::Missing(format!("comparison {} of yours", id.0)));
        }
        self.settle_comparison(id, ComparisonOutcome::Stopped)
    }

    /// Keeps what came of a comparison, where nothing is known of that.
    pub(crate) fn settle_comparison(
        &mut self,
        id: ComparisonId,
        outcome: ComparisonOutcome,
    ) -> Result<(), LadderError> {
        let Some(known) = self.state.comparisons.get_mut(&id).filter(|one| one.outcome.is_none())
        else {
            return Ok(());
        };
        let settled = Comparison { outcome: Some(outcome), ..*known };
        self.file.set_comparison(&settled)?;
        *known = settled;
        self.revision += 1;
        Ok(())
    }

    /// Stops those that are played no more: their author was removed, or submissions are closed.
    pub(super) fn stop_needless_comparisons(&mut self) -> Result<(), LadderError> {
        let all = self.state.comparisons.values();
        let needless = all.filter(|one| one.outcome.is_none() && !self.is_open(one));
        let needless: Vec<_> = needless.map(|one| one.id).collect();
        needless
            .into_iter()
            .try_for_each(|id| self.settle_comparison(id, ComparisonOutcome::Stopped))
    }

    /// What a comparison came to so far.
    pub(crate) fn count_compared(&mut self, id: ComparisonId, score: ComparisonScore) {
        if let Some(known) = self.state.comparisons.get_mut(&id)
            && known.score != score
            && known.outcome.is_none()
        {
            known.score = score;
            self.revision += 1;
        }
    }

    /// The comparisons that are to be played, in the order in which they were asked for.
    pub(crate) fn open_comparisons(&self) -> impl Iterator<Item = &Comparison> {
        self.state.comparisons.values().filter(|one| self.is_open(one))
    }

    fn is_open(&self, comparison: &Comparison) -> bool {
        let here = self.state.people.get(&comparison.person).is_some_and(|person| !person.removed);
        comparison.outcome.is_none() && here && self.state.phase == Phase::Open
    }

    /// Whether the next game may be one of a comparison although rated games are to be played: nobody waits for a
    /// verdict or a first game, and the comparisons have had less than their share.
    pub(crate) fn gives_way(&self) -> bool {
        let has_played = |person: &crate::Person| {
            let version = self.state.playing_version(person.id);
            person.boss || version.is_none_or(|version| version.tally.games() > 0)
        };
        let everybody = || self.state.people.values().filter(|person| !person.removed);
        self.credit.is_left() && self.waiting() == 0 && everybody().all(has_played)
    }

    /// A game of a comparison is played in the place of a rated one; gives what it is taken to cost until that is known.
    pub(crate) fn charge_comparison(&mut self, id: ComparisonId) -> f64 {
        let versions = self.state.comparisons.get(&id).map(|one| [one.tried, one.against]);
        let cost = versions.into_iter().flatten().map(|one| self.mean_ms(one)).fold(0.0, f64::max);
        self.credit.spend(cost);
        cost
    }

    /// It took so long.
    pub(crate) fn correct_charge(&mut self, charged: f64, took_ms: u64) {
        self.credit.settle(charged, took_ms);
    }
}
