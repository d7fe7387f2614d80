//! Playing with players: what they get, what they answer, and how they end.
#![allow(clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;
mod programs;

use common::{cc, finder, finder_with, host, query, runner, runner_with, shipped, start, top};
use othello_player_api::{Game, Round};
use othello_players::{AskError, Jail, Launcher, Mode, Runner, Verdict};
use othello_test_support::{wait_for, wait_until};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Whoever waits for a player of these tests that never answers waits for longer than this.
const HANG: Duration = Duration::from_secs(60);

/// Answers every round with the text of the round, so that a test sees what it got.
const ECHO: &str = r#"
#include <stdio.h>
#include <string.h>
#include "othello_player.h"
uint32_t othello_abi(void) { return OTHELLO_ABI; }
void describe(othello_emit emit, void *context) {
  const char *text = "{\"name\": \"Echo\", \"class\": \"" CLASS "\", \"options\":"
    " [{\"name\": \"depth\", \"type\": \"integer\", \"default\": 3}]}";
  emit(context, text, strlen(text));
}
static char game[4096];
void *create(const char *text, size_t length, othello_emit emit, void *context) {
  (void)emit, (void)context;
  memcpy(game, text, length < 4095 ? length : 4095);
  return game;
}
void destroy(void *self) { fputs(self == game ? "destroyed" : "what?", stderr); }
void get_cypher_for_round(void *self, const char *round, size_t length, othello_emit emit,
                          void *context) {
  static char text[9000];
  int end = snprintf(text, sizeof text, "// %s\n// %.*s", (char *)self, (int)length, round);
  emit(context, text, end);
}
"#;

fn echo(class: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let library = folder.path().join("echo.so");
    cc(ECHO, &[&format!("CLASS=\"{class}\"")], &library);
    (folder, library)
}

fn text_file(folder: &Path, name: &str, text: &str) -> String {
    let file = folder.join(name);
    fs::write(&file, text).unwrap();
    file.display().to_string()
}

#[test]
fn the_shipped_players_answer_with_their_queries() {
    let folder = tempfile::tempdir().unwrap();
    for (name, part) in [
        ("simple", "RETURN cell\nLIMIT 1"),
        ("random", "ORDER BY rand()"),
        ("human", "{row: $y, column: $x}"),
    ] {
        let library = shipped(name).display().to_string();
        let mut session = start(&runner(), &finder(folder.path()), &library).unwrap();
        assert!(query(&mut session).unwrap().contains(part), "{name}");
        assert_eq!(session.contestant().about().person, name == "human");
    }
}

#[test]
fn a_player_in_c_is_built_with_the_systems_compiler_and_plays() {
    let folder = tempfile::tempdir().unwrap();
    let source = fs::read_to_string(top().join("plugins/c/corners.c")).unwrap();
    cc(&source, &[], &folder.path().join("libcorners.so"));
    let mut session = start(&runner(), &finder(folder.path()), "Corners").unwrap();
    assert!(query(&mut session).unwrap().starts_with("MATCH (any:Cell)"));
    assert_eq!(session.end(), "");
}

#[test]
fn a_query_in_a_file_is_sent_as_it_is() {
    let file = top().join("plugins/quiet.cypher");
    let folder = tempfile::tempdir().unwrap();
    let mut session = start(&runner(), &finder(folder.path()), file.to_str().unwrap()).unwrap();
    assert_eq!(session.contestant().name, "Quiet");
    assert_eq!(query(&mut session).unwrap(), fs::read_to_string(file).unwrap());
}

#[test]
fn a_blind_player_gets_neither_position_nor_moves_and_an_open_one_gets_both() {
    for (class, seen) in [("blind", 0), ("open", 1)] {
        let (folder, _) = echo(class);
        let mut session = start(&runner(), &finder(folder.path()), "Echo").unwrap();
        let text = query(&mut session).unwrap();
        let (game, round) = text.split_once('\n').unwrap();
        assert_eq!(game.matches("\"position\":\"---").count(), seen, "{class}: {game}");
        assert_eq!(round.matches("\"position\":\"---").count(), seen, "{class}: {round}");
        assert_eq!(round.matches("\"moves\":[").count(), seen, "{class}: {round}");
    }
}

#[test]
fn game_and_round_carry_the_contestants_options() {
    let (folder, _) = echo("blind");
    let mut session = start(&runner(), &finder(folder.path()), "Echo:depth=7").unwrap();
    let text = query(&mut session).unwrap();
    assert_eq!(text.matches("\"options\":{\"depth\":7}").count(), 2, "{text}");
    assert!(text.contains("\"player\":\"Echo\""), "{text}");
}

#[test]
fn an_instance_is_destroyed_in_good_order_and_its_output_is_kept() {
    let (folder, _) = echo("blind");
    let session = start(&runner(), &finder(folder.path()), "Echo").unwrap();
    assert_eq!(session.end(), "destroyed");
}

