//! Slips in a manifest: what stands in a place where it says nothing, or says what can't be. Messages may have more fields
//! than are known; a file that somebody has written means what it says, and with a slip in it something else.

use crate::names::near_names;
use toml::{Table, Value};

/// What may stand in a manifest outside of its tables.
pub(super) const OF_PROGRAM: [&str; 4] = ["command", "speaks", "reads", "player"];

/// What may stand in the table of the player.
pub(super) const OF_PLAYER: [&str; 10] = [
    "name", "author", "version", "line", "license", "source", "class", "person", "plays", "options",
];

/// What may stand in a game that the player plays.
pub(super) const OF_GAME: [&str; 3] = ["game", "sizes", "starts"];

/// What may stand in an option that it takes.
pub(super) const OF_OPTION: [&str; 7] =
    ["name", "type", "default", "min", "max", "choices", "line"];

/// The kinds of options, each with what a value of it is.
pub(super) const KINDS: [(&str, &str); 5] = [
    ("integer", "a whole number"),
    ("number", "a number"),
    ("boolean", "true or false"),
    ("text", "a text"),
    ("file", "nothing: a file is named by who plays"),
];

/// The first slip in a manifest, with what was meant.
pub(super) fn slip(manifest: &Table) -> Option<String> {
    let own = |key: &&String| !OF_PROGRAM.contains(&key.as_str());
    if let Some(key) = manifest.keys().find(own) {
        let known = OF_PROGRAM.iter().filter(|one| **one != "player").copied();
        if manifest[key].is_table() {
            return Some(format!(
                "it has a table {key:?}, which says nothing; its one table is [player]"
            ));
        }
        return Some(match OF_PLAYER.contains(&key.as_str()) {
            true => {
                format!("its {key:?} tells of the player, and so it stands below a line [player]")
            }
            false => no_such_key("it", key, known),
        });
    }
    let player = manifest.get("player")?.as_table()?;
    let own = |key: &&String| !OF_PLAYER.contains(&key.as_str());
    if let Some(key) = player.keys().find(own) {
        return Some(match OF_PROGRAM.contains(&key.as_str()) {
            true => format!(
                "its {key:?} tells of the program, and so it stands above the line [player]"
            ),
            false => no_such_key("its [player]", key, OF_PLAYER.into_iter()),
        });
    }
    games(player.get("plays")).or_else(|| options(player.get("options")))
}

