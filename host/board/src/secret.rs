//! Passwords and keys, as a type that cannot be printed. What may quote one by accident goes through
//! [`Secret::redact`] before anybody sees it.

use std::borrow::Cow;
use std::fmt;

/// What stands where a secret stood.
const HIDDEN: &str = "***";

/// A text that is never printed, logged or stored.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Takes a text as a secret.
    pub fn new(text: impl Into<String>) -> Secret {
        Secret(text.into())
    }

    /// The text itself, for the one place that must have it.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The text without this secret in it. An empty secret hides nothing.
    #[must_use]
    pub fn redact<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if self.0.is_empty() || !text.contains(&self.0) {
            return Cow::Borrowed(text);
        }
        Cow::Owned(text.replace(&self.0, HIDDEN))
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(HIDDEN)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_not_printed_and_is_taken_out_of_what_quotes_it() {
        let key = Secret::new("sk-proj-1");
        assert_eq!(format!("{key:?}"), "***");
        assert_eq!(key.redact("bad key sk-proj-1!"), "bad key ***!");
        assert_eq!(Secret::default().redact("as it was"), "as it was");
    }
}
