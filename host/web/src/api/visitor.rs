//! Who asks: this machine's user, or somebody from elsewhere whose browser keeps a key.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::header::SET_COOKIE;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};

use super::Shared;
use crate::client::Client;
use crate::guard::{Peer, cookies};
use crate::key;
use crate::owner::Owner;

/// How long browsers keep their key, in seconds.
const MAX_AGE: u32 = 366 * 24 * 60 * 60;

/// Somebody who asks for bots.
pub(crate) struct Visitor {
    /// What they own.
    pub owner: Owner,
    /// What has their browser keep its key, where it has none yet.
    cookie: Option<String>,
}

impl Visitor {
    /// An answer after which the browser is known again. Only those who leave something here need be.
    pub(crate) fn remembered(self, answer: impl IntoResponse) -> Response {
        let cookie = self.cookie.map(|cookie| [(SET_COOKIE, cookie)]);
        match cookie {
            Some(cookie) => (cookie, answer).into_response(),
            None => answer.into_response(),
        }
    }
}

impl FromRequestParts<Shared> for Visitor {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, shared: &Shared) -> Result<Visitor, Response> {
        let peer = parts.extensions.get::<Peer>();
        if peer.is_some_and(|peer| shared.visitors.is_user(peer.0)) {
            return Ok(Visitor { owner: Owner::User, cookie: None });
        }
        let cookie = &shared.visitors.cookie;
        let known = cookies(&parts.headers, cookie).find(|value| is_key(value));
        if let Some(known) = known {
            return Ok(Visitor { owner: Owner::Person(known.to_owned()), cookie: None });
        }
        let new = key::key().map_err(IntoResponse::into_response)?;
        let line = format!("{cookie}={new}; Path=/; HttpOnly; SameSite=Lax; Max-Age={MAX_AGE}");
        Ok(Visitor { owner: Owner::Person(new), cookie: Some(line) })
    }
}

impl FromRequestParts<Shared> for Client {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, shared: &Shared) -> Result<Client, Infallible> {
        let peer = parts.extensions.get::<Peer>().map(|peer| peer.0);
        let key = || cookies(&parts.headers, &shared.visitors.cookie).find(|value| is_key(value));
        Ok(shared.visitors.client(peer, key))
    }
}

/// Whether a text can be a key that was given here.
fn is_key(text: &str) -> bool {
    text.len() == 32 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}
