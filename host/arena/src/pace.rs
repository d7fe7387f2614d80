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
    pacing: Mutex<Pacing>,
    changed: Condvar,
}

#[derive(Debug)]
struct Pacing {
    auto: bool,
    delay: Duration,
    ticks: u32,
    command: Option<GameCommand>,
}

impl Control {
    /// A game that waits so long after each move, or for a key before each.
    #[must_use]
    pub fn new(delay: Duration, step: bool) -> Control {
        let pacing = Pacing { auto: !step, delay, ticks: 0, command: None };
        Control(Arc::new(Shared { pacing: Mutex::new(pacing), changed: Condvar::new() }))
    }

    /// Whether the game waits between its moves.
    #[must_use]
    pub fn waits(&self) -> bool {
        let pacing = self.pacing();
        !pacing.auto || !pacing.delay.is_zero()
    }

    /// In a few words, for the screen.
    #[must_use]
    pub fn describe(&self) -> String {
        let pacing = self.pacing();
        match (pacing.auto, pacing.delay.is_zero()) {
            (false, _) => "step by step".to_owned(),
            (true, true) => "auto".to_owned(),
            (true, false) => format!("auto, {} ms", pacing.delay.as_millis()),
        }
    }

    /// Whether the game goes on by itself, and how long it waits after each move then.
    #[must_use]
    pub fn pace(&self) -> (bool, Duration) {
        let pacing = self.pacing();
        (pacing.auto, pacing.delay)
    }

    /// Lets the game go on by itself after such a wait, or not.
    pub fn set(&self, auto: bool, delay: Duration) {
        self.change(|pacing| {
            pacing.auto = auto;
            pacing.delay = delay;
            pacing.ticks = 0;
        });
    }

    /// Lets one move be played; from then on each waits for a key.
    pub fn tick(&self) {
        self.change(|pacing| {
            pacing.auto = false;
            pacing.ticks += 1;
        });
    }

    /// Lets the game go on by itself, or stops it before its next move.
    pub fn toggle_auto(&self) {
        self.change(|pacing| {
            pacing.auto = !pacing.auto;
            pacing.ticks = 0;
        });
    }

    /// Waits longer after each move.
    pub fn slower(&self) {
        self.change(|pacing| pacing.delay = (pacing.delay * 2).max(DELAY_STEP));
    }

    /// Waits less.
    pub fn faster(&self) {
        self.change(|pacing| {
            pacing.delay /= 2;
            if pacing.delay < DELAY_STEP {
                pacing.delay = Duration::ZERO;
            }
        });
    }

    /// Commands something before the next move.
    pub fn command(&self, command: GameCommand) {
        self.change(|pacing| pacing.command = Some(command));
    }

    /// Takes back what was commanded and not obeyed yet, for somebody who can obey it earlier.
    #[must_use]
    pub fn take_command(&self) -> Option<GameCommand> {
        self.pacing().command.take()
    }

    fn change(&self, change: impl FnOnce(&mut Pacing)) {
        change(&mut self.pacing());
        self.0.changed.notify_all();
    }

    fn pacing(&self) -> MutexGuard<'_, Pacing> {
        self.0.pacing.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Obeys a [`Control`] on the game's thread.
#[derive(Clone, Debug)]
pub struct Pace(pub Control);

impl Conductor for Pace {
    fn next(&mut self, _: &View, moves: &[Move]) -> GameCommand {
        let begun = Instant::now();
        let mut pacing = self.0.pacing();
        loop {
            if let Some(command) = pacing.command.take() {
                return command;
            }
            if pacing.ticks > 0 {
                pacing.ticks -= 1;
                return GameCommand::GoOn;
            }
            let left = if moves.is_empty() { Duration::ZERO } else { pacing.delay };
            let left = left.saturating_sub(begun.elapsed());
            if pacing.auto && left.is_zero() {
                return GameCommand::GoOn;
            }
            // Without an end of its own the wait still looks up now and then, which costs nothing.
            let wait = if pacing.auto { left } else { Duration::from_secs(1) };
            let changed = &self.0.0.changed;
            let woken = changed.wait_timeout(pacing, wait);
            pacing = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}
