//! Players that give the host more than anybody wants to see: an event holds what a budget allows of it, whatever
//! they send, while what is run is all of it.

#![allow(clippy::unwrap_used, reason = "a test may unwrap")]

use std::sync::Arc;
use std::time::{Duration, Instant};

use othello_arena::seat::{Instance, Player};
use othello_arena::{
    End, Event, GameSetup, Observers, Reason, RefereeKind, Seat, Seed, Settings, Table, Unattended,
};
use othello_board::{Embedded, Native, Secret};
use othello_player_api::{About, Considered, Game, Query, Round, Thinking};
use othello_players::{AskError, Decision, Failure, Response, Verdict};
use othello_rules::{ByColour, Position};
use serde_json::{Value, json};

const KEY: &str = "sk-0123456789";
/// What a round may show, and the numbers and names around it.
const MOST: usize = (64 << 10) + 1_500;

/// What a player answers, or how it fails.
type Answered = Result<(Decision, Option<Thinking>), Failure>;

/// Gives the same answer to every round.
#[derive(Clone)]
struct Says {
    about: About,
    answer: Arc<dyn Fn() -> Answered + Send + Sync>,
}

impl Player for Says {
    fn about(&self) -> &About {
        &self.about
    }

    fn start(&mut self, _: Game) -> Result<Box<dyn Instance>, AskError> {
        Ok(Box::new(self.clone()))
    }
}

impl Instance for Says {
    fn ready(&mut self) -> Result<(), AskError> {
        Ok(())
    }

    fn ask(&mut self, _: Round, _: Option<Instant>) -> Result<Response, AskError> {
        let (decision, thinking) = (self.answer)().map_err(AskError::Player)?;
        Ok(Response { decision, thinking, took: Duration::ZERO, held_up: Duration::ZERO })
    }

    fn over(&mut self, _: Round) -> Option<String> {
        Some(large())
    }

    fn end(self: Box<Self>) -> String {
        large()
    }
}

/// Seven megabytes, with the key in them.
fn large() -> String {
    format!("{KEY} {}", "x\u{1}".repeat(3_500_000))
}

/// The events of a game of a player that answers so, as they are told, and how it ended.
fn events(answer: impl Fn() -> Answered + Send + Sync + 'static) -> (Vec<Arc<Event>>, End) {
    let says = Says { about: About::new("Says", "1"), answer: Arc::new(answer) };
    let mut observers = Observers::default();
    let events = observers.subscribe();
    let seats = ByColour::from_fn(|_| Seat {
        name: "Says".to_owned(),
        player: Box::new(says.clone()),
        person: None,
        key: Secret::new(KEY),
    });
    let setup = GameSetup::find("othello", None, None).unwrap();
    let settings = Settings {
        show_thinking: true,
        ..Settings::untimed(&setup, RefereeKind::Native, Seed::new(1))
    };
    let (referee, conductor) = (Box::new(Native::new(Position::default())), Box::new(Unattended));
    let session = &mut Embedded::new();
    let report = Table { settings, seats, session, referee, conductor, observers }.play();
    (events.into_iter().collect(), report.end)
}

/// The events of that game as JSON, all of which are small and free of the key.
fn event_texts(answer: impl Fn() -> Answered + Send + Sync + 'static) -> (Vec<String>, End) {
    let (events, end) = events(answer);
    let mut told = Vec::new();
    for event in events {
        let text = event.to_json().to_string();
        // A forfeit and the end repeat the reason and the query of the round.
        let rounds = if matches!(*event, Event::Round(_)) { 1 } else { 2 };
        assert!(text.len() <= rounds * MOST, "{} bytes: {text:.200}", text.len());
        let debugged = format!("{event:?}");
        assert!(!text.contains(KEY) && !debugged.contains(KEY), "{text:.200}");
        assert!(debugged.len() < 40 * MOST, "{} bytes: {debugged:.200}", debugged.len());
        told.push(text);
    }
    (told, end)
}

fn query(cypher: impl Into<String>, params: Value) -> Decision {
    let mut query = Query::new(cypher);
    query.params = params.as_object().cloned().unwrap_or_default();
    Decision::Query(query)
}

/// A legal first move.
const D3: &str = "MATCH (cell:Cell {row: 2, column: 3}) ";

