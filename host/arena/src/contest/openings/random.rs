//! Random openings, each worked out from its number alone, so that a million of them take no more memory than a thousand.
//! Near the beginning of a game positions are few, so all of some plies are remembered, in an order that the seed gives:
//! the first openings. Those of the last such ply are roots. Every later number belongs to a root; whoever comes to a
//! root again gets another of the positions that it leads to and that no root before it leads to, first of those with as
//! many plies as were asked for, then of longer ones.

use std::hash::Hash;

use othello_rules::Move;

use super::error::MOST_POSITIONS;
use super::lines::{Line, Tree, next_level};
use crate::rng::Rng;

/// How many plies more than was asked for the first openings have at the most.
const MOST_MORE_PLIES: u32 = 6;
/// How often another way is tried where one led to the end of the game.
const TRIES: u32 = 50;

/// The random openings of a game.
#[derive(Debug)]
pub(super) struct RandomOpenings<T: Tree> {
    first: Vec<Vec<Move>>,
    /// None where the game, or what may be added to openings, is over with the first ones.
    later: Option<LaterOpenings<T>>,
}

/// Openings that begin with a root.
#[derive(Debug)]
struct LaterOpenings<T: Tree> {
    tree: T,
    seed: u64,
    roots: Vec<Line<T::At>>,
    /// Where each root has discs.
    discs: Vec<u64>,
    /// How many plies more than a root they have.
    more: u32,
    /// What was found out of each root when its openings were asked for last.
    known: Vec<Own>,
}

/// The positions of a root's own, among those to which it leads in some plies more.
#[derive(Clone, Debug, Default)]
struct Own {
    /// How many plies more that are than the shortest.
    longer: u32,
    /// How many of the root's own are shorter.
    before: u64,
    /// Which of the positions in their order are its own, a bit for each; none where nobody looked yet.
    which: Option<Box<[u64]>>,
}

impl Own {
    fn count(which: &[u64]) -> u64 {
        which.iter().map(|bits| u64::from(bits.count_ones())).sum()
    }

    /// The place of this one of them.
    fn place(which: &[u64], number: u64) -> Option<usize> {
        let is_own = |place: &usize| which[place / 64] >> (place % 64) & 1 == 1;
        (0..64 * which.len()).filter(is_own).nth(usize::try_from(number).ok()?)
    }
}

impl<T: Tree> RandomOpenings<T> {
    /// Openings of so many plies, or as many as the game has.
    pub fn new(mut tree: T, plies: u32, seed: u64) -> RandomOpenings<T> {
        let mut rng = Rng::new(seed, Rng::OPENINGS);
        let (mut level, mut first) = (vec![tree.beginning()], Vec::new());
        for ply in 1..=plies + MOST_MORE_PLIES {
            // Whoever can't tell what follows fails in its first game, and says why.
            let mut next = next_level(&mut tree, &level, T::MOST_ROOTS).unwrap_or_default();
            if next.len() > T::MOST_ROOTS {
                let discs = level.iter().map(|root| T::discs(&root.at)).collect();
                let more = plies.saturating_sub(ply) + 1;
                let known = vec![Own::default(); level.len()];
                let later = Some(LaterOpenings { tree, seed, roots: level, discs, more, known });
                return RandomOpenings { first, later };
            }
            if !next.iter().any(|line| T::can_begin(&line.at)) {
                break;
            }
            shuffle(&mut next, &mut rng);
            level = next;
            if ply >= plies {
                first.extend(beginnings::<T>(&level));
            }
        }
        if first.is_empty() {
            first.extend(beginnings::<T>(&level));
        }
        RandomOpenings { first, later: None }
    }

    /// The opening of this number. Where all are taken they begin again.
    pub fn get(&mut self, number: u64) -> Vec<Move> {
        let first = self.first.len() as u64;
        match &mut self.later {
            Some(later) if number >= first => later.get(number - first),
            _ => self.first.get((number % first.max(1)) as usize).cloned().unwrap_or_default(),
        }
    }
}

