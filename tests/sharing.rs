//! Beginning, checking, installing and removing players, as their authors and users do it.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::common::{World, processes_with};
use othello_test_support::{built, out_of_tree, wait_until};
use serde_json::Value;

/// The path of a library that the tests were given.
fn library(name: &str) -> String {
    let file =
        format!("{}othello_{name}{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    built().join(file).display().to_string()
}

/// The commands in the README of a folder, those that call the host without its name.
fn readme(world: &World, folder: &str) -> (Vec<String>, Vec<Vec<String>>) {
    let text = fs::read_to_string(world.path(folder).join("README.md")).unwrap();
    let commands = text.lines().filter_map(|line| line.strip_prefix("    "));
    let (ours, builds): (Vec<&str>, Vec<&str>) =
        commands.partition(|line| line.starts_with("othello-host "));
    let words = |line: &str| line.split(' ').skip(1).map(str::to_owned).collect();
    (builds.into_iter().map(str::to_owned).collect(), ours.into_iter().map(words).collect())
}

/// Runs every command of the README in the folder, and sees that the player plays.
fn as_its_readme_says(world: &World, folder: &str, name: &str) {
    let (builds, ours) = readme(world, folder);
    for build in builds {
        // The versions that are known here need not be looked up anew, nor built twice.
        let lock = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../Cargo.lock");
        fs::copy(lock, world.path(folder).join("Cargo.lock")).unwrap();
        let target = out_of_tree();
        let build = build.replace("--release", "--quiet");
        let mut command = Command::new("sh");
        command.args(["-c", &build]).env("CARGO_TARGET_DIR", &target);
        let built = command.current_dir(world.path(folder)).output().unwrap();
        assert!(built.status.success(), "{build}: {}", String::from_utf8_lossy(&built.stderr));
        if build.starts_with("cargo") {
            let file = format!("target/release/{}", library_of(name));
            fs::create_dir_all(world.path(folder).join("target/release")).unwrap();
            fs::copy(target.join("debug").join(library_of(name)), world.path(folder).join(file))
                .unwrap();
        }
    }
    assert!(ours.len() >= 3, "{ours:?}");
    for mut words in ours {
        if words[1] == "check" {
            words.extend(["--rounds".into(), "5".into()]);
        }
        let mut command = world.command();
        let ran = command.args(&words).current_dir(world.path(folder)).output().unwrap();
        let (out, err) =
            (String::from_utf8(ran.stdout).unwrap(), String::from_utf8(ran.stderr).unwrap());
        assert_eq!(ran.status.code(), Some(0), "{words:?}: {out}{err}");
        assert!(!err.contains("loses"), "{words:?}: {err}");
    }
}

fn library_of(name: &str) -> String {
    let word = name.to_lowercase().replace(' ', "_");
    format!("{}{word}{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX)
}

/// The languages that a player can be begun in, the tool that each needs, and names that mean something else to some of
/// them: a type, a module that the player itself reads, a file that is not for this system.
const LANGUAGES: [(&str, Option<&str>, &str); 8] = [
    ("c", Some("cc"), "Größe"),
    ("c++", Some("c++"), "Class"),
    ("zig", Some("zig"), "Deep zig"),
    ("cypher", None, "Deep Cypher"),
    ("python", Some("python3"), "json"),
    ("java", Some("javac"), "String"),
    ("javascript", Some("node"), "Deep js"),
    ("go", Some("go"), "My test"),
];

#[test]
fn a_player_begun_in_each_language_builds_and_plays_as_its_readme_says() {
    let world = World::new();
    for (language, tool, name) in LANGUAGES {
        if let Some(tool) = tool.filter(|tool| !is_there(tool)) {
            eprintln!("skipped: a player in {language}, since there is no {tool} here");
            continue;
        }
        let folder = language.replace('+', "p");
        let args = ["players", "new", name, "--lang", language, "--dir", &folder];
        let ran = world.run(args).exits(0);
        assert!(ran.out.contains("README.md"), "{}", ran.out);
        as_its_readme_says(&world, &folder, name);
    }
}

#[test]
fn a_player_begun_and_not_yet_built_says_that_it_is_to_be_built() {
    let world = World::new();
    for (language, says) in [
        ("rust", "its README.md says how it is built"),
        ("c", "its README.md says how it is built"),
        ("go", "there is no ./player in its folder: is it built yet?"),
        ("java", "there is no Player.class in its folder: is it built yet?"),
    ] {
        let folder = format!("./{language}");
        world.run(["players", "new", "Mine", "--lang", language, "--dir", &folder]).exits(0);
        let ran = world.run([&folder, "Simple"]);
        assert_ne!(ran.code, Some(0), "{language}");
        ran.says(says);
    }
}

/// Whether a tool can be called.
fn is_there(tool: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(tool).is_file())
}

#[test]
fn a_player_begun_in_rust_has_all_that_it_needs_and_plays() {
    let world = World::new();
    world.run(["players", "new", "Deep Blue", "--dir", "blue"]).exits(0);
    as_its_readme_says(&world, "blue", "Deep Blue");
    let api = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../player-api");
    let api = api.display().to_string();
    world.run(["players", "new", "Near", "--api", &api]).exits(0);
    world.run(["players", "new", "Far", "--api", "https://example.org/x.git"]).exits(0);
    let cargo_toml =
        |folder: &str| fs::read_to_string(world.path(folder).join("Cargo.toml")).unwrap();
    assert!(cargo_toml("near").contains("path = \"/"), "{}", cargo_toml("near"));
    assert!(
        cargo_toml("far").contains("git = \"https://example.org/x.git\""),
        "{}",
        cargo_toml("far")
    );
}

#[test]
fn a_trial_says_what_the_host_would_say_to_each_answer() {
    let world = World::new();
    let ran = world.run(["players", "test", "Simple", "--games", "2"]).exits(0);
    assert!(ran.out.starts_with("round 1: X after \"\": "), "{}", ran.out);
    assert!(
        ran.out.contains("\ngame 2 as White: ") && ran.out.contains(", legal, "),
        "{}",
        ran.out
    );
    assert!(ran.out.ends_with(
        "10 rounds, of which 0 lose; 2 games, of which 0 end by a fault of the player's\n"
    ));
    let bad = world.file("bad.cypher", "MATCH (cell:Cell {row: 0, column: 0}) RETURN cell");
    for (player, code, loses) in [("Simple", 0, 0), (bad.as_str(), 1, 2)] {
        let args = ["players", "test", player, "--games", "2", "--json"];
        let out = world.run(args).exits(code).out;
        let events: Vec<Value> =
            out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(events.len(), 13);
        assert_eq!(events[12]["games_lost"], loses, "{out}");
        assert_eq!(events[11]["outcome"] == "lost" && events[11]["discs"].is_null(), loses > 0);
    }
    let ran = world.run(["players", "test", &bad, "--games", "1"]).exits(1);
    assert!(
        ran.out.contains("loses: illegal move a1") && ran.out.contains("  | MATCH (cell:Cell"),
        "{}",
        ran.out
    );
    let rounds = world.file("some.jsonl", "{\"symbol\": \"X\", \"moves\": []}\n\nnonsense\n");
    world
        .run(["players", "test", "Simple", "--rounds", &rounds])
        .exits(2)
        .says("some.jsonl, line 3");
}

#[test]
fn what_can_not_be_begun_is_wrong_usage() {
    let world = World::new();
    world.run(["players", "new", "../up"]).exits(2).says("letters, digits, spaces and dashes");
    world.run(["players", "new", "Blue", "--lang", "c", "--api", "."]).exits(2).says("--lang rust");
    world.run(["players", "new", "Blue", "--api", "."]).exits(2).says("no othello-player-api");
    let long = "x".repeat(61);
    world.run(["players", "new", &long, "--dir", "long"]).exits(2).says("60 of them at most");
    assert!(!world.path("long").exists());
    fs::create_dir(world.path("blue")).unwrap();
    world.run(["players", "new", "Blue", "--lang", "c"]).exits(2).says("is there already");
}

#[test]
fn a_check_prints_a_tree_or_json_and_exits_by_what_it_found() {
    let world = World::new();
    let ran = world.run(["players", "check", "Simple", "--rounds", "5"]).exits(0);
    for part in [
        "├─ passed   loads: library: Simple",
        "passed   speaks the host's language: version 1",
        "passed   exports: a root module",
        "needs a C library: glibc 2.",
        "└─ Simple",
        "passed   plays othello on 8x8, standard start: 10 legal moves; median ",
        "passed   plays othello on 16x16, standard start",
        "passed   plays reversi on 8x8, empty start",
        "passed   keeps its deadline: of 1 s",
        "passed   its queries pass the front end",
        "skipped  the same on the embedded engine and on Neo4j",
        "passed   answers the same again",
        "passed   keeps its memory",
        "passed   is as blind as it says",
        "passed   plays a second game",
        " 0 failed, 0 crashed, 1 skipped",
    ] {
        assert!(ran.out.contains(part), "no {part:?} in:\n{}", ran.out);
    }

    let writes = world.file("writes.cypher", "MATCH (c:Cell) SET c.state = 'X' RETURN c AS cell");
    let ran = world.run(["players", "check", &writes, "--rounds", "5", "--json"]).exits(1);
    let report: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(report["good"], false);
    let checks = report["files"][0]["players"][0]["checks"].as_array().unwrap();
    let front = checks.iter().find(|check| check["name"] == "its queries pass the front end");
    assert_eq!(front.unwrap()["outcome"], "failed", "{checks:#?}");
    world.run(["players", "check", "nobody.so"]).exits(2).says("no file nobody.so");
}

#[test]
fn a_player_that_dies_or_never_answers_is_a_result_of_the_check_and_leaves_nothing_behind() {
    let world = World::new();
    let source = "#include <stdlib.h>\n#include <string.h>\n#include \"othello_player.h\"\n\
        uint32_t othello_abi(void) { return OTHELLO_ABI; }\n\
        void get_cypher_for_round(void *self, const char *round, size_t length,\n\
        othello_emit emit, void *context) { ACT; emit(context, \"RETURN 1\", 8); }\n";
    for (act, outcome, check) in [
        ("_Exit(7)", "crashed", "plays othello"),
        ("for (;;) {}", "failed", "keeps its deadline"),
        ("abort()", "crashed", "plays othello"),
    ] {
        let file = world.file("act.c", &source.replace("ACT", act));
        let library = world.path("act.so").display().to_string();
        let include = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../player-api/include");
        let mut cc = Command::new("cc");
        cc.args(["-shared", "-fPIC", "-o", &library, &file, "-I"]).arg(include);
        assert!(cc.status().unwrap().success());
        let args = ["players", "check", &library, "--rounds", "2", "--time-limit", "500ms"];
        let mut child = world.command();
        let child = child.args(args).stdout(std::process::Stdio::piped()).spawn().unwrap();
        let host = child.id();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        let out = String::from_utf8(output.stdout).unwrap();
        let line = out.lines().find(|line| line.contains(check)).unwrap();
        assert!(line.contains(outcome), "{act}: {out}");
        // A busy machine takes a while to end what was killed.
        wait_until(&format!("{act}: no child is left"), || children_of(host) == 0);
    }
}

/// How many processes say on their command line that this host started them.
fn children_of(host: u32) -> usize {
    processes_with(&format!("__player {host} ")).len()
}

#[test]
fn a_player_is_installed_shown_told_when_changed_accepted_and_removed() {
    let world = World::new();
    let first = world.file(
        "mine.cypher",
        "// Mine: the first legal cell\n// author: A. Author\n// version: 1.2\n\
         MATCH (cell:Cell {row: 2, column: 3}) RETURN cell",
    );
    world.run(["players", "add", &first]).exits(1).says("failed a check");
    world.run(["players", "add", &first, "--no-check"]).exits(0);
    let listed = world.run(["players", "list", "--long"]).exits(0).out;
    let mine = listed.split("\n\n").find(|card| card.starts_with("Mine\n")).unwrap();
    for part in ["version    1.2", "author     A. Author", "SHA-256    ", "class      blind"] {
        assert!(mine.contains(part), "{mine}");
    }
    let shown = world.run(["players", "show", "Mine"]).exits(0).out;
    assert!(shown.contains("as Black it sends:\n// Mine"), "{shown}");

    // The file is replaced behind the record's back.
    let place = world.path("data/othello-host/plugins/mine.cypher");
    fs::write(&place, "// Mine: another\nMATCH (cell:Cell {row: 3, column: 2}) RETURN cell")
        .unwrap();
    let ran = world.run(["Mine", "Simple"]).exits(2).says("has changed since it was installed");
    ran.says("othello-host players accept");
    world.run(["players", "list"]).exits(0).says("has changed since it was installed");
    world.run(["players", "accept", "Mine"]).exits(1).says("failed a check");
    let legal = fs::read_to_string(
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../plugins/quiet.cypher"),
    );
    fs::write(&place, legal.unwrap().replace("Quiet", "Mine")).unwrap();
    world
        .run(["players", "accept", "Mine"])
        .exits(0)
        .prints(&format!("accepted {}: Mine\n", place.display()));
    world.run(["Mine", "Simple", "--quiet"]).exits(0);

    // A known name in another file has to be meant.
    let other = fs::read_to_string(&place).unwrap();
    let other = world.file("other.cypher", &(other + "\n// changed"));
    world.run(["players", "add", &other]).exits(1).says("--replace");
    world.run(["players", "add", &other, "--replace"]).exits(0);
    assert!(!place.exists());
    world.run(["players", "rm", "mine"]).exits(0);
    world.run(["players", "rm", "mine"]).exits(1).says("no player \"mine\" is installed");
    world.run(["Mine", "Simple"]).exits(2).says("no player \"Mine\"");
}

#[test]
fn a_library_for_another_platform_is_listed_and_checked_as_such() {
    let world = World::new();
    let mut foreign = fs::read(library("simple")).unwrap();
    // The machine of an ELF header: 183 is aarch64, 62 is x86-64.
    foreign[18] = if cfg!(target_arch = "x86_64") { 183 } else { 62 };
    fs::create_dir(world.path("plugins")).unwrap();
    fs::write(world.path("plugins/foreign.so"), foreign).unwrap();
    let listed = world.run(["players", "list"]).exits(0).out;
    assert!(listed.contains("foreign.so: for linux on "), "{listed}");
    let ran = world.run(["players", "check", "plugins/foreign.so"]).exits(0);
    assert!(ran.out.contains("skipped  loads: it is for linux on "), "{}", ran.out);
    world.run(["players", "add", "plugins/foreign.so"]).exits(1).says("it is for linux on ");
}

#[test]
fn a_player_is_packed_by_one_and_installed_from_the_archive_by_another() {
    let (author, user) = (World::new(), World::new());
    let to = user.path("simple.othello").display().to_string();
    author
        .run(["players", "pack", &library("simple"), "-o", &to])
        .exits(0)
        .says("link to its source");
    user.run(["players", "check", &to, "--rounds", "2"]).exits(0);
    user.run(["players", "add", &to]).exits(0);
    let installed = user.path("data/othello-host/plugins");
    let found = fs::read_dir(&installed).unwrap().flatten();
    assert!(found.map(|one| one.path()).any(|path| path.extension().unwrap() != "json"));
    // One library of that name lies beside the host as well, with the same bytes: they are one player.
    user.run(["Simple", "Random", "-q", "--size", "4"]).exits(0);
    fs::write(&to, "no archive").unwrap();
    user.run(["players", "add", &to]).exits(2).says("not a whole archive");
}
