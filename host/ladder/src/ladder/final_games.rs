//! The games of the final: which is next, and what those come to that nobody can play. A final always ends, whoever
//! leaves in the middle of it: what can't be played has a result all the same, and the others go on.

use othello_rules::{ByColour, Colour};
use othello_store::Ending;

use crate::error::LadderError;
use crate::game::{PairId, Pairing, PlayedGame, Purpose};
use crate::moment::Moment;
use crate::rules::Phase;
use crate::version::VersionId;

use super::Ladder;
use super::games::REST;

/// So many games at once have a result without being played.
const MOST_FORFEITED: usize = 100;
/// The words of those who forfeit a game that is not played.
const ABSENT: &str = "absent";
const UNPLAYABLE: &str = "unplayable";

impl Ladder {
    /// The next game of the final for somebody to play.
    pub(super) fn next_of_final(&self) -> Option<Pairing> {
        let can_begin = |pairing: &Pairing| {
            let since = self.put_off.get(pairing);
            since.is_none_or(|since| since.elapsed() >= REST) && self.absentee(pairing).is_none()
        };
        self.open_in_final().into_iter().find(can_begin)
    }

    /// The games of the final that may be begun: second ones first.
    fn open_in_final(&self) -> Vec<Pairing> {
        let Some(finals) = &self.state.finals else { return Vec::new() };
        let is_open = |pairing: &Pairing| {
            let is_of_final = pairing.pair.purpose == Purpose::Final;
            is_of_final && !finals.has(pairing) && !self.in_play.contains(pairing)
        };
        let halves = self.state.half_played.values().copied().filter(is_open);
        let is_begun = |number| {
            let is_it = |pairing: &Pairing| {
                pairing.pair.purpose == Purpose::Final && pairing.pair.number == number
            };
            let pair = PairId { purpose: Purpose::Final, number };
            self.in_play.iter().any(is_it) || self.state.half_played.contains_key(&pair)
        };
        halves.chain(finals.playable(&is_begun)).collect()
    }

    /// The side of somebody who was removed or forgotten, if there is one: of Black, where that is so of both.
    fn absentee(&self, pairing: &Pairing) -> Option<Colour> {
        let is_absent = |side: &Colour| !self.is_here(pairing.players[*side]);
        [Colour::Black, Colour::White].into_iter().find(is_absent)
    }

    fn is_here(&self, version: VersionId) -> bool {
        let author = self.author(version).and_then(|person| self.state.people.get(&person));
        author.is_some_and(|person| !person.removed)
    }

    /// Whether a version is in a final that is being played, and its author still there.
    pub(super) fn is_in_final(&self, version: VersionId) -> bool {
        let finals = self.state.finals.as_ref().filter(|_| self.state.phase == Phase::Final);
        finals.is_some_and(|it| it.field.entrants.contains(&version)) && self.is_here(version)
    }

    /// Whoever was removed or forgotten in the middle of the final loses the games that are left.
    pub(super) fn forfeit_for_absent(&mut self) -> Result<(), LadderError> {
        let Some(finals) = &self.state.finals else { return Ok(()) };
        if finals.field.entrants.iter().all(|&version| self.is_here(version)) {
            return Ok(());
        }
        let open = self.open_in_final().into_iter();
        let lost: Vec<_> =
            open.filter_map(|pairing| Some((pairing, self.absentee(&pairing)?))).collect();
        for (pairing, by) in lost.into_iter().take(MOST_FORFEITED) {
            let reason = "who had it was not there any more".to_owned();
            let ending = Ending::Forfeit { by, word: ABSENT.to_owned(), reason };
            self.settle_unplayed(pairing, ending)?;
        }
        Ok(())
    }

    /// What a game comes to that can't be played: it is lost by the one that is to blame, and drawn where nobody knows
    /// which that is, or it is neither.
    pub(super) fn settle_unplayable(
        &mut self,
        pairing: Pairing,
        unplayable: Option<VersionId>,
    ) -> Result<(), LadderError> {
        let is_it = |side: &Colour| Some(pairing.players[*side]) == unplayable;
        let by = [Colour::Black, Colour::White].into_iter().find(is_it);
        let reason = "it could not be made ready to play".to_owned();
        let ending = match by {
            Some(by) => Ending::Forfeit { by, word: UNPLAYABLE.to_owned(), reason },
            None => Ending::Played { winner: None },
        };
        self.settle_unplayed(pairing, ending)
    }

