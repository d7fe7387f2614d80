//! The people at the terminal: the game asks them on its thread, and the screen's thread answers for them.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Instant;

use othello_arena::seat::{CellRequest, Choice, Person};
use othello_rules::{Colour, Move, Square};

use crate::hint::{Hint, Hinter};

/// A question that waits for its answer.
#[derive(Debug)]
pub struct PendingQuestion {
    /// Who is asked.
    pub colour: Colour,
    /// Where that side may go.
    pub legal: Vec<Square>,
    /// The moves so far.
    pub moves: Vec<Move>,
    answer: Sender<Choice>,
}

impl PendingQuestion {
    /// Answers. The deadline may have passed meanwhile, and the game gone on.
    pub fn answer(self, choice: Choice) {
        let _ = self.answer.send(choice);
    }
}

/// The screen's end.
pub struct People {
    questions: Receiver<PendingQuestion>,
    hinter: Arc<Hinter>,
    hints: (Sender<HintReply>, Receiver<HintReply>),
}

/// The moves after which a hint was requested, and the hint.
type HintReply = (Vec<Move>, Result<Hint, String>);

impl People {
    /// The question that has come since.
    pub fn next_question(&self) -> Option<PendingQuestion> {
        self.questions.try_recv().ok()
    }

    /// Asks for a hint after these moves, which takes a while.
    pub fn request_hint(&self, moves: Vec<Move>) {
        let (hinter, sender) = (Arc::clone(&self.hinter), self.hints.0.clone());
        thread::spawn(move || {
            let hint = hinter.after(&moves);
            // The game may be over by now.
            let _ = sender.send((moves, hint));
        });
    }

    /// The hint that has come since.
    pub fn next_hint(&self) -> Option<HintReply> {
        self.hints.1.try_recv().ok()
    }
}

/// A person's seat in the game.
#[derive(Clone)]
pub struct Typist(Sender<PendingQuestion>);

/// A seat for a person, or for several that take turns, and the screen's end of it.
pub fn seat(hinter: Arc<Hinter>) -> (Typist, People) {
    let (sender, questions) = channel();
    (Typist(sender), People { questions, hinter, hints: channel() })
}

impl Person for Typist {
    fn choose(&mut self, question: &CellRequest<'_>) -> Choice {
        let gone = || Choice::Gone("the screen is gone".to_owned());
        let (answer, answered) = channel();
        let pending = PendingQuestion {
            colour: question.colour,
            legal: question.view.legal().to_vec(),
            moves: question.moves.to_vec(),
            answer,
        };
        if self.0.send(pending).is_err() {
            return gone();
        }
        let answer = match question.deadline {
            None => answered.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(deadline) => {
                answered.recv_timeout(deadline.saturating_duration_since(Instant::now()))
            }
        };
        match answer {
            Ok(choice) => choice,
            Err(RecvTimeoutError::Timeout) => Choice::TimedOut,
            Err(RecvTimeoutError::Disconnected) => gone(),
        }
    }
}
