//! A sorted vector of small things that come mostly in ascending order: cheap to append to, to read as a
//! slice, and to take from at either end; in between the shorter side is moved.

use smallvec::{Array, SmallVec};

/// Something sorted by a number of its own.
pub(super) trait Keyed: Copy {
    /// Its place in the order; no two in one vector have the same.
    fn key(self) -> u32;
}

/// A sorted vector with room at both ends, whose first `N` live inline.
#[derive(Clone, Debug)]
pub(super) struct Sorted<T, const N: usize>
where
    [T; N]: Array<Item = T>,
{
    /// The first `start` are room only.
    items: SmallVec<[T; N]>,
    start: u32,
}

impl<T, const N: usize> Default for Sorted<T, N>
where
    [T; N]: Array<Item = T>,
{
    fn default() -> Sorted<T, N> {
        Sorted { items: SmallVec::new(), start: 0 }
    }
}

impl<T, const N: usize> std::ops::Deref for Sorted<T, N>
where
    [T; N]: Array<Item = T>,
{
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        &self.items[self.start as usize..]
    }
}

impl<T: Keyed, const N: usize> Sorted<T, N>
where
    [T; N]: Array<Item = T>,
{
    /// Puts it where it belongs; nothing happens where one with its key is there.
    pub fn insert(&mut self, item: T) {
        if self.last().is_none_or(|last| last.key() < item.key()) {
            self.items.push(item);
            return;
        }
        let Err(at) = self.binary_search_by_key(&item.key(), |item| item.key()) else { return };
        let start = self.start as usize;
        if at > self.len() / 2 {
            self.items.insert(start + at, item);
            return;
        }
        if start == 0 {
            // Room in front in proportion to the whole, so that filling it from behind stays linear.
            let room = self.len() / 2 + 1;
            self.items.insert_many(0, std::iter::repeat_n(item, room));
            self.start = u32::try_from(room).unwrap_or(0);
        }
        let start = self.start as usize;
        self.items.copy_within(start..start + at, start - 1);
        self.items[start - 1 + at] = item;
        self.start -= 1;
    }

    /// Takes out the one with this key. Says whether it was there.
    pub fn remove(&mut self, key: u32) -> bool {
        let Ok(at) = self.binary_search_by_key(&key, |item| item.key()) else { return false };
        let start = self.start as usize;
        if at >= self.len() / 2 {
            self.items.remove(start + at);
        } else {
            self.items.copy_within(start..start + at, start + 1);
            self.start += 1;
        }
        if self.is_empty() {
            *self = Sorted::default();
        } else if self.start as usize > 2 * self.len() + N {
            self.items.drain(..self.start as usize);
            self.start = 0;
            self.items.shrink_to_fit();
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    impl Keyed for u32 {
        fn key(self) -> u32 {
            self
        }
    }

    proptest! {
        #[test]
        fn it_holds_what_a_sorted_set_holds(changes in prop::collection::vec((any::<bool>(), 0u32..60), 0..400)) {
            let mut sorted = Sorted::<u32, 2>::default();
            let mut set = std::collections::BTreeSet::new();
            for (insert, key) in changes {
                if insert {
                    sorted.insert(key);
                    set.insert(key);
                } else {
                    prop_assert_eq!(sorted.remove(key), set.remove(&key));
                }
                prop_assert!(sorted.iter().eq(&set));
            }
        }
    }

    #[test]
    fn emptying_a_large_one_from_the_front_or_filling_it_backwards_is_quick() {
        let mut sorted = Sorted::<u32, 2>::default();
        (0..300_000u32).rev().for_each(|key| sorted.insert(key));
        assert_eq!(sorted.len(), 300_000);
        (0..300_000u32).for_each(|key| assert!(sorted.remove(key)));
        assert!(sorted.is_empty());
    }
}
