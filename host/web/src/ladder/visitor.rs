//! Who asks: from which address, and with which key.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr};

use axum::extract::FromRequestParts;
use axum::http::header;
use axum::http::request::Parts;
use othello_ladder::{Key, PersonId};

use crate::client::{Client, Origin, network};
use crate::guard::Peer;

/// Whoever has a share of what is bounded: somebody who takes part, or a guest, who is known by the address alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Asker {
    /// Somebody who takes part.
    Person(PersonId),
    /// Somebody who has not joined.
    Guest(IpAddr),
}

impl Asker {
    /// On whose account it is done.
    pub fn client(self) -> Client {
        match self {
            Asker::Person(person) => Client::from(Origin::Account(person.0)),
            Asker::Guest(address) => Client::from(Origin::of(address)),
        }
    }
}

/// Who asks.
#[derive(Clone)]
pub(super) struct Visitor {
    /// From where. Behind a proxy all come from one address.
    pub address: IpAddr,
    /// The key that they show. It is never a part of an address, so that it stands in no log and no referrer.
    pub key: Option<Key>,
}

impl<S: Sync> FromRequestParts<S> for Visitor {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Visitor, Infallible> {
        let line = parts.headers.get(header::AUTHORIZATION).and_then(|line| line.to_str().ok());
        let key = line.and_then(|line| line.strip_prefix("Bearer ")).map(Key::of);
        let unknown = IpAddr::V4(Ipv4Addr::UNSPECIFIED);
        let address = parts.extensions.get::<Peer>().map_or(unknown, |peer| network(peer.0));
        Ok(Visitor { address, key })
    }
}
