//! Playing with players: what they get, what they answer, and how they end.
#![allow(clippy::unwrap_used)]

mod common;

use common::{cc, finder, finder_with, host, query, runner, runner_with, shipped, start, top};
use othello_player_api::{Game, Round};
use othello_players::{AskError, Decision, Jail, Launcher, Mode, Runner, Verdict};
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

#[test]
fn a_program_in_python_plays_with_position_and_thinking() {
    let folder = top().join("plugins/python");
    let nothing = tempfile::tempdir().unwrap();
    let finder = finder(nothing.path()).with_folder(folder);
    let mut session = start(&runner(), &finder, "Greedy").unwrap();
    let mut round = Round::of(&Game::default());
    round.show_thinking = true;
    round.position = Some(common::STANDARD.into());
    round.moves = Some(Vec::new());
    let response = session.ask(round, None).unwrap();
    let Decision::Query(query) = response.decision else { panic!("it resigned") };
    assert_eq!((query.params["row"].as_u64(), query.params["column"].as_u64()), (Some(2), Some(3)));
    assert_eq!(response.thinking.unwrap().moves.len(), 4);
}

#[test]
fn a_program_in_java_plays_in_the_jail() {
    if Command::new("java").arg("-version").stderr(Stdio::null()).status().is_err() {
        println!("skipped: there is no java on this machine");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let source = "import java.util.Scanner; class Bot { public static void main(String[] a) {\
         Scanner in = new Scanner(System.in); while (in.hasNextLine()) { String line = in.nextLine();\
         System.out.println(line.startsWith(\"{\\\"describe\") ? \"{\\\"name\\\": \\\"Java Bot\\\"}\" :\
         line.startsWith(\"{\\\"round\") ? \"MATCH (cell:Cell) RETURN cell\" : \"{}\"); } } }";
    let file = text_file(folder.path(), "Bot.java", source);
    let compiled = Command::new("javac").arg(&file).status().unwrap();
    assert!(compiled.success());
    let command = format!("cypher:java -Xmx128m -cp {} Bot", folder.path().display());
    let mut session = start(&runner(), &finder(folder.path()), &command).unwrap();
    assert_eq!(session.contestant().name, "Java Bot");
    assert_eq!(query(&mut session).unwrap(), "MATCH (cell:Cell) RETURN cell");
}

/// A program that does something when it is asked, and answers what came of it.
fn python(body: &str) -> String {
    format!(
        "import json, os, socket, subprocess, sys, time\n\
         def act():\n{}\n\
         for line in sys.stdin:\n    message = json.loads(line)\n    \
         if 'describe' in message: print('{{\"name\": \"Act\"}}', flush=True)\n    \
         elif 'round' in message:\n        \
         try: print(json.dumps(str(act())), flush=True)\n        \
         except Exception as error: print(json.dumps(type(error).__name__), flush=True)\n    \
         else: print('{{}}', flush=True)\n",
        body.lines().map(|line| format!("    {line}\n")).collect::<String>()
    )
}

fn act(body: &str) -> Result<String, AskError> {
    let folder = tempfile::tempdir().unwrap();
    let file = text_file(folder.path(), "act.py", &python(body));
    let command = format!("cypher:python3 {file}");
    query(&mut start(&runner(), &finder(folder.path()), &command).unwrap())
}

/// A program can't open a file: where it has a root of its own it does not see it, elsewhere it may not.
fn out_of_reach(body: &str) {
    let answer = act(body).unwrap();
    // The last is what a read-only root says to who wants to write.
    let errors = ["FileNotFoundError", "PermissionError", "OSError"];
    assert!(errors.contains(&answer.as_str()), "{body}: {answer}");
}

#[test]
fn a_program_reads_its_own_folder_and_nothing_of_the_users() {
    assert_eq!(act("return len(open(__file__).read()) > 100").unwrap(), "True");
    let outside = tempfile::tempdir().unwrap();
    let secret = text_file(outside.path(), "secret", "key");
    for file in [secret.as_str(), "/etc/shadow", "/proc/1/environ", "/etc/hostname"] {
        out_of_reach(&format!("return open('{file}').read()"));
    }
    out_of_reach("return open('/tmp/written', 'w')");
    out_of_reach("return open(f'/proc/{os.getppid()}/environ').read()");
    out_of_reach(&format!("return open('/proc/{}/environ').read()", std::process::id()));
}

#[test]
fn a_program_has_no_network_and_no_secrets_in_its_environment() {
    assert_eq!(act("return socket.socket()").unwrap(), "PermissionError");
    assert_eq!(act("return socket.socket(socket.AF_UNIX)").unwrap(), "PermissionError");
    assert_eq!(act("return sorted(os.environ)").unwrap(), "['LC_CTYPE', 'PATH']");
}

/// Calls the system with these arguments, and gives the name of the error.
fn system_call(arguments: &str) -> String {
    let body = format!(
        "import ctypes, errno\nlibc = ctypes.CDLL(None, use_errno=True)\nhost = {host}\n\
         result = libc.syscall({arguments})\n\
         return errno.errorcode.get(ctypes.get_errno(), '') if result == -1 else 'it worked'",
        host = std::process::id()
    );
    act(&body).unwrap()
}

#[test]
#[cfg(target_arch = "x86_64")]
fn a_program_changes_nothing_of_other_processes_and_of_files() {
    let path = "ctypes.create_string_buffer(__file__.encode())";
    for (what, arguments, error) in [
        ("prlimit64", "302, host, 0, ctypes.create_string_buffer(16), 0", "EPERM"),
        ("setpriority", "141, 0, host, 19", "EPERM"),
        ("ioprio_set", "251, 1, host, 3 << 13", "EPERM"),
        ("sched_setaffinity", "203, host, 8, ctypes.create_string_buffer(b'\\1', 8)", "EPERM"),
        ("sched_setscheduler", "144, host, 5, ctypes.create_string_buffer(8)", "EPERM"),
        ("chmod", &format!("90, {path}, 0o777"), "EPERM"),
        ("chown", &format!("92, {path}, 1, 1"), "EPERM"),
        ("utimensat", &format!("280, -100, {path}, 0, 0"), "EPERM"),
        ("setxattr", &format!("188, {path}, b'user.mark', b'x', 1, 0"), "EPERM"),
        ("fchmod", "91, os.open(__file__, 0), 0o777", "EPERM"),
        ("socketpair", "53, 1, 2, 0, ctypes.create_string_buffer(8)", "EPERM"),
        ("shmget", "29, 0, 1 << 20, 0o1600", "EPERM"),
        ("msgget", "68, 0, 0o1600", "EPERM"),
        ("mq_open", "240, b'mark', 0o102, 0o600, 0", "EPERM"),
        ("getpid by its second number", "0x40000000 | 39", "ENOSYS"),
    ] {
        assert_eq!(system_call(arguments), error, "{what}");
    }
    // It does not see the host, or may not signal it.
    let killed = system_call("62, host, 9");
    assert!(["EPERM", "ESRCH"].contains(&killed.as_str()), "{killed}");
    assert_eq!(system_call("141, 0, 0, 19"), "it worked", "its own priority it may lower");
}

#[test]
fn a_program_that_takes_too_much_memory_loses_by_it() {
    let error = act("return len([bytearray(1 << 20) for _ in range(4000)])").unwrap_err();
    let AskError::Player(failure) = error else { panic!("{error}") };
    assert_eq!(failure.verdict.to_string(), "took more than 512 MiB of memory");
}

#[test]
fn a_program_that_may_ponder_loses_by_what_it_takes_on_the_others_time() {
    let body = "global kept\nif 'kept' in globals(): return 'again'\n\
        kept = os.pipe()\nif os.fork() == 0:\n    os.close(kept[1])\n    \
        all = [bytearray(1 << 20) for _ in range(4000)]\nreturn 'first'";
    let folder = tempfile::tempdir().unwrap();
    let file = text_file(folder.path(), "act.py", &python(body));
    let jail = Jail { ponder: true, ..Jail::default() };
    let command = format!("cypher:python3 {file}");
    let mut session = start(&runner_with(jail), &finder(folder.path()), &command).unwrap();
    assert_eq!(query(&mut session).unwrap(), "first");
    // Nobody asks it anything until it is gone.
    wait_until("it was ended", || session.memory().is_none());
    let Err(AskError::Player(failure)) = query(&mut session) else { panic!("it went on") };
    assert_eq!(failure.verdict.to_string(), "took more than 512 MiB of memory");
}

#[test]
fn what_a_program_started_ends_with_it() {
    // One that its parent does not wait for, in a session of its own if it gets one. Whatever has not begun when the
    // answer comes is held until the next round, so the answer comes when beginning has closed the pipe.
    let body = "end, other = os.pipe()\nif os.fork() == 0:\n    if os.fork() == 0:\n        \
        try: os.setsid()\n        except PermissionError: pass\n        \
        os.execv('/bin/sleep', ['sleep', '1234'])\n    os._exit(0)\nos.wait()\n\
        os.close(other)\nos.read(end, 1)\nreturn 'started'";
    let folder = tempfile::tempdir().unwrap();
    let file = text_file(folder.path(), "act.py", &python(body));
    let command = format!("cypher:python3 {file}");
    let mut session = start(&runner(), &finder(folder.path()), &command).unwrap();
    assert_eq!(query(&mut session).unwrap(), "started");
    let sleeps = |process: &u32| {
        let words = fs::read_to_string(format!("/proc/{process}/cmdline")).unwrap_or_default();
        words == "sleep\x001234\0"
    };
    let orphan =
        wait_for("it has started one", || descendants(std::process::id()).into_iter().find(sleeps));
    drop(session);
    assert!(!sleeps(&orphan), "it has ended when its game has");
}

#[test]
fn a_program_that_writes_to_its_standard_output_unasked_loses_by_it() {
    let folder = tempfile::tempdir().unwrap();
    let text = python("print('{}'); print('thinking...'); return 'RETURN 1'");
    let file = text_file(folder.path(), "act.py", &text);
    let command = format!("cypher:python3 {file}");
    let mut session = start(&runner(), &finder(folder.path()), &command).unwrap();
    let first = query(&mut session);
    let Err(AskError::Player(failure)) = first else { panic!("{first:?}") };
    assert!(matches!(failure.verdict, Verdict::BadAnswer(_)), "{failure:?}");
    let Err(AskError::Player(failure)) = query(&mut session) else { panic!("it answered") };
    assert!(matches!(failure.verdict, Verdict::OutOfTurn(_)), "{failure:?}");
}

#[test]
fn a_program_that_ends_is_shown_with_the_end_of_its_output() {
    let error = act("print('no idea', file=sys.stderr); os._exit(3)").unwrap_err();
    let AskError::Player(failure) = error else { panic!("{error}") };
    assert_eq!(failure.verdict.to_string(), "crashed: its process ended with exit code 3");
    assert_eq!(failure.output.trim(), "no idea");
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
