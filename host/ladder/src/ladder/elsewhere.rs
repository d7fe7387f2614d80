//! What the file keeps of those who play elsewhere: under which names the ladder may lie there, who plays no more for
//! it, and what becomes of the games of those who lied.

use serde::{Deserialize, Serialize};

use crate::error::LadderError;
use crate::file::Withdrawal;
use crate::finals::Finals;
use crate::game::Purpose;
use crate::rules::Phase;

use super::{Ladder, from_json, to_json};

/// Under these keys the settings are: the names with a blank between them, and the bars.
const NAMES: &str = "name elsewhere";
const BARS: &str = "barred elsewhere";
/// So many games are taken out at once: nobody else has the ladder meanwhile.
const AT_ONCE: u32 = 500;

/// Somebody elsewhere who plays no more for this ladder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Bar {
    worker: String,
    /// Whether one of its results was wrong, so that none of them counts.
    lied: bool,
}

impl Ladder {
    /// What it may be called where its games are played elsewhere, the latest last.
    ///
    /// # Errors
    /// Where the file can't be read.
    pub fn names_elsewhere(&self) -> Result<Vec<String>, LadderError> {
        let names = self.file.setting(NAMES)?.unwrap_or_default();
        Ok(names.split_whitespace().map(str::to_owned).collect())
    }

    /// Keeps what it may be called there.
    ///
    /// # Errors
    /// Where the file can't be written.
    pub fn set_names_elsewhere(&mut self, names: &[String]) -> Result<(), LadderError> {
        self.file.set(&[(NAMES, &names.join(" "))])
    }

    /// Who plays no more for it.
    ///
    /// # Errors
    /// Where the file can't be read.
    pub fn barred(&self) -> Result<Vec<String>, LadderError> {
        Ok(self.bars()?.into_iter().map(|bar| bar.worker).collect())
    }

    /// Keeps that somebody plays no more for it.
    ///
    /// # Errors
    /// Where the file can't be written.
    pub fn bar(&mut self, worker: &str) -> Result<(), LadderError> {
        self.keep_bar(worker, false)
    }

    fn bars(&self) -> Result<Vec<Bar>, LadderError> {
        self.file.setting(BARS)?.map_or(Ok(Vec::new()), |bars| from_json(&bars))
    }

    fn keep_bar(&mut self, worker: &str, lied: bool) -> Result<(), LadderError> {
        let mut bars = self.bars()?;
        match bars.iter_mut().find(|bar| bar.worker == worker) {
            Some(bar) if bar.lied || !lied => return Ok(()),
            Some(bar) => bar.lied = true,
            None => bars.push(Bar { worker: worker.to_owned(), lied }),
        }
        self.file.set(&[(BARS, &to_json(&bars)?)])
    }

    /// What the host before had not yet taken out.
    pub(super) fn withdraw_from_liars(&mut self) -> Result<(), LadderError> {
        for bar in self.bars()?.into_iter().filter(|bar| bar.lied) {
            while self.withdraw(&bar.worker)? > 0 {}
        }
        Ok(())
    }

    /// Takes out some of the games that a worker has played, since one of its results was wrong, and with the first of
    /// the final also those that were paired after it. Gives how many are out; there are more until none is. Whoever
    /// takes the file up goes on with it.
    ///
    /// # Errors
    /// Where the file can't be written or read.
    pub fn withdraw(&mut self, worker: &str) -> Result<usize, LadderError> {
        self.keep_bar(worker, true)?;
        let Withdrawal { games, final_from, badges_lost, badges_kept } =
            self.file.withdraw(worker, AT_ONCE)?;
        if games.is_empty() {
            return Ok(0);
        }
        games.iter().for_each(|game| self.state.uncount(&game.played));
        for (person, badge) in badges_lost {
            let badges = self.state.badges.entry(person).or_default();
            badges.retain(|known| *known != badge);
        }
        for (person, badge) in badges_kept {
            self.state.badges.entry(person).or_default().push(badge);
        }
        self.state.badges.retain(|_, badges| !badges.is_empty());
        self.state.latest = self.file.latest()?;
        self.fit.due = true;
        self.revision += 1;
        if let Some(from) = final_from {
            self.play_final_again(from)?;
        }
        Ok(games.len())
    }

    /// From this pair on the final is played anew.
    fn play_final_again(&mut self, from: u64) -> Result<(), LadderError> {
        // What is being played of it may never have been paired.
        let stands = |purpose, number| purpose == Purpose::Rated || number < from;
        self.in_play.retain(|it| stands(it.pair.purpose, it.pair.number));
        self.put_off.retain(|it, _| stands(it.pair.purpose, it.pair.number));
        self.voids.retain(|(pair, _), _| stands(pair.purpose, pair.number));
        if let Some(finals) = &self.state.finals {
            let mut anew = Finals::of(finals.field.clone())?;
            self.file.games_of_final()?.iter().for_each(|game| anew.count(&game.played));
            self.state.finals = Some(anew);
        }
        if self.state.phase == Phase::Over {
            self.set_phase(Phase::Final)?;
        }
        Ok(())
    }
}
