//! Places for what few may do at the same time: nobody has two, nobody's address has all, and whoever comes first goes
//! first. So memory and cores are bounded, and one who takes long holds up few others.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::http::StatusCode;
use tokio::sync::{AcquireError, OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use super::visitor::Asker;
use crate::refusal::Refusal;

/// How many there are, and what is said to those for whom there is none.
#[derive(Clone, Copy)]
pub(super) struct PlaceRules {
    /// So many places there are, so many of them for one address, and so long others wait for one.
    pub at_once: usize,
    pub of_one_address: usize,
    pub timeout: Duration,
    /// What those are told who have one already, and those who found all taken.
    pub has_one: &'static str,
    pub all_taken: &'static str,
}

/// The places.
pub(super) struct Places {
    rules: PlaceRules,
    all: Arc<Semaphore>,
    addresses: Groups<IpAddr>,
    askers: Groups<Asker>,
}

/// Somebody's place, until it is dropped.
pub(super) struct TakenPlace {
    _of_asker: OwnedSemaphorePermit,
    _of_address: OwnedSemaphorePermit,
    _place: OwnedSemaphorePermit,
}

impl Places {
    pub fn new(rules: PlaceRules) -> Places {
        let all = Arc::new(Semaphore::new(rules.at_once));
        Places { rules, all, addresses: Groups::default(), askers: Groups::default() }
    }

    /// A place for somebody, once those who came before have theirs.
    pub async fn take(&self, asker: Asker, address: IpAddr) -> Result<TakenPlace, Refusal> {
        let mut alone = false;
        let places = async {
            let of_asker = self.askers.places(asker, 1).acquire_owned().await?;
            alone = true;
            let of_address = self.addresses.places(address, self.rules.of_one_address);
            let of_address = of_address.acquire_owned().await?;
            let place = Arc::clone(&self.all).acquire_owned().await?;
            Ok::<_, AcquireError>(TakenPlace {
                _of_asker: of_asker,
                _of_address: of_address,
                _place: place,
            })
        };
        if let Ok(Ok(place)) = timeout(self.rules.timeout, places).await {
            return Ok(place);
        }
        let why = if alone { self.rules.all_taken } else { self.rules.has_one };
        Err(Refusal::new(StatusCode::TOO_MANY_REQUESTS, why))
    }
}

/// The places of each of many. Those of which nobody has one or waits for one are forgotten.
struct Groups<K>(Mutex<HashMap<K, Arc<Semaphore>>>);

impl<K> Default for Groups<K> {
    fn default() -> Groups<K> {
        Groups(Mutex::default())
    }
}

impl<K: Eq + Hash> Groups<K> {
    fn places(&self, of: K, number: usize) -> Arc<Semaphore> {
        let mut groups = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        groups.retain(|_, places| Arc::strong_count(places) > 1);
        Arc::clone(groups.entry(of).or_insert_with(|| Arc::new(Semaphore::new(number))))
    }
}

#[cfg(test)]
mod tests {
    use othello_ladder::PersonId;

    use super::*;

    #[tokio::test]
    async fn nobody_has_two_places_and_no_address_all() {
        let places = Places::new(PlaceRules {
            at_once: 4,
            of_one_address: 2,
            timeout: Duration::from_millis(1),
            has_one: "wait for yours",
            all_taken: "too many",
        });
        let (flood, other) = (IpAddr::from([10, 0, 0, 1]), IpAddr::from([10, 0, 0, 2]));
        let person = |number| Asker::Person(PersonId(number));
        let first = places.take(person(1), flood).await.unwrap();
        let _second = places.take(person(2), flood).await.unwrap();
        let said = |place: Result<TakenPlace, Refusal>| place.err().unwrap().message().to_owned();
        assert_eq!(said(places.take(person(3), flood).await), "too many");
        assert_eq!(said(places.take(person(1), flood).await), "wait for yours");
        let _other = places.take(person(4), other).await.unwrap();
        let _guest = places.take(Asker::Guest(other), other).await.unwrap();
        assert_eq!(said(places.take(person(4), other).await), "wait for yours");
        drop(first);
        let _again = places.take(person(3), flood).await.unwrap();
    }
}
