//! What the people in a room command, and what they are told where that can't be.

use std::sync::Arc;
use std::time::Duration;

use othello_arena::seat::Choice;
use othello_arena::{GameCommand, NO_OWN_MOVE};
use othello_rules::{Colour, Move, Square};

use super::keys::Holder;
use super::phase::{PersonToMove, Phase};
use super::shared::Room;
use super::state::{Pace, Part, State};
use crate::protocol::{self, ChangeKind, ClientCommand, ServerMessage};

/// Why a command is not obeyed, and which square it was about.
pub(crate) struct Refused {
    message: String,
    square: Option<Square>,
}

impl From<Refused> for ServerMessage {
    fn from(Refused { message, square }: Refused) -> ServerMessage {
        ServerMessage::Refused { message, square: square.map(protocol::Square) }
    }
}

fn refused<T>(message: impl Into<String>) -> Result<T, Refused> {
    Err(Refused { message: message.into(), square: None })
}

type Obeyed = Result<(), Refused>;

/// Somebody who commands something, with the room's state in hand.
struct Commander<'a> {
    room: &'a Room,
    state: &'a mut State,
    holder: Holder,
}

impl Room {
    /// Does what somebody commands who may, or says why not.
    pub fn obey(self: &Arc<Room>, command: ClientCommand, holder: Holder) -> Obeyed {
        self.change(|state| Commander { room: self, state, holder }.command(command))?;
        // It may have gone back from its end.
        self.take_up();
        Ok(())
    }

    /// Ends the game without a result, for this reason.
    pub fn break_off(self: &Arc<Room>, why: &str) {
        self.change(|state| break_off(self, state, why));
    }

    /// Lets the players go; the game is taken up again when somebody comes.
    pub(crate) fn adjourn(self: &Arc<Room>) {
        self.change(|state| {
            if matches!(state.phase, Phase::Playing(_)) {
                command_game(self, state, GameCommand::Stop("it is adjourned".to_owned()));
                state.phase = Phase::Leaving { again: false };
            }
        });
    }
}

/// Lets something else happen than a move: at once where a person is asked, before the next move otherwise.
fn command_game(room: &Room, state: &mut State, command: GameCommand) {
    if !state.phase.answer(Choice::GameCommand(command.clone())) {
        room.control.command(command);
    }
}

fn break_off(room: &Room, state: &mut State, why: &str) {
    match state.phase {
        Phase::Playing(_) => command_game(room, state, GameCommand::Stop(why.to_owned())),
        Phase::Idle => state.void(why),
        Phase::Leaving { .. } | Phase::Over { .. } => {}
    }
}

