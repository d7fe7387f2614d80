//! Who asks: from which address, and with which key.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv6Addr};

use axum::extract::FromRequestParts;
use axum::http::header;
use axum::http::request::Parts;
use othello_ladder::{Key, PersonId};

use crate::client::{Client, Origin};
use crate::guard::Peer;

/// Whoever has a share of what is bounded.
#[derive(Clone, Debug)]
pub(super) struct Asker {
    /// Who takes part, if it is somebody who does.
    pub person: Option<PersonId>,
    /// Where they come from.
    pub origin: Origin,
}

/// Whose allowance is taken from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Account {
    /// Somebody's who takes part, wherever they are.
    Person(PersonId),
    /// That of all guests from there.
    Guests(Origin),
}

impl Asker {
    /// On whose account it is done.
    pub fn client(&self) -> Client {
        let person = self.person.map(|person| person.0.to_string());
        Client { origin: self.origin.clone(), person }
    }

    /// From whose allowance it is taken.
    pub fn account(&self) -> Account {
        self.person.map_or_else(|| Account::Guests(self.origin.clone()), Account::Person)
    }
}

/// Who asks.
#[derive(Clone)]
pub(super) struct Visitor {
    /// From where. The machine's own user is no exception: jokers may sit there, or a proxy.
    pub origin: Origin,
    /// The key that they show. It is never a part of an address, so that it stands in no log and no referrer.
    pub key: Option<Key>,
}

impl<S: Sync> FromRequestParts<S> for Visitor {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Visitor, Infallible> {
        let line = parts.headers.get(header::AUTHORIZATION).and_then(|line| line.to_str().ok());
        let key = line.and_then(|line| line.strip_prefix("Bearer ")).map(Key::of);
        let unknown = IpAddr::V6(Ipv6Addr::UNSPECIFIED);
        let address = parts.extensions.get::<Peer>().map_or(unknown, |peer| peer.0);
        Ok(Visitor { origin: Origin::of(address), key })
    }
}
