//! Books of openings: positions of the 8x8 board with what each of their moves is worth, as a search found it, and by
//! the positions that stand in the book behind the move. A position stands there once, for all boards that are turned
//! or mirrored, whoever is to move. Who searches, and which positions a book is worth, is said elsewhere.
//!
//! A book is a text. Its first line is a comment, each other line a position of which X is to move, with the searched
//! values of its moves in discs: `BOARD X; d3:+0.25; c4:-1.50;`. A line counts once it is ended.

use std::collections::HashMap;
use std::fmt;

use crate::bitboard;
use crate::position::Position;
use crate::square::Square;
use crate::symmetry::Symmetry;
use crate::text::one_line;

/// The discs of the side to move and of the other, of the one board that stands for all that are turned.
type Class = [u64; 2];

/// Positions with what their moves are worth.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Book {
    comment: String,
    nodes: Vec<Node>,
    numbers: HashMap<Class, usize>,
}

#[derive(Clone, Debug, PartialEq)]
struct Node {
    class: Class,
    moves: Vec<Valued>,
}

/// A move of a node, in hundredths of a disc.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Valued {
    square: u8,
    searched: i32,
    value: i32,
    is_followed: bool,
}

/// A move as a book knows it. Values are in discs for whoever is to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BookMove {
    /// Where to.
    pub square: Square,
    /// What it is worth by the book: the best play that it has behind the move.
    pub value: f64,
    /// What the search said of it.
    pub searched: f64,
    /// Whether the position after it stands in the book.
    pub is_followed: bool,
}

/// Why a text is no book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub why: String,
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.why)
    }
}

impl std::error::Error for BookError {}

/// What a comment begins with.
const COMMENT: char = '%';

impl Book {
    /// An empty book that says this of itself in its first line.
    #[must_use]
    pub fn new(comment: &str) -> Book {
        Book { comment: one_line(comment).into_owned(), ..Book::default() }
    }

    /// Reads a book. A last line that is not ended is left out: it is just being written.
    ///
    /// # Errors
    /// The first line that is wrong.
    pub fn read(text: &str) -> Result<Book, BookError> {
        let mut book = Book::default();
        for (number, line) in (1..).zip(text.split_inclusive('\n')) {
            let Some(line) = line.strip_suffix('\n').map(str::trim) else { break };
            let wrong = |why| BookError { line: number, why };
            if let Some(comment) = line.strip_prefix(COMMENT) {
                if number == 1 {
                    comment.trim().clone_into(&mut book.comment);
                }
            } else if !line.is_empty() {
                let (position, moves) = entry(line).map_err(wrong)?;
                let stands = || wrong("the position stands there already".to_owned());
                book.add(&position, &moves).ok_or_else(stands)?;
            }
        }
        book.settle();
        Ok(book)
    }

    /// What it says of itself.
    #[must_use]
    pub fn comment(&self) -> &str {
        &self.comment
    }

    /// The first line of its text.
    #[must_use]
    pub fn heading(&self) -> String {
        format!("{COMMENT} {}\n", self.comment)
    }

    /// How many positions it has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether it has none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Its first positions, as many as that.
    #[must_use]
    pub fn beginning(&self, positions: usize) -> Book {
        let nodes: Vec<_> = self.nodes.iter().take(positions).cloned().collect();
        let numbers = nodes.iter().zip(0..).map(|(node, number)| (node.class, number)).collect();
        let mut book = Book { comment: self.comment.clone(), nodes, numbers };
        book.settle();
        book
    }

    /// What all turned boards of a position have in common: the discs of the side to move and of the other on one of
    /// them; `None` unless the board is 8x8.
    #[must_use]
    pub fn class(position: &Position) -> Option<[u64; 2]> {
        position.bitboards().map(|(own, other)| class([own, other]).0)
    }