/// The moves of those lines after which players can begin.
fn beginnings<T: Tree>(lines: &[Line<T::At>]) -> impl Iterator<Item = Vec<Move>> {
    lines.iter().filter(|line| T::can_begin(&line.at)).map(|line| line.moves.clone())
}

impl<T: Tree> LaterOpenings<T> {
    /// The opening of this number.
    fn get(&mut self, number: u64) -> Vec<Move> {
        let count = self.roots.len() as u64;
        let (root, visit) = ((number % count) as usize, number / count);
        let mut known = std::mem::take(&mut self.known[root]);
        if visit < known.before {
            // Whoever takes a contest up again begins with earlier ones.
            known = Own::default();
        }
        let mut found = None;
        while found.is_none() && self.more + known.longer <= T::MOST_KNOWN_PLIES {
            let lines = self.lines(root, self.more + known.longer);
            let which = match known.which.take() {
                Some(which) => which,
                None => self.own(root, self.more + known.longer, &lines),
            };
            match Own::place(&which, visit - known.before) {
                Some(place) => found = lines.into_iter().nth(place).map(|line| line.moves),
                None => {
                    known.before += Own::count(&which);
                    known.longer += 1;
                    continue;
                }
            }
            known.which = Some(which);
        }
        self.known[root] = known;
        let longest = self.more.max(T::MOST_KNOWN_PLIES + 1);
        found.unwrap_or_else(|| self.walk(root, longest, number))
    }

    /// The positions to which a root leads in so many plies, in an order that the seed gives.
    fn lines(&mut self, root: usize, more: u32) -> Vec<Line<T::At>> {
        let mut lines = vec![self.roots[root].clone()];
        for _ in 0..more {
            lines = next_level(&mut self.tree, &lines, MOST_POSITIONS).unwrap_or_default();
        }
        lines.retain(|line| T::can_begin(&line.at));
        let mut rng = Rng::new(self.seed.wrapping_add(root as u64), Rng::LONGER_OPENINGS);
        shuffle(&mut lines, &mut rng);
        lines
    }

    /// Which of these positions no root before this one leads to.
    fn own(&self, root: usize, more: u32, lines: &[Line<T::At>]) -> Box<[u64]> {
        let rivals = self.rivals(root, more);
        let mut which = vec![0; lines.len().div_ceil(64)];
        for (place, line) in lines.iter().enumerate() {
            let is_own = !self.is_reached(&rivals, &line.at);
            which[place / 64] |= u64::from(is_own) << (place % 64);
        }
        which.into()
    }

    /// The roots before this one that may lead to a position to which it leads in so many plies: they have no more discs
    /// that it lacks.
    fn rivals(&self, root: usize, more: u32) -> Vec<usize> {
        let lacks_few = |other: u64| {
            let lacking = other & !self.discs[root];
            (0..more).fold(lacking, |lacking, _| lacking & lacking.wrapping_sub(1)) == 0
        };
        (0..root).filter(|&other| lacks_few(self.discs[other])).collect()
    }

    /// Whether one of these roots leads to a position.
    fn is_reached(&self, roots: &[usize], at: &T::At) -> bool {
        let discs = T::discs(at);
        let may_lead = |&&other: &&usize| self.discs[other] & !discs == 0;
        roots.iter().filter(may_lead).any(|&other| T::leads(&self.roots[other].at, at))
    }

