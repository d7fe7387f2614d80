//! The search while the end is far: principal variation search with a transposition table, probabilistic cuts, and moves
//! ordered by what earlier and shallower searches found.

use othello_rules::bitboard::{Machine, Work, on_fastest};

use crate::board::{Board, CORNERS};
use crate::clock::{Clock, Stopped};
use crate::cuts::{CUT_FROM, SURE, margin, probe_depth};
use crate::evaluate::{DISC, evaluate};
use crate::order::{Candidate, MOST_MOVES, Order, weighted_mobility};
use crate::patterns::Node;
use crate::table::{Draft, NO_MOVE, Table};
use crate::team::Team;

/// More than any value.
pub const INFINITE: i32 = 65 * DISC;

/// From this depth on the table is asked what it knows of the positions after each move.
const LOOK_AHEAD_FROM: u8 = 4;

/// From this depth on the other threads are told which move is looked at.
const TOLD_FROM: u8 = 4;

/// A searcher with its memory, which a clone of it has in common with it.
#[derive(Clone, Debug)]
pub struct Midgame {
    /// What it remembers.
    pub table: Table,
    /// How sure a cut has to be.
    sureness: u8,
    /// Who searches the same.
    pub(crate) team: Team,
}

impl Midgame {
    /// A searcher with an empty memory. With a sureness of [`SURE`] it cuts nothing.
    #[must_use]
    pub fn new(sureness: u8) -> Midgame {
        Midgame { table: Table::ready(19), sureness, team: Team::default() }
    }

    /// The value of a position for the side to move, within a window.
    ///
    /// # Errors
    /// When the clock says so.
    pub fn search(
        &mut self,
        clock: &mut Clock,
        board: Board,
        depth: u8,
        window: (i32, i32),
    ) -> Result<i32, Stopped> {
        let node = Node::of(board);
        on_fastest(Visit { midgame: self, clock, node: &node, depth, window })
    }

    /// As [`Midgame::search`], on a kind of processor.
    pub(crate) fn visit<M: Machine>(
        &mut self,
        machine: M,
        clock: &mut Clock,
        node: &Node,
        depth: u8,
        window: (i32, i32),
    ) -> Result<i32, Stopped> {
        machine.run(Visit { midgame: self, clock, node, depth, window })
    }

    #[inline(always)]
    fn value<M: Machine>(
        &mut self,
        machine: M,
        clock: &mut Clock,
        node: &Node,
        depth: u8,
        (alpha, beta): (i32, i32),
    ) -> Result<i32, Stopped> {
        clock.count()?;
        if depth == 0 {
            return Ok(leaf(machine, node));
        }
        let board = node.board;
        let moves = machine.moves(board.own, board.other);
        if moves == 0 {
            if machine.moves(board.other, board.own) == 0 {
                return Ok(board.final_score() * DISC);
            }
            return self
                .visit(machine, clock, &node.pass(), depth, (-beta, -alpha))
                .map(|value| -value);
        }
        if depth == 1 {
            return Ok(shallow(machine, clock, node, moves, beta));
        }
        let draft = Draft { sureness: self.sureness, depth };
        let known = self.table.get(board);
        if let Some(entry) = known.filter(|entry| entry.draft >= draft)
            && let Some(value) = entry.cutoff((alpha, beta))
        {
            return Ok(value);
        }
        if depth >= CUT_FROM
            && beta - alpha == 1
            && self.sureness < SURE
            && let Some(value) = self.cut(machine, clock, node, depth, alpha)?
        {
            return Ok(value);
        }
        let first = known.map_or(NO_MOVE, |entry| entry.best);
        let mut order = Order::of(machine, board, moves);
        let promised = self.promise(machine, node, &mut order, (first, depth), beta);
        if let Some(value) = promised {
            return Ok(value);
        }
        let (mut best, mut best_move, mut low) = (-INFINITE, NO_MOVE, alpha);
        while let Some(one) = order.take() {
            let Candidate { square, flipped, .. } = one;
            let next = node.after(u32::from(square), flipped);
            let (is_first, is_told) = (best_move == NO_MOVE, depth >= TOLD_FROM);
            // What another thread is at is left for later, when its value is known.
            if !is_first && is_told && self.team.is_at(next.board, depth) && order.put_back(one) {
                continue;
            }
            let at = is_told.then(|| self.team.arrive(next.board, depth));
            let found = self.value_after(machine, clock, &next, (depth, is_first), (low, beta));
            at.into_iter().for_each(|at| self.team.leave(at));
            let value = found?;
            if value > best {
                (best, best_move) = (value, square);
                low = low.max(value);
                if value >= beta {
                    break;
                }
            }
        }
        self.table.put(board, draft, (alpha, beta), best, best_move);
        Ok(best)
    }

