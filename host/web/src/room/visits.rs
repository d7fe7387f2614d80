//! People who come to a room and go.

use std::sync::Arc;
use std::time::Duration;

use super::changes::Hearing;
use super::keys::Holder;
use super::shared::Room;
use super::state::Part;
use crate::protocol::{ChangeKind, GameState};

/// How long those who come and go are gathered before it is told.
pub(crate) const PRESENCE_DELAY: Duration = Duration::from_millis(200);

impl Room {
    /// Somebody comes: gets everything, and hears of every change from there on. The game is taken up again if
    /// nobody was there.
    pub fn enter(self: &Arc<Room>, holder: Holder) -> (GameState, Hearing) {
        let entered = self.change(|state| {
            state.visitors.come(holder);
            (self.game_state(state, holder), state.changes.subscribe())
        });
        self.take_up();
        entered
    }

    /// Everything once more, from which on the changes are counted.
    pub(crate) fn enter_again(&self, holder: Holder) -> (GameState, Hearing) {
        self.look(|state| (self.game_state(state, holder), state.changes.subscribe()))
    }

    /// Somebody goes.
    pub fn leave(self: &Arc<Room>, holder: Holder) {
        self.change(|state| state.visitors.go(holder));
    }

    /// Tells who is present, if that has changed. Many may come at once, so it is told now and then.
    pub(crate) fn tell_present(self: &Arc<Room>) {
        self.change(|state| {
            if state.visitors.take_news() {
                state.tell(ChangeKind::Present, &[Part::Present]);
            }
        });
    }
}
