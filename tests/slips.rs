//! What goes wrong where somebody builds, installs and hands on a player for the first time: it is told with the way out,
//! and nothing that was there is lost.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::commands::shell;
use crate::common::{Ran, World};
use crate::documents::checkout;

/// A player in C, with more behind it.
fn source(world: &World, more: &str) -> String {
    let corners = fs::read_to_string(checkout().join("plugins/c/corners.c")).unwrap();
    world.file("mine.c", &format!("{corners}\n{more}\n"))
}

/// Compiles with these arguments, in the world.
fn compile(world: &World, arguments: &[&str]) {
    let mut compiler = Command::new("cc");
    compiler.arg("-I").arg(checkout().join("player-api/include")).args(arguments);
    compiler.current_dir(world.path(""));
    Ran::of(compiler).exits(0);
}

/// The host where no file may be longer than 8 KiB, as where a disk has no more room.
fn without_room(world: &World, arguments: &str) -> Ran {
    Ran::of(shell(world, &format!("trap '' XFSZ; ulimit -f 16; exec othello-host {arguments}")))
}

/// The names of what is in a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut names: Vec<_> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_library_that_was_linked_wrongly_is_told_what_it_lacks() {
    let world = World::new();
    source(
        &world,
        "extern int helper_of_mine(void);\nint (*volatile uses)(void) = helper_of_mine;",
    );
    world.file("helper.c", "int helper_of_mine(void) { return 1; }");
    compile(&world, &["-shared", "-fPIC", "-o", "libhelper.so", "helper.c"]);
    compile(&world, &["-shared", "-fPIC", "-o", "lacks.so", "mine.c"]);
    compile(&world, &["-shared", "-fPIC", "-o", "needs.so", "mine.c", "-L.", "-lhelper"]);
    compile(&world, &["-shared", "-fPIC", "-o", "whole.so", "mine.c", "helper.c"]);
    compile(&world, &["-c", "-fPIC", "-o", "object.so", "mine.c"]);
    world.file("main.c", "int main(void) { return 0; }");
    compile(&world, &["-o", "program.so", "main.c"]);
    let whole = fs::read(world.path("whole.so")).unwrap();
    fs::write(world.path("cut.so"), &whole[..5000]).unwrap();
    world.file("text.so", "not a library\n");
    for (library, told) in [
        ("lacks.so", "it uses helper_of_mine, and neither it nor a library that it names has that"),
        ("needs.so", "it needs libhelper.so, and a player sees no library but those installed"),
        ("object.so", "it is an object file: link it with -shared"),
        ("program.so", "it is a program: link it with -shared"),
        ("cut.so", "it is cut short: of its bytes, "),
        ("text.so", "it is no library for this system, or not whole"),
    ] {
        let ran = world.run([&format!("./{library}"), "Simple"]).exits(2);
        ran.says("it cannot be loaded: ").says(told);
    }
    world.run(["./whole.so", "Simple", "--size", "4"]).exits(0);
}

#[test]
fn where_there_is_no_room_nothing_half_is_left_and_what_was_there_stays() {
    let world = World::new();
    // What can't be packed any smaller.
    let noise: String = (0u64..6000)
        .map(|at| {
            at.wrapping_mul(0x9e37_79b9_7f4a_7c15)
                .rotate_left(23)
                .wrapping_mul(0xd134_2543_de82_ef95)
        })
        .map(|number| format!("{:x}", number >> 32))
        .collect();
    let query = |version: &str, more: &str| {
        format!(
            "// Mine: any\n// version: {version}\n// {more}\nMATCH (cell:Cell) RETURN cell LIMIT 1\n"
        )
    };
    world.file("mine.cypher", &query("1.0", ""));
    world.run(["players", "add", "mine.cypher", "--no-check"]).exits(0);
    world.run(["players", "pack", "mine.cypher", "-o", "mine.othello"]).exits(0);
    world.file("mine.part", "somebody's own");
    let packed = fs::read(world.path("mine.othello")).unwrap();
    let installed = world.path("data/othello-host/plugins");
    let before = (names(&world.path("")), names(&installed));

    world.file("mine.cypher", &query("2.0", &noise));
    without_room(&world, "players pack mine.cypher -o mine.othello").exits(1);
    without_room(&world, "players add mine.cypher --no-check --replace").exits(1);
    without_room(&world, "players new Half --lang rust").exits(1);
    assert_eq!((names(&world.path("")), names(&installed)), before);
    assert_eq!(fs::read(world.path("mine.othello")).unwrap(), packed);
    assert_eq!(fs::read_to_string(world.path("mine.part")).unwrap(), "somebody's own");
    fs::remove_file(world.path("mine.cypher")).unwrap();
    let shown = world.run(["players", "show", "Mine"]).exits(0).out;
    assert!(shown.contains("1.0"), "{shown}");
    world.run(["players", "new", "Half", "--lang", "rust"]).exits(0);
    world
        .run(["players", "new", "Half", "--dir", "mine.othello/half"])
        .exits(1)
        .says("can't be made");
}

#[test]
fn nothing_is_installed_that_could_not_be_noted() {
    let world = World::new();
    let installed = world.path("data/othello-host/plugins");
    // So many players that the record of them has no room.
    let entry = |number: usize| {
        format!(
            "{{\"file\": \"p{number}.cypher\", \"players\": [\"P{number}\"], \"version\": \"\", \
             \"author\": \"\", \"size\": 1, \"sha256\": \"{:064}\"}}",
            0
        )
    };
    let record = format!("[{}]", (0..100).map(entry).collect::<Vec<_>>().join(","));
    world.file("data/othello-host/plugins/installed.json", &record);
    world.file("mine.cypher", "// Mine: any\nMATCH (cell:Cell) RETURN cell LIMIT 1\n");
    without_room(&world, "players add mine.cypher --no-check").exits(1);
    assert_eq!(names(&installed), ["installed.json"]);
    assert_eq!(fs::read_to_string(installed.join("installed.json")).unwrap(), record);
}

#[test]
fn what_is_said_of_a_query_is_shown_even_where_nothing_can_be_kept() {
    let world = World::new();
    fs::create_dir_all(world.path("data/othello-host/learn.json/a folder")).unwrap();
    let query = "MATCH (cell:Cell {state: $symbol}) RETURN cell";
    let ran = world.run(["learn", "check", "match", query]).exits(0);
    assert!(ran.out.contains("Next: othello-host learn"), "{}", ran.out);
    ran.says("how far you are was not kept: ").says("learn.json");
}

#[test]
fn an_address_is_told_from_a_file() {
    let world = World::new();
    for address in [
        "https://example.org/mine.so",
        "ssh://git@example.org/mine.git",
        "git@example.org:mine.git",
    ] {
        let told = format!("{address} is an address, and nothing is fetched from one; download");
        world.run(["players", "add", address]).exits(2).says(&told);
        world.run([address, "Simple"]).exits(2).says(&told);
    }
    world
        .run(["bolt://example.org", "Simple"])
        .exits(2)
        .says("a database comes after the two players");
}