impl Commander<'_> {
    fn command(&mut self, command: ClientCommand) -> Obeyed {
        match command {
            ClientCommand::Hello { .. } => refused("hello comes first"),
            ClientCommand::Play { ply, square, colour } => {
                let about = |refused: Refused| Refused { square: Some(square.0), ..refused };
                self.play(colour, ply, square.0).map_err(about)
            }
            ClientCommand::Resign { colour } => self.resign(colour),
            ClientCommand::Undo { colour } => self.undo(colour),
            ClientCommand::Redo { colour } => self.redo(colour),
            ClientCommand::GoTo { plies, colour } => {
                let side = self.mover(colour)?;
                self.go_or_offer(side, plies)
            }
            ClientCommand::Answer { number, accept } => self.answer(number, accept),
            ClientCommand::Step => self.step(),
            ClientCommand::Pace { auto, delay_ms } => self.set_pace(auto, delay_ms),
            ClientCommand::Queries { hide } => self.hide_queries(hide),
            ClientCommand::Stop => self.stop(),
        }
    }

    /// Whether this one holds all seats.
    fn holds_both(&self) -> bool {
        self.holder.seats.iter().all(|&held| held)
    }

    /// Whether this is the organiser of a game without people.
    fn leads_players(&self) -> bool {
        self.holder.organiser && !self.room.has_people()
    }

    /// The seat that is meant, if it is the visitor's.
    fn seat(&self, named: Option<protocol::Colour>) -> Result<Colour, Refused> {
        let held = self.holder.seats;
        match named.map(Colour::from) {
            Some(colour) if held[colour] => Ok(colour),
            Some(_) => refused("this seat is somebody else's"),
            None => match (held.black, held.white) {
                (true, false) => Ok(Colour::Black),
                (false, true) => Ok(Colour::White),
                // On one screen the side to move is meant.
                (true, true) => Ok(self.state.course.to_move().unwrap_or(Colour::Black)),
                (false, false) => refused("who watches can't move the discs"),
            },
        }
    }

    /// Who may take the game elsewhere: a seat, or the organiser of a game without people.
    fn mover(&self, named: Option<protocol::Colour>) -> Result<Colour, Refused> {
        if self.leads_players() { Ok(Colour::Black) } else { self.seat(named) }
    }

    fn play(&mut self, named: Option<protocol::Colour>, ply: usize, square: Square) -> Obeyed {
        let side = self.seat(named)?;
        let state = &mut *self.state;
        if state.phase.is_over() {
            return refused("the game is over");
        }
        let asked = state.phase.question().map(|question| question.plies);
        if ply != state.course.plies.len() || asked.is_some_and(|plies| plies != ply) {
            return refused("the game has gone on meanwhile");
        }
        if state.course.to_move() != Some(side) {
            return refused("it is the other side's turn");
        }
        if let Some(message) = state.course.objection(square) {
            return refused(message);
        }
        if state.phase.answer(Choice::Cell(square)) {
            return Ok(());
        }
        match &mut state.phase {
            Phase::Playing(person) => *person = PersonToMove::Early { plies: ply, square },
            _ => return refused("the game is being taken up; try again in a moment"),
        }
        Ok(())
    }

    fn resign(&mut self, named: Option<protocol::Colour>) -> Obeyed {
        let side = self.seat(named)?;
        if self.state.phase.is_over() {
            return refused("the game is over");
        }
        if self.state.phase.question().is_some_and(|question| question.colour == side) {
            self.state.phase.answer(Choice::Resign);
        } else {
            command_game(self.room, self.state, GameCommand::Resign { side, why: String::new() });
        }
        Ok(())
    }

    fn undo(&mut self, named: Option<protocol::Colour>) -> Obeyed {
        let course = &self.state.course;
        if self.leads_players() {
            return match course.plies.len().checked_sub(1) {
                Some(plies) => self.go_or_offer(Colour::Black, plies),
                None => refused("there is no move to take back"),
            };
        }
        let side = self.seat(named)?;
        // At one screen the last move is taken back, whosever it was.
        let both = self.holds_both();
        let own = course.plies.iter().rposition(|played| {
            (both || played.ply.colour == side) && played.ply.ply != Move::Pass
        });
        match own {
            Some(plies) => self.go_or_offer(side, plies),
            None => refused(NO_OWN_MOVE),
        }
    }

    /// Plays again what was taken back: a move, and what came after it until this side could move again.
    fn redo(&mut self, named: Option<protocol::Colour>) -> Obeyed {
        let side = self.mover(named)?;
        let one_by_one = self.leads_players() || self.holds_both();
        let course = &self.state.course;
        let stop =
            course.redo.iter().rev().skip(1).position(|next| {
                one_by_one || next.ply.colour == side && next.ply.ply != Move::Pass
            });
        let more = stop.map_or(course.redo.len(), |position| position + 1);
        if more == 0 {
            return refused("nothing was taken back");
        }
        self.go_or_offer(side, course.plies.len() + more)
    }

    /// Goes elsewhere in the game, or asks another person whether that may be.
    fn go_or_offer(&mut self, side: Colour, plies: usize) -> Obeyed {
        let state = &mut *self.state;
        if self.room.window && state.phase.is_over() {
            return refused("the result of this game has been told already");
        }
        if plies == state.course.plies.len() || state.course.moves_to(plies).is_none() {
            return refused("the game can't go there");
        }
        let other = side.opponent();
        if self.room.people()[other] && !self.holder.seats[other] {
            state.make_offer(side, plies);
            return Ok(());
        }
        self.go(plies)
    }

    fn go(&mut self, plies: usize) -> Obeyed {
        let state = &mut *self.state;
        let Some(moves) = state.course.moves_to(plies) else { return Ok(()) };
        state.phase = match state.phase {
            Phase::Playing(_) => {
                command_game(self.room, state, GameCommand::GoTo(moves));
                return Ok(());
            }
            Phase::Leaving { .. } => {
                return refused("the game is being taken up; try again in a moment");
            }
            // It goes on from there, as soon as what was played before is put away.
            Phase::Over { segment_runs: true, .. } => Phase::Leaving { again: true },
            Phase::Over { .. } | Phase::Idle => Phase::Idle,
        };
        state.go_to(&moves);
        Ok(())
    }

    fn answer(&mut self, number: u64, accept: bool) -> Obeyed {
        let seats = self.holder.seats;
        let asked = |from: protocol::Colour| Colour::from(from).opponent();
        let offer = self.state.offer;
        let Some(offer) = offer.filter(|it| it.number == number && seats[asked(it.from)]) else {
            return refused("there is no such question to you");
        };
        self.state.offer = None;
        let what = if accept { ChangeKind::Offer } else { ChangeKind::Refusal };
        self.state.tell_of(asked(offer.from), what, &[Part::Offer]);
        if accept { self.go(offer.plies) } else { Ok(()) }
    }

    fn step(&mut self) -> Obeyed {
        self.organises()?;
        self.room.control.tick();
        self.state.pace.auto = false;
        self.state.pace.waiting = false;
        self.state.tell(ChangeKind::Pace, &[Part::Pace]);
        Ok(())
    }

    fn set_pace(&mut self, auto: bool, delay_ms: Option<u64>) -> Obeyed {
        self.organises()?;
        let state = &mut *self.state;
        let delay = delay_ms.map_or(state.pace.delay, Duration::from_millis);
        let waiting = !auto && !state.clocks.run_now() && !state.phase.is_over();
        let pace = Pace { waiting, ..Pace::new(auto, delay) };
        if pace == state.pace {
            return Ok(());
        }
        state.pace = pace;
        self.room.control.set(auto, state.pace.delay);
        state.tell(ChangeKind::Pace, &[Part::Pace]);
        Ok(())
    }

    fn hide_queries(&mut self, hide: bool) -> Obeyed {
        self.organises()?;
        let state = &mut *self.state;
        if state.hide_queries == hide {
            return Ok(());
        }
        state.hide_queries = hide;
        if state.phase.is_over() {
            state.tell(ChangeKind::Queries, &[Part::HideQueries]);
        } else {
            state.tell_of_rounds(ChangeKind::Queries, &[Part::HideQueries]);
        }
        Ok(())
    }

    fn stop(&mut self) -> Obeyed {
        self.organises()?;
        if self.state.phase.is_over() {
            return refused("the game is over");
        }
        break_off(self.room, self.state, "it was stopped");
        Ok(())
    }

    fn organises(&self) -> Obeyed {
        if self.holder.organiser { Ok(()) } else { refused("only who made the game may do that") }
    }
}