fn games(plays: Option<&Value>) -> Option<String> {
    let Some(games) = tables(plays?) else {
        return Some(r#"its "plays" is a list such as [{ game = "othello", sizes = [8] }]"#.into());
    };
    games.into_iter().find_map(|game| {
        let own = |key: &&String| !OF_GAME.contains(&key.as_str());
        let named = game.get("game").is_some_and(Value::is_str);
        match game.keys().find(own) {
            Some(key) => Some(no_such_key("a game in its \"plays\"", key, OF_GAME.into_iter())),
            None => (!named)
                .then(|| r#"a game in its "plays" has no name, such as game = "othello""#.into()),
        }
    })
}

fn options(options: Option<&Value>) -> Option<String> {
    let Some(options) = tables(options?) else {
        return Some(r#"its "options" is a list such as [{ name = "depth", type = "integer", default = 3 }]"#.into());
    };
    options.into_iter().find_map(option)
}

fn option(option: &Table) -> Option<String> {
    let Some(name) = option.get("name").and_then(Value::as_str) else {
        return Some(r#"one of its "options" has no name, such as name = "depth""#.into());
    };
    let its = format!("its option {name:?}");
    let own = |key: &&String| !OF_OPTION.contains(&key.as_str());
    if let Some(key) = option.keys().find(own) {
        return Some(no_such_key(&its, key, OF_OPTION.into_iter()));
    }
    let kind = option.get("type").map_or("text", |kind| kind.as_str().unwrap_or_default());
    let Some((_, value)) = KINDS.into_iter().find(|(one, _)| *one == kind) else {
        let kinds = KINDS.map(|(kind, _)| format!("{kind:?}")).join(", ");
        return Some(format!("{its} has no type that is known; there are {kinds}"));
    };
    let default = option.get("default")?;
    (!fits(default, kind, option)).then(|| {
        format!("{its} has a default that could not be given to it; its values are {value}, of those that it allows")
    })
}

/// Whether a value is one of its kind, within the bounds and among the choices that it has.
fn fits(value: &Value, kind: &str, option: &Table) -> bool {
    let number = |value: &Value| value.as_float().or(value.as_integer().map(|whole| whole as f64));
    let bound = |key: &str| option.get(key).and_then(number);
    let within = |number: f64| {
        bound("min").is_none_or(|min| number >= min) && bound("max").is_none_or(|max| number <= max)
    };
    let choices = option.get("choices").and_then(Value::as_array);
    match kind {
        "integer" => value.is_integer() && number(value).is_some_and(within),
        "number" => number(value).is_some_and(within),
        "boolean" => value.is_bool(),
        "text" => value.is_str() && choices.is_none_or(|choices| choices.contains(value)),
        _ => false,
    }
}

fn tables(list: &Value) -> Option<Vec<&Table>> {
    list.as_array()?.iter().map(Value::as_table).collect()
}

fn no_such_key<'a>(of: &str, key: &str, known: impl Iterator<Item = &'a str> + Clone) -> String {
    let meant = match near_names(key, known.clone()).first() {
        Some(near) => format!("did you mean {near:?}? "),
        None => String::new(),
    };
    let all = known.map(|one| format!("{one:?}")).collect::<Vec<_>>().join(", ");
    format!("{of} has {key:?}, which says nothing; {meant}there are {all}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use othello_player_api::{About, Class, OptionSpec, Plays};

    fn said(text: &str) -> String {
        slip(&toml::from_str(text).unwrap()).unwrap_or_default()
    }

    fn of_option(option: &str) -> String {
        said(&format!("[player]\noptions = [{{ name = \"depth\", {option} }}]"))
    }

    #[test]
    fn what_stands_in_the_wrong_place_is_told_with_the_right_one() {
        for (text, told) in [
            ("command = []\nname = \"A\"", "\"name\" tells of the player, and so it stands below"),
            (
                "[player]\ncommand = [\"x\"]",
                "\"command\" tells of the program, and so it stands above",
            ),
            ("comand = []", "it has \"comand\", which says nothing; did you mean \"command\"?"),
            (
                "[player]\nclas = \"open\"",
                "has \"clas\", which says nothing; did you mean \"class\"?",
            ),
            (
                "[Player]\nname = \"A\"",
                "a table \"Player\", which says nothing; its one table is [player]",
            ),
            ("[player]\nplays = \"othello\"", "is a list such as [{ game = \"othello\""),
            ("[player]\nplays = [\"othello\"]", "is a list such as [{ game = \"othello\""),
            ("[player]\nplays = [{ game = \"othello\", size = [8] }]", "did you mean \"sizes\"?"),
            ("[player]\nplays = [{ sizes = [8] }]", "has no name, such as game = \"othello\""),
            ("[player]\noptions = [\"depth\"]", "is a list such as [{ name = \"depth\""),
            ("[player]\noptions = [{ type = \"text\" }]", "has no name, such as name = \"depth\""),
        ] {
            assert!(said(text).contains(told), "{text}: {}", said(text));
        }
    }

    #[test]
    fn an_option_has_a_known_type_and_a_default_that_could_be_given_to_it() {
        for (option, told) in [
            (
                "defualt = 3",
                "its option \"depth\" has \"defualt\", which says nothing; did you mean \"default\"?",
            ),
            ("type = \"int\"", "has no type that is known; there are \"integer\", "),
            ("type = 3", "has no type that is known"),
            (
                "type = \"integer\", default = \"three\"",
                "a default that could not be given to it; its values are a whole number",
            ),
            ("type = \"integer\", default = 3.5", "its values are a whole number"),
            ("type = \"number\", default = 9, max = 8.5", "its values are a number, of those"),
            ("type = \"boolean\", default = \"yes\"", "its values are true or false"),
            ("default = \"c\", choices = [\"a\", \"b\"]", "its values are a text"),
            ("type = \"file\", default = \"book.txt\"", "a file is named by who plays"),
        ] {
            assert!(of_option(option).contains(told), "{option}: {}", of_option(option));
        }
        for right in [
            "type = \"integer\", default = 3, min = 1, max = 3",
            "type = \"number\", default = 3, line = \"how deep\"",
            "type = \"file\"",
            "default = \"a\", choices = [\"a\"]",
        ] {
            assert_eq!(of_option(right), "");
        }
    }

    #[test]
    fn all_that_a_player_says_of_itself_may_stand_in_a_manifest() {
        let mut option = OptionSpec::text("depth", "a").choices(["a"]).between(1, 2).line("d");
        let mut about = About::new("A", "1")
            .author("b")
            .plays(Plays::game("othello").sizes([8]).start("standard"));
        about.line = "c".into();
        about.license = "MIT".into();
        about.source = "d".into();
        about.class = Class::Open;
        about.person = true;
        about.options = vec![option.clone()];
        let all = serde_json::to_value(&about).unwrap();
        let keys = |value: &serde_json::Value| -> Vec<String> {
            let mut keys: Vec<_> = value.as_object().unwrap().keys().cloned().collect();
            keys.sort_unstable();
            keys
        };
        let known = |known: &[&str]| {
            let mut known: Vec<_> = known.iter().map(ToString::to_string).collect();
            known.sort_unstable();
            known
        };
        assert_eq!(keys(&all), known(&OF_PLAYER));
        assert_eq!(keys(&all["plays"][0]), known(&OF_GAME));
        assert_eq!(keys(&all["options"][0]), known(&OF_OPTION));
        for (kind, _) in KINDS {
            option.kind = serde_json::from_value(kind.into()).unwrap();
            assert_eq!(serde_json::to_value(option.kind).unwrap(), kind);
        }
    }
}