#[test]
fn huge_parameters_are_run_in_whole_and_shown_in_part() {
    let d3 = format!("{D3}WHERE size($zeros) = 300000 RETURN cell");
    let (events, _) =
        event_texts(move || Ok((query(&d3, json!({ "zeros": vec![0; 300_000] })), None)));
    let round = events.iter().find(|event| event.contains("\"event\":\"round\"")).unwrap();
    assert!(round.contains("… (cut: 300,000 in all)"), "{round:.300}");
    assert!(events.iter().any(|event| event.contains("\"event\":\"move\"")), "it was not run");
}

#[test]
fn parameters_of_every_shape_are_bounded() {
    let mut deep = json!("end");
    for _ in 0..500 {
        deep = json!([{ "deeper": deep }]);
    }
    let wide: serde_json::Map<String, Value> =
        (0..200_000).map(|number| (format!("name {number}"), json!(number))).collect();
    let texts: Vec<Value> = (0..100_000).map(|number| json!(format!("{KEY} {number}"))).collect();
    for params in [
        json!({ "deep": deep }),
        json!({ "wide": wide }),
        json!({ "texts": texts }),
        json!({ "long": large() }),
        json!({ large(): 1 }),
        Value::Object(wide.clone()),
    ] {
        event_texts(move || Ok((query(format!("{D3}RETURN cell"), params.clone()), None)));
    }
}

#[test]
fn huge_queries_entries_and_names_of_columns_are_bounded() {
    let long = "x".repeat(700_000);
    for text in [
        format!("{D3}RETURN cell // {KEY} {long}"),
        format!("{D3}RETURN cell, range(1, 100000) AS many, '{KEY}' AS key"),
        format!("{D3}RETURN cell, reduce(t = '{KEY}', n IN range(1, 18) | t + t) AS long"),
        format!("{D3}RETURN cell, [n IN range(1, 5000) | {{n: n, k: '{KEY}'}}] AS maps"),
        format!("{D3}RETURN cell, 1 AS `{KEY} {long}`"),
        format!("RETURN 1 AS `{long}`, 2 AS `{KEY}`"),
        format!("RETURN '{KEY} {long}' AS cell"),
        format!("RETURN {long} AS cell"),
        format!("RETURN '{KEY}' / 0 AS cell // {long}"),
        format!("RETURN {KEY}{long}"),
    ] {
        event_texts(move || Ok((query(text.clone(), json!({})), None)));
    }
}

#[test]
fn huge_thinking_is_bounded_and_says_what_was_left_out() {
    let thinking = || {
        let mut thinking = Thinking::default();
        thinking.text = Some(large());
        thinking.unit = Some(large());
        thinking.line = vec!["f5".to_owned(); 100_000];
        let mut considered = Considered::default();
        considered.note = Some(KEY.to_owned());
        considered.line = vec![String::new(); 1_000];
        thinking.moves = vec![considered; 10_000];
        thinking
    };
    let answer = move || Ok((query(format!("{D3}RETURN cell"), json!({})), Some(thinking())));
    let (events, _) = event_texts(answer);
    let round = events.iter().find(|event| event.contains("\"event\":\"round\"")).unwrap();
    assert!(
        round.contains("bytes in all") && round.contains("10,000 moves in all"),
        "{round:.300}"
    );

    let empty = || {
        let mut thinking = Thinking::default();
        thinking.moves = vec![Considered::default(); 1_000_000];
        thinking
    };
    event_texts(move || Ok((query(format!("{D3}RETURN cell"), json!({})), Some(empty()))));
}

#[test]
fn what_a_player_says_at_its_end_is_bounded() {
    let (_, end) = event_texts(|| Ok((Decision::Resigned(large()), None)));
    let End::Forfeit { why, .. } = end else { panic!("{end:?}") };
    let Reason::Resigned(reason) = &why.reason else { panic!("{:?}", why.reason) };
    assert!(reason.starts_with("*** x") && reason.ends_with("bytes in all)"), "{reason:.60}");
    for verdict in [
        Verdict::BadAnswer(large()),
        Verdict::GaveUp(large()),
        Verdict::Panicked(large()),
        Verdict::OutOfTurn(large()),
    ] {
        event_texts(move || Err(Failure { verdict: verdict.clone(), output: large() }));
    }
}
