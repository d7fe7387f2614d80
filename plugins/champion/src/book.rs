//! Playing from a book of openings that the user gave: its best move, or one that is nearly as good where that is asked
//! for. How a book is made, and what stands in it, is said elsewhere.

use othello_open::Rng;
use othello_player_api::{Bound, Considered, Game, Round, Thinking};
use othello_rules::{Book, BookMove, Position};

/// The option that names a book.
pub const BOOK: &str = "book";

/// The option by how many discs a move of the book may be worse than the best one.
pub const VARIETY: &str = "variety";

/// More moves than a line of the book is shown.
const LONGEST_LINE: usize = 12;

/// The book of a game; what is wrong with it is said when it is asked.
#[derive(Debug)]
pub struct GivenBook(Result<Option<Book>, String>);

impl GivenBook {
    /// The book that the user named for a game, if any.
    pub fn of(game: &Game) -> GivenBook {
        let is_named = game.options.contains_key(BOOK);
        GivenBook(match game.file(BOOK) {
            Some(text) => Book::read(text).map(Some).map_err(|error| {
                format!("the book's {error}; \"othello-host book show\" reads it alike")
            }),
            None if is_named => Err("this host hands over no book".to_owned()),
            None => Ok(None),
        })
    }

    /// Where to go by the book, with all that it knows there; nothing where the position does not stand in it.
    pub fn choose(
        &self,
        round: &Round,
        position: &Position,
    ) -> Result<Option<(BookMove, Thinking)>, String> {
        let book = self.0.as_ref().map_err(String::clone)?;
        let Some((book, moves)) =
            book.as_ref().and_then(|book| Some((book, book.moves(position)?)))
        else {
            return Ok(None);
        };
        let variety = round.option::<f64>(VARIETY).unwrap_or(0.0);
        let best = moves.first().map_or(0.0, |first| first.value);
        let enough = moves.iter().filter(|one| one.value >= best - variety).count();
        let at = if variety > 0.0 { Rng::new(round.seed).below(enough.max(1)) } else { 0 };
        let Some(&chosen) = moves.get(at) else { return Ok(None) };
        Ok(Some((chosen, thinking(book, position, &chosen, &moves))))
    }
}

fn thinking(book: &Book, position: &Position, chosen: &BookMove, moves: &[BookMove]) -> Thinking {
    let mut thinking = Thinking::default();
    thinking.value = Some(chosen.value);
    thinking.unit = Some("discs".to_owned());
    thinking.text = Some("from the book".to_owned());
    let line = book.line(position, chosen.square).into_iter().take(LONGEST_LINE);
    thinking.line = line.map(|square| square.to_string()).collect();
    let considered =
        |one: &BookMove| Considered::new(one.square.to_string(), one.value).bound(Bound::Exact);
    thinking.moves = moves.iter().map(considered).collect();
    thinking
}

#[cfg(test)]
mod tests {
    use super::*;
    use othello_rules::Square;

    /// A game with a book that knows the start alone, and values its four moves so, from d3 on.
    fn given(values: [f64; 4]) -> GivenBook {
        let start = Position::default();
        let mut book = Book::new("of one position");
        let moves: Vec<(Square, f64)> = start.legal_moves().iter().zip(values).collect();
        let line = book.add(&start, &moves).unwrap();
        let mut game = Game::default();
        game.files.insert(BOOK.to_owned(), book.heading() + &line);
        game.options.insert(BOOK.to_owned(), "its hash".into());
        GivenBook::of(&game)
    }

    fn chosen(book: &GivenBook, variety: f64, seed: u64) -> String {
        let mut round = Round::default();
        round.options.insert(VARIETY.to_owned(), variety.into());
        round.seed = seed;
        let (one, thinking) = book.choose(&round, &Position::default()).unwrap().unwrap();
        assert_eq!(thinking.line, [one.square.to_string()]);
        assert_eq!(thinking.moves.len(), 4);
        one.square.to_string()
    }

    #[test]
    fn the_best_move_is_played_and_others_only_within_the_variety_that_was_asked_for() {
        // d3 c4 f5 e6
        let book = given([0.2, 0.0, 1.0, 0.6]);
        let played = |variety| {
            let mut played: Vec<_> = (0..64).map(|seed| chosen(&book, variety, seed)).collect();
            played.sort();
            played.dedup();
            played
        };
        assert_eq!(played(0.0), ["f5"]);
        assert_eq!(played(0.3), ["f5"]);
        assert_eq!(played(0.5), ["e6", "f5"]);
        assert_eq!(played(0.9), ["d3", "e6", "f5"]);
        assert_eq!(chosen(&book, 2.0, 7), chosen(&book, 2.0, 7));
    }

    #[test]
    fn where_the_book_ends_nothing_is_chosen_and_a_damaged_one_is_named() {
        let book = given([0.0; 4]);
        let second = Position::default().play("f5".parse().unwrap()).unwrap();
        assert_eq!(book.choose(&Round::default(), &second), Ok(None));
        assert_eq!(GivenBook::of(&Game::default()).choose(&Round::default(), &second), Ok(None));
        let refused =
            |game: &Game| GivenBook::of(game).choose(&Round::default(), &second).unwrap_err();
        let mut game = Game::default();
        game.options.insert(BOOK.to_owned(), "book.txt".into());
        assert_eq!(refused(&game), "this host hands over no book");
        game.files.insert(BOOK.to_owned(), "% a book\nno board\n".to_owned());
        assert!(refused(&game).starts_with("the book's line 2: "), "{}", refused(&game));
    }
}
