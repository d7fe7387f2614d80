//! The documents hold: what they show of a command is what it prints, the commands that they name are understood,
//! and the files that they name are there. `UPDATE_GOLDENS=1` writes what commands print into the documents.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{self, World};
use othello_test_support::assert_goldens;

pub fn checkout() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

pub fn document(path: &str) -> String {
    fs::read_to_string(checkout().join(path)).unwrap()
}

/// The documents in which commands stand.
const WITH_COMMANDS: [&str; 8] = [
    "README.md",
    "host/ARCHITECTURE.md",
    "host/FIGURES.md",
    "host/board/games/README.md",
    "host/ladder/README.md",
    "plugins/PROTOCOL.md",
    "plugins/README.md",
    "plugins/RATINGS.md",
];

/// The lines between "```" and a word, and the next "```", for each such block.
pub fn blocks<'a>(document: &'a str, word: &str) -> Vec<Vec<&'a str>> {
    let fence = format!("```{word}");
    let mut lines = document.lines();
    let mut blocks = Vec::new();
    while lines.any(|line| line == fence) {
        blocks.push(lines.by_ref().take_while(|line| *line != "```").collect());
    }
    blocks
}

/// The document with what its commands print now: in a block `console` a line that begins with `$ ` is a command,
/// and what it prints stands under it.
#[cfg(unix)]
fn with_what_commands_print(document: &str, world: &World) -> String {
    let mut out = String::new();
    let mut in_console = false;
    for line in document.lines() {
        match line.strip_prefix("$ ") {
            Some(command) if in_console => {
                out.push_str(&format!("{line}\n{}\n", printed(command, world).trim_end()));
            }
            _ if in_console && line != "```" => {}
            _ => {
                in_console = line == "```console";
                out.push_str(&format!("{line}\n"));
            }
        }
    }
    out
}

#[cfg(unix)]
fn printed(command: &str, world: &World) -> String {
    // Cargo may not run here; what it would run was built beside the libraries.
    let built = othello_test_support::built();
    let command = command.replace("cargo run -q -p othello-cypher --example tree --", "./tree");
    let tree = world.path("tree");
    if !tree.exists() {
        std::os::unix::fs::symlink(built.join("examples/tree"), tree).unwrap();
    }
    let mut shell = std::process::Command::new("sh");
    let inside = world.command();
    for (name, value) in inside.get_envs() {
        match value {
            Some(value) => shell.env(name, value),
            None => shell.env_remove(name),
        };
    }
    let path = std::env::var("PATH").unwrap();
    let folder = common::binary().parent().unwrap();
    shell.env("PATH", format!("{}:{path}", folder.display()));
    shell.current_dir(inside.get_current_dir().unwrap()).args(["-c", &command]);
    common::Ran::of(shell).exits(0).out
}

#[cfg(unix)]
#[test]
fn what_the_architecture_shows_of_commands_is_what_they_print() {
    let world = World::new();
    let before = document("host/ARCHITECTURE.md");
    let query = blocks(&before, "cypher").remove(0).join("\n");
    world.file("simple.cypher", &format!("{query}\n"));
    let after = with_what_commands_print(&before, &world);
    assert!(after.contains(&format!("Simple sends:\n{query}\n")), "this is the query of Simple");
    assert_goldens([(checkout().join("host/ARCHITECTURE.md"), after)]);
}

/// A command with `--help` behind it is parsed up to there, and nothing is done.
#[test]
fn the_commands_that_the_documents_name_are_understood() {
    let world = World::new();
    let mut understood = 0;
    for name in WITH_COMMANDS {
        let document = document(name);
        for block in blocks(&document, "sh") {
            for line in block.join("\n").replace("\\\n", " ").lines() {
                let words = shlex::split(line).unwrap();
                let Some(at) = words.iter().position(|word| word.ends_with("othello-host")) else {
                    continue;
                };
                let words =
                    words[at + 1..].iter().take_while(|word| !["&&", "|"].contains(&&***word));
                let ran = world.run(words.map(String::as_str).chain(["--help"]));
                assert_eq!(ran.code, Some(0), "{name}: {line}\n{}", ran.err);
                understood += 1;
            }
        }
    }
    assert!(understood > 20, "only {understood} commands were found");
}

