//! Finding a move: how deep to look and when to solve, within the time that a round allows.

use std::thread;
use std::time::{Duration, Instant};

use crate::board::{Board, squares};
use crate::clock::{Clock, Stopped};
use crate::cuts::{PLAYING, SURE};
use crate::endgame::{Endgame, MOST, closed_in};
use crate::evaluate::DISC;
use crate::midgame::{INFINITE, Midgame};
use crate::root::{Candidate, WINDOW, root};
use crate::team::Team;

/// With fewer empty squares than this, solving is quicker without a search before it that cuts what is nearly sure.
const SELECTIVE_FROM: u32 = 18;

/// With so many empty squares more than a game is solved with, the winner is looked for.
const WINNER_BEFORE: u32 = 4;

/// What the end is looked at for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Goal {
    /// A move that wins.
    Winner,
    /// The best move.
    Score,
}

impl Goal {
    fn of(empties: u32, solve_from: u32) -> Option<Goal> {
        if empties <= solve_from {
            Some(Goal::Score)
        } else {
            (empties <= solve_from + WINNER_BEFORE && solve_from > 0).then_some(Goal::Winner)
        }
    }
}

/// How many positions a first look to the end takes, by the mean of games from random openings with 20, 22 and 24 empty
/// squares.
fn cost(empties: u32) -> f64 {
    750_000.0 * 1.63_f64.powi(empties as i32 - 20)
}

/// What a search may use.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// How long it may take.
    pub time: Option<Duration>,
    /// How many positions it may visit.
    pub positions: Option<u64>,
    /// How many plies it may look ahead; solving to the end is not bound by it.
    pub depth: Option<u8>,
    /// With how many empty squares or fewer it solves, if there is time.
    pub solve_from: u32,
    /// How many threads search; with one the same limits of positions and depth find the same.
    pub threads: u32,
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct SearchResult {
    /// The move.
    pub square: u32,
    /// Its value in discs for the side to move.
    pub value: f64,
    /// How deep it looked.
    pub depth: u8,
    /// Whether the value is exact.
    pub solved: bool,
    /// Whether it is sure who wins.
    pub decided: bool,
    /// How many positions it visited.
    pub positions: u64,
    /// See [`Clock::longest_pause`].
    pub longest_pause: Duration,
    /// The play that it expects.
    pub line: Vec<u32>,
    /// Value of each move as last seen, with whether it is a value or only an upper bound.
    pub moves: Vec<(u32, f64, bool)>,
}

/// A searcher for the moves of one game.
#[derive(Debug)]
pub struct Searcher {
    pub(crate) midgame: Midgame,
    pub(crate) endgame: Endgame,
}

/// The moves, best first, in units of the midgame or of the endgame.
struct Best {
    candidates: Vec<Candidate>,
    depth: u8,
    /// In discs and not in units of the evaluation.
    in_discs: bool,
    /// Whether it is sure who wins.
    decided: bool,
    solved: bool,
    /// How many parts of the search came to their end.
    steps: u32,
}

impl Best {
    /// How far a search has come: of two the one that is further knows more.
    fn progress(&self) -> (bool, bool, bool, u32) {
        (self.solved, self.decided, self.in_discs, self.steps)
    }
}

/// What a thread of a search needs less than.
const STACK: usize = 4 << 20;

impl Default for Searcher {
    fn default() -> Searcher {
        Searcher::new(PLAYING)
    }
}

impl Searcher {
    /// A searcher whose cuts in the midgame are as sure as that; see `cuts`.
    #[must_use]
    pub fn new(sureness: u8) -> Searcher {
        Searcher { midgame: Midgame::new(sureness), endgame: Endgame::new() }
    }

    /// The best move of a position in which there is one to make; `None` where there is none.
    pub fn find(&mut self, board: Board, limits: Limits) -> Option<SearchResult> {
        let deadline = limits.time.map(|time| Instant::now() + time);
        if board.moves() == 0 {
            return None;
        }
        self.midgame.table.grow_older();
        self.endgame.grow_older();
        let threads = limits.threads.max(1);
        let team = Team::of(threads);
        self.midgame.team = team.clone();
        self.endgame.team = team.clone();
        let share = limits.positions.map(|positions| positions / u64::from(threads));
        let clock = || Clock::new(deadline, share).of(&team);
        let searched: Vec<(Best, Clock)> = thread::scope(|scope| {
            let others: Vec<_> = (1..threads)
                .filter_map(|_| {
                    let mut other = self.companion();
                    let clock = clock();
                    let search = move || other.search(board, limits, clock);
                    // Where the system gives no more threads, those that there are search.
                    thread::Builder::new().stack_size(STACK).spawn_scoped(scope, search).ok()
                })
                .collect();
            let own = self.search(board, limits, clock());
            let others = others.into_iter().filter_map(|other| other.join().ok());
            std::iter::once(own).chain(others).collect()
        });
        self.report(board, searched)
    }

