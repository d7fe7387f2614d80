//! The ladder's pages and its interface: what people, the organiser and the screen in front of the room ask for. The
//! ladder itself knows nothing of this.

mod acts;
mod limits;
mod organiser;
mod shown;
mod snapshot;
mod views;
mod visitor;

use std::sync::Arc;

use axum::Router;
use axum::http::StatusCode;
use axum::routing::{get, post};
use othello_ladder::{Desk, LadderError};

use crate::api::aside;
use crate::files;
use crate::refusal::Refusal;
use limits::Limits;
use snapshot::Snapshot;

/// What all handlers share.
#[derive(Clone)]
pub(crate) struct LadderShared {
    desk: Arc<Desk>,
    /// Where people find the server, the likeliest first.
    addresses: Arc<Vec<String>>,
    limits: Arc<Limits>,
    snapshot: Arc<Snapshot>,
}

impl LadderShared {
    /// Does something with the ladder without holding up anybody else on this thread.
    async fn with<T: Send + 'static>(
        &self,
        act: impl FnOnce(&mut othello_ladder::Ladder) -> Result<T, LadderError> + Send + 'static,
    ) -> Result<T, Refusal> {
        let desk = Arc::clone(&self.desk);
        aside(move || desk.with(act).map_err(refusal)).await
    }

    /// Looks at the ladder, likewise.
    async fn look<T: Send + 'static>(
        &self,
        look: impl FnOnce(&othello_ladder::Ladder) -> Result<T, LadderError> + Send + 'static,
    ) -> Result<T, Refusal> {
        let desk = Arc::clone(&self.desk);
        aside(move || desk.look(look).map_err(refusal)).await
    }
}

/// The ladder's addresses.
pub(crate) fn routes(desk: Arc<Desk>, addresses: Vec<String>) -> Router {
    let shared = LadderShared {
        desk,
        addresses: Arc::new(addresses),
        limits: Arc::default(),
        snapshot: Arc::default(),
    };
    Router::new()
        .route("/", get(page))
        .route("/people/{id}", get(page))
        .route("/versions/{id}", get(page))
        .route("/games/{id}", get(page))
        .route("/screen", get(page))
        .route("/organiser", get(page))
        .route("/page/{*name}", get(files::file))
        .route("/api/ladder", get(views::ladder))
        .route("/api/ladder/feed", get(views::feed))
        .route("/api/ladder/people/{id}", get(views::person))
        .route("/api/ladder/versions/{id}", get(views::version))
        .route("/api/ladder/versions/{id}/public", post(acts::reveal))
        .route("/api/ladder/games/{id}", get(views::game))
        .route("/api/ladder/join", post(acts::join))
        .route("/api/ladder/me", get(views::me))
        .route("/api/ladder/versions", post(acts::submit))
        .route("/api/ladder/organiser", get(organiser::office).post(organiser::act))
        .route("/api/ladder/qr", get(organiser::qr))
        .with_state(shared)
}

async fn page(headers: axum::http::HeaderMap) -> axum::response::Response {
    files::give("ladder/index.html", &headers)
}

/// The ladder's refusals as those of the page.
fn refusal(error: LadderError) -> Refusal {
    let status = match &error {
        LadderError::Name(_) | LadderError::Submission(_) => StatusCode::BAD_REQUEST,
        LadderError::Taken(_) | LadderError::NotNow(_) | LadderError::Hold(_) => StatusCode::CONFLICT,
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
            eprintln!("othello-host: {error}");
            return Refusal::broken("the host could not do it; tell the organiser");
        }
    };
    Refusal::new(status, error)
}
