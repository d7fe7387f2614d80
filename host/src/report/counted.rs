//! Numbers of things, as people read them.

/// So many of these, in words.
pub fn counted(count: usize, what: &str) -> String {
    match (count, what) {
        (1, what) => format!("1 {what}"),
        (count, "ply") => format!("{count} plies"),
        (count, what) => format!("{count} {what}s"),
    }
}
