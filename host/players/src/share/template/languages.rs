//! What the folder of a new player holds in each language. Where a player that comes with the host is in that
//! language, it is that one under the new name.

use super::readme::readme;
use othello_player_api::sources;
use std::path::PathBuf;
use unicode_normalization::UnicodeNormalization;

const RUST: &str = include_str!("../../../templates/player.rs");
const C: &str = include_str!("../../../templates/player.c");
const CYPHER: &str = include_str!("../../../templates/player.cypher");
const PYTHON: &str = include_str!("../../../templates/player.py");
const PYTHON_MANIFEST: &str = include_str!("../../../templates/python.toml");
const CPP: &str = include_str!("../../../templates/player.cpp");
const ZIG: &str = include_str!("../../../templates/player.zig");
const JAVA: &str = include_str!("../../../templates/Player.java");
const JAVASCRIPT: &str = include_str!("../../../templates/player.js");
const GO: &str = include_str!("../../../templates/player.go");
const AUTHORS: &str = "the authors of Othello Host";

/// Rounds of games that were played, one a line as the host sends them: a new player can be tried on them.
pub const ROUNDS: &str = include_str!("../../../templates/rounds.jsonl");

/// Where a player in Rust has the crate from that it depends on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Api {
    /// From a copy in its own folder.
    #[default]
    Copy,
    /// From this folder.
    Path(PathBuf),
    /// From this repository.
    Git(String),
}

/// The languages that a player can be begun in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// A library on `othello-player-api`.
    Rust,
    /// A library on the C header.
    C,
    /// The same in C++.
    Cpp,
    /// The same in Zig.
    Zig,
    /// A query in a file.
    Cypher,
    /// A program.
    Python,
    /// The same in Java.
    Java,
    /// The same in JavaScript.
    JavaScript,
    /// The same in Go.
    Go,
}

/// Words that no crate can be called: of Rust's language, and its own crates.
const WORDS_OF_RUST: &str = " as async await box break const continue crate dyn else enum extern false fn for gen if \
    impl in let loop macro match mod move mut pub ref return self static struct super trait true try type union \
    unsafe use where while yield abstract become do final override priv typeof unsized virtual \
    alloc core proc_macro std test ";

/// A new player's name in the forms that its files need.
pub(super) struct NewPlayer<'a> {
    name: &'a str,
    /// `deep_blue`: a word in every language.
    stem: String,
    /// `DeepBluePlayer`: no word that a language or the interface has for something else.
    type_name: String,
    /// `libdeep_blue.so`
    library: String,
}

/// A file's place in the folder, and its text.
pub(super) type NewFile = (String, String);

impl NewPlayer<'_> {
    pub(super) fn of(name: &str) -> NewPlayer<'_> {
        let stem = stem(name);
        let (before, after) = (std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
        let library = format!("{before}{stem}{after}");
        let type_name = format!("{}Player", type_name(&stem));
        NewPlayer { name, stem, type_name, library }
    }
}

/// The files of a new player.
pub(super) fn files(player: &NewPlayer<'_>, language: Language, api: &Api) -> Vec<NewFile> {
    let mut files = match language {
        Language::Rust => rust(player, api),
        Language::C => c(player),
        Language::Cpp => by_header(player, "C++", "cpp", CPP, "c++ -O2 -shared -fPIC -I . -o"),
        Language::Zig => zig(player),
        Language::Cypher => cypher(player),
        Language::Python => python(player),
        Language::Java => java(player),
        Language::JavaScript => javascript(player),
        Language::Go => go(player),
    };
    files.push(("rounds.jsonl".into(), ROUNDS.into()));
    files
}

fn rust(player: &NewPlayer<'_>, api: &Api) -> Vec<NewFile> {
    let library = format!("target/release/{}", player.library);
    let mut files = vec![
        ("Cargo.toml".into(), cargo_toml(&player.stem, api)),
        ("src/lib.rs".into(), rename(RUST, "Simple", player.name, &player.type_name)),
        (
            "README.md".into(),
            readme(player.name, "Rust", "`src/lib.rs`", "cargo build --release", &library),
        ),
    ];
    if *api == Api::Copy {
        let copied = |(path, text): (&str, &str)| (format!("player-api/{path}"), text.to_owned());
        files.extend(sources::FILES.map(copied));
    }
    files
}

