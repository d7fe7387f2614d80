//! A tournament in a TOML file: its keys are the options of the command line, and what is wrong with one of them is said
//! of the key, its line and the file.

use std::path::{Path, PathBuf};

use anyhow::Error;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use othello_players::with_option;
use othello_rules::outside::{self, WRITTEN_BY_HAND};
use othello_rules::text::decoded;
use toml::de::DeTable;

use crate::exit::{Exit, usage};

/// A tournament's file.
pub struct TournamentFile {
    path: PathBuf,
    keys: Vec<Key>,
    players: Vec<String>,
}

/// A key of the file that stands for an option.
struct Key {
    /// As it is written.
    name: String,
    /// Its line, from 1.
    line: usize,
    /// The words that would stand on the command line.
    words: Vec<String>,
}

impl TournamentFile {
    /// Reads a file.
    ///
    /// # Errors
    /// Where it can't be read or is no TOML, or names no players.
    pub fn read(path: &Path) -> anyhow::Result<TournamentFile> {
        let wrong = |why: String| usage(format!("{}: {why}", path.display()));
        let bytes =
            outside::read(path, WRITTEN_BY_HAND).map_err(|error| wrong(error.to_string()))?;
        let text = decoded(&bytes).map_err(|error| wrong(error.to_string()))?;
        let places = DeTable::parse(&text).map_err(|error| wrong(error.to_string()))?;
        let table: toml::Table = toml::from_str(&text).map_err(|error| wrong(error.to_string()))?;
        let line = |name: &str| {
            let place = places.get_ref().keys().find(|key| key.get_ref() == name);
            let before = place.and_then(|key| text.get(..key.span().start)).unwrap_or_default();
            before.matches('\n').count() + 1
        };
        let mut file =
            TournamentFile { path: path.to_owned(), keys: Vec::new(), players: Vec::new() };
        let players = table
            .get("players")
            .ok_or_else(|| wrong("it has no list \"players\" of those who take part".to_owned()))?;
        let at = |name: &str, why: String| {
            usage(format!("{}, line {}: {why}", path.display(), line(name)))
        };
        for player in single_or_list(players) {
            let player = match &player {
                toml::Value::Table(player) => player_of(player),
                other => text_of(other).map_err(|why| format!("players {why}")),
            };
            file.players.push(player.map_err(|why| at("players", why))?);
        }
        for (name, value) in table.iter().filter(|(name, _)| *name != "players") {
            let words = words_of(name, value).map_err(|why| at(name, why))?;
            file.keys.push(Key { name: name.clone(), line: line(name), words });
        }
        Ok(file)
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The words that would stand on the command line.
    pub fn words(&self) -> Vec<String> {
        let options = self.keys.iter().flat_map(|key| &key.words);
        options.chain(&self.players).cloned().collect()
    }

    /// Looks at each key by itself.
    ///
    /// # Errors
    /// Which of them is none, or has a value that it does not take.
    pub fn check(
        &self,
        parse: &dyn Fn(&[String]) -> Result<(), clap::Error>,
    ) -> anyhow::Result<()> {
        for key in &self.keys {
            // An option that is not wanted has no words, and shall be one all the same.
            let itself = [option(&key.name)];
            let words = if key.words.is_empty() { &itself } else { key.words.as_slice() };
            let Err(error) = parse(words) else { continue };
            // What another key is needed for shows where all are together.
            let why = match error.kind() {
                ErrorKind::MissingRequiredArgument | ErrorKind::ArgumentConflict => continue,
                ErrorKind::UnknownArgument => format!(
                    "a tournament's file has no key \"{}\"{}; \"othello-host help tournament\" lists them as options",
                    key.name,
                    meant(&error)
                ),
                ErrorKind::TooManyValues | ErrorKind::NoEquals => {
                    format!("\"{}\" is true or false", key.name)
                }
                _ => self.without_dashes(&first_part(&error)),
            };
            return Err(self.at(key, &why));
        }
        Ok(())
    }

    /// What is wrong with the file and the command line together.
    pub fn blamed(&self, error: &clap::Error) -> Error {
        if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
            error.exit();
        }
        let why = first_part(error);
        match self.told(usage(&why)) {
            told if self.names(&why) => told,
            _ => usage(format!("{}: {}", self.path.display(), self.without_dashes(&why))),
        }
    }

    /// Whether a text names an option that stands here.
    fn names(&self, text: &str) -> bool {
        self.keys.iter().any(|key| place_of(text, &key.name).is_some())
    }

