//! Whose a bot is, on a host that many visit: whoever is at the machine itself owns all that lies there, and anybody else
//! what was saved with the key that their browser keeps. What an owner may do with a bot is not known here.

use crate::key;

/// Whose something is.
#[derive(Clone, Debug)]
pub(crate) enum Owner {
    /// This machine's user, whose folders they are.
    User,
    /// Somebody from elsewhere, by the key of their browser.
    Person(String),
}

impl Owner {
    /// Whether what is this other one's is this one's as well.
    pub(crate) fn owns_what_is_of(&self, other: &Owner) -> bool {
        match (self, other) {
            (Owner::User, _) => true,
            (Owner::Person(_), Owner::User) => false,
            (Owner::Person(key), Owner::Person(other)) => key::same(key, other),
        }
    }
}
