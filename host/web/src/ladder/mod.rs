//! The ladder's pages and its interface: what people, the organiser and the screen in front of the room ask for. The
//! ladder itself knows nothing of this.

mod acts;
mod comparisons;
mod course;
mod learn;
mod limits;
mod organiser;
mod shared;
mod shown;
mod snapshot;
mod uploads;
mod views;
mod visitor;
mod writing;

use std::sync::Arc;

use axum::Router;
use axum::http::{HeaderMap, Uri};
use axum::middleware;
use axum::response::Response;
use axum::routing::{get, post};
use othello_ladder::Desk;

use crate::compression::compressed;
use crate::files;
use crate::refusal::worded;
pub use course::Course;
use shared::LadderShared;

/// The ladder's page with its first view, with the lessons, and with any other.
const PAGE: &str = "ladder/home.html";
const LESSONS: &str = "ladder/learn.html";
const VIEW: &str = "ladder/views.html";

/// The ladder's addresses.
pub(crate) fn routes(desk: Arc<Desk>, course: Course, addresses: Vec<String>) -> Router {
    let shared = LadderShared::new(desk, course, addresses);
    Router::new()
        .route("/", get(page))
        .route("/people/{id}", get(view))
        .route("/versions/{id}", get(view))
        .route("/games/{id}", get(view))
        .route("/screen", get(view))
        .route("/organiser", get(view))
        .route("/learn", get(lessons))
        .route("/learn/{name}", get(lessons))
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
        .route("/api/ladder/uploads", post(uploads::upload))
        .route("/api/ladder/check", post(writing::check))
        .route("/api/ladder/trial", post(writing::try_out))
        .route("/api/ladder/comparisons", post(comparisons::compare))
        .route("/api/ladder/comparisons/{id}/stop", post(comparisons::stop))
        .route("/api/ladder/organiser", get(organiser::office).post(organiser::act))
        .route("/api/ladder/qr", get(organiser::qr))
        .route("/api/learn", get(learn::list))
        .route("/api/learn/{name}", get(learn::one))
        .route("/api/learn/{name}/hints", post(learn::hints))
        .route("/api/learn/{name}/solution", get(learn::solution))
        .route("/api/learn/{name}/check", post(learn::check))
        .route("/api/position", post(learn::position))
        .route("/api/graph", post(learn::graph))
        .route("/api/query", post(learn::run))
        .route("/api/walk", post(learn::walk))
        .fallback(nowhere)
        .layer(middleware::from_fn(worded))
        .layer(middleware::from_fn(compressed))
        .with_state(shared)
}

async fn page(headers: HeaderMap) -> Response {
    files::give(PAGE, &headers)
}

async fn lessons(headers: HeaderMap) -> Response {
    files::give(LESSONS, &headers)
}

async fn view(headers: HeaderMap) -> Response {
    files::give(VIEW, &headers)
}

async fn nowhere(uri: Uri, headers: HeaderMap) -> Response {
    files::nothing(PAGE, &uri, headers)
}
