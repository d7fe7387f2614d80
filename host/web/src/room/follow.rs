//! What the game's thread tells becomes the room's state, and is told to everybody in the room.

use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::time::Instant;

use othello_arena::event::{Ended, Forfeited, GoneTo, Moved, Passed, Turn};
use othello_arena::record::Recorder;
use othello_arena::{End, Event, Ply, Reason};
use othello_rules::Move;
use othello_store::Store;
use serde_json::{Value, json};

use super::Room;
use super::state::{Change, State, Ticking};
use crate::place::{counts, ply_json, word};

impl Room {
    /// Follows a leg to its end.
    pub(super) fn follow(&self, events: &Receiver<Arc<Event>>, mut recorder: Recorder) {
        while let Ok(event) = events.recv() {
            // What was told of a game must be there after a restart, so it is kept first; a burst of
            // events is kept once.
            let mut state = self.state();
            state.hold_back();
            for event in std::iter::once(event).chain(events.try_iter()) {
                recorder.see(&event);
                take(&mut state, &event);
            }
            self.keep(&state);
            state.let_out();
        }
        let (over, left) = {
            let mut state = self.state();
            let left = std::mem::take(&mut state.leaving);
            state.running = false;
            state.question = None;
            state.clocks.running = None;
            (state.end.is_some(), left)
        };
        if over {
            self.remember(recorder);
        } else if !left {
            self.void("the game broke off by a fault of the host");
        }
        self.keep(&self.state());
    }

    /// Puts a game that is over into the history. One of the command line is the command's business.
    fn remember(&self, recorder: Recorder) {
        if self.window {
            return;
        }
        let (Some(path), Some(game)) = (&self.server_state.history, recorder.finish()) else {
            return;
        };
        if let Err(error) = Store::remember(path, &game) {
            eprintln!("othello-host: the game was not put into the history: {error}");
        }
    }
}

/// What an event means for the state.
fn take(state: &mut State, event: &Event) {
    match event {
        Event::Start(start) => {
            state.view = start.view.clone();
            state.waiting = !state.pace.0;
            state.clocks = Ticking { left: state.left(), ..Ticking::default() };
            let parts = ["position", "clocks", "pace", "end", "illegal", "offer"];
            let change = Change::new("start").set(state, &parts);
            state.tell(change);
        }
        Event::Turn(turn) => took_turn(state, turn),
        Event::Round(_) => {
            let round = event.to_json();
            let shown = state.veiled(&round);
            state.rounds.push(round);
            state.clocks.running = None;
            state.tell(Change::new("round").push("rounds", vec![shown]));
        }
        Event::Move(moved) => moved_to(state, moved),
        Event::Pass(passed) => passed_by(state, passed),
        Event::GoneTo(gone) => gone_to(state, gone),
        Event::Forfeit(forfeit) => forfeited(state, forfeit),
        Event::End(ended) if !state.leaving || !matches!(ended.end, End::Void(_)) => {
            state.view = ended.view.clone();
            state.clocks.running = None;
            state.offer = None;
            state.end = Some(end_json(ended));
            let parts = ["end", "position", "rounds", "clocks", "offer", "pace"];
            let change = Change::new("end").set(state, &parts);
            state.tell(change);
        }
        Event::End(_) => {}
    }
}

fn took_turn(state: &mut State, turn: &Turn) {
    let running = Some((turn.colour, Instant::now()));
    state.clocks = Ticking { left: turn.clocks, running, limit: turn.limit };
    state.waiting = false;
    let change = Change::new("turn").by(turn.colour).set(state, &["clocks", "pace"]);
    state.tell(change);
}

fn moved_to(state: &mut State, moved: &Moved) {
    let ply = Ply {
        colour: moved.colour,
        ply: Move::Place(moved.square),
        flips: moved.flips.clone(),
        view: moved.view.clone(),
    };
    let shown = ply_json(&ply);
    state.played(ply, moved.clocks);
    state.waiting = !state.pace.0;
    let change = Change::new("move").by(moved.colour).push("plies", vec![shown]);
    let change = change.set(state, &["position", "clocks", "redo", "offer", "pace"]);
    state.tell(change);
}

fn passed_by(state: &mut State, passed: &Passed) {
    let view = passed.view.clone();
    let ply = Ply { colour: passed.colour, ply: Move::Pass, flips: Vec::new(), view };
    let shown = ply_json(&ply);
    state.played(ply, state.clocks.left);
    let change = Change::new("pass").by(passed.colour).push("plies", vec![shown]);
    let change = change.set(state, &["position", "clocks", "redo", "offer"]);
    state.tell(change);
}

fn gone_to(state: &mut State, gone: &GoneTo) {
    tell_go_to(state, &gone.moves);
    state.view = gone.view.clone();
}

/// Goes to these moves, and tells of it.
pub(super) fn tell_go_to(state: &mut State, moves: &[Move]) {
    let (plies, rounds) = state.go_to(moves);
    state.offer = None;
    state.illegal = None;
    state.clocks = Ticking { left: state.left(), ..Ticking::default() };
    state.waiting = !state.pace.0;
    let more: Vec<Value> = state.plies[plies..].iter().map(|one| ply_json(&one.ply)).collect();
    let again = state.all_rounds().skip(rounds).map(|round| state.veiled(round)).collect();
    let mut change = Change::new("go-to").cut("plies", plies).cut("rounds", rounds);
    change = change.push("plies", more).push("rounds", again);
    let parts = ["position", "clocks", "redo", "offer", "illegal", "end", "pace"];
    change = change.set(state, &parts);
    state.tell(change);
}

fn forfeited(state: &mut State, forfeit: &Forfeited) {
    let square = match &forfeit.why.reason {
        Reason::IllegalMove { square, .. } => Some(square.to_string()),
        _ => None,
    };
    state.clocks.running = None;
    state.illegal = square.map(|square| {
        json!({
            "colour": word(forfeit.colour),
            "square": square,
            "message": forfeit.why.reason.to_string(),
        })
    });
    let change = Change::new("forfeit").by(forfeit.colour).set(state, &["illegal", "clocks"]);
    state.tell(change);
}

fn end_json(ended: &Ended) -> Value {
    let winner = ended.end.winner();
    let (result, by, reason, why) = match &ended.end {
        End::Played(Some(_)) => ("win", "discs", None, None),
        End::Played(None) => ("draw", "discs", None, None),
        End::Forfeit { why, .. } => {
            ("win", "forfeit", Some(why.reason.word()), Some(why.reason.to_string()))
        }
        End::Void(why) => ("void", "void", None, Some(why.to_string())),
    };
    json!({
        "result": result,
        "winner": winner.map(word),
        "name": winner.map(|winner| ended.names[winner].clone()),
        "by": by,
        "reason": reason,
        "why": why,
        "counts": counts(&ended.view),
    })
}