    /// The value of a move: by a null window, unless it is the first, and once more where it is better than the others.
    #[inline(always)]
    fn value_after<M: Machine>(
        &mut self,
        machine: M,
        clock: &mut Clock,
        next: &Node,
        (depth, is_first): (u8, bool),
        (low, beta): (i32, i32),
    ) -> Result<i32, Stopped> {
        let window = if is_first { (-beta, -low) } else { (-low - 1, -low) };
        let value = -self.visit(machine, clock, next, depth - 1, window)?;
        if !is_first && value > low && value < beta {
            return Ok(-self.visit(machine, clock, next, depth - 1, (-beta, -value))?);
        }
        Ok(value)
    }

    /// Gives the moves their promise; a value, if the table knows one of them to be good enough.
    #[inline(always)]
    fn promise<M: Machine>(
        &self,
        machine: M,
        node: &Node,
        order: &mut Order<MOST_MOVES>,
        (first, depth): (u8, u8),
        beta: i32,
    ) -> Option<i32> {
        let draft = Draft { sureness: self.sureness, depth: depth - 1 };
        if depth >= LOOK_AHEAD_FROM {
            order.fetch(machine, node.board, &self.table);
        }
        for one in order.all() {
            let next = node.after(u32::from(one.square), one.flipped);
            if depth >= LOOK_AHEAD_FROM {
                let known = self.table.get(next.board).filter(|entry| entry.draft >= draft);
                if let Some(entry) = known.filter(|entry| -i32::from(entry.upper) >= beta) {
                    return Some(-i32::from(entry.upper));
                }
            }
            one.promise = if one.square == first {
                i32::MAX
            } else if depth > 2 {
                -evaluate(machine, &next) - DISC / 2 * weighted_mobility(machine, next.board)
            } else {
                -weighted_mobility(machine, next.board)
            };
        }
        None
    }

    /// The end of the null window above `alpha` that a search of so many plies is nearly surely beyond.
    #[inline(always)]
    fn cut<M: Machine>(
        &mut self,
        machine: M,
        clock: &mut Clock,
        node: &Node,
        depth: u8,
        alpha: i32,
    ) -> Result<Option<i32>, Stopped> {
        let margin = margin(self.sureness, node.board.empties().count_ones(), depth);
        let look = evaluate(machine, node);
        // Where the evaluation is not half so far outside, the shallower search would mostly be in vain.
        if 2 * (look - alpha).abs() < margin {
            return Ok(None);
        }
        self.beyond(machine, clock, node, (look, probe_depth(depth)), (alpha, margin))
    }

    /// Whether a search of so many plies is outside the null window above `alpha` by a margin; the end of the window that
    /// it is beyond. Which side to try is told by the evaluation.
    #[inline(never)]
    pub(crate) fn beyond<M: Machine>(
        &mut self,
        machine: M,
        clock: &mut Clock,
        node: &Node,
        (look, depth): (i32, u8),
        (alpha, margin): (i32, i32),
    ) -> Result<Option<i32>, Stopped> {
        let high = alpha + 1 + margin;
        if look > alpha && high < INFINITE {
            let value = self.visit(machine, clock, node, depth, (high - 1, high))?;
            return Ok((value >= high).then_some(alpha + 1));
        }
        let low = alpha - margin;
        if look <= alpha && low > -INFINITE {
            let value = self.visit(machine, clock, node, depth, (low, low + 1))?;
            return Ok((value <= low).then_some(alpha));
        }
        Ok(None)
    }
}

/// A call of [`Midgame::visit`].
struct Visit<'a> {
    midgame: &'a mut Midgame,
    clock: &'a mut Clock,
    node: &'a Node,
    depth: u8,
    window: (i32, i32),
}

impl Work for Visit<'_> {
    type Output = Result<i32, Stopped>;

    #[inline(always)]
    fn on<M: Machine>(self, machine: M) -> Self::Output {
        self.midgame.value(machine, self.clock, self.node, self.depth, self.window)
    }
}

/// The value of a position where the search ends.
#[inline(always)]
fn leaf<M: Machine>(machine: M, node: &Node) -> i32 {
    let board = node.board;
    if machine.moves(board.own, board.other) != 0 {
        evaluate(machine, node)
    } else if machine.moves(board.other, board.own) != 0 {
        -evaluate(machine, &node.pass())
    } else {
        board.final_score() * DISC
    }
}

/// The best of the positions after each move, corners first.
#[inline(always)]
fn shallow<M: Machine>(machine: M, clock: &mut Clock, node: &Node, moves: u64, beta: i32) -> i32 {
    let mut best = -INFINITE;
    for mut part in [moves & CORNERS, moves & !CORNERS] {
        while part != 0 {
            let next = node.play(machine, part.trailing_zeros());
            part &= part - 1;
            clock.add(1);
            best = best.max(-leaf(machine, &next));
            if best >= beta {
                return best;
            }
        }
    }
    best
}
