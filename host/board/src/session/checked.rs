//! A query that may be run: its text was read, and the policy let it pass.

use std::sync::Arc;

use othello_cypher::Prepared;

/// A query that the guard has let through. Only a session makes one.
#[derive(Clone, Debug)]
pub struct Checked {
    text: Arc<str>,
    takes_key: bool,
    columns: Arc<[String]>,
    prepared: Option<Arc<Prepared>>,
}

impl Checked {
    /// A text that was checked and goes to a server.
    pub(crate) fn new(text: &str, takes_key: bool, columns: Vec<String>) -> Checked {
        Checked { text: text.into(), takes_key, columns: columns.into(), prepared: None }
    }

    /// A text that nobody here could read and that goes to a server all the same. It gets no key: nobody could
    /// tell what it does with it.
    pub(crate) fn unread(text: &str) -> Checked {
        Checked::new(text, false, Vec::new())
    }

    /// A query that was checked and planned for the embedded engine.
    pub(crate) fn planned(prepared: Arc<Prepared>, takes_key: bool) -> Checked {
        let (text, columns) = (prepared.text().into(), prepared.columns().into());
        Checked { text, takes_key, columns, prepared: Some(prepared) }
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether it hands the key to a call that may have it.
    pub(crate) fn takes_key(&self) -> bool {
        self.takes_key
    }

    /// The columns of its result in their order; none where nobody here could read it.
    pub(crate) fn columns(&self) -> &Arc<[String]> {
        &self.columns
    }

    /// The plan, where the embedded engine is to run it.
    pub(crate) fn prepared(&self) -> Option<&Prepared> {
        self.prepared.as_deref()
    }
}
