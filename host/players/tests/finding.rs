//! Finding players as users name them.
#![allow(clippy::unwrap_used)]

mod common;

use common::{cc, finder, finder_with, shipped};
use othello_player_api::{Class, Value};
use othello_players::{FindError, Holds, Jail, Launcher, Runner, Source};
use std::fs;
use std::path::Path;

const TWO_PLAYERS: &str = r#"
#include <string.h>
#include "othello_player.h"
uint32_t othello_abi(void) { return OTHELLO_ABI; }
void describe(othello_emit emit, void *context) {
  const char *text = "[{\"name\": \"Deep Blue\", \"class\": \"open\", \"options\": "
    "[{\"name\": \"depth\", \"type\": \"integer\", \"default\": 3, \"max\": 9}]},"
    "{\"name\": \"draw\"}]";
  emit(context, text, strlen(text));
}
void get_cypher_for_round(void *self, const char *round, size_t length, othello_emit emit,
                          void *context) {
  emit(context, round, length);
}
"#;

fn folder_of_players() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    cc(TWO_PLAYERS, &[], &folder.path().join("libtwo.so"));
    fs::write(folder.path().join("edges.cypher"), "// Edge Runner: along the edge\nRETURN 1")
        .unwrap();
    folder
}

fn message(folder: &Path, text: &str) -> String {
    finder(folder).contestant(text).unwrap_err().to_string()
}

#[test]
fn a_player_is_found_by_its_name_whatever_its_case_spaces_and_dashes() {
    let folder = folder_of_players();
    for name in ["Deep Blue", "deepblue", "DEEP-BLUE", "deep_blue"] {
        let found = finder(folder.path()).contestant(name).unwrap();
        assert_eq!((found.name.as_str(), found.about().class), ("Deep Blue", Class::Open));
    }
    let found = finder(folder.path()).contestant("edge runner").unwrap();
    assert!(matches!(found.player.source, Source::CypherFile { .. }));
    assert_eq!(found.about().line, "along the edge");
}

#[test]
fn an_alias_names_the_contestant_and_options_are_read_with_their_defaults() {
    let folder = folder_of_players();
    let found = finder(folder.path()).contestant("Me=Deep Blue:depth=5").unwrap();
    assert_eq!((found.name.as_str(), &found.options["depth"]), ("Me", &Value::from(5)));
    let plain = finder(folder.path()).contestant("deepblue").unwrap();
    assert_eq!(plain.options["depth"], Value::from(3));
    let error = message(folder.path(), "deepblue:depth=10");
    assert_eq!(
        error,
        "Deep Blue: depth=10 won't do; Deep Blue has depth (a whole number to 9, else 3)"
    );
}

#[test]
fn a_player_is_found_in_its_file_by_path_and_by_the_files_name() {
    let folder = folder_of_players();
    let path = folder.path().join("libtwo.so");
    for file in [path.to_str().unwrap(), "libtwo.so", "libtwo", "two"] {
        let found = finder(folder.path()).contestant(&format!("{file}:deep blue")).unwrap();
        assert_eq!(found.name, "Deep Blue", "{file}");
    }
    let error = message(folder.path(), path.to_str().unwrap());
    assert!(
        error.contains("holds several players") && error.contains("Deep Blue, draw"),
        "{error}"
    );
    let error = message(folder.path(), "two:Deep Red");
    assert!(error.contains("holds no player \"Deep Red\"; it holds Deep Blue"), "{error}");
}

#[test]
fn an_unknown_name_is_answered_with_the_near_ones() {
    let folder = folder_of_players();
    assert_eq!(
        message(folder.path(), "Deep Blu"),
        "no player \"Deep Blu\"; did you mean \"Deep Blue\"? \"othello-host players list\" shows all"
    );
    assert!(!message(folder.path(), "zzz").contains("did you mean"));
}

#[test]
fn a_reserved_word_is_no_name_but_its_player_can_play_under_another() {
    let folder = folder_of_players();
    assert_eq!(
        message(folder.path(), "draw"),
        "\"draw\" can't be the name of a contestant; give another as ALIAS=NAME"
    );
    assert!(message(folder.path(), "Players=Deep Blue").contains("can't be the name"));
    assert_eq!(finder(folder.path()).contestant("Tie=draw").unwrap().name, "Tie");
}

