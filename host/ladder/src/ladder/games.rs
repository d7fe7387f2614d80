//! What is to be done next, and what came of it: checks first, since somebody waits for each; then games that came back,
//! the second games of pairs, and new pairs.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use othello_rules::{ByColour, Colour};
use othello_store::Ending;

use crate::badge;
use crate::error::LadderError;
use crate::game::{GameId, LadderGame, PairId, Pairing, PlayedGame, Purpose};
use crate::pairing::{Candidate, choose, ordered};
use crate::person::{Person, PersonId};
use crate::rules::Phase;
use crate::version::{Verdict, VersionId};

use super::Ladder;

/// A version that nobody knows is taken to need so long for a game, in milliseconds.
const USUAL_MS: f64 = 300.0;
/// Who has fewer games may keep a second game of a pair waiting.
const UNPLACED: u64 = 1;
/// A game that came to nothing so often is given up, with its pair.
const TRIES: u32 = 3;
/// Those for whom a pair was given up have no other one for so long, and a game of the final that came to nothing lets
/// the others go before it.
pub(super) const REST: Duration = Duration::from_secs(10);
/// Two that take longer for a game are slow, in milliseconds.
const SLOW_MS: f64 = 3000.0;

/// Something to be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Task {
    /// A version is to be checked.
    Check(VersionId),
    /// A game is to be played.
    Play(Pairing),
}

impl Ladder {
    /// What is to be done next, if there is anything, by one of so many who check and so many who play; of none of either
    /// that is not asked for.
    pub fn next_task(&mut self, checkers: usize, players: usize) -> Option<Task> {
        if self.state.phase == Phase::Before {
            return None;
        }
        if checkers > 0
            && let Some(version) = self.next_check(checkers)
        {
            self.in_check.insert(version);
            return Some(Task::Check(version));
        }
        if players == 0 {
            return None;
        }
        let pairing = match self.state.phase {
            // The final waits for the checker, which has all cores for it.
            Phase::Open if self.closing.is_some() => None,
            Phase::Open => self.next_rated(players),
            Phase::Final => self.next_of_final(),
            Phase::Before | Phase::Over => None,
        }?;
        self.in_play.push(pairing);
        Some(Task::Play(pairing))
    }

    /// The version that has waited longest, of people of whom none is being checked. What is no query may take its time
    /// to be checked, and never has all workers.
    fn next_check(&self, checkers: usize) -> Option<VersionId> {
        let is_code =
            |id: &VersionId| self.state.versions.get(id).is_some_and(|one| one.content.is_code());
        let code = self.in_check.iter().filter(|&id| is_code(id)).count();
        let room_for_code = code + 1 < checkers.max(2);
        let busy =
            |person: PersonId| self.in_check.iter().any(|one| self.author(*one) == Some(person));
        let waiting = self.state.versions.values().filter(|one| {
            one.verdict == Verdict::Waiting
                && !self.in_check.contains(&one.id)
                && !busy(one.person)
                && (room_for_code || !is_code(&one.id))
        });
        waiting.min_by_key(|one| one.submitted).map(|one| one.id)
    }

    pub(super) fn author(&self, version: VersionId) -> Option<PersonId> {
        self.state.versions.get(&version).map(|one| one.person)
    }

    fn next_rated(&mut self, players: usize) -> Option<Pairing> {
        let candidates = self.candidates();
        let newcomer = candidates.iter().any(|one| one.games < UNPLACED && one.playing == 0);
        if !newcomer && let Some(half) = self.waiting_half() {
            return Some(half);
        }
        let in_play: HashSet<_> = self
            .in_play
            .iter()
            .map(|pairing| ordered(pairing.players.black, pairing.players.white))
            .collect();
        let slow = self.in_play.iter().filter(|pairing| self.is_slow(pairing)).count();
        let room_for_slow = slow + 1 < players.max(2);
        self.shares.enter(candidates.iter().filter(|one| !one.boss).map(|one| one.person));
        let ratings = &self.state.ratings;
        let (one, other) = choose(ratings, &candidates, &self.shares, &in_play, room_for_slow)?;
        let number = self.state.pairs;
        self.state.pairs += 1;
        // Both games are charged now, so that the next choice knows of them.
        if let Some(seeker) = candidates.iter().find(|candidate| candidate.version == one) {
            self.shares.charge(seeker.person, 2.0 * seeker.mean_ms);
        }
        let players = ByColour { black: one, white: other };
        let pair = PairId { purpose: Purpose::Rated, number };
        Some(Pairing { pair, second: false, players })
    }

    /// A game that came back, or a second one whose first is played, where both players are still there.
    fn waiting_half(&mut self) -> Option<Pairing> {
        while let Some(pairing) = self.returned.pop() {
            if self.is_playable(&pairing) {
                return Some(pairing);
            }
        }
        let is_open = |pairing: &&Pairing| {
            pairing.pair.purpose == Purpose::Rated
                && !self.given_up.contains(&pairing.pair)
                && !self.in_play.contains(pairing)
                && self.is_playable(pairing)
        };
        self.state.half_played.values().find(is_open).copied()
    }

    fn is_playable(&self, pairing: &Pairing) -> bool {
        pairing.players.as_ref().into_iter().all(|&one| self.state.can_play(one))
    }

    fn candidates(&self) -> Vec<Candidate> {
        let of = |person: &crate::Person| {
            let version = self.state.playing_version(person.id)?;
            if self.resting.get(&version.id).is_some_and(|since| since.elapsed() < REST) {
                return None;
            }
            let player = *self.state.rated.get(&version.id)?;
            let games = version.tally.games();
            let plays = |pairing: &&Pairing| {
                pairing.players.black == version.id || pairing.players.white == version.id
            };
            Some(Candidate {
                version: version.id,
                person: person.id,
                player,
                boss: person.boss,
                games,
                playing: self.in_play.iter().filter(plays).count(),
                mean_ms: self.mean_ms(version.id),
            })
        };
        self.state.people.values().filter(|person| !person.removed).filter_map(of).collect()
    }

