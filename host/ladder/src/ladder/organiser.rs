//! What the organiser does to the event itself: its end, its final, its code.

use std::time::{Duration, Instant};

use crate::error::LadderError;
use crate::finals::Finals;
use crate::moment::Moment;
use crate::person::{Key, random_code};
use crate::rules::{FinalFormat, Phase, Schedule};

use super::{CODE, FINALS, Ladder, ORGANISER, SCHEDULE, to_json};

/// So long the final waits for the checker, which takes some seconds for each version, and no longer than for anybody
/// who wants to hold it up.
const LAST_CHECKS: Duration = Duration::from_secs(90);

impl Ladder {
    /// Ends the taking of submissions: the final begins, where there is to be one, once what came in time is checked.
    ///
    /// # Errors
    /// Where that is behind already, or the file can't be written.
    pub fn close(&mut self, now: Moment) -> Result<(), LadderError> {
        if matches!(self.state.phase, Phase::Final | Phase::Over) || self.state.is_closing(now) {
            return Err(LadderError::NotNow("submissions are closed already".to_owned()));
        }
        if self.state.phase == Phase::Before {
            return self.begin_final();
        }
        // Whoever takes the file up goes on with it.
        self.set_time_left(Some(Duration::ZERO), now)?;
        self.close_when_checked()
    }

    /// Begins the final once what came in time is checked, or has had the time for that.
    pub(super) fn close_when_checked(&mut self) -> Result<(), LadderError> {
        let since = *self.closing.get_or_insert_with(Instant::now);
        if self.waiting() > 0 && since.elapsed() < LAST_CHECKS {
            return Ok(());
        }
        self.closing = None;
        self.begin_final()
    }

    fn begin_final(&mut self) -> Result<(), LadderError> {
        let format = self.state.rules.final_format;
        let people = self.state.table().into_iter();
        let guests = people.filter(|one| self.person(one.person).is_ok_and(|it| !it.boss));
        // The last version is what somebody wants to be judged by; the ratings give the seeding alone.
        let last = guests.filter_map(|one| self.state.playing_version(one.person));
        let entrants: Vec<_> = last.map(|version| version.id).collect();
        if format == FinalFormat::None || entrants.len() < 2 {
            return self.set_phase(Phase::Over);
        }
        let finals = Finals::new(format, entrants)?;
        self.file.set(&[(FINALS, &to_json(&finals.field)?)])?;
        self.state.finals = Some(finals);
        self.set_phase(Phase::Final)
    }

    /// Ends the event where the final is played.
    pub(super) fn end_final(&mut self) -> Result<(), LadderError> {
        if self.state.finals.as_ref().is_none_or(Finals::is_over) {
            self.set_phase(Phase::Over)?;
        }
        Ok(())
    }

    /// Ends the event at once: what is played stands, and queries can be seen.
    ///
    /// # Errors
    /// Where the file can't be written.
    pub fn end(&mut self) -> Result<(), LadderError> {
        self.set_phase(Phase::Over)
    }

    /// Gives more time, or less, from now on; without a time the event goes on until it is ended.
    ///
    /// # Errors
    /// Where it is over.
    pub fn set_time_left(
        &mut self,
        left: Option<Duration>,
        now: Moment,
    ) -> Result<(), LadderError> {
        if matches!(self.state.phase, Phase::Final | Phase::Over) {
            return Err(LadderError::NotNow("submissions are closed already".to_owned()));
        }
        let schedule = Schedule { ends: left.map(|left| now.plus(left)), ..self.state.schedule };
        self.file.set(&[(SCHEDULE, &to_json(&schedule)?)])?;
        self.state.schedule = schedule;
        self.closing = None;
        self.revision += 1;
        Ok(())
    }

    /// Gives the room another code; who is in stays in.
    ///
    /// # Errors
    /// Where the file can't be written.
    pub fn new_code(&mut self) -> Result<String, LadderError> {
        let code = random_code()?;
        self.file.set(&[(CODE, &code)])?;
        self.state.code.clone_from(&code);
        self.revision += 1;
        Ok(code)
    }

