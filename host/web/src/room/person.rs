//! A person who plays on the page, as the game's thread meets one: it asks without waiting, and whoever holds
//! the seat answers from somewhere else.

use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Instant;

use othello_arena::seat::{CellRequest, Choice, Person};
use othello_arena::{Conductor, Control, GameCommand, Pace};
use othello_board::{Turn, View};
use othello_rules::{ByColour, Move};

use super::Room;
use super::state::Asked;

/// A person's seat in a room.
pub struct OnPage(pub Arc<Room>);

impl Person for OnPage {
    fn choose(&mut self, question: &CellRequest<'_>) -> Choice {
        let (answer, answered) = channel();
        {
            let mut state = self.0.state();
            // What was wished since the round began is not to wait for a move.
            let early = state.early.take();
            if let Some(wish) = self.0.control.take_wish() {
                return Choice::GameCommand(wish);
            }
            if let Some((_, square)) = early.filter(|(plies, _)| *plies == question.moves.len()) {
                return Choice::Cell(square);
            }
            let plies = question.moves.len();
            state.question = Some(Asked { colour: question.colour, plies, answer });
        }
        let choice = match question.deadline {
            None => answered.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(deadline) => {
                answered.recv_timeout(deadline.saturating_duration_since(Instant::now()))
            }
        };
        self.0.state().question = None;
        match choice {
            Ok(choice) => choice,
            Err(RecvTimeoutError::Timeout) => Choice::TimedOut,
            Err(RecvTimeoutError::Disconnected) => {
                Choice::GameCommand(GameCommand::Stop("the page is gone".to_owned()))
            }
        }
    }
}

/// The pace of a room: players wait as it is set, people are asked at once.
pub struct RoomPace {
    /// What is set.
    pub control: Control,
    /// Where people sit.
    pub people: ByColour<bool>,
}

impl Conductor for RoomPace {
    fn next(&mut self, view: &View, moves: &[Move]) -> GameCommand {
        match view.turn {
            Turn::Move { colour, .. } if self.people[colour] => {
                self.control.take_wish().unwrap_or(GameCommand::GoOn)
            }
            _ => Pace(self.control.clone()).next(view, moves),
        }
    }
}
