//! Who plays whom next: whoever has had least of the cores so far, against the one from whom most is learnt about the
//! order in the time that it takes, or else, and mostly, against one who is drawn. Newcomers come first, and meet those
//! first of whom much is known.

use std::collections::{HashMap, HashSet};

use othello_arena::ratings::{LiveRatings, expected_score};

use crate::person::PersonId;
use crate::version::VersionId;

/// Versions with fewer games meet those first of whom much is known.
const NEWCOMER: u64 = 6;
/// Of whom so many games are there, much is known.
const WELL_KNOWN: u64 = 10;
/// Two that take so long for a game are not to have all cores, in milliseconds.
const SLOW_MS: f64 = 3000.0;
/// What a game takes beside its players, in milliseconds.
const OVERHEAD_MS: f64 = 20.0;
/// Whose rating is known as well as this has no need of more games, in Elo.
const SETTLED: f64 = 12.0;
/// Of so many pairs of somebody one is chosen, and the others are drawn.
const ONE_IN: u64 = 4;

/// Somebody who can play.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    pub version: VersionId,
    pub person: PersonId,
    /// The version's number in the ratings.
    pub player: usize,
    pub boss: bool,
    /// Games that count.
    pub games: u64,
    /// Games that it plays at this moment.
    pub playing: usize,
    /// What a game of it takes on the average.
    pub mean_ms: f64,
}

/// How much of the cores everybody has had, in milliseconds of games that were played for them. Who comes later begins
/// where the least of those stands who are there: nobody can save up time by being away, or get more by a new version.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shares {
    had: HashMap<PersonId, f64>,
}

impl Shares {
    /// Sees to it that everybody who plays has a share, beginning at the least that the others have had.
    pub fn enter(&mut self, people: impl Iterator<Item = PersonId>) {
        let people: HashSet<PersonId> = people.collect();
        self.had.retain(|person, _| people.contains(person));
        let least = self.had.values().copied().fold(f64::INFINITY, f64::min);
        let least = if least.is_finite() { least } else { 0.0 };
        for person in people {
            self.had.entry(person).or_insert(least);
        }
    }

    /// Charges somebody with the time of a game that is played for them.
    pub fn charge(&mut self, person: PersonId, ms: f64) {
        *self.had.entry(person).or_default() += ms;
    }

    fn of(&self, person: PersonId) -> f64 {
        self.had.get(&person).copied().unwrap_or_default()
    }
}

/// The pair to be played next, and the one for whom it is. `slow` says whether a game that takes long may be begun.
pub(crate) fn choose(
    ratings: &LiveRatings,
    candidates: &[Candidate],
    shares: &Shares,
    in_play: &HashSet<(VersionId, VersionId)>,
    slow: bool,
) -> Option<(VersionId, VersionId)> {
    let mut seekers: Vec<&Candidate> =
        candidates.iter().filter(|one| one.needs_games(ratings)).collect();
    // First whoever has no result and waits for none, in the order of coming; then by what they have had.
    seekers.sort_by(|one, other| {
        let order = other.is_unplaced().cmp(&one.is_unplaced());
        let by_share = || {
            let had = |of: &Candidate| shares.of(of.person) + of.playing as f64 * of.mean_ms;
            had(one).total_cmp(&had(other))
        };
        order.then_with(|| {
            if one.is_unplaced() { one.version.cmp(&other.version) } else { by_share() }
        })
    });
    seekers.into_iter().find_map(|seeker| {
        opponent(ratings, candidates, seeker, in_play, slow).map(|other| (seeker.version, other))
    })
}

impl Candidate {
    fn is_unplaced(&self) -> bool {
        self.games == 0 && self.playing == 0
    }

    /// The host's own players are there for the others, once they know each other.
    fn needs_games(&self, ratings: &LiveRatings) -> bool {
        let enough = if self.boss { self.games >= 2 * WELL_KNOWN } else { false };
        !enough && ratings.error(self.player) > SETTLED
    }
}

fn opponent(
    ratings: &LiveRatings,
    candidates: &[Candidate],
    seeker: &Candidate,
    in_play: &HashSet<(VersionId, VersionId)>,
    slow: bool,
) -> Option<VersionId> {
    let may = |other: &&Candidate| {
        other.person != seeker.person
            && !in_play.contains(&ordered(seeker.version, other.version))
            && (slow || seeker.mean_ms + other.mean_ms < SLOW_MS)
    };
    let known = |other: &Candidate| other.boss || other.games >= WELL_KNOWN;
    let time = |other: &Candidate| seeker.mean_ms + other.mean_ms + OVERHEAD_MS;
    let worth =
        |other: &Candidate| ratings.worth_of_a_game(seeker.player, other.player) / time(other);
    let best = |only_known: bool| {
        let of = candidates.iter().filter(may).filter(|other| !only_known || known(other));
        most(of.map(|other| (worth(other), other.version)))
    };
    // Where results alone say who meets, those whom chance has favoured meet each other, and so do those whom it has not:
    // nothing brings them back together, and equals drift apart by many times the error that is stated. So most opponents
    // are drawn, the likelier the more a game of these two says in its time, and the less they have met.
    let drawn = || {
        let lot = |other: &Candidate| {
            let apart = ratings.rating(seeker.player) - ratings.rating(other.player);
            let expected = expected_score(apart);
            let met = ratings.games_between(seeker.player, other.player);
            let likely = expected * (1.0 - expected) / (time(other) * (met + 1.0));
            // Of races that each take as long as chance says, the one of this rate ends first so often.
            likely / -chance(seeker, other).ln()
        };
        most(candidates.iter().filter(may).map(|other| (lot(other), other.version)))
    };
    if seeker.games < NEWCOMER {
        return best(true).or_else(|| best(false));
    }
    if seeker.games / 2 % ONE_IN == 1 { best(false) } else { drawn() }
}

