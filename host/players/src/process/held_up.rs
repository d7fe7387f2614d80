//! How long the machine kept a player from its answer: what its processes, and the host's thread that waits for it,
//! were ready to run and did not. The time that the player's own processes have used is no part of it, so whoever
//! fills the machine holds up nobody but itself, and whoever sleeps is held up by nobody.

use std::time::{Duration, Instant};

use super::load::{self, Load};

/// An answer that comes so soon is not looked at, which keeps quick players quick. Whoever took longer the last time is
/// looked at from the moment on when it is asked.
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
    /// How long it was held up before the first look, as far as it can't have been the cause.
    late: Duration,
    /// How long it had run when it was looked at last, in whatever round.
    ran_before: Duration,
    /// Whether it has answered before it had to be looked at.
    is_quick: bool,
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
    /// A process that begins now.
    pub fn new() -> HeldUp {
        let (late, ran_before) = Default::default();
        HeldUp { asked: Instant::now(), first_look: None, late, ran_before, is_quick: false }
    }

    /// The same process, asked once more, and let go on just now: before that it was not its turn.
    pub fn again(&self, asked: Instant, process: Option<i32>) -> HeldUp {
        HeldUp {
            asked,
            late: asked.elapsed(),
            first_look: (!self.is_quick).then(|| Look::at(process)),
            ran_before: self.first_look.map_or(self.ran_before, |look| look.player.ran),
            is_quick: false,
        }
    }

    /// Takes note of an answer.
    pub fn answered(&mut self) {
        self.is_quick = self.asked.elapsed() < FIRST_LOOK;
    }

    /// Looks for the first time, when that is due; how long it is until then.
    pub fn until_first_look(&mut self, process: Option<i32>) -> Option<Duration> {
        if self.first_look.is_some() {
            return None;
        }
        let elapsed = self.asked.elapsed();
        let left = FIRST_LOOK.checked_sub(elapsed).filter(|left| !left.is_zero());
        if left.is_none() {
            let look = Look::at(process);
            // Nobody but the machine kept the host from looking in time, and a player that was asked meanwhile was kept
            // from its answer alike. What the player itself has run since the last look may have been then.
            let ran = look.player.ran.saturating_sub(self.ran_before);
            self.late = self.late.max((elapsed - FIRST_LOOK).saturating_sub(ran));
            self.first_look = Some(look);
        }
        left
    }

    /// How long it was held up by now.
    pub fn so_far(&self, process: Option<i32>) -> Duration {
        self.look_back(process).0
    }

    /// How long it was held up for sure, and how long perhaps.
    fn look_back(&self, process: Option<i32>) -> (Duration, Duration) {
        let noticed = |time: Duration| if time < LEAST_WAIT { Duration::ZERO } else { time };
        let Some(before) = &self.first_look else { return (noticed(self.late), self.late) };
        let now = Look::at(process);
        let player = now.player.since(before.player);
        let waited = player.waited + now.host.since(before.host).waited;
        let idle = now.at.duration_since(before.at).saturating_sub(player.ran);
        let sure = self.late + waited.min(idle);
        // The system counts a wait when it is over. Who is ready, and neither ran nor has waited for so long, may have
        // waited all that time; if not, that shows when it has answered.
        let perhaps = if now.player.is_ready { self.late + idle } else { sure };
        (noticed(sure), perhaps.max(sure))
    }

    /// How long may still be waited behind a deadline; nothing where the player itself was slow.
    pub fn left_behind(&mut self, deadline: Instant, process: Option<i32>) -> Option<Duration> {
        self.until_first_look(process);
        let most = deadline.duration_since(self.asked) * MOST_TIMES;
        let later = deadline + self.look_back(process).1.min(most);
        let left = later.checked_duration_since(Instant::now()).filter(|left| !left.is_zero());
        left.map(|left| left.max(LEAST_WAIT))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A process that does nothing but run until it is killed.
    #[cfg(target_os = "linux")]
    fn busy_process() -> std::process::Child {
        std::process::Command::new("sh").args(["-c", "while :; do :; done"]).spawn().unwrap()
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn who_took_long_is_looked_at_from_the_next_question_on_and_who_was_quick_is_not() {
        let mut quick = HeldUp { asked: Instant::now() + FIRST_LOOK, ..HeldUp::new() };
        quick.answered();
        assert!(quick.again(Instant::now(), None).first_look.is_none());
        assert!(HeldUp::new().again(Instant::now(), None).first_look.is_some());
        let mut busy = busy_process();
        let process = Some(busy.id().cast_signed());
        let again = HeldUp::new().again(Instant::now(), process);
        // Of a process that is ready all the time nothing is left over but what it ran, and what it waited perhaps.
        std::thread::sleep(2 * FIRST_LOOK);
        let (sure, perhaps) = again.look_back(process);
        let ran = Look::at(process).player.since(again.first_look.unwrap().player).ran;
        assert!(sure <= perhaps && perhaps + ran >= 2 * FIRST_LOOK, "{sure:?} {perhaps:?} {ran:?}");
        busy.kill().unwrap();
        busy.wait().unwrap();
    }

    #[test]
    fn a_host_that_wakes_up_too_late_to_look_charges_nobody_for_it() {
        let ago = |time: u64| Instant::now().checked_sub(Duration::from_millis(time)).unwrap();
        let late = |time| HeldUp { asked: ago(time), ..HeldUp::new() };
        // The time that a player has was over before the host could look for the first time.
        let mut held_up = late(150);
        assert!(held_up.left_behind(ago(50), None).is_some());
        assert!(held_up.late >= Duration::from_millis(140), "{:?}", held_up.late);
        // Before that is due nobody was late.
        let later = Instant::now() + Duration::from_secs(3600);
        let mut held_up = HeldUp { asked: later, ..HeldUp::new() };
        assert!(held_up.until_first_look(None).is_some() && held_up.late.is_zero());
        // Before whoever stops players lets it go on, no time of it counts.
        let waited = HeldUp::new().again(ago(70), None);
        assert!(waited.so_far(None) >= Duration::from_millis(70));
    }
}
