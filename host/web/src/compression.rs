//! Answers that are worth it go out compressed. The page's own files are compressed when the host is built, and come
//! by here as they are.

use std::io::Write;

use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;
use flate2::Compression;
use flate2::write::GzEncoder;

/// What fits into one packet gains nothing.
const LEAST_BYTES: usize = 1200;
/// What handlers answer is bounded; nothing of this size is one of theirs.
const MOST_BYTES: usize = 64 << 20;

/// Whether a visitor takes what is compressed.
pub(crate) fn takes_gzip(headers: &HeaderMap) -> bool {
    let named = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    named.is_some_and(|named| {
        named.split(',').any(|one| one.trim().split(';').next() == Some("gzip"))
    })
}

/// Compresses what a handler answers, where the visitor takes that.
pub(crate) async fn compressed(request: Request, next: Next) -> Response {
    let takes = takes_gzip(request.headers());
    let response = next.run(request).await;
    let headers = response.headers();
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let is_text =
        kind.is_some_and(|kind| kind.starts_with("application/json") || kind.starts_with("text/"));
    if !takes || !is_text || headers.contains_key(header::CONTENT_ENCODING) {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let Ok(bytes) = to_bytes(body, MOST_BYTES).await else {
        return Response::from_parts(parts, Body::empty());
    };
    let Some(packed) = packed(&bytes) else {
        return Response::from_parts(parts, Body::from(bytes));
    };
    parts.headers.remove(header::CONTENT_LENGTH);
    parts.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    parts.headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    Response::from_parts(parts, Body::from(packed))
}

/// The same compressed, where that is worth it.
pub(crate) fn packed(bytes: &[u8]) -> Option<Vec<u8>> {
    if bytes.len() < LEAST_BYTES {
        return None;
    }
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).ok()?;
    encoder.finish().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_a_visitor_takes_and_what_is_long_is_compressed() {
        let takes = |text: &'static str| {
            let value = HeaderValue::from_static(text);
            takes_gzip(&HeaderMap::from_iter([(header::ACCEPT_ENCODING, value)]))
        };
        assert!(
            takes("gzip")
                && takes("br, gzip;q=0.5")
                && !takes("br")
                && !takes_gzip(&HeaderMap::new())
        );
        assert_eq!(packed(b"short"), None);
        let long = packed(&[b'a'; 10_000]);
        assert!(long.is_some_and(|long| long.len() < 200));
    }
}
