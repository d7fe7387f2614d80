//! The calls of an outside program: what a shell, Python, Node, Go and a Java machine need to run, to start others and
//! to talk to those. What is on no list does not exist for it; what is, but not with these arguments, is "not
//! permitted", since a virtual machine tries this and that.

use super::super::filter::Action::{Allow, Fail};
use super::super::filter::{Action, Argument, Case, Condition, Filter, Program};
use super::{COMMON, NEW_NAMESPACES, PR_SET_VMA, older, uncounted_memory};

/// Files that other layers let it see; its own descriptors, among them pairs of sockets that reach nobody else.
const FILES: &[i64] = &[
    libc::SYS_openat,
    libc::SYS_newfstatat,
    libc::SYS_statx,
    libc::SYS_statfs,
    libc::SYS_fstatfs,
    libc::SYS_faccessat,
    libc::SYS_faccessat2,
    libc::SYS_readlinkat,
    libc::SYS_getdents64,
    libc::SYS_getcwd,
    libc::SYS_chdir,
    libc::SYS_fchdir,
    libc::SYS_umask,
    libc::SYS_fsync,
    libc::SYS_fdatasync,
    libc::SYS_fadvise64,
    libc::SYS_pwrite64,
    libc::SYS_preadv,
    libc::SYS_pwritev,
    libc::SYS_dup,
    libc::SYS_dup3,
    libc::SYS_pipe2,
    libc::SYS_pselect6,
    libc::SYS_epoll_create1,
    libc::SYS_epoll_ctl,
    libc::SYS_epoll_pwait,
    libc::SYS_epoll_pwait2,
    libc::SYS_eventfd2,
    libc::SYS_signalfd4,
    libc::SYS_timerfd_create,
    libc::SYS_timerfd_settime,
    libc::SYS_timerfd_gettime,
    libc::SYS_recvfrom,
    libc::SYS_recvmsg,
    libc::SYS_shutdown,
    libc::SYS_getsockname,
    libc::SYS_getpeername,
    libc::SYS_getsockopt,
];

/// Processes and threads of its own, and what they may know of themselves.
const PROCESSES: &[i64] = &[
    libc::SYS_execve,
    libc::SYS_wait4,
    libc::SYS_waitid,
    libc::SYS_getppid,
    libc::SYS_getpgid,
    libc::SYS_getsid,
    libc::SYS_getuid,
    libc::SYS_geteuid,
    libc::SYS_getgid,
    libc::SYS_getegid,
    libc::SYS_getgroups,
    libc::SYS_getresuid,
    libc::SYS_getresgid,
    libc::SYS_capget,
    libc::SYS_getcpu,
    libc::SYS_getpriority,
    libc::SYS_sched_getaffinity,
    libc::SYS_sched_getparam,
    libc::SYS_sched_getscheduler,
    libc::SYS_sched_get_priority_max,
    libc::SYS_sched_get_priority_min,
    libc::SYS_getrlimit,
    libc::SYS_times,
    libc::SYS_mincore,
    libc::SYS_msync,
    libc::SYS_set_tid_address,
    libc::SYS_get_robust_list,
    libc::SYS_futex_waitv,
    libc::SYS_rt_sigpending,
    libc::SYS_rt_sigtimedwait,
    libc::SYS_setitimer,
    libc::SYS_getitimer,
];

/// The older names of such calls, which newer machines don't have.
#[cfg(target_arch = "x86_64")]
const OLDER: &[i64] = &[
    libc::SYS_open,
    libc::SYS_stat,
    libc::SYS_lstat,
    libc::SYS_access,
    libc::SYS_readlink,
    libc::SYS_getdents,
    libc::SYS_dup2,
    libc::SYS_pipe,
    libc::SYS_select,
    libc::SYS_epoll_create,
    libc::SYS_epoll_wait,
    libc::SYS_eventfd,
    libc::SYS_signalfd,
    libc::SYS_fork,
    libc::SYS_vfork,
    libc::SYS_getpgrp,
    libc::SYS_alarm,
];
#[cfg(not(target_arch = "x86_64"))]
const OLDER: &[i64] = &[];

