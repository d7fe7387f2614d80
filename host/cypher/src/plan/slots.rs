//! Sets of slots, as the planner needs them to know what is bound and what is read, and numbers of what has to do with each.

use smallvec::SmallVec;

use super::Slot;

/// A set of slots. What is near each other takes little room, wherever it is.
#[derive(Clone, Debug, Default)]
pub(super) struct SlotSet {
    /// Number of the first word.
    first: usize,
    words: SmallVec<[u64; 2]>,
}

impl SlotSet {
    /// Adds a slot; says whether it is new.
    pub fn insert(&mut self, slot: Slot) -> bool {
        let (word, bit) = place(slot);
        if self.words.is_empty() {
            self.first = word;
        }
        if word < self.first {
            self.words.insert_many(0, std::iter::repeat_n(0, self.first - word));
            self.first = word;
        }
        let at = word - self.first;
        if at >= self.words.len() {
            self.words.resize(at + 1, 0);
        }
        let new = self.words[at] & bit == 0;
        self.words[at] |= bit;
        new
    }

    /// Takes a slot out.
    pub fn remove(&mut self, slot: Slot) {
        let (word, bit) = place(slot);
        if let Some(bits) = word.checked_sub(self.first).and_then(|at| self.words.get_mut(at)) {
            *bits &= !bit;
        }
    }

    /// Whether it is in.
    pub fn contains(&self, slot: Slot) -> bool {
        let (word, bit) = place(slot);
        let bits = word.checked_sub(self.first).and_then(|at| self.words.get(at));
        bits.is_some_and(|bits| bits & bit != 0)
    }

    /// How much room it takes, in words: what it costs to copy it or to go through it.
    pub fn room(&self) -> usize {
        self.words.len()
    }

    /// All of them, in order.
    pub fn iter(&self) -> impl Iterator<Item = Slot> + '_ {
        let first = self.first;
        self.words.iter().enumerate().flat_map(move |(at, bits)| {
            let mut left = *bits;
            std::iter::from_fn(move || {
                let bit = (left != 0).then(|| left.trailing_zeros())?;
                left &= left - 1;
                Some(Slot((first + at) as u32 * 64 + bit))
            })
        })
    }
}

/// For slots, numbers of what has to do with them. Few as they are in most queries, looking them up beats hashing.
#[derive(Clone, Debug, Default)]
pub(super) struct BySlot(Vec<(Slot, usize)>);

impl BySlot {
    /// The numbers of a slot, in order.
    pub fn of(&self, slot: Slot) -> impl Iterator<Item = usize> + '_ {
        let from = self.0.partition_point(|(other, _)| *other < slot);
        self.0[from..]
            .iter()
            .take_while(move |(other, _)| *other == slot)
            .map(|(_, number)| *number)
    }

    /// Adds a number of a slot.
    pub fn add(&mut self, slot: Slot, number: usize) {
        let at = self.0.partition_point(|pair| *pair < (slot, number));
        self.0.insert(at, (slot, number));
    }

    /// All numbers, each once for each of its slots.
    pub fn numbers(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().map(|(_, number)| *number)
    }
}

impl From<Vec<(Slot, usize)>> for BySlot {
    fn from(mut pairs: Vec<(Slot, usize)>) -> BySlot {
        pairs.sort_unstable();
        pairs.dedup();
        BySlot(pairs)
    }
}

impl FromIterator<Slot> for SlotSet {
    fn from_iter<I: IntoIterator<Item = Slot>>(slots: I) -> SlotSet {
        let mut set = SlotSet::default();
        slots.into_iter().for_each(|slot| {
            set.insert(slot);
        });
        set
    }
}

fn place(slot: Slot) -> (usize, u64) {
    (slot.0 as usize / 64, 1 << (slot.0 % 64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_holds_what_was_put_in_from_either_side_and_not_taken_out() {
        let mut set = SlotSet::default();
        for slot in [300, 70, 64, 1000, 2] {
            assert!(set.insert(Slot(slot)));
            assert!(!set.insert(Slot(slot)));
        }
        set.remove(Slot(70));
        set.remove(Slot(5000));
        assert_eq!(set.iter().map(|slot| slot.0).collect::<Vec<_>>(), [2, 64, 300, 1000]);
        assert!(set.contains(Slot(2)) && !set.contains(Slot(70)) && !set.contains(Slot(9999)));
    }

    #[test]
    fn numbers_are_found_by_slot_in_order_and_once_however_they_came() {
        let pairs = vec![(Slot(7), 2), (Slot(1), 5), (Slot(7), 0), (Slot(7), 2)];
        let mut found = BySlot::from(pairs);
        found.add(Slot(4), 3);
        found.add(Slot(7), 1);
        let of = |slot| found.of(Slot(slot)).collect::<Vec<_>>();
        assert_eq!((of(7), of(4), of(2)), (vec![0, 1, 2], vec![3], vec![]));
        assert_eq!(found.numbers().collect::<Vec<_>>(), [5, 3, 0, 1, 2]);
    }
}
