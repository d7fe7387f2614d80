//! The body of a request, bounded in size and time: JSON without fields that nobody knows, or a file as it is.

use std::time::Duration;

use axum::body::{Bytes, to_bytes};
use axum::extract::{FromRequest, Request};
use axum::http::{StatusCode, header};
use serde::de::DeserializeOwned;

use crate::refusal::Refusal;

/// The longest body.
const LONGEST_BODY: usize = 64 << 10;
/// How long it may take to arrive.
const BODY_TIMEOUT: Duration = Duration::from_secs(10);

/// The body of a request.
pub(crate) struct Body<T>(pub T);

impl<S: Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, _: &S) -> Result<Body<T>, Refusal> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        if kind.is_none_or(|kind| kind.split(';').next() != Some("application/json")) {
            let why = "send JSON, with Content-Type: application/json";
            return Err(Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, why));
        }
        let bytes = received(request, LONGEST_BODY).await?;
        serde_json::from_slice(&bytes).map(Body).map_err(|error| wrong(&bytes, &error))
    }
}

/// What is wrong with a body. Of one that is no object at all the parser knows but a name of ours to tell.
fn wrong(body: &[u8], error: &serde_json::Error) -> Refusal {
    match body.trim_ascii_start().first() {
        Some(b'{') => Refusal::wrong(format!("the body of this request is wrong: {error}")),
        Some(_) => Refusal::wrong("the body of this request is to be an object of JSON, {...}"),
        None => Refusal::wrong("this request needs a body, an object of JSON, {...}"),
    }
}

/// All bytes of a body, at most so many.
pub(super) async fn received(request: Request, longest: usize) -> Result<Bytes, Refusal> {
    let arriving = tokio::time::timeout(BODY_TIMEOUT, to_bytes(request.into_body(), longest));
    match arriving.await {
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(_)) => {
            let why = format!("a body has at most {} kB", longest >> 10);
            Err(Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, why))
        }
        Err(_) => {
            let why = "the body did not arrive in time";
            Err(Refusal::new(StatusCode::REQUEST_TIMEOUT, why))
        }
    }
}