/// Changes of files, whatever the other layers say: a program has nowhere to write. And what a program asks for that
/// means no harm, and has to be told "not permitted" rather than that there is no such call.
const NOT_PERMITTED: &[i64] = &[
    libc::SYS_mkdirat,
    libc::SYS_unlinkat,
    libc::SYS_renameat2,
    libc::SYS_linkat,
    libc::SYS_symlinkat,
    libc::SYS_mknodat,
    libc::SYS_truncate,
    libc::SYS_ftruncate,
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    libc::SYS_fchown,
    libc::SYS_fchownat,
    libc::SYS_utimensat,
    libc::SYS_setxattr,
    libc::SYS_lsetxattr,
    libc::SYS_fsetxattr,
    libc::SYS_removexattr,
    libc::SYS_lremovexattr,
    libc::SYS_fremovexattr,
    libc::SYS_flock,
    libc::SYS_socket,
    libc::SYS_connect,
    libc::SYS_bind,
    libc::SYS_listen,
    libc::SYS_setsockopt,
    // Descriptors on their way are counted for the user, of whose players each could take all room from the others.
    libc::SYS_sendmsg,
    libc::SYS_setsid,
    libc::SYS_setpgid,
    libc::SYS_sched_setaffinity,
    libc::SYS_sched_setscheduler,
    libc::SYS_sched_setparam,
    libc::SYS_sched_setattr,
    libc::SYS_ioprio_set,
    libc::SYS_shmget,
    libc::SYS_msgget,
    libc::SYS_semget,
    libc::SYS_mq_open,
    libc::SYS_ptrace,
    libc::SYS_unshare,
    libc::SYS_mount,
    libc::SYS_keyctl,
    libc::SYS_bpf,
    libc::SYS_personality,
];

/// The older names of such calls, which newer machines don't have.
#[cfg(target_arch = "x86_64")]
const OLDER_NOT_PERMITTED: &[i64] = &[
    libc::SYS_creat,
    libc::SYS_mkdir,
    libc::SYS_rmdir,
    libc::SYS_unlink,
    libc::SYS_rename,
    libc::SYS_link,
    libc::SYS_symlink,
    libc::SYS_mknod,
    libc::SYS_chmod,
    libc::SYS_chown,
    libc::SYS_lchown,
    libc::SYS_utime,
    libc::SYS_utimes,
    libc::SYS_futimesat,
];
#[cfg(not(target_arch = "x86_64"))]
const OLDER_NOT_PERMITTED: &[i64] = &[];

/// What may be asked of a descriptor with `ioctl`: its flags, how much can be read, and the size of a terminal, but
/// nothing that a terminal would take for typed.
const QUESTIONS: &[i32] = &[
    libc::TCGETS as i32,
    libc::TIOCGWINSZ as i32,
    libc::TIOCGPGRP as i32,
    libc::FIONREAD as i32,
    libc::FIONBIO as i32,
    libc::FIOCLEX as i32,
    libc::FIONCLEX as i32,
];

/// What `fcntl` may do. Not who gets a descriptor's signals, and which, which could be the host; not the size of a pipe,
/// and locks of parts of a file without end, which are memory that nobody counts.
const COMMANDS: &[i32] = &[
    libc::F_GETFD,
    libc::F_SETFD,
    libc::F_GETFL,
    libc::F_SETFL,
    libc::F_DUPFD,
    libc::F_DUPFD_CLOEXEC,
    libc::F_GETPIPE_SZ,
    libc::F_GET_SEALS,
];

/// What of `prctl` changes nothing that the jail or the host relies on.
const OPTIONS: &[i32] = &[
    libc::PR_SET_NAME,
    libc::PR_GET_NAME,
    libc::PR_GET_DUMPABLE,
    libc::PR_GET_PDEATHSIG,
    libc::PR_GET_SECCOMP,
    libc::PR_SET_NO_NEW_PRIVS,
    libc::PR_GET_NO_NEW_PRIVS,
    libc::PR_CAPBSET_READ,
    libc::PR_SET_THP_DISABLE,
    libc::PR_GET_THP_DISABLE,
    libc::PR_SET_TIMERSLACK,
    libc::PR_GET_TIMERSLACK,
    PR_SET_VMA,
];

/// `close_range` for a thread that is to have descriptors of its own from then on.
const CLOSE_RANGE_UNSHARE: i32 = 1 << 1;

/// Whom a program's signals reach, whatever number it gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::jail) enum Reach {
    /// Itself and what it has started: something else sees to that.
    Own,
    /// Every process of the same user, so that it may signal itself alone.
    Everybody,
}

