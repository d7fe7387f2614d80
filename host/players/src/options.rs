//! The options that a user gave a player: what each takes, and the text files that some of them name. A player can open
//! no file, and options go into every round and every record; so a file is read here, once, its text goes to the player
//! with the game, and the value of the option is the hash of it.

use crate::file::{at_home, read_text, sha256_of};
use othello_player_api::{About, OptionKind, OptionSpec, Options, Value};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf, absolute};
use std::sync::Arc;

/// The longest file that an option may name.
pub const LONGEST_OPTION_FILE: u64 = 8 << 20;

/// A file that was named for an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionFile {
    /// Where it is, from the root on; nothing where it came with its player from elsewhere.
    pub path: Option<PathBuf>,
    /// What stood in it when it was read.
    pub text: Arc<str>,
}

/// The files that were named for options, by the options' names.
pub type OptionFiles = BTreeMap<String, OptionFile>;

/// Whether an option may name a file of this machine.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum FileAccess {
    Allowed,
    /// For who is not the user of this machine.
    Refused,
}

/// The options of a player with the files that some of them name.
pub(crate) struct GivenOptions {
    pub options: Options,
    pub files: OptionFiles,
}

impl GivenOptions {
    /// Those that were given, with the defaults of the others. The error says which exist, or which was given twice: which
    /// of two values is meant nobody knows.
    pub(crate) fn read(
        about: &About,
        given: &[(&str, &str)],
        access: FileAccess,
    ) -> Result<GivenOptions, String> {
        let specs = about.options.iter().filter(|spec| !spec.default.is_null());
        let options = specs.map(|spec| (spec.name.clone(), spec.default.clone())).collect();
        let mut read = GivenOptions { options, files: OptionFiles::new() };
        for (at, (name, value)) in given.iter().enumerate() {
            let spec = about
                .options
                .iter()
                .find(|spec| spec.name == *name)
                .ok_or_else(|| format!("no option {name:?}; {}", those_that_exist(about)))?;
            if let Some((_, before)) = given[..at].iter().find(|(known, _)| known == name) {
                return Err(given_twice(name, before, value));
            }
            let value = match spec.kind {
                OptionKind::File if access == FileAccess::Refused => {
                    return Err(format!(
                        "{name} names a file; only who starts the host can give it one"
                    ));
                }
                OptionKind::File => {
                    let file = OptionFile::read(Path::new(value))
                        .map_err(|why| format!("{name}={value}: {why}"))?;
                    let hash = file.sha256();
                    read.files.insert(spec.name.clone(), file);
                    hash.into()
                }
                _ => parse_value(spec, value).ok_or_else(|| {
                    format!("{name}={value} won't do; {}", those_that_exist(about))
                })?,
            };
            read.options.insert(spec.name.clone(), value);
        }
        Ok(read)
    }
}

impl OptionFile {
    fn read(path: &Path) -> Result<OptionFile, String> {
        let path = at_home(path);
        let text = read_text(&path, LONGEST_OPTION_FILE)?;
        Ok(OptionFile { path: absolute(path).ok(), text: text.into() })
    }

    /// A text that came with its player from elsewhere.
    #[must_use]
    pub fn travelled(text: String) -> OptionFile {
        OptionFile { path: None, text: text.into() }
    }

    /// The SHA-256 of its text, in hexadecimal.
    #[must_use]
    pub fn sha256(&self) -> String {
        sha256_of(self.text.as_bytes())
    }
}

/// That an option has two values, of which one is to be left out.
#[must_use]
pub fn given_twice(name: &str, first: &str, second: &str) -> String {
    format!("{name} is given twice ({name}={first} and {name}={second}); leave one of them out")
}

fn parse_value(spec: &OptionSpec, text: &str) -> Option<Value> {
    let within = |number: f64| {
        spec.min.is_none_or(|min| number >= min) && spec.max.is_none_or(|max| number <= max)
    };
    match spec.kind {
        OptionKind::Integer => {
            let number: i64 = text.parse().ok()?;
            within(number as f64).then(|| number.into())
        }
        OptionKind::Number => {
            let number: f64 = text.parse().ok()?;
            (number.is_finite() && within(number)).then(|| number.into())
        }
        OptionKind::Boolean => match text {
            "true" | "yes" | "on" => Some(true.into()),
            "false" | "no" | "off" => Some(false.into()),
            _ => None,
        },
        OptionKind::Text | OptionKind::File => {
            let allowed = spec.choices.is_empty() || spec.choices.iter().any(|one| one == text);
            allowed.then(|| text.into())
        }
    }
}

fn those_that_exist(about: &About) -> String {
    if about.options.is_empty() {
        return format!("{} has none", about.name);
    }
    let described: Vec<_> = about.options.iter().map(option_words).collect();
    format!("{} has {}", about.name, described.join(", "))
}

