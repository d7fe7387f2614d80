//! The calls of a library: enough for loading it and for playing, from one process that has what it needs open.

use super::super::rules::{Argument, Rules, all, any, install};
use super::super::stat;
use super::{COMMON, NEW_NAMESPACES, PR_SET_VMA, missing, older};
use crate::jail::layer::MissingLayer;
use seccompiler::SeccompAction::{Allow, Errno, KillProcess, Trap};

/// Answered, but with an error: a filter can't look into the arguments of clone3, so nobody has it; the C library then
/// takes clone, whose flags are in a register.
const ANSWERS: &[i64] = &[libc::SYS_clone3];

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

/// How many filters a library's process has more than its parent.
pub(in crate::jail) const FILTERS_OF_LIBRARY: u32 = 4;

/// Lets only those calls through that loading a library and playing need; what is on no list kills, and so does
/// an attempt to install another filter. Gives what is missing.
pub(in crate::jail) fn for_library() -> Option<MissingLayer> {
    let filters = || {
        stat::answer_by_signal()?;
        install(any(&[&[libc::SYS_clone3]]), Errno(libc::ENOSYS.cast_unsigned()), Allow)?;
        install(answered_by_signal()?, Trap, Allow)?;
        install(answered_no()?, Errno(libc::EACCES.cast_unsigned()), Allow)?;
        install(allowed()?, Allow, KillProcess)
    };
    filters().err().map(missing)
}

/// The call that looks at a path, made to look at a descriptor.
fn answered_by_signal() -> Result<Rules, String> {
    let with_empty_path = all([Argument(3).has(libc::AT_EMPTY_PATH, libc::AT_EMPTY_PATH)])?;
    Ok(Rules::from([(libc::SYS_newfstatat, vec![with_empty_path])]))
}

/// Calls that are answered with "permission denied", for their arguments or altogether.
fn answered_no() -> Result<Rules, String> {
    let own = std::process::id().cast_signed();
    let mut rules = any(&[ANSWERED_NO, OLDER_ANSWERED_NO]);
    let writing = WRITING.map(|flag| all([Argument(2).has(flag, flag)]));
    rules.insert(libc::SYS_openat, writing.into_iter().collect::<Result<_, _>>()?);
    let of_a_path = all([Argument(3).has(libc::AT_EMPTY_PATH, 0)])?;
    rules.insert(libc::SYS_newfstatat, vec![of_a_path]);
    let of_another = all([Argument(0).differs_from(0), Argument(0).differs_from(own)])?;
    rules.insert(libc::SYS_sched_getaffinity, vec![of_another]);
    // Not who gets a descriptor's signals, which could be the host.
    let other_command = all([
        Argument(1).differs_from(libc::F_GETFD),
        Argument(1).differs_from(libc::F_SETFD),
        Argument(1).differs_from(libc::F_GETFL),
        Argument(1).differs_from(libc::F_SETFL),
        Argument(1).differs_from(libc::F_DUPFD_CLOEXEC),
    ])?;
    let with_signals =
        all([Argument(1).equals(libc::F_SETFL), Argument(2).has(libc::O_ASYNC, libc::O_ASYNC)])?;
    rules.insert(libc::SYS_fcntl, vec![other_command, with_signals]);
    Ok(rules)
}

/// Everything that does not kill.
fn allowed() -> Result<Rules, String> {
    let own = std::process::id().cast_signed();
    let mut rules = any(&[COMMON, older::COMMON, ANSWERS, ANSWERED_NO, OLDER_ANSWERED_NO]);
    rules.extend(answered_no()?.into_keys().map(|call| (call, Vec::new())));
    for call in [libc::SYS_kill, libc::SYS_tgkill] {
        rules.insert(call, vec![all([Argument(0).equals(own)])?]);
    }
    let thread = all([Argument(0).has(libc::CLONE_THREAD | NEW_NAMESPACES, libc::CLONE_THREAD)])?;
    rules.insert(libc::SYS_clone, vec![thread]);
    let options = [libc::PR_SET_NAME, libc::PR_GET_NAME, PR_SET_VMA];
    let options = options.map(|option| all([Argument(0).equals(option)]));
    rules.insert(libc::SYS_prctl, options.into_iter().collect::<Result<_, _>>()?);
    Ok(rules)
}
