//! What the game's thread tells becomes the room's state, and is told to everybody in the room.

use std::sync::Arc;
use std::sync::mpsc::Receiver;

use othello_arena::event::{self, Ended, Forfeited, GoneTo, Moved, Passed, Turn};
use othello_arena::record::Recorder;
use othello_arena::{End, Event, Ply, Reason};
use othello_rules::Move;
use othello_store::{GameRecord, Store};

use super::clocks::TimeLeft;
use super::keeping::Keeping;
use super::phase::Phase;
use super::shared::Room;
use super::state::{Part, State};
use crate::common::Common;
use crate::complaint::complain;
use crate::protocol::{
    Change, ChangeKind, EndedBy, GameEnd, GameResult, IllegalMove, Push, Round, Square,
    measured_milliseconds,
};

impl Room {
    /// Follows a segment to its last event.
    pub(super) fn follow(self: &Arc<Room>, events: &Receiver<Arc<Event>>, mut recorder: Recorder) {
        let mut over = false;
        while let Ok(event) = events.recv() {
            // A burst of events is written once.
            let burst: Vec<_> = std::iter::once(event).chain(events.try_iter()).collect();
            over |= self.change(|state| {
                for event in &burst {
                    recorder.see(event);
                    take(state, event);
                }
                state.phase.is_over()
            });
            burst.iter().for_each(|event| self.charge(event));
        }
        if over && let Some(game) = recorder.finish() {
            self.remember(&game);
        }
    }

    /// What a bot took to answer is charged for; a person thinks for themselves.
    fn charge(&self, event: &Event) {
        if let Event::Round(round) = event
            && !self.seats[round.colour].info.person
        {
            (self.bill)((round.asked + round.ran).saturating_sub(round.held_up));
        }
    }

    /// Puts a game that is over into the history. One of the command line is the command's business.
    pub(super) fn remember(&self, game: &GameRecord) {
        let Some(path) = self.server_state.history.as_ref().filter(|_| !self.window) else {
            return;
        };
        let keeping = if self.is_of_user { Keeping::Whole } else { Keeping::of_visitors(path) };
        let Some(kept) = keeping.part_of(game) else { return };
        if let Err(error) = Store::save(path, &kept) {
            complain(format_args!("the game was not put into the history: {error}"));
        }
    }
}

/// So long may all be together that is shown of a game's rounds: many games are held at once, and a player may say much
/// at each move.
const MOST_SHOWN: usize = 1 << 20;

/// What an event means for the state.
fn take(state: &mut State, event: &Event) {
    match event {
        Event::Start(start) => {
            state.course.view = start.view.clone();
            state.has_begun = true;
            state.wait_for_next();
            let parts =
                [Part::Position, Part::Clocks, Part::Pace, Part::End, Part::Illegal, Part::Offer];
            state.tell(ChangeKind::Start, &parts);
        }
        Event::Turn(turn) => take_turn(state, turn),
        Event::Round(round) => take_round(state, round),
        Event::Move(moved) => take_move(state, moved),
        Event::Pass(passed) => take_pass(state, passed),
        Event::GoneTo(gone) => take_gone_to(state, gone),
        Event::Forfeit(forfeit) => take_forfeit(state, forfeit),
        Event::End(ended) => take_end(state, ended),
    }
}

fn take_turn(state: &mut State, turn: &Turn) {
    state.clocks.run(turn.colour, turn.clocks, turn.limit);
    state.pace.waiting = false;
    state.tell_of(turn.colour, ChangeKind::Turn, &[Part::Clocks, Part::Pace]);
}

fn take_round(state: &mut State, round: &event::Round) {
    let mut round = round_of(round);
    if state.course.length_shown() + round.length_shown() > MOST_SHOWN {
        round.leave_out();
    }
    let round = Common::from(round);
    let push = Push { rounds: vec![state.round_shown(&round)], ..Push::default() };
    state.course.rounds.push(round);
    state.clocks.stop();
    let change = state.change(ChangeKind::Round, &[]);
    state.changes.tell(Change { push: Some(push), ..change });
}