/// An option with what it takes: `depth (a whole number from 1 to 20, else 3)`.
pub fn option_words(spec: &OptionSpec) -> String {
    let mut takes = match (spec.kind, spec.choices.as_slice()) {
        (OptionKind::File, _) => "a text file".into(),
        (_, [_, ..]) => format!("one of {}", spec.choices.join(" ")),
        (OptionKind::Integer, _) => "a whole number".into(),
        (OptionKind::Number, _) => "a number".into(),
        (OptionKind::Boolean, _) => "true or false".into(),
        (OptionKind::Text, _) => "a text".to_owned(),
    };
    if let Some(min) = spec.min {
        takes += &format!(" from {min}");
    }
    if let Some(max) = spec.max {
        takes += &format!(" to {max}");
    }
    match &spec.default {
        Value::Null => {}
        Value::String(text) => takes += &format!(", else {text}"),
        other => takes += &format!(", else {other}"),
    }
    format!("{} ({takes})", spec.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(about: &About, given: &[(&str, &str)]) -> Result<GivenOptions, String> {
        GivenOptions::read(about, given, FileAccess::Allowed)
    }

    fn refusal(about: &About, given: &[(&str, &str)]) -> String {
        read(about, given).map(|read| read.options).unwrap_err()
    }

    #[test]
    fn an_unknown_or_bad_option_says_which_exist() {
        let about = About::new("Minimax", "1")
            .option(OptionSpec::integer("depth", 3).between(1, 20))
            .option(OptionSpec::text("style", "calm").choices(["calm", "wild"]));
        let set = read(&about, &[("depth", "5")]).unwrap_or_else(|why| panic!("{why}")).options;
        assert_eq!((&set["depth"], &set["style"]), (&Value::from(5), &Value::from("calm")));
        let all = "Minimax has depth (a whole number from 1 to 20, else 3), style (one of calm \
                   wild, else calm)";
        for (name, value) in [("deep", "5"), ("depth", "x"), ("depth", "21"), ("style", "odd")] {
            let error = refusal(&about, &[(name, value)]);
            assert!(error.contains(all) && error.contains(name), "{error}");
        }
        let none = refusal(&About::new("Simple", "1"), &[("depth", "5")]);
        assert_eq!(none, "no option \"depth\"; Simple has none");
    }

    #[test]
    fn an_option_that_is_given_twice_is_refused_whatever_its_values() {
        let about = About::new("Minimax", "1")
            .option(OptionSpec::integer("depth", 3))
            .option(OptionSpec::text("style", "calm"));
        for second in ["5", "6", "no number"] {
            let error = refusal(&about, &[("depth", "5"), ("style", "wild"), ("depth", second)]);
            let told =
                format!("depth is given twice (depth=5 and depth={second}); leave one of them out");
            assert_eq!(error, told);
        }
    }

    #[test]
    fn of_a_file_the_text_is_kept_beside_the_options_and_its_hash_among_them() {
        let folder = tempfile::tempdir().unwrap();
        let book = folder.path().join("book.txt");
        std::fs::write(&book, "abc").unwrap();
        let about = About::new("Reader", "1").option(OptionSpec::file("book"));
        let name = book.to_str().unwrap();
        let found = read(&about, &[("book", name)]).unwrap_or_else(|why| panic!("{why}"));
        // FIPS 180-4, the example of one block.
        let hash = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(found.options["book"], hash);
        assert_eq!(found.files["book"].text.as_ref(), "abc");
        assert_eq!(found.files["book"].path.as_deref(), Some(book.as_path()));
        assert!(
            read(&about, &[]).is_ok_and(|none| none.options.is_empty() && none.files.is_empty())
        );
    }

    #[test]
    fn what_is_no_text_file_of_a_bounded_length_is_refused_and_nobody_waits_for_it() {
        let folder = tempfile::tempdir().unwrap();
        let about = About::new("Reader", "1").option(OptionSpec::file("book"));
        let long = folder.path().join("long.txt");
        std::fs::File::create(&long).unwrap().set_len(LONGEST_OPTION_FILE + 1).unwrap();
        let missing = folder.path().join("missing");
        for file in [folder.path(), &long, &missing, Path::new("/dev/zero"), Path::new("")] {
            let error = refusal(&about, &[("book", file.to_str().unwrap())]);
            assert!(error.starts_with(&format!("book={}: ", file.display())), "{error}");
        }
    }

    #[test]
    fn who_may_name_no_file_is_not_even_told_whether_there_is_one() {
        let about = About::new("Reader", "1").option(OptionSpec::file("book"));
        let told = ["/etc/passwd", "/no/such/file"].map(|file| {
            GivenOptions::read(&about, &[("book", file)], FileAccess::Refused).err().unwrap()
        });
        assert_eq!(told[0], told[1]);
        assert!(told[0].contains("names a file"), "{}", told[0]);
    }
}
