//! Who takes a seat: a player, under which name, with which options. Reads `Alias=NAME:depth=5`.

use crate::kind::ENDINGS;
use crate::options::{FileAccess, GivenOptions, OptionFiles};
use crate::player::{Player, Source};
use crate::protocol::Protocol;
use othello_player_api::{About, Options};
use std::path::Path;

/// Who takes a seat.
#[derive(Clone, Debug, PartialEq)]
pub struct Contestant {
    /// The name under which it plays.
    pub name: String,
    /// The player.
    pub player: Player,
    /// Its options, with the defaults of those not given.
    pub options: Options,
    /// The files that were named for some of them.
    pub files: OptionFiles,
    /// Others of its name, in folders that are looked into later, which only their paths name.
    pub hides: Vec<Source>,
}

impl Contestant {
    /// A player under its own name, with the defaults of its options.
    ///
    /// # Errors
    ///
    /// Where its options have none that it can play with.
    pub fn of(player: Player) -> Result<Contestant, String> {
        let GivenOptions { options, files } =
            GivenOptions::read(&player.about, &[], FileAccess::Refused)?;
        let name = player.about.name.clone();
        Ok(Contestant { name, player, options, files, hides: Vec::new() })
    }

    /// What the player says of itself.
    pub fn about(&self) -> &About {
        &self.player.about
    }
}

/// A contestant as the user names it, in its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ContestantSpec<'a> {
    pub alias: Option<&'a str>,
    pub player: PlayerRef<'a>,
    pub options: Vec<(&'a str, &'a str)>,
}

