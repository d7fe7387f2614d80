//! What the user sees of the jail: its flags, a kernel that lacks a part of it, and what players wrote.

use std::ffi::OsStr;
use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::common::{Ran, World, binary};

#[test]
fn without_a_jail_the_host_says_so_loudly() {
    let world = World::new();
    let ran = world.run(["Simple", "Random", "--size", "4", "-q", "--no-jail"]).exits(0);
    ran.says("--no-jail: players run with all of your rights");
    world.run(["Simple", "Random", "--no-jail", "--require-jail"]).exits(2);
}

/// A program that takes Landlock, seccomp or namespaces away, and then becomes its arguments: what the
/// host finds then is what an old kernel has, or one that gives ordinary users nothing. `LYING_SECCOMP` has filters that
/// are installed with success and are not there; `OLDER_LANDLOCK` says that Landlock is of version 5; `BEFORE_6_4` tells a
/// process that nobody may look into nothing of the machine.
const OLD_KERNEL: &str = r#"
#define _GNU_SOURCE
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define CALL BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr))
#define ARGUMENT BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args))
#define IF_NONE_OF(bits, skipped) BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 0, skipped)
#define NAMESPACES (CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS)
#define IF_NOT(value, skipped) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, skipped)
#define FAIL(error) BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | error)
#define ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)

static int answers(int listener, int child) {
    struct pollfd asked = { listener, POLLIN };
    while (poll(&asked, 1, -1) >= 0 && !(asked.revents & POLLHUP)) {
        struct seccomp_notif question = { 0 };
        if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &question)) continue;
        struct seccomp_notif_resp answer = { question.id };
        if (question.data.args[2] == 1) answer.val = 5;
        else answer.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
        ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &answer);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WEXITSTATUS(status);
}

int main(int argc, char **argv) {
    struct sock_filter filter[] = {
#ifdef NO_LANDLOCK
        CALL, IF_NOT(SYS_landlock_create_ruleset, 1), FAIL(ENOSYS),
#endif
#ifdef NO_SECCOMP
        CALL, IF_NOT(SYS_seccomp, 1), FAIL(EINVAL),
        CALL, IF_NOT(SYS_prctl, 3), ARGUMENT, IF_NOT(PR_SET_SECCOMP, 1), FAIL(EINVAL),
#endif
#ifdef BEFORE_6_4
        CALL, IF_NOT(SYS_prctl, 3), ARGUMENT, IF_NOT(0x41555856 /* PR_GET_AUXV */, 1), FAIL(EINVAL),
#endif
#ifdef LYING_SECCOMP
        CALL, IF_NOT(SYS_seccomp, 1), FAIL(0),
#endif
#ifdef NO_NAMESPACES
        CALL, IF_NOT(SYS_unshare, 1), FAIL(EPERM),
        CALL, IF_NOT(SYS_clone, 3), ARGUMENT, IF_NONE_OF(NAMESPACES, 1), FAIL(EPERM),
#endif
#ifdef NO_USER_NAMESPACE
        CALL, IF_NOT(SYS_unshare, 1), FAIL(EPERM),
        CALL, IF_NOT(SYS_clone, 3), ARGUMENT, IF_NONE_OF(CLONE_NEWUSER, 1), FAIL(EPERM),
#endif
#ifdef OLDER_LANDLOCK
        CALL, IF_NOT(SYS_landlock_create_ruleset, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF),
#endif
        ALLOW,
    };
    struct sock_fprog program = { sizeof filter / sizeof *filter, filter };
    if (argc < 2 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) return 120;
#ifdef OLDER_LANDLOCK
    int ends[2], listener;
    if (pipe(ends)) return 123;
    int child = syscall(SYS_clone, CLONE_FILES | SIGCHLD, 0, 0, 0, 0);
    if (child) {
        read(ends[0], &listener, sizeof listener);
        return answers(listener, child);
    }
    listener = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &program);
    write(ends[1], &listener, sizeof listener);
#else
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program)) return 121;
#endif
    execv(argv[1], argv + 1);
    return 122;
}
"#;

/// Runs the host on a kernel without these.
fn on_an_old_kernel(world: &World, lacks: &[&str], args: &[&str]) -> Ran {
    Ran::of(command_on_an_old_kernel(world, lacks, &binary().display().to_string(), args))
}

