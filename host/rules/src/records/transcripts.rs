//! Files of transcripts, one game a line, all from one position.

use super::record::{Fault, RecordError};
use super::text::{content_lines, text_of};
use crate::game::Game;
use crate::position::Position;

/// Reads a file with one game a line. Empty lines and those that begin with `#` or `%` don't
/// count. `file` is what errors call it.
pub fn read<'a>(
    file: &'a str,
    bytes: &'a [u8],
    initial: Position,
) -> impl Iterator<Item = Result<Game, RecordError>> + 'a {
    content_lines(bytes).map(move |(number, line)| {
        let game = Game::from_transcript(initial, &text_of(line));
        game.map_err(|error| Fault::from(error).in_game(file, number))
    })
}

/// Writes the games, each in a line of its own.
pub fn write<'a>(games: impl IntoIterator<Item = &'a Game>) -> String {
    games.into_iter().map(|game| format!("{game}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bad_game_is_named_and_the_others_are_read() {
        let text = b"# two openings\nf5d6c3\n\nf5f5\n1. f5 2. f6\n";
        let games: Vec<_> = read("a.txt", text, Position::default())
            .map(|game| game.map(|game| game.transcript()).map_err(|error| error.to_string()))
            .collect();
        assert_eq!(games[0].as_deref(), Ok("f5d6c3"));
        let error = games[1].as_ref().unwrap_err();
        assert_eq!(error, "a.txt: game 2: move 2 (f5): f5 is taken by a disc of Black");
        assert_eq!(games[2].as_deref(), Ok("f5f6"));
        assert_eq!(games.len(), 3);
    }
}