    /// Another searcher for a thread beside this one.
    fn companion(&self) -> Searcher {
        Searcher { midgame: self.midgame.clone(), endgame: self.endgame.companion() }
    }

    /// Searches as one of a team, and ends the search of all of them.
    fn search(&mut self, board: Board, limits: Limits, mut clock: Clock) -> (Best, Clock) {
        let candidates: Vec<Candidate> = squares(board.moves())
            .map(|square| Candidate { square, next: board.play(square), value: 0, exact: false })
            .collect();
        let mut best =
            Best { candidates, depth: 0, in_discs: false, decided: false, solved: false, steps: 0 };
        let empties = board.empties().count_ones();
        let deepest = u8::try_from(empties).unwrap_or(60).min(limits.depth.unwrap_or(60));
        let goal = Goal::of(empties, limits.solve_from);
        // Before solving, a shallow search orders the moves; deeper ones would cost more than they save.
        let enough = |depth: u8, clock: &Clock| {
            goal.is_some() && depth > 6 + deepest / 4 && cost(empties) <= clock.positions_left()
        };
        for depth in 1..=deepest {
            if enough(depth, &clock) || self.deepen(&mut clock, &mut best, depth).is_err() {
                break;
            }
        }
        if let Some(goal) = goal {
            // Stopped in between, the surest result so far stands.
            let _ = self.solve(&mut clock, &mut best, (empties, goal));
        }
        self.midgame.team.end();
        (best, clock)
    }

    fn deepen(&mut self, clock: &mut Clock, best: &mut Best, depth: u8) -> Result<(), Stopped> {
        let midgame = &mut self.midgame;
        let search = |next, window| midgame.search(clock, next, depth - 1, window);
        // The first depths know too little to expect anything.
        let first = best.candidates.first().filter(|_| best.depth > 1);
        let expected = first.map(|first| (first.value - WINDOW, first.value + WINDOW));
        root(&mut best.candidates, expected.unwrap_or((-INFINITE, INFINITE)), search)?;
        best.depth = depth;
        best.steps += 1;
        Ok(())
    }

    /// Looks to the end, ever more surely.
    fn solve(
        &mut self,
        clock: &mut Clock,
        best: &mut Best,
        (empties, goal): (u32, Goal),
    ) -> Result<(), Stopped> {
        let first = if empties < SELECTIVE_FROM { SURE } else { 0 };
        let value = best.candidates.first().map_or(0, |first| first.value);
        let mut guess = (f64::from(value) / f64::from(2 * DISC)).round() as i32 * 2;
        for sureness in first..=SURE {
            self.endgame.sureness = sureness;
            // Once it is known about what the moves are worth, the winner is found by far fewer positions than the score.
            if goal == Goal::Winner && (sureness > first || sureness == SURE) {
                self.surely_win(clock, &mut best.candidates, guess)?;
                best.steps += 1;
                continue;
            }
            let mut candidates = best.candidates.clone();
            guess = closed_in(guess, |alpha| self.bound(clock, &mut candidates, alpha))?;
            for (at, one) in candidates.iter_mut().enumerate() {
                one.exact = at == 0;
                one.value = if at == 0 { guess } else { one.value.min(guess) };
            }
            best.candidates = candidates;
            best.in_discs = true;
            best.depth = u8::try_from(empties).unwrap_or(60);
            best.steps += 1;
        }
        best.solved = goal == Goal::Score;
        best.decided = true;
        Ok(())
    }

