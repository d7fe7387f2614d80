//! What is to be done next, and what came of it: checks first, since somebody waits for each; then the second games of
//! pairs, and new pairs.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use othello_rules::{ByColour, Colour};
use othello_store::Ending;

use crate::badge;
use crate::error::LadderError;
use crate::file::Withdrawal;
use crate::game::{GameId, LadderGame, PairId, Pairing, PlayedGame, Purpose};
use crate::pairing::{Candidate, choose, ordered};
use crate::person::PersonId;
use crate::rules::Phase;
use crate::version::{Verdict, VersionId};

use super::{Fit, Ladder};

/// A version that nobody knows is taken to need so long for a game, in milliseconds.
const USUAL_MS: f64 = 300.0;
/// Who has fewer games may keep a second game of a pair waiting.
const UNPLACED: u64 = 1;
/// A game that came to nothing so often is given up, with its pair.
const TRIES: u32 = 3;
/// For whom a pair was given up has no other one for so long.
const REST: Duration = Duration::from_secs(10);
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

    fn author(&self, version: VersionId) -> Option<PersonId> {
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

    /// A second game whose first is played, and whose players are still there.
    fn waiting_half(&self) -> Option<Pairing> {
        let of = |pairing: &&Pairing| {
            pairing.pair.purpose == Purpose::Rated
                && !self.in_play.contains(pairing)
                && pairing.players.as_ref().into_iter().all(|&one| self.state.can_play(one))
        };
        self.state.half_played.values().find(of).copied()
    }

    fn next_of_final(&mut self) -> Option<Pairing> {
        let finals = self.state.finals.as_ref()?;
        let open = |pairing: &Pairing| !finals.has(pairing) && !self.in_play.contains(pairing);
        let half = self
            .state
            .half_played
            .values()
            .find(|pairing| pairing.pair.purpose == Purpose::Final && open(pairing));
        if let Some(half) = half {
            return Some(*half);
        }
        let begun = |number| {
            let is_it = |pair: PairId| pair == PairId { purpose: Purpose::Final, number };
            self.in_play.iter().any(|pairing| is_it(pairing.pair))
                || self.state.half_played.keys().any(|&pair| is_it(pair))
        };
        finals.next(&begun)
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
    pub fn record(&mut self, mut played: PlayedGame) -> Result<Option<GameId>, LadderError> {
        let Some(at) = self.in_play.iter().position(|pairing| *pairing == played.pairing) else {
            return Ok(None);
        };
        self.in_play.swap_remove(at);
        self.voids.remove(&(played.pairing.pair, played.pairing.second));
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

    /// Takes out all games that a worker has played, since one of its results was wrong, and of the final also those that
    /// were paired after the first of them. Gives how many are out.
    ///
    /// # Errors
    /// Where the file can't be written or read.
    pub fn withdraw(&mut self, worker: &str) -> Result<usize, LadderError> {
        let Withdrawal { games, final_from } = self.file.withdraw(worker)?;
        if games == 0 {
            return Ok(0);
        }
        // What is being played of the final may never have been paired.
        self.in_play.retain(|pairing| {
            let pair = pairing.pair;
            pair.purpose == Purpose::Rated || final_from.is_none_or(|from| pair.number < from)
        });
        let pairs = self.state.pairs;
        self.state = Ladder::state_of(&self.file)?;
        // No pair that is being played may have its number twice.
        self.state.pairs = self.state.pairs.max(pairs);
        self.fit = Fit::default();
        self.revision += 1;
        if final_from.is_some() && self.state.phase == Phase::Over {
            // What is out of the final has to be played.
            self.set_phase(Phase::Final)?;
        }
        Ok(games)
    }

    /// Whether nothing is to be known of somebody any more.
    pub(super) fn is_forgotten(&self, person: PersonId) -> bool {
        let known = self.state.people.get(&person);
        known.is_some_and(|person| person.removed && !person.boss && person.key.is_none())
    }

    /// A game came to nothing: it is played again, and given up with its pair where that does not help.
    pub fn void(&mut self, pairing: Pairing) {
        self.in_play.retain(|one| *one != pairing);
        let tries = self.voids.entry((pairing.pair, pairing.second)).or_default();
        *tries += 1;
        if pairing.pair.purpose == Purpose::Rated {
            if *tries >= TRIES {
                self.state.half_played.remove(&pairing.pair);
                // Whoever it was played for may be unable to play: the others go before it for a while.
                let [seeker, _] = pairing.in_order(pairing.players);
                self.resting.retain(|_, since| since.elapsed() < REST);
                self.resting.insert(seeker, Instant::now());
            } else if !pairing.second {
                self.state.half_played.insert(pairing.pair, pairing);
            }
        }
    }

    /// Whether a game has come to nothing so often that its result counts, whatever it is.
    #[must_use]
    pub fn is_last_try(&self, pairing: &Pairing) -> bool {
        let tries = self.voids.get(&(pairing.pair, pairing.second));
        tries.is_some_and(|&tries| tries + 1 >= TRIES)
    }
}
