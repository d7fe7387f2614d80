//! The board as plain text, for people who read it without a terminal that draws.

use othello_board::View;
use othello_rules::{Colour, Square};

/// The board with its coordinates: `X` for Black, `O` for White, `.` where the side to move may go, `-`
/// elsewhere. The marked square stands in brackets.
pub fn board(view: &View, marked: Option<Square>) -> String {
    let mut text = "    ".to_owned();
    for column in 0..view.width() {
        text.push(' ');
        text.push(char::from(b'a' + column));
    }
    text.push('\n');
    for (number, row) in (1..).zip(view.rows()) {
        text += &format!("{number:>4}");
        let mut before = ' ';
        for square in row {
            let symbol = match view.get(square) {
                Some(colour) => Colour::symbol(colour),
                None if view.legal().contains(&square) => '.',
                None => '-',
            };
            let bracketed = marked == Some(square);
            text.push(if bracketed { '[' } else { before });
            text.push(symbol);
            before = if bracketed { ']' } else { ' ' };
        }
        text += if before == ']' { "]\n" } else { "\n" };
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use othello_rules::{Position, Size, Start, Variant};

    #[test]
    fn the_board_shows_discs_legal_squares_and_the_marked_one() {
        let size = Size::new(4).unwrap();
        let view = View::from(&Position::new(Variant::Othello, size, Start::Standard));
        assert_eq!(
            board(&view, "a1".parse().ok()),
            "     a b c d\n   1[-]. - -\n   2 . O X -\n   3 - X O .\n   4 - - . -\n"
        );
    }
}
