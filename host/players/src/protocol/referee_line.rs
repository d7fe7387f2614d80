//! One line of a course's referee, read as people write it and written as the protocol has it.

use othello_rules::{Colour, Move, Square};
use std::fmt;

/// What a line of a referee or of its player says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RefereeLine {
    /// `I B`: begin a game as this side.
    Init(Colour),
    /// `R B`: ready to play as this side.
    Ready(Colour),
    /// `B d 3`, or `B` alone for a pass.
    Move(Colour, Move),
    /// A number: the game is over with so many black discs.
    Count(u32),
    /// `C text`: a comment, as is everything that nobody knows.
    Comment(String),
}

use RefereeLine::{Comment, Count, Init, Ready};

impl RefereeLine {
    /// Reads a line; case and spaces don't matter.
    pub fn parse(line: &str) -> RefereeLine {
        if let Ok(count) = line.trim().parse() {
            return Count(count);
        }
        let mut words = line.split_whitespace();
        let first = words.next().unwrap_or_default();
        let rest: String = words.collect();
        let comment = || Comment(line.to_owned());
        match (first, colour(first)) {
            ("I" | "i", _) => colour(&rest).map_or_else(comment, Init),
            ("R" | "r", _) => colour(&rest).map_or_else(comment, Ready),
            (_, Some(mover)) if rest.is_empty() => RefereeLine::Move(mover, Move::Pass),
            (_, Some(mover)) => match rest.parse::<Square>() {
                Ok(square) => RefereeLine::Move(mover, Move::Place(square)),
                Err(_) => comment(),
            },
            _ => comment(),
        }
    }
}

fn colour(text: &str) -> Option<Colour> {
    match text {
        "B" | "b" => Some(Colour::Black),
        "W" | "w" => Some(Colour::White),
        _ => None,
    }
}

fn letter(colour: Colour) -> char {
    if colour == Colour::Black { 'B' } else { 'W' }
}

impl fmt::Display for RefereeLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Init(colour) => write!(f, "I {}", letter(*colour)),
            Ready(colour) => write!(f, "R {}", letter(*colour)),
            RefereeLine::Move(colour, Move::Pass) => write!(f, "{}", letter(*colour)),
            RefereeLine::Move(colour, Move::Place(square)) => {
                let column = char::from(b'a' + square.column());
                write!(f, "{} {column} {}", letter(*colour), square.row() + 1)
            }
            Count(count) => write!(f, "{count}"),
            Comment(text) => write!(f, "C {text}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_as_people_write_them() {
        let place =
            |colour, square: &str| RefereeLine::Move(colour, Move::Place(square.parse().unwrap()));
        let comment = |text: &str| Comment(text.to_owned());
        for (text, line) in [
            ("I W", Init(Colour::White)),
            ("R B", Ready(Colour::Black)),
            ("r w", Ready(Colour::White)),
            ("B d 3", place(Colour::Black, "d3")),
            ("w  D   3", place(Colour::White, "d3")),
            ("B d3", place(Colour::Black, "d3")),
            ("B z 9", place(Colour::Black, "z9")),
            ("W", RefereeLine::Move(Colour::White, Move::Pass)),
            ("33", Count(33)),
            ("C B d 3", comment("C B d 3")),
            ("B d", comment("B d")),
            ("-1", comment("-1")),
            ("hello", comment("hello")),
            ("", comment("")),
        ] {
            assert_eq!(RefereeLine::parse(text), line, "{text}");
        }
    }

    #[test]
    fn lines_are_written_as_the_protocol_has_them() {
        for line in ["I B", "R W", "B d 3", "W c 10", "W", "64"] {
            assert_eq!(RefereeLine::parse(line).to_string(), line);
        }
    }
}
