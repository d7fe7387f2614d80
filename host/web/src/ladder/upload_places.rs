//! How many files are held at once that people send, that nobody sends two at a time, and that nobody has all places:
//! memory is bounded by it.

use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::http::StatusCode;
use othello_ladder::PersonId;
use tokio::sync::{AcquireError, OwnedSemaphorePermit, Semaphore, SemaphorePermit};
use tokio::time::timeout;

use crate::refusal::Refusal;

/// So many files are held at once, so many of them from one address, and so long others wait for that.
const AT_ONCE: usize = 4;
const OF_ONE_ADDRESS: usize = AT_ONCE / 2;
const QUEUE_TIMEOUT: Duration = Duration::from_secs(10);

/// The files that are arriving.
pub(super) struct UploadPlaces {
    places: Semaphore,
    addresses: Mutex<HashMap<IpAddr, Arc<Semaphore>>>,
    people: Mutex<HashSet<PersonId>>,
}

/// Somebody who sends a file, until this is dropped.
struct Sender<'u> {
    all: &'u UploadPlaces,
    person: PersonId,
}

/// A place for somebody's file, until it is dropped.
pub(super) struct UploadPlace<'u> {
    _of_address: OwnedSemaphorePermit,
    _place: SemaphorePermit<'u>,
    _sender: Sender<'u>,
}

impl Default for UploadPlaces {
    fn default() -> UploadPlaces {
        let (addresses, people) = (Mutex::default(), Mutex::default());
        UploadPlaces { places: Semaphore::new(AT_ONCE), addresses, people }
    }
}

impl UploadPlaces {
    fn people(&self) -> MutexGuard<'_, HashSet<PersonId>> {
        self.people.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The places of an address. Those of which nobody has one or waits for one are forgotten.
    fn of_address(&self, address: IpAddr) -> Arc<Semaphore> {
        let mut addresses = self.addresses.lock().unwrap_or_else(PoisonError::into_inner);
        addresses.retain(|_, places| Arc::strong_count(places) > 1);
        let places = addresses.entry(address);
        Arc::clone(places.or_insert_with(|| Arc::new(Semaphore::new(OF_ONE_ADDRESS))))
    }

    /// A place for a file of somebody who sends no other one at this moment.
    pub async fn take(
        &self,
        person: PersonId,
        address: IpAddr,
    ) -> Result<UploadPlace<'_>, Refusal> {
        let busy = |words| Refusal::new(StatusCode::TOO_MANY_REQUESTS, words);
        if !self.people().insert(person) {
            return Err(busy("a file of yours is arriving already; wait for it"));
        }
        let sender = Sender { all: self, person };
        let places = async {
            let of_address = self.of_address(address).acquire_owned().await?;
            Ok::<_, AcquireError>((of_address, self.places.acquire().await?))
        };
        match timeout(QUEUE_TIMEOUT, places).await {
            Ok(Ok((of_address, place))) => {
                Ok(UploadPlace { _of_address: of_address, _place: place, _sender: sender })
            }
            _ => Err(busy("too many send files at once; try again in a moment")),
        }
    }
}

impl Drop for Sender<'_> {
    fn drop(&mut self) {
        self.all.people().remove(&self.person);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn one_address_never_has_all_places() {
        let places = UploadPlaces::default();
        let (flood, other) = (IpAddr::from([10, 0, 0, 1]), IpAddr::from([10, 0, 0, 2]));
        let first = places.take(PersonId(1), flood).await.unwrap();
        let _second = places.take(PersonId(2), flood).await.unwrap();
        let third = timeout(Duration::ZERO, places.take(PersonId(3), flood)).await;
        assert!(third.is_err(), "it waits for one of the two");
        let _other = places.take(PersonId(4), other).await.unwrap();
        assert!(places.take(PersonId(4), other).await.is_err(), "nobody sends two at a time");
        drop(first);
        let _again = places.take(PersonId(3), flood).await.unwrap();
    }
}
