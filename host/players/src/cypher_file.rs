//! A player that is one query in a file. A comment at its start names and describes it:
//!
//! ```cypher
//! // Corner First: a corner where one is legal, else any cell
//! // author: A. Author
//! // version: 1.2
//! // plays: othello, reversi
//! MATCH (cell:Cell) ...
//! ```
//!
//! Without one it has the name of its file. It is blind, since all that it has is the query.

use crate::file::read_text;
use othello_player_api::{About, Plays};
use std::path::Path;

/// The longest query that is read from a file.
const LONGEST: u64 = 1 << 20;

/// The whole text of a query in a file, comments included: it is what the engine shows when it points at an error.
///
/// # Errors
///
/// Where it can't be read, is too long, or is no text.
pub fn query_in(file: &Path) -> Result<String, String> {
    read_text(file, LONGEST)
}

/// What the comment at the start of a file says of the player.
pub(crate) fn describe(file: &Path) -> Result<About, String> {
    let text = query_in(file)?;
    let stem = file.file_stem().map(|stem| stem.to_string_lossy()).unwrap_or_default();
    Ok(about(&text, &stem))
}

/// What the comment at the start of a text says of the player, which else has this name.
pub(crate) fn about(text: &str, stem: &str) -> About {
    let mut lines = leading_comment(text).into_iter();
    let mut about = About::new(stem, "");
    if let Some(first) = lines.next() {
        match first.split_once(':') {
            Some((name, line)) => {
                about = About::new(name.trim(), "").line(line.trim());
            }
            None => about = About::new(first, ""),
        }
    }
    for line in lines {
        match line.split_once(':').map(|(key, value)| (key.trim(), value.trim())) {
            Some(("author", value)) => about.author = value.into(),
            Some(("version", value)) => about.version = value.into(),
            Some(("license", value)) => about.license = value.into(),
            Some(("source", value)) => about.source = value.into(),
            Some(("plays", value)) => {
                about.plays = value.split(',').map(|game| Plays::game(game.trim())).collect();
            }
            _ if about.line.is_empty() => about.line = line.into(),
            _ => {}
        }
    }
    about
}

/// The comment lines before the first line of the query.
fn leading_comment(text: &str) -> Vec<&str> {
    text.lines()
        .map(str::trim)
        .map_while(|line| line.strip_prefix("//"))
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_leading_comment_names_and_describes_the_player() {
        let text = "// Corner First: a corner where one is legal\n//\n// author: A. Author\n\
                    // plays: othello, reversi\nMATCH (c) // no: comment\nRETURN c AS cell";
        let about = about(text, "file");
        assert_eq!(about.name, "Corner First");
        assert_eq!(about.line, "a corner where one is legal");
        assert_eq!(about.author, "A. Author");
        assert!(about.can_play("reversi", 8, "empty") && !about.can_play("tictactoe", 3, "empty"));
    }

    #[test]
    fn without_a_comment_it_has_the_name_of_its_file() {
        assert_eq!(about("MATCH (c:Cell) RETURN c AS cell", "edges").name, "edges");
    }
}
