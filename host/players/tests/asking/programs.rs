//! Players that are programs: what they reach, what they may use, and how they end.

use crate::common::{self, finder, query, runner, runner_with, start, top};
use crate::{descendants, text_file};
use othello_player_api::{Game, Round};
use othello_players::{AskError, Decision, Jail, Session, Verdict};
use othello_test_support::{all_are_wanted, wait_for, wait_until};
use std::fs;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;
use tempfile::TempDir;

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
fn a_program_in_java_plays_in_the_jail_from_a_folder_of_any_letters() {
    if Command::new("java").arg("-version").stderr(Stdio::null()).status().is_err() {
        println!("skipped: there is no java on this machine");
        return;
    }
    let outer = tempfile::tempdir().unwrap();
    let folder = outer.path().join("größe");
    fs::create_dir(&folder).unwrap();
    let source = "import java.util.Scanner; class Bot { public static void main(String[] a) {\
         Scanner in = new Scanner(System.in); while (in.hasNextLine()) { String line = in.nextLine();\
         System.out.println(line.startsWith(\"{\\\"describe\") ? \"{\\\"name\\\": \\\"Java Bot\\\"}\" :\
         line.startsWith(\"{\\\"round\") ? \"MATCH (cell:Cell) RETURN cell\" : \"{}\"); } } }";
    let file = text_file(&folder, "Bot.java", source);
    let compiled = Command::new("javac").arg(&file).env("LC_ALL", "C.UTF-8").status().unwrap();
    assert!(compiled.success());
    let command = format!("cypher:java -Xmx128m -cp {} Bot", folder.display());
    let mut session = start(&runner(), &finder(&folder), &command).unwrap();
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

/// A game with a program that does so, and its folder.
fn game_in(jail: Jail, body: &str) -> (Session, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let file = text_file(folder.path(), "act.py", &python(body));
    let command = format!("cypher:python3 {file}");
    (start(&runner_with(jail), &finder(folder.path()), &command).unwrap(), folder)
}

fn act(body: &str) -> Result<String, AskError> {
    query(&mut game_in(Jail::default(), body).0)
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
    let (mut session, _folder) = game_in(Jail { ponder: true, ..Jail::default() }, body);
    assert_eq!(query(&mut session).unwrap(), "first");
    // Nobody asks it anything until it is gone.
    wait_until("it was ended", || session.memory().is_none());
    let asked = query(&mut session);
    let Err(AskError::Player(failure)) = asked else { panic!("it went on: {asked:?}") };
    assert_eq!(failure.verdict.to_string(), "took more than 512 MiB of memory");
}

#[test]
fn a_program_whose_threads_are_busy_when_it_answers_is_not_charged_for_hearing_late_that_it_is_stopped()
 {
    // As those of a virtual machine are, which go on compiling. Where the one that talks with the host has the least right
    // to the machine, it hears last of all that they are to stand still.
    let all = all_are_wanted("most rounds of a program with busy threads");
    for (priority, rounds) in if all { [(0, 300), (19, 60)] } else { [(0, 150), (19, 20)] } {
        let body = format!(
            "import hashlib, threading\nif threading.active_count() > 1: return 'again'\n\
             text = bytes(1 << 24)\ndef spin():\n    while True: hashlib.sha256(text)\n\
             for _ in range(6): threading.Thread(target=spin, daemon=True).start()\n\
             os.setpriority(os.PRIO_PROCESS, 0, {priority})\nreturn 'first'"
        );
        let (mut session, _folder) = game_in(Jail::default(), &body);
        assert_eq!(query(&mut session).unwrap(), "first");
        for round in 0..rounds {
            // So long that it is stopped each time.
            thread::sleep(Duration::from_millis(3));
            assert_eq!(query(&mut session).unwrap(), "again", "in round {round} at {priority}");
        }
    }
}

#[test]
fn what_a_program_started_ends_with_it() {
    // One that its parent does not wait for, in a session of its own if it gets one. Whatever has not begun when the
    // answer comes is held until the next round, so the answer comes when beginning has closed the pipe.
    let body = "end, other = os.pipe()\nif os.fork() == 0:\n    if os.fork() == 0:\n        \
        try: os.setsid()\n        except PermissionError: pass\n        \
        os.execv('/bin/sleep', ['sleep', '1234'])\n    os._exit(0)\nos.wait()\n\
        os.close(other)\nos.read(end, 1)\nreturn 'started'";
    let (mut session, _folder) = game_in(Jail::default(), body);
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
    let body = "print('{}'); print('thinking...'); return 'RETURN 1'";
    let (mut session, _folder) = game_in(Jail::default(), body);
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
