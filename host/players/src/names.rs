//! Names of players: which are the same, and which are near.

use std::cmp::Reverse;

/// Whether two names are the same: case, spaces and dashes aside.
pub(crate) fn same_name(one: &str, other: &str) -> bool {
    folded(one) == folded(other)
}

fn folded(name: &str) -> String {
    name.chars()
        .filter(|letter| !matches!(letter, ' ' | '-' | '_'))
        .flat_map(char::to_lowercase)
        .collect()
}

/// At most three names that somebody may have meant, the nearest first.
pub(crate) fn near_names<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> Vec<String> {
    let name = folded(name);
    let mut near: Vec<(f64, &str)> = names
        .map(|one| (strsim::jaro_winkler(&name, &folded(one)), one))
        .filter(|(nearness, _)| *nearness > 0.75)
        .collect();
    near.sort_by_key(|(nearness, name)| (Reverse((nearness * 1e6) as u64), *name));
    near.dedup_by(|later, first| later.1 == first.1);
    near.into_iter().take(3).map(|(_, name)| name.to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_spaces_and_dashes_make_no_difference() {
        assert!(same_name("Deep Heuristic", "deep-heuristic"));
        assert!(same_name("top_left", "TopLeft"));
        assert!(!same_name("Edge", "Edge Exclusive"));
    }

    #[test]
    fn the_near_names_come_nearest_first() {
        let names = ["Random", "Simple", "Center", "Sample", "Edge"];
        assert_eq!(near_names("simpel", names.into_iter()), ["Simple", "Sample"]);
        assert!(near_names("xyz", names.into_iter()).is_empty());
    }
}
