//! Whose a bot is, on a host that many visit: whoever is at the machine itself owns all that lies there, and anybody else
//! what was saved with the key that their browser keeps. What an owner may do with a bot is not known here.

use std::net::IpAddr;

use crate::client::Client;
use crate::key;

/// How the name of the cookie with a browser's key begins; the port is its end.
const COOKIE: &str = "othello_person_";

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

/// How a server tells its visitors apart.
#[derive(Clone, Debug)]
pub(crate) struct Visitors {
    /// The name of the cookie with a browser's key.
    pub cookie: String,
    /// Whether it is reached by other names than its addresses: then a proxy stands before it, from which all come.
    is_behind_proxy: bool,
}

impl Visitors {
    /// The visitors of a server at this port.
    pub fn new(port: u16, is_behind_proxy: bool) -> Visitors {
        Visitors { cookie: format!("{COOKIE}{port}"), is_behind_proxy }
    }

    /// Whether somebody from this address is at the machine itself.
    pub(crate) fn is_user(&self, address: IpAddr) -> bool {
        !self.is_behind_proxy && address.is_loopback()
    }

    /// On whose account somebody acts who comes from this address with this key.
    pub(crate) fn client<'k>(
        &self,
        address: Option<IpAddr>,
        key: impl FnOnce() -> Option<&'k str>,
    ) -> Client {
        match address {
            Some(address) if self.is_user(address) => Client::User,
            Some(address) if !self.is_behind_proxy => Client::Address(address),
            _ => key().map_or(Client::Crowd, |key| Client::Person(key.to_owned())),
        }
    }
}
