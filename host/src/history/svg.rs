//! A position as a picture: the discs, and on each the number of the move that put one there, or a word on each of some
//! free squares.

use std::fmt::Write;

use othello_board::View;
use othello_rules::{Colour, Square};

use super::describe::result;
use super::replayed::ReplayedGame;
use crate::html::escape;

/// How wide a square is.
const CELL: usize = 40;
/// The room around the board, for its coordinates.
const MARGIN: usize = 28;

/// The picture of the position after so many moves and passes.
pub fn picture(game: &ReplayedGame, ply: usize) -> String {
    let Some(view) = game.views.get(ply).or(game.views.last()) else { return String::new() };
    let board = usize::from(view.width()) * CELL;
    let (width, height) = (board + 2 * MARGIN, board + 2 * MARGIN + CELL);
    let summary = &game.saved.summary;
    let title = format!(
        "{} (Black) - {} (White): {}",
        summary.names.black,
        summary.names.white,
        result(summary)
    );
    let counts = view.counts();
    let below = format!("move {ply} of {}, {} : {}", game.moves.len(), counts.black, counts.white);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" font-family=\"sans-serif\" text-anchor=\"middle\">\n<title>{title}</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n\
         <rect x=\"{MARGIN}\" y=\"{MARGIN}\" width=\"{board}\" height=\"{board}\" fill=\"#2e7d4f\"/>\n",
        title = escape(&title),
    );
    grid(&mut text, view, board);
    discs(&mut text, game, view, ply);
    for (row, words) in [title, below].iter().enumerate() {
        let (x, y) = (width / 2, board + 2 * MARGIN + 8 + 20 * row);
        let words = escape(words);
        // Writing to a string does not fail.
        let _ = writeln!(text, "<text x=\"{x}\" y=\"{y}\" font-size=\"13\">{words}</text>");
    }
    text + "</svg>\n"
}

/// The picture of a board alone, in the colours of the page around it, with these words on free squares.
pub fn board_picture(view: &View, words: &[(Square, String)]) -> String {
    let board = usize::from(view.width()) * CELL;
    let side = board + 2 * MARGIN;
    let counts = view.counts();
    let mut text = format!(
        "<svg class=\"board\" viewBox=\"0 0 {side} {side}\" role=\"img\" aria-label=\"The board, {} : {}\" \
         font-family=\"sans-serif\" text-anchor=\"middle\" fill=\"currentColor\">\n\
         <rect x=\"{MARGIN}\" y=\"{MARGIN}\" width=\"{board}\" height=\"{board}\" fill=\"#2e7d4f\"/>\n",
        counts.black, counts.white,
    );
    grid(&mut text, view, board);
    for square in view.rows().flatten() {
        if let Some(colour) = view.get(square) {
            disc(&mut text, square, colour, "#111");
        }
    }
    for (square, word) in words {
        let (x, y) = middle(*square);
        let word = escape(word);
        let _ = writeln!(
            text,
            "<text x=\"{x}\" y=\"{}\" font-size=\"12\" fill=\"#fff\">{word}</text>",
            y + 4
        );
    }
    text + "</svg>\n"
}

/// The lines between the squares, and the letters and numbers beside them.
fn grid(text: &mut String, view: &View, board: usize) {
    let end = MARGIN + board;
    for number in 0..=usize::from(view.width()) {
        let at = MARGIN + number * CELL;
        let _ = writeln!(
            text,
            "<path d=\"M{at} {MARGIN}V{end}M{MARGIN} {at}H{end}\" stroke=\"#1b4d30\" fill=\"none\"/>"
        );
    }
    for number in 0..view.width() {
        let middle = MARGIN + usize::from(number) * CELL + CELL / 2;
        let letter = char::from(b'a' + number);
        let _ = writeln!(
            text,
            "<text x=\"{middle}\" y=\"{}\" font-size=\"14\">{letter}</text>\
             <text x=\"{}\" y=\"{}\" font-size=\"14\">{}</text>",
            MARGIN - 8,
            MARGIN / 2,
            middle + 5,
            number + 1
        );
    }
}

fn discs(text: &mut String, game: &ReplayedGame, view: &View, ply: usize) {
    let played: Vec<Square> = game.moves.iter().take(ply).filter_map(|ply| ply.square()).collect();
    for square in view.rows().flatten() {
        let Some(colour) = view.get(square) else { continue };
        disc(text, square, colour, if played.last() == Some(&square) { "#e69f00" } else { "#111" });
        if let Some(number) = played.iter().position(|&put| put == square) {
            let (x, y) = middle(square);
            let _ = writeln!(
                text,
                "<text x=\"{x}\" y=\"{}\" font-size=\"14\" fill=\"{}\">{}</text>",
                y + 5,
                disc_colours(colour).1,
                number + 1
            );
        }
    }
}

fn disc(text: &mut String, square: Square, colour: Colour, edge: &str) {
    let ((x, y), (fill, _)) = (middle(square), disc_colours(colour));
    let _ = writeln!(
        text,
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"16\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"2\"/>"
    );
}

/// A disc, and what is written on it.
fn disc_colours(colour: Colour) -> (&'static str, &'static str) {
    if colour == Colour::Black { ("#111", "#fff") } else { ("#f4f4f4", "#111") }
}

/// The middle of a square, from the left and from above.
fn middle(square: Square) -> (usize, usize) {
    let at = |number: u8| MARGIN + usize::from(number) * CELL + CELL / 2;
    (at(square.column()), at(square.row()))
}
