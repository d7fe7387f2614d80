//! What a stranger says of itself, as it may stand on terminals and pages: its name is a safe one, all other texts are
//! lines of bounded length and number, and what has no name gets that of its file.

use crate::names::SafeName;
use crate::quote::one_line;
use othello_player_api::{About, OptionSpec, Plays, Value};
use std::path::Path;

/// The longest line that listings have place for.
pub(super) const LINE: usize = 200;

/// How many players a library may hold, how many games and options each may have, and how many words each of those.
pub(super) const MOST: usize = 200;

/// What may be shown of what the player in a file says of itself.
pub(super) fn tidy(mut about: About, file: &Path) -> Result<About, String> {
    if about.name.trim().is_empty() {
        about.name = file.file_stem().map(|stem| stem.to_string_lossy().into()).unwrap_or_default();
    }
    about.name = SafeName::parse(&about.name).map_err(|error| error.to_string())?.to_string();
    let About { author, version, line, license, source, plays, options, .. } = &mut about;
    [author, version, line, license, source].into_iter().for_each(tidy_line);
    plays.truncate(MOST);
    plays.iter_mut().for_each(tidy_game);
    options.truncate(MOST);
    options.iter_mut().for_each(tidy_option);
    Ok(about)
}

fn tidy_game(Plays { game, sizes, starts, .. }: &mut Plays) {
    sizes.truncate(MOST);
    starts.truncate(MOST);
    std::iter::once(game).chain(starts).for_each(tidy_line);
}

fn tidy_option(option: &mut OptionSpec) {
    let OptionSpec { name, default, choices, line, .. } = option;
    choices.truncate(MOST);
    [name, line].into_iter().chain(choices).for_each(tidy_line);
    match default {
        Value::String(text) => tidy_line(text),
        // No option has lists or maps for values.
        Value::Array(_) | Value::Object(_) => *default = Value::Null,
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn tidy_line(line: &mut String) {
    *line = one_line(line, LINE);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_of_a_stranger_moves_the_cursor_or_begins_a_line_whatever_it_is_called() {
        let evil = "a\u{1b}[2J\nWINNER: Evil\u{202e}\u{7}";
        let said = serde_json::json!({
            "name": "Evil", "author": evil, "version": evil, "line": evil, "license": evil, "source": evil,
            "plays": [{"game": evil, "starts": [evil, evil]}],
            "options": [
                {"name": evil, "line": evil, "default": evil, "choices": [evil, evil]},
                {"name": "list", "default": [evil]},
            ],
        });
        let about = serde_json::from_value(said).unwrap();
        let tidied = tidy(about, Path::new("evil.so")).unwrap();
        assert_eq!(tidied.options[1].default, Value::Null);
        let shown = serde_json::to_string(&tidied).unwrap();
        assert!(!shown.contains("\\u001b") && !shown.contains("\\n"), "{shown}");
        assert!(!shown.contains('\u{202e}') && !shown.contains("\\u0007"), "{shown}");
        assert_eq!(shown.matches("a[2JWINNER: Evil").count(), 13, "{shown}");
    }

    #[test]
    fn nobody_says_more_of_itself_than_there_is_place_for() {
        let mut option = OptionSpec::default();
        option.choices = vec!["x".repeat(1000); 1000];
        let mut about = About::new("Talker", "1");
        about.options = vec![option; 1000];
        let tidied = tidy(about, Path::new("talker.so")).unwrap();
        assert_eq!((tidied.options.len(), tidied.options[0].choices.len()), (MOST, MOST));
        assert_eq!(tidied.options[0].choices[0].len(), LINE);
    }
}
