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

/// What is wrong with a file without a whole line of a book.
const EMPTY: &str =
    "there is no position in it; \"othello-host book make FILE\" makes a book, or goes on with one";

/// The book that the user named for a game, if any.
///
/// # Errors
/// Where it is no book, or has nothing in it.
pub fn given(game: &Game) -> Result<Option<Book>, String> {
    match game.file(BOOK) {
        Some(text) => {
            let book = Book::read(text).map_err(|error| {
                format!("the book's {error}; \"othello-host book show\" reads it alike")
            })?;
            if book.is_empty() {
                return Err(EMPTY.to_owned());
            }
            Ok(Some(book))
        }
        None if game.options.contains_key(BOOK) => Err("this host hands over no book".to_owned()),
        None => Ok(None),
    }
}

/// Where to go by a book, with all that it knows there; nothing where the position does not stand in it.
pub fn choose(book: &Book, round: &Round, position: &Position) -> Option<(BookMove, Thinking)> {
    let moves = book.moves(position)?;
    let variety = round.option::<f64>(VARIETY).unwrap_or(0.0);
    let best = moves.first().map_or(0.0, |first| first.value);
    let enough = moves.iter().filter(|one| one.value >= best - variety).count();
    let at = if variety > 0.0 { Rng::new(round.seed).below(enough.max(1)) } else { 0 };
    let chosen = *moves.get(at)?;
    Some((chosen, thinking(book, position, &chosen, &moves)))
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
    fn of_the_start(values: [f64; 4]) -> Book {
        let start = Position::default();
        let mut book = Book::new("of one position");
        let moves: Vec<(Square, f64)> = start.legal_moves().iter().zip(values).collect();
        let line = book.add(&start, &moves).unwrap();
        let mut game = Game::default();
        game.files.insert(BOOK.to_owned(), book.heading() + &line);
        game.options.insert(BOOK.to_owned(), "its hash".into());
        given(&game).unwrap().unwrap()
    }

    fn chosen(book: &Book, variety: f64, seed: u64) -> String {
        let mut round = Round::default();
        round.options.insert(VARIETY.to_owned(), variety.into());
        round.seed = seed;
        let (one, thinking) = choose(book, &round, &Position::default()).unwrap();
        assert_eq!(thinking.line, [one.square.to_string()]);
        assert_eq!(thinking.moves.len(), 4);
        one.square.to_string()
    }

    #[test]
    fn the_best_move_is_played_and_others_only_within_the_variety_that_was_asked_for() {
        // d3 c4 f5 e6
        let book = of_the_start([0.2, 0.0, 1.0, 0.6]);
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
    fn where_the_book_ends_nothing_is_chosen_and_no_game_begins_with_a_damaged_one() {
        let book = of_the_start([0.0; 4]);
        let second = Position::default().play("f5".parse().unwrap()).unwrap();
        assert_eq!(choose(&book, &Round::default(), &second), None);
        assert!(given(&Game::default()).unwrap().is_none());
        let refused = |game: &Game| given(game).unwrap_err();
        let mut game = Game::default();
        game.options.insert(BOOK.to_owned(), "book.txt".into());
        assert_eq!(refused(&game), "this host hands over no book");
        for empty in ["", "\n", "% a book\n", "no line that is ended"] {
            game.files.insert(BOOK.to_owned(), empty.to_owned());
            assert_eq!(refused(&game), EMPTY);
        }
        game.files.insert(BOOK.to_owned(), "% a book\nno board\n".to_owned());
        assert!(refused(&game).starts_with("the book's line 2: "), "{}", refused(&game));
    }
}
