//! Players as they are dropped into a folder: built out of tree, replaced between two games, several in one
//! library, two with one name.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::common::{Ran, World};
use othello_test_support::{built, out_of_tree};

/// The crate that authors depend on, as it is and as it was when version 1 was frozen.
const TODAYS: &str = "player-api";
const FROZEN: &str = "tests/frozen/player-api-1";

/// A file or folder of this project.
fn ours(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

/// Builds a library of its own in a folder that knows nothing of this workspace but player-api.
fn library(world: &World, api: &str, name: &str, source: &str) -> PathBuf {
    let api = ours(api);
    let manifest = format!(
        "[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\
         [lib]\ncrate-type = [\"cdylib\"]\n\
         [dependencies]\nothello-player-api = {{ path = {api:?} }}\n\
         [workspace]\n"
    );
    world.file(&format!("{name}/Cargo.toml"), &manifest);
    world.file(&format!("{name}/src/lib.rs"), source);
    // The versions that are known here need not be looked up anew.
    fs::copy(ours("Cargo.lock"), world.path(&format!("{name}/Cargo.lock"))).unwrap();
    let target = out_of_tree();
    let built = Command::new(env!("CARGO"))
        .args(["build", "--quiet", "--target-dir"])
        .arg(&target)
        .current_dir(world.path(name))
        .output()
        .unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let file = format!("{}{name}{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    target.join("debug").join(file)
}

const TWINS: &str = r#"
use othello_player_api::{About, Answer, Game, Player, Round, export_player};

const ANY: &str = "MATCH (cell:Cell {row: 0, column: 0}) RETURN cell";

struct Corner;
impl Player for Corner {
    fn about() -> About { About::new("Corner Dreamer", "1") }
    fn new(_: &Game) -> Self { Corner }
    fn get_cypher_for_round(&mut self, _: &Round) -> impl Into<Answer> { ANY }
}

struct Quitter;
impl Player for Quitter {
    fn about() -> About { About::new("Quitter", "1") }
    fn new(_: &Game) -> Self { Quitter }
    fn get_cypher_for_round(&mut self, _: &Round) -> impl Into<Answer> { Answer::resign("VERSION") }
}

export_player!(Corner, Quitter);
"#;

#[test]
fn a_library_built_out_of_tree_is_dropped_into_a_folder_and_replaced_between_games() {
    let world = World::new();
    fs::create_dir(world.path("plugins")).unwrap();
    let dropped = world.path("plugins").join(format!("twins{}", std::env::consts::DLL_SUFFIX));

    fs::copy(library(&world, TODAYS, "twins", &TWINS.replace("VERSION", "first")), &dropped)
        .unwrap();
    // Both players of the library are there, and names are written as people like.
    let ran = world.run(["corner-dreamer", "Simple"]).exits(0).prints("Simple\n");
    ran.says("illegal move a1");
    world.run(["quitter", "Simple"]).exits(0).says("resignation: first");

    fs::copy(library(&world, TODAYS, "twins", &TWINS.replace("VERSION", "second")), &dropped)
        .unwrap();
    world.run(["Quitter", "Simple"]).exits(0).says("resignation: second");

    // The same name once more, in another library, has to be told apart.
    let other = TWINS.replace("VERSION", "third");
    let second = world.path("plugins").join(format!("other{}", std::env::consts::DLL_SUFFIX));
    fs::copy(library(&world, TODAYS, "twins", &other), second).unwrap();
    let ran = world.run(["Quitter", "Simple"]).exits(2).says("2 players are called \"Quitter\"");
    ran.says("twins").says("other");
    world.run(["other:Quitter", "Simple"]).exits(0).says("resignation: third");
}

#[test]
fn players_are_found_by_folder_variable_and_path() {
    let world = World::new();
    let file =
        format!("{}othello_simple{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    let simple = built().join(file).display().to_string();
    world.run([simple.as_str(), simple.as_str(), "--quiet"]).exits(0);
    let text = "// Somebody: elsewhere\nMATCH (cell:Cell {row: 0, column: 0}) RETURN cell";
    world.file("elsewhere/somebody.cypher", text);
    world.run(["Somebody", "Simple"]).exits(2);
    world.run(["Somebody", "Simple", "--plugins", "elsewhere"]).exits(0).prints("Simple\n");
    let mut command = world.command();
    command.env("OTHELLO_PLUGINS", world.path("elsewhere")).args(["Somebody", "Simple"]);
    assert_eq!(command.output().unwrap().status.code(), Some(0));
    let mut command = world.command();
    command.env("OTHELLO_PLUGINS", "no such folder").args(["Simple", "Random", "-q"]);
    Ran::of(command).exits(0).says("OTHELLO_PLUGINS: there is no folder no such folder");
}

#[test]
fn players_made_against_the_frozen_interface_play_today() {
    let world = World::new();
    let source = fs::read_to_string(ours("tests/frozen/careful.rs")).unwrap();
    let library = library(&world, FROZEN, "careful", &source).display().to_string();
    let careful = format!("{library}:Careful:backwards=true");
    let tired = format!("{library}:Tired");
    world.run([&tired, &careful]).exits(0).prints("Careful\n").says("as it was then");
    let told = world.run([&careful, "Simple", "--show-thinking", "--json"]).exits(0).out;
    assert!(told.contains("round 1 with 2 discs"), "{told}");
    assert!(!told.contains("\"forfeit\""), "{told}");

    let library = world.path(&format!("corners{}", std::env::consts::DLL_SUFFIX));
    let compiled = Command::new("cc")
        .args(["-shared", "-fPIC", "-Werror", "-I"])
        .arg(ours(FROZEN).join("include"))
        .arg("-o")
        .args([&library, &ours("plugins/c/corners.c")])
        .output()
        .unwrap();
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let told = world.run([&library.display().to_string(), "Simple", "--json"]).exits(0).out;
    assert!(!told.contains("\"forfeit\""), "{told}");
}
