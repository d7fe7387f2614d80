//! Breaking off what a player thinks about, from another thread.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use othello_players::Ender;

/// Breaks off whatever is asked in its name. Its clones are one.
#[derive(Clone, Default)]
pub struct BreakOff(Arc<Asked>);

#[derive(Default)]
struct Asked {
    is_over: Arc<AtomicBool>,
    /// What ends the player that is being asked.
    player: Mutex<Option<Ender>>,
}

impl BreakOff {
    /// Nobody wants to hear any more what was asked.
    pub fn now(&self) {
        self.0.is_over.store(true, Ordering::SeqCst);
        self.heed(None);
    }

    /// Whether nobody wants to hear it.
    pub fn is_over(&self) -> bool {
        self.0.is_over.load(Ordering::SeqCst)
    }

    /// What a query has to look at while it runs.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0.is_over)
    }

    /// From now on this player is asked, which is ended if it is too late for that; or none is.
    pub fn heed(&self, player: Option<Ender>) {
        let mut asked = self.0.player.lock().unwrap_or_else(PoisonError::into_inner);
        let former = std::mem::replace(&mut *asked, player.clone());
        if self.is_over() {
            former.or(player).iter().for_each(Ender::end);
        }
    }
}