    /// Puts a move first that wins, if not that draws, as surely as cuts are made. The values stay what they were.
    fn surely_win(
        &mut self,
        clock: &mut Clock,
        candidates: &mut [Candidate],
        guess: i32,
    ) -> Result<(), Stopped> {
        // What is thought to be lost is asked about a draw first.
        let asked = if guess < 0 { [-1, 1] } else { [1, -1] };
        for alpha in asked {
            let mut tried = candidates.to_vec();
            let enough = self.bound(clock, &mut tried, alpha)? > alpha;
            if enough {
                let first = tried.first().map(|one| one.square);
                let at = candidates.iter().position(|one| Some(one.square) == first);
                candidates[..=at.unwrap_or(0)].rotate_right(1);
            }
            if enough == (alpha > 0) {
                break;
            }
        }
        Ok(())
    }

    /// A bound of what the best of the moves is worth; a move that is worth more than `alpha` becomes the first one.
    fn bound(
        &mut self,
        clock: &mut Clock,
        candidates: &mut [Candidate],
        alpha: i32,
    ) -> Result<i32, Stopped> {
        let mut best = -MOST;
        for at in 0..candidates.len() {
            let next = candidates[at].next;
            let value = -self.endgame.above(&mut self.midgame, clock, next, -alpha - 1)?;
            candidates[at].value = value;
            best = best.max(value);
            if value > alpha {
                candidates[..=at].rotate_right(1);
                break;
            }
        }
        Ok(best)
    }

    /// What the thread found that came furthest, the first of several, with what all of them have used.
    fn report(&self, board: Board, searched: Vec<(Best, Clock)>) -> Option<SearchResult> {
        let positions = searched.iter().map(|(_, clock)| clock.positions()).sum();
        let pauses = searched.iter().map(|(_, clock)| clock.longest_pause());
        let longest_pause = pauses.max().unwrap_or_default();
        let further = |a: Best, b: Best| if b.progress() > a.progress() { b } else { a };
        let best = searched.into_iter().map(|(best, _)| best).reduce(further)?;
        let discs = |value: i32| {
            if best.in_discs { f64::from(value) } else { f64::from(value) / f64::from(DISC) }
        };
        let first = best.candidates.first()?;
        Some(SearchResult {
            square: first.square,
            value: discs(first.value),
            depth: best.depth,
            solved: best.solved,
            decided: best.decided,
            positions,
            longest_pause,
            line: self.line(board, first.square, best.in_discs),
            moves: best.candidates.iter().map(|c| (c.square, discs(c.value), c.exact)).collect(),
        })
    }

    /// The moves that the memory expects after the first one.
    pub(crate) fn line(&self, board: Board, first: u32, solved: bool) -> Vec<u32> {
        let mut line = vec![first];
        let mut board = board.play(first);
        while line.len() < 12 {
            if board.moves() == 0 {
                board = board.pass();
            }
            let known = if solved {
                self.endgame.best_move(board)
            } else {
                self.midgame.table.best_move(board)
            };
            let Some(square) = known.filter(|&square| board.moves() >> square & 1 == 1) else {
                break;
            };
            line.push(square);
            board = board.play(square);
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cuts::SURE;
    use othello_open::Rng;

    /// A board of a random game with somebody to move.
    fn board(seed: u64, empties: u32) -> Option<Board> {
        let mut rng = Rng::new(seed);
        Board::START.walk(empties, |board| {
            let moves = board.moves();
            squares(moves).nth(rng.below(moves.count_ones() as usize))
        })
    }

    #[test]
    fn with_nothing_cut_off_a_search_finds_what_a_plain_one_finds() {
        let mut outside = 0;
        for board in (0..40).filter_map(|seed| board(seed, 20 + 30 * (seed as u32 % 2))) {
            let mut before = None;
            for depth in 2..=5 {
                let limits = Limits { depth: Some(depth), ..Limits::default() };
                let found = Searcher::new(SURE).find(board, limits).unwrap();
                let plain = |square: u32| {
                    let (mut clock, next) = (Clock::new(None, None), board.play(square));
                    let mut midgame = Midgame::new(SURE);
                    -midgame.search(&mut clock, next, depth - 1, (-INFINITE, INFINITE)).unwrap()
                };
                let best = squares(board.moves()).map(plain).max().unwrap();
                assert_eq!(found.value, f64::from(best) / f64::from(DISC), "{board:?} {depth}");
                assert_eq!(plain(found.square), best, "{board:?} {depth}");
                outside +=
                    u32::from(before.is_some_and(|value: i32| (value - best).abs() > WINDOW));
                before = Some(best);
            }
        }
        // Random games have values that nobody expects.
        assert!(outside > 20, "{outside}");
    }
}
