//! Who may talk to the server at all: which names it answers to, which pages may speak for their visitors, and
//! the token that others than this machine need. Headers that keep a browser safe are put on every answer.

use std::net::{IpAddr, SocketAddr};

use axum::extract::{Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::key;
use crate::refusal::Refusal;

/// How the name of the cookie that carries the token begins. The port is its end, since browsers give a cookie to
/// all ports of a machine.
const COOKIE: &str = "othello_token_";

/// Nothing but our own files, and no way to make code of a text.
const CONTENT_SECURITY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; \
    form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'";

/// Where a request comes from: the other end of its connection, or whom a proxy there speaks for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub IpAddr);

/// The header in which proxies note whom they speak for, each behind those before it.
const FORWARDED_FOR: &str = "x-forwarded-for";

/// Who may talk to the server.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    /// Where it listens.
    pub address: SocketAddr,
    /// Names that it answers to beside its addresses: its own, or that of a proxy before it.
    pub names: Vec<String>,
    /// What others than this machine must know.
    pub token: Option<String>,
}

impl Guard {
    /// Whom a proxy on this machine speaks for: the last one that is named, since whoever asks may have named any others
    /// before. Where nobody said that there is a proxy, and from elsewhere, the header is anybody's word.
    fn spoken_for(&self, peer: Peer, headers: &HeaderMap) -> Option<Peer> {
        if self.names.is_empty() || !peer.0.is_loopback() {
            return None;
        }
        let line = headers.get_all(FORWARDED_FOR).iter().next_back()?.to_str().ok()?;
        let last = line.rsplit(',').next()?.trim();
        let address = last.parse::<SocketAddr>().map(|address| address.ip());
        let address = address.or_else(|_| last.trim_matches(['[', ']']).parse()).ok()?;
        Some(Peer(address.to_canonical()))
    }

    /// Whether a Host header names this server. A page of somebody else whose name leads here by a trick in
    /// its name server still sends its own name.
    pub(crate) fn answers_to(&self, host: &str) -> bool {
        let Ok(authority) = host.parse::<Authority>() else { return false };
        if authority.as_str().contains('@') {
            return false;
        }
        let name = authority.host();
        if self.names.iter().any(|known| known.eq_ignore_ascii_case(name)) {
            return true;
        }
        if name.eq_ignore_ascii_case("localhost") {
            return self.port_is(&authority) && self.is_reached_by_loopback();
        }
        let Ok(ip) = name.trim_matches(['[', ']']).parse::<IpAddr>() else { return false };
        let own = self.address.ip();
        self.port_is(&authority)
            && (own.is_unspecified() || own == ip || ip.is_loopback() && own.is_loopback())
    }

    /// Whether a request names this server and none beside it, which a proxy might have judged it by: in one header, and
    /// in its address where a server stands there.
    fn is_meant_by(&self, request: &Request) -> bool {
        let mut hosts = request.headers().get_all(header::HOST).iter();
        let (Some(host), None) = (hosts.next(), hosts.next()) else { return false };
        let in_address = request.uri().authority().map(Authority::as_str);
        host.to_str().is_ok_and(|host| self.answers_to(host))
            && in_address.is_none_or(|host| self.answers_to(host))
    }

    fn port_is(&self, authority: &Authority) -> bool {
        authority.port_u16().unwrap_or(80) == self.address.port()
    }

    fn is_reached_by_loopback(&self) -> bool {
        let ip = self.address.ip();
        ip.is_loopback() || ip.is_unspecified()
    }

    /// Whether what a browser says of where a request comes from is this server's own page.
    fn is_own_page(&self, headers: &HeaderMap) -> bool {
        let Some(origin) = headers.get(header::ORIGIN) else {
            // Browsers say it wherever it matters; other programs need not.
            let site = headers.get("sec-fetch-site").and_then(|site| site.to_str().ok());
            return site.is_none_or(|site| site != "cross-site" && site != "same-site");
        };
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
        let origin = origin.to_str().ok().and_then(|origin| origin.parse::<Uri>().ok());
        match (origin.as_ref().and_then(Uri::authority), host) {
            (Some(origin), Some(host)) => origin.as_str().eq_ignore_ascii_case(host),
            _ => false,
        }
    }

