//! Those who watch a game. Each has a queue of its own, so that none of them can hold up the game.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

use crate::event::Event;

/// Those who watch a game.
#[derive(Debug, Default)]
pub struct Observers {
    queues: Vec<Sender<Arc<Event>>>,
}

impl Observers {
    /// Lets somebody watch who will read the events from the queue. Whoever drops it watches no longer.
    #[must_use]
    pub fn subscribe(&mut self) -> Receiver<Arc<Event>> {
        let (sender, receiver) = channel();
        self.queues.push(sender);
        receiver
    }

    /// Tells everybody.
    pub fn tell(&mut self, event: Event) {
        let event = Arc::new(event);
        self.queues.retain(|queue| queue.send(Arc::clone(&event)).is_ok());
    }
}