/// A reference to a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PlayerRef<'a> {
    /// By the name that it gives itself.
    Name(&'a str),
    /// A file, and the player in it where it has several.
    File(&'a str, Option<&'a str>),
    /// A program, by what it speaks.
    Command(Protocol, &'a str),
}

impl<'a> ContestantSpec<'a> {
    pub(crate) fn parse(text: &'a str) -> ContestantSpec<'a> {
        let (alias, rest) = split_alias(text);
        if let Some((protocol, rest)) = Protocol::split(rest) {
            // Whatever follows the command belongs to it, so options stand before it.
            let (options, command) = split_first_options(rest);
            return ContestantSpec {
                alias,
                player: PlayerRef::Command(protocol, command),
                options,
            };
        }
        let (rest, options) = split_options(rest);
        ContestantSpec { alias, player: PlayerRef::parse(rest), options }
    }
}

/// A contestant as the user names it, cut where its options are: between what names the player and, of a program, its
/// command.
struct Cut<'a> {
    before: &'a str,
    options: Vec<(&'a str, &'a str)>,
    command: Option<&'a str>,
}

impl<'a> Cut<'a> {
    fn of(text: &'a str) -> Cut<'a> {
        let rest = split_alias(text).1;
        if let Some((_, rest)) = Protocol::split(rest) {
            let before = &text[..text.len() - rest.len()];
            let (options, command) = split_first_options(rest);
            return Cut { before, options, command: Some(command) };
        }
        let (player, options) = split_options(rest);
        let before = &text[..text.len() - rest.len() + player.len()];
        Cut { before, options, command: None }
    }

    fn joined(&self) -> String {
        let options: Vec<_> =
            self.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let options = options.join(",");
        match self.command {
            None if options.is_empty() => self.before.to_owned(),
            None => format!("{}:{options}", self.before),
            Some(command) if options.is_empty() => format!("{}{command}", self.before),
            Some(command) => format!("{}{options}:{command}", self.before),
        }
    }
}

/// What names a contestant without this option, and the option's value, where it is given. Where it is given twice the
/// first one stays.
#[must_use]
pub fn take_option(text: &str, name: &str) -> Option<(String, String)> {
    let mut cut = Cut::of(text);
    let at = cut.options.iter().rposition(|(known, _)| *known == name)?;
    let (_, value) = cut.options.remove(at);
    Some((cut.joined(), value.to_owned()))
}

/// What names a contestant with this option, where it does not have it already.
#[must_use]
pub fn with_option(text: &str, name: &str, value: &str) -> String {
    let mut cut = Cut::of(text);
    if !cut.options.iter().any(|(known, _)| *known == name) {
        cut.options.push((name, value));
    }
    cut.joined()
}

/// What names a contestant, under this name instead of its own or of another one that it was given.
#[must_use]
pub fn under_name(text: &str, name: &str) -> String {
    format!("{name}={}", split_alias(text).1)
}

/// What names a contestant, with its player named by the file that it is in.
#[must_use]
pub fn by_file(text: &str, file: &Path, player: &str) -> String {
    let alias = split_alias(text).0.map_or_else(String::new, |alias| format!("{alias}="));
    let before = format!("{alias}{}:{player}", file.display());
    Cut { before: &before, options: Cut::of(text).options, command: None }.joined()
}

/// `Alias=` stands before everything else, so before the first colon and the first slash.
fn split_alias(text: &str) -> (Option<&str>, &str) {
    match text.find(['=', ':', '/', '\\']) {
        Some(at) if text[at..].starts_with('=') && at > 0 => (Some(&text[..at]), &text[at + 1..]),
        _ => (None, text),
    }
}

/// `:key=value,key=value` stands last.
fn split_options(text: &str) -> (&str, Vec<(&str, &str)>) {
    let Some((before, last)) = text.rsplit_once(':') else { return (text, Vec::new()) };
    let pairs: Option<Vec<_>> = last.split(',').map(|pair| pair.split_once('=')).collect();
    match pairs {
        Some(pairs) if !last.contains(['/', '\\']) || !before.is_empty() => (before, pairs),
        _ => (text, Vec::new()),
    }
}

/// `key=value,key=value:` stands before a command.
fn split_first_options(text: &str) -> (Vec<(&str, &str)>, &str) {
    let Some((first, command)) = text.split_once(':') else { return (Vec::new(), text) };
    let is_name = |name: &str| !name.is_empty() && name.bytes().all(|c| c.is_ascii_alphanumeric());
    let pairs: Option<Vec<_>> = first
        .split(',')
        .map(|pair| pair.split_once('=').filter(|(name, _)| is_name(name)))
        .collect();
    match pairs {
        Some(pairs) if !first.contains([' ', '/']) => (pairs, command),
        _ => (Vec::new(), text),
    }
}

impl<'a> PlayerRef<'a> {
    fn parse(text: &'a str) -> PlayerRef<'a> {
        // A drive's letter on Windows is not a file before a player's name.
        let start = if text.as_bytes().get(1) == Some(&b':') { 2 } else { 0 };
        match text[start..].rsplit_once(':') {
            Some((file, name)) => PlayerRef::File(&text[..start + file.len()], Some(name)),
            None if is_path(text) => PlayerRef::File(text, None),
            None => PlayerRef::Name(text),
        }
    }
}

/// Whether a text names a file rather than a player.
fn is_path(text: &str) -> bool {
    let ending = text.rsplit_once('.').map(|(_, ending)| ending);
    text == "."
        || text.contains(['/', '\\'])
        || ending.is_some_and(|ending| ENDINGS.contains(&ending))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_option_is_put_in_and_taken_out_of_whatever_names_a_player() {
        for (plain, with) in [
            ("Simple", "Simple:clock=5s"),
            ("Fast=Simple", "Fast=Simple:clock=5s"),
            ("Deep:depth=3", "Deep:depth=3,clock=5s"),
            ("./a b.cypher", "./a b.cypher:clock=5s"),
            ("C:\\bots\\x.dll:Name", "C:\\bots\\x.dll:Name:clock=5s"),
            ("gtp:python3 bot.py --a=b", "gtp:clock=5s:python3 bot.py --a=b"),
            ("A=nboard:depth=8:./engine x:y", "A=nboard:depth=8,clock=5s:./engine x:y"),
        ] {
            assert_eq!(with_option(plain, "clock", "5s"), with);
            assert_eq!(with_option(with, "clock", "7s"), with);
            assert_eq!(take_option(with, "clock"), Some((plain.to_owned(), "5s".to_owned())));
            assert_eq!(take_option(plain, "clock"), None);
        }
    }

    #[test]
    fn a_contestant_is_named_by_its_players_file_with_its_alias_and_options() {
        for (text, by) in [
            ("Simple", "/a b/x.so:Deep"),
            ("Fast=Simple", "Fast=/a b/x.so:Deep"),
            ("bots:Deep:depth=3", "/a b/x.so:Deep:depth=3"),
            ("A=./x.so:Deep:depth=3,book=no", "A=/a b/x.so:Deep:depth=3,book=no"),
        ] {
            assert_eq!(by_file(text, Path::new("/a b/x.so"), "Deep"), by);
        }
    }

    fn parts(text: &str) -> (Option<&str>, PlayerRef<'_>, usize) {
        let ContestantSpec { alias, player, options } = ContestantSpec::parse(text);
        (alias, player, options.len())
    }

    #[test]
    fn a_contestant_has_an_alias_a_player_and_options() {
        use PlayerRef::{Command, File, Name};
        use Protocol::{Cypher, Gtp, Nboard};
        for (text, expected) in [
            ("Simple", (None, Name("Simple"), 0)),
            ("A=Simple", (Some("A"), Name("Simple"), 0)),
            ("Minimax:depth=5", (None, Name("Minimax"), 1)),
            ("A=Minimax:depth=5,book=no", (Some("A"), Name("Minimax"), 2)),
            ("bots:Edge", (None, File("bots", Some("Edge")), 0)),
            ("bots:Edge:depth=5", (None, File("bots", Some("Edge")), 1)),
            ("./a=b/x.so", (None, File("./a=b/x.so", None), 0)),
            ("A=./x.so:Edge:depth=5", (Some("A"), File("./x.so", Some("Edge")), 1)),
            ("x.cypher", (None, File("x.cypher", None), 0)),
            (r"C:\x.dll:Edge", (None, File(r"C:\x.dll", Some("Edge")), 0)),
            ("cypher:python3 a:b=c.py", (None, Command(Cypher, "python3 a:b=c.py"), 0)),
            ("P=cypher:./bot x=1", (Some("P"), Command(Cypher, "./bot x=1"), 0)),
            ("gtp:./bot --level=3", (None, Command(Gtp, "./bot --level=3"), 0)),
            ("gtp:java -cp a:b Bot", (None, Command(Gtp, "java -cp a:b Bot"), 0)),
            ("N=nboard:depth=8:./bot", (Some("N"), Command(Nboard, "./bot"), 1)),
            ("gtp", (None, Name("gtp"), 0)),
        ] {
            assert_eq!(parts(text), expected, "{text}");
        }
    }
}