fn command_on_an_old_kernel(world: &World, lacks: &[&str], host: &str, args: &[&str]) -> Command {
    let name = lacks.concat();
    let source = world.file(&format!("{name}.c"), OLD_KERNEL);
    let program = world.path(&name);
    let mut cc = Command::new("cc");
    cc.args(lacks.iter().map(|lack| format!("-D{lack}"))).arg("-o").arg(&program).arg(source);
    assert!(cc.status().unwrap().success());
    let mut command = Command::new(program);
    command.arg(host).args(args).current_dir(world.path("."));
    for (name, folder) in [("HOME", ""), ("XDG_CACHE_HOME", "cache"), ("XDG_DATA_HOME", "data")] {
        command.env(name, world.path(folder));
    }
    command.env_remove("OTHELLO_HISTORY");
    command
}

/// The users as whom everything has to hold: the one who runs the tests, and nobody where that is root.
#[cfg(target_os = "linux")]
fn users() -> Vec<Option<u32>> {
    if rustix::process::geteuid().is_root() { vec![None, Some(65534)] } else { vec![None] }
}

/// The needed layers that are missing, as `players jail --json` tells.
#[cfg(target_os = "linux")]
fn missing_layers(ran: &Ran) -> Vec<String> {
    let survey: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    let layers = survey["layers"].as_array().unwrap().iter();
    let missing = layers.filter(|layer| layer["needed"] == true && layer["there"] == false);
    let names: Vec<_> = missing.map(|layer| layer["layer"].as_str().unwrap().to_owned()).collect();
    assert_eq!(survey["whole"], names.is_empty(), "{survey}");
    names
}

#[test]
#[cfg(target_os = "linux")]
fn with_every_kernel_and_user_the_table_says_what_is_missing_and_required_means_all_of_it() {
    use std::os::unix::fs::PermissionsExt;
    use std::os::unix::process::CommandExt;
    let world = World::new();
    let open = |path: &str| {
        fs::set_permissions(world.path(path), fs::Permissions::from_mode(0o777)).unwrap();
    };
    // What nobody can reach as well: the host, found alone, with a library beside it.
    fs::copy(binary(), world.path("host")).unwrap();
    for library in ["libothello_simple.so", "libothello_random.so"] {
        fs::copy(binary().with_file_name(library), world.path(library)).unwrap();
    }
    fs::create_dir_all(world.path("bot")).unwrap();
    let line = "{\\\"resign\\\": \\\"enough\\\"}";
    let bot = format!("#!/bin/sh\nwhile read line; do echo \"{line}\"; done\n");
    let bot_file = world.file("bot/bot.sh", &bot);
    for path in [".", "host", "bot", "bot/bot.sh"] {
        open(path);
    }
    let host = world.path("host").display().to_string();
    let program = format!("cypher:sh {bot_file}");
    let namespaces =
        ["pid_namespace", "mount_namespace", "net_namespace", "ipc_namespace", "user_namespace"];
    for (lacks, of_root, of_others) in [
        ("NOTHING", &[][..], &[][..]),
        ("BEFORE_6_4", &[], &[]),
        ("OLDER_LANDLOCK", &["files"], &["files"]),
        ("NO_USER_NAMESPACE", &["user_namespace"], &namespaces),
        ("NO_NAMESPACES", &[&namespaces[..], &["nobody"]].concat(), &namespaces),
    ] {
        for user in users() {
            let run = |args: &[&str]| {
                let mut command = command_on_an_old_kernel(&world, &[lacks], &host, args);
                if let Some(user) = user {
                    command.uid(user).gid(user);
                }
                Ran::of(command)
            };
            let is_root = user.is_none() && rustix::process::geteuid().is_root();
            let expected = if is_root { of_root } else { of_others };
            let missing = missing_layers(&run(&["players", "jail", "--json"]).exits(0));
            let what = format!("{lacks} as {user:?}");
            assert_eq!(missing, expected, "{what}");
            for players in [["Simple", "Random"], [&program, "Random"]] {
                let game = [&players[..], &["--size", "4", "-q"]].concat();
                run(&game).exits(0);
                let strict = run(&[&game[..], &["--require-jail"]].concat());
                if missing.is_empty() {
                    strict.exits(0);
                } else {
                    assert!(matches!(strict.code, Some(1 | 2)), "{what}: {}", strict.err);
                    strict.says("the jail is not whole").says("players jail");
                }
            }
            // A contest of strangers asks for all of it by itself, and says what to do.
            let file = world.path(&format!("{lacks}-{user:?}.db")).display().to_string();
            let contest = ["match", &program, "Random", "--size", "4", "--games", "2", "--quiet"];
            let contest = [&contest[..], &["--file", &file]].concat();
            let ran = run(&contest);
            if missing.is_empty() {
                ran.exits(0);
            } else {
                ran.exits(1).says("--partial-jail");
                run(&[&contest[..], &["--partial-jail"]].concat()).exits(0);
            }
        }
    }
}

