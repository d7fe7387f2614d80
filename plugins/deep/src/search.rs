//! Looking ahead in a game tree: plain minimax, alpha-beta, and alpha-beta with ordered moves and a memory. All
//! three find the same values; they differ in how many states they look at, which each search counts.

use std::collections::HashMap;

use othello_player_api::{Bound, Considered, Thinking};
use othello_rules::{Position, Square};

use crate::measure::Measure;

/// More than any measure.
const INFINITE: i32 = i32::MAX / 2;

/// How a search saves work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Saving {
    /// Not at all.
    Nothing,
    /// By leaving out what can't change the result.
    Pruning,
    /// That, with promising moves first and positions remembered.
    PruningAndMemory,
}

/// A search, with what it has counted and remembered.
pub struct Search {
    measure: Measure,
    saving: Saving,
    states: u64,
    memory: HashMap<(Position, u32), TableEntry>,
}

#[derive(Clone, Copy)]
struct TableEntry {
    value: i32,
    bound: Bound,
    best: Option<Square>,
}

/// What a search found for each move of a position.
pub struct SearchResult {
    /// The moves in reading order.
    pub moves: Vec<SearchedMove>,
    /// How many states were explored in all.
    pub states: u64,
}

/// What a search found for one move.
#[derive(Clone, Copy)]
pub struct SearchedMove {
    /// The move.
    pub square: Square,
    /// Its value, or a bound.
    pub value: i32,
    /// Which of these it is.
    pub bound: Bound,
    /// How many states were explored below it.
    pub states: u64,
}

impl Search {
    /// A search for a measure.
    pub fn new(measure: Measure, saving: Saving) -> Search {
        Search { measure, saving, states: 0, memory: HashMap::new() }
    }

    /// A search that saves all it can.
    pub fn pruned(measure: Measure) -> Search {
        Search::new(measure, Saving::PruningAndMemory)
    }

    /// Values every move of a position. Every move that is as good as the best one gets its exact value.
    pub fn root(mut self, position: Position, plies: u32) -> SearchResult {
        let mut moves: Vec<SearchedMove> = Vec::new();
        let mut best = -INFINITE;
        let mut order: Vec<(usize, Square)> = position.legal_moves().iter().enumerate().collect();
        if self.saving == Saving::PruningAndMemory {
            // The best move of a shallower search comes first, so that the others can be cut short.
            for shallow in 1..plies {
                let value = |search: &mut Search, square| {
                    -search.value(position.play_unchecked(square), shallow - 1, -INFINITE, INFINITE)
                };
                order.sort_by_cached_key(|&(_, square)| -value(&mut self, square));
            }
        }
        let mut places = Vec::with_capacity(order.len());
        for (place, square) in order {
            let before = self.states;
            // One below the best so far, so that an equal move is still told from a worse one.
            let floor = if self.saving == Saving::Nothing { -INFINITE } else { best - 1 };
            let next = position.play_unchecked(square);
            let value = -self.value(next, plies.saturating_sub(1), -INFINITE, -floor);
            let bound = if value > floor { Bound::Exact } else { Bound::AtMost };
            best = best.max(value);
            moves.push(SearchedMove { square, value, bound, states: self.states - before });
            places.push(place);
        }
        let mut in_order: Vec<(usize, SearchedMove)> = places.into_iter().zip(moves).collect();
        in_order.sort_by_key(|&(place, _)| place);
        SearchResult {
            moves: in_order.into_iter().map(|(_, found)| found).collect(),
            states: self.states,
        }
    }

    /// The value of a position for the side to move: exact within the window, else a bound.
    fn value(&mut self, position: Position, plies: u32, alpha: i32, beta: i32) -> i32 {
        self.states += 1;
        let legal = position.legal_moves();
        if legal.is_empty() {
            return match position.pass() {
                Ok(passed) if plies > 0 => -self.value(passed, plies - 1, -beta, -alpha),
                Ok(_) => self.measure.of(&position),
                Err(_) => self.measure.of_finished(&position),
            };
        }
        if plies == 0 {
            return self.measure.of(&position);
        }
        let known = self.table_entry(&position, plies);
        if let Some(TableEntry { value, bound, .. }) = known {
            let enough = match bound {
                Bound::Exact => true,
                Bound::AtLeast => value >= beta,
                Bound::AtMost => value <= alpha,
            };
            if enough {
                return value;
            }
        }
        let (mut best, mut best_move, mut low) = (-INFINITE, None, alpha);
        for (square, next) in self.moves_in_order(position, known.and_then(|known| known.best)) {
            let value = -self.value(next, plies - 1, -beta, -low);
            if value > best {
                (best, best_move) = (value, Some(square));
            }
            low = low.max(value);
            if self.saving != Saving::Nothing && low >= beta {
                break;
            }
        }
        self.remember(position, plies, (alpha, beta), best, best_move);
        best
    }

