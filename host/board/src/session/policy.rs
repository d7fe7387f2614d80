//! What a player's query may do besides reading the board. Reading the text is the guard's work.

use std::fmt;
use std::str::FromStr;

/// What a player's query may do. By itself it may read the graph with plain Cypher, and nothing else.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Policy {
    allowed: Vec<String>,
    trust: bool,
}

/// Procedures and functions that a user allows by `--allow WHAT`: their names, where a `*` at the end stands for
/// anything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allow {
    names: Vec<String>,
}

impl Allow {
    /// The names.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }
}

/// A text that allows nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseAllowError(String);

impl fmt::Display for ParseAllowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "cannot allow {:?}; write the name of a procedure or function, 'genai.*' for all that \
             begin so, or \"ai\" for the AI procedures; --trust-queries lets through everything that \
             only reads",
            self.0
        )
    }
}

impl std::error::Error for ParseAllowError {}

impl FromStr for Allow {
    type Err = ParseAllowError;

    fn from_str(text: &str) -> Result<Allow, ParseAllowError> {
        match text.trim() {
            // What only a server can read is for those who are trusted, whatever an older plan may say.
            "unknown" => Err(ParseAllowError(text.to_owned())),
            "ai" => Ok(Allow { names: vec!["genai.*".into(), "ai.*".into()] }),
            name => {
                let stem = name.strip_suffix('*').unwrap_or(name);
                let readable = |c: char| c.is_alphanumeric() || matches!(c, '.' | '_');
                // A lone star would allow everything; that is what trusting is for.
                if stem.is_empty() || !stem.chars().all(readable) {
                    return Err(ParseAllowError(text.to_owned()));
                }
                Ok(Allow { names: vec![name.to_lowercase()] })
            }
        }
    }
}

impl Policy {
    /// Allows one more thing.
    pub fn allow(&mut self, what: Allow) {
        self.allowed.extend(what.names);
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
    }

    #[test]
    fn a_lone_star_allows_nothing() {
        assert!("*".parse::<Allow>().is_err());
        assert!("unknown".parse::<Allow>().is_err());
        assert!("apoc load".parse::<Allow>().is_err());
    }
}
