//! The files of the page, as they lie in the binary, and how a browser gets them: compressed where it takes that, and
//! kept for good where their names change with what is in them.

use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

use crate::compression::takes_gzip;
use crate::refusal::Refusal;

/// A file of the page.
struct File {
    /// Its name below `/page/`.
    name: &'static str,
    plain: &'static [u8],
    gzip: &'static [u8],
}

static FILES: &[File] = &include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// The page itself, with the first view.
pub(crate) async fn page(headers: HeaderMap) -> Response {
    give("index.html", &headers)
}

/// The same for a game that is being played.
pub(crate) async fn game(headers: HeaderMap) -> Response {
    give("game.html", &headers)
}

/// The same for every other view, whatever its address says is to be seen.
pub(crate) async fn view(headers: HeaderMap) -> Response {
    give("views.html", &headers)
}

/// One of the page's files.
pub(crate) async fn file(Path(name): Path<String>, headers: HeaderMap) -> Response {
    give(&name, &headers)
}

/// What there is at an address that leads nowhere: the page, which says so, or for a program a refusal.
pub(crate) async fn nowhere(uri: Uri, headers: HeaderMap) -> Response {
    nothing("index.html", &uri, headers)
}

/// The same where the page is another one.
pub(crate) fn nothing(page: &str, uri: &Uri, headers: HeaderMap) -> Response {
    if uri.path().starts_with("/api/") {
        return Refusal::missing(format!("there is nothing at {}", uri.path())).into_response();
    }
    let mut headers = headers;
    headers.remove(header::IF_NONE_MATCH);
    let mut response = give(page, &headers);
    *response.status_mut() = StatusCode::NOT_FOUND;
    response
}

/// One of the page's files by its name.
pub(crate) fn give(name: &str, headers: &HeaderMap) -> Response {
    let Some(file) = FILES.iter().find(|file| file.name == name) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let tag = format!("\"{:016x}\"", fingerprint(file.plain));
    let known = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known == tag.as_str());
    let has_version = name.contains('-');
    let lasting = if has_version { "public, max-age=31536000, immutable" } else { "no-cache" };
    let about = [
        (header::ETAG, tag),
        (header::CACHE_CONTROL, lasting.to_owned()),
        (header::VARY, "accept-encoding".to_owned()),
    ];
    if known {
        return (StatusCode::NOT_MODIFIED, about).into_response();
    }
    let kind = [(header::CONTENT_TYPE, media_type(name))];
    if takes_gzip(headers) {
        return (about, kind, [(header::CONTENT_ENCODING, "gzip")], file.gzip).into_response();
    }
    (about, kind, file.plain).into_response()
}

fn media_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        _ => "application/octet-stream",
    }
}

/// Tells versions of a file apart (FNV-1a).
fn fingerprint(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may unwrap")]

    use super::*;

    #[test]
    fn all_that_the_first_view_needs_is_small_and_comes_in_few_files() {
        let named = |begin: &str| FILES.iter().find(|file| file.name.starts_with(begin)).unwrap();
        let first = ["index", "main-", "style-", "icons/icon"].map(named);
        let bytes: usize = first.iter().map(|file| file.gzip.len()).sum();
        assert!(bytes < 45_000, "the files of the first view have {bytes} bytes");
        let page = std::str::from_utf8(named("index").plain).unwrap();
        for file in first.iter().skip(1) {
            assert!(page.contains(file.name), "the page does not name {}", file.name);
        }
    }

    #[test]
    fn a_game_comes_in_few_bytes_too_and_its_script_with_the_page() {
        let named = |begin: &str| FILES.iter().find(|file| file.name.starts_with(begin)).unwrap();
        let files = ["game.html", "main-", "game-", "style-", "icons/icon"].map(named);
        let bytes: usize = files.iter().map(|file| file.gzip.len()).sum();
        assert!(bytes < 60_000, "the files of a game have {bytes} bytes");
        let page = std::str::from_utf8(files[0].plain).unwrap();
        assert!(
            page.contains(&format!("modulepreload\" href=\"/page/{}", files[2].name)),
            "{page}"
        );
    }

    #[test]
    fn the_ladder_comes_with_its_editor_in_few_bytes() {
        let begins =
            ["ladder/index", "ladder-main-", "ladder-views-", "ladder-style-", "icons/icon"];
        let named = |begin: &str| FILES.iter().find(|file| file.name.starts_with(begin)).unwrap();
        let bytes: usize = begins.map(named).iter().map(|file| file.gzip.len()).sum();
        assert!(bytes < 60_000, "the files of the ladder's first view have {bytes} bytes");
    }

    #[test]
    fn what_is_compressed_is_what_it_was() {
        use std::io::Read;
        for file in FILES {
            let mut text = Vec::new();
            flate2::read::GzDecoder::new(file.gzip).read_to_end(&mut text).unwrap();
            assert!(text == file.plain, "{}", file.name);
        }
    }
}