/// The list for a program in this process. What is on no list does not exist; what is, but not with these arguments, is
/// not permitted.
pub(in crate::jail) fn program(reach: Reach) -> Program {
    let own = std::process::id().cast_signed();
    let only = |argument: u8, values: &[i32]| -> Vec<Case> {
        values.iter().map(|value| Case::of([Argument(argument).equals(*value)], Allow)).collect()
    };
    let (whom, others) = match reach {
        Reach::Own => (Vec::new(), Allow),
        Reach::Everybody => (only(0, &[0, own]), FORBIDDEN),
    };
    // Not a child of its parent's, none that is left out when its parent is traced, and no new namespaces.
    let foreign = NEW_NAMESPACES | libc::CLONE_PARENT | libc::CLONE_PTRACE | libc::CLONE_UNTRACED;
    let own_child = Case::of([Argument(0).has(foreign, 0)], Allow);
    // A thread with descriptors of its own would have them where nobody looks.
    let hiding = Argument(0).has(libc::CLONE_THREAD | libc::CLONE_FILES, libc::CLONE_THREAD);
    let hiding = Case::of([hiding], FORBIDDEN);
    let together = Case::of([Argument(2).has(CLOSE_RANGE_UNSHARE, 0)], Allow);
    // Its own priority it may lower.
    let own_priority = Case::of([Argument(0).equals(0), Argument(1).equals(0)], Allow);
    // One of a pair of datagram sockets can be made to speak to a third; one of these can't.
    let pairs = [libc::SOCK_STREAM, libc::SOCK_SEQPACKET].map(|kind| {
        Case::of([Argument(0).equals(libc::AF_UNIX), Argument(1).has(0xf, kind)], Allow)
    });
    Filter::of_all(Fail(libc::ENOSYS))
        .but(COMMON, Allow)
        .but(older::COMMON, Allow)
        .but(FILES, Allow)
        .but(PROCESSES, Allow)
        .but(OLDER, Allow)
        .but(NOT_PERMITTED, FORBIDDEN)
        .but(OLDER_NOT_PERMITTED, FORBIDDEN)
        .but_case(libc::SYS_mmap, uncounted_memory(FORBIDDEN), Allow)
        .but_case(libc::SYS_kill, whom.clone(), others)
        .but_case(libc::SYS_tkill, whom.clone(), others)
        .but_case(libc::SYS_tgkill, whom, others)
        .but_case(libc::SYS_setrlimit, [Case::of([core_files(0)], FORBIDDEN)], Allow)
        .but_case(libc::SYS_prlimit64, own_limits(own), FORBIDDEN)
        .but_case(libc::SYS_setpriority, [own_priority], FORBIDDEN)
        .but_case(libc::SYS_prctl, only(0, OPTIONS), FORBIDDEN)
        .but_case(libc::SYS_ioctl, only(1, QUESTIONS), FORBIDDEN)
        .but_case(libc::SYS_fcntl, commands(), FORBIDDEN)
        .but_case(libc::SYS_clone, [hiding, own_child], FORBIDDEN)
        .but_case(libc::SYS_close_range, [together], FORBIDDEN)
        .but_case(libc::SYS_socketpair, pairs, FORBIDDEN)
        .but_case(libc::SYS_sendto, [Case::of([Argument(4).zero()], Allow)], FORBIDDEN)
        .compile()
}

const FORBIDDEN: Action = Fail(libc::EPERM);

/// Its own limits, of which one keeps the system from starting a program of its own where a player crashes: that one it
/// may look at alone.
fn own_limits(own: i32) -> Vec<Case> {
    let look = Case::of([Argument(0).equals(0), core_files(1), Argument(2).zero()], Allow);
    let change = Case::of([core_files(1)], FORBIDDEN);
    let others = [0, own].map(|process| Case::of([Argument(0).equals(process)], Allow));
    [look, change].into_iter().chain(others).collect()
}

/// That this argument is the limit for core files.
fn core_files(argument: u8) -> Condition {
    Argument(argument).equals(libc::RLIMIT_CORE as i32)
}

fn commands() -> Vec<Case> {
    let others = COMMANDS.iter().filter(|command| **command != libc::F_SETFL);
    let others = others.map(|command| Case::of([Argument(1).equals(*command)], Allow));
    let without_signals = [Argument(1).equals(libc::F_SETFL), Argument(2).has(libc::O_ASYNC, 0)];
    others.chain([Case::of(without_signals, Allow)]).collect()
}
