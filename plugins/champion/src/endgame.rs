//! The solver for the end of the game, with a null window: every line to the last square, with a transposition table,
//! moves that leave few replies first, parity, and stable discs as a bound. Far from the end it may cut what is nearly
//! sure to be outside the window, by the search of the midgame.

use othello_rules::bitboard::{Machine, Work, on_fastest};

use crate::board::Board;
use crate::clock::{Clock, Stopped};
use crate::cuts::{SURE, margin_of_solving, probe_depth_of_solving};
use crate::evaluate::{DISC, evaluate};
use crate::last_squares::{odd_quadrants, solve_few};
use crate::midgame::Midgame;
use crate::order::{Candidate, MOST_MOVES, Order, late_promise, weighted_mobility};
use crate::patterns::Node;
use crate::table::{Draft, NO_MOVE, Table};
use crate::team::Team;

/// More than any score.
pub const MOST: i32 = 64;

/// With so many empty squares or fewer moves are not ordered by the replies that they leave.
const FEW: u32 = 6;

/// From this many empty squares on positions are remembered. With fewer, asking the memory takes as long as solving.
const REMEMBERED_FROM: u32 = 8;

/// With fewer empty squares than this, positions are remembered near at hand.
const NEAR: u32 = 12;

/// From this many empty squares on the trained evaluation orders the moves, and probable cuts are made.
const MANY: u32 = 13;

/// From this many empty squares on the table is asked what it knows of the positions after each move.
const LOOK_AHEAD_FROM: u32 = 9;

/// A solver with its memory, which a companion of it has in common with it.
#[derive(Clone, Debug)]
pub struct Endgame {
    /// What it remembers of positions with many empty squares.
    table: Table,
    /// What it remembers of positions with few empty squares: they are many and come again soon or never, so that as much as
    /// the processor has close at hand is enough, and is there sooner. Nobody else writes to it.
    near: Table,
    /// How sure a cut has to be; see `cuts`.
    pub(crate) sureness: u8,
    /// Who solves the same.
    pub(crate) team: Team,
}

impl Endgame {
    /// A solver with an empty memory.
    #[must_use]
    pub fn new() -> Endgame {
        Endgame {
            table: Table::new(22),
            near: Table::new(15),
            sureness: SURE,
            team: Team::default(),
        }
    }

    /// Another solver for a thread beside this one.
    pub(crate) fn companion(&self) -> Endgame {
        Endgame { near: Table::new(15), ..self.clone() }
    }

    /// The best move that is remembered for a position.
    pub(crate) fn best_move(&self, board: Board) -> Option<u32> {
        self.memory(board.empties().count_ones()).best_move(board)
    }

    /// What is remembered from now on counts for more than what was remembered before.
    pub(crate) fn grow_older(&mut self) {
        self.table.grow_older();
        self.near.grow_older();
    }

    /// The exact score of a position in discs for the side to move, both sides playing perfectly.
    ///
    /// # Errors
    /// When the clock says so.
    pub fn solve(
        &mut self,
        midgame: &mut Midgame,
        clock: &mut Clock,
        board: Board,
        guess: i32,
    ) -> Result<i32, Stopped> {
        self.sureness = SURE;
        closed_in(guess, |alpha| self.above(midgame, clock, board, alpha))
    }

    /// A bound of the score of a position for the side to move: a lower one if it is above `alpha`, else an upper one.
    ///
    /// # Errors
    /// When the clock says so.
    pub(crate) fn above(
        &mut self,
        midgame: &mut Midgame,
        clock: &mut Clock,
        board: Board,
        alpha: i32,
    ) -> Result<i32, Stopped> {
        on_fastest(Any { endgame: self, midgame, clock, node: &Node::of(board), alpha })
    }

    /// As [`Endgame::above`], on a kind of processor.
    fn any<M: Machine>(
        &mut self,
        machine: M,
        midgame: &mut Midgame,
        clock: &mut Clock,
        node: &Node,
        alpha: i32,
    ) -> Result<i32, Stopped> {
        machine.run(Any { endgame: self, midgame, clock, node, alpha })
    }

    #[inline(always)]
    fn any_inside<M: Machine>(
        &mut self,
        machine: M,
        midgame: &mut Midgame,
        clock: &mut Clock,
        node: &Node,
        alpha: i32,
    ) -> Result<i32, Stopped> {
        match node.board.empties().count_ones() {
            0 => Ok(node.board.final_score()),
            1..=FEW => self.last(machine, clock, node.board, alpha),
            empties if empties < MANY => self.late(machine, clock, node.board, alpha),
            _ => self.early(machine, midgame, clock, node, alpha),
        }
    }

    fn last<M: Machine>(
        &mut self,
        machine: M,
        clock: &mut Clock,
        board: Board,
        alpha: i32,
    ) -> Result<i32, Stopped> {
        let mut visited = 0;
        let score = solve_few(machine, board, alpha, &mut visited);
        clock.add(visited);
        Ok(score)
    }

