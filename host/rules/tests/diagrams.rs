//! Positions drawn to explain the rules: lines with a hole, several directions at once, a skip, and
//! the end when both are stuck. The drawings smaller than a board lie in its upper left corner.
#![allow(clippy::unwrap_used)]

use othello_rules::{Colour, Move, Outcome, Position, Setup, Size, Square, SquareSet};

/// Reads a drawing of any shape onto the smallest board that holds it.
fn drawn(lines: &[&str], to_move: Colour) -> Position {
    let rows: Vec<Vec<char>> =
        lines.iter().map(|line| line.chars().filter(|c| *c != ' ').collect()).collect();
    let extent = rows.iter().map(Vec::len).max().unwrap().max(rows.len());
    let size = Size::ALL.into_iter().find(|size| usize::from(size.get()) >= extent).unwrap();
    let mut setup = Setup::empty(size);
    for (row, line) in rows.iter().enumerate() {
        for (column, &symbol) in line.iter().enumerate() {
            let square = Square::new(row as u8, column as u8).unwrap();
            setup.set(square, Colour::from_symbol(symbol));
        }
    }
    setup.to_move = to_move;
    setup.position().unwrap()
}

fn square(text: &str) -> Square {
    text.parse().unwrap()
}

/// Plays `at` and compares the discs that come to lie with a second drawing.
fn plays_to(before: &[&str], to_move: Colour, at: &str, after: &[&str]) {
    let position = drawn(before, to_move);
    assert!(position.is_legal(square(at)), "{position:#}");
    assert!(position.legal_moves().contains(square(at)));
    assert_eq!(position.play(square(at)).unwrap(), drawn(after, !to_move));
}

#[test]
fn one_disc_between_two_is_turned_over() {
    plays_to(&["_ _ _ _ _", "_ x o _ _"], Colour::Black, "d2", &["_ _ _ _ _", "_ x x x _"]);
}

#[test]
fn any_number_of_discs_in_a_line_is_turned_over() {
    plays_to(&["", "_ o x x x x _ _"], Colour::White, "g2", &["", "_ o o o o o o _"]);
    plays_to(&["", "_ _ o o x _"], Colour::Black, "b2", &["", "_ x x x x _"]);
}

#[test]
fn a_line_ends_at_the_first_disc_of_ones_own() {
    plays_to(&["", "_ x o x o o o _"], Colour::Black, "h2", &["", "_ x o x x x x X"]);
}

#[test]
fn columns_and_diagonals_count_as_rows_do() {
    plays_to(
        &["_ _ _", "_ x _", "_ o _", "_ o _", "_ _ _"],
        Colour::Black,
        "b5",
        &["_ _ _", "_ x _", "_ x _", "_ x _", "_ X _"],
    );
    plays_to(
        &["", "_ X _ _ _ _", "_ _ o _ _ _", "_ _ _ o _ _"],
        Colour::Black,
        "e5",
        &["", "_ X _ _ _ _", "_ _ x _ _ _", "_ _ _ x _ _", "_ _ _ _ x _"],
    );
}

#[test]
fn several_directions_are_turned_over_at_once() {
    plays_to(
        &["", "_ _ o x _ _", "_ _ _ x x _", "_ _ x _ x _", "_ o _ _ x _", "_ _ _ _ o _"],
        Colour::White,
        "e2",
        &["", "_ _ o o o _", "_ _ _ o o _", "_ _ o _ o _", "_ o _ _ o _", "_ _ _ _ o _"],
    );
}

#[test]
fn a_hole_in_the_line_makes_the_move_illegal() {
    let position = drawn(&["", "_ o x _ x x _ _"], Colour::White);
    assert!(!position.is_legal(square("g2")));
    assert!(!position.legal_moves().contains(square("g2")));
    assert!(position.flips(square("g2")).is_empty());
    assert_eq!(position.legal_moves().to_string(), "d2");
    assert_eq!(
        position.play(square("g2")).unwrap_err().to_string(),
        "g2 turns nothing over for White; legal: d2"
    );
}

