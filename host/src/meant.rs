//! What somebody may have meant who wrote a name that is none.

/// The first of these names that is a slip or two away from a word: one slip in a short name, two in a long one.
pub fn meant_by<'n>(word: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let near = |name: &&str| strsim::osa_distance(name, word) <= if name.len() < 6 { 1 } else { 2 };
    names.into_iter().find(near)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_forgiven_in_a_short_name_and_two_in_a_long_one() {
        let names = ["match", "source", "exit"];
        assert_eq!(meant_by("matc", names), Some("match"));
        assert_eq!(meant_by("suorec", names), Some("source"));
        assert_eq!(meant_by("eixt", names), Some("exit"));
        assert_eq!(meant_by("mtc", names), None);
        assert_eq!(meant_by("other", names), None);
    }
}
