//! How long the machine kept a player from its answer: what its processes, and the host's thread that waits for it,
//! were ready to run and did not. The time that the player's own processes have used is no part of it, so whoever
//! fills the machine holds up nobody but itself, and whoever sleeps is held up by nobody.

use std::time::{Duration, Instant};

use super::load::{self, Load};

/// An answer that comes so soon is not looked at, which keeps quick players quick.
const FIRST_LOOK: Duration = Duration::from_millis(10);
/// How many times the time that it has a player may be held up at the most: a machine that never comes to it shall not
/// hold the game for ever.
const MOST_TIMES: u32 = 9;
/// How long is waited at least when a deadline was put off.
const LEAST_WAIT: Duration = Duration::from_millis(1);

/// What is known of it since a player was asked.
#[derive(Debug)]
pub(super) struct HeldUp {
    asked: Instant,
    first_look: Option<Look>,
}

/// What was seen at a moment.
#[derive(Clone, Copy, Debug)]
struct Look {
    at: Instant,
    player: Load,
    host: Load,
}

impl Look {
    fn at(process: Option<i32>) -> Look {
        let player = process.map(load::of_descendants).unwrap_or_default();
        Look { at: Instant::now(), player, host: load::of_this_thread() }
    }
}

impl HeldUp {
    /// A player that is asked now.
    pub fn new() -> HeldUp {
        HeldUp { asked: Instant::now(), first_look: None }
    }

    /// Looks for the first time, when that is due; how long it is until then.
    pub fn until_first_look(&mut self, process: Option<i32>) -> Option<Duration> {
        if self.first_look.is_some() {
            return None;
        }
        let left = FIRST_LOOK.checked_sub(self.asked.elapsed()).filter(|left| !left.is_zero());
        if left.is_none() {
            self.first_look = Some(Look::at(process));
        }
        left
    }

    /// How long it was held up by now.
    pub fn so_far(&self, process: Option<i32>) -> Duration {
        let Some(before) = &self.first_look else { return Duration::ZERO };
        let now = Look::at(process);
        let player = now.player.since(before.player);
        let waited = player.waited + now.host.since(before.host).waited;
        let idle = now.at.duration_since(before.at).saturating_sub(player.ran);
        Some(waited.min(idle)).filter(|held_up| *held_up >= LEAST_WAIT).unwrap_or_default()
    }

    /// How long may still be waited behind a deadline; nothing where the player itself was slow.
    pub fn left_behind(&self, deadline: Instant, process: Option<i32>) -> Option<Duration> {
        let most = deadline.duration_since(self.asked) * MOST_TIMES;
        let later = deadline + self.so_far(process).min(most);
        let left = later.checked_duration_since(Instant::now()).filter(|left| !left.is_zero());
        left.map(|left| left.max(LEAST_WAIT))
    }
}
