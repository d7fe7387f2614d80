//! How fast a game goes and whether it goes on: set by whoever sits at the screen, obeyed by the game's
//! thread between two moves.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use othello_board::View;
use othello_rules::Move;

use crate::conductor::{Conductor, GameCommand};

/// The least and the greatest delay that the keys set, and what one of them changes it by at least.
const DELAY_STEP: Duration = Duration::from_millis(100);

/// What is set for a game.
#[derive(Clone, Debug)]
pub struct Control(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    wanted: Mutex<Wanted>,
    changed: Condvar,
}

#[derive(Debug)]
struct Wanted {
    auto: bool,
    delay: Duration,
    ticks: u32,
    wish: Option<GameCommand>,
}

impl Control {
    /// A game that waits so long after each move, or for a key before each.
    #[must_use]
    pub fn new(delay: Duration, step: bool) -> Control {
        let wanted = Wanted { auto: !step, delay, ticks: 0, wish: None };
        Control(Arc::new(Shared { wanted: Mutex::new(wanted), changed: Condvar::new() }))
    }

    /// Whether the game waits between its moves.
    #[must_use]
    pub fn waits(&self) -> bool {
        let wanted = self.wanted();
        !wanted.auto || !wanted.delay.is_zero()
    }

    /// In a few words, for the screen.
    #[must_use]
    pub fn shown(&self) -> String {
        let wanted = self.wanted();
        match (wanted.auto, wanted.delay.is_zero()) {
            (false, _) => "step by step".to_owned(),
            (true, true) => "auto".to_owned(),
            (true, false) => format!("auto, {} ms", wanted.delay.as_millis()),
        }
    }

    /// Whether the game goes on by itself, and how long it waits after each move then.
    #[must_use]
    pub fn pace(&self) -> (bool, Duration) {
        let wanted = self.wanted();
        (wanted.auto, wanted.delay)
    }

    /// Lets the game go on by itself after such a wait, or not.
    pub fn set(&self, auto: bool, delay: Duration) {
        self.change(|wanted| {
            wanted.auto = auto;
            wanted.delay = delay;
            wanted.ticks = 0;
        });
    }

    /// Lets one move be played; from then on each waits for a key.
    pub fn tick(&self) {
        self.change(|wanted| {
            wanted.auto = false;
            wanted.ticks += 1;
        });
    }

    /// Lets the game go on by itself, or stops it before its next move.
    pub fn toggle_auto(&self) {
        self.change(|wanted| {
            wanted.auto = !wanted.auto;
            wanted.ticks = 0;
        });
    }

    /// Waits longer after each move.
    pub fn slower(&self) {
        self.change(|wanted| wanted.delay = (wanted.delay * 2).max(DELAY_STEP));
    }

    /// Waits less.
    pub fn faster(&self) {
        self.change(|wanted| {
            wanted.delay /= 2;
            if wanted.delay < DELAY_STEP {
                wanted.delay = Duration::ZERO;
            }
        });
    }

    /// Wishes something before the next move.
    pub fn wish(&self, wish: GameCommand) {
        self.change(|wanted| wanted.wish = Some(wish));
    }

    /// Takes back what was wished and not obeyed yet, for somebody who can obey it earlier.
    #[must_use]
    pub fn take_wish(&self) -> Option<GameCommand> {
        self.wanted().wish.take()
    }

    fn change(&self, change: impl FnOnce(&mut Wanted)) {
        change(&mut self.wanted());
        self.0.changed.notify_all();
    }

    fn wanted(&self) -> MutexGuard<'_, Wanted> {
        self.0.wanted.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Obeys a [`Control`] on the game's thread.
#[derive(Clone, Debug)]
pub struct Pace(pub Control);

impl Conductor for Pace {
    fn next(&mut self, _: &View, moves: &[Move]) -> GameCommand {
        let begun = Instant::now();
        let mut wanted = self.0.wanted();
        loop {
            if let Some(wish) = wanted.wish.take() {
                return wish;
            }
            if wanted.ticks > 0 {
                wanted.ticks -= 1;
                return GameCommand::GoOn;
            }
            let left = if moves.is_empty() { Duration::ZERO } else { wanted.delay };
            let left = left.saturating_sub(begun.elapsed());
            if wanted.auto && left.is_zero() {
                return GameCommand::GoOn;
            }
            // Without an end of its own the wait still looks up now and then, which costs nothing.
            let wait = if wanted.auto { left } else { Duration::from_secs(1) };
            let changed = &self.0.0.changed;
            let woken = changed.wait_timeout(wanted, wait);
            wanted = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}