    /// With many empty squares.
    #[inline(always)]
    fn early<M: Machine>(
        &mut self,
        machine: M,
        midgame: &mut Midgame,
        clock: &mut Clock,
        node: &Node,
        alpha: i32,
    ) -> Result<i32, Stopped> {
        clock.count()?;
        let board = node.board;
        let moves = machine.moves(board.own, board.other);
        if moves == 0 {
            if machine.moves(board.other, board.own) == 0 {
                return Ok(board.final_score());
            }
            let passed = self.any(machine, midgame, clock, &node.pass(), -alpha - 1)?;
            return Ok(-passed);
        }
        let empties = board.empties().count_ones();
        let draft = Draft { sureness: self.sureness, depth: empties as u8 };
        let known = match self.cutoff(board, draft, alpha) {
            Ok(score) => return Ok(score),
            Err(known) => known,
        };
        if self.sureness < SURE {
            let bounds = (alpha * DISC + DISC / 2, margin_of_solving(self.sureness, empties));
            let to = (evaluate(machine, node), probe_depth_of_solving(empties));
            if let Some(beyond) = midgame.beyond(machine, clock, node, to, bounds)? {
                return Ok(if beyond > bounds.0 { alpha + 1 } else { alpha });
            }
        }
        let mut order = Order::<MOST_MOVES>::of(machine, board, moves);
        order.fetch(machine, board, self.memory(empties - 1));
        if let Some(score) = self.refuted(board, draft, alpha, order.all()) {
            return Ok(score);
        }
        let (mut best, mut best_move) = (-MOST - 1, NO_MOVE);
        // A move that was the best before is tried before the others are so much as looked at.
        let mut first = order.take_first(known);
        let mut is_ordered = false;
        loop {
            if first.is_none() && !std::mem::replace(&mut is_ordered, true) {
                promise(machine, midgame, clock, node, &mut order)?;
            }
            let Some(one) = first.take().or_else(|| order.take()) else { break };
            let Candidate { square, flipped, .. } = one;
            let next = node.after(u32::from(square), flipped);
            // What another thread is at is left for later, when its score is known.
            let is_first = best_move == NO_MOVE;
            if !is_first && self.team.is_at(next.board, self.sureness) && order.put_back(one) {
                continue;
            }
            let score = self.score_after(machine, midgame, clock, &next, alpha)?;
            if score > best {
                (best, best_move) = (score, square);
                if score > alpha {
                    break;
                }
            }
        }
        self.table.put(board, draft, (alpha, alpha + 1), best, best_move);
        Ok(best)
    }

    /// The score of a move for whoever makes it, while the other threads are told of it.
    #[inline(always)]
    fn score_after<M: Machine>(
        &mut self,
        machine: M,
        midgame: &mut Midgame,
        clock: &mut Clock,
        next: &Node,
        alpha: i32,
    ) -> Result<i32, Stopped> {
        let at = self.team.arrive(next.board, self.sureness);
        let found = self.any(machine, midgame, clock, next, -alpha - 1);
        self.team.leave(at);
        found.map(|score| -score)
    }

    /// With fewer.
    fn late<M: Machine>(
        &mut self,
        machine: M,
        clock: &mut Clock,
        board: Board,
        alpha: i32,
    ) -> Result<i32, Stopped> {
        machine.run(Late { endgame: self, clock, board, alpha })
    }

    #[inline(always)]
    fn late_inside<M: Machine>(
        &mut self,
        machine: M,
        clock: &mut Clock,
        board: Board,
        alpha: i32,
    ) -> Result<i32, Stopped> {
        clock.count()?;
        let empties = board.empties().count_ones();
        let remembered = empties >= REMEMBERED_FROM;
        if remembered {
            self.memory(empties).fetch(machine, board);
        }
        let moves = machine.moves(board.own, board.other);
        if moves == 0 {
            if machine.moves(board.other, board.own) == 0 {
                return Ok(board.final_score());
            }
            return self.late(machine, clock, board.pass(), -alpha - 1).map(|score| -score);
        }
        // Nothing is cut from here on, so that what is found is sure.
        let draft = Draft { sureness: SURE, depth: empties as u8 };
        let known = if remembered {
            match self.cutoff(board, draft, alpha) {
                Ok(score) => return Ok(score),
                Err(known) => known,
            }
        } else {
            NO_MOVE
        };
        let odd = odd_quadrants(board.empties());
        let mut order = Order::<{ MANY as usize }>::of(machine, board, moves);
        let looks_ahead = empties >= LOOK_AHEAD_FROM;
        if looks_ahead {
            order.fetch(machine, board, self.memory(empties - 1));
        }
        for one in order.all() {
            one.promise = if one.square == known {
                i32::MAX
            } else {
                late_promise(machine, board, *one, odd)
            };
        }
        if looks_ahead && let Some(score) = self.refuted(board, draft, alpha, order.all()) {
            return Ok(score);
        }
        let (mut best, mut best_move) = (-MOST - 1, NO_MOVE);
        while let Some(Candidate { square, flipped, .. }) = order.take() {
            let next = board.after(u32::from(square), flipped);
            let score = -if empties > FEW + 1 {
                self.late(machine, clock, next, -alpha - 1)?
            } else {
                self.last(machine, clock, next, -alpha - 1)?
            };
            if score > best {
                (best, best_move) = (score, square);
                if score > alpha {
                    break;
                }
            }
        }
        if remembered {
            self.memory(empties).put(board, draft, (alpha, alpha + 1), best, best_move);
        }
        Ok(best)
    }

