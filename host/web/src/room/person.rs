//! A person who plays on the page, as the game's thread meets one: it asks without waiting, and whoever holds
//! the seat answers from somewhere else.

use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Instant;

use othello_arena::seat::{CellRequest, Choice, Person};
use othello_arena::{Conductor, Control, GameCommand, Pace};
use othello_board::{Turn, View};
use othello_rules::{ByColour, Move};

use super::phase::{PersonToMove, Phase, Question};
use super::shared::Room;
use super::state::State;

/// A person's seat in a room.
pub(crate) struct OnPage(pub Arc<Room>);

impl Person for OnPage {
    fn choose(&mut self, request: &CellRequest<'_>) -> Choice {
        let (answer, answered) = channel();
        let plies = request.moves.len();
        let question = Question { colour: request.colour, plies, answer };
        if let Err(choice) = self.0.change(|state| ask(state, &self.0.control, question)) {
            return choice;
        }
        let choice = match request.deadline {
            None => answered.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(deadline) => {
                answered.recv_timeout(deadline.saturating_duration_since(Instant::now()))
            }
        };
        self.0.change(|state| drop(state.phase.take_person()));
        match choice {
            Ok(choice) => choice,
            Err(RecvTimeoutError::Timeout) => Choice::TimedOut,
            Err(RecvTimeoutError::Disconnected) => page_is_gone(),
        }
    }
}

/// Asks the person to move, unless it is known already what is to happen.
fn ask(state: &mut State, control: &Control, question: Question) -> Result<(), Choice> {
    let Phase::Playing(person) = &mut state.phase else { return Err(page_is_gone()) };
    // What was commanded since the round began is not to wait for a move.
    if let Some(command) = control.take_command() {
        *person = PersonToMove::NotAsked;
        return Err(Choice::GameCommand(command));
    }
    match *person {
        PersonToMove::Early { plies, square } if plies == question.plies => {
            *person = PersonToMove::NotAsked;
            Err(Choice::Cell(square))
        }
        _ => {
            *person = PersonToMove::Asked(question);
            Ok(())
        }
    }
}

fn page_is_gone() -> Choice {
    Choice::GameCommand(GameCommand::Stop("the page is gone".to_owned()))
}

/// The pace of a room: players wait as it is set, people are asked at once.
pub(crate) struct RoomPace {
    /// What is set.
    pub control: Control,
    /// Where people sit.
    pub people: ByColour<bool>,
}

impl Conductor for RoomPace {
    fn next(&mut self, view: &View, moves: &[Move]) -> GameCommand {
        match view.turn {
            Turn::Move { colour, .. } if self.people[colour] => {
                self.control.take_command().unwrap_or(GameCommand::GoOn)
            }
            _ => Pace(self.control.clone()).next(view, moves),
        }
    }
}
