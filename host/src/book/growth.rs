//! Which positions a book is to have next: those that its own best play leads to first, then those behind moves that are
//! nearly as good. Each ply on the way counts, and far more what either side loses by its moves; who is cheapest to reach
//! comes first. What is chosen follows from the book's positions in their order alone, so that one that was interrupted
//! grows on as if it had not been.

use std::collections::BTreeMap;

use othello_arena::Seed;
use othello_rules::{Book, Position};

use super::recipe::Recipe;

/// How many plies deeper a line is followed rather than a move that is worse by a disc.
const PLIES_A_DISC: f64 = 4.0;

/// What part of a book is added before the values of all moves are worked out again.
const PART: usize = 32;

/// A position, and what all turned boards of it have in common.
type Reached = BTreeMap<[u64; 2], (f64, Position)>;

/// The growth of one book.
#[derive(Default)]
pub struct Growth {
    /// With how many positions the last choice was made.
    chosen_at: usize,
}

impl Growth {
    /// The positions to add next, none where no more are worth it. What was chosen before and is in the book already is
    /// left out.
    pub fn next(&mut self, book: &Book, recipe: &Recipe) -> Vec<Position> {
        loop {
            let then = book.beginning(self.chosen_at);
            let chosen = cheapest(&then, recipe, 1 + then.len() / PART);
            let count = chosen.len();
            let missing: Vec<_> = chosen.into_iter().filter(|one| !book.has(one)).collect();
            if !missing.is_empty() || count == 0 {
                return missing;
            }
            self.chosen_at += count;
        }
    }
}

/// The positions outside of the book that are cheapest to reach, as many as that, the cheapest first.
fn cheapest(book: &Book, recipe: &Recipe, most: usize) -> Vec<Position> {
    let Some(first) = Book::class(&recipe.start) else { return Vec::new() };
    if !book.has(&recipe.start) {
        return vec![recipe.start];
    }
    // By how many plies they are away. Once it is the turn of a layer, all ways to it are known.
    let mut layers = BTreeMap::from([(0, Reached::from([(first, (0.0, recipe.start))]))]);
    let mut outside = Reached::new();
    while let Some((plies, layer)) = layers.pop_first() {
        for (cost, position) in layer.into_values() {
            let moves = book.moves(&position).unwrap_or_default();
            let best = moves.first().map_or(0.0, |best| best.value);
            for one in moves.iter().take_while(|one| best - one.value <= recipe.within) {
                let cost = cost + 1.0 + PLIES_A_DISC * (best - one.value);
                let Some((class, next)) = after(&position, one.square) else { continue };
                if book.has(&next) {
                    reach(layers.entry(plies + 1).or_default(), class, (cost, next));
                } else if plies < recipe.plies {
                    reach(&mut outside, class, (cost + chance(recipe.seed, class), next));
                }
            }
        }
    }
    let mut outside: Vec<_> = outside.into_values().collect();
    outside.sort_by(|a, b| a.0.total_cmp(&b.0));
    outside.into_iter().take(most).map(|(_, position)| position).collect()
}

/// The position after a move with somebody to move; nothing where the game is over.
fn after(position: &Position, square: othello_rules::Square) -> Option<([u64; 2], Position)> {
    let mut next = position.play(square).ok()?;
    if next.is_over() {
        return None;
    }
    if next.must_pass() {
        next = next.pass().ok()?;
    }
    Some((Book::class(&next)?, next))
}

fn reach(known: &mut Reached, class: [u64; 2], way: (f64, Position)) {
    let cheapest = known.entry(class).or_insert(way);
    if way.0 < cheapest.0 {
        *cheapest = way;
    }
}

/// What tells positions apart that are equally cheap, by less than a ply.
fn chance(seed: Seed, [own, other]: [u64; 2]) -> f64 {
    let drawn = Seed::new(seed.get() ^ own ^ other.rotate_left(32)).of_round(0);
    drawn as f64 / (1_u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use othello_rules::Square;

    /// Values that nobody searched for: the more discs a move turns, the better.
    fn values(position: &Position) -> Vec<(Square, f64)> {
        let value = |at: Square| position.flips(at).len() as f64 / 4.0;
        let mut moves: Vec<_> = position.legal_moves().iter().map(|at| (at, value(at))).collect();
        moves.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        moves
    }

    /// The text of a book of so many positions that was interrupted whenever it had one of these numbers.
    fn text(recipe: &Recipe, positions: usize, interrupted: &[usize]) -> String {
        let mut book = Book::new(&recipe.comment());
        let (mut growth, mut text) = (Growth::default(), book.heading());
        while book.len() < positions {
            let next = growth.next(&book, recipe);
            if next.is_empty() {
                break;
            }
            for position in next.iter().take(positions - book.len()) {
                text += &book.add(position, &values(position)).unwrap();
                if interrupted.contains(&book.len()) {
                    book = Book::read(&text).unwrap();
                    growth = Growth::default();
                    break;
                }
            }
        }
        text
    }

    #[test]
    fn a_book_that_was_interrupted_becomes_the_same() {
        let recipe = Recipe::default();
        let whole = text(&recipe, 150, &[]);
        assert_eq!(whole.lines().count(), 151);
        assert_eq!(text(&recipe, 150, &[1, 2, 37, 70, 71, 149]), whole);
        let other = Recipe { seed: Seed::new(2), ..recipe };
        assert_ne!(text(&other, 150, &[]).lines().nth(150), whole.lines().nth(150));
    }

    #[test]
    fn no_position_lies_behind_a_worse_move_than_is_wanted_or_further_than_is_wanted() {
        let recipe = Recipe { within: 0.0, plies: 3, ..Recipe::default() };
        let book = Book::read(&text(&recipe, 1000, &[])).unwrap();
        assert!((4..100).contains(&book.len()), "{}", book.len());
        let mut growth = Growth::default();
        assert_eq!(growth.next(&book, &recipe), []);
        for at in 1..book.len() {
            let before = book.beginning(at);
            for position in cheapest(&before, &recipe, usize::MAX) {
                let plies = position.count().black + position.count().white - 4;
                assert!(plies <= 3, "{position}");
            }
        }
    }
}
