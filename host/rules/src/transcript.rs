//! Games as a line of moves, `f5d6c3...`, read with whatever spaces, line breaks, move numbers and
//! passes people put in. Formats that name players and dates are in `records`.

use std::fmt;

use crate::colour::Colour;
use crate::game::Game;
use crate::ply::{IllegalMove, Move};
use crate::position::Position;

impl Game {
    /// Reads the moves of a game that begins with `initial`.
    ///
    /// Moves are squares in either case; passes are `--`, `pa`, `ps` or `pass`, and may be left
    /// out before the move of the side that could move. Spaces, line breaks, commas and numbers
    /// such as `12.` between them don't matter.
    ///
    /// ```
    /// # use othello_rules::{Game, Position};
    /// let game = Game::from_transcript(Position::default(), "1. F5 2. d6 c3")?;
    /// assert_eq!(game.transcript(), "f5d6c3");
    /// let error = Game::from_transcript(Position::default(), "f5d6e3").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "move 3 (e3): e3 turns nothing over for Black; legal: c3 c4 c5 c6 c7"
    /// );
    /// # Ok::<(), othello_rules::TranscriptError>(())
    /// ```
    ///
    /// # Errors
    /// Which move is wrong and why. Nothing of the game is returned then.
    pub fn from_transcript(initial: Position, text: &str) -> Result<Game, TranscriptError> {
        let mut game = Game::from_position(initial);
        for (number, token) in tokens(text).enumerate() {
            let wrong = |why| TranscriptError { number: number + 1, text: shortened(token), why };
            let ply: Move = token.parse().map_err(|_| wrong(WrongMove::NotAMove))?;
            match ply {
                Move::Place(square) => game.play_with_passes(square),
                Move::Pass => game.play(ply),
            }
            .map_err(|why| wrong(WrongMove::Illegal(why)))?;
        }
        Ok(game)
    }

    /// The moves in one line without spaces. Passes are left out, since the next move implies
    /// them, but for one that ends the line.
    #[must_use]
    pub fn transcript(&self) -> String {
        self.to_string()
    }
}

impl Move {
    /// Reads the moves of a transcript without asking whether any rules allow them.
    ///
    /// # Errors
    /// The first token that is not a move.
    pub fn sequence(text: &str) -> Result<Vec<Move>, TranscriptError> {
        tokens(text)
            .enumerate()
            .map(|(number, token)| {
                token.parse().map_err(|_| TranscriptError::not_a_move(number + 1, token))
            })
            .collect()
    }
}

/// Which move of a transcript is wrong, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TranscriptError {
    /// The number of the move in the text, from 1.
    pub number: usize,
    /// The move as it was written.
    pub text: String,
    /// What is wrong with it.
    pub why: WrongMove,
}

impl TranscriptError {
    /// Something that is neither a square nor a pass.
    fn not_a_move(number: usize, text: &str) -> TranscriptError {
        TranscriptError { number, text: shortened(text), why: WrongMove::NotAMove }
    }
}

/// What is wrong with a move that was written down.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WrongMove {
    /// It is neither a square nor a pass.
    NotAMove,
    /// The rules don't allow it.
    Illegal(IllegalMove),
    /// It is written down for a side whose turn it is not.
    OutOfTurn(Colour),
}

impl fmt::Display for WrongMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WrongMove::NotAMove => f.write_str("neither a square such as d3 nor a pass (--)"),
            WrongMove::Illegal(why) => why.fmt(f),
            WrongMove::OutOfTurn(colour) => write!(f, "it is not the turn of {colour}"),
        }
    }
}

impl fmt::Display for TranscriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move {} ({}): {}", self.number, self.text, self.why)
    }
}

impl std::error::Error for TranscriptError {}

/// Enough of a text to find it again in an error, however long and strange it is.
pub(crate) fn shortened(text: &str) -> String {
    text.escape_debug().take(24).collect()
}

/// The moves of a text, one piece each, with what may lie between them skipped.
fn tokens(text: &str) -> Tokens<'_> {
    Tokens { rest: text }
}

struct Tokens<'a> {
    rest: &'a str,
}

impl<'a> Iterator for Tokens<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        self.rest = skip_between(self.rest);
        let length = token_length(self.rest);
        let (token, rest) = self.rest.split_at(length);
        self.rest = rest;
        (!token.is_empty()).then_some(token)
    }
}

/// The text after white space, commas and move numbers.
fn skip_between(text: &str) -> &str {
    let mut text = text;
    loop {
        text = text.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
        let after_digits = text.trim_start_matches(|c: char| c.is_ascii_digit());
        match after_digits.strip_prefix('.') {
            Some(after) if after_digits.len() < text.len() => text = after,
            _ => return text,
        }
    }
}

/// How many bytes the move at the beginning of the text takes; where no
/// move begins, those up to the next space.
fn token_length(text: &str) -> usize {
    for pass in ["pass", "pa", "ps", "--"] {
        if text.get(..pass.len()).is_some_and(|start| start.eq_ignore_ascii_case(pass)) {
            return pass.len();
        }
    }
    let bytes = text.as_bytes();
    let digits = bytes.iter().skip(1).take_while(|byte| byte.is_ascii_digit()).count();
    match bytes.first() {
        Some(first) if first.is_ascii_alphabetic() && digits > 0 => 1 + digits,
        _ => text.find(char::is_whitespace).unwrap_or(text.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Game, TranscriptError> {
        Game::from_transcript(Position::default(), text)
    }

    #[test]
    fn case_spaces_line_breaks_and_numbers_make_no_difference() {
        let game = read("f5d6c3d3c4").unwrap();
        for text in
            ["F5D6C3D3C4", " f5 d6\nc3\td3, c4\n", "1. f5 2. d6 3.c3 4.d3 5. c4", "F5d6C3d3c4"]
        {
            assert_eq!(read(text).unwrap(), game, "{text:?}");
        }
    }

    #[test]
    fn an_error_names_the_move_and_the_reason() {
        let error = |text| read(text).unwrap_err().to_string();
        assert_eq!(error("f5f5"), "move 2 (f5): f5 is taken by a disc of Black");
        assert_eq!(
            error("f5 d6 zz c3"),
            "move 3 (zz): neither a square such as d3 nor a pass (--)"
        );
        assert_eq!(error("f5d6k1"), "move 3 (k1): k1 is not on the 8x8 board");
        assert_eq!(
            error("f5--"),
            "move 2 (--): White may not pass while it can move; legal: f4 d6 f6"
        );
        assert!(error("f5\u{0}é").starts_with("move 2 (\\0é): neither"));
    }
}
