//! How many files are held at once that people send, and that nobody sends two at a time: memory is bounded by it.

use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::http::StatusCode;
use othello_ladder::PersonId;
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::timeout;

use crate::refusal::Refusal;

/// So many files are held at once, and so long others wait for that.
const AT_ONCE: usize = 4;
const QUEUE_TIMEOUT: Duration = Duration::from_secs(10);

/// The files that are arriving.
pub(super) struct UploadPlaces {
    places: Semaphore,
    people: Mutex<HashSet<PersonId>>,
}

/// A place for somebody's file, until it is dropped.
pub(super) struct UploadPlace<'u> {
    all: &'u UploadPlaces,
    person: PersonId,
    _place: SemaphorePermit<'u>,
}

impl Default for UploadPlaces {
    fn default() -> UploadPlaces {
        UploadPlaces { places: Semaphore::new(AT_ONCE), people: Mutex::default() }
    }
}

impl UploadPlaces {
    fn people(&self) -> MutexGuard<'_, HashSet<PersonId>> {
        self.people.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place for a file of somebody who sends no other one at this moment.
    pub async fn take(&self, person: PersonId) -> Result<UploadPlace<'_>, Refusal> {
        let busy = |words| Refusal::new(StatusCode::TOO_MANY_REQUESTS, words);
        if self.people().contains(&person) {
            return Err(busy("a file of yours is arriving already; wait for it"));
        }
        let Ok(Ok(place)) = timeout(QUEUE_TIMEOUT, self.places.acquire()).await else {
            return Err(busy("too many send files at once; try again in a moment"));
        };
        match self.people().insert(person) {
            true => Ok(UploadPlace { all: self, person, _place: place }),
            false => Err(busy("a file of yours is arriving already; wait for it")),
        }
    }
}

impl Drop for UploadPlace<'_> {
    fn drop(&mut self) {
        self.all.people().remove(&self.person);
    }
}
