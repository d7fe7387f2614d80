//! A board by rows as people and other programs write it: in one piece or in lines, and behind it who is to move, as a
//! letter or a word. Whether it may be played on is the rules' business.

use othello_rules::{Colour, ParseBoardError, Setup, Size};

/// The squares of the smallest board. So many signs in a row are no moves.
const FEWEST: usize = 16;

/// So much of a word stands in an error.
const SHOWN: usize = 24;

/// The board that a text is; nothing where it is something else, such as moves.
pub fn board_text(text: &str) -> Option<Result<Setup, String>> {
    // Some programs end each position of a list so.
    let text = text.trim_end_matches(|c: char| c == ';' || c.is_whitespace()).trim_start();
    let signs = text.chars().filter(|c| !c.is_whitespace()).take_while(|&c| is_square(c));
    (signs.count() >= FEWEST).then(|| board(text))
}

fn board(text: &str) -> Result<Setup, String> {
    let (squares, side) = split(text);
    let side = side.map(colour).transpose()?;
    let count = squares.chars().filter(|c| !c.is_whitespace()).count();
    let is_board = |count| Size::ALL.into_iter().any(|size| size.area() == count);
    // Where nobody stands apart, the last sign may be who is to move.
    if !is_board(count) && (side.is_some() || !is_board(count.saturating_sub(1))) {
        return Err(ParseBoardError::Squares(count).to_string());
    }
    let mut board: Setup = squares.parse().map_err(|error: ParseBoardError| error.to_string())?;
    board.to_move = side.unwrap_or(board.to_move);
    Ok(board)
}

/// The squares and, where that stands apart from them, who is to move.
fn split(text: &str) -> (&str, Option<&str>) {
    let is_spread = text.split_whitespace().all(is_one_sign);
    match text.rsplit_once(char::is_whitespace) {
        Some((squares, side)) if !is_spread && !is_row(side) => (squares, Some(side)),
        _ => (text, None),
    }
}

fn colour(word: &str) -> Result<Colour, String> {
    word.parse().map_err(|_| {
        let word: String = word.chars().take(SHOWN).collect();
        format!("{word:?} is no side to move; write X (or black) or O (or white) behind the board")
    })
}

/// Whether it is a row of squares, even of one with a wrong sign in it, and no word.
fn is_row(part: &str) -> bool {
    let is_word = part.chars().all(char::is_alphanumeric);
    !is_one_sign(part) && (!is_word || part.chars().all(is_square))
}

fn is_one_sign(part: &str) -> bool {
    part.chars().count() == 1
}

fn is_square(sign: char) -> bool {
    matches!(sign, '-' | '.' | '_') || Colour::from_symbol(sign).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "---------------------------OX------XO---------------------------";

    #[test]
    fn who_is_to_move_is_a_letter_or_a_word_of_any_program() {
        let to_move = |side: &str| board_text(&format!("{START}{side}")).unwrap().unwrap().to_move;
        for black in ["", " X", " x", "X", " B", " b", " *", " black", " Black;", " X;", "\nX\n"] {
            assert_eq!(to_move(black), Colour::Black, "{black:?}");
        }
        for white in [" O", "o", " W", " w", " 0", " WHITE", " O ;"] {
            assert_eq!(to_move(white), Colour::White, "{white:?}");
        }
        let spread = START.chars().flat_map(|sign| [sign, ' ']).collect::<String>();
        assert_eq!(board_text(&format!("{spread}O")).unwrap().unwrap().to_move, Colour::White);
        assert_eq!(board_text(&spread).unwrap().unwrap().board(), START);
    }

    #[test]
    fn a_board_that_is_none_says_why_and_moves_are_no_board() {
        let error = |text: &str| board_text(text).unwrap().unwrap_err();
        for (text, count) in [(&START[1..], 63), (&format!("{} X", &START[1..]), 63)] {
            assert!(error(text).starts_with(&format!("no board has {count} squares")), "{text}");
        }
        assert!(error(&format!("{START} Z")).starts_with("\"Z\" is no side to move; write X"));
        assert!(error(&format!("{START} f5d6")).starts_with("\"f5d6\" is no side to move"));
        let wrong = START.replace("XO-", "XO?");
        assert_eq!(error(&wrong), "'?' in place 38 is no square; write X, O or -");
        for moves in ["", "f5d6c3", "f5 d6 c3 -- --", "b3b4w9x10", "XO"] {
            assert_eq!(board_text(moves), None, "{moves}");
        }
    }
}
