//! Where a contest stands: what each made of its games against each, forfeits by reason, pairs of games.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use othello_rules::{ByColour, Colour};
use othello_store::{Ending, GameResult, Score};

use super::moves_hash::MovesHash;
use super::plan::Plan;
use super::schedule::{Contestant, PairNumber, PairScore, Results};
use crate::ratings::{MatchTally, PairResult, Repeats};

/// A game of a contest that has a result.
#[derive(Clone, Debug, PartialEq)]
pub struct GameDone {
    /// Its number: twice its pair's place, and one more where the second of the pair has Black. None outside
    /// of a contest.
    pub number: Option<u64>,
    /// Who played.
    pub players: ByColour<Contestant>,
    /// How it ended.
    pub ending: Ending,
    /// How long it took.
    pub took: Duration,
    /// Whether the host kept a player waiting.
    pub held_up: bool,
    /// Its moves, as far as they tell it from others.
    pub moves: MovesHash,
    /// How often the same two had played it before, with the same colours.
    pub played_before: u64,
}

impl GameDone {
    /// A game of a file, under a number and between contestants that the reader gives them, and as if nobody had played
    /// it before.
    #[must_use]
    pub fn of(result: GameResult, number: Option<u64>, players: ByColour<Contestant>) -> GameDone {
        GameDone {
            number,
            players,
            ending: result.ending,
            took: result.took,
            held_up: result.held_up,
            moves: MovesHash::of(&result.moves),
            played_before: 0,
        }
    }

    /// A game of a contest's file, if it has a place and contestants in this plan.
    pub(super) fn of_plan(plan: &Plan, result: GameResult) -> Option<GameDone> {
        let number = u64::try_from(result.contest_place?.0).ok()?;
        let ByColour { black, white } = result.names.as_ref().map(|name| plan.entrant(name));
        let players = ByColour { black: black?, white: white? };
        Some(GameDone::of(result, Some(number), players))
    }

    /// What Black made of it in halves of a point.
    fn half_points(&self) -> Option<ByColour<u8>> {
        let of = |side| {
            self.ending.score(side).map(|score| match score {
                Score::Win => 2,
                Score::Draw => 1,
                Score::Loss => 0,
            })
        };
        let black = of(Colour::Black)?;
        Some(ByColour { black, white: 2 - black })
    }
}

/// Where a contest stands.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Standings {
    /// What came of the games of each two that met; the first comes first in the seeding.
    pub meetings: BTreeMap<(Contestant, Contestant), MatchTally>,
    /// How often each contestant forfeited, by reason.
    pub forfeits: BTreeMap<Contestant, BTreeMap<String, u64>>,
    /// Games that have a result.
    pub games: u64,
    /// Games that were held up.
    pub held_up: u64,
    /// Games that Black won, that were drawn, that White won.
    pub by_colour: [u64; 3],
    results: Results,
    /// Half points of the one with Black, of the only game so far of a pair: as many as are being played.
    halves: HashMap<PairNumber, (u64, GameHalf)>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct GameHalf {
    players: ByColour<Contestant>,
    half_points: ByColour<u8>,
    moves: MovesHash,
}

impl Standings {
    /// Those of a plan before its first game, which know no more of its pairs than the next ones follow from.
    pub(super) fn of(plan: &Plan) -> Standings {
        let results = plan.format.places_of_a_meeting(plan.pairs).map(Results::of_meetings);
        Standings { results: results.unwrap_or_default(), ..Standings::default() }
    }

    /// Counts a game.
    pub fn add(&mut self, game: &GameDone) {
        let Some(half_points) = game.half_points() else { return };
        self.games += 1;
        self.held_up += u64::from(game.held_up);
        self.by_colour[usize::from(2 - half_points.black)] += 1;
        let ByColour { black, white } = game.players;
        let first = if black <= white { Colour::Black } else { Colour::White };
        let tally = self.meetings.entry((black.min(white), black.max(white))).or_default();
        tally.repeats.add(game.played_before);
        let outcome = usize::from(2 - half_points[first]);
        *[&mut tally.wins, &mut tally.draws, &mut tally.losses][outcome] += 1;
        tally.single[outcome] += 1;
        if let Ending::Forfeit { by, word, .. } = &game.ending {
            let loser = game.players[*by];
            let of_first = *by == first;
            *if of_first { &mut tally.forfeits } else { &mut tally.forfeits_by_opponent } += 1;
            *self.forfeits.entry(loser).or_default().entry(word.clone()).or_default() += 1;
        }
        if let Some(number) = game.number {
            self.pair_up(
                number,
                GameHalf { players: game.players, half_points, moves: game.moves },
            );
        }
    }

    /// Makes a pair of two games, once both are there.
    fn pair_up(&mut self, number: u64, game: GameHalf) {
        let place = number / 2;
        let Some((other_number, other)) = self.halves.remove(&place) else {
            self.halves.insert(place, (number, game));
            return;
        };
        let (one, two) = if other_number < number { (other, game) } else { (game, other) };
        if two.players != one.players.swapped() {
            // A player was another version in the second: they stay two games.
            return;
        }
        let (first, second) = (one.players.black, one.players.white);
        let half_points = u32::from(one.half_points.black + two.half_points.white);
        let games = MovesHash::of_pair(one.moves, two.moves);
        self.results.insert(place, PairScore { first, second, half_points, games });
        let key = (first.min(second), first.max(second));
        let tally = self.meetings.entry(key).or_default();
        let of_key = if first == key.0 { half_points } else { 4 - half_points };
        tally.pairs.0[of_key as usize] += 1;
        for (half, colour) in [(one, Colour::Black), (two, Colour::White)] {
            let points = half.half_points[if first == key.0 { colour } else { !colour }];
            tally.single[usize::from(2 - points)] -= 1;
        }
    }

