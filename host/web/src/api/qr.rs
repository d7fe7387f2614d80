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
pub(crate) struct Destination {
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
    Query(destination): Query<Destination>,
) -> Answer<Json<Invitation>> {
    destination.invitation(&shared).map(Json)
}

/// The same address as a picture.
pub(crate) async fn code(
    State(shared): State<Shared>,
    Query(destination): Query<Destination>,
) -> Result<Response, Refusal> {
    let picture = picture(&destination.invitation(&shared)?.address)?;
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], picture).into_response())
}

impl Destination {
    /// Others reach the server as the page was reached, unless that is only this machine's own name for itself. A token
    /// goes along, so that they are let in.
    fn invitation(&self, shared: &Shared) -> Answer<Invitation> {
        if self.path.len() > LONGEST_PATH {
            return Err(Refusal::wrong("the path is too long"));
        }
        // As the page was reached, where that is a name of this server's.
        let own = Some(self.origin.trim_end_matches('/')).filter(|origin| {
            let reached = origin.split_once("://");
            reached.is_some_and(|(scheme, host)| {
                matches!(scheme, "http" | "https") && shared.guard.answers_to(host)
            })
        });
        let addresses = || shared.addresses.iter().map(String::as_str);
        let is_for_others = |address: &&str| !is_loopback(host_of(address));
        let for_others = own.into_iter().chain(addresses()).find(is_for_others);
        let start = for_others.or(own).or(addresses().next()).unwrap_or_default();
        let (start, path) = (start.trim_end_matches('/'), self.path.trim_start_matches('/'));
        let mark = if path.contains('?') { '&' } else { '?' };
        let token = shared.guard.token.as_ref().map(|token| format!("{mark}token={token}"));
        let address = format!("{start}/{path}{}", token.unwrap_or_default());
        Ok(Invitation { address, only_here: for_others.is_none() })
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