#[test]
fn where_the_kernel_lacks_a_part_the_host_says_so_once_and_plays_with_the_rest() {
    let world = World::new();
    for (lacks, words) in [
        (&["NO_LANDLOCK"][..], "no Landlock in this kernel, so files can be read"),
        (&["NO_SECCOMP"], "no seccomp in this kernel"),
        (&["NO_LANDLOCK", "NO_SECCOMP"], "no seccomp in this kernel"),
    ] {
        let args = ["Simple", "Random", "--size", "4", "-q"];
        let ran = on_an_old_kernel(&world, lacks, &args).exits(0).says(words);
        let told = "players run with less protection than they should";
        assert_eq!(ran.err.matches(told).count(), 1, "{}", ran.err);
        let strict = [&args[..], &["--require-jail"]].concat();
        on_an_old_kernel(&world, lacks, &strict).exits(1).says("the jail is not whole").says(words);
    }
    // With everything there, the flag changes nothing.
    world.run(["Simple", "Random", "--size", "4", "-q", "--require-jail"]).exits(0);
}

#[test]
fn a_child_that_takes_itself_for_closed_in_is_found_out_from_outside() {
    let world = World::new();
    let args = ["Simple", "Random", "--size", "4", "-q"];
    // From here on the host knows what the libraries hold.
    world.run(args).exits(0);
    for required in [&[][..], &["--require-jail"]] {
        let ran = on_an_old_kernel(&world, &["LYING_SECCOMP"], &[&args[..], required].concat());
        ran.exits(1).says("its system calls are not filtered as it says");
    }
}

#[test]
fn secrets_do_not_stay_in_the_environment_of_the_host_and_still_reach_it() {
    let world = World::new();
    // What a player knows of the key is blotted out only by a host that knows the key.
    let leak = world.program("Leak", "echo '{\"resign\": \"sk-secret-1\"}'");
    let mut command = world.command();
    command
        .args([leak.as_str(), "Simple", "--size", "4", "--api-key", "-"])
        .env("OTHELLO_API_KEY", "sk-secret-1");
    let ran = Ran::of(command).exits(0);
    let shown = format!("{}{}", ran.out, ran.err);
    assert!(shown.contains("resignation") && !shown.contains("sk-secret-1"), "{shown}");

    let slow = world.program("Slow", "sleep 600");
    let mut command = world.command();
    command.args([slow.as_str(), "Simple"]).env("OTHELLO_API_KEY", "sk-secret-1");
    let mut host = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let path = format!("/proc/{}/environ", host.id());
    let begun = Instant::now();
    let environment = loop {
        let bytes = fs::read(&path).unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let is_clean = text.contains("XDG_CACHE_HOME=") && !text.contains("sk-secret-1");
        if is_clean || begun.elapsed() > Duration::from_secs(60) {
            break text;
        }
    };
    host.kill().unwrap();
    host.wait().unwrap();
    assert!(environment.contains("OTHELLO_API_KEY=\0"), "{environment:?}");
    assert!(!environment.contains("sk-secret-1"), "{environment:?}");
}

#[test]
fn what_players_write_is_kept_where_the_user_wants_it() {
    let world = World::new();
    let quiet = world.program("Crash", "echo about to fail >&2; exit 3");
    world
        .run([OsStr::new(&quiet), OsStr::new("Simple"), "--player-log".as_ref(), "logs".as_ref()])
        .exits(0)
        .says("about to fail");
    let logs: Vec<_> = fs::read_dir(world.path("logs")).unwrap().flatten().collect();
    assert_eq!(logs.len(), 1, "Simple writes nothing: {logs:?}");
    let text = fs::read_to_string(logs[0].path()).unwrap();
    assert_eq!(text, "about to fail\n[crashed: its process ended with exit code 3]\n");
    let ran = world.run(["Simple", "Random", "--player-log", "/proc/no/such"]).exits(2);
    ran.says("--player-log /proc/no/such");
}
