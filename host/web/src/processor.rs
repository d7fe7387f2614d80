//! How much of the processor each visitor may use for queries and searches, and all who come from the same address: so
//! many seconds at once, and then a part of the machine. It is counted when it has been used; who has used too much
//! waits, and who has used less goes first. What the machine's user does is not bounded.

use std::thread::available_parallelism;
use std::time::Duration;

use crate::allowance::{Allowance, Allowances};
use crate::client::{Client, Origin};
use crate::refusal::Refusal;

/// So many seconds one may use at once, and so much of the machine from then on.
const ONE: (f64, f64) = (60.0, 1.0 / 4.0);
/// The same for all behind an address, who may be a class.
const ALL: (f64, f64) = (600.0, 3.0 / 4.0);
/// What takes a moment may be done up to so many seconds later.
const BRIEF_GRACE: f64 = 60.0;
/// Whoever has used less than somebody else by so many seconds goes first.
const STEP: f64 = 5.0;

/// What visitors have left of the processor, in seconds.
pub(crate) struct ProcessorTime {
    clients: Allowances<Client>,
    origins: Allowances<Origin>,
}

/// How long some work takes, as far as one knows before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Weight {
    /// It may take long.
    Heavy,
    /// A moment.
    Brief,
}

impl Default for ProcessorTime {
    fn default() -> ProcessorTime {
        let cores = available_parallelism().map_or(1.0, |cores| cores.get() as f64);
        let of = |(burst, part): (f64, f64)| Allowance { burst, a_second: part * cores };
        ProcessorTime { clients: Allowances::new(of(ONE)), origins: Allowances::new(of(ALL)) }
    }
}

impl ProcessorTime {
    /// Lets a visitor begin something, or says when they may.
    pub(crate) fn admit(&self, client: &Client, weight: Weight) -> Result<(), Refusal> {
        if client.origin == Origin::User {
            return Ok(());
        }
        let grace = if weight == Weight::Brief { BRIEF_GRACE } else { 0.0 };
        let (own, all) =
            (self.clients.until(client, -grace), self.origins.until(&client.origin, -grace));
        let (who, wait) = if own > Duration::ZERO { ("you", own) } else { ("your address", all) };
        if wait.is_zero() {
            return Ok(());
        }
        let seconds = wait.as_secs_f64().ceil();
        Err(Refusal::busy(format!(
            "too much work for {who} so far; others have their turn now, try again in {seconds} s"
        )))
    }

    /// Somebody has used so much.
    pub(crate) fn spend(&self, client: &Client, time: Duration) {
        if client.origin != Origin::User {
            self.clients.spend(client, time.as_secs_f64());
            self.origins.spend(&client.origin, time.as_secs_f64());
        }
    }

    /// The lower, the earlier it is somebody's turn among those who wait.
    pub(crate) fn rank(&self, client: &Client) -> i64 {
        match client.origin {
            Origin::User => i64::MIN,
            Origin::Network(_) => -(self.clients.left(client) / STEP) as i64,
        }
    }
}

/// What this thread has used of the processor so far. Where the system can't tell, the time that has passed.
pub(crate) fn thread_time() -> Duration {
    #[cfg(unix)]
    {
        let used = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        Duration::try_from(used).unwrap_or_default()
    }
    #[cfg(not(unix))]
    {
        use std::sync::OnceLock;
        use std::time::Instant;
        static BEGUN: OnceLock<Instant> = OnceLock::new();
        BEGUN.get_or_init(Instant::now).elapsed()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may unwrap")]

    use super::*;

    fn person(last: u8, number: usize) -> Client {
        let origin = Origin::of([10, 0, 0, last].into());
        Client { origin, person: Some(number.to_string()) }
    }

    #[test]
    fn whoever_goes_on_with_long_queries_has_a_part_of_the_machine_and_others_have_the_rest() {
        let time = ProcessorTime::default();
        let (greedy, other) = (person(1, 0), person(1, 1));
        let second = Duration::from_secs(1);
        let mut used = 0;
        while time.admit(&greedy, Weight::Heavy).is_ok() {
            time.spend(&greedy, second);
            used += 1;
        }
        assert!((59..=70).contains(&used), "{used}");
        let refused = time.admit(&greedy, Weight::Heavy).unwrap_err();
        assert!(refused.message().contains("too much work for you"), "{}", refused.message());
        // They still see what takes a moment, and whoever has used less comes first.
        time.admit(&greedy, Weight::Brief).unwrap();
        time.admit(&other, Weight::Heavy).unwrap();
        assert!(time.rank(&other) < time.rank(&greedy));
        time.spend(&greedy, 100 * second);
        assert!(time.admit(&greedy, Weight::Brief).is_err());
        time.admit(&other, Weight::Heavy).unwrap();
    }

    #[test]
    fn forty_persons_behind_an_address_use_no_more_together_than_it_has() {
        let time = ProcessorTime::default();
        for number in 0..40 {
            time.spend(&person(1, number), Duration::from_secs(20));
        }
        let refused = time.admit(&person(1, 41), Weight::Heavy).unwrap_err();
        assert!(refused.message().contains("your address"), "{}", refused.message());
        time.admit(&person(2, 0), Weight::Heavy).unwrap();
        time.spend(&Client::USER, Duration::from_secs(10_000));
        time.admit(&Client::USER, Weight::Heavy).unwrap();
    }
}
