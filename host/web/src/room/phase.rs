//! What goes on in a room: whether anybody plays its game, whom that waits for, and how it ended.

use std::sync::mpsc::Sender;

use othello_arena::seat::Choice;
use othello_rules::{Colour, Square};

use crate::protocol::GameEnd;

/// What goes on in a room.
#[derive(Debug)]
pub(crate) enum Phase {
    /// Nobody plays the game; it is taken up when somebody comes.
    Idle,
    /// The threads of a segment play it.
    Playing(PersonToMove),
    /// The threads of a segment come to their end, though the game has not.
    Leaving {
        /// Whether it is taken up as soon as they have.
        again: bool,
    },
    /// The game is over.
    Over {
        /// How it ended.
        end: GameEnd,
        /// Whether the threads of its last segment still put it away.
        segment_runs: bool,
    },
}

/// The person to move, as far as the game's thread knows of one.
#[derive(Debug)]
pub(crate) enum PersonToMove {
    /// Nobody is asked.
    NotAsked,
    /// The game's thread waits for an answer.
    Asked(Question),
    /// A person has moved before the game's thread asked.
    Early {
        /// After how many plies.
        plies: usize,
        /// Where.
        square: Square,
    },
}

/// A question to a person.
#[derive(Debug)]
pub(crate) struct Question {
    /// Who is asked.
    pub colour: Colour,
    /// After how many plies.
    pub plies: usize,
    /// Gets the answer.
    pub answer: Sender<Choice>,
}

impl Phase {
    /// How the game ended, if it did.
    pub fn end(&self) -> Option<&GameEnd> {
        match self {
            Phase::Over { end, .. } => Some(end),
            _ => None,
        }
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.end().is_some()
    }

    /// Whether threads are at work.
    pub fn is_running(&self) -> bool {
        match self {
            Phase::Idle => false,
            Phase::Playing(_) | Phase::Leaving { .. } => true,
            Phase::Over { segment_runs, .. } => *segment_runs,
        }
    }

    /// The question that the game's thread waits with.
    pub fn question(&self) -> Option<&Question> {
        match self {
            Phase::Playing(PersonToMove::Asked(question)) => Some(question),
            _ => None,
        }
    }

    /// A move that was made before anybody asked is not meant any more.
    pub(crate) fn forget_early(&mut self) {
        if let Phase::Playing(person @ PersonToMove::Early { .. }) = self {
            *person = PersonToMove::NotAsked;
        }
    }

    /// Takes what is known of the person to move, who is not asked any more.
    pub(crate) fn take_person(&mut self) -> PersonToMove {
        match self {
            Phase::Playing(person) => std::mem::replace(person, PersonToMove::NotAsked),
            _ => PersonToMove::NotAsked,
        }
    }

    /// Answers the game's thread; says whether it has asked.
    pub fn answer(&mut self, choice: Choice) -> bool {
        match self.take_person() {
            PersonToMove::Asked(question) => {
                // The deadline may have passed meanwhile, and the game gone on.
                let _ = question.answer.send(choice);
                true
            }
            PersonToMove::NotAsked | PersonToMove::Early { .. } => false,
        }
    }
}
