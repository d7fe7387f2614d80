//! How far people are with the lessons, as it is in the file.

use rusqlite::{OptionalExtension, params};

use super::LadderFile;
use crate::error::LadderError;
use crate::lesson::LessonStep;
use crate::moment::Moment;
use crate::person::PersonId;
use crate::state::State;

impl LadderFile {
    /// Keeps how far somebody is with a lesson, and where it is another one the query that they tried last.
    pub(crate) fn set_lesson(
        &mut self,
        person: PersonId,
        lesson: &str,
        step: &LessonStep,
        tried: Option<Option<&str>>,
    ) -> Result<(), LadderError> {
        let LessonStep { passed, hints, tries, last } = *step;
        let hints = i64::try_from(hints).unwrap_or(i64::MAX);
        self.write(|transaction| {
            let statement = "INSERT INTO lesson (person, lesson, passed, hints, tries, last) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
                             ON CONFLICT (person, lesson) DO UPDATE SET passed = ?3, hints = ?4, tries = ?5, last = ?6";
            transaction
                .prepare_cached(statement)?
                .execute(params![person.0, lesson, passed, hints, tries, last.0])?;
            if let Some(query) = tried {
                let statement = "UPDATE lesson SET query = ?3 WHERE person = ?1 AND lesson = ?2";
                transaction.prepare_cached(statement)?.execute(params![person.0, lesson, query])?;
            }
            Ok(())
        })
    }

    /// The query that somebody tried last for a lesson.
    pub(crate) fn tried_query(
        &self,
        person: PersonId,
        lesson: &str,
    ) -> Result<Option<String>, LadderError> {
        self.with(|connection| {
            let statement = "SELECT query FROM lesson WHERE person = ?1 AND lesson = ?2";
            let mut statement = connection.prepare_cached(statement)?;
            let query = statement.query_row(params![person.0, lesson], |row| row.get(0));
            Ok(query.optional()?.flatten())
        })
    }

    /// Reads how far everybody is into a state that knows nothing of it.
    pub(super) fn load_lessons(&self, state: &mut State) -> Result<(), LadderError> {
        self.with(|connection| {
            let statement = "SELECT person, lesson, passed, hints, tries, last, length(CAST(query AS BLOB)) FROM lesson";
            let mut statement = connection.prepare(statement)?;
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                let hints: i64 = row.get(3)?;
                let step = LessonStep {
                    passed: row.get(2)?,
                    hints: usize::try_from(hints).unwrap_or_default(),
                    tries: row.get(4)?,
                    last: Moment(row.get(5)?),
                };
                let steps = state.lessons.entry(PersonId(row.get(0)?)).or_default();
                steps.insert(row.get(1)?, step);
                let bytes: Option<i64> = row.get(6)?;
                state.tried_bytes += u64::try_from(bytes.unwrap_or_default()).unwrap_or_default();
            }
            Ok(())
        })
    }
}
