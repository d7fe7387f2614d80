//! Every command line of the README and of the one for authors of players, run as it stands there by a shell, in the
//! order of the text and in one world. What is a name for something of the reader's is replaced by it; the few that end
//! by a person's hand, or only where something else runs, are told here.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::{env, fs, thread};

use rustix::process::{Pid, Signal, kill_process};

use crate::common::served::Served;
use crate::common::{self, Ran, World};
use crate::documents::{blocks, checkout, document};
use othello_test_support::built;

/// How a line is run.
enum Run {
    /// It ends with this code.
    Ends(i32),
    /// Somebody types this.
    Typing(&'static str),
    /// Ctrl-C is pressed when it has printed a line with these words. What is quicker than that ends well.
    Interrupted(&'static str),
    /// In another test, which needs more than a shell for it.
    Elsewhere,
}

/// The lines that do not simply end well, by how they begin.
const RUNS: [(&str, Run); 18] = [
    // What builds this test and runs it, and the walk through a release.
    ("cargo test", Run::Elsewhere),
    ("tar -xzf", Run::Elsewhere),
    // A menu is for a terminal: `console`. A window wants a browser: `window`.
    ("othello-host  ", Run::Ends(2)),
    ("othello-host Human Simple --window", Run::Elsewhere),
    ("othello-host Human Simple", Run::Typing("d3\nresign\n")),
    ("othello-host --game tictactoe Human", Run::Typing("1 1\nresign\n")),
    ("othello-host shell", Run::Typing("MATCH (cell:Cell) RETURN count(cell);\n")),
    // There is no server here: `servers` and `cluster` have some.
    ("othello-host Simple Random neo4j://", Run::Ends(1)),
    ("othello-host tournament Simple Random Edge --over nats://", Run::Ends(1)),
    // They play or search for long; that openings are made is seen in `contests`, and that books are, in `books`.
    ("othello-host compare", Run::Interrupted("saved in")),
    ("othello-host match", Run::Interrupted("saved in")),
    ("othello-host tournament Simple Random Edge Oracle", Run::Interrupted("saved in")),
    ("othello-host rate", Run::Interrupted("saved in")),
    ("othello-host tune", Run::Interrupted("saved in")),
    ("othello-host openings make", Run::Elsewhere),
    ("othello-host book make", Run::Elsewhere),
    // They run until they are ended; the others of the ladder are run beside one.
    ("othello-host ladder --title", Run::Interrupted("file:")),
    ("othello-host ladder ", Run::Elsewhere),
];

/// What stands for something of the reader's, and how long they would wait.
const NAMES: [(&str, &str); 11] = [
    ("cargo build --release", "true"),
    ("target/release/", ""),
    ("Player1 Player2", "Simple Random"),
    ("neo4j://localhost:7687", "neo4j://localhost:1"),
    ("tournament A B C", "tournament Simple Random Edge"),
    ("nats://HOST", "nats://127.0.0.1:1"),
    ("'gtp:./engine'", "'gtp:python3 engine gtp'"),
    ("0.0.0.0:7878", "127.0.0.1:0"),
    (" FILE", " a.db"),
    ("copy.db", "copies.db"),
    ("analyse last", "analyse last --depth 2"),
];

/// The lines of a document in which a shell is shown what to do.
fn lines(name: &str) -> Vec<String> {
    let document = document(name);
    let blocks = blocks(&document, "sh");
    let lines = blocks.iter().flat_map(|block| {
        block.join("\n").replace("\\\n", " ").lines().map(str::to_owned).collect::<Vec<_>>()
    });
    lines.filter(|line| !line.trim().is_empty()).collect()
}

/// A shell in this world that finds the binary under test first.
pub fn shell(world: &World, line: &str) -> Command {
    let mut shell = Command::new("sh");
    let inside = world.command();
    for (name, value) in inside.get_envs() {
        match value {
            Some(value) => shell.env(name, value),
            None => shell.env_remove(name),
        };
    }
    let folder = common::binary().parent().unwrap().display();
    shell.env("PATH", format!("{folder}:{}", env::var("PATH").unwrap()));
    shell.current_dir(inside.get_current_dir().unwrap()).stdin(Stdio::null());
    shell.args(["-c", line]);
    shell
}

/// Runs a line, and sees that it ends as it should.
fn run(world: &World, line: &str, names: &[(&str, &str)]) {
    let line = names.iter().fold(line.to_owned(), |line, (name, is)| line.replace(name, is));
    let known = RUNS.iter().find(|(start, _)| line.starts_with(start) || line == start.trim());
    match known.map_or(&Run::Ends(0), |(_, run)| run) {
        Run::Ends(code) => {
            let ran = Ran::of(shell(world, &line));
            assert_eq!(ran.code, Some(*code), "{line}\n{}{}", ran.out, ran.err);
        }
        Run::Typing(text) => {
            let file = world.file("typed", text);
            let mut shell = shell(world, &line);
            shell.stdin(fs::File::open(file).unwrap());
            let ran = Ran::of(shell);
            assert_eq!(ran.code, Some(0), "{line}\n{}{}", ran.out, ran.err);
        }
        Run::Interrupted(words) => interrupt(world, &line, words),
        Run::Elsewhere => {}
    }
}

/// Runs a line until it prints these words, and ends it then as Ctrl-C does.
fn interrupt(world: &World, line: &str, words: &str) {
    let mut shell = shell(world, &format!("exec 2>&1; exec {line}"));
    let mut child = shell.stdout(Stdio::piped()).spawn().unwrap();
    let mut printed = BufReader::new(child.stdout.take().unwrap()).lines();
    let seen = printed.by_ref().map_while(Result::ok).any(|line| line.contains(words));
    assert!(seen, "{line}: it ends without {words:?}");
    let _ = kill_process(Pid::from_child(&child), Signal::INT);
    // Whoever prints more may not stand still.
    let rest = thread::spawn(move || printed.map_while(Result::ok).collect::<Vec<_>>().join("\n"));
    let code = child.wait().unwrap().code();
    let rest = rest.join().unwrap();
    assert!(matches!(code, Some(0 | 130)), "{line}: {code:?}\n{rest}");
}

/// A world with what the text takes for granted.
fn world() -> World {
    let world = World::new();
    let quiet = document("plugins/quiet.cypher");
    for name in ["Mine", "Old", "New"] {
        let file = format!("{}.cypher", name.to_lowercase());
        world.file(&file, &quiet.replace("Quiet:", &format!("{name}:")));
    }
    let library = format!("libothello_simple{}", env::consts::DLL_SUFFIX);
    fs::copy(built().join(library), world.path("strange.so")).unwrap();
    fs::copy(checkout().join("tests/protocols/bot.py"), world.path("engine")).unwrap();
    for file in ["a.db", "b.db"] {
        world.run(["tournament", "Simple", "Random", "--games", "2", "--file", file]).exits(0);
    }
    world
}

#[test]
fn every_command_of_the_readme_does_what_it_says() {
    let world = world();
    let lines = lines("README.md");
    assert!(lines.len() > 30, "{lines:?}");
    for line in &lines {
        run(&world, line, &NAMES);
    }
}

#[test]
fn every_command_of_the_ladder_in_the_readme_does_what_it_says_while_one_runs() {
    let world = world();
    let (served, introduction) = Served::ladder(&world, &["--title", "Graph afternoon"]);
    let data = world.path("data/othello-host");
    fs::create_dir_all(&data).unwrap();
    std::os::unix::fs::symlink(world.path("ladder.db"), data.join("ladder.db")).unwrap();
    world.run(["players", "pack", "old.cypher", "--output", "mine.othello"]).exits(0);
    let key = crate::ladders::join(&served, "Ann", crate::ladders::said(&introduction, "code:"));
    let address = served.printed.trim_end_matches('/').to_owned();
    let names = [("http://host:7878", address.as_str()), ("LINK", &key)];
    let lines = lines("README.md");
    let ladder = lines.iter().filter(|line| line.starts_with("othello-host ladder "));
    let ladder: Vec<_> = ladder.filter(|line| !line.contains("--title")).collect();
    assert_eq!(ladder.len(), 5, "{ladder:?}");
    for line in ladder {
        let line = names.iter().fold(line.clone(), |line, (name, is)| line.replace(name, is));
        let ran = Ran::of(shell(&world, &line));
        assert_eq!(ran.code, Some(0), "{line}\n{}{}", ran.out, ran.err);
    }
}

#[test]
fn every_command_for_authors_of_players_does_what_it_says() {
    let world = world();
    let lines = lines("plugins/README.md");
    assert!(lines.len() >= 6, "{lines:?}");
    for line in &lines {
        run(&world, line, &[("FILE", "./mine.cypher")]);
    }
}
