//! An address as a picture that phones read.

use std::fmt::Write;

use axum::extract::{Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use qrcode::{Color, QrCode};
use serde::Deserialize;

use super::Shared;
use crate::refusal::Refusal;

/// The margin around the code, which readers need, in modules.
const MARGIN: usize = 4;
/// The longest path.
const LONGEST_PATH: usize = 200;

/// An address of this server.
#[derive(Deserialize)]
pub(crate) struct Address {
    #[serde(default)]
    path: String,
}

/// The code of an address of this server. A token goes along, so that the phone is let in.
pub(crate) async fn code(
    State(shared): State<Shared>,
    Query(address): Query<Address>,
) -> Result<Response, Refusal> {
    if address.path.len() > LONGEST_PATH {
        return Err(Refusal::wrong("the path is too long"));
    }
    let path = address.path.trim_start_matches('/');
    let start = shared.addresses.first().map(String::as_str).unwrap_or_default();
    let token = shared.token.as_ref().map(|token| format!("?token={token}")).unwrap_or_default();
    let picture = picture(&format!("{start}{path}{token}"))?;
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], picture).into_response())
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