    /// Whether the visitor knows the token.
    fn is_let_in(&self, headers: &HeaderMap) -> bool {
        let Some(token) = &self.token else { return true };
        cookies(headers, &self.cookie()).any(|value| key::same(value, token))
    }

    fn cookie(&self) -> String {
        format!("{COOKIE}{}", self.address.port())
    }

    /// The address without the token in it, for a visitor who has just shown the right one.
    fn shown_token(&self, uri: &Uri) -> Option<String> {
        let token = self.token.as_ref()?;
        let query = uri.query()?;
        let shown =
            |pair: &str| pair.strip_prefix("token=").is_some_and(|one| key::same(one, token));
        if !query.split('&').any(shown) {
            return None;
        }
        let rest: Vec<_> = query.split('&').filter(|pair| !pair.starts_with("token=")).collect();
        let mark = if rest.is_empty() { "" } else { "?" };
        // Two slashes at the beginning would lead to another server.
        let path = format!("/{}", uri.path().trim_start_matches('/'));
        Some(format!("{path}{mark}{}", rest.join("&")))
    }
}

/// The values of the cookies of this name: a browser may have several.
pub(crate) fn cookies<'h>(headers: &'h HeaderMap, name: &str) -> impl Iterator<Item = &'h str> {
    let lines = headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
    let pairs = lines.flat_map(|line| line.split(';')).filter_map(|one| one.split_once('='));
    pairs.filter(move |(known, _)| known.trim() == name).map(|(_, value)| value.trim())
}

