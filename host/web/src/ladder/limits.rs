//! How often an address or a person may do what costs something, so that whoever floods the host waits and nobody else:
//! a whole class may sit behind one address, of which a joker takes nothing away from those who show their links.

use axum::http::StatusCode;
use othello_ladder::PersonId;

use super::visitor::{Account, Asker};
use crate::allowance::{Allowance, Allowances};
use crate::client::Origin;
use crate::refusal::Refusal;

/// Acts of those of whom nothing is known, at once, and a second: they join, or show links that nobody has.
const ACTS: Allowance = Allowance { burst: 200.0, a_second: 10.0 };
/// Acts of one person, and looks at what is theirs.
const OWN_ACTS: Allowance = Allowance { burst: 30.0, a_second: 2.0 };
const OWN_PAGES: Allowance = Allowance { burst: 150.0, a_second: 15.0 };
/// Codes that no room has, at once and a second: whoever tries them needs longer than anybody lives. Links are so long
/// that nobody has to count.
const MISSES: Allowance = Allowance { burst: 30.0, a_second: 0.2 };
/// Looks at what is read from the ladder's file, and at many games of it at once; the table is made once for all.
const PAGES: Allowance = Allowance { burst: 1_500.0, a_second: 150.0 };
const FEEDS: Allowance = Allowance { burst: 300.0, a_second: 20.0 };
/// New people: whoever knows the code is not to fill the ladder with names.
const JOINS: Allowance = Allowance { burst: 100.0, a_second: 0.2 };
/// Looks at a query that is being written, for one person.
const CHECKS: Allowance = Allowance { burst: 30.0, a_second: 3.0 };
/// Trials of a query on many positions, for one person.
const TRIALS: Allowance = Allowance { burst: 5.0, a_second: 0.2 };
/// Tries of a query for a lesson, for one person or guest; and looks at its boards, with queries that run on one.
const LESSONS: Allowance = Allowance { burst: 10.0, a_second: 0.5 };
const LOOKS: Allowance = Allowance { burst: 60.0, a_second: 6.0 };

/// What addresses and people have left.
pub(super) struct Limits {
    acts: Allowances<Origin>,
    own_acts: Allowances<PersonId>,
    own_pages: Allowances<PersonId>,
    misses: Allowances<Origin>,
    joins: Allowances<Origin>,
    pages: Allowances<Origin>,
    feeds: Allowances<Origin>,
    checks: Allowances<Account>,
    trials: Allowances<Account>,
    lessons: Allowances<Account>,
    looks: Allowances<Account>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            acts: Allowances::new(ACTS),
            own_acts: Allowances::new(OWN_ACTS),
            own_pages: Allowances::new(OWN_PAGES),
            misses: Allowances::new(MISSES),
            joins: Allowances::new(JOINS),
            pages: Allowances::new(PAGES),
            feeds: Allowances::new(FEEDS),
            checks: Allowances::new(CHECKS),
            trials: Allowances::new(TRIALS),
            lessons: Allowances::new(LESSONS),
            looks: Allowances::new(LOOKS),
        }
    }
}

impl Limits {
    /// Lets an address act of which nothing else is known, or says that it has to wait.
    pub fn act(&self, origin: &Origin) -> Result<(), Refusal> {
        granted(
            self.acts.take(origin),
            "too much at once from your address; try again in some seconds",
        )
    }

    /// Lets somebody act who takes part.
    pub fn own_act(&self, person: PersonId) -> Result<(), Refusal> {
        granted(self.own_acts.take(&person), "too much at once; try again in a second")
    }

    /// Lets somebody look at what is theirs.
    pub fn own_page(&self, person: PersonId) -> Result<(), Refusal> {
        granted(self.own_pages.take(&person), "you look too often; try again in a second")
    }

    /// Lets an address see a page of somebody, of a version or of a game.
    pub fn page(&self, origin: &Origin) -> Result<(), Refusal> {
        granted(
            self.pages.take(origin),
            "too many pages at once to your address; try again in a second",
        )
    }

    /// Lets an address read on in the feed.
    pub fn feed(&self, origin: &Origin) -> Result<(), Refusal> {
        granted(
            self.feeds.take(origin),
            "the feed is read too often from your address; go on in a second",
        )
    }