    /// The same failure, said of a key of this file where it is of an option that stands there.
    pub fn told(&self, error: Error) -> Error {
        let Some(Exit::WrongUsage(why)) = error.downcast_ref() else { return error };
        let named = self.keys.iter().filter_map(|key| Some((place_of(why, &key.name)?, key)));
        match named.min_by_key(|(place, _)| *place) {
            Some((_, key)) => self.at(key, &self.without_dashes(why)),
            None => error,
        }
    }

    fn at(&self, key: &Key, why: &str) -> Error {
        usage(format!("{}, line {}: {why}", self.path.display(), key.line))
    }

    /// A text in which the options are called as the file calls them. What stands between quotes is a command.
    fn without_dashes(&self, text: &str) -> String {
        let known =
            self.keys.iter().fold(text.to_owned(), |text, key| match place_of(&text, &key.name) {
                Some(_) => text.replace(&option(&key.name), &key.name),
                None => text,
            });
        let parts = known.split('"').enumerate().map(|(at, part)| match at % 2 {
            0 => part.replace(" --", " "),
            _ => part.to_owned(),
        });
        parts.collect::<Vec<_>>().join("\"")
    }
}

/// The option that a key stands for.
fn option(key: &str) -> String {
    format!("--{}", key.replace('_', "-"))
}

/// Where a text names the option of a key.
fn place_of(text: &str, key: &str) -> Option<usize> {
    let option = option(key);
    let mut places = text.match_indices(&option).map(|(place, _)| place);
    places.find(|place| {
        let behind = text[place + option.len()..].chars().next();
        !behind.is_some_and(|next| next.is_alphanumeric() || next == '-')
    })
}

/// What the command line's parser says, without how to use the command.
fn first_part(error: &clap::Error) -> String {
    let whole = error.render().to_string();
    let first = whole.split("\n\n").next().unwrap_or_default();
    let words: Vec<_> = first.split_whitespace().collect();
    words.join(" ").trim_start_matches("error: ").to_owned()
}

/// Which key was meant most likely, in words.
fn meant(error: &clap::Error) -> String {
    match error.get(ContextKind::SuggestedArg) {
        Some(ContextValue::String(option)) => {
            format!("; did you mean \"{}\"?", option.trim_start_matches('-'))
        }
        _ => String::new(),
    }
}

fn single_or_list(value: &toml::Value) -> Vec<toml::Value> {
    match value {
        toml::Value::Array(values) => values.clone(),
        single => vec![single.clone()],
    }
}

/// The words that a key stands for.
fn words_of(key: &str, value: &toml::Value) -> Result<Vec<String>, String> {
    if let (toml::Value::Table(each), "each") = (value, key) {
        let words = each.iter().map(|(name, value)| {
            let text = text_of(value).map_err(|why| format!("{name} {why}"))?;
            Ok(format!("--each={name}={text}"))
        });
        return words.collect();
    }
    let words = single_or_list(value).into_iter().map(|value| match value {
        toml::Value::Boolean(true) => Ok(Some(option(key))),
        toml::Value::Boolean(false) => Ok(None),
        other => {
            let text = text_of(&other).map_err(|why| format!("{key} {why}"))?;
            Ok(Some(format!("{}={text}", option(key))))
        }
    });
    words.filter_map(Result::transpose).collect()
}

/// A value as it stands on the command line.
fn text_of(value: &toml::Value) -> Result<String, &'static str> {
    match value {
        toml::Value::String(text) => Ok(text.clone()),
        toml::Value::Integer(number) => Ok(number.to_string()),
        toml::Value::Float(number) => Ok(number.to_string()),
        toml::Value::Boolean(flag) => Ok(flag.to_string()),
        _ => Err("is neither a text nor a number nor a list"),
    }
}

/// A player that is a table: who it is, under which name, and its clock and options.
fn player_of(table: &toml::Table) -> Result<String, String> {
    let text = |key: &str| {
        table.get(key).map(|value| text_of(value).map_err(|why| format!("{key} {why}"))).transpose()
    };
    let player = text("player")?.ok_or("a player that is a table says who by \"player\"")?;
    let mut spec = match text("name")? {
        Some(name) => format!("{name}={player}"),
        None => player,
    };
    for name in table.keys().filter(|name| !["player", "name"].contains(&name.as_str())) {
        let value = text(name)?.unwrap_or_default();
        spec = with_option(&spec, name, &value);
    }
    Ok(spec)
}
