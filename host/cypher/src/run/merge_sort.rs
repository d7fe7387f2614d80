//! A stable sort that may give up between two comparisons, so that it looks at the clock.

use crate::error::Error;

/// Sorts stably, from runs that are in order already upwards. `in_order` says whether the first may stand
/// before the second, and may give up.
pub(super) fn merge_sort<T: Copy>(
    items: &mut Vec<T>,
    mut in_order: impl FnMut(&T, &T) -> Result<bool, Error>,
) -> Result<(), Error> {
    let mut runs = Vec::new();
    for at in 0..items.len() {
        if at == 0 || !in_order(&items[at - 1], &items[at])? {
            runs.push(at);
        }
    }
    let mut merged = Vec::with_capacity(items.len());
    while runs.len() > 1 {
        merged.clear();
        let mut begins = Vec::with_capacity(runs.len().div_ceil(2));
        for pair in 0..runs.len().div_ceil(2) {
            let start = |run: usize| runs.get(run).copied().unwrap_or(items.len());
            let (first, second, end) = (start(2 * pair), start(2 * pair + 1), start(2 * pair + 2));
            begins.push(merged.len());
            let (mut a, mut b) = (first, second);
            while a < second && b < end {
                let from = if in_order(&items[a], &items[b])? { &mut a } else { &mut b };
                merged.push(items[*from]);
                *from += 1;
            }
            merged.extend_from_slice(&items[a..second]);
            merged.extend_from_slice(&items[b..end]);
        }
        std::mem::swap(items, &mut merged);
        runs = begins;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::merge_sort;

    proptest! {
        #[test]
        fn it_sorts_as_the_standard_library_does_and_as_stably(
            keys in prop::collection::vec(0u8..20, 0..200)
        ) {
            let items: Vec<(u8, usize)> = keys.iter().copied().zip(0..).collect();
            let mut ours = items.clone();
            merge_sort(&mut ours, |a, b| Ok(a.0 <= b.0)).expect("nothing gives up");
            let mut theirs = items;
            theirs.sort_by_key(|item| item.0);
            prop_assert_eq!(ours, theirs);
        }
    }
}
