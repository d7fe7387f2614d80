//! A query that may be run: its text was read, and the policy let it pass.

use std::sync::Arc;

use othello_cypher::Prepared;

/// A query that the guard has let through. Only a session makes one.
#[derive(Clone, Debug)]
pub struct Checked {
    text: Arc<str>,
    prepared: Option<Arc<Prepared>>,
}

impl Checked {
    /// A text that was checked and goes to a server.
    pub(crate) fn new(text: &str) -> Checked {
        Checked { text: text.into(), prepared: None }
    }

    /// A query that was checked and planned for the embedded engine.
    pub(crate) fn planned(prepared: Arc<Prepared>) -> Checked {
        Checked { text: prepared.text().into(), prepared: Some(prepared) }
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The plan, where the embedded engine is to run it.
    pub(crate) fn prepared(&self) -> Option<&Prepared> {
        self.prepared.as_deref()
    }
}
