//! How much of something each of many holds.

use std::collections::BTreeMap;

/// How much each holds; whoever holds nothing is not remembered.
pub(crate) struct Tally<K>(BTreeMap<K, usize>);

impl<K> Default for Tally<K> {
    fn default() -> Tally<K> {
        Tally(BTreeMap::new())
    }
}

impl<K: Ord> Tally<K> {
    /// How much all hold together.
    pub(crate) fn all(&self) -> usize {
        self.0.values().sum()
    }

    /// How much one holds.
    pub(crate) fn of(&self, holder: &K) -> usize {
        self.0.get(holder).copied().unwrap_or_default()
    }

    /// One more.
    pub(crate) fn add(&mut self, holder: K) {
        *self.0.entry(holder).or_default() += 1;
    }

    /// One less.
    pub(crate) fn take_away(&mut self, holder: &K) {
        if let Some(held) = self.0.get_mut(holder) {
            *held -= 1;
            if *held == 0 {
                self.0.remove(holder);
            }
        }
    }

    #[cfg(test)]
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