#[test]
fn a_library_that_is_replaced_between_two_games_plays_the_next_one() {
    let (folder, library) = echo("blind");
    let played = |expected: &str| {
        let mut session = start(&runner(), &finder(folder.path()), "Echo").unwrap();
        assert!(query(&mut session).unwrap().contains(expected));
    };
    played("\"player\":\"Echo\"");
    cc(&ECHO.replace("// %s", "// new %s"), &["CLASS=\"blind\""], &library);
    played("// new ");
}

#[test]
fn without_the_jail_a_player_still_plays_and_still_meets_its_deadline() {
    let (folder, library) = echo("blind");
    let jail = Jail { mode: Mode::Off, ..Jail::default() };
    let runner = runner_with(jail);
    let finder = finder_with(runner.clone(), folder.path());
    assert!(query(&mut start(&runner, &finder, "Echo").unwrap()).is_ok());
    cc(
        "#include <unistd.h>\n#include \"othello_player.h\"\n\
        uint32_t othello_abi(void) { return OTHELLO_ABI; }\n\
        void get_cypher_for_round(void *self, const char *round, size_t length, othello_emit emit,\
        void *context) { sleep(1000); }",
        &[],
        &library,
    );
    let mut session = start(&runner, &finder, library.to_str().unwrap()).unwrap();
    let begun = Instant::now();
    let answer = session.ask(Round::of(&Game::default()), Some(begun + Duration::from_millis(200)));
    let Err(AskError::Player(failure)) = answer else { panic!("it answered") };
    assert!(matches!(failure.verdict, Verdict::TimedOut { .. }), "{failure:?}");
    assert!(begun.elapsed() < HANG, "it was waited for");
}

#[test]
fn a_player_ends_with_its_host_however_that_ends() {
    let folder = tempfile::tempdir().unwrap();
    let library = folder.path().join("loops.so");
    cc(
        "#include \"othello_player.h\"\nuint32_t othello_abi(void) { return OTHELLO_ABI; }\n\
        void get_cypher_for_round(void *self, const char *round, size_t length, othello_emit emit,\
        void *context) { for (;;); }",
        &[],
        &library,
    );
    let mut host = Command::new(host())
        .arg(&library)
        .env("XDG_CACHE_HOME", folder.path())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let player = wait_for("a player is busy", || {
        let busy = descendants(host.id()).into_iter().find(|id| is_busy(*id));
        busy.filter(|_| host.try_wait().unwrap().is_none())
    });
    host.kill().unwrap();
    host.wait().unwrap();
    wait_until("it ended with its host", || !Path::new(&format!("/proc/{player}/exe")).exists());
}

/// The processes that a process has started, and those that these have started.
fn descendants(process: u32) -> Vec<u32> {
    let Ok(tasks) = fs::read_dir(format!("/proc/{process}/task")) else { return Vec::new() };
    let lists = tasks.flatten().map(|task| fs::read_to_string(task.path().join("children")));
    let children: Vec<u32> = lists
        .flatten()
        .flat_map(|list| list.split(' ').filter_map(|id| id.parse().ok()).collect::<Vec<_>>())
        .collect();
    children.into_iter().flat_map(|child| [vec![child], descendants(child)].concat()).collect()
}

/// Whether a process has used processor time enough to be in its loop.
fn is_busy(process: u32) -> bool {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let ticks: u32 =
        stat.split(' ').nth(13).and_then(|ticks| ticks.parse().ok()).unwrap_or_default();
    ticks > 10
}

/// The processes that run this file, the first of them first.
#[cfg(target_os = "linux")]
fn processes_of(file: &Path) -> Vec<u32> {
    let numbers = fs::read_dir("/proc").unwrap().flatten();
    let numbers = numbers.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    let runs = |process: &u32| {
        let words = fs::read(format!("/proc/{process}/cmdline")).unwrap_or_default();
        words.starts_with(file.as_os_str().as_encoded_bytes())
    };
    let mut processes: Vec<u32> = numbers.filter(runs).collect();
    processes.sort_unstable();
    processes
}

#[test]
#[cfg(target_os = "linux")]
fn games_go_on_where_the_process_that_makes_players_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    let own_host = folder.path().join("host");
    fs::copy(host(), &own_host).unwrap();
    let runner = Runner { launcher: Launcher::at(&own_host), jail: Jail::default() };
    let finder = finder_with(runner.clone(), folder.path());
    let simple = shipped("simple").display().to_string();
    let mut before = start(&runner, &finder, &simple).unwrap();
    let expected = query(&mut before).unwrap();
    // All others are copies of it.
    let zygote = processes_of(&own_host)[0];
    let killed = Command::new("kill").args(["-9", &zygote.to_string()]).status().unwrap();
    assert!(killed.success());
    assert_eq!(query(&mut before).unwrap(), expected, "the game that was being played");
    for _ in 0..3 {
        let mut next = start(&runner, &finder, &simple).unwrap();
        assert_eq!(query(&mut next).unwrap(), expected, "another game");
    }
    drop((before, runner, finder));
    assert_eq!(processes_of(&own_host), [0; 0], "nothing is left");
}
