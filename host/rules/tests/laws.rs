//! What holds for every game on every board: laws, tried on games drawn at random.
#![allow(clippy::unwrap_used)]

use othello_rules::{
    Colour, Game, Move, Position, Setup, Size, Start, Symmetry, TranscriptError, Variant,
};
use proptest::prelude::*;
use proptest::sample::{Index, select};

fn starts() -> impl Strategy<Value = Position> {
    (select(&Variant::ALL[..]), select(&Size::ALL[..]), select(&Start::ALL[..]))
        .prop_map(|(variant, size, start)| Position::new(variant, size, start))
}

/// A game of some length, each move drawn from the legal ones.
fn games() -> impl Strategy<Value = Game> {
    (starts(), prop::collection::vec(any::<Index>(), 0..270)).prop_map(|(start, choices)| {
        let mut game = Game::from_position(start);
        for choice in choices {
            if game.position().is_over() {
                break;
            }
            let legal: Vec<_> = game.position().legal_moves().iter().collect();
            let ply = if legal.is_empty() { Move::Pass } else { (*choice.get(&legal)).into() };
            game.play(ply).unwrap();
        }
        game
    })
}

/// Legal moves and flips found the slow way, square by square, straight from the rules' wording.
fn flips_by_walking(position: &Position, row: i32, column: i32) -> Vec<(i32, i32)> {
    let width = i32::from(position.size().get());
    let at = |row: i32, column: i32| {
        let inside = (0..width).contains(&row) && (0..width).contains(&column);
        inside.then(|| position.get(othello_rules::Square::new(row as u8, column as u8).unwrap()))
    };
    let mut flipped = Vec::new();
    if at(row, column) != Some(None) {
        return flipped;
    }
    for (down, right) in [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)] {
        let mut line = Vec::new();
        let (mut r, mut c) = (row + down, column + right);
        while at(r, c) == Some(Some(!position.to_move())) {
            line.push((r, c));
            (r, c) = (r + down, c + right);
        }
        if at(r, c) == Some(Some(position.to_move())) {
            flipped.extend(line);
        }
    }
    flipped.sort_unstable();
    flipped
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn undo_and_redo_lead_through_the_same_positions(game in games(), back in any::<Index>()) {
        let positions: Vec<_> = game.positions().collect();
        prop_assert_eq!(positions.len(), game.moves().len() + 1);
        prop_assert_eq!(positions.last(), Some(game.position()));
        let mut walked = game.clone();
        for ply in (0..game.moves().len()).rev() {
            prop_assert_eq!(walked.undo(), Some(game.moves()[ply]));
            prop_assert_eq!(walked.position(), &positions[ply]);
        }
        prop_assert_eq!(walked.undo(), None);
        for (ply, position) in game.moves().iter().zip(&positions[1..]) {
            prop_assert_eq!(walked.redo(), Some(*ply));
            prop_assert_eq!(walked.position(), position);
        }
        prop_assert_eq!(walked.redo(), None);
        prop_assert_eq!(&walked, &game);
        let ply = back.index(positions.len());
        walked.go_to(ply);
        prop_assert_eq!(walked.position(), &positions[ply]);
        prop_assert_eq!(walked.moves(), &game.moves()[..ply]);
    }

    #[test]
    fn a_new_move_after_an_undo_forgets_what_was_undone(game in games()) {
        let mut game = game;
        if let Some(undone) = game.undo() {
            game.play(undone).unwrap();
            prop_assert_eq!(game.redo(), None);
        }
    }

    #[test]
    fn a_transcript_gives_back_the_game(game in games()) {
        let read = Game::from_transcript(*game.initial(), &game.transcript());
        prop_assert_eq!(read.as_ref(), Ok(&game));
        let with_passes: Vec<String> = game.moves().iter().map(Move::to_string).collect();
        let read = Game::from_transcript(*game.initial(), &with_passes.join(" ").to_uppercase());
        prop_assert_eq!(read, Ok(game));
    }

    #[test]
    fn any_text_is_a_game_or_an_error(text in "\\PC{0,40}|([a-hA-H][1-8]|--|pa|[0-9. ]|pass){0,20}") {
        let read: Result<Game, TranscriptError> = Game::from_transcript(Position::default(), &text);
        if let Err(error) = read {
            prop_assert!(error.number >= 1);
            prop_assert!(error.to_string().starts_with("move "));
        }
        let _ = text.parse::<Setup>();
        let _ = text.parse::<Move>();
        let _ = text.parse::<Colour>();
    }

    #[test]
    fn a_position_is_read_as_it_is_written(game in games()) {
        let text = game.position().to_string();
        let mut setup: Setup = text.parse().unwrap();
        setup.variant = game.variant();
        prop_assert_eq!(setup.position(), Ok(*game.position()));
        let lines: Setup = format!("{} {}", game.position().board(), game.position().to_move())
            .replace("Black", "X").replace("White", "O").parse().unwrap();
        prop_assert_eq!(lines.discs(), game.position().discs());
    }

    #[test]
    fn moves_and_flips_are_those_of_the_rules_wording(game in games()) {
        let position = game.position();
        let filling = position.count().iter().sum::<u32>() < 4;
        for square in position.size().squares() {
            let (row, column) = (i32::from(square.row()), i32::from(square.column()));
            let mut walked = flips_by_walking(position, row, column);
            if filling {
                walked.clear();
            } else {
                prop_assert_eq!(position.is_legal(square), !walked.is_empty());
            }
            let flips: Vec<_> = position.flips(square).iter()
                .map(|square| (i32::from(square.row()), i32::from(square.column()))).collect();
            prop_assert_eq!(flips, walked);
            prop_assert_eq!(position.legal_moves().contains(square), position.is_legal(square));
            prop_assert_eq!(position.play(square).is_ok(), position.is_legal(square));
        }
    }

    #[test]
    fn discs_are_only_added_and_turned_over(game in games()) {
        let positions: Vec<_> = game.positions().collect();
        for (ply, pair) in game.moves().iter().zip(positions.windows(2)) {
            let (before, after) = (pair[0].count(), pair[1].count());
            let added = u32::from(ply.square().is_some());
            prop_assert_eq!(before.black + before.white + added, after.black + after.white);
            prop_assert_eq!(pair[1].to_move(), !pair[0].to_move());
        }
        let score = game.position().score_with_empties();
        let area = game.size().area() as u32;
        prop_assert!(area - (score.black + score.white) <= 1);
    }

    #[test]
    fn the_rules_are_the_same_however_the_board_is_turned(game in games()) {
        let position = *game.position();
        for symmetry in Symmetry::ALL {
            let turned = symmetry.position(position);
            prop_assert_eq!(symmetry.inverse().position(turned), position);
            prop_assert_eq!(turned.legal_moves(), symmetry.set(position.legal_moves()));
            for square in position.legal_moves() {
                let there = symmetry.square(square, position.size()).unwrap();
                prop_assert_eq!(turned.flips(there), symmetry.set(position.flips(square)));
            }
        }
    }
}

