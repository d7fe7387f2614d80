//! The name of a program that speaks an older protocol, where nobody else gives it one: what it says, or its file's,
//! as far as nobody can take it for anything but its name.

use crate::contestant::{ContestantSpec, PlayerRef};
use crate::names::SafeName;
use crate::protocol::Protocol;

/// What stands between a player's name and what is said of it.
const SIGNS: [char; 4] = [':', '=', '/', '\\'];

/// The name without what would be read as an option, an alias or a path; nothing where there is none. A program that is
/// called like a player of ours is told from it by what it speaks.
pub(super) fn own_name(text: &str, speaks: Protocol) -> Option<String> {
    let words = text.replace(SIGNS, " ");
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    let safe = SafeName::parse(&words).ok()?;
    let told_apart =
        if safe.is_shipped() { format!("{safe} ({speaks})") } else { safe.to_string() };
    let name = told_apart.trim_start_matches(['-', ' ']);
    let is_name = ContestantSpec::parse(name).player == PlayerRef::Name(name);
    is_name.then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_kept_but_for_what_would_be_read_as_something_else() {
        for (said, name) in [
            ("Iago the 2nd", Some("Iago the 2nd")),
            ("Edax 4.5", Some("Edax 4.5")),
            ("NTest: depth=12", Some("NTest depth 12")),
            ("A=Simple", Some("A Simple")),
            ("C:\\bots\\x", Some("C bots x")),
            ("--fast", Some("fast")),
            ("\u{200b}-\u{200b}q", Some("q")),
            ("Simple", Some("Simple (gtp)")),
            ("-=deep_heuristic", Some("deep_heuristic (gtp)")),
            ("human", Some("human (gtp)")),
            ("x.cypher", None),
            ("./player.toml", None),
            ("Sіmple", None),
            ("://", None),
        ] {
            assert_eq!(own_name(said, Protocol::Gtp).as_deref(), name, "{said:?}");
        }
    }
}