#[test]
fn two_players_of_one_name_are_told_with_both_paths() {
    let folder = folder_of_players();
    fs::write(folder.path().join("other.cypher"), "// EdgeRunner\nRETURN 2").unwrap();
    let error = message(folder.path(), "edge-runner");
    assert!(error.starts_with("2 players are called \"edge-runner\""), "{error}");
    assert!(error.contains("edges.cypher") && error.contains("other.cypher"), "{error}");
    assert_eq!(finder(folder.path()).contestant("other:edgerunner").unwrap().name, "EdgeRunner");
}

#[test]
fn two_copies_of_one_library_are_one_player() {
    let folder = tempfile::tempdir().unwrap();
    let simple = shipped("simple");
    fs::copy(&simple, folder.path().join("one.so")).unwrap();
    fs::copy(&simple, folder.path().join("two.so")).unwrap();
    assert_eq!(finder(folder.path()).contestant("Simple").unwrap().name, "Simple");
}

#[test]
fn a_known_library_is_found_without_being_run_again() {
    let folder = folder_of_players();
    finder(folder.path()).contestant("Deep Blue").unwrap();
    let nothing = Runner { launcher: Launcher::at("/nowhere"), jail: Jail::default() };
    let found = finder_with(nothing.clone(), folder.path()).contestant("Deep Blue").unwrap();
    assert_eq!(found.name, "Deep Blue");
    cc(&TWO_PLAYERS.replace("Deep Blue", "Deep Red"), &[], &folder.path().join("libtwo.so"));
    let error = finder_with(nothing, folder.path()).contestant("Deep Blue").unwrap_err();
    assert!(matches!(error, FindError::Unknown { .. }), "a changed file is looked at again");
    assert_eq!(finder(folder.path()).contestant("Deep Red").unwrap().name, "Deep Red");
}

#[test]
fn the_listing_shows_every_file_with_what_is_wrong_with_it() {
    let folder = folder_of_players();
    fs::write(folder.path().join("bad.so"), "no library").unwrap();
    fs::write(folder.path().join("bad.player.toml"), "command = 5").unwrap();
    fs::create_dir(folder.path().join("deeper")).unwrap();
    fs::write(folder.path().join("deeper/inner.cypher"), "RETURN 1").unwrap();
    let mut elf = b"\x7fELF\x02\x01\x01".to_vec();
    elf.resize(18, 0);
    elf.extend([183, 0]);
    fs::write(folder.path().join("foreign.so"), elf).unwrap();
    let told: Vec<String> = finder(folder.path())
        .list()
        .into_iter()
        .map(|listed| {
            let file = listed.file.file_name().unwrap().to_string_lossy().into_owned();
            match listed.holds {
                Holds::Players(players) => format!("{file}: {} players", players.len()),
                Holds::OtherPlatform(which) => format!("{file}: for {which}"),
                Holds::Broken(_) => format!("{file}: broken"),
            }
        })
        .collect();
    assert_eq!(
        told,
        [
            "bad.player.toml: broken",
            "bad.so: broken",
            "inner.cypher: 1 players",
            "edges.cypher: 1 players",
            "foreign.so: for linux on aarch64",
            "libtwo.so: 2 players",
        ]
    );
}

#[test]
fn what_is_not_there_is_said_so() {
    let folder = folder_of_players();
    assert!(message(folder.path(), "./nothing.so").starts_with("no file ./nothing.so"));
    assert!(message(folder.path(), "nothing:Simple").starts_with("no file nothing"));
    assert!(message(folder.path(), "cypher:").contains("names no program"));
    assert!(message(folder.path(), "cypher:'open").contains("names no program"));
    let error = message(folder.path(), "cypher:/nowhere/bot --fast");
    assert!(error.starts_with("no program /nowhere/bot, neither here nor on the PATH"), "{error}");
    // Those that have no name to give would only lose.
    let error = message(folder.path(), "Mine=gtp:nowhere-at-all --fast");
    assert!(error.starts_with("no program nowhere-at-all, "), "{error}");
    assert!(message(folder.path(), "bot.py").starts_with("no player or file \"bot.py\""));
}
