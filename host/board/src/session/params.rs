//! The parameters of a query. A secret among them is shown to the database alone.

use std::collections::BTreeMap;
use std::fmt;

use othello_cypher::value::Datum;

use crate::secret::Secret;

/// Parameters by name.
#[derive(Clone, Default, PartialEq)]
pub struct Params {
    plain: BTreeMap<String, Datum>,
    secret: BTreeMap<String, Secret>,
}

impl Params {
    /// Sets a parameter.
    pub fn set(&mut self, name: &str, value: Datum) {
        self.secret.remove(name);
        self.plain.insert(name.to_owned(), value);
    }

    /// Sets a parameter whose value nobody but the database may see.
    pub fn set_secret(&mut self, name: &str, value: Secret) {
        self.plain.remove(name);
        self.secret.insert(name.to_owned(), value);
    }

    /// The parameters that may be shown.
    #[must_use]
    pub fn shown(&self) -> &BTreeMap<String, Datum> {
        &self.plain
    }

    /// All parameters with their values, secrets among them: for the database alone.
    #[must_use]
    pub fn revealed(&self) -> BTreeMap<String, Datum> {
        let mut all = self.plain.clone();
        for (name, secret) in &self.secret {
            all.insert(name.clone(), Datum::Text(secret.reveal().to_owned()));
        }
        all
    }

    /// The text without any of the secrets in it.
    #[must_use]
    pub fn redact(&self, text: &str) -> String {
        self.secret.values().fold(text.to_owned(), |text, secret| secret.redact(&text))
    }
}

impl fmt::Debug for Params {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(&self.plain).entries(&self.secret).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_parameter_reaches_the_database_and_nobody_else() {
        let mut params = Params::default();
        params.set("symbol", Datum::Text("X".into()));
        params.set_secret("apiKey", Secret::new("sk-1"));
        assert!(!format!("{params:?}").contains("sk-1"));
        assert!(!params.shown().contains_key("apiKey"));
        assert_eq!(params.revealed()["apiKey"], Datum::Text("sk-1".into()));
        assert_eq!(params.redact("no model for sk-1"), "no model for ***");
    }
}