    /// Whether a position, or one that it is when it is turned, stands in the book.
    #[must_use]
    pub fn has(&self, position: &Position) -> bool {
        Book::class(position).is_some_and(|class| self.numbers.contains_key(&class))
    }

    /// Adds a position with the searched values of its moves in discs, the best first; its line in the text. Nothing where
    /// it stands there already, and where the board is not 8x8. What moves are worth by the book says [`Book::settle`].
    pub fn add(&mut self, position: &Position, moves: &[(Square, f64)]) -> Option<String> {
        let (own, other) = position.bitboards()?;
        let (class, by) = class([own, other]);
        if self.numbers.contains_key(&class) {
            return None;
        }
        let moves: Vec<Valued> = moves
            .iter()
            .map(|&(square, searched)| {
                let searched = (searched * 100.0).round().clamp(-6400.0, 6400.0) as i32;
                let square = turned(square.row() * 8 + square.column(), by);
                Valued { square, searched, value: searched, is_followed: false }
            })
            .collect();
        let node = Node { class, moves };
        let line = node.line();
        self.numbers.insert(class, self.nodes.len());
        self.nodes.push(node);
        Some(line)
    }

    /// Works out what all moves are worth by the positions behind them, from the last ones back to the first.
    pub fn settle(&mut self) {
        let mut order: Vec<usize> = (0..self.nodes.len()).collect();
        order.sort_by_key(|&at| {
            let [own, other] = self.nodes[at].class;
            std::cmp::Reverse((own | other).count_ones())
        });
        for at in order {
            let mut moves = std::mem::take(&mut self.nodes[at].moves);
            for one in &mut moves {
                let found = self.behind(self.nodes[at].class, one.square);
                (one.value, one.is_followed) = found.unwrap_or((one.searched, false));
            }
            self.nodes[at].moves = moves;
        }
    }

    /// What the move to a square is worth by the positions behind it, and whether they stand in the book; nothing where
    /// the search alone knows.
    fn behind(&self, [own, other]: Class, square: u8) -> Option<(i32, bool)> {
        let flipped = bitboard::flips(own, other, square.into());
        let [own, other] = [other & !flipped, own | flipped | 1 << square];
        if bitboard::moves(own, other) != 0 {
            return self.best(class([own, other]).0).map(|value| (-value, true));
        }
        if bitboard::moves(other, own) != 0 {
            return self.best(class([other, own]).0).map(|value| (value, true));
        }
        let ahead = other.count_ones() as i32 - own.count_ones() as i32;
        let empty = (!(own | other)).count_ones() as i32;
        Some((100 * (ahead + ahead.signum() * empty), false))
    }

    fn best(&self, class: Class) -> Option<i32> {
        let node = &self.nodes[*self.numbers.get(&class)?];
        node.moves.iter().map(|one| one.value).max()
    }

    /// The moves of a position that stands in the book, the best first.
    #[must_use]
    pub fn moves(&self, position: &Position) -> Option<Vec<BookMove>> {
        let (own, other) = position.bitboards()?;
        let (class, by) = class([own, other]);
        let node = &self.nodes[*self.numbers.get(&class)?];
        let back = by.inverse();
        let mut moves: Vec<BookMove> = node
            .moves
            .iter()
            .filter_map(|one| {
                let square = turned(one.square, back);
                Some(BookMove {
                    square: Square::new(square / 8, square % 8)?,
                    value: f64::from(one.value) / 100.0,
                    searched: f64::from(one.searched) / 100.0,
                    is_followed: one.is_followed,
                })
            })
            .collect();
        // Among moves of one value the one whose play the book knows.
        moves.sort_by(|a, b| {
            let by_value = b.value.total_cmp(&a.value).then(b.is_followed.cmp(&a.is_followed));
            by_value.then(b.searched.total_cmp(&a.searched)).then(a.square.cmp(&b.square))
        });
        Some(moves)
    }

