//! How long the machine kept a player from its answer: what its processes, and the host's thread that waits for it,
//! were ready to run and did not. The time that the player's own processes have used is no part of it, so whoever
//! fills the machine holds up nobody but itself, and whoever sleeps is held up by nobody. Since what processes have used
//! that ended unseen shows nowhere, whoever has more of them than can run is held up by nobody either: they keep each
//! other from running, and the host's thread as well.

use std::hash::{BuildHasher, RandomState};
use std::time::{Duration, Instant};

use super::load::{self, Load};
use super::watched::Watched;

/// An answer that comes so soon is not looked at, which keeps quick players quick. Whoever took longer the last time is
/// looked at from the moment on when it is asked.
const FIRST_LOOK: Duration = Duration::from_millis(10);
/// How many times the time that it has a player may be held up at the most: a machine that never comes to it shall not
/// hold the game for ever.
const MOST_TIMES: u32 = 9;
/// How long is waited at least when a deadline was put off, and at the most until it is looked again whether it still is:
/// whoever was ready for a moment alone is found out then.
const LEAST_WAIT: Duration = Duration::from_millis(1);
const NEXT_LOOK: Duration = Duration::from_millis(20);

/// What is known of it since a player was asked.
#[derive(Debug)]
pub(super) struct HeldUp {
    asked: Instant,
    watch: Option<Watch>,
    /// When one that may have several processes is looked at next.
    next_look: Option<Instant>,
    /// How long it was held up before the first look, as far as it can't have been the cause.
    late: Duration,
    /// How long it had run when it was looked at last, in whatever round.
    ran_before: Duration,
    /// Whether it has answered before it had to be looked at.
    is_quick: bool,
}

/// What was seen of a player since it was looked at for the first time.
#[derive(Clone, Copy, Debug)]
struct Watch {
    first: Look,
    last: Look,
    /// A wait that was not over at the last look has not begun before this moment.
    waits_since: Instant,
    /// Whether it was a crowd at one of the looks.
    is_crowd: bool,
}

/// What was seen at a moment.
#[derive(Clone, Copy, Debug)]
struct Look {
    at: Instant,
    player: Load,
    host: Load,
}

impl Look {
    fn at(player: Option<Watched>) -> Look {
        let player = player.map(load::of).unwrap_or_default();
        Look { at: Instant::now(), player, host: load::of_this_thread() }
    }
}

impl Watch {
    fn from(first: Look) -> Watch {
        Watch { first, last: first, waits_since: first.at, is_crowd: first.player.is_crowd }
    }

    /// How long the player was held up from the first look to this one, of which a last wait is not over. A crowd is held
    /// up by nobody.
    fn held_up(&self, now: &Look, last_wait: Duration) -> Option<Duration> {
        let player = now.player.since(self.first.player);
        if self.is_crowd || player.is_crowd {
            return None;
        }
        let waited = player.waited + last_wait + now.host.since(self.first.host).waited;
        Some(waited.min(now.at.duration_since(self.first.at).saturating_sub(player.ran)))
    }

    /// How long it was held up perhaps. The system counts a wait when it is over: who is ready, and neither ran nor has
    /// waited since an earlier look, may have waited from then on; if not, that shows when it has answered.
    fn look_again(&mut self, now: Look) -> Option<Duration> {
        let change = now.player.since(self.last.player);
        if !(change.ran + change.waited).is_zero() {
            self.waits_since = self.last.at + change.ran;
        }
        self.last = now;
        self.is_crowd |= now.player.is_crowd;
        let last_wait = now.at.saturating_duration_since(self.waits_since);
        self.held_up(&now, if now.player.is_ready { last_wait } else { Duration::ZERO })
    }
}

impl HeldUp {
    /// A process that begins now.
    pub fn new() -> HeldUp {
        HeldUp {
            asked: Instant::now(),
            watch: None,
            next_look: None,
            late: Duration::ZERO,
            ran_before: Duration::ZERO,
            is_quick: false,
        }
    }

    /// The same process, asked once more, and let go on just now: before that it was not its turn.
    pub fn again(&self, asked: Instant, player: Option<Watched>) -> HeldUp {
        HeldUp {
            asked,
            late: asked.elapsed(),
            watch: (!self.is_quick).then(|| Watch::from(Look::at(player))),
            ran_before: self.watch.map_or(self.ran_before, |watch| watch.last.player.ran),
            next_look: None,
            is_quick: false,
        }
    }