fn cargo_toml(stem: &str, api: &Api) -> String {
    let source = match api {
        Api::Copy => "{ path = \"player-api\" }".to_owned(),
        Api::Path(path) => format!("{{ path = {:?} }}", path.display().to_string()),
        Api::Git(repository) => format!("{{ git = {repository:?} }}"),
    };
    format!(
        "[package]\nname = \"{stem}\"\nversion = \"0.1.0\"\nedition = \"2024\"\nlicense = \"MIT OR Apache-2.0\"\n\n\
         [lib]\ncrate-type = [\"cdylib\"]\n\n[dependencies]\nothello-player-api = {source}\n\n\
         # A workspace of its own, in whatever folder. In one of yours, delete this line and list it there.\n[workspace]\n"
    )
}

fn c(player: &NewPlayer<'_>) -> Vec<NewFile> {
    let build = format!("cc -O2 -shared -fPIC -I . -o {} {}.c", player.library, player.stem);
    let source = with_build(&rename(C, "Corners", player.name, player.name), &build);
    with_header(player, "C", format!("{}.c", player.stem), source, &build)
}

/// A library on the header, in a language whose compiler is called as those of C are.
fn by_header(
    player: &NewPlayer<'_>,
    language: &str,
    ending: &str,
    template: &str,
    compiler: &str,
) -> Vec<NewFile> {
    let file = format!("{}.{ending}", player.stem);
    let build = format!("{compiler} {} {file}", player.library);
    let source = fill(template, player).replace("@BUILD@", &build);
    with_header(player, language, file, source, &build)
}

fn zig(player: &NewPlayer<'_>) -> Vec<NewFile> {
    let file = format!("{}.zig", player.stem);
    let build = format!(
        "zig build-lib -dynamic -O ReleaseSafe -lc -I . -femit-bin={} {file}",
        player.library
    );
    let source = fill(ZIG, player).replace("@BUILD@", &build);
    with_header(player, "Zig", file, source, &build)
}

/// A library on the header: its source, the header, and the README.
fn with_header(
    player: &NewPlayer<'_>,
    language: &str,
    file: String,
    source: String,
    build: &str,
) -> Vec<NewFile> {
    let library = format!("./{}", player.library);
    let text = readme(player.name, language, &format!("`{file}`"), build, &library);
    let header = sources::FILES.iter().find(|(path, _)| path.ends_with(".h"));
    let header = header.map_or("", |(_, header)| header);
    vec![(file, source), ("othello_player.h".into(), header.into()), ("README.md".into(), text)]
}

fn cypher(player: &NewPlayer<'_>) -> Vec<NewFile> {
    let file = format!("{}.cypher", player.stem);
    let text = readme(player.name, "Cypher", &format!("`{file}`"), "", &format!("./{file}"));
    vec![(file, rename(CYPHER, "Quiet", player.name, player.name)), ("README.md".into(), text)]
}

fn python(player: &NewPlayer<'_>) -> Vec<NewFile> {
    // One's own name could be that of a module: `json` would read itself.
    let file = "player.py".to_owned();
    let manifest = rename(PYTHON_MANIFEST, "Greedy", player.name, player.name);
    vec![
        ("README.md".into(), readme(player.name, "Python", &format!("`{file}`"), "", ".")),
        ("player.toml".into(), manifest.replace("greedy.py", &file)),
        (file, rename(PYTHON, "Greedy", player.name, player.name)),
    ]
}

fn java(player: &NewPlayer<'_>) -> Vec<NewFile> {
    // Java takes a share of what the machine has unless it is told how much it may take.
    let command = "\"java\", \"-Xmx256m\", \"-XX:+UseSerialGC\", \"-cp\", \".\", \"Player\"";
    program(player, "Java", "Player.java", JAVA, "javac -encoding UTF-8 Player.java", command)
}

fn javascript(player: &NewPlayer<'_>) -> Vec<NewFile> {
    program(player, "JavaScript", "player.js", JAVASCRIPT, "", "\"node\", \"player.js\"")
}

