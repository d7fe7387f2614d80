//! The referees of Othello and Reversi on the embedded engine: the rules and the games' Cypher agree.
//! `cargo run --profile dist --example referees` plays as many games as one likes.

#![allow(clippy::unwrap_used, reason = "a test may unwrap")]

#[path = "../examples/referees/trial.rs"]
mod trial;

use othello_board::{Embedded, Native, Referee, Ruling};
use othello_rules::{Move, Position, Size, Start, Variant};
use trial::{Rng, both, play};

#[test]
fn the_rules_and_the_games_cypher_agree_in_random_games_on_every_size() {
    let mut rng = Rng(0x0DD5_EED5);
    for width in [4, 6, 8, 10] {
        let size = Size::new(width).unwrap();
        for variant in Variant::ALL {
            for start in Start::ALL {
                let mut referee = both(variant, size, start);
                play(&mut referee, &mut Embedded::new(), &mut rng);
            }
        }
    }
}

#[test]
fn lines_longer_than_six_discs_are_turned_over_on_a_wide_board() {
    let row = "XOOOOOOOO-";
    let board = format!("{row}{}", "-".repeat(90));
    let setup: othello_rules::Setup = board.parse().unwrap();
    let mut referee = Native::new(setup.position().unwrap());
    let mut session = Embedded::new();
    referee.begin(&mut session, &[]).unwrap();
    let ruling = referee.play(&mut session, "j1".parse().unwrap()).unwrap();
    assert!(matches!(ruling, Ruling::Played { flips } if flips.len() == 8));
    referee.verify(&mut session).unwrap();
}

#[test]
fn going_back_and_elsewhere_leaves_the_graph_as_the_game_has_it() {
    let moves: Vec<Move> = ["f5", "d6", "c3"].iter().map(|ply| ply.parse().unwrap()).collect();
    let mut session = Embedded::new();
    let mut referee = both(Variant::Othello, Size::STANDARD, Start::Standard);
    for moves in [&moves[..], &moves[..1], &[]] {
        referee.begin(&mut session, moves).unwrap();
        referee.verify(&mut session).unwrap();
        let mut native = Native::new(Position::default());
        let mut graph = Embedded::new();
        native.begin(&mut graph, &[]).unwrap();
        native.begin(&mut graph, moves).unwrap();
        native.verify(&mut graph).unwrap();
        assert_eq!(referee.view(), native.view());
    }
}