    /// Takes note of an answer.
    pub fn answered(&mut self) {
        self.is_quick = self.asked.elapsed() < FIRST_LOOK;
    }

    /// Looks, where that is due before anybody's time is over; how long it is until the next time. A player that may
    /// have several processes is looked at now and then, when it can't know: it could be a crowd in between.
    pub fn until_look(&mut self, player: Option<Watched>) -> Option<Duration> {
        let until_first = self.until_first_look(player);
        if until_first.is_some() || !matches!(player, Some(Watched::Tree(_))) {
            return until_first;
        }
        let left = |at: Instant| at.checked_duration_since(Instant::now());
        if self.next_look.and_then(left).is_none() {
            if let Some(watch) = self.watch.as_mut().filter(|_| self.next_look.is_some()) {
                watch.look_again(Look::at(player));
            }
            let pause = at_random(self.asked.elapsed().max(FIRST_LOOK) * 2);
            self.next_look = Some(Instant::now() + pause);
        }
        self.next_look.and_then(left)
    }

    /// Looks for the first time, when that is due; how long it is until then.
    fn until_first_look(&mut self, player: Option<Watched>) -> Option<Duration> {
        if self.watch.is_some() {
            return None;
        }
        let elapsed = self.asked.elapsed();
        let left = FIRST_LOOK.checked_sub(elapsed).filter(|left| !left.is_zero());
        if left.is_none() {
            let look = Look::at(player);
            // Nobody but the machine kept the host from looking in time, and a player that was asked meanwhile was kept
            // from its answer alike. What the player itself has run since the last look may have been then, and where
            // nobody tells how long that was, it may have been all the time.
            if load::IS_TOLD {
                let ran = look.player.ran.saturating_sub(self.ran_before);
                self.late = self.late.max((elapsed - FIRST_LOOK).saturating_sub(ran));
            }
            self.watch = Some(Watch::from(look));
        }
        left
    }

    /// How long it was held up by now, as far as that is over.
    pub fn so_far(&self, player: Option<Watched>) -> Duration {
        let look = |watch: Watch| watch.held_up(&Look::at(player), Duration::ZERO);
        let held_up = self.with_late(self.watch.map_or(Some(Duration::ZERO), look));
        if held_up < LEAST_WAIT { Duration::ZERO } else { held_up }
    }

    /// What was seen, with what the host was late before that; nothing of a crowd, which keeps the host from looking too.
    fn with_late(&self, watched: Option<Duration>) -> Duration {
        watched.map_or(Duration::ZERO, |watched| self.late + watched)
    }

    /// How long may still be waited at once behind a deadline; nothing where the player itself was slow.
    pub fn left_behind(&mut self, deadline: Instant, player: Option<Watched>) -> Option<Duration> {
        self.until_first_look(player);
        let look = |watch: &mut Watch| watch.look_again(Look::at(player));
        let watched = self.watch.as_mut().map_or(Some(Duration::ZERO), look);
        let held_up = self.with_late(watched);
        let most = deadline.duration_since(self.asked) * MOST_TIMES;
        let later = deadline + held_up.min(most);
        let left = later.checked_duration_since(Instant::now()).filter(|left| !left.is_zero());
        left.map(|left| left.clamp(LEAST_WAIT, at_random(NEXT_LOOK)))
    }
}