    /// Where positions with so many empty squares are remembered.
    #[inline(always)]
    fn memory(&self, empties: u32) -> &Table {
        if empties < NEAR { &self.near } else { &self.table }
    }

    /// The score, as far as it matters, by stable discs or by what is remembered; otherwise the move that is remembered.
    #[inline(always)]
    fn cutoff(&self, board: Board, draft: Draft, alpha: i32) -> Result<i32, u8> {
        // With a modest window the bound would need more stable discs than a board mostly has.
        if alpha >= 10 {
            let stable = Board::stable(board.other, board.own).count_ones() as i32;
            let most = MOST - 2 * stable;
            if most <= alpha {
                return Ok(most);
            }
        }
        let memory = self.memory(u32::from(draft.depth));
        let Some(entry) = memory.get(board) else { return Err(NO_MOVE) };
        let sure = entry.draft >= draft;
        let score = sure.then(|| entry.cutoff((alpha, alpha + 1))).flatten();
        score.ok_or(entry.best)
    }

    /// The score of the first of these moves that is remembered to be good enough.
    #[inline(always)]
    fn refuted(&self, board: Board, draft: Draft, alpha: i32, moves: &[Candidate]) -> Option<i32> {
        let memory = self.memory(u32::from(draft.depth) - 1);
        moves.iter().find_map(|one| {
            let next = board.after(u32::from(one.square), one.flipped);
            let entry = memory.get(next).filter(|entry| entry.draft.sureness >= draft.sureness)?;
            let score = -i32::from(entry.upper);
            (score > alpha).then_some(score)
        })
    }
}

/// Gives the moves that are not taken their promise: as the evaluation sees each a few plies on, and how free it leaves
/// the other side.
#[inline(always)]
fn promise<M: Machine>(
    machine: M,
    midgame: &mut Midgame,
    clock: &mut Clock,
    node: &Node,
    order: &mut Order<MOST_MOVES>,
) -> Result<(), Stopped> {
    let depth = ((node.board.empties().count_ones() - MANY) / 3) as u8;
    for one in order.rest() {
        let next = node.after(u32::from(one.square), one.flipped);
        let look = if depth == 0 {
            evaluate(machine, &next)
        } else {
            midgame.visit(machine, clock, &next, depth, (-64 * DISC, 64 * DISC))?
        };
        one.promise = -look - 3 * DISC * weighted_mobility(machine, next.board);
    }
    Ok(())
}

/// A call of [`Endgame::any`].
struct Any<'a> {
    endgame: &'a mut Endgame,
    midgame: &'a mut Midgame,
    clock: &'a mut Clock,
    node: &'a Node,
    alpha: i32,
}

impl Work for Any<'_> {
    type Output = Result<i32, Stopped>;

    #[inline(always)]
    fn on<M: Machine>(self, machine: M) -> Self::Output {
        self.endgame.any_inside(machine, self.midgame, self.clock, self.node, self.alpha)
    }
}

/// A call of [`Endgame::late`].
struct Late<'a> {
    endgame: &'a mut Endgame,
    clock: &'a mut Clock,
    board: Board,
    alpha: i32,
}

impl Work for Late<'_> {
    type Output = Result<i32, Stopped>;

    #[inline(always)]
    fn on<M: Machine>(self, machine: M) -> Self::Output {
        self.endgame.late_inside(machine, self.clock, self.board, self.alpha)
    }
}

impl Default for Endgame {
    fn default() -> Self {
        Endgame::new()
    }
}

/// The score that lies between all bounds that `above` finds: for any number, a lower bound that is above it, or an upper
/// bound that is not. It begins next to the guess.
pub(crate) fn closed_in<E>(
    guess: i32,
    mut above: impl FnMut(i32) -> Result<i32, E>,
) -> Result<i32, E> {
    let (mut lower, mut upper) = (-MOST, MOST);
    // Scores are even; between two of them there is an odd number.
    let mut alpha = (guess.clamp(-MOST + 2, MOST) | 1) - 2;
    loop {
        let score = above(alpha)?;
        if score > alpha {
            lower = score + (score & 1);
            alpha = lower + 1;
        } else {
            upper = score - (score & 1);
            alpha = upper - 1;
        }
        if lower >= upper {
            return Ok(lower);
        }
    }
}

#[cfg(test)]
mod tests;
