//! What all of the ladder's handlers share, and its refusals as those of the page.

use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use othello_ladder::{Archive, Desk, Ladder, LadderError};

use super::course::Course;
use super::limits::Limits;
use super::snapshot::Snapshot;
use crate::api::aside;
use crate::complaint::complain;
use crate::places::{PlaceRules, Places};
use crate::refusal::Refusal;

/// Files that people send: memory is bounded by them.
const UPLOADS: PlaceRules = PlaceRules {
    of_one_origin: Some(2),
    of_one_client: Some(1),
    has_all: "a file of yours is arriving already; wait for it",
    none_free: "too many send files at once; try again in a moment",
    ..PlaceRules::usual(4)
};
/// Queries that are tried and not rated: games and the checker of submissions keep their cores.
const TRIES: PlaceRules = PlaceRules {
    of_one_origin: Some(1),
    of_one_client: Some(1),
    patience: Duration::from_secs(25),
    has_all: "a query of yours is being tried already; wait for it, or stop it",
    none_free: "others' queries are being tried; try again in a moment, or submit yours",
    ..PlaceRules::usual(2)
};

/// What all handlers share.
#[derive(Clone)]
pub(super) struct LadderShared {
    pub desk: Arc<Desk>,
    /// Where people find the server, the likeliest first.
    pub addresses: Arc<Vec<String>>,
    pub limits: Arc<Limits>,
    pub snapshot: Arc<Snapshot>,
    pub course: Arc<Course>,
    pub uploads: Arc<Places>,
    pub tries: Arc<Places>,
}

impl LadderShared {
    /// Of a desk that people find at these addresses.
    pub fn new(desk: Arc<Desk>, course: Course, addresses: Vec<String>) -> LadderShared {
        let addresses = Arc::new(addresses);
        LadderShared {
            desk,
            addresses,
            limits: Arc::default(),
            snapshot: Arc::default(),
            course: Arc::new(course),
            uploads: Places::with(UPLOADS),
            tries: Places::with(TRIES),
        }
    }

    /// Does something with the ladder without holding up anybody else on this thread.
    pub async fn with<T: Send + 'static>(
        &self,
        act: impl FnOnce(&mut Ladder) -> Result<T, LadderError> + Send + 'static,
    ) -> Result<T, Refusal> {
        let desk = Arc::clone(&self.desk);
        aside(move || desk.with(act).map_err(refusal)).await
    }

    /// Looks at the ladder, likewise.
    pub async fn look<T: Send + 'static>(
        &self,
        look: impl FnOnce(&Ladder) -> Result<T, LadderError> + Send + 'static,
    ) -> Result<T, Refusal> {
        let desk = Arc::clone(&self.desk);
        aside(move || desk.look(look).map_err(refusal)).await
    }

    /// Reads in the ladder's file, while others write there, and then looks at the ladder, which knows all that was read.
    pub async fn read<R, T: Send + 'static>(
        &self,
        read: impl FnOnce(&Archive) -> Result<R, LadderError> + Send + 'static,
        look: impl FnOnce(&Ladder, R) -> Result<T, LadderError> + Send + 'static,
    ) -> Result<T, Refusal> {
        let desk = Arc::clone(&self.desk);
        let seen = move || {
            let read = read(desk.archive())?;
            desk.look(|ladder| look(ladder, read))
        };
        aside(move || seen().map_err(refusal)).await
    }
}

/// The ladder's refusals as those of the page.
pub(super) fn refusal(error: LadderError) -> Refusal {
    let status = match &error {
        LadderError::Name(_) | LadderError::Submission(_) => StatusCode::BAD_REQUEST,
        LadderError::Taken(_) | LadderError::NotNow(_) | LadderError::Hold(_) => {
            StatusCode::CONFLICT
        }
        LadderError::Code | LadderError::Forbidden(_) => StatusCode::FORBIDDEN,
        LadderError::Stranger => StatusCode::UNAUTHORIZED,
        LadderError::Limit(_) => StatusCode::TOO_MANY_REQUESTS,
        LadderError::Missing(_) => StatusCode::NOT_FOUND,
        LadderError::Rules(_)
        | LadderError::NotALadder(_)
        | LadderError::TooNew { .. }
        | LadderError::File { .. }
        | LadderError::Broken(_) => {
            // Where the file is and what is wrong with it is nobody's business but that of whoever runs the host.
            complain(&error);
            return Refusal::broken("the host could not do it; tell the organiser");
        }
    };
    Refusal::new(status, error)
}