fn take_move(state: &mut State, moved: &Moved) {
    let ply = Ply {
        colour: moved.colour,
        ply: Move::Place(moved.square),
        flips: moved.flips.clone(),
        view: moved.view.clone(),
    };
    let parts = [Part::Position, Part::Clocks, Part::Redo, Part::Offer, Part::Pace];
    take_ply(state, ply, moved.clocks, ChangeKind::Move, &parts);
}

fn take_pass(state: &mut State, passed: &Passed) {
    let view = passed.view.clone();
    let ply = Ply { colour: passed.colour, ply: Move::Pass, flips: Vec::new(), view };
    let parts = [Part::Position, Part::Clocks, Part::Redo, Part::Offer];
    take_ply(state, ply, state.clocks.time_left(), ChangeKind::Pass, &parts);
}

fn take_ply(state: &mut State, ply: Ply, left: TimeLeft, what: ChangeKind, parts: &[Part]) {
    let push = Push { plies: vec![(&ply).into()], ..Push::default() };
    let colour = ply.colour;
    state.course.play(ply, left);
    state.offer = None;
    state.clocks.stand_at(left);
    if what == ChangeKind::Move {
        state.pace.waiting = !state.pace.auto;
    }
    let change = state.change(what, parts);
    state.changes.tell(Change { colour: Some(colour.into()), push: Some(push), ..change });
}

fn take_gone_to(state: &mut State, gone: &GoneTo) {
    state.go_to(&gone.moves);
    state.course.view = gone.view.clone();
}

fn take_forfeit(state: &mut State, forfeit: &Forfeited) {
    state.clocks.stop();
    state.illegal = match &forfeit.why.reason {
        reason @ Reason::IllegalMove { square, .. } => Some(IllegalMove {
            colour: forfeit.colour.into(),
            square: Square(*square),
            message: reason.to_string(),
        }),
        _ => None,
    };
    state.tell_of(forfeit.colour, ChangeKind::Forfeit, &[Part::Illegal, Part::Clocks]);
}

fn take_end(state: &mut State, ended: &Ended) {
    match &state.phase {
        Phase::Playing(_) => {}
        // A game that is left has been stopped to be taken up later, but it may have ended just before.
        Phase::Leaving { .. } if !matches!(ended.end, End::Void(_)) => {}
        _ => return,
    }
    state.course.view = ended.view.clone();
    state.clocks.stop();
    state.offer = None;
    state.phase = Phase::Over { end: end_of(ended), segment_runs: true };
    state.tell_end(&[Part::End, Part::Position, Part::Clocks, Part::Offer, Part::Pace]);
}

fn end_of(ended: &Ended) -> GameEnd {
    let winner = ended.end.winner();
    let (result, by, reason, why) = match &ended.end {
        End::Played(Some(_)) => (GameResult::Win, EndedBy::Discs, None, None),
        End::Played(None) => (GameResult::Draw, EndedBy::Discs, None, None),
        End::Forfeit { why, .. } => {
            let (word, why) = (why.reason.word().to_owned(), why.reason.to_string());
            (GameResult::Win, EndedBy::Forfeit, Some(word), Some(why))
        }
        End::Void(why) => (GameResult::Void, EndedBy::Void, None, Some(why.to_string())),
    };
    GameEnd {
        result,
        winner: winner.map(Into::into),
        name: winner.map(|winner| ended.names[winner].clone()),
        by,
        reason,
        why,
        counts: ended.view.counts().into(),
    }
}

fn round_of(round: &event::Round) -> Round {
    let exhibit = &round.exhibit;
    Round {
        ply: round.ply,
        colour: round.colour.into(),
        query: exhibit.query().map(ToString::to_string),
        params: exhibit.params().clone(),
        rows: exhibit.rows().map(|rows| rows as u64),
        entries: exhibit.entries().clone(),
        thinking: exhibit.thinking().and_then(|thinking| serde_json::to_value(thinking).ok()),
        warnings: exhibit.warnings().iter().map(ToString::to_string).collect(),
        ask_ms: measured_milliseconds(round.asked),
        query_ms: measured_milliseconds(round.ran),
        hidden: false,
    }
}
