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

/// A program that takes Landlock, or seccomp, or both away, and then becomes its arguments: what the
/// host finds then is what an old kernel has. `LYING_SECCOMP` has filters that are installed with success and are
/// not there.
const OLD_KERNEL: &str = r#"
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define CALL BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr))
#define ARGUMENT BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args))
#define IF_NOT(value, skipped) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, skipped)
#define FAIL(error) BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | error)
#define ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)

int main(int argc, char **argv) {
    struct sock_filter filter[] = {
#ifdef NO_LANDLOCK
        CALL, IF_NOT(SYS_landlock_create_ruleset, 1), FAIL(ENOSYS),
#endif
#ifdef NO_SECCOMP
        CALL, IF_NOT(SYS_seccomp, 1), FAIL(EINVAL),
        CALL, IF_NOT(SYS_prctl, 3), ARGUMENT, IF_NOT(PR_SET_SECCOMP, 1), FAIL(EINVAL),
#endif
#ifdef LYING_SECCOMP
        CALL, IF_NOT(SYS_seccomp, 1), FAIL(0),
#endif
        ALLOW,
    };
    struct sock_fprog program = { sizeof filter / sizeof *filter, filter };
    if (argc < 2 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) return 120;
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program)) return 121;
    execv(argv[1], argv + 1);
    return 122;
}
"#;

/// Runs the host on a kernel without these.
fn on_an_old_kernel(world: &World, lacks: &[&str], args: &[&str]) -> Ran {
    let name = lacks.concat();
    let source = world.file(&format!("{name}.c"), OLD_KERNEL);
    let program = world.path(&name);
    let mut cc = Command::new("cc");
    cc.args(lacks.iter().map(|lack| format!("-D{lack}"))).arg("-o").arg(&program).arg(source);
    assert!(cc.status().unwrap().success());
    let mut command = Command::new(program);
    command.arg(binary()).args(args).current_dir(world.path("."));
    for (name, folder) in [("HOME", ""), ("XDG_CACHE_HOME", "cache"), ("XDG_DATA_HOME", "data")] {
        command.env(name, world.path(folder));
    }
    command.env_remove("OTHELLO_HISTORY");
    Ran::of(command)
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
