//! Near misses: which of the names that exist somebody may have meant.

/// Longer words are not compared, in characters: nobody means those, and it would take long.
const LONGEST: usize = 100;

/// So many candidates are looked at: a query may have tens of thousands of names, and a hint is not worth the time.
pub(crate) const MOST: usize = 1_000;

/// The candidate nearest to `word`, if one is near enough to be what was meant.
pub(crate) fn nearest<'c>(
    word: &str,
    candidates: impl IntoIterator<Item = &'c str>,
) -> Option<&'c str> {
    let length = word.chars().take(LONGEST + 1).count();
    let allowed = match length {
        0..=1 => return None,
        2..=4 => 1,
        5..=8 => 2,
        9..=LONGEST => 3,
        _ => return None,
    };
    let lower = word.to_lowercase();
    candidates
        .into_iter()
        .take(MOST)
        .filter(|candidate| *candidate != word && candidate.len() <= 4 * LONGEST)
        .map(|candidate| (distance(&lower, &candidate.to_lowercase(), allowed), candidate))
        .filter(|(distance, _)| *distance <= allowed)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// How many characters must be changed, added, left out or swapped with their neighbour; `allowed + 1` stands
/// for any number above `allowed`.
fn distance(left: &str, right: &str, allowed: usize) -> usize {
    let left: Vec<char> = left.chars().collect();
    let right: Vec<char> = right.chars().collect();
    if left.len().abs_diff(right.len()) > allowed {
        return allowed + 1;
    }
    let mut before = vec![0; right.len() + 1];
    let mut previous: Vec<usize> = (0..=right.len()).collect();
    for (i, &a) in left.iter().enumerate() {
        let mut current = vec![i + 1];
        for (j, &b) in right.iter().enumerate() {
            let mut best =
                (previous[j] + usize::from(a != b)).min(previous[j + 1] + 1).min(current[j] + 1);
            if i > 0 && j > 0 && a == right[j - 1] && left[i - 1] == b {
                best = best.min(before[j - 1] + 1);
            }
            current.push(best);
        }
        before = std::mem::replace(&mut previous, current);
    }
    previous[right.len()]
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn a_slip_of_the_finger_finds_the_word() {
        assert_eq!(nearest("MTCH", ["MERGE", "MATCH"]), Some("MATCH"));
        assert_eq!(nearest("RETRUN", ["RETURN"]), Some("RETURN"));
        assert_eq!(nearest("stat", ["row", "column", "state"]), Some("state"));
        assert_eq!(nearest("x", ["y"]), None);
        assert_eq!(nearest("banana", ["apple"]), None);
    }
}
