//! The folder of a new player: it builds and plays at once. What it holds is one of the players that
//! come with the host, under the new name.

use super::error::{ShareError, at};
use std::path::{Path, PathBuf};

const RUST: &str = include_str!("../../../../plugins/simple/src/lib.rs");
const C: &str = include_str!("../../../../plugins/c/corners.c");
const HEADER: &str = include_str!("../../../../player-api/include/othello_player.h");
const CYPHER: &str = include_str!("../../../../plugins/quiet.cypher");
const PYTHON: &str = include_str!("../../../../plugins/python/greedy.py");
const MANIFEST: &str = include_str!("../../../../plugins/python/player.toml");
const AUTHORS: &str = "the authors of Othello Host";

/// The languages that a player can be begun in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// A library on `othello-player-api`.
    Rust,
    /// A library on the C header.
    C,
    /// A query in a file.
    Cypher,
    /// A program.
    Python,
}

/// Writes a folder with a player of this name, and says which files are in it. A player in Rust
/// takes `othello-player-api` from the registry, or from the path given.
///
/// # Errors
///
/// Where the name won't do, the folder is there already, or can't be written.
pub fn begin(
    name: &str,
    language: Language,
    folder: &Path,
    api: Option<&Path>,
) -> Result<Vec<PathBuf>, ShareError> {
    let allowed = |one: char| one.is_alphanumeric() || one == ' ' || one == '-';
    if !name.starts_with(char::is_alphabetic) || !name.chars().all(allowed) {
        return Err(ShareError::Name { name: name.to_owned() });
    }
    if folder.exists() {
        return Err(ShareError::There { path: folder.to_owned() });
    }
    let mut paths = Vec::new();
    for (file, text) in files(name, language, api) {
        let path = folder.join(file);
        if let Some(above) = path.parent() {
            std::fs::create_dir_all(above).map_err(at(above))?;
        }
        std::fs::write(&path, text).map_err(at(&path))?;
        paths.push(path);
    }
    Ok(paths)
}

fn files(name: &str, language: Language, api: Option<&Path>) -> Vec<(String, String)> {
    let stem = name.to_lowercase().replace([' ', '-'], "_");
    match language {
        Language::Rust => vec![
            ("Cargo.toml".into(), cargo_toml(&stem, api)),
            ("src/lib.rs".into(), rename(RUST, "Simple", name, &type_name(name))),
            (
                "README.md".into(),
                readme(
                    name,
                    "cargo build --release",
                    &format!("target/release/{}", library(&stem)),
                ),
            ),
        ],
        Language::C => {
            let build = format!("cc -O2 -shared -fPIC -I . -o {} {stem}.c", library(&stem));
            vec![
                (format!("{stem}.c"), with_build(&rename(C, "Corners", name, name), &build)),
                ("othello_player.h".into(), HEADER.into()),
                ("README.md".into(), readme(name, &build, &format!("./{}", library(&stem)))),
            ]
        }
        Language::Cypher => vec![
            (format!("{stem}.cypher"), rename(CYPHER, "Quiet", name, name)),
            ("README.md".into(), readme(name, "", &format!("./{stem}.cypher"))),
        ],
        Language::Python => vec![
            (format!("{stem}.py"), rename(PYTHON, "Greedy", name, name)),
            (
                "player.toml".into(),
                rename(MANIFEST, "Greedy", name, name).replace("greedy.py", &format!("{stem}.py")),
            ),
            ("README.md".into(), readme(name, "", "./player.toml")),
        ],
    }
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

/// `Deep Blue` as `DeepBlue`.
fn type_name(name: &str) -> String {
    name.split([' ', '-'])
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

fn library(stem: &str) -> String {
    format!("{}{stem}{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX)
}

fn cargo_toml(stem: &str, api: Option<&Path>) -> String {
    let source = match api {
        Some(path) => format!("{{ path = {:?} }}", path.display().to_string()),
        None => "\"0.1\"".to_owned(),
    };
    format!(
        "[package]\nname = \"{stem}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[lib]\n\
         crate-type = [\"cdylib\"]\n\n[dependencies]\nothello-player-api = {source}\n\n[workspace]\n"
    )
}

fn readme(name: &str, build: &str, player: &str) -> String {
    let mut text = format!("# {name}\n\nA player for Othello Host.\n");
    let mut steps = vec![
        ("Build it", build.to_owned()),
        ("Play with it", format!("othello-host {player} Random")),
        ("See what it sends", format!("othello-host players show {player}")),
        ("Check it", format!("othello-host players check {player}")),
    ];
    if !player.ends_with(".toml") {
        steps.push(("Install it for yourself", format!("othello-host players add {player}")));
    }
    for (what, command) in steps.iter().filter(|(_, command)| !command.is_empty()) {
        text += &format!("\n{what}:\n\n    {command}\n");
    }
    text
}
