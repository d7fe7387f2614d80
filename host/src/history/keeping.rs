//! A game on its way into the history: what is told of it waits until it is over, or until the host is interrupted.

use std::sync::mpsc::Receiver;
use std::sync::{Arc, Mutex, PoisonError};

use othello_arena::Event;
use othello_arena::record::Recorder;
use othello_store::Store;

use crate::interrupt;
use crate::{contests, exit};

/// A game that is to be kept.
pub struct Keeping(Arc<Mutex<Option<Heard>>>);

/// What is known of it.
struct Heard {
    recorder: Recorder,
    events: Receiver<Arc<Event>>,
}

impl Keeping {
    /// Keeps the game that these events tell of when it is over.
    pub fn begin(recorder: Recorder, events: Receiver<Arc<Event>>) -> Keeping {
        let heard = Arc::new(Mutex::new(Some(Heard { recorder, events })));
        let keeping = Keeping(Arc::clone(&heard));
        interrupt::first_do(move || Keeping(heard).end());
        keeping
    }

    /// Keeps what was told. A history that can't be written is told of, and nothing else: the game was played.
    pub fn end(self) {
        let heard = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(Heard { mut recorder, events }) = heard else { return };
        events.try_iter().for_each(|event| recorder.see(&event));
        let Some(game) = recorder.broken_off("it was interrupted") else { return };
        let kept = contests::history()
            .map_err(|error| exit::message(&error))
            .and_then(|path| Store::remember(&path, &game).map_err(|error| error.to_string()));
        if let Err(error) = kept {
            eprintln!("othello-host: the game was not put into the history: {error}");
        }
    }
}