    pub(super) fn mean_ms(&self, version: VersionId) -> f64 {
        let Some(version) = self.state.versions.get(&version) else { return USUAL_MS };
        match version.tally.games() {
            0 => USUAL_MS,
            games => version.tally.took_ms as f64 / games as f64,
        }
    }

    fn is_slow(&self, pairing: &Pairing) -> bool {
        self.mean_ms(pairing.players.black) + self.mean_ms(pairing.players.white) >= SLOW_MS
    }

    /// Keeps the result of a game that was handed out; one that is there already changes nothing. Of somebody who was
    /// forgotten while it was played it tells no more than the result.
    ///
    /// # Errors
    /// Where the file can't be written.
    pub fn record(&mut self, played: PlayedGame) -> Result<Option<GameId>, LadderError> {
        if !self.take_out_of_play(&played.pairing) {
            return Ok(None);
        }
        self.voids.remove(&(played.pairing.pair, played.pairing.second));
        self.keep_game(played)
    }

    /// Keeps what came of a game.
    pub(super) fn keep_game(
        &mut self,
        mut played: PlayedGame,
    ) -> Result<Option<GameId>, LadderError> {
        let mut badges = badge::earned(&self.state, &played);
        badges.retain(|(person, _)| !self.is_forgotten(*person));
        if let Ending::Forfeit { by, reason, .. } = &mut played.ending
            && let Some(person) = self.author(played.pairing.players[*by])
            && self.is_forgotten(person)
        {
            reason.clear();
        }
        let Some(id) = self.file.add_game(&played, &badges)? else { return Ok(None) };
        let ByColour { black, white } = played.pairing.players;
        if played.pairing.pair.purpose == Purpose::Rated {
            let half_points = played.half_points(Colour::Black);
            self.state.tell_ratings(black, white, 1, half_points.into());
            self.fit.due = true;
            self.credit.earn(played.took_ms);
        }
        self.state.count(LadderGame { id, played });
        for (person, fact) in badges {
            self.state.badges.entry(person).or_default().push(fact);
        }
        self.revision += 1;
        Ok(Some(id))
    }

    /// Whether nothing is to be known of somebody any more.
    pub(super) fn is_forgotten(&self, person: PersonId) -> bool {
        self.state.people.get(&person).is_some_and(Person::is_forgotten)
    }

    fn take_out_of_play(&mut self, pairing: &Pairing) -> bool {
        let at = self.in_play.iter().position(|one| one == pairing);
        at.map(|at| self.in_play.swap_remove(at)).is_some()
    }

    /// A game that was handed out comes back as it was: nobody plays it where it is.
    pub fn give_back(&mut self, pairing: Pairing) {
        // A second game waits beside its first, and one of a final in its schedule.
        if self.take_out_of_play(&pairing)
            && pairing.pair.purpose == Purpose::Rated
            && !pairing.second
        {
            self.returned.push(pairing);
        }
    }

    /// A game came to nothing, because of one of its versions where that is known. It is played again; where that does
    /// not help, a rated one is given up with its pair, and one of the final has a result without being played.
    ///
    /// # Errors
    /// Where the file can't be written.
    pub fn void(
        &mut self,
        pairing: Pairing,
        unplayable: Option<VersionId>,
    ) -> Result<(), LadderError> {
        if !self.in_play.contains(&pairing) {
            return Ok(());
        }
        let game = (pairing.pair, pairing.second);
        let tries = self.voids.entry(game).or_default();
        *tries += 1;
        let is_given_up = *tries >= TRIES;
        if is_given_up {
            self.voids.remove(&game);
        }
        match (pairing.pair.purpose, is_given_up) {
            (Purpose::Rated, false) => self.give_back(pairing),
            (Purpose::Rated, true) => {
                self.take_out_of_play(&pairing);
                self.given_up.insert(pairing.pair);
                self.rest(&pairing, unplayable);
            }
            (Purpose::Final, false) => {
                self.take_out_of_play(&pairing);
                self.put_off.insert(pairing, Instant::now());
            }
            (Purpose::Final, true) => {
                self.take_out_of_play(&pairing);
                self.settle_unplayable(pairing, unplayable)?;
            }
        }
        Ok(())
    }

    /// Whose pair was given up may be unable to play, so that the others go before them for a while: whoever is known to
    /// be, or else both but for those who are there to be beaten, and whom one bad opponent takes from nobody else.
    fn rest(&mut self, pairing: &Pairing, unplayable: Option<VersionId>) {
        let is_boss = |version| {
            let author = self.author(version).and_then(|person| self.state.people.get(&person));
            author.is_some_and(|person| person.boss)
        };
        let rests: Vec<_> = match unplayable {
            Some(version) => vec![version],
            None => pairing.players.into_iter().filter(|&version| !is_boss(version)).collect(),
        };
        self.resting.retain(|_, since| since.elapsed() < REST);
        self.resting.extend(rests.into_iter().map(|version| (version, Instant::now())));
    }

    /// Whether a game has come to nothing so often that its result counts, whatever it is.
    #[must_use]
    pub fn is_last_try(&self, pairing: &Pairing) -> bool {
        let tries = self.voids.get(&(pairing.pair, pairing.second));
        tries.is_some_and(|&tries| tries + 1 >= TRIES)
    }
}