    fn settle_unplayed(&mut self, pairing: Pairing, ending: Ending) -> Result<(), LadderError> {
        self.put_off.remove(&pairing);
        let discs = self.setup()?.position().map(|position| position.count());
        let unplayed = PlayedGame {
            pairing,
            ending,
            discs: discs.unwrap_or(ByColour { black: 0, white: 0 }),
            moves: String::new(),
            began: Moment::now(),
            took_ms: 0,
            worker: None,
        };
        self.keep_game(unplayed).map(drop)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail so")]

    use othello_arena::GameSetup;
    use tempfile::TempDir;

    use super::*;
    use crate::ladder::{Opened, Task};
    use crate::person::PersonId;
    use crate::rules::{FinalFormat, Rules, Schedule};
    use crate::version::Verdict;

    /// A ladder in its final between so many.
    fn final_of(format: FinalFormat, people: usize) -> (TempDir, Ladder, Vec<PersonId>) {
        let folder = tempfile::tempdir().unwrap();
        let begin = || {
            let setup = GameSetup::find("othello", Some(6), None).map_err(LadderError::Rules)?;
            let rules = Rules { final_format: format, ..Rules::new("Test", &setup)? };
            Ok((rules, Schedule::default()))
        };
        let Opened { mut ladder, .. } =
            Ladder::open(&folder.path().join("ladder.db"), begin).unwrap();
        let code = ladder.state.code.clone();
        let join = |number: usize| {
            let (person, _) = ladder.join(&format!("Person {number}"), &code, Moment(0)).unwrap();
            let version = ladder.submit(person, &format!("RETURN {number}"), Moment(0)).unwrap();
            ladder.judge(version, Verdict::Accepted(String::new())).unwrap();
            person
        };
        let people = (0..people).map(join).collect();
        ladder.close(Moment(1)).unwrap();
        (folder, ladder, people)
    }

    fn played(pairing: Pairing, ending: Ending) -> PlayedGame {
        let discs = ByColour { black: 20, white: 16 };
        let (moves, began) = ("c2".to_owned(), Moment(0));
        PlayedGame { pairing, ending, discs, moves, began, took_ms: 5, worker: None }
    }

    /// Plays until there is nothing to be played, with so many games at once; gives how many were.
    fn play_on(ladder: &mut Ladder, at_once: usize) -> usize {
        let (mut out, mut games) = (Vec::new(), 0);
        for _ in 0..1000 {
            while out.len() < at_once
                && let Some(Task::Play(pairing)) = ladder.next_task(0, at_once)
            {
                out.push(pairing);
            }
            if let Some(pairing) = out.pop() {
                let ending = Ending::Played { winner: Some(Colour::Black) };
                ladder.record(played(pairing, ending)).unwrap().unwrap();
                games += 1;
            }
            ladder.tick(Moment(1)).unwrap();
            if ladder.state.phase == Phase::Over {
                return games;
            }
        }
        panic!("the final never ends")
    }

    #[test]
    fn a_final_ends_whoever_leaves_in_the_middle_of_it_and_they_lose_what_is_left() {
        for format in [FinalFormat::Swiss, FinalFormat::RoundRobin] {
            let (_folder, mut ladder, people) = final_of(format, 7);
            let Some(Task::Play(out)) = ladder.next_task(0, 2) else { panic!("no game") };
            let forgotten = ladder.author(out.players.black).unwrap();
            ladder.forget(forgotten).unwrap().finish().unwrap();
            let removed = people.iter().rev().find(|&&it| it != forgotten).copied().unwrap();
            ladder.remove(removed, true).unwrap();
            // What was being played then is played to its end.
            let ending = Ending::Played { winner: Some(Colour::Black) };
            ladder.record(played(out, ending)).unwrap().unwrap();
            let games = play_on(&mut ladder, 3);
            let finals = ladder.state.finals.as_ref().unwrap();
            assert_eq!(finals.progress().0, finals.progress().1, "{format:?}");
            let all = ladder.archive().games_after(crate::GameId(0), 1000).unwrap();
            let is_forfeit = |side: Colour, game: &PlayedGame| game.fault(side) == Some(ABSENT);
            let mut forfeits = 0;
            for game in all.iter().map(|game| &game.played) {
                let gone = |side: Colour| {
                    let author = ladder.author(game.pairing.players[side]).unwrap();
                    [forgotten, removed].contains(&author)
                };
                let lost = [Colour::Black, Colour::White].map(|side| is_forfeit(side, game));
                assert!(!lost[0] || gone(Colour::Black));
                assert!(!lost[1] || gone(Colour::White));
                forfeits += usize::from(lost[0] || lost[1]);
                if game.pairing != out {
                    let was_played = !gone(Colour::Black) && !gone(Colour::White);
                    assert_eq!(was_played, !lost[0] && !lost[1], "{game:?}");
                }
            }
            assert_eq!(all.len(), games + 1 + forfeits);
            assert!(forfeits > 0);
        }
    }

    #[test]
    fn somebody_who_is_let_in_again_plays_what_is_left() {
        let (_folder, mut ladder, people) = final_of(FinalFormat::RoundRobin, 3);
        ladder.remove(people[0], true).unwrap();
        ladder.tick(Moment(1)).unwrap();
        let lost = ladder.state.games;
        ladder.remove(people[0], false).unwrap();
        assert_eq!((lost, play_on(&mut ladder, 2)), (2, 4));
    }

    #[test]
    fn a_game_of_the_final_that_nobody_can_play_lets_others_go_before_it_and_has_a_result_in_the_end()
     {
        for by_black in [true, false] {
            let (_folder, mut ladder, _) = final_of(FinalFormat::Swiss, 4);
            let Some(Task::Play(bad)) = ladder.next_task(0, 2) else { panic!("no game") };
            let unplayable = by_black.then_some(bad.players.black);
            for number in 0..2 {
                ladder.void(bad, unplayable).unwrap();
                let next = ladder.next_task(0, 2);
                assert!(next.is_some() && next != Some(Task::Play(bad)), "{number}: {next:?}");
                if let Some(Task::Play(pairing)) = next {
                    ladder.give_back(pairing);
                }
                // As if it had rested.
                ladder.put_off.clear();
                assert_eq!(ladder.next_task(0, 2), Some(Task::Play(bad)));
            }
            ladder.void(bad, unplayable).unwrap();
            let game = ladder.state.latest.back().unwrap().played.clone();
            assert_eq!(game.pairing, bad);
            match by_black {
                true => assert_eq!(game.fault(Colour::Black), Some(UNPLAYABLE)),
                false => assert_eq!(game.ending, Ending::Played { winner: None }),
            }
            let state = ladder.state.clone();
            assert_eq!(Ladder::read(ladder.path()).unwrap().state, state);
            play_on(&mut ladder, 2);
        }
    }
}
