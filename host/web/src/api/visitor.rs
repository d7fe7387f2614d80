//! Who asks, as the handlers get it; and what every request of a visitor goes through first.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv6Addr};

use axum::extract::{FromRequestParts, Request, State};
use axum::http::HeaderValue;
use axum::http::header::SET_COOKIE;
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::Shared;
use crate::client::Client;
use crate::guard::Peer;
use crate::limits::Act;
use crate::owner::Owner;
use crate::visitors::Visitor;

/// Finds out who asks, and has a new browser keep its key.
pub(crate) async fn recognised(
    State(shared): State<Shared>,
    mut request: Request,
    next: Next,
) -> Response {
    let unknown = IpAddr::V6(Ipv6Addr::UNSPECIFIED);
    let address = request.extensions().get::<Peer>().map_or(unknown, |peer| peer.0);
    let (visitor, cookie) = match shared.visitors.recognise(address, request.headers()) {
        Ok(known) => known,
        Err(refusal) => return refusal.into_response(),
    };
    request.extensions_mut().insert(visitor);
    let mut response = next.run(request).await;
    if let Some(Ok(cookie)) = cookie.map(|cookie| HeaderValue::from_str(&cookie)) {
        response.headers_mut().append(SET_COOKIE, cookie);
    }
    response
}

/// Holds visitors to what they may do of this kind.
pub(crate) async fn limited(
    State((shared, act)): State<(Shared, Act)>,
    client: Client,
    request: Request,
    next: Next,
) -> Response {
    match shared.limits.act(act, &client) {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    }
}

fn visitor(parts: &Parts) -> Visitor {
    let known = parts.extensions.get::<Visitor>().cloned();
    // Everybody is recognised before; nobody owns nothing.
    known.unwrap_or(Visitor { owner: Owner::Person(String::new()), client: Client::NOBODY })
}

impl<S: Sync> FromRequestParts<S> for Owner {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Owner, Infallible> {
        Ok(visitor(parts).owner)
    }
}

impl<S: Sync> FromRequestParts<S> for Client {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Client, Infallible> {
        Ok(visitor(parts).client)
    }
}