    /// Random moves from a root, so many or as many as there are before the end of the game. They are so many that two
    /// numbers hardly ever come to one position.
    fn walk(&mut self, root: usize, more: u32, number: u64) -> Vec<Move> {
        let mut rng = Rng::new(self.seed.wrapping_add(number), Rng::LONGER_OPENINGS);
        let mut best = self.roots[root].clone();
        let plies = best.moves.len() + more as usize;
        for _ in 0..TRIES {
            let mut line = self.roots[root].clone();
            while line.moves.len() < plies || !T::can_begin(&line.at) {
                let mut next = self.tree.longer(&line).unwrap_or_default();
                if next.is_empty() {
                    break;
                }
                line = next.swap_remove(rng.below(next.len()));
            }
            let can_begin = T::can_begin(&line.at);
            if can_begin && line.moves.len() >= plies {
                return line.moves;
            }
            if can_begin && line.moves.len() > best.moves.len() {
                best = line;
            }
        }
        best.moves
    }
}

/// Any order is as likely as any other (Fisher and Yates).
fn shuffle<At: Hash + Eq>(lines: &mut [Line<At>], rng: &mut Rng) {
    for last in (1..lines.len()).rev() {
        lines.swap(last, rng.below(last + 1));
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use othello_rules::{Game, Position, Size, Start, Variant};

    use super::super::native::NativeTree;
    use super::*;

    fn positions(initial: Position, plies: u32, numbers: u64) -> (HashSet<Position>, Vec<usize>) {
        let mut openings = RandomOpenings::new(NativeTree(initial), plies, 3);
        let mut lengths = Vec::new();
        let reached = (0..numbers).map(|number| {
            let mut game = Game::from_position(initial);
            let moves = openings.get(number);
            moves.iter().for_each(|&ply| game.play(ply).unwrap());
            assert!(!game.position().is_over() && !game.position().must_pass());
            lengths.push(moves.len());
            *game.position()
        });
        (reached.collect(), lengths)
    }

    #[test]
    fn no_two_numbers_come_to_one_position() {
        for (plies, numbers) in [(1, 1500), (6, 9000), (7, 9000), (8, 9000)] {
            let (reached, lengths) = positions(Position::default(), plies, numbers);
            assert_eq!(reached.len() as u64, numbers, "{plies} plies");
            assert!(lengths.iter().all(|&length| (plies..=plies + 6).contains(&(length as u32))));
        }
    }

    #[test]
    fn an_opening_follows_from_its_number_whichever_were_asked_for_before() {
        let begin = || RandomOpenings::new(NativeTree(Position::default()), 5, 3);
        let numbers: Vec<u64> = (0..12).map(|at| at * at * 1500).collect();
        let fresh: Vec<_> = numbers.iter().map(|&number| begin().get(number)).collect();
        let (mut up, mut down) = (begin(), begin());
        let upwards: Vec<_> = numbers.iter().map(|&number| up.get(number)).collect();
        let mut downwards: Vec<_> = numbers.iter().rev().map(|&number| down.get(number)).collect();
        downwards.reverse();
        assert_eq!((&upwards, &downwards), (&fresh, &fresh));
        assert!(up.later.is_some_and(|later| later.known.iter().any(|own| own.before > 0)));
    }

    #[test]
    fn every_position_comes_before_any_comes_again() {
        // The levels of 8x8 have 4, 12, 54 and 236 positions.
        let (reached, lengths) = positions(Position::default(), 2, 12 + 54);
        let of = |length: usize| lengths.iter().filter(|&&other| other == length).count();
        assert_eq!((reached.len(), of(2)), (12 + 54, 12));
    }

    #[test]
    fn on_a_board_that_is_too_small_openings_are_as_long_as_they_can_be() {
        let small = Position::new(Variant::Othello, Size::new(4).unwrap(), Start::Standard);
        let (reached, _) = positions(small, 11, 200);
        assert!(reached.len() > 20, "{}", reached.len());
        let (_, lengths) = positions(small, 30, 200);
        assert!(lengths.iter().all(|&length| length > 5), "{lengths:?}");
    }

    #[test]
    fn longer_ones_than_can_be_known_hardly_ever_meet() {
        let (reached, lengths) = positions(Position::default(), 12, 3000);
        assert!(reached.len() > 2990 && lengths.iter().all(|&length| length == 12));
    }
}