#[test]
fn a_hole_spares_one_direction_while_the_others_are_turned_over() {
    plays_to(
        &[
            "_ _ _ _ _ o _ _",
            "_ _ _ _ x _ _ _",
            "_ o x _ x _ x o",
            "_ _ x x _ _ _ _",
            "_ x _ x _ _ _ _",
            "o _ _ x _ _ _ _",
            "_ _ _ o _ _ _ _",
            "_ _ _ _ _ _ _ _",
        ],
        Colour::White,
        "d3",
        &[
            "_ _ _ _ _ o _ _",
            "_ _ _ _ O _ _ _",
            "_ o O o x _ x o",
            "_ _ O O _ _ _ _",
            "_ O _ O _ _ _ _",
            "o _ _ O _ _ _ _",
            "_ _ _ o _ _ _ _",
            "_ _ _ _ _ _ _ _",
        ],
    );
}

#[test]
fn who_has_no_move_passes_and_may_do_nothing_else() {
    let position = drawn(
        &["", "", "_ _ _ x o o o o", "_ _ _ o", "_ _ _ o", "_ _ _ o", "_ _ _ o", "_ _ _ o"],
        Colour::Black,
    );
    assert!(position.must_pass());
    assert!(!position.is_over());
    assert_eq!(position.outcome(), None);
    assert_eq!(
        position.play(square("a1")).unwrap_err().to_string(),
        "Black has no legal square and can only pass"
    );
    let passed = position.apply(Move::Pass).unwrap();
    assert_eq!(passed.to_move(), Colour::White);
    assert_eq!(passed.discs(), position.discs());
    assert_eq!(passed.legal_moves().to_string(), "d2 c3");
    let error = passed.pass().unwrap_err();
    assert_eq!(error.to_string(), "White may not pass while it can move; legal: d2 c3");
}

#[test]
fn the_game_is_over_when_both_are_stuck() {
    let lines =
        ["", "_ _ _ o", "_ _ _ o o o o o", "_ _ _ o", "_ _ _ o", "_ _ _ o", "_ _ _ o", "_ _ _ o"];
    for to_move in Colour::ALL {
        let position = drawn(&lines, to_move);
        assert!(position.is_over());
        assert!(!position.must_pass());
        assert_eq!(position.outcome(), Some(Outcome::Win(Colour::White)));
        assert_eq!((position.count().black, position.count().white), (0, 11));
        let score = position.score_with_empties();
        assert_eq!((score.black, score.white), (0, 64));
        assert_eq!(position.pass().unwrap_err().to_string(), "the game is over");
        assert_eq!(position.play(square("a1")).unwrap_err().to_string(), "the game is over");
        assert_eq!(position.perft(5), 1);
    }
}

#[test]
fn as_many_discs_on_each_side_are_a_draw() {
    let position = drawn(&["x x _ o o"], Colour::Black);
    assert_eq!(position.outcome(), Some(Outcome::Draw));
    assert_eq!(position.leader(), None);
    let score = position.score_with_empties();
    assert_eq!((score.black, score.white), (18, 18));
}

#[test]
fn a_line_may_be_as_long_as_the_widest_board() {
    for size in Size::ALL {
        let last = size.get() - 1;
        let mut setup = Setup::empty(size);
        let mut between = SquareSet::empty(size);
        setup.set(Square::new(0, 0).unwrap(), Some(Colour::Black));
        for step in 1..last {
            for line in [(0, step), (step, 0), (step, step)] {
                let square = Square::new(line.0, line.1).unwrap();
                setup.set(square, Some(Colour::White));
                between.insert(square);
            }
        }
        let position = setup.position().unwrap();
        let ends = [(0, last), (last, 0), (last, last)].map(|(r, c)| Square::new(r, c).unwrap());
        let mut flipped = SquareSet::empty(size);
        for end in ends {
            assert!(position.is_legal(end), "{size} {end}");
            assert_eq!(position.flips(end).len(), usize::from(last) - 1);
            flipped = flipped | position.flips(end);
        }
        assert_eq!(flipped, between);
    }
}