#[test]
fn a_quarter_turn_takes_the_first_corner_to_the_right() {
    let a1 = "a1".parse().unwrap();
    let corners =
        Symmetry::ALL.map(|symmetry| symmetry.square(a1, Size::STANDARD).unwrap().to_string());
    assert_eq!(corners, ["a1", "h1", "h8", "a8", "h1", "a8", "a1", "h8"]);
    assert_eq!(Symmetry::QuarterTurn.square("i9".parse().unwrap(), Size::STANDARD), None);
}

#[test]
fn a_pass_left_out_is_found_by_the_move_after_it() {
    let start = Position::default();
    let short = Game::from_transcript(start, "f5f6d3g5h5h4f7h6").unwrap();
    assert!(short.position().must_pass(), "{:#}", short.position());
    let next = short.position().pass().unwrap().legal_moves().first().unwrap();
    let implied = Game::from_transcript(start, &format!("{short}{next}")).unwrap();
    assert_eq!(implied.moves()[8..], [Move::Pass, Move::Place(next)]);
    for pass in ["--", "PA", "ps", "pass", " Pass "] {
        let written = Game::from_transcript(start, &format!("{short}{pass}{next}")).unwrap();
        assert_eq!(written, implied, "{pass}");
        let trailing = Game::from_transcript(start, &format!("{short}{pass}")).unwrap();
        assert_eq!(trailing.transcript(), format!("{short}--"));
    }
}