    /// The best play that the book knows from a position on, beginning with this move.
    #[must_use]
    pub fn line(&self, position: &Position, first: Square) -> Vec<Square> {
        let mut line = vec![first];
        let mut next = position.play(first);
        while let Ok(mut position) = next {
            if position.must_pass() {
                position = position.pass().unwrap_or(position);
            }
            let Some(best) = self.moves(&position).and_then(|moves| moves.first().copied()) else {
                break;
            };
            line.push(best.square);
            next = position.play(best.square);
        }
        line
    }
}

impl Node {
    /// Its line in the text.
    fn line(&self) -> String {
        let [own, other] = self.class;
        let letter = |at: u32| match (own >> at & 1, other >> at & 1) {
            (1, _) => 'X',
            (_, 1) => 'O',
            _ => '-',
        };
        let mut line: String = (0..64).map(letter).collect();
        line += " X;";
        for one in &self.moves {
            let square = Square::new(one.square / 8, one.square % 8);
            let name = square.map_or_else(String::new, |square| square.to_string());
            line += &format!(" {name}:{:+.2};", f64::from(one.searched) / 100.0);
        }
        line + "\n"
    }
}

/// The position of a line, with its moves.
fn entry(line: &str) -> Result<(Position, Vec<(Square, f64)>), String> {
    let mut fields = line.split(';').map(str::trim).filter(|field| !field.is_empty());
    let board = fields.next().unwrap_or_default();
    let position: Position = board.parse().map_err(|error| format!("{error}"))?;
    if position.bitboards().is_none() {
        return Err("a book has positions of 8x8 squares".to_owned());
    }
    let mut moves: Vec<(Square, f64)> = Vec::new();
    for field in fields {
        let known = |square: &Square| moves.iter().any(|one| one.0 == *square);
        let read = field.split_once(':').and_then(|(square, value)| {
            Some((square.trim().parse().ok()?, value.trim().parse().ok()?))
        });
        let fits = |one: &(Square, f64)| one.1.abs() <= 64.0 && position.is_legal(one.0);
        let Some(one) = read.filter(fits).filter(|one| !known(&one.0)) else {
            let text: String = one_line(field).chars().take(20).collect();
            return Err(format!("{text:?} is no legal move with its value, as in d3:+0.25"));
        };
        moves.push(one);
    }
    if moves.is_empty() {
        return Err("the position has no move".to_owned());
    }
    Ok((position, moves))
}

/// The turned board that stands for all, and how it is turned.
fn class(board: Class) -> (Class, Symmetry) {
    let turn = |by: Symmetry| (board.map(|discs| by.bits(discs)), by);
    let least = |least: (Class, Symmetry), one: (Class, Symmetry)| {
        if one.0 < least.0 { one } else { least }
    };
    Symmetry::ALL.map(turn).into_iter().fold((board, Symmetry::Identity), least)
}

