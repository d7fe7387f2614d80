//! The address that somebody else is sent, as a text and as a picture that phones read.

use std::fmt::Write;
use std::net::IpAddr;

use axum::Json;
use axum::extract::{Query, State};
use axum::http::header;
use axum::http::uri::Authority;
use axum::response::{IntoResponse, Response};
use qrcode::{Color, QrCode};
use serde::Deserialize;

use super::Shared;
use crate::protocol::Invitation;
use crate::refusal::{Answer, Refusal};

/// The margin around the code, which readers need, in modules.
const MARGIN: usize = 4;
/// The longest path.
const LONGEST_PATH: usize = 200;

/// A place on this server that somebody else is sent to.
#[derive(Deserialize)]
pub(crate) struct Place {
    /// Its path.
    #[serde(default)]
    path: String,
    /// How the page itself was reached: `https://games.example`.
    #[serde(default)]
    origin: String,
}

/// The address of a place for others, as a text to send.
pub(crate) async fn invitation(
    State(shared): State<Shared>,
    Query(place): Query<Place>,
) -> Answer<Json<Invitation>> {
    place.invitation(&shared).map(Json)
}

/// The same address as a picture.
pub(crate) async fn code(
    State(shared): State<Shared>,
    Query(place): Query<Place>,
) -> Result<Response, Refusal> {
    let picture = picture(&place.invitation(&shared)?.address)?;
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], picture).into_response())
}

impl Place {
    /// Others reach the server as the page was reached, unless that is only this machine's own name for itself. A token
    /// goes along, so that they are let in.
    fn invitation(&self, shared: &Shared) -> Answer<Invitation> {
        if self.path.len() > LONGEST_PATH {
            return Err(Refusal::wrong("the path is too long"));
        }
        let host = self
            .origin
            .split_once("://")
            .map(|(scheme, host)| (scheme, host.trim_end_matches('/')));
        let own = host.filter(|(scheme, host)| {
            matches!(*scheme, "http" | "https") && shared.guard.answers_to(host)
        });
        let shown = own.filter(|(_, host)| !is_loopback(host));
        let others = || shared.addresses.iter().find(|address| !is_loopback(host_of(address)));
        let (start, only_here) = match (shown, own) {
            (Some((scheme, host)), _) => (format!("{scheme}://{host}"), false),
            (None, own) => match (others(), own) {
                (Some(address), _) => (address.clone(), false),
                (None, Some((scheme, host))) => (format!("{scheme}://{host}"), true),
                (None, None) => (shared.addresses.first().cloned().unwrap_or_default(), true),
            },
        };
        let (start, path) = (start.trim_end_matches('/'), self.path.trim_start_matches('/'));
        let mark = if path.contains('?') { '&' } else { '?' };
        let token = shared.guard.token.as_ref().map(|token| format!("{mark}token={token}"));
        let address = format!("{start}/{path}{}", token.unwrap_or_default());
        Ok(Invitation { address, only_here })
    }
}

fn host_of(address: &str) -> &str {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    rest.split('/').next().unwrap_or_default()
}

/// Whether a host with its port is a machine's own name for itself.
fn is_loopback(host: &str) -> bool {
    let Ok(authority) = host.parse::<Authority>() else { return false };
    let name = authority.host().trim_matches(['[', ']']);
    name.eq_ignore_ascii_case("localhost")
        || name.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

/// An address as a picture.
pub(crate) fn picture(address: &str) -> Result<String, Refusal> {
    Ok(svg(&QrCode::new(address).map_err(Refusal::wrong)?))
}

fn svg(code: &QrCode) -> String {
    let width = code.width();
    let mut path = String::new();
    for (at, colour) in code.to_colors().into_iter().enumerate() {
        if colour == Color::Dark {
            // Writing to a string does not fail.
            let _ = write!(path, "M{} {}h1v1h-1z", at % width + MARGIN, at / width + MARGIN);
        }
    }
    let whole = width + 2 * MARGIN;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {whole} {whole}\" \
         shape-rendering=\"crispEdges\"><path fill=\"#fff\" d=\"M0 0h{whole}v{whole}H0z\"/>\
         <path d=\"{path}\"/></svg>"
    )
}
