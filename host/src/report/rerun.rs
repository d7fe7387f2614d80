//! The ready command that asks a player again in the position in which it lost.

use othello_arena::Seed;
use othello_rules::text::is_invisible;
use othello_rules::{ByColour, Colour, Move};

/// What the command needs besides the position.
#[derive(Clone, Debug)]
pub struct Rerun {
    /// How the user named the players.
    pub specs: ByColour<String>,
    /// The words that give game, board and database.
    pub place: Vec<String>,
    /// The game's seed.
    pub seed: Seed,
}

impl Rerun {
    /// The command.
    pub fn command(&self, colour: Colour, moves: &[Move]) -> String {
        let place: String =
            self.place.iter().map(|word| format!(" {}", shell_word(word))).collect();
        let transcript: String = moves.iter().map(ToString::to_string).collect();
        let replay = if moves.is_empty() { "" } else { " --replay" };
        format!(
            "othello-host query --position {}{replay} --symbol {}{} --seed {} {}",
            shell_word(&transcript),
            colour.symbol(),
            place,
            self.seed.get(),
            shell_word(&self.specs[colour]),
        )
    }
}

/// The words as a shell takes them.
pub fn command_line(words: &[String]) -> String {
    words.iter().map(|word| shell_word(word)).collect::<Vec<_>>().join(" ")
}

/// The text quoted as one word for a shell, in which nothing moves a terminal's cursor or hides.
pub fn shell_word(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=:./,".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        text.to_owned()
    } else if text.chars().any(is_invisible) {
        let letters = text.chars().map(|letter| match letter {
            '\'' | '\\' => format!("\\{letter}"),
            letter if is_invisible(letter) && letter.is_ascii() => {
                format!("\\x{:02x}", u32::from(letter))
            }
            letter if is_invisible(letter) => format!("\\U{:08x}", u32::from(letter)),
            letter => letter.to_string(),
        });
        format!("$'{}'", letters.collect::<String>())
    } else {
        format!("'{}'", text.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_asks_the_same_player_on_the_same_board_with_the_same_seed() {
        let specs = ByColour { black: "A=./it's.so:B".to_owned(), white: "Simple".to_owned() };
        let rerun =
            Rerun { specs, place: ["--size", "6"].map(str::to_owned).to_vec(), seed: Seed::new(7) };
        let moves = [Move::Place("d3".parse().unwrap()), Move::Pass];
        assert_eq!(
            rerun.command(Colour::White, &moves),
            "othello-host query --position d3-- --replay --symbol O --size 6 --seed 7 Simple"
        );
        assert_eq!(
            rerun.command(Colour::Black, &[]),
            r"othello-host query --position '' --symbol X --size 6 --seed 7 'A=./it'\''s.so:B'"
        );
    }

    #[test]
    fn a_word_that_a_terminal_would_obey_is_written_as_shells_read_it() {
        assert_eq!(shell_word("a\u{1b}[2Jit's\u{202e}.so"), r"$'a\x1b[2Jit\'s\U0000202e.so'");
        assert_eq!(shell_word("two words"), "'two words'");
    }
}
