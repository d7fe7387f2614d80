//! Why somebody does not get what was asked for: a status, and a sentence that says the way out.

use std::fmt::Display;

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use crate::protocol::{ErrorBody, QueryFault};

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

/// What a handler gives.
pub(crate) type Answer<T> = Result<T, Refusal>;
