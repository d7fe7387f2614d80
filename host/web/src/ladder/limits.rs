//! How often an address or a person may do what costs something, so that whoever floods the host waits and nobody else.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use super::visitor::Asker;
use crate::refusal::Refusal;
use axum::http::StatusCode;

/// So many of whoever asks are remembered.
const MOST_REMEMBERED: usize = 10_000;
/// Acts at once, and a second: a whole class may sit behind one address.
const ACTS: Allowance = Allowance { burst: 200.0, a_second: 10.0 };
/// Keys and codes that nobody has, at once and a second: whoever tries them needs longer than anybody lives.
const MISSES: Allowance = Allowance { burst: 30.0, a_second: 0.2 };

/// Looks at a query that is being written, for one person.
const CHECKS: Allowance = Allowance { burst: 30.0, a_second: 3.0 };
/// Trials of a query on many positions, for one person.
const TRIALS: Allowance = Allowance { burst: 5.0, a_second: 0.2 };
/// Tries of a query for a lesson, for one person or guest; and looks at its boards, with queries that run on one.
const LESSONS: Allowance = Allowance { burst: 10.0, a_second: 0.5 };
const LOOKS: Allowance = Allowance { burst: 60.0, a_second: 6.0 };

struct Allowance {
    burst: f64,
    a_second: f64,
}

/// What addresses and people have left.
#[derive(Default)]
pub(super) struct Limits {
    acts: Mutex<HashMap<IpAddr, Left>>,
    misses: Mutex<HashMap<IpAddr, Left>>,
    checks: Mutex<HashMap<Asker, Left>>,
    trials: Mutex<HashMap<Asker, Left>>,
    lessons: Mutex<HashMap<Asker, Left>>,
    looks: Mutex<HashMap<Asker, Left>>,
}

#[derive(Clone, Copy)]
struct Left {
    tokens: f64,
    at: Instant,
}

impl Limits {
    /// Lets an address act, or says that it has to wait.
    pub fn act(&self, address: IpAddr) -> Result<(), Refusal> {
        match take(&self.acts, &ACTS, address, 1.0) {
            true => Ok(()),
            false => Err(too_much("too much at once from your address; try again in some seconds")),
        }
    }

    /// Lets somebody have a query looked at that is being written.
    pub fn check(&self, asker: Asker) -> Result<(), Refusal> {
        match take(&self.checks, &CHECKS, asker, 1.0) {
            true => Ok(()),
            false => Err(too_much("your query is looked at again in a second")),
        }
    }

    /// Lets somebody try a query on many positions.
    pub fn try_out(&self, asker: Asker) -> Result<(), Refusal> {
        match take(&self.trials, &TRIALS, asker, 1.0) {
            true => Ok(()),
            false => {
                Err(too_much("too many trials at once; try again in some seconds, or submit it"))
            }
        }
    }

    /// Lets somebody try a query for a lesson.
    pub fn try_lesson(&self, asker: Asker) -> Result<(), Refusal> {
        match take(&self.lessons, &LESSONS, asker, 1.0) {
            true => Ok(()),
            false => Err(too_much(
                "too many tries at once; read the hints, and try again in some seconds",
            )),
        }
    }

    /// Lets somebody look at a board of a lesson.
    pub fn look(&self, asker: Asker) -> Result<(), Refusal> {
        match take(&self.looks, &LOOKS, asker, 1.0) {
            true => Ok(()),
            false => Err(too_much("too many boards at once; go on in a second")),
        }
    }

    /// Sees to it that an address has not shown too many keys or codes that nobody has.
    pub fn may_try(&self, address: IpAddr) -> Result<(), Refusal> {
        match take(&self.misses, &MISSES, address, 0.0) {
            true => Ok(()),
            false => Err(too_much("too many wrong codes from your address; try again in a minute")),
        }
    }

    /// An address has shown a key or a code that nobody has.
    pub fn missed(&self, address: IpAddr) {
        take(&self.misses, &MISSES, address, 1.0);
    }
}

fn too_much(words: &str) -> Refusal {
    Refusal::new(StatusCode::TOO_MANY_REQUESTS, words)
}

/// Takes so much from what somebody has left; says whether there was anything.
fn take<K: Copy + Eq + Hash>(
    of: &Mutex<HashMap<K, Left>>,
    allowance: &Allowance,
    whose: K,
    cost: f64,
) -> bool {
    let mut all = of.lock().unwrap_or_else(PoisonError::into_inner);
    let now = Instant::now();
    let refilled = |left: &Left| {
        (left.tokens + now.duration_since(left.at).as_secs_f64() * allowance.a_second)
            .min(allowance.burst)
    };
    if all.len() >= MOST_REMEMBERED {
        all.retain(|_, left| refilled(left) < allowance.burst);
    }
    if all.len() >= MOST_REMEMBERED && !all.contains_key(&whose) {
        return false;
    }
    let left = all.entry(whose).or_insert(Left { tokens: allowance.burst, at: now });
    *left = Left { tokens: refilled(left), at: now };
    let enough = left.tokens >= 1.0;
    if enough {
        left.tokens -= cost;
    }
    enough
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_from_one_address_costs_no_other() {
        let limits = Limits::default();
        let (flood, other) = ("10.0.0.1".parse().unwrap(), "10.0.0.2".parse().unwrap());
        let passed = (0..1000).filter(|_| limits.act(flood).is_ok()).count();
        assert!((200..250).contains(&passed), "{passed}");
        assert!(limits.act(other).is_ok());
        (0..40).for_each(|_| limits.missed(flood));
        assert!(limits.may_try(flood).is_err() && limits.may_try(other).is_ok());
    }
}