/// A time between a quarter of this one and the whole.
fn at_random(longest: Duration) -> Duration {
    let chance = RandomState::new().hash_one(0u8) as u32;
    longest / 4 + (longest * 3 / 4).mul_f64(f64::from(chance) / f64::from(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A process that does nothing but run until it is killed, and has begun to.
    #[cfg(target_os = "linux")]
    fn busy_process() -> std::process::Child {
        use std::io::Read;
        let mut command = std::process::Command::new("sh");
        command.args(["-c", "echo; while :; do :; done"]).stdout(std::process::Stdio::piped());
        let mut busy = command.spawn().unwrap();
        busy.stdout.take().unwrap().read_exact(&mut [0]).unwrap();
        busy
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn who_took_long_is_looked_at_from_the_next_question_on_and_who_was_quick_is_not() {
        let mut quick = HeldUp { asked: Instant::now() + FIRST_LOOK, ..HeldUp::new() };
        quick.answered();
        assert!(quick.again(Instant::now(), None).watch.is_none());
        assert!(HeldUp::new().again(Instant::now(), None).watch.is_some());
        let mut busy = busy_process();
        let process = Some(Watched::Alone(busy.id().cast_signed()));
        let mut watch = HeldUp::new().again(Instant::now(), process).watch.unwrap();
        // Of a process that is ready all the time nothing is left over but what it ran, and what it waited perhaps.
        std::thread::sleep(2 * FIRST_LOOK);
        let now = Look::at(process);
        let sure = watch.held_up(&now, Duration::ZERO).unwrap();
        let perhaps = watch.look_again(now).unwrap();
        let ran = now.player.since(watch.first.player).ran;
        assert!(sure <= perhaps && perhaps + ran >= 2 * FIRST_LOOK, "{sure:?} {perhaps:?} {ran:?}");
        busy.kill().unwrap();
        busy.wait().unwrap();
    }

    #[test]
    fn who_is_ready_at_each_look_has_waited_at_the_most_since_it_was_last_seen_to_run() {
        let (begun, ms) = (Instant::now(), Duration::from_millis);
        let look = |at, ran, waited| Look {
            at: begun + ms(at),
            player: Load { ran: ms(ran), waited: ms(waited), is_ready: true, is_crowd: false },
            host: Load::default(),
        };
        // One that sleeps, and wakes up for each look.
        let mut sleeper = Watch::from(look(0, 0, 0));
        assert_eq!(sleeper.look_again(look(100, 1, 0)), Some(ms(99)));
        assert_eq!(sleeper.look_again(look(120, 2, 0)), Some(ms(19)));
        assert_eq!(sleeper.look_again(look(140, 3, 0)), Some(ms(19)));
        // One to which the machine does not come, until it does.
        let mut starved = Watch::from(look(0, 0, 0));
        for at in [100, 120, 500] {
            assert_eq!(starved.look_again(look(at, 0, 0)), Some(ms(at)));
        }
        assert_eq!(starved.look_again(look(520, 10, 510)), Some(ms(510)));
        let mut asleep = look(600, 20, 510);
        asleep.player.is_ready = false;
        assert_eq!(starved.look_again(asleep), Some(ms(510)));
    }

    #[test]
    fn a_crowd_is_held_up_by_nobody_and_neither_is_who_was_one_at_any_look() {
        let (begun, ms) = (Instant::now(), Duration::from_millis);
        let look = |at, is_crowd| Look {
            at: begun + ms(at),
            player: Load { ran: ms(at / 10), waited: ms(at), is_ready: true, is_crowd },
            host: Load { waited: ms(at), ..Load::default() },
        };
        for crowds in [[true, false, false], [false, true, false], [false, false, true]] {
            let mut watch = Watch::from(look(0, crowds[0]));
            let before = watch.look_again(look(500, crowds[1]));
            assert_eq!(before.is_none(), crowds[0] || crowds[1]);
            assert_eq!(watch.look_again(look(1000, crowds[2])), None);
            assert_eq!(watch.look_again(look(1500, false)), None);
            // Nor does it count then that the host looked late.
            let late = HeldUp { late: ms(1000), watch: Some(watch), ..HeldUp::new() };
            assert_eq!(late.so_far(None), Duration::ZERO);
        }
    }

    #[test]
    fn when_it_is_looked_at_next_a_player_can_not_know() {
        let times: Vec<Duration> = (0..100).map(|_| at_random(NEXT_LOOK)).collect();
        assert!(times.iter().all(|time| *time >= NEXT_LOOK / 4 && *time <= NEXT_LOOK));
        assert!(times.iter().any(|time| *time != times[0]));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_host_that_wakes_up_too_late_to_look_charges_nobody_for_it() {
        let ago = |time: u64| Instant::now().checked_sub(Duration::from_millis(time)).unwrap();
        // The time that a player has was over before the host could look for the first time.
        let mut held_up = HeldUp { asked: ago(15_000), ..HeldUp::new() };
        assert!(held_up.left_behind(ago(5_000), None).is_some());
        assert!(held_up.late >= Duration::from_millis(14_900), "{:?}", held_up.late);
    }

    #[test]
    fn before_a_look_is_due_nobody_was_late_and_no_time_counts_before_a_player_is_let_go_on() {
        let later = Instant::now() + Duration::from_secs(3600);
        let mut held_up = HeldUp { asked: later, ..HeldUp::new() };
        assert!(held_up.until_first_look(None).is_some() && held_up.late.is_zero());
        let asked = Instant::now().checked_sub(Duration::from_millis(70)).unwrap();
        let waited = HeldUp::new().again(asked, None);
        assert!(waited.so_far(None) >= Duration::from_millis(70));
    }
}
