//! How a server tells its visitors apart: by where they come from, and by the key that it has their browsers keep.

use std::collections::{HashSet, VecDeque};
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

use axum::http::HeaderMap;

use crate::allowance::{Allowance, Allowances};
use crate::client::{Client, Origin};
use crate::guard::cookies;
use crate::key;
use crate::owner::Owner;
use crate::refusal::Refusal;

/// How the name of the cookie with a browser's key begins; the port is its end.
const COOKIE: &str = "othello_person_";
/// How long browsers keep their key, in seconds.
const MAX_AGE: u32 = 366 * 24 * 60 * 60;
/// So many persons may appear behind one address at once, and a second: whoever makes up more of them is one person
/// with all of those.
const PERSONS: Allowance = Allowance { burst: 60.0, a_second: 0.1 };
/// So many keys are remembered.
const MOST_KEYS: usize = 20_000;

/// Somebody who asks for something.
#[derive(Clone, Debug)]
pub(crate) struct Visitor {
    /// What they own.
    pub owner: Owner,
    /// On whose account they act.
    pub client: Client,
}

/// The visitors of a server.
pub(crate) struct Visitors {
    /// The name of the cookie with a browser's key.
    cookie: String,
    /// Whether it is reached by other names than its addresses: then a proxy may stand before it.
    is_behind_proxy: bool,
    persons: Allowances<Origin>,
    keys: Mutex<Keys>,
}

/// The keys that somebody has come with, the oldest first.
#[derive(Default)]
struct Keys {
    all: HashSet<String>,
    order: VecDeque<String>,
}

impl Visitors {
    /// The visitors of a server at this port.
    pub fn new(port: u16, is_behind_proxy: bool) -> Visitors {
        let (cookie, keys) = (format!("{COOKIE}{port}"), Mutex::default());
        Visitors { cookie, is_behind_proxy, persons: Allowances::new(PERSONS), keys }
    }

    /// Who comes from this address with these headers; and the cookie that their browser is to keep, where it has none.
    pub(crate) fn recognise(
        &self,
        address: IpAddr,
        headers: &HeaderMap,
    ) -> Result<(Visitor, Option<String>), Refusal> {
        if !self.is_behind_proxy && address.is_loopback() {
            return Ok((Visitor { owner: Owner::User, client: Client::USER }, None));
        }
        let origin = Origin::of(address);
        match cookies(headers, &self.cookie).find(|value| is_key(value)) {
            Some(key) => {
                let person = self.knows(key, &origin).then(|| key.to_owned());
                let owner = Owner::Person(key.to_owned());
                Ok((Visitor { owner, client: Client { origin, person } }, None))
            }
            None => {
                let (key, cookie) = (key::key()?, &self.cookie);
                let line =
                    format!("{cookie}={key}; Path=/; HttpOnly; SameSite=Lax; Max-Age={MAX_AGE}");
                let (owner, client) = (Owner::Person(key), Client::from(origin));
                Ok((Visitor { owner, client }, Some(line)))
            }
        }
    }

    /// Whether a key stands for a person of its own.
    fn knows(&self, key: &str, origin: &Origin) -> bool {
        let mut keys = self.keys.lock().unwrap_or_else(PoisonError::into_inner);
        if keys.all.contains(key) {
            return true;
        }
        if !self.persons.take(origin) {
            return false;
        }
        if keys.order.len() >= MOST_KEYS
            && let Some(oldest) = keys.order.pop_front()
        {
            keys.all.remove(&oldest);
        }
        keys.all.insert(key.to_owned());
        keys.order.push_back(key.to_owned());
        true
    }
}

/// Whether a text can be a key that was given here.
fn is_key(text: &str) -> bool {
    text.len() == 32 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may unwrap")]

    use super::*;

    fn with(key: &str) -> HeaderMap {
        let mut headers = HeaderMap::new();
        let name = axum::http::header::COOKIE;
        headers.insert(name, format!("othello_person_80={key}").parse().unwrap());
        headers
    }

    #[test]
    fn whoever_makes_up_keys_becomes_few_persons() {
        let visitors = Visitors::new(80, false);
        let (class, other) = ([10, 0, 0, 1].into(), [10, 0, 0, 2].into());
        let person = |address, key: usize| {
            let key = format!("{key:032x}");
            visitors.recognise(address, &with(&key)).unwrap().0.client.person
        };
        let persons = (0..1000).filter_map(|key| person(class, key)).count();
        assert!((60..65).contains(&persons), "{persons}");
        // Those who were there before are still themselves, and others are whoever they are.
        assert!(person(class, 0).is_some() && person(class, 2000).is_none());
        assert!(person(other, 3000).is_some());
    }

    #[test]
    fn the_machines_user_is_known_by_the_address_unless_a_proxy_has_it() {
        let user = |is_behind_proxy| {
            let visitors = Visitors::new(80, is_behind_proxy);
            visitors.recognise([127, 0, 0, 1].into(), &HeaderMap::new()).unwrap()
        };
        assert!(matches!(user(false), (Visitor { owner: Owner::User, .. }, None)));
        let (visitor, cookie) = user(true);
        assert_ne!(visitor.client.origin, Origin::User);
        assert!(cookie.unwrap().starts_with("othello_person_80="));
    }
}
