//! Why somebody does not get what was asked for: a status, and a sentence that says the way out.

use std::fmt::Display;

use axum::Json;
use axum::body::to_bytes;
use axum::extract::Request;
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::protocol::{ErrorBody, QueryFault};

/// How the framework begins what it says of a part of an address that can't be read, and of what stands behind it.
const WRONG_PATH: &str = "Invalid URL";
const WRONG_QUERY: &str = "Failed to deserialize query string: ";
/// The longest reason that it gives, in bytes.
const LONGEST_REASON: usize = 4096;

/// Why somebody does not get what was asked for.
#[derive(Clone, Debug)]
pub(crate) struct Refusal {
    status: StatusCode,
    message: String,
    fault: Option<Box<QueryFault>>,
    field: Option<&'static str>,
}

impl Refusal {
    /// A refusal with this status.
    pub fn new(status: StatusCode, message: impl Display) -> Refusal {
        Refusal { status, message: message.to_string(), fault: None, field: None }
    }

    /// The request is wrong.
    pub fn wrong(message: impl Display) -> Refusal {
        Refusal::new(StatusCode::BAD_REQUEST, message)
    }

    /// There is no such thing.
    pub fn missing(message: impl Display) -> Refusal {
        Refusal::new(StatusCode::NOT_FOUND, message)
    }

    /// It can't be done at this moment, or not in this state.
    pub(crate) fn not_now(message: impl Display) -> Refusal {
        Refusal::new(StatusCode::CONFLICT, message)
    }

    /// Others ask for too much at this moment, or this one does.
    pub(crate) fn busy(message: impl Display) -> Refusal {
        Refusal::new(StatusCode::TOO_MANY_REQUESTS, message)
    }

    /// Whether it was too much for the moment.
    pub(crate) fn is_busy(&self) -> bool {
        self.status == StatusCode::TOO_MANY_REQUESTS
    }

    /// Whether the same may go well later.
    pub(crate) fn may_pass(&self) -> bool {
        !matches!(self.status, StatusCode::BAD_REQUEST | StatusCode::NOT_FOUND)
    }

    /// The server could not do it.
    pub fn broken(message: impl Display) -> Refusal {
        Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, message)
    }

    /// Says what is wrong with a query beside the sentence.
    pub(crate) fn with_fault(mut self, fault: QueryFault) -> Refusal {
        self.fault = Some(Box::new(fault));
        self
    }

    /// Says which field of the request it is about.
    pub(crate) fn about(self, field: &'static str) -> Refusal {
        Refusal { field: Some(field), ..self }
    }

    /// The sentence.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let Refusal { status, message, fault, field } = self;
        (status, Json(ErrorBody { error: message, fault, field: field.map(str::to_owned) }))
            .into_response()
    }
}

/// Says in words what the framework refuses by itself, as everything else is said that is no good of a request: to
/// programs as JSON, and to a browser, which shows what it gets at the address of a page or a file, as text.
pub(crate) async fn worded(request: Request, next: Next) -> Response {
    let (method, uri) = (request.method().clone(), request.uri().clone());
    let response = next.run(request).await;
    let status = response.status();
    let is_text = |kind: &HeaderValue| kind.as_bytes().starts_with(b"text/plain");
    let kind = response.headers().get(header::CONTENT_TYPE);
    if !status.is_client_error() || !kind.is_none_or(is_text) {
        return response;
    }
    let (parts, body) = response.into_parts();
    let text = to_bytes(body, LONGEST_REASON).await.unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let refusal = if status == StatusCode::METHOD_NOT_ALLOWED {
        Refusal::new(status, format!("{} is not asked for by {method}", uri.path()))
    } else if text.starts_with(WRONG_PATH) || status == StatusCode::NOT_FOUND && text.is_empty() {
        Refusal::missing(format!("there is nothing at {}", uri.path()))
    } else if let Some(wrong) = text.strip_prefix(WRONG_QUERY) {
        Refusal::wrong(format!("what stands behind the ? of the address is wrong: {wrong}"))
    } else if text.is_empty() {
        Refusal::new(status, format!("{} can't be asked for so", uri.path()))
    } else {
        Refusal::new(status, text)
    };
    let is_of_programs = uri.path().starts_with("/api/");
    let mut refused = if is_of_programs {
        refusal.into_response()
    } else {
        (status, refusal.message).into_response()
    };
    if let Some(allowed) = parts.headers.get(header::ALLOW) {
        refused.headers_mut().insert(header::ALLOW, allowed.clone());
    }
    refused
}

/// What a handler gives.
pub(crate) type Answer<T> = Result<T, Refusal>;
