//! What the organiser does to the event itself: its end, its final, its code.

use std::time::Duration;

use crate::error::LadderError;
use crate::finals::Finals;
use crate::moment::Moment;
use crate::person::{Key, random_code};
use crate::rules::{FinalFormat, Phase, Schedule};

use super::{CODE, FINALS, Ladder, ORGANISER, SCHEDULE, to_json};

impl Ladder {
    /// Ends the taking of submissions: the final begins, where there is to be one.
    ///
    /// # Errors
    /// Where that is behind already, or the file can't be written.
    pub fn close(&mut self) -> Result<(), LadderError> {
        if matches!(self.state.phase, Phase::Final | Phase::Over) {
            return Err(LadderError::NotNow("submissions are closed already".to_owned()));
        }
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
