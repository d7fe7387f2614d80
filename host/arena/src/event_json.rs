//! Events as JSON, for `--json`, the page and the records. Fields are only ever added.

use std::time::Duration;

use othello_board::View;
use othello_rules::{ByColour, Colour, Move, Square};
use serde_json::{Value, json};

use crate::clock::GameClock;
use crate::event::{Contestant, Ended, Event, Forfeited, Moved, Round, Start, Turn};
use crate::game_setup::start_word;
use crate::verdict::{End, Reason};

impl Event {
    /// The event as one object, with its kind as `event`.
    #[must_use]
    pub fn to_json(&self) -> Value {
        match self {
            Event::Start(start) => start_json(start),
            Event::Turn(turn) => turn_json(turn),
            Event::Round(round) => round_json(round),
            Event::Move(moved) => move_json(moved),
            Event::Pass(passed) => json!({
                "event": "pass",
                "ply": passed.ply,
                "colour": colour(passed.colour),
            }),
            Event::GoneTo(gone) => json!({
                "event": "go-to",
                "moves": moves(&gone.moves),
                "board": gone.view.board(),
            }),
            Event::Forfeit(forfeit) => forfeit_json(forfeit),
            Event::End(ended) => end_json(ended),
        }
    }
}

fn start_json(start: &Start) -> Value {
    let time = &start.time;
    json!({
        "event": "start",
        "game": start.game,
        "size": start.view.width(),
        "start": start_word(&start.start),
        "seed": start.seed.get(),
        "referee": start.referee,
        "database": start.database,
        "time": {
            "move_ms": time.per_move.map(milliseconds),
            "first_move_ms": time.per_move.map(|_| milliseconds(time.first_move)),
            "clock_ms": time.game.map(|clock| milliseconds(clock.total)),
            "increment_ms": time.game.map(|clock| milliseconds(clock.increment)),
            "ceiling_ms": milliseconds(time.ceiling),
            "margin_ms": time.margin.map(milliseconds),
            "black": own_clock(time.own.black),
            "white": own_clock(time.own.white),
        },
        "black": contestant_json(&start.players.black),
        "white": contestant_json(&start.players.white),
        "board": start.view.board(),
    })
}

/// A side's own clock, where it has one.
fn own_clock(clock: Option<GameClock>) -> Option<Value> {
    clock.map(|clock| {
        json!({ "clock_ms": milliseconds(clock.total), "increment_ms": milliseconds(clock.increment) })
    })
}

fn contestant_json(contestant: &Contestant) -> Value {
    let about = &contestant.about;
    json!({
        "name": contestant.name,
        "player": about.name,
        "version": about.version,
        "author": about.author,
        "class": about.class,
        "person": about.person,
    })
}

fn turn_json(turn: &Turn) -> Value {
    json!({
        "event": "turn",
        "ply": turn.ply,
        "colour": colour(turn.colour),
        "limit_ms": turn.limit.map(milliseconds),
        "clocks_ms": clocks(turn.clocks),
    })
}

fn round_json(round: &Round) -> Value {
    let exhibit = &round.exhibit;
    json!({
        "event": "round",
        "ply": round.ply,
        "colour": colour(round.colour),
        "query": exhibit.query(),
        "params": exhibit.params(),
        "rows": exhibit.rows(),
        "entries": exhibit.entries(),
        "thinking": exhibit.thinking(),
        "warnings": exhibit.warnings(),
        "ask_ms": milliseconds(round.asked),
        "query_ms": milliseconds(round.ran),
        "held_up_ms": milliseconds(round.held_up),
    })
}

fn move_json(moved: &Moved) -> Value {
    let counts = moved.view.counts();
    json!({
        "event": "move",
        "ply": moved.ply,
        "colour": colour(moved.colour),
        "square": moved.square.to_string(),
        "row": moved.square.row(),
        "column": moved.square.column(),
        "flips": moved.flips.iter().map(Square::to_string).collect::<Vec<_>>(),
        "black": counts.black,
        "white": counts.white,
        "clocks_ms": clocks(moved.clocks),
        "board": moved.view.board(),
    })
}

fn forfeit_json(forfeit: &Forfeited) -> Value {
    let reason = &forfeit.why.reason;
    let mut object = json!({
        "event": "forfeit",
        "ply": forfeit.ply,
        "colour": colour(forfeit.colour),
        "reason": reason.word(),
        "message": reason.to_string(),
        "query": forfeit.why.query,
        "output": forfeit.why.output,
        "board": forfeit.view.board(),
    });
    match reason {
        Reason::IllegalMove { square, .. } => object["square"] = square.to_string().into(),
        Reason::TimeOut { took, limit, .. } => {
            object["took_ms"] = milliseconds(*took);
            object["limit_ms"] = milliseconds(*limit);
        }
        Reason::Query(fault) => {
            object["code"] = (*fault.code).into();
            if let Some(span) = fault.span {
                object["span"] = json!([span.start, span.end]);
            }
        }
        _ => {}
    }
    object
}

fn end_json(ended: &Ended) -> Value {
    let counts = ended.view.counts();
    let winner = ended.end.winner();
    let (result, by, why) = match &ended.end {
        End::Played(Some(_)) => ("win", "discs", None),
        End::Played(None) => ("draw", "discs", None),
        End::Forfeit { why, .. } => ("win", "forfeit", Some(why.reason.to_string())),
        End::Void(why) => ("void", "void", Some(why.to_string())),
    };
    let mut object = json!({
        "event": "end",
        "result": result,
        "winner": winner.map(colour),
        "name": winner.map(|winner| ended.names[winner].clone()),
        "by": by,
        "why": why,
        "black": counts.black,
        "white": counts.white,
        "plies": ended.moves.len(),
        "held_up_ms": milliseconds(ended.held_up),
        "moves": moves(&ended.moves),
        "board": board(&ended.view),
    });
    if ended.remarks.iter().any(Option::is_some) {
        let ByColour { black, white } = &ended.remarks;
        object["remarks"] = json!({ "black": black, "white": white });
    }
    object
}

fn board(view: &View) -> Value {
    view.board().into()
}

fn moves(moves: &[Move]) -> Value {
    moves.iter().map(ToString::to_string).collect::<String>().into()
}

fn clocks(clocks: ByColour<Option<Duration>>) -> Value {
    json!({
        "black": clocks.black.map(milliseconds),
        "white": clocks.white.map(milliseconds),
    })
}

fn colour(colour: Colour) -> &'static str {
    match colour {
        Colour::Black => "black",
        Colour::White => "white",
    }
}

/// Milliseconds to three decimals, as far as they mean anything.
fn milliseconds(time: Duration) -> Value {
    ((time.as_secs_f64() * 1e6).round() / 1e3).into()
}