fn most(of: impl Iterator<Item = (f64, VersionId)>) -> Option<VersionId> {
    of.max_by(|(one, _), (other, _)| one.total_cmp(other)).map(|(_, version)| version)
}

/// A number from 0 to 1 that follows from who they are and how often the first one has played.
fn chance(seeker: &Candidate, other: &Candidate) -> f64 {
    let (one, two) = (seeker.player as u64, other.player as u64);
    othello_arena::chance(seeker.games << 21 ^ one, two)
}

/// Two versions, whoever was named first.
pub(crate) fn ordered(one: VersionId, other: VersionId) -> (VersionId, VersionId) {
    (one.min(other), one.max(other))
}

#[cfg(test)]
mod tests {
    use super::*;
    use othello_test_support::Rng;

    const BOTS: usize = 40;

    /// Bots of known strength, and their games.
    struct Simulation {
        truth: Vec<f64>,
        rng: Rng,
        ratings: LiveRatings,
        candidates: Vec<Candidate>,
        shares: Shares,
    }

    impl Simulation {
        /// Of bots as far apart as the first players that came with the host (plugins/RATINGS.md), in a random order.
        fn new(seed: u64) -> Simulation {
            let mut rng = Rng((seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
            let truth = (0..BOTS).map(|_| 1400.0 * unit(&mut rng)).collect();
            Simulation::of(truth, rng)
        }

        fn of(truth: Vec<f64>, rng: Rng) -> Simulation {
            let mut ratings = LiveRatings::default();
            let candidates = (0..truth.len()).map(|number| Candidate {
                version: VersionId(number as i64),
                person: PersonId(number as i64),
                player: ratings.add_player(),
                boss: false,
                games: 0,
                playing: 0,
                mean_ms: 100.0,
            });
            let candidates: Vec<_> = candidates.collect();
            let mut shares = Shares::default();
            shares.enter(candidates.iter().map(|one| one.person));
            Simulation { truth, rng, ratings, candidates, shares }
        }

        fn pair(&mut self, one: usize, other: usize) {
            for _ in 0..2 {
                let chance = expected_score(self.truth[one] - self.truth[other]);
                let points = f64::from(u8::from(unit(&mut self.rng) < chance));
                self.ratings.add_games(one, other, 1, points);
            }
            self.candidates[one].games += 2;
            self.candidates[other].games += 2;
            self.ratings.fit();
        }

        fn chosen(&mut self) -> (VersionId, VersionId) {
            let none = HashSet::new();
            let (one, other) =
                choose(&self.ratings, &self.candidates, &self.shares, &none, true).unwrap();
            self.shares.charge(PersonId(one.0), 100.0);
            self.pair(one.0 as usize, other.0 as usize);
            (one, other)
        }

        fn random(&mut self) {
            let one = self.rng.below(BOTS);
            let other = (one + 1 + self.rng.below(BOTS - 1)) % BOTS;
            self.pair(one, other);
        }

        /// How well the order agrees with the truth, by Spearman's rank correlation.
        fn correlation(&self) -> f64 {
            let rank = |of: &dyn Fn(usize) -> f64| {
                let mut order: Vec<usize> = (0..BOTS).collect();
                order.sort_by(|&a, &b| of(a).total_cmp(&of(b)));
                let mut ranks = vec![0.0; BOTS];
                order.iter().enumerate().for_each(|(rank, &bot)| ranks[bot] = rank as f64);
                ranks
            };
            let (truth, found) =
                (rank(&|bot| self.truth[bot]), rank(&|bot| self.ratings.rating(bot)));
            let apart: f64 = truth.iter().zip(&found).map(|(a, b)| (a - b).powi(2)).sum();
            let n = BOTS as f64;
            1.0 - 6.0 * apart / (n * (n * n - 1.0))
        }
    }

    fn unit(rng: &mut Rng) -> f64 {
        rng.below(1 << 30) as f64 / f64::from(1 << 30)
    }

    #[test]
    fn after_thirty_games_a_version_the_order_is_right_and_better_than_by_random_pairs() {
        let (rounds, seeds) = (BOTS * 30 / 4, 12);
        let (mut chosen, mut random, mut worst) = (0.0, 0.0, f64::INFINITY);
        for seed in 0..seeds {
            let (mut by_choice, mut by_chance) = (Simulation::new(seed), Simulation::new(seed));
            for _ in 0..rounds {
                by_choice.chosen();
                by_chance.random();
            }
            chosen += by_choice.correlation() / seeds as f64;
            random += by_chance.correlation() / seeds as f64;
            worst = worst.min(by_choice.correlation());
        }
        let factor = (1.0 - random) / (1.0 - chosen);
        println!(
            "rank correlation {chosen:.4} (worst {worst:.4}), by random pairs {random:.4}: {factor:.2} times the disorder"
        );
        assert!(worst > 0.95, "{worst}");
        assert!(factor > 1.15, "{factor}");
    }

    /// A class that has sent the example as it stands.
    fn equals(number: usize, seed: u64) -> Simulation {
        let rng = Rng(u64::wrapping_mul(seed, 0x9e37_79b9_7f4a_7c15));
        Simulation::of(vec![1000.0; number], rng)
    }

    #[test]
    fn equals_all_meet_and_no_two_of_them_stay_with_each_other() {
        const CLASS: usize = 14;
        for seed in 1..=6 {
            let mut world = equals(CLASS, seed);
            let mut meetings: HashMap<(VersionId, VersionId), u64> = HashMap::new();
            for _ in 0..CLASS * 60 {
                let (one, other) = world.chosen();
                *meetings.entry(ordered(one, other)).or_default() += 1;
            }
            let most = meetings.values().max().copied().unwrap();
            assert!(most <= 30, "two met {most} times of 120 each, seed {seed}");
            let far = (0..CLASS).map(|bot| world.ratings.rating(bot).abs()).fold(0.0, f64::max);
            assert!(far < 130.0, "one of equals is {far:.0} off, seed {seed}");
        }
    }

    #[test]
    fn ratings_are_as_far_off_as_their_errors_say_where_a_ladder_chooses_who_meets() {
        let mut shares_beyond = Vec::new();
        for (what, number, games) in [("equals", 40, 60), ("equals", 14, 120), ("apart", 40, 60)] {
            let (mut beyond, mut squares, mut all) = (0, 0.0, 0);
            for seed in 1..=4 {
                let mut world =
                    if what == "equals" { equals(number, seed) } else { Simulation::new(seed) };
                for _ in 0..number * games / 4 {
                    world.chosen();
                }
                let mean =
                    |of: &dyn Fn(usize) -> f64| (0..number).map(of).sum::<f64>() / number as f64;
                let told = mean(&|bot| world.ratings.rating(bot));
                let true_one = mean(&|bot| world.truth[bot]);
                for bot in 0..number {
                    let off = world.ratings.rating(bot) - told - (world.truth[bot] - true_one);
                    let errors = off / world.ratings.error(bot);
                    squares += errors * errors;
                    beyond += usize::from(errors.abs() > 2.0);
                    all += 1;
                }
            }
            let (errors, share) =
                ((squares / f64::from(all)).sqrt(), beyond as f64 / f64::from(all));
            println!(
                "{number} {what}, {games} games: {errors:.2} errors off, {share:.3} beyond two"
            );
            shares_beyond.push((what, number, errors, share));
        }
        for (what, number, errors, share) in shares_beyond {
            assert!(errors < 1.35 && share < 0.14, "{number} {what}: {errors:.2}, {share:.3}");
        }
    }

    #[test]
    fn newcomers_come_first_and_nobody_gets_more_by_many_versions() {
        let mut world = Simulation::new(7);
        for _ in 0..200 {
            world.chosen();
        }
        // One of them sends a new version before every pair.
        let mut pairs = 0;
        for number in 0..60 {
            let player = world.ratings.add_player();
            let fresh = VersionId(100 + number);
            world.candidates[3] =
                Candidate { version: fresh, player, games: 0, ..world.candidates[3] };
            world.ratings.fit();
            let none = HashSet::new();
            for turn in 0..4 {
                let (one, _) =
                    choose(&world.ratings, &world.candidates, &world.shares, &none, true).unwrap();
                assert!(turn > 0 || one == fresh, "the newcomer is placed at once");
                let person = world.candidates.iter().find(|it| it.version == one).unwrap().person;
                world.shares.charge(person, 100.0);
                pairs += usize::from(person == PersonId(3) && turn > 0);
                world
                    .candidates
                    .iter_mut()
                    .filter(|it| it.version == one)
                    .for_each(|it| it.games += 2);
            }
        }
        assert!(pairs <= 2, "beside one placement each it had {pairs} pairs more");
    }

    #[test]
    fn two_slow_ones_never_have_all_cores() {
        let mut world = Simulation::new(9);
        world.candidates.iter_mut().for_each(|one| (one.games, one.mean_ms) = (10, 50.0));
        world.candidates[0].mean_ms = 8000.0;
        let none = HashSet::new();
        for _ in 0..50 {
            let (one, other) =
                choose(&world.ratings, &world.candidates, &world.shares, &none, false).unwrap();
            assert!(one != VersionId(0) && other != VersionId(0));
            world.shares.charge(PersonId(one.0), 100.0);
        }
    }
}
