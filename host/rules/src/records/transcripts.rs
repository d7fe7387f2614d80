//! Files of transcripts, one game a line. A comment such as `#@ othello ------X---... X` says from which position the
//! games after it begin; without one they begin as Othello does, on whichever board they fit.

use super::record::{Fault, RecordError};
use super::text::{lines, text_of};
use crate::game::Game;
use crate::position::Position;
use crate::setup::Setup;
use crate::square::Size;
use crate::variant::{Start, Variant};

/// What a comment begins with that says where the games after it begin.
const BEGINNING: &str = "#@";

/// Reads a file with one game a line, from this position or, where none is given, from where they fit. Empty lines and
/// those that begin with `#` or `%` don't count. `file` is what errors call it.
pub fn read<'a>(
    file: &'a str,
    bytes: &'a [u8],
    initial: Option<Position>,
) -> impl Iterator<Item = Result<Game, RecordError>> + 'a {
    let mut initial = initial;
    let mut number = 0;
    lines(bytes).filter_map(move |line| {
        let line = text_of(line);
        let text = line.trim();
        if let Some(beginning) = text.strip_prefix(BEGINNING) {
            // What can't be read may be another program's comment.
            initial = position(beginning).or(initial);
            return None;
        }
        if text.is_empty() || text.starts_with(['#', '%']) {
            return None;
        }
        number += 1;
        let game = match initial {
            Some(initial) => Game::from_transcript(initial, text),
            None => fitting(text),
        };
        Some(game.map_err(|error| Fault::from(error).in_game(file, number)))
    })
}

/// The game from the first beginning from which it can be played; the error is that of the usual one.
fn fitting(text: &str) -> Result<Game, crate::transcript::TranscriptError> {
    Game::from_transcript(Position::default(), text).or_else(|usual| {
        let others = Start::ALL.into_iter().flat_map(|start| {
            Size::ALL.into_iter().map(move |size| Position::new(Variant::Othello, size, start))
        });
        others
            .into_iter()
            .find_map(|initial| Game::from_transcript(initial, text).ok())
            .ok_or(usual)
    })
}

fn position(beginning: &str) -> Option<Position> {
    let (variant, board) = beginning.trim().split_once(' ')?;
    let mut setup: Setup = board.parse().ok()?;
    setup.variant = variant.parse().ok()?;
    setup.position().ok()
}

/// Writes the games, each in a line of its own, with a comment where they begin otherwise than Othello does.
pub fn write<'a>(games: impl IntoIterator<Item = &'a Game>) -> String {
    let mut lines = Lines::default();
    games.into_iter().map(|game| lines.of(game)).collect()
}

/// The lines of a file of transcripts, written one game after the other.
#[derive(Debug, Default)]
pub struct Lines {
    initial: Option<Position>,
}

impl Lines {
    /// The lines of the next game, each with a line break at its end.
    pub fn of(&mut self, game: &Game) -> String {
        let initial = *game.initial();
        let before = self.initial.replace(initial).unwrap_or_default();
        if initial == before {
            return format!("{game}\n");
        }
        format!("{BEGINNING} {} {}\n{game}\n", initial.variant(), Setup::from(initial))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bad_game_is_named_and_the_others_are_read() {
        let text = b"# two openings\nf5d6c3\n\nf5f5\n1. f5 2. f6\n";
        let games: Vec<_> = read("a.txt", text, None)
            .map(|game| game.map(|game| game.transcript()).map_err(|error| error.to_string()))
            .collect();
        assert_eq!(games[0].as_deref(), Ok("f5d6c3"));
        let error = games[1].as_ref().unwrap_err();
        assert_eq!(error, "a.txt: game 2: move 2 (f5): f5 is taken by a disc of Black");
        assert_eq!(games[2].as_deref(), Ok("f5f6"));
        assert_eq!(games.len(), 3);
    }

    #[test]
    fn games_from_other_beginnings_are_read_as_they_were_written() {
        let from =
            |size: usize, start| Position::new(Variant::Othello, Size::new(size).unwrap(), start);
        let games: Vec<Game> = [
            (from(4, Start::Standard), "b1"),
            (from(6, Start::Mirrored), "b4"),
            (Position::new(Variant::Reversi, Size::new(8).unwrap(), Start::Standard), "d4"),
            (Position::default(), "f5d6"),
        ]
        .map(|(initial, text)| Game::from_transcript(initial, text).unwrap())
        .to_vec();
        let text = write(&games);
        let back: Vec<Game> = read("a.txt", text.as_bytes(), None).map(Result::unwrap).collect();
        assert_eq!(back, games);
        // Without the comments, Othello on other boards is recognised all the same.
        let plain = b"b1\nc2\nf5d6\n";
        let sizes: Vec<_> =
            read("a.txt", plain, None).map(|game| game.unwrap().initial().size().get()).collect();
        assert_eq!(sizes, [4, 6, 8]);
    }
}
