//! How far people are with the lessons: kept for whoever takes part, in what room there is.

use crate::error::LadderError;
use crate::lesson::LessonStep;
use crate::moment::Moment;
use crate::person::PersonId;

use super::Ladder;

/// The longest query of a lesson that is kept, in bytes, and so much those of all people may have together. Of a longer
/// one, or where there is no room, it is kept what came of it.
const LONGEST_TRIED: u64 = 16 << 10;
const MOST_TRIED: u64 = 256 << 20;
/// So many lessons of one person are kept.
const MOST_LESSONS: usize = 200;

impl Ladder {
    /// Keeps what somebody tried for a lesson, and whether it did what was asked. What was done once stays done.
    ///
    /// # Errors
    /// Where they take no part, or the file can't be written.
    pub fn tried_lesson(
        &mut self,
        person: PersonId,
        lesson: &str,
        query: &str,
        passed: bool,
        now: Moment,
    ) -> Result<(), LadderError> {
        let length = |text: &str| text.len() as u64;
        let before = self.file.tried_query(person, lesson)?.as_deref().map_or(0, length);
        let others = self.state.tried_bytes - before;
        let fits = length(query) <= LONGEST_TRIED && others + length(query) <= MOST_TRIED;
        let query = Some(query).filter(|_| fits);
        self.change_step(person, lesson, Some(query), |step| {
            step.passed |= passed;
            step.tries = step.tries.saturating_add(1);
            step.last = now;
        })?;
        self.state.tried_bytes = others + query.map_or(0, length);
        Ok(())
    }

    /// Keeps how many hints of a lesson were shown to somebody.
    ///
    /// # Errors
    /// Where they take no part, or the file can't be written.
    pub fn hinted_lesson(
        &mut self,
        person: PersonId,
        lesson: &str,
        hints: usize,
        now: Moment,
    ) -> Result<(), LadderError> {
        self.change_step(person, lesson, None, |step| {
            step.hints = step.hints.max(hints);
            step.last = now;
        })
    }

    /// Changes how far somebody is; `tried` is the query that takes the place of the one before.
    fn change_step(
        &mut self,
        person: PersonId,
        lesson: &str,
        tried: Option<Option<&str>>,
        change: impl FnOnce(&mut LessonStep),
    ) -> Result<(), LadderError> {
        if self.person(person)?.removed {
            return Err(LadderError::Stranger);
        }
        let steps = self.state.lessons.get(&person);
        let known = steps.and_then(|steps| steps.get(lesson)).copied();
        if known.is_none() && steps.is_some_and(|steps| steps.len() >= MOST_LESSONS) {
            let why = format!("what {MOST_LESSONS} lessons came to is kept, and no more");
            return Err(LadderError::Limit(why));
        }
        let mut step = known.unwrap_or_default();
        change(&mut step);
        self.file.set_lesson(person, lesson, &step, tried)?;
        self.state.lessons.entry(person).or_default().insert(lesson.to_owned(), step);
        self.revision += 1;
        Ok(())
    }
}
