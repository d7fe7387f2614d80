//! Answers that are worth it go out compressed. The page's own files are compressed when the host is built, and come
//! by here as they are.

use std::io::Write;

use axum::body::{Body, Bytes, HttpBody, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use tokio::task::spawn_blocking;

use crate::refusal::Refusal;

/// What fits into one packet gains nothing.
const LEAST_BYTES: usize = 1200;
/// What takes longer to compress than others should wait for it is not compressed on a thread that serves all visitors.
const MOST_AT_ONCE: usize = 128 << 10;
/// What is longer goes out as it is.
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
    // What comes piece by piece is not waited for.
    let length = response.body().size_hint().exact().and_then(|length| length.try_into().ok());
    if !length.is_some_and(|length: usize| (LEAST_BYTES..=MOST_BYTES).contains(&length)) {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let bytes = match to_bytes(body, MOST_BYTES).await {
        Ok(bytes) => bytes,
        Err(error) => return Refusal::broken(error).into_response(),
    };
    let Some(packed) = packed_in_its_place(bytes.clone()).await else {
        return Response::from_parts(parts, Body::from(bytes));
    };
    parts.headers.remove(header::CONTENT_LENGTH);
    parts.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    parts.headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    Response::from_parts(parts, Body::from(packed))
}

/// Compresses what is long beside the threads that serve all visitors.
async fn packed_in_its_place(bytes: Bytes) -> Option<Vec<u8>> {
    if bytes.len() <= MOST_AT_ONCE {
        return packed(&bytes);
    }
    spawn_blocking(move || packed(&bytes)).await.ok().flatten()
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
    #![allow(clippy::unwrap_used, reason = "a test may unwrap")]

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

    #[tokio::test]
    async fn what_is_long_comes_back_whole_however_it_was_compressed() {
        use std::io::Read;
        for length in [MOST_AT_ONCE, MOST_AT_ONCE + 1, 4 << 20] {
            let text: Vec<u8> = (0..length).map(|at| b'a' + (at % 23) as u8).collect();
            let packed = packed_in_its_place(Bytes::from(text.clone())).await.unwrap();
            let mut unpacked = Vec::new();
            flate2::read::GzDecoder::new(&packed[..]).read_to_end(&mut unpacked).unwrap();
            assert!(packed.len() < length && unpacked == text);
        }
    }
}
