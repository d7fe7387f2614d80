//! The parameters of a query: those that came with it, those of the host, which they can't replace, and the
//! key, which reaches a database only where the guard has let it.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;

use othello_cypher::value::Datum;

use super::checked::Checked;
use crate::secret::Secret;

/// The parameter that holds the key.
pub const API_KEY: &str = "apiKey";

/// Parameters by name.
#[derive(Clone, Default, PartialEq)]
pub struct Params {
    plain: othello_cypher::Params,
    host: BTreeSet<String>,
    key: Secret,
}

impl Params {
    /// Sets a parameter that comes with the query. One that the host gives stays as it is.
    pub fn set(&mut self, name: &str, value: Datum) {
        if name != API_KEY && !self.host.contains(name) {
            self.plain.set(name, value);
        }
    }

    /// Sets a parameter of the host's.
    pub fn set_host(&mut self, name: &str, value: Datum) {
        if name != API_KEY {
            self.host.insert(name.to_owned());
            self.plain.set(name, value);
        }
    }

    /// Sets the key.
    pub fn set_key(&mut self, key: Secret) {
        self.key = key;
    }

    /// All but the key.
    #[must_use]
    pub fn without_key(&self) -> &othello_cypher::Params {
        &self.plain
    }

    /// Those that came with the query.
    #[must_use]
    pub fn own(&self) -> Vec<(&str, &Datum)> {
        self.plain.iter().filter(|(name, _)| !self.host.contains(*name)).collect()
    }

    /// What a query gets: the key only where the guard has found that it goes to a call which may have it.
    pub(crate) fn for_query(&self, query: &Checked) -> Cow<'_, othello_cypher::Params> {
        if !query.takes_key() {
            return Cow::Borrowed(&self.plain);
        }
        Cow::Owned(self.plain.clone().with(API_KEY, self.key.reveal()))
    }

    /// The text without the key in it.
    #[must_use]
    pub fn redact(&self, text: &str) -> String {
        self.key.redact(text).into_owned()
    }
}

impl fmt::Debug for Params {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.plain.iter()).entry(&API_KEY, &self.key).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::{Meter, Policy, guard};

    #[test]
    fn the_key_is_shown_to_nobody_and_sent_with_no_query_that_may_not_have_it() {
        let mut params = Params::default();
        params.set_host("symbol", Datum::Text("X".into()));
        params.set_key(Secret::new("sk-1"));
        assert!(!format!("{params:?}").contains("sk-1"));
        assert_eq!(params.without_key().get(API_KEY), None);
        let get = |query: &Checked| params.for_query(query).get(API_KEY).cloned();
        assert_eq!(get(&Checked::trusted("RETURN f($apiKey)")), None);
        let mut policy = Policy::default();
        policy.allow("f".parse().unwrap());
        let checked = |text| guard::check(text, &policy, &Meter::default()).unwrap();
        assert_eq!(get(&checked("RETURN f(1) AS x")), None);
        assert_eq!(get(&checked("RETURN f($apiKey) AS x")), Some("sk-1".into()));
        assert_eq!(params.redact("no model for sk-1"), "no model for ***");
    }

    #[test]
    fn what_comes_with_a_query_replaces_nothing_of_the_hosts_whichever_is_set_first() {
        let mut params = Params::default();
        params.set("symbol", "mine".into());
        params.set_host("symbol", "X".into());
        params.set("symbol", "mine".into());
        params.set("apiKey", "mine".into());
        params.set("own", "mine".into());
        let shown: Vec<_> = params.without_key().iter().map(|(name, _)| name).collect();
        assert_eq!(shown, ["own", "symbol"]);
        assert_eq!(params.without_key().get("symbol"), Some(&"X".into()));
    }
}
