//! The messages as they travel. `golden/v1.jsonl` holds the first ones; its lines are never
//! changed or removed, only added to.
#![allow(clippy::unwrap_used)]

use othello_player_api::{
    About, Answer, Class, Considered, Game, OptionKind, Plays, Query, Reply, Request, Round,
    Symbol, Thinking, Value,
};
use serde_json::json;

fn written_again(kind: &str, message: &Value) -> Value {
    fn again<T: serde::de::DeserializeOwned + serde::Serialize>(message: &Value) -> Value {
        serde_json::to_value(serde_json::from_value::<T>(message.clone()).unwrap()).unwrap()
    }
    match kind {
        "about" => again::<About>(message),
        "game" => again::<Game>(message),
        "round" => again::<Round>(message),
        "answer" => again::<Answer>(message),
        "request" => again::<Request>(message),
        other => panic!("what is a {other}?"),
    }
}

fn golden() -> Vec<(String, Value)> {
    include_str!("golden/v1.jsonl")
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Map<String, Value>>(line).unwrap())
        .flat_map(|line| line.into_iter())
        .collect()
}

#[test]
fn every_message_of_version_1_is_read_and_written_the_same() {
    let golden = golden();
    assert!(golden.len() >= 13, "the golden file only grows");
    for (kind, message) in golden {
        assert_eq!(written_again(&kind, &message), message, "{kind}");
    }
}

#[test]
fn what_a_reader_does_not_know_it_ignores() {
    for (kind, message) in golden().into_iter().filter(|(kind, _)| kind != "request") {
        let mut newer = message.clone();
        newer["of_a_later_version"] = json!({"deep": [1, 2, 3]});
        assert_eq!(written_again(&kind, &newer), message, "{kind}");
    }
}

#[test]
fn what_a_writer_left_out_has_a_default() {
    let round: Round = serde_json::from_str("{}").unwrap();
    assert_eq!((round.game.as_str(), round.size, round.start.as_str()), ("othello", 8, "standard"));
    assert_eq!((round.symbol, round.ply, round.seed), (Symbol::X, 0, 0));
    assert_eq!((round.position, round.moves, round.time_ms), (None, None, None));
    let about: About = serde_json::from_str("{}").unwrap();
    assert_eq!((about.class, about.person), (Class::Blind, false));
    assert!(about.can_play("othello", 14, "mirrored") && !about.can_play("reversi", 8, "empty"));
}

#[test]
fn a_bare_text_is_a_query() {
    let expected = Answer::from("MATCH (cell:Cell)\nRETURN cell");
    assert_eq!(Answer::parse("MATCH (cell:Cell)\nRETURN cell").unwrap(), expected);
    assert_eq!(Answer::parse("\"MATCH (cell:Cell)\\nRETURN cell\"").unwrap(), expected);
}

#[test]
fn an_answer_says_one_thing() {
    assert_eq!(Answer::parse(r#"{"resign": "lost"}"#).unwrap(), Answer::resign("lost"));
    for wrong in ["{}", r#"{"params": {}}"#, r#"{"cypher": "RETURN 1", "resign": "x"}"#, "{", "\""]
    {
        assert!(Answer::parse(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn an_error_of_the_player_becomes_its_answer() {
    let result: Result<Query, std::num::ParseIntError> =
        "x".parse::<u8>().map(|row| Query::new("RETURN $row").param("row", row));
    assert!(matches!(Answer::from(result).reply, Reply::Error(reason) if reason.contains("digit")));
}

#[test]
fn a_thinking_of_any_form_costs_nothing() {
    let thinking = |text: &str| serde_json::from_str::<Thinking>(text).unwrap();
    assert_eq!(thinking("\"a hunch\"").text.as_deref(), Some("a hunch"));
    assert_eq!(thinking(r#"{"depth": "deep"}"#).text.as_deref(), Some(r#"{"depth":"deep"}"#));
    assert_eq!(thinking("[1,2]").text.as_deref(), Some("[1,2]"));
    let mut whole = Thinking::default();
    whole.moves.push(Considered::new("d3", 2.0).states(10));
    assert_eq!(thinking(&serde_json::to_string(&whole).unwrap()), whole);
}

#[test]
fn a_blind_round_carries_neither_position_nor_moves() {
    let text = serde_json::to_string(&Round::of(&Game::default())).unwrap();
    assert!(!text.contains("position") && !text.contains("moves"), "{text}");
}

#[test]
fn a_player_says_what_it_plays() {
    let about = About::new("Small", "1")
        .plays(Plays::game("othello").sizes([4, 6]).start("standard"))
        .plays(Plays::game("tictactoe"));
    assert!(about.can_play("othello", 6, "standard") && about.can_play("tictactoe", 3, "empty"));
    assert!(!about.can_play("othello", 8, "standard") && !about.can_play("othello", 6, "mirrored"));
}

#[test]
fn kinds_of_options_yet_unknown_are_read() {
    let about: About =
        serde_json::from_str(r#"{"options": [{"name": "a", "type": "colour"}]}"#).unwrap();
    assert_eq!(about.options[0].kind, OptionKind::Text);
}
