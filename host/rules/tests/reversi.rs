//! Reversi's empty beginning: the first four discs go to the centre and turn nothing over.
#![allow(clippy::unwrap_used)]

use othello_rules::{Colour, Game, InvalidPosition, Position, Setup, Size, Square, Start, Variant};

fn reversi(size: Size) -> Position {
    Position::new(Variant::Reversi, size, Start::Standard)
}

fn square(text: &str) -> Square {
    text.parse().unwrap()
}

#[test]
fn the_first_four_discs_fill_the_centre_in_any_order_without_flips() {
    for size in Size::ALL {
        // 4 squares in any order: 4!; the board is then filled by two discs of each colour.
        assert_eq!(reversi(size).perft(4), 24, "{size}");
        let mut position = reversi(size);
        for left in (1..=4).rev() {
            assert_eq!(position.legal_moves().len(), left);
            assert!(!position.must_pass() && !position.is_over());
            let at = position.legal_moves().first().unwrap();
            assert!(position.flips(at).is_empty());
            position = position.play(at).unwrap();
        }
        assert_eq!((position.count().black, position.count().white), (2, 2));
        assert!(!position.legal_moves().is_empty());
    }
}

#[test]
fn outside_the_centre_nothing_may_be_played_first() {
    let position = reversi(Size::STANDARD).play(square("d4")).unwrap();
    assert_eq!(
        position.play(square("c3")).unwrap_err().to_string(),
        "c3 is not in the centre, which is filled first; legal: e4 d5 e5"
    );
    assert!(position.pass().is_err());
}

#[test]
fn a_centre_filled_crosswise_goes_on_as_othello() {
    let game = Game::from_transcript(reversi(Size::STANDARD), "e4d4d5e5f5").unwrap();
    let othello = Game::from_transcript(Position::default(), "f5").unwrap();
    assert_eq!(game.position().board(), othello.position().board());
    let six = Size::new(6).unwrap();
    let crosswise = Game::from_transcript(reversi(six), "d3c3c4d4").unwrap();
    let start = Position::new(Variant::Othello, six, Start::Standard);
    assert_eq!(crosswise.position().perft(7), start.perft(7));
}

#[test]
fn after_the_centre_is_filled_the_lines_are_those_of_othello() {
    // Each of the six ways to share out the centre is reached in four orders.
    let size = Size::STANDARD;
    let [a, b, c, d] = size.centre();
    let shared = [[a, b], [a, c], [a, d], [b, c], [b, d], [c, d]].map(|black| {
        let mut setup = Setup::empty(size);
        for square in size.centre() {
            let of_black = black.contains(&square);
            setup.set(square, Some(if of_black { Colour::Black } else { Colour::White }));
        }
        setup.position().unwrap().perft(5)
    });
    assert_eq!(reversi(size).perft(9), 4 * shared.iter().sum::<u64>());
}

#[test]
fn a_beginning_that_no_game_comes_to_is_no_position() {
    let setup = |text: &str| {
        let mut setup: Setup = text.parse().unwrap();
        setup.variant = Variant::Reversi;
        setup.position()
    };
    assert!(setup("-----X---------- O").is_ok());
    assert!(setup("-----XO--X------ O").is_ok());
    assert_eq!(setup("-----X---------- X"), Err(InvalidPosition::NotInTurn));
    assert_eq!(setup("-----O---------- O"), Err(InvalidPosition::NotInTurn));
    assert_eq!(setup("X----O---------- X"), Err(InvalidPosition::CentreNotFull));
    assert!(setup("X----OX--XO----- X").is_ok());
}