/// All documents of the project, found by their ending.
fn documents(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() && !name.starts_with('.') && name != "target" && name != "node_modules" {
            documents(&path, found);
        } else if name.ends_with(".md") {
            found.push(path);
        }
    }
}

#[test]
fn the_files_that_the_documents_point_to_are_there() {
    let mut found = Vec::new();
    documents(checkout(), &mut found);
    assert!(found.len() > 5, "{found:?}");
    for document in found {
        let text = fs::read_to_string(&document).unwrap();
        let links = text.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next());
        for link in links.filter(|link| !link.is_empty() && !link.contains("://")) {
            let target = document.parent().unwrap().join(link);
            assert!(target.exists(), "{} points to {link}", document.display());
        }
    }
}

#[test]
fn the_files_that_the_architecture_names_are_there() {
    let text = document("host/ARCHITECTURE.md");
    let prose: Vec<&str> = text.split("```").step_by(2).collect();
    let prose = prose.join("");
    let names = prose.split('`').skip(1).step_by(2);
    let is_path = |name: &&str| {
        name.contains('/') && !name.starts_with("../") && !name.contains([' ', '*', '<', '{', '$'])
    };
    let paths: Vec<&str> = names.filter(is_path).collect();
    assert!(paths.len() > 20, "{paths:?}");
    for path in paths {
        let here = ["", "host", "host/cypher"].map(|room| checkout().join(room).join(path));
        assert!(here.iter().any(|path| path.exists()), "there is no {path}");
    }
}

#[cfg(unix)]
#[test]
fn the_transcript_of_the_protocol_is_what_is_said() {
    let world = World::new();
    let page = document("plugins/PROTOCOL.md");
    world.file("hasty.py", &(blocks(&page, "python")[0].join("\n") + "\n"));
    // Each process of the player writes its own, since the last words of one may come late. A line is kept before it goes
    // on: with the last one the game is over, and so is whoever would keep it then.
    world.file(
        "tee.sh",
        "keep() { while IFS= read -r line; do printf '%s\\n' \"$line\" >>\"$1\"; printf '%s\\n' \"$line\"; done; }\n\
         keep $$.in | python3 hasty.py | keep $$.out\n",
    );
    let game = ["cypher:sh tee.sh", "Simple", "--size", "4", "--seed", "1", "-q", "--no-jail"];
    world.run(game).exits(0);
    let files = fs::read_dir(world.path("")).unwrap().flatten().map(|file| file.path());
    let number = |file: &PathBuf| file.file_stem()?.to_str()?.parse::<u32>().ok();
    let mut heard: Vec<_> =
        files.filter(|file| file.extension().is_some_and(|it| it == "in")).collect();
    heard.sort_by_key(number);
    let lines = |file: &Path| -> Vec<String> {
        fs::read_to_string(file).unwrap().lines().map(str::to_owned).collect()
    };
    let both = heard
        .iter()
        .flat_map(|file| lines(file).into_iter().zip(lines(&file.with_extension("out"))));
    let said: Vec<String> =
        both.flat_map(|(host, player)| [format!("> {host}"), format!("< {player}")]).collect();
    assert_eq!(said, blocks(&page, "transcript")[0]);
}

#[test]
fn the_versions_of_neo4j_stand_in_one_place_and_the_documents_follow_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let read = |file: &str| std::fs::read_to_string(root.join(file)).unwrap();
    let architecture = read("host/ARCHITECTURE.md");
    let versions = read("tests/neo4j/versions");
    let mut named = versions.lines().filter_map(|line| line.split_once('='));
    for wanted in ["oldest", "newest"] {
        let (name, version) = named.next().unwrap();
        assert_eq!(name, wanted);
        let line = version.rsplit_once('.').unwrap().0;
        let row = architecture.lines().find(|row| row.starts_with(&format!("| {line} (`{name}`")));
        assert!(row.is_some(), "host/ARCHITECTURE.md has no row for {line}, the {name}");
        for file in ["tests/neo4j/start", "tests/neo4j/pom.xml", ".ci/run", "README.md"] {
            assert!(!read(file).contains(version), "{file} names {version} as well");
        }
    }
}
