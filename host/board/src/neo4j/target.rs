//! Where a Neo4j is and who asks: the URI as users write it, read once. Nothing here connects.

use std::fmt;
use std::path::PathBuf;

use crate::secret::Secret;

/// Neo4j's port, where the URI names none.
const PORT: u16 = 7687;

/// A database on a server, and who asks.
#[derive(Clone, Debug)]
pub struct Target {
    /// Where the server is and how it is spoken to.
    pub uri: Uri,
    /// The user's name.
    pub user: String,
    /// The user's password.
    pub password: Secret,
    /// The database; the user's home database where there is no name.
    pub database: Option<String>,
    /// A file with the certificates of those that may vouch for the server, instead of the system's.
    pub ca: Option<PathBuf>,
}

impl Target {
    /// Which database this is, for people.
    #[must_use]
    pub fn name(&self) -> String {
        match &self.database {
            Some(database) => format!("the database {database} at {}", self.uri),
            None => format!("the home database of {} at {}", self.user, self.uri),
        }
    }
}

/// The address of a Neo4j server, such as `neo4j+s://host:7687`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Uri {
    text: String,
    /// Whether the server is one of several, so that the one that writes has to be asked for.
    pub routed: bool,
    /// Whether and how the way is encrypted.
    pub tls: Tls,
    /// The server's name or address.
    pub host: String,
    /// Its Bolt port.
    pub port: u16,
}

/// Whether and how the way to a server is encrypted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tls {
    /// Not at all.
    None,
    /// With a certificate that somebody trusted vouches for.
    Verified,
    /// With any certificate: nobody can listen, but anybody can pretend to be the server.
    Any,
}

/// A text that is no address of a Neo4j server, and what to write instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UriError(String);

impl fmt::Display for UriError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for UriError {}

impl fmt::Display for Uri {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Uri {
    /// Reads a URI. Without a scheme it is a plain connection to one server.
    ///
    /// # Errors
    /// What is wrong with it and what to write instead.
    pub fn parse(text: &str) -> Result<Uri, UriError> {
        let (scheme, rest) = text.trim().split_once("://").unwrap_or(("bolt", text.trim()));
        let scheme = scheme.to_ascii_lowercase();
        let (routed, tls) = read_scheme(&scheme, rest)?;
        let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
        if let Some((_, server)) = authority.rsplit_once('@') {
            return Err(UriError(format!(
                "a URI can't hold a name or a password; write {scheme}://{server} and give user and \
                 password as arguments of their own"
            )));
        }
        let (host, port) = read_authority(authority)
            .ok_or_else(|| UriError(format!("no host and port in {text:?}; write {EXAMPLE}")))?;
        let bracketed = if host.contains(':') { format!("[{host}]") } else { host.clone() };
        Ok(Uri { text: format!("{scheme}://{bracketed}:{port}"), routed, tls, host, port })
    }

    /// The same server kind at another address, as a cluster names its members.
    #[must_use]
    pub(crate) fn moved_to(&self, address: &str) -> Option<Uri> {
        let (scheme, _) = self.text.split_once("://")?;
        Uri::parse(&format!("{scheme}://{address}")).ok()
    }

    /// The address as the cluster itself would write it.
    pub(crate) fn address(&self) -> String {
        self.text.split_once("://").map(|(_, rest)| rest.to_owned()).unwrap_or_default()
    }
}

const EXAMPLE: &str =
    "neo4j://localhost:7687, or neo4j+s://NAME.databases.neo4j.io for an encrypted one";

fn read_scheme(scheme: &str, rest: &str) -> Result<(bool, Tls), UriError> {
    let (name, suffix) = scheme.split_once('+').unwrap_or((scheme, ""));
    let routed = match name {
        "bolt" => false,
        "neo4j" => true,
        "http" | "https" => {
            let host = rest.split([':', '/']).next().unwrap_or_default();
            let secure = if name == "https" { "+s" } else { "" };
            return Err(UriError(format!(
                "{name}:// is the address of Neo4j's browser; write neo4j{secure}://{host}:{PORT}, the \
                 address of its Bolt port"
            )));
        }
        _ => return Err(UriError(format!("no scheme \"{scheme}\"; write {EXAMPLE}"))),
    };
    let tls = match suffix {
        "" if !scheme.ends_with('+') => Tls::None,
        "s" => Tls::Verified,
        "ssc" => Tls::Any,
        _ => {
            return Err(UriError(format!(
                "no scheme \"{scheme}\"; {name}, {name}+s (encrypted) and {name}+ssc (encrypted, any \
                 certificate) are there"
            )));
        }
    };
    Ok((routed, tls))
}

fn read_authority(text: &str) -> Option<(String, u16)> {
    let (host, port) = match text.strip_prefix('[') {
        Some(rest) => {
            let (host, after) = rest.split_once(']')?;
            host.parse::<std::net::Ipv6Addr>().ok()?;
            match after {
                "" => (host, None),
                _ => (host, Some(after.strip_prefix(':')?)),
            }
        }
        None => match text.split_once(':') {
            Some((host, port)) => (host, Some(port)),
            None => (text, None),
        },
    };
    let readable = |c: char| !c.is_whitespace() && !c.is_control() && c != '\\';
    if host.is_empty() || !host.chars().all(readable) {
        return None;
    }
    let port = match port {
        None => PORT,
        Some(port) => port.parse().ok().filter(|&port| port != 0)?,
    };
    Some((host.to_owned(), port))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_scheme_says_whether_it_is_encrypted() {
        for (text, routed, tls) in [
            ("bolt://h", false, Tls::None),
            ("bolt+s://h:7687", false, Tls::Verified),
            ("bolt+ssc://h:7687", false, Tls::Any),
            ("neo4j://h", true, Tls::None),
            ("neo4j+s://h", true, Tls::Verified),
            ("NEO4J+SSC://h/", true, Tls::Any),
            ("h", false, Tls::None),
        ] {
            let uri = Uri::parse(text).unwrap();
            assert_eq!((uri.routed, uri.tls), (routed, tls), "{text}");
            assert_eq!((uri.host.as_str(), uri.port), ("h", 7687), "{text}");
        }
    }

    #[test]
    fn an_ipv6_address_keeps_its_brackets() {
        let uri = Uri::parse("bolt://[::1]:7000").unwrap();
        assert_eq!((uri.host.as_str(), uri.port), ("::1", 7000));
        assert_eq!(uri.to_string(), "bolt://[::1]:7000");
    }

    #[test]
    fn the_browsers_address_is_told_what_to_write_instead() {
        let said = Uri::parse("http://localhost:7474/browser").unwrap_err().to_string();
        assert!(said.contains("neo4j://localhost:7687"), "{said}");
        let said = Uri::parse("https://db.example.org").unwrap_err().to_string();
        assert!(said.contains("neo4j+s://db.example.org:7687"), "{said}");
    }

    #[test]
    fn a_password_in_a_uri_is_refused_and_not_repeated() {
        let said = Uri::parse("neo4j://neo4j:secret@h").unwrap_err().to_string();
        assert!(!said.contains("secret") && said.contains("neo4j://h"), "{said}");
    }

    #[test]
    fn what_is_no_address_is_refused() {
        for text in [
            "",
            "bolt://",
            "bolt://:7687",
            "bolt://h:0",
            "bolt://h:99999",
            "ftp://h",
            "neo4j+x://h",
        ] {
            assert!(Uri::parse(text).is_err(), "{text}");
        }
    }
}