    /// Gives the organiser another key: for whoever has the file and lost it.
    ///
    /// # Errors
    /// Where the file can't be written.
    pub fn new_organiser_key(&mut self) -> Result<Key, LadderError> {
        let key = Key::random()?;
        let hash = key.hash();
        self.file.set(&[(ORGANISER, &hash.0)])?;
        self.state.organiser = hash;
        Ok(key)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may unwrap")]

    use othello_arena::GameSetup;
    use tempfile::TempDir;

    use super::*;
    use crate::ladder::{Opened, Task};
    use crate::person::PersonId;
    use crate::rules::Rules;
    use crate::version::{Verdict, VersionId};

    const END: Moment = Moment(10_000);

    fn begin() -> Result<(Rules, Schedule), LadderError> {
        let setup = GameSetup::find("othello", Some(6), None).map_err(LadderError::Rules)?;
        Ok((Rules::new("Test", &setup)?, Schedule { starts: None, ends: Some(END) }))
    }

    fn accept(ladder: &mut Ladder, version: VersionId) {
        ladder.judge(version, Verdict::Accepted(String::new())).unwrap();
    }

    /// A ladder with three people whose first versions play, and the second one of the last of them waits.
    fn waits_for_one() -> (TempDir, Ladder, Vec<PersonId>, VersionId) {
        let folder = tempfile::tempdir().unwrap();
        let Opened { mut ladder, .. } =
            Ladder::open(&folder.path().join("ladder.db"), begin).unwrap();
        let code = ladder.state.code.clone();
        let join = |name: &&str| {
            let (person, _) = ladder.join(name, &code, Moment(0)).unwrap();
            let version = ladder.submit(person, &format!("RETURN '{name}'"), Moment(0)).unwrap();
            accept(&mut ladder, version);
            person
        };
        let people: Vec<_> = ["Ann", "Bob", "Cleo"].iter().map(join).collect();
        let last = ladder.submit(people[2], "RETURN 'better'", Moment(9_999)).unwrap();
        (folder, ladder, people, last)
    }

    #[test]
    fn what_came_in_time_is_checked_before_the_final_and_is_in_it_also_after_a_kill() {
        let (_folder, mut ladder, people, last) = waits_for_one();
        ladder.tick(END).unwrap();
        for _ in 0..2 {
            assert!(ladder.state.phase == Phase::Open && ladder.state.is_closing(END));
            let late = ladder.submit(people[0], "RETURN 'late'", END).unwrap_err().to_string();
            assert!(late.contains("submissions are closed"), "{late}");
            assert!(ladder.close(END).is_err());
            assert_eq!(ladder.next_task(2, 2), Some(Task::Check(last)));
            assert_eq!(ladder.next_task(2, 2), None, "the checker has all cores");
            let path = ladder.path().to_owned();
            drop(ladder);
            ladder = Ladder::open(&path, begin).unwrap().ladder;
            ladder.tick(END).unwrap();
        }
        accept(&mut ladder, last);
        ladder.tick(END).unwrap();
        assert_eq!(ladder.state.phase, Phase::Final);
        let entrants = &ladder.state.finals.as_ref().unwrap().field.entrants;
        assert!(entrants.len() == 3 && entrants.contains(&last), "{entrants:?}");
    }

    #[test]
    fn the_final_waits_for_the_checker_no_longer_than_it_may_take_and_time_can_be_given_again() {
        let (_folder, mut ladder, people, last) = waits_for_one();
        ladder.close(Moment(9_999)).unwrap();
        assert!(ladder.state.is_closing(Moment(9_999)));
        ladder.set_time_left(Some(Duration::from_secs(60)), END).unwrap();
        ladder.submit(people[0], "RETURN 'again'", END).unwrap();
        ladder.close(END).unwrap();
        ladder.closing = Instant::now().checked_sub(LAST_CHECKS);
        ladder.tick(END).unwrap();
        assert_eq!(ladder.state.phase, Phase::Final);
        let entrants = &ladder.state.finals.as_ref().unwrap().field.entrants;
        assert!(entrants.len() == 3 && !entrants.contains(&last), "{entrants:?}");
    }
}
