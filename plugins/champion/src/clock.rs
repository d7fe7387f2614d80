//! When a search must stop: by the clock, or by a number of positions, which repeats exactly.

use std::time::{Duration, Instant};

use crate::team::Team;

/// The clock is looked at every 2^10 positions, which take a ten-thousandth of a second.
const LOOK_BITS: u32 = 10;

/// The bounds of a search and what it has used of them.
#[derive(Debug)]
pub struct Clock {
    began: Instant,
    looked: Instant,
    longest_pause: Duration,
    deadline: Option<Instant>,
    most_positions: u64,
    positions: u64,
    stopped: bool,
    team: Team,
}

/// The search was stopped before it knew its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

impl Clock {
    /// A search that ends at the deadline or after so many positions, whichever comes first.
    #[must_use]
    pub fn new(deadline: Option<Instant>, most_positions: Option<u64>) -> Clock {
        let now = Instant::now();
        Clock {
            began: now,
            looked: now,
            longest_pause: Duration::ZERO,
            deadline,
            most_positions: most_positions.unwrap_or(u64::MAX),
            positions: 0,
            stopped: false,
            team: Team::default(),
        }
    }

    /// The clock of one of these threads, which also ends where another one has ended the search.
    #[must_use]
    pub fn of(mut self, team: &Team) -> Clock {
        self.team = team.clone();
        self
    }

    /// Counts a position.
    #[inline]
    pub fn count(&mut self) -> Result<(), Stopped> {
        self.positions += 1;
        if self.positions.is_multiple_of(1 << LOOK_BITS) {
            self.look();
        }
        if self.stopped || self.positions > self.most_positions { Err(Stopped) } else { Ok(()) }
    }

    /// Counts positions that took too little time to look at the clock in between.
    #[inline]
    pub fn add(&mut self, positions: u64) {
        let before = self.positions;
        self.positions += positions;
        if before >> LOOK_BITS != self.positions >> LOOK_BITS {
            self.look();
        }
    }

    #[cold]
    fn look(&mut self) {
        self.stopped |= self.team.is_over();
        let Some(deadline) = self.deadline else { return };
        let now = Instant::now();
        self.longest_pause = self.longest_pause.max(now - self.looked);
        self.looked = now;
        self.stopped |= now >= deadline;
    }

    /// The longest time that passed between two looks at the clock, which are close together where the processor
    /// has nothing else to do: a busy machine may not let anybody work for so long again.
    #[must_use]
    pub fn longest_pause(&self) -> Duration {
        self.longest_pause
    }

    /// How many more positions there will be time for, at the pace so far.
    #[must_use]
    pub fn positions_left(&self) -> f64 {
        let (time, positions) = self.left();
        let Some(time) = time else { return positions as f64 };
        let pace = self.positions as f64 / self.began.elapsed().as_secs_f64().max(1e-6);
        (positions as f64).min(pace * time.as_secs_f64())
    }

    /// A clock with half of what is left on this one.
    pub fn half(&self) -> Clock {
        let (time, positions) = self.left();
        Clock::new(time.map(|time| Instant::now() + time / 2), Some(positions / 2))
    }

    /// How much time there is, and how many positions may still be counted.
    fn left(&self) -> (Option<Duration>, u64) {
        let until = |deadline: Instant| deadline.saturating_duration_since(Instant::now());
        (self.deadline.map(until), self.most_positions.saturating_sub(self.positions))
    }

    /// How many positions were counted.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.positions
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many positions a clock counts before it stops the search.
    fn counted(clock: &mut Clock) -> usize {
        (0..100_000).take_while(|_| clock.count().is_ok()).count()
    }

    #[test]
    fn a_deadline_and_the_end_of_the_others_search_stop_a_thread_within_its_next_look() {
        let team = Team::of(2);
        let mut going_on = Clock::new(None, None).of(&team);
        assert_eq!(counted(&mut going_on), 100_000);
        team.end();
        for mut clock in [going_on, Clock::new(Some(Instant::now()), None)] {
            assert!(counted(&mut clock) <= 1 << LOOK_BITS);
        }
        // Who is alone has nobody who could end its search.
        Team::default().end();
        assert_eq!(counted(&mut Clock::new(None, None).of(&Team::default())), 100_000);
    }
}
