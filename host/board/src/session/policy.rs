//! What a player's query may do besides reading the board. Reading the text is the guard's work.

use std::fmt;
use std::str::FromStr;

/// What a player's query may do. By itself it may read the graph with plain Cypher, and nothing else.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Policy {
    allowed: Vec<String>,
    unknown: bool,
    trust: bool,
}

/// One thing that a user allows: `--allow WHAT`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Allow {
    /// Procedures and functions of these names; a `*` at the end stands for anything.
    Names(Vec<String>),
    /// Queries that the front end can't read, but the server perhaps can.
    Unknown,
}

/// A text that allows nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseAllowError(String);

impl fmt::Display for ParseAllowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "cannot allow {:?}; write the name of a procedure or function, 'genai.*' for all that \
             begin so, \"ai\" for the AI procedures, or \"unknown\" for queries that only the server \
             can read",
            self.0
        )
    }
}

impl std::error::Error for ParseAllowError {}

impl FromStr for Allow {
    type Err = ParseAllowError;

    fn from_str(text: &str) -> Result<Allow, ParseAllowError> {
        match text.trim() {
            "unknown" => Ok(Allow::Unknown),
            "ai" => Ok(Allow::Names(vec!["genai.*".into(), "ai.*".into()])),
            name => {
                let stem = name.strip_suffix('*').unwrap_or(name);
                let readable = |c: char| c.is_alphanumeric() || matches!(c, '.' | '_');
                // A lone star would allow everything; that is what trusting is for.
                if stem.is_empty() || !stem.chars().all(readable) {
                    return Err(ParseAllowError(text.to_owned()));
                }
                Ok(Allow::Names(vec![name.to_lowercase()]))
            }
        }
    }
}

impl Policy {
    /// Allows one more thing.
    pub fn allow(&mut self, what: Allow) {
        match what {
            Allow::Names(names) => self.allowed.extend(names),
            Allow::Unknown => self.unknown = true,
        }
    }

    /// Allows all that a read-only transaction allows: for one's own players on one's own server.
    pub fn trust(&mut self) {
        self.trust = true;
    }

    /// Whether everything that a read-only transaction allows is allowed.
    #[must_use]
    pub(crate) fn trusts(&self) -> bool {
        self.trust
    }

    /// Whether a query that the front end can't read may be sent all the same.
    #[must_use]
    pub(crate) fn allows_unknown(&self) -> bool {
        self.unknown || self.trust
    }

    /// Whether a procedure or function of this name may be called.
    #[must_use]
    pub(crate) fn allows_name(&self, name: &str) -> bool {
        self.trust || self.allows_key_in(name)
    }

    /// Whether a procedure or function of this name may get the key: only where the user has named it. Trust opens
    /// calls, of which there may be some that give back what they get.
    #[must_use]
    pub(crate) fn allows_key_in(&self, name: &str) -> bool {
        let name = name.to_lowercase();
        self.allowed.iter().any(|pattern| match pattern.strip_suffix('*') {
            Some(stem) => name.starts_with(stem),
            None => name == *pattern,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn policy(allowed: &[&str]) -> Policy {
        let mut policy = Policy::default();
        for text in allowed {
            policy.allow(text.parse().unwrap());
        }
        policy
    }

    #[test]
    fn names_are_allowed_one_by_one_or_by_their_beginning() {
        let policy = policy(&["apoc.text.*", "ai"]);
        assert!(policy.allows_name("apoc.text.join"));
        assert!(policy.allows_name("genai.vector.encode"));
        assert!(policy.allows_name("GenAI.Vector.Encode"));
        assert!(!policy.allows_name("apoc.load.json"));
        assert!(!policy.allows_name("apoc.textual"));
        assert!(!policy.allows_unknown());
    }

    #[test]
    fn a_lone_star_allows_nothing() {
        assert!("*".parse::<Allow>().is_err());
        assert!("apoc load".parse::<Allow>().is_err());
    }
}