/// Where a square goes, both by their numbers from a1 to h8.
fn turned(square: u8, by: Symmetry) -> u8 {
    by.bits(1 << square).trailing_zeros() as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;

    fn after(moves: &str) -> Position {
        *Game::from_transcript(Position::default(), moves).unwrap().position()
    }

    fn square(name: &str) -> Square {
        name.parse().unwrap()
    }

    /// The values of a position's moves, all of them worth the same but for those that are named.
    fn moves(position: &Position, named: &[(&str, f64)]) -> Vec<(Square, f64)> {
        let value = |at: &Square| named.iter().find(|one| square(one.0) == *at).map(|one| one.1);
        position.legal_moves().iter().map(|at| (at, value(&at).unwrap_or(-9.0))).collect()
    }

    fn small() -> Book {
        let mut book = Book::new("a small one");
        for (line, named) in [
            ("", &[("f5", 0.0), ("d3", 0.0), ("c4", 0.0), ("e6", 0.0)] as &[_]),
            ("f5", &[("d6", 1.0), ("f6", 0.5), ("f4", -6.0)]),
            ("f5d6", &[("c3", -2.0), ("c5", -1.5)]),
        ] {
            let position = after(line);
            assert!(book.add(&position, &moves(&position, named)).is_some(), "{line}");
        }
        book.settle();
        book
    }

    #[test]
    fn a_move_is_worth_what_the_best_play_behind_it_comes_to() {
        let book = small();
        let of = |line: &str| book.moves(&after(line)).unwrap();
        let second = of("f5");
        let told: Vec<_> =
            second.iter().map(|one| (one.square.to_string(), one.value, one.searched)).collect();
        assert_eq!(told[0], ("d6".to_owned(), 1.5, 1.0));
        assert_eq!(told[1], ("f6".to_owned(), 0.5, 0.5));
        assert!(second[0].is_followed && !second[1].is_followed);
        // All four first moves are one when the board is turned.
        assert_eq!(of("").iter().map(|one| one.value).collect::<Vec<_>>(), [-1.5; 4]);
        assert_eq!(book.moves(&after("f5f6")), None);
        let line = book.line(&after(""), square("f5"));
        assert_eq!(line, ["f5", "d6", "c5"].map(square));
    }

    #[test]
    fn a_position_stands_there_once_for_all_turned_boards() {
        let mut book = small();
        let position = after("f5d6");
        for by in Symmetry::ALL {
            let turned = by.position(position);
            assert_eq!(book.add(&turned, &[]), None);
            let squares = |of: &Position| -> Vec<_> {
                book.moves(of).unwrap().iter().map(|one| (one.value, one.square)).collect()
            };
            let mut expected: Vec<_> = squares(&position)
                .into_iter()
                .map(|(value, at)| (value, by.square(at, position.size()).unwrap()))
                .collect();
            expected.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
            assert_eq!(squares(&turned), expected, "{by:?}");
        }
        assert_eq!(book.len(), 3);
    }

    #[test]
    fn a_book_is_read_as_it_was_written_and_a_line_counts_once_it_is_ended() {
        let book = small();
        let lines: Vec<String> = book.nodes.iter().map(Node::line).collect();
        let text = book.heading() + &lines.concat();
        let again = Book::read(&text).unwrap();
        assert_eq!((&again, again.comment()), (&book, "a small one"));
        assert_eq!(Book::read(&text[..text.len() - 9]).unwrap(), book.beginning(2));
        assert_eq!(Book::read(&text.replace('\n', "\r\n")).unwrap(), book);
    }

    #[test]
    fn a_game_that_ends_behind_a_move_is_worth_its_result() {
        // Black takes the last disc of White's.
        let position: Position = format!("-OX{} X", "-".repeat(61)).parse().unwrap();
        let mut book = Book::default();
        let _ = book.add(&position, &[(square("a1"), 3.0)]);
        book.settle();
        let found = book.moves(&position).unwrap();
        assert_eq!((found[0].value, found[0].searched), (64.0, 3.0));
    }

    #[test]
    fn a_wrong_line_is_named_with_what_is_wrong() {
        let start = Position::default().to_string();
        for (line, why) in [
            ("nonsense", ""),
            (&format!("{start}; d1:+1;") as &str, "\"d1:+1\" is no legal move"),
            (&format!("{start}; d3:much;"), "\"d3:much\" is no legal move"),
            (&format!("{start}; d3:NaN;"), "is no legal move"),
            (&format!("{start}; d3:1; d3:2;"), "is no legal move"),
            (&format!("{start};"), "no move"),
            (&format!("{start}; d3:1;\n{start}; c4:1;"), "stands there already"),
            ("-----OX--XO----- X; a2:1;", "8x8"),
        ] {
            let error = Book::read(&format!("% a book\n{line}\n")).unwrap_err();
            assert!(error.to_string().starts_with("line ") && error.why.contains(why), "{error}");
        }
    }
}
