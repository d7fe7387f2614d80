//! Whole games on the real server, in which the rules and the game's Cypher decide every move and must agree.

use std::time::{Duration, Instant};

use othello_board::game::CypherGame;
use othello_board::session::{Meter, Params, Policy, player_limits};
use othello_board::{Both, Cypher, Native, Neo4j, Referee, Ruling, Session, Turn};
use othello_cypher::Datum;
use othello_rules::{Colour, Position, Size, Square, Start, Variant};
use othello_test_support::all_are_wanted;

use super::empty;
use crate::choices::Choices;

/// A player as it is shipped: the move that turns over the fewest discs.
const QUIET: &str = include_str!("../../../../plugins/quiet.cypher");

/// So many games on boards of these widths, and so many where all tests are wanted: small ones are over soon and
/// have the rarest ends.
const GAMES: [(usize, u64, u64); 3] = [(4, 10, 190), (6, 1, 8), (8, 1, 2)];

fn both(variant: Variant, size: Size) -> Both {
    let game = CypherGame::built_in(&variant.to_string()).unwrap();
    let start = if variant == Variant::Reversi { "empty" } else { "standard" };
    let cypher = Cypher::new(game, size.get(), start).unwrap();
    Both::new(Native::new(Position::new(variant, size, Start::Standard)), cypher)
}

/// What the shipped player answers.
fn quiet(session: &mut Neo4j, colour: Colour, size: Size) -> Square {
    let deadline = Some(Instant::now() + Duration::from_secs(120));
    let meter = Meter::new(player_limits(deadline, 0));
    let checked = session.prepare(QUIET, &Policy::default(), &meter).unwrap();
    let mut params = Params::default();
    params.set("symbol", Datum::Text(colour.symbol().to_string()));
    params.set("size", Datum::Integer(size.get().into()));
    let outcome = session.read(&checked, &params, &meter).unwrap();
    let Some(Datum::Node(cell)) = outcome.first("cell") else { panic!("{outcome:?}") };
    let at = |key: &str| match cell.properties[key] {
        Datum::Integer(number) => u8::try_from(number).unwrap(),
        ref other => panic!("{other:?}"),
    };
    Square::new(at("row"), at("column")).unwrap()
}

fn play(session: &mut Neo4j, mut referee: Both, size: Size, chance: &mut Choices, side: Colour) {
    referee.begin(session, &[]).unwrap();
    loop {
        match referee.view().turn.clone() {
            Turn::Over(_) => break,
            Turn::Pass(_) => referee.pass(session).unwrap(),
            Turn::Move { colour, legal } => {
                let square = match colour == side {
                    true => quiet(session, colour, size),
                    false => legal[chance.pick(legal.len())],
                };
                let ruling = referee.play(session, square).unwrap();
                assert!(matches!(ruling, Ruling::Played { .. }), "{square}");
            }
        }
    }
    referee.verify(session).unwrap();
}

#[test]
fn games_are_decided_alike_by_the_rules_and_by_the_games_cypher() {
    let Some((_server, mut session)) = empty() else { return };
    let more = all_are_wanted("most games on a real Neo4j");
    for (width, few, many) in GAMES {
        let games = if more { many } else { few };
        let size = Size::new(width).unwrap();
        for number in 0..games {
            let mut chance = Choices::drawn(number * 100 + width as u64);
            let variant = if number % 5 == 4 { Variant::Reversi } else { Variant::Othello };
            let side = if number % 2 == 0 { Colour::Black } else { Colour::White };
            session.clear(&mut |_| false).unwrap();
            play(&mut session, both(variant, size), size, &mut chance, side);
        }
    }
    session.clear(&mut |_| false).unwrap();
}