    /// Lets somebody have a query looked at that is being written.
    pub fn check(&self, asker: &Asker) -> Result<(), Refusal> {
        granted(self.checks.take(&asker.account()), "your query is looked at again in a second")
    }

    /// Lets somebody try a query on many positions.
    pub fn try_out(&self, asker: &Asker) -> Result<(), Refusal> {
        granted(
            self.trials.take(&asker.account()),
            "too many trials at once; try again in some seconds, or submit it",
        )
    }

    /// Lets somebody try a query for a lesson.
    pub fn try_lesson(&self, asker: &Asker) -> Result<(), Refusal> {
        granted(
            self.lessons.take(&asker.account()),
            "too many tries at once; read the hints, and try again in some seconds",
        )
    }

    /// Lets somebody look at a board of a lesson.
    pub fn look(&self, asker: &Asker) -> Result<(), Refusal> {
        granted(self.looks.take(&asker.account()), "too many boards at once; go on in a second")
    }

    /// Sees to it that an address has not shown too many codes that no room has.
    pub fn may_try(&self, origin: &Origin) -> Result<(), Refusal> {
        granted(
            self.misses.has_some(origin),
            "too many wrong codes from your address; try again in a minute",
        )
    }

    /// Sees to it that not too many have joined from an address.
    pub fn may_join(&self, origin: &Origin) -> Result<(), Refusal> {
        granted(
            self.joins.has_some(origin),
            "too many have joined from your address; try again in some seconds",
        )
    }

    /// Somebody new has come from an address.
    pub fn joined(&self, origin: &Origin) {
        self.joins.take(origin);
    }

    /// An address has shown a code that no room has.
    pub fn missed(&self, origin: &Origin) {
        self.misses.take(origin);
    }
}

/// What an allowance says, with the words for whom it has none left.
fn granted(is_left: bool, otherwise: &str) -> Result<(), Refusal> {
    match is_left {
        true => Ok(()),
        false => Err(Refusal::new(StatusCode::TOO_MANY_REQUESTS, otherwise)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_from_one_address_costs_no_other() {
        let limits = Limits::default();
        let of = |text: &str| Origin::of(text.parse().unwrap());
        let (flood, other) = (&of("2001:db8::1"), &of("2001:db8:0:1::1"));
        // One computer has all addresses of its network.
        let own = |number: usize| of(&format!("2001:db8::{number}"));
        let passed = (0..1000).filter(|&number| limits.act(&own(number)).is_ok()).count();
        assert!((200..250).contains(&passed), "{passed}");
        assert!(limits.act(other).is_ok());
        (0..40).for_each(|_| limits.missed(flood));
        assert!(limits.may_try(flood).is_err() && limits.may_try(other).is_ok());
        (0..120).for_each(|_| limits.joined(flood));
        assert!(limits.may_join(flood).is_err() && limits.may_join(other).is_ok());
        for look in [Limits::page, Limits::feed] {
            assert!((0..10_000).any(|_| look(&limits, flood).is_err()));
            assert!(look(&limits, other).is_ok());
        }
    }

    #[test]
    fn a_joker_takes_nothing_from_those_behind_the_same_address_who_show_their_links() {
        let limits = Limits::default();
        let address = &Origin::of([10, 0, 0, 1].into());
        while limits.act(address).is_ok() {}
        (0..100).for_each(|_| limits.missed(address));
        let (joker, other) = (PersonId(1), PersonId(2));
        assert!((0..1000).any(|_| limits.own_act(joker).is_err()));
        assert!((0..1000).any(|_| limits.own_page(joker).is_err()));
        assert!(limits.own_act(other).is_ok() && limits.own_page(other).is_ok());
    }

    #[test]
    fn whoever_takes_part_has_one_allowance_from_wherever_they_come_and_guests_one_for_each_address()
     {
        let limits = Limits::default();
        let asker = |person: Option<i64>, last: u8| Asker {
            person: person.map(PersonId),
            origin: Origin::of([10, 0, 0, last].into()),
        };
        let tries = |asker: &Asker| (0..100).filter(|_| limits.try_lesson(asker).is_ok()).count();
        assert_eq!([tries(&asker(Some(1), 1)), tries(&asker(Some(1), 2))], [10, 0]);
        assert_eq!(
            [tries(&asker(None, 1)), tries(&asker(None, 1)), tries(&asker(None, 2))],
            [10, 0, 10]
        );
    }
}
