//! The calls of a library: enough for loading it and for playing, from one process that has what it needs open.

use super::super::answers;
use super::super::filter::Action::{Allow, Fail, Kill, Signal};
use super::super::filter::{Argument, Case, Filter, Program};
use super::{COMMON, NEW_NAMESPACES, PR_SET_VMA, older, uncounted_memory};

/// Calls that an ordinary library may try without harm, answered with "permission denied".
const ANSWERED_NO: &[i64] = &[
    libc::SYS_openat2,
    libc::SYS_faccessat,
    libc::SYS_faccessat2,
    libc::SYS_readlinkat,
    libc::SYS_getdents64,
    libc::SYS_getcwd,
    libc::SYS_chdir,
    libc::SYS_statx,
    libc::SYS_statfs,
    libc::SYS_unlinkat,
    libc::SYS_renameat,
    libc::SYS_renameat2,
    libc::SYS_mkdirat,
    libc::SYS_linkat,
    libc::SYS_symlinkat,
    libc::SYS_fchmodat,
    libc::SYS_fchownat,
    libc::SYS_truncate,
    libc::SYS_ftruncate,
    libc::SYS_ioctl,
    libc::SYS_memfd_create,
    libc::SYS_pipe2,
    libc::SYS_dup,
    libc::SYS_dup3,
    libc::SYS_prlimit64,
    libc::SYS_getppid,
    libc::SYS_getuid,
    libc::SYS_geteuid,
    libc::SYS_getgid,
    libc::SYS_getegid,
    libc::SYS_umask,
    libc::SYS_sched_setaffinity,
    libc::SYS_setpriority,
    libc::SYS_mlock,
    libc::SYS_mbind,
    libc::SYS_set_mempolicy,
    libc::SYS_get_mempolicy,
];

/// The older names of the same calls, which newer machines don't have.
#[cfg(target_arch = "x86_64")]
const OLDER_ANSWERED_NO: &[i64] = &[
    libc::SYS_open,
    libc::SYS_creat,
    libc::SYS_stat,
    libc::SYS_lstat,
    libc::SYS_access,
    libc::SYS_readlink,
    libc::SYS_getdents,
    libc::SYS_unlink,
    libc::SYS_rename,
    libc::SYS_mkdir,
    libc::SYS_rmdir,
    libc::SYS_link,
    libc::SYS_symlink,
    libc::SYS_chmod,
    libc::SYS_chown,
    libc::SYS_pipe,
    libc::SYS_dup2,
];
#[cfg(not(target_arch = "x86_64"))]
const OLDER_ANSWERED_NO: &[i64] = &[];

/// What a descriptor may be opened with that could change anything.
const WRITING: [i32; 6] = [
    libc::O_WRONLY,
    libc::O_RDWR,
    libc::O_CREAT,
    libc::O_TRUNC,
    libc::O_APPEND,
    libc::O_TMPFILE & !libc::O_DIRECTORY,
];

/// The list for a library in the process that has this number for itself: enough for loading it and for playing, with
/// arguments checked. What is on no list kills, and so does an attempt to install another filter.
pub(in crate::jail) fn library(own: i32) -> Program {
    let only = |argument: u8, values: &[i32], action| -> Vec<Case> {
        values.iter().map(|value| Case::of([Argument(argument).equals(*value)], action)).collect()
    };
    let thread = libc::CLONE_THREAD | libc::CLONE_FILES;
    let thread = Argument(0).has(thread | NEW_NAMESPACES, thread);
    Filter::of_all(Kill)
        .but(COMMON, Allow)
        .but(older::COMMON, Allow)
        .but(ANSWERED_NO, DENIED)
        .but(OLDER_ANSWERED_NO, DENIED)
        // A filter can't look into the arguments of clone3, so nobody has it; the C library then takes clone, whose
        // flags are in a register.
        .but(&[libc::SYS_clone3], Fail(libc::ENOSYS))
        .but_case(libc::SYS_mmap, uncounted_memory(DENIED), Allow)
        .but_case(libc::SYS_clone, [Case::of([thread], Allow)], Kill)
        .but_case(libc::SYS_kill, only(0, &[own], Allow), Kill)
        .but_case(libc::SYS_tgkill, only(0, &[own], Allow), Kill)
        .but_case(libc::SYS_sched_getaffinity, only(0, &[0, own], Allow), DENIED)
        .but_case(libc::SYS_prctl, only(0, &OPTIONS, Allow), Kill)
        .but_case(libc::SYS_openat, opening(), Allow)
        .but_case(libc::SYS_newfstatat, [looking_at_a_descriptor()], DENIED)
        .but_case(libc::SYS_fcntl, commands(), DENIED)
        .compile()
}

const DENIED: super::super::filter::Action = Fail(libc::EACCES);

const OPTIONS: [i32; 3] = [libc::PR_SET_NAME, libc::PR_GET_NAME, PR_SET_VMA];

/// Nothing is opened for writing. What a loader may open is looked at by the handler, which may have it already.
fn opening() -> Vec<Case> {
    let writing = WRITING.iter().map(|flag| Case::of([Argument(2).has(*flag, *flag)], DENIED));
    let seen = Case::of([Argument(answers::SEEN.argument).equals(answers::SEEN.value)], Allow);
    let by_a_loader = [Argument(0).equals(libc::AT_FDCWD), Argument(2).equals(libc::O_CLOEXEC)];
    writing.chain([seen, Case::of(by_a_loader, Signal)]).collect()
}

/// The call that looks at a path, made to look at a descriptor.
fn looking_at_a_descriptor() -> Case {
    Case::of([Argument(3).has(libc::AT_EMPTY_PATH, libc::AT_EMPTY_PATH)], Signal)
}

/// Not who gets a descriptor's signals, which could be the host.
fn commands() -> Vec<Case> {
    let without_signals = [Argument(1).equals(libc::F_SETFL), Argument(2).has(libc::O_ASYNC, 0)];
    let harmless = [libc::F_GETFD, libc::F_SETFD, libc::F_GETFL, libc::F_DUPFD_CLOEXEC];
    let harmless = harmless.map(|command| Case::of([Argument(1).equals(command)], Allow));
    harmless.into_iter().chain([Case::of(without_signals, Allow)]).collect()
}
