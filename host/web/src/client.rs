//! On whose account something is done: what is bounded for each visitor is counted by this.

use std::net::IpAddr;

/// On whose account something is done.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Client {
    /// This machine's user.
    User,
    /// Somebody from elsewhere, by where they come from: a key that their browser keeps they could make up.
    Address(IpAddr),
    /// Behind a proxy, from which all come: somebody by the key of their browser.
    Person(String),
    /// Behind a proxy: all who have no key yet.
    Crowd,
}

impl Client {
    /// How many of so many places it may hold: one person half of them, so that there is always room for somebody else;
    /// those who can't be told apart all but some.
    pub(crate) fn share(&self, places: usize) -> usize {
        let share = match self {
            Client::Address(_) | Client::Person(_) => places / 2,
            Client::User | Client::Crowd => places - places / 4,
        };
        share.max(1)
    }
}