    fn moves_in_order(&self, position: Position, first: Option<Square>) -> Vec<(Square, Position)> {
        let mut moves: Vec<(Square, Position)> = position
            .legal_moves()
            .iter()
            .map(|square| (square, position.play_unchecked(square)))
            .collect();
        if self.saving == Saving::PruningAndMemory {
            moves.sort_by_cached_key(|(square, next)| {
                (first != Some(*square), self.measure.of(next))
            });
        }
        moves
    }

    fn table_entry(&self, position: &Position, plies: u32) -> Option<TableEntry> {
        if self.saving != Saving::PruningAndMemory {
            return None;
        }
        self.memory.get(&(*position, plies)).copied()
    }

    fn remember(
        &mut self,
        position: Position,
        plies: u32,
        (alpha, beta): (i32, i32),
        value: i32,
        best: Option<Square>,
    ) {
        if self.saving == Saving::PruningAndMemory {
            let bound = if value <= alpha {
                Bound::AtMost
            } else if value >= beta {
                Bound::AtLeast
            } else {
                Bound::Exact
            };
            self.memory.insert((position, plies), TableEntry { value, bound, best });
        }
    }
}

impl SearchResult {
    /// The moves of the greatest value.
    pub fn best(&self) -> impl Iterator<Item = Square> {
        let exact = |found: &&SearchedMove| found.bound.is_exact();
        let most = self.moves.iter().filter(exact).map(|found| found.value).max();
        self.moves
            .iter()
            .filter(move |found| found.bound.is_exact() && Some(found.value) == most)
            .map(|found| found.square)
    }

    /// The record of the thinking, for people.
    pub fn thinking(&self, plies: u32) -> Thinking {
        let mut thinking = Thinking::default();
        thinking.depth = Some(plies);
        thinking.states = Some(self.states);
        thinking.value = self
            .moves
            .iter()
            .filter(|found| found.bound.is_exact())
            .map(|found| found.value)
            .max()
            .map(f64::from);
        thinking.moves = self
            .moves
            .iter()
            .map(|found| {
                Considered::new(found.square.to_string(), f64::from(found.value))
                    .bound(found.bound)
                    .states(found.states)
            })
            .collect();
        thinking
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::FINISHED;
    use othello_open::Rng;
    use othello_rules::{Size, Start, Variant};

    fn positions() -> Vec<Position> {
        let mut positions = Vec::new();
        for (seed, size) in [(1, 4), (2, 6), (3, 6), (4, 8), (5, 8)] {
            let size = Size::new(size).unwrap();
            let mut position = Position::new(Variant::Othello, size, Start::Standard);
            let mut rng = Rng::new(seed);
            while !position.is_over() {
                let legal = position.legal_moves();
                if legal.is_empty() {
                    position = position.pass().unwrap();
                    continue;
                }
                positions.push(position);
                let at = rng.below(legal.len());
                position = position.play(legal.iter().nth(at).unwrap()).unwrap();
            }
        }
        positions
    }

    fn best(position: Position, saving: Saving, plies: u32) -> Vec<Square> {
        Search::new(Measure::HEURISTIC, saving).root(position, plies).best().collect()
    }

    #[test]
    fn pruning_and_memory_find_the_very_moves_of_minimax() {
        for position in positions() {
            let plain = best(position, Saving::Nothing, 3);
            assert_eq!(best(position, Saving::Pruning, 3), plain, "{position}");
            assert_eq!(best(position, Saving::PruningAndMemory, 3), plain, "{position}");
        }
    }

    #[test]
    fn a_won_end_is_worth_more_than_any_number_of_corners() {
        // Black takes the last square and wins, whatever the measure thinks of edges.
        let board = format!("-OX{}", "X".repeat(13));
        let position =
            format!("{board} X").parse::<othello_rules::Setup>().unwrap().position().unwrap();
        let searched = Search::pruned(Measure::HEURISTIC).root(position, 3);
        assert!(searched.moves[0].value >= 16 * FINISHED);
    }
}
