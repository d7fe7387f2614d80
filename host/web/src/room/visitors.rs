//! Who is in a room: counted by connections, of which one person may have several.

use std::time::{Duration, Instant};

use othello_rules::{ByColour, Colour};

use super::keys::Holder;
use crate::protocol::Present;

/// Who is in a room.
#[derive(Debug)]
pub(crate) struct Visitors {
    /// How many connections hold each seat.
    seats: ByColour<usize>,
    /// Those that only watch.
    watchers: usize,
    /// Connections of any kind.
    connections: usize,
    /// When the last connection went.
    left: Instant,
    /// Whether somebody came or went of whom nobody was told.
    is_news: bool,
}

impl Visitors {
    /// Nobody.
    pub fn none() -> Visitors {
        let (seats, watchers, connections) = (ByColour::default(), 0, 0);
        Visitors { seats, watchers, connections, left: Instant::now(), is_news: false }
    }

    /// Somebody comes.
    pub fn come(&mut self, holder: Holder) {
        self.count(holder, |number| number + 1);
    }

    /// Somebody goes.
    pub fn go(&mut self, holder: Holder) {
        self.count(holder, |number| number.saturating_sub(1));
        self.left = Instant::now();
    }

    fn count(&mut self, holder: Holder, count: impl Fn(usize) -> usize) {
        self.connections = count(self.connections);
        if holder.only_watches() {
            self.watchers = count(self.watchers);
        }
        for colour in Colour::ALL {
            if holder.seats[colour] {
                self.seats[colour] = count(self.seats[colour]);
            }
        }
        self.is_news = true;
    }

    /// Whether somebody came or went since this was asked last.
    pub(crate) fn take_news(&mut self) -> bool {
        std::mem::take(&mut self.is_news)
    }

    /// How long nobody has been there; nothing while somebody is.
    pub(crate) fn absent_for(&self) -> Option<Duration> {
        (self.connections == 0).then(|| self.left.elapsed())
    }

    /// Those that only watch.
    pub fn watchers(&self) -> usize {
        self.watchers
    }

    /// Who is there, as the page gets it.
    pub fn present(&self) -> Present {
        let ByColour { black, white } = self.seats.map(|number| number > 0);
        Present { black, white, watchers: self.watchers }
    }
}
