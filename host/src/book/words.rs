//! A book and what it knows of a position, as text and as JSON.

use std::fmt::Write;

use othello_board::View;
use othello_rules::{Book, BookMove, Position, Square};
use serde_json::{Value, json};

use super::recipe::Recipe;
use crate::report::{self, counted};
use crate::table::table;

/// How many moves of a line are shown.
const LONGEST_LINE: usize = 16;

/// How large a book is, and what it holds to be best.
pub fn in_a_line(book: &Book, start: &Position) -> String {
    let count = counted(book.len(), "position");
    match book.moves(start).as_deref() {
        Some([best, ..]) => {
            let line: String = line(book, start, best).iter().map(ToString::to_string).collect();
            format!("{count}, best play {line} ({:+.2} discs)", best.value)
        }
        _ => count,
    }
}

/// What the book knows of a position, for people. Writing to a string does not fail.
pub fn as_text(
    book: &Book,
    recipe: Option<&Recipe>,
    position: &Position,
    moves: &[BookMove],
) -> String {
    let mut text = counted(book.len(), "position");
    if let Some(recipe) = recipe {
        let _ = write!(text, ": {}", recipe.in_words());
    }
    let _ = write!(text, "\n\n{}\n", report::board(&View::from(position), None));
    let heads = ["move", "value", "searched", "the book goes on"].map(str::to_owned);
    let rows = moves.iter().map(|one| {
        let line = line(book, position, one);
        let line: Vec<_> = line.iter().skip(1).map(ToString::to_string).collect();
        vec![
            one.square.to_string(),
            format!("{:+.2}", one.value),
            format!("{:+.2}", one.searched),
            line.join(" "),
        ]
    });
    text += &table(&heads, rows.collect());
    let side = position.to_move();
    let _ = writeln!(text, "\nValues are discs for {side}, who is to move.");
    text
}

/// The same for programs.
pub fn as_json(
    book: &Book,
    recipe: Option<&Recipe>,
    position: &Position,
    moves: &[BookMove],
) -> Value {
    let of_move = |one: &BookMove| {
        let line = line(book, position, one);
        json!({
            "move": one.square.to_string(), "value": one.value, "searched": one.searched,
            "line": line.iter().map(ToString::to_string).collect::<Vec<_>>(),
        })
    };
    json!({
        "positions": book.len(),
        "made": recipe.map(Recipe::in_words),
        "position": position.to_string(),
        "moves": moves.iter().map(of_move).collect::<Vec<_>>(),
    })
}

fn line(book: &Book, position: &Position, one: &BookMove) -> Vec<Square> {
    book.line(position, one.square).into_iter().take(LONGEST_LINE).collect()
}
