//! A text that may be shown.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use othello_board::Secret;
use serde::{Serialize, Serializer};

use crate::json::Writer;

/// How many bytes the host may say at once in its own words.
const HOSTS_WORDS: usize = 8 << 10;

/// A text that may be shown: without the key in it, no longer than there was room for, and saying where it was cut.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Excerpt(Arc<str>);

impl Excerpt {
    /// What the host says in its own words, which know of no key.
    #[must_use]
    pub fn of_host(text: &str) -> Excerpt {
        Excerpt::cut(&mut Writer::new(&Secret::default(), HOSTS_WORDS), text)
    }

    /// As much of a text as there is room for.
    pub(super) fn cut(writer: &mut Writer<'_>, text: &str) -> Excerpt {
        Excerpt(writer.text(text).into())
    }
}

impl Deref for Excerpt {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Excerpt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Serialize for Excerpt {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}
