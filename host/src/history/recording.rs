//! A game on its way into the history: its events wait until it is over, or until the host is interrupted.

use std::sync::mpsc::Receiver;
use std::sync::{Arc, Mutex, PoisonError};

use othello_arena::Event;
use othello_arena::record::Recorder;
use othello_store::Store;

use crate::{exit, folders, interrupt};

/// A game that goes into the history.
pub struct Recording(Arc<Mutex<Option<Unwritten>>>);

/// A game that is not in the history yet.
struct Unwritten {
    recorder: Recorder,
    events: Receiver<Arc<Event>>,
}

impl Recording {
    /// Records the game of these events.
    pub fn begin(recorder: Recorder, events: Receiver<Arc<Event>>) -> Recording {
        let game = Arc::new(Mutex::new(Some(Unwritten { recorder, events })));
        let recording = Recording(Arc::clone(&game));
        interrupt::first_do(move || Recording(game).end());
        recording
    }

    /// Writes the game into the history. Where that fails there is a message and nothing else: the game was played.
    pub fn end(self) {
        let game = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(Unwritten { mut recorder, events }) = game else { return };
        events.try_iter().for_each(|event| recorder.see(&event));
        let Some(game) = recorder.broken_off("it was interrupted") else { return };
        let written = folders::history()
            .map_err(|error| exit::message(&error))
            .and_then(|path| Store::save(&path, &game).map_err(|error| error.to_string()));
        if let Err(error) = written {
            tell_line!("othello-host: the game was not put into the history: {error}");
        }
    }
}
