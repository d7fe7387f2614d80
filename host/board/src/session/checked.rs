//! A query that may be run: its text was read, and the policy let it pass.

use std::sync::Arc;

use othello_cypher::Prepared;
use othello_cypher::syntax::CanonicalText;

/// A query that the guard has let through. Only a session makes one.
#[derive(Clone, Debug)]
pub struct Checked {
    text: Arc<str>,
    takes_key: bool,
    columns: Arc<[String]>,
    form: Form,
}

/// What is run of it.
#[derive(Clone, Debug)]
enum Form {
    /// A plan, by the embedded engine.
    Plan(Arc<Prepared>),
    /// The text that was printed from the tree that was checked, by a server.
    Canonical(Arc<CanonicalText>),
    /// The author's own text, by a server, because the user trusts whoever wrote it.
    Trusted,
}

impl Checked {
    /// A query that was checked and goes to a server.
    pub(crate) fn printed(
        text: &str,
        canonical: CanonicalText,
        takes_key: bool,
        columns: Vec<String>,
    ) -> Checked {
        let form = Form::Canonical(Arc::new(canonical));
        Checked { text: text.into(), takes_key, columns: columns.into(), form }
    }

    /// A text that nobody here could read to its end and that goes to a server all the same. It gets no key:
    /// nobody could tell what it does with it.
    pub(crate) fn trusted(text: &str) -> Checked {
        Checked { text: text.into(), takes_key: false, columns: [].into(), form: Form::Trusted }
    }

    /// A query that was checked and planned for the embedded engine.
    pub(crate) fn planned(prepared: Arc<Prepared>, takes_key: bool) -> Checked {
        let (text, columns) = (prepared.text().into(), prepared.columns().into());
        Checked { text, takes_key, columns, form: Form::Plan(prepared) }
    }

    /// The text as its author wrote it.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text that a server gets; none where the query was planned for the embedded engine.
    pub(crate) fn for_server(&self) -> Option<&str> {
        match &self.form {
            Form::Plan(_) => None,
            Form::Canonical(canonical) => Some(canonical.text()),
            Form::Trusted => Some(&self.text),
        }
    }

    /// What was printed for a server, with the places in the author's text.
    pub(crate) fn canonical(&self) -> Option<&CanonicalText> {
        match &self.form {
            Form::Canonical(canonical) => Some(canonical),
            Form::Plan(_) | Form::Trusted => None,
        }
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
        match &self.form {
            Form::Plan(prepared) => Some(prepared),
            Form::Canonical(_) | Form::Trusted => None,
        }
    }
}
