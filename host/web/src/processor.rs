//! How much of the processor each visitor may use for queries and searches, and all who come from the same address: so
//! many seconds at once, and then a part of the machine. It is counted when it has been used; who has used too much
//! waits, and who has used less goes first. What the bots of their games use is counted as well. What the machine's user
//! does is not bounded.

use std::sync::{Arc, LazyLock};
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

/// Games go on while they are paid for later, and cost nobody more than what is used up so many seconds beyond.
const DEBT: f64 = 30.0;

/// What visitors have left of the processor for all that this server does for them.
pub(crate) static USED: LazyLock<Arc<ProcessorTime>> = LazyLock::new(Arc::default);

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
        ProcessorTime::on(available_parallelism().map_or(1.0, |cores| cores.get() as f64))
    }
}

impl ProcessorTime {
    /// On a machine with so many cores.
    fn on(cores: f64) -> ProcessorTime {
        let of = |(burst, part): (f64, f64)| Allowance { burst, a_second: part * cores };
        ProcessorTime { clients: Allowances::new(of(ONE)), origins: Allowances::new(of(ALL)) }
    }

    /// Next to nothing is given back, so that whoever has used anything is told from whoever has not.
    #[cfg(test)]
    pub(crate) fn once() -> ProcessorTime {
        ProcessorTime::on(1e-9)
    }

    /// What somebody has left, in seconds.
    #[cfg(test)]
    pub(crate) fn left(&self, client: &Client) -> f64 {
        self.clients.left(client)
    }

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

    /// The bots of somebody's games have used so much. Whoever looks at long games can do so to the end: what they ask
    /// for next waits, and no longer than it would for something else.
    pub(crate) fn spend_on_games(&self, client: &Client, time: Duration) {
        let until_debt = |left: f64| Duration::from_secs_f64((left + DEBT).max(0.0));
        if client.origin != Origin::User {
            let (own, all) = (self.clients.left(client), self.origins.left(&client.origin));
            self.clients.spend(client, time.min(until_debt(own)).as_secs_f64());
            self.origins.spend(&client.origin, time.min(until_debt(all)).as_secs_f64());
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
    fn what_games_use_keeps_their_maker_from_long_work_and_not_from_looking_at_them() {
        let time = ProcessorTime::default();
        let maker = person(1, 0);
        time.spend_on_games(&maker, Duration::from_secs(10));
        time.admit(&maker, Weight::Heavy).unwrap();
        for _ in 0..200 {
            time.spend_on_games(&maker, Duration::from_secs(10));
        }
        assert!(time.admit(&maker, Weight::Heavy).is_err());
        time.admit(&maker, Weight::Brief).unwrap();
        assert!(time.left(&maker) >= -DEBT - 1.0, "{}", time.left(&maker));
        // Their address pays as well.
        assert!(time.admit(&person(1, 1), Weight::Heavy).is_err());
        time.admit(&person(2, 0), Weight::Heavy).unwrap();
        time.spend_on_games(&Client::USER, Duration::from_secs(10_000));
        time.admit(&Client::USER, Weight::Heavy).unwrap();
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
