//! How often an address or a person may do what costs something, so that whoever floods the host waits and nobody else.

use std::net::IpAddr;

use axum::http::StatusCode;

use super::visitor::Asker;
use crate::allowance::{Allowance, Allowances};
use crate::refusal::Refusal;

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

/// What addresses and people have left.
pub(super) struct Limits {
    acts: Allowances<IpAddr>,
    misses: Allowances<IpAddr>,
    checks: Allowances<Asker>,
    trials: Allowances<Asker>,
    lessons: Allowances<Asker>,
    looks: Allowances<Asker>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            acts: Allowances::new(ACTS),
            misses: Allowances::new(MISSES),
            checks: Allowances::new(CHECKS),
            trials: Allowances::new(TRIALS),
            lessons: Allowances::new(LESSONS),
            looks: Allowances::new(LOOKS),
        }
    }
}

impl Limits {
    /// Lets an address act, or says that it has to wait.
    pub fn act(&self, address: IpAddr) -> Result<(), Refusal> {
        match self.acts.take(&address) {
            true => Ok(()),
            false => Err(too_much("too much at once from your address; try again in some seconds")),
        }
    }

    /// Lets somebody have a query looked at that is being written.
    pub fn check(&self, asker: Asker) -> Result<(), Refusal> {
        match self.checks.take(&asker) {
            true => Ok(()),
            false => Err(too_much("your query is looked at again in a second")),
        }
    }

    /// Lets somebody try a query on many positions.
    pub fn try_out(&self, asker: Asker) -> Result<(), Refusal> {
        match self.trials.take(&asker) {
            true => Ok(()),
            false => {
                Err(too_much("too many trials at once; try again in some seconds, or submit it"))
            }
        }
    }

    /// Lets somebody try a query for a lesson.
    pub fn try_lesson(&self, asker: Asker) -> Result<(), Refusal> {
        match self.lessons.take(&asker) {
            true => Ok(()),
            false => Err(too_much(
                "too many tries at once; read the hints, and try again in some seconds",
            )),
        }
    }

    /// Lets somebody look at a board of a lesson.
    pub fn look(&self, asker: Asker) -> Result<(), Refusal> {
        match self.looks.take(&asker) {
            true => Ok(()),
            false => Err(too_much("too many boards at once; go on in a second")),
        }
    }

    /// Sees to it that an address has not shown too many keys or codes that nobody has.
    pub fn may_try(&self, address: IpAddr) -> Result<(), Refusal> {
        match self.misses.has_some(&address) {
            true => Ok(()),
            false => Err(too_much("too many wrong codes from your address; try again in a minute")),
        }
    }

    /// An address has shown a key or a code that nobody has.
    pub fn missed(&self, address: IpAddr) {
        self.misses.take(&address);
    }
}

fn too_much(words: &str) -> Refusal {
    Refusal::new(StatusCode::TOO_MANY_REQUESTS, words)
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