    /// The finished pairs.
    #[must_use]
    pub fn results(&self) -> &Results {
        &self.results
    }

    /// Forgets what the pairs came to that are finished without a gap, for whoever wants to know no more than what they
    /// came to in all.
    pub fn forget_pairs(&mut self) {
        self.results.forget();
    }

    /// The finished pairs, of whoever wants to know nothing else.
    pub(super) fn into_results(self) -> Results {
        self.results
    }

    /// Whether a game of an unfinished pair is there.
    #[must_use]
    pub fn has(&self, number: u64) -> bool {
        self.halves.get(&(number / 2)).is_some_and(|(there, _)| *there == number)
    }

    /// What the first of two made of its games against the second, from its own side.
    #[must_use]
    pub fn meeting(&self, of: Contestant, against: Contestant) -> Option<MatchTally> {
        let tally = self.meetings.get(&(of.min(against), of.max(against)))?;
        Some(if of <= against { *tally } else { tally.turned() })
    }

    /// Points and games of a contestant.
    #[must_use]
    pub fn points(&self, of: Contestant) -> (f64, u64) {
        let (mut half_points, mut games) = (0, 0);
        for (&(first, second), tally) in &self.meetings {
            let wins = match of {
                _ if of == first => tally.wins,
                _ if of == second => tally.losses,
                _ => continue,
            };
            half_points += 2 * wins + tally.draws;
            games += tally.games();
        }
        (half_points as f64 / 2.0, games)
    }

    /// How many of all games are different.
    #[must_use]
    pub fn repeats(&self) -> Repeats {
        self.meetings.values().map(|tally| tally.repeats).sum()
    }

    /// The results as the ratings take them: pairs, and the games that belong to none.
    #[must_use]
    pub(crate) fn pair_results(&self) -> Vec<PairResult> {
        let between_two = self.meetings.iter().filter(|((first, second), _)| first != second);
        between_two.flat_map(|(&(first, second), tally)| tally.results(first, second)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(number: u64, black: usize, white: usize, winner: Option<Colour>) -> GameDone {
        GameDone {
            number: Some(number),
            players: ByColour { black, white },
            ending: Ending::Played { winner },
            took: Duration::ZERO,
            held_up: false,
            moves: MovesHash::of(&format!("game {number}")),
            played_before: 0,
        }
    }

    #[test]
    fn two_games_make_a_pair_in_whatever_order_they_come() {
        let games = [game(6, 1, 0, Some(Colour::Black)), game(7, 0, 1, None), game(8, 0, 1, None)];
        let mut forward = Standings::default();
        games.iter().for_each(|game| forward.add(game));
        let mut backward = Standings::default();
        games.iter().rev().for_each(|game| backward.add(game));
        assert_eq!(forward, backward);
        let score = forward.results().get(3).unwrap();
        assert_eq!((score.first, score.second, score.half_points), (1, 0, 3));
        assert!(forward.has(8) && !forward.has(9));
        let tally = forward.meeting(0, 1).unwrap();
        assert_eq!((tally.wins, tally.draws, tally.losses), (0, 2, 1));
        assert_eq!(tally.pairs.0, [0, 1, 0, 0, 0]);
        assert_eq!(forward.meeting(1, 0).unwrap().pairs.0, [0, 0, 0, 1, 0]);
        assert_eq!(forward.points(1), (2.0, 3));
    }

    #[test]
    fn ratings_get_pairs_and_the_games_that_are_left_over() {
        let mut standings = Standings::default();
        standings.add(&game(0, 0, 1, Some(Colour::Black)));
        standings.add(&game(1, 1, 0, Some(Colour::White)));
        standings.add(&game(2, 0, 1, Some(Colour::White)));
        let results = standings.pair_results();
        let result = |games, points| PairResult {
            first: 0,
            second: 1,
            games,
            points,
            count: 1,
            evidence: 1.0,
        };
        assert_eq!(results, [result(2, 2.0), result(1, 0.0)]);
    }

    #[test]
    fn the_same_game_again_is_no_evidence() {
        let mut standings = Standings::default();
        for number in 0..10 {
            let (black, white) = if number % 2 == 0 { (0, 1) } else { (1, 0) };
            let played_before = number / 2;
            let game = game(number, black, white, Some(Colour::Black));
            standings.add(&GameDone { played_before, ..game });
        }
        let repeats = standings.repeats();
        assert_eq!((repeats.games, repeats.different), (10, 2));
        assert!((standings.pair_results()[0].evidence - 0.2).abs() < 1e-12);
    }

    #[test]
    fn forfeits_are_counted_by_their_reason() {
        let mut standings = Standings::default();
        let ending = Ending::Forfeit {
            by: Colour::White,
            word: "time-out".to_owned(),
            reason: "time-out: took 2 s".to_owned(),
        };
        standings.add(&GameDone { ending, ..game(0, 0, 1, None) });
        assert_eq!(standings.forfeits[&1]["time-out"], 1);
        let tally = standings.meeting(0, 1).unwrap();
        assert_eq!((tally.wins, tally.forfeits, tally.forfeits_by_opponent), (1, 0, 1));
    }
}