/// Lets a request through, or refuses it; and puts the headers on whatever comes back.
pub(crate) async fn guarded(
    State(guard): State<Guard>,
    mut request: Request,
    next: Next,
) -> Response {
    let peer = request.extensions().get::<Peer>().copied();
    if let Some(peer) = peer.and_then(|peer| guard.spoken_for(peer, request.headers())) {
        request.extensions_mut().insert(peer);
    }
    let mut response = match judge(&guard, &request) {
        Ok(()) => next.run(request).await,
        Err(response) => *response,
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    let uncached = HeaderValue::from_static("no-store");
    headers.entry(header::CACHE_CONTROL).or_insert(uncached);
    response
}

fn judge(guard: &Guard, request: &Request) -> Result<(), Box<Response>> {
    let refuse = |status, why: &str| Err(Box::new(Refusal::new(status, why).into_response()));
    let headers = request.headers();
    if !guard.is_meant_by(request) {
        let why = "this server does not answer to that name; start it with --host-name NAME";
        return refuse(StatusCode::FORBIDDEN, why);
    }
    let reads = request.method() == Method::GET || request.method() == Method::HEAD;
    let connects = headers.contains_key(header::UPGRADE);
    if (!reads || connects) && !guard.is_own_page(headers) {
        return refuse(StatusCode::FORBIDDEN, "this comes from another server's page");
    }
    if let Some(rest) = guard.shown_token(request.uri()) {
        return Err(Box::new(welcome(guard, &rest)));
    }
    if !guard.is_let_in(headers) {
        let why = "open the address with ?token=... that the server printed when it started";
        return refuse(StatusCode::UNAUTHORIZED, why);
    }
    Ok(())
}

/// Hands the token over to a cookie, so that it stands in no address any more.
fn welcome(guard: &Guard, rest: &str) -> Response {
    let token = guard.token.as_deref().unwrap_or_default();
    let name = guard.cookie();
    let cookie = format!("{name}={token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=2592000");
    let headers = [(header::LOCATION, rest.to_owned()), (header::SET_COOKIE, cookie)];
    (StatusCode::SEE_OTHER, headers).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guard(address: &str, names: &[&str]) -> Guard {
        let names = names.iter().map(|&name| name.to_owned()).collect();
        Guard { address: address.parse().unwrap(), names, token: None }
    }

    #[test]
    fn a_server_answers_to_its_own_names_and_ports_only() {
        let local = guard("127.0.0.1:7878", &["games.example"]);
        for host in ["127.0.0.1:7878", "localhost:7878", "LOCALHOST:7878", "games.example"] {
            assert!(local.answers_to(host), "{host}");
        }
        for host in
            ["evil.example:7878", "localhost:80", "192.168.1.2:7878", "", "a@localhost:7878"]
        {
            assert!(!local.answers_to(host), "{host}");
        }
        let open = guard("0.0.0.0:7878", &[]);
        assert!(open.answers_to("192.168.1.2:7878") && open.answers_to("[::1]:7878"));
        assert!(!open.answers_to("evil.example:7878"));
    }

    #[test]
    fn a_request_names_one_server() {
        let guard = guard("127.0.0.1:7878", &[]);
        let is_meant = |uri: &str, hosts: &[&str]| {
            let mut request = Request::builder().uri(uri);
            for host in hosts {
                request = request.header(header::HOST, *host);
            }
            guard.is_meant_by(&request.body(axum::body::Body::empty()).unwrap())
        };
        let (own, other) = ("127.0.0.1:7878", "evil.example:7878");
        assert!(is_meant("/", &[own]) && is_meant("http://localhost:7878/", &[own]));
        for hosts in [&[][..], &[other], &[own, other], &[other, own], &[own, own]] {
            assert!(!is_meant("/", hosts), "{hosts:?}");
        }
        assert!(
            !is_meant("http://evil.example:7878/", &[own])
                && !is_meant("http://localhost:7878/", &[other])
        );
    }

    #[test]
    fn a_proxy_on_this_machine_says_for_whom_it_speaks_and_nobody_else_does() {
        let ip = |text: &str| text.parse::<IpAddr>().unwrap();
        let spoken_for = |guard: &Guard, peer: &str, lines: &[&str]| {
            let mut headers = HeaderMap::new();
            for line in lines {
                headers.append(FORWARDED_FOR, line.parse().unwrap());
            }
            guard.spoken_for(Peer(ip(peer)), &headers).map(|peer| peer.0)
        };
        let behind = guard("127.0.0.1:7878", &["games.example"]);
        for (lines, last) in [
            (&["198.51.100.7"][..], "198.51.100.7"),
            (&["evil, 203.0.113.9 , 198.51.100.7"], "198.51.100.7"),
            (&["203.0.113.9", "198.51.100.7:4711"], "198.51.100.7"),
            (&["[2001:db8::1]:4711"], "2001:db8::1"),
            (&["[2001:db8::1]"], "2001:db8::1"),
            (&["::ffff:198.51.100.7"], "198.51.100.7"),
        ] {
            assert_eq!(spoken_for(&behind, "127.0.0.1", lines), Some(ip(last)), "{lines:?}");
            assert_eq!(spoken_for(&behind, "192.0.2.1", lines), None, "{lines:?}");
            let direct = guard("127.0.0.1:7878", &[]);
            assert_eq!(spoken_for(&direct, "127.0.0.1", lines), None, "{lines:?}");
        }
        for lines in [&[][..], &["unknown"], &["198.51.100.7, hidden"], &[""]] {
            assert_eq!(spoken_for(&behind, "127.0.0.1", lines), None, "{lines:?}");
        }
    }

    #[test]
    fn a_token_leaves_the_address_and_never_leads_elsewhere() {
        let token = Some("secret".to_owned());
        let guard = Guard { token, ..guard("127.0.0.1:7878", &[]) };
        let rest = |uri: &str| guard.shown_token(&uri.parse().unwrap());
        assert_eq!(rest("/game/x?a=1&token=secret&b=2").as_deref(), Some("/game/x?a=1&b=2"));
        assert_eq!(rest("//evil.example/?token=secret").as_deref(), Some("/evil.example/"));
        assert_eq!(rest("/?token=wrong"), None);
    }
}