fn go(player: &NewPlayer<'_>) -> Vec<NewFile> {
    // By the end of its name a file can be a test to Go, or for another system.
    program(player, "Go", "main.go", GO, "go build -o player main.go", "\"./player\"")
}

/// A program with its manifest.
fn program(
    player: &NewPlayer<'_>,
    language: &str,
    file: &str,
    template: &str,
    build: &str,
    command: &str,
) -> Vec<NewFile> {
    let text = readme(player.name, language, &format!("`{file}`"), build, ".");
    let manifest = format!(
        "# A player that is a program. It runs in this folder, and says itself what it is.\n\
         command = [{command}]\n"
    );
    let source = fill(template, player);
    vec![(file.into(), source), ("player.toml".into(), manifest), ("README.md".into(), text)]
}

/// A template with the player's names in it.
fn fill(template: &str, player: &NewPlayer<'_>) -> String {
    template.replace("@NAME@", player.name)
}

/// A shipped player's text under another name: as a text between quotes and before a colon the
/// name itself, elsewhere the name of a type.
fn rename(text: &str, old: &str, name: &str, type_name: &str) -> String {
    text.replace(&format!("\"{old}\""), &format!("\"{name}\""))
        .replace(&format!("\\\"{old}\\\""), &format!("\\\"{name}\\\""))
        .replace(&format!("{old}:"), &format!("{name}:"))
        .replace(&format!("struct {old}"), &format!("struct {type_name}"))
        .replace(&format!("for {old} "), &format!("for {type_name} "))
        .replace(&format!("{old}(if"), &format!("{type_name}(if"))
        .replace(&format!("({old})"), &format!("({type_name})"))
        .replace(AUTHORS, "you")
}

/// Letters that are none of ASCII's with a mark, and what is written where there are no others.
const SPELT_OUT: [(char, &str); 8] = [
    ('ß', "ss"),
    ('æ', "ae"),
    ('œ', "oe"),
    ('ø', "o"),
    ('ł', "l"),
    ('đ', "d"),
    ('ð', "d"),
    ('þ', "th"),
];

/// `Deep Blue` as `deep_blue`: a name for files and crates, of ASCII alone, in which letters lose their marks.
fn stem(name: &str) -> String {
    let mut plain = name.to_lowercase().replace([' ', '-'], "_");
    for (letter, spelling) in SPELT_OUT {
        plain = plain.replace(letter, spelling);
    }
    let plain: String = plain.nfkd().filter(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
    let plain = plain.trim_start_matches(|c: char| !c.is_ascii_alphabetic()).to_owned();
    match plain.as_str() {
        "" => "player".to_owned(),
        word if WORDS_OF_RUST.contains(&format!(" {word} ")) => format!("{word}_player"),
        _ => plain,
    }
}

/// `deep_blue` as `DeepBlue`.
fn type_name(stem: &str) -> String {
    stem.split('_')
        .flat_map(|part| {
            let mut letters = part.chars();
            letters.next().into_iter().flat_map(char::to_uppercase).chain(letters)
        })
        .collect()
}

/// The C source with the command that builds it in this folder.
fn with_build(source: &str, build: &str) -> String {
    let lines = source.lines().map(|line| match line.trim_start_matches(" * ") {
        command if command.trim_start().starts_with("cc ") => format!(" *   {build}\n"),
        _ => format!("{line}\n"),
    });
    lines.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_becomes_a_word_that_means_nothing_else_in_any_language() {
        let words = |name: &str| {
            let player = NewPlayer::of(name);
            (player.stem, player.type_name)
        };
        for (name, stem, type_name) in [
            ("Deep Blue", "deep_blue", "DeepBluePlayer"),
            ("Player", "player", "PlayerPlayer"),
            ("Fn", "fn_player", "FnPlayerPlayer"),
            ("test", "test_player", "TestPlayerPlayer"),
            ("Größe 2", "grosse_2", "Grosse2Player"),
            ("Ö 9 x", "o_9_x", "O9XPlayer"),
            ("Łukasz Æon", "lukasz_aeon", "LukaszAeonPlayer"),
            ("Γράμμα", "player", "PlayerPlayer"),
        ] {
            assert_eq!(words(name), (stem.to_owned(), type_name.to_owned()), "{name}");
        }
    }
}
