//! Which system calls a player may make. A filter knows two outcomes, so there are several; the
//! kernel takes the strictest of what they say.

use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch,
};
use std::collections::BTreeMap;

type Rules = BTreeMap<i64, Vec<SeccompRule>>;

/// What no player does: other processes, the network, the kernel's own affairs.
const FOREIGN: &[i64] = &[
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_process_madvise,
    libc::SYS_kcmp,
    libc::SYS_pidfd_open,
    libc::SYS_pidfd_getfd,
    libc::SYS_pidfd_send_signal,
    libc::SYS_setsid,
    libc::SYS_setpgid,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_move_mount,
    libc::SYS_fsopen,
    libc::SYS_open_tree,
    libc::SYS_mount_setattr,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_keyctl,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_kexec_load,
    libc::SYS_reboot,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_open_by_handle_at,
    libc::SYS_quotactl,
    libc::SYS_acct,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_clock_adjtime,
    libc::SYS_sethostname,
    libc::SYS_personality,
];

/// The network. A pair of sockets connected to each other reaches nobody, and stays.
const NETWORK: &[i64] = &[libc::SYS_socket, libc::SYS_connect, libc::SYS_bind, libc::SYS_listen];

/// New programs, and signals with a message.
const PROCESSES: &[i64] = &[libc::SYS_execve, libc::SYS_execveat, libc::SYS_rt_sigqueueinfo];

/// The only calls that a loaded library needs: memory, threads, time, chance, and the descriptors
/// that it has.
const NEEDED: &[i64] = &[
    libc::SYS_read,
    libc::SYS_readv,
    libc::SYS_write,
    libc::SYS_writev,
    libc::SYS_close,
    libc::SYS_fstat,
    libc::SYS_lseek,
    libc::SYS_fcntl,
    libc::SYS_ppoll,
    libc::SYS_mmap,
    libc::SYS_munmap,
    libc::SYS_mremap,
    libc::SYS_mprotect,
    libc::SYS_madvise,
    libc::SYS_brk,
    libc::SYS_rt_sigaction,
    libc::SYS_rt_sigprocmask,
    libc::SYS_rt_sigreturn,
    libc::SYS_sigaltstack,
    libc::SYS_futex,
    libc::SYS_set_robust_list,
    libc::SYS_rseq,
    libc::SYS_membarrier,
    libc::SYS_sched_yield,
    libc::SYS_sched_getaffinity,
    libc::SYS_nanosleep,
    libc::SYS_clock_nanosleep,
    libc::SYS_clock_gettime,
    libc::SYS_clock_getres,
    libc::SYS_gettimeofday,
    libc::SYS_getpid,
    libc::SYS_gettid,
    libc::SYS_getrandom,
    libc::SYS_getrusage,
    libc::SYS_uname,
    libc::SYS_sysinfo,
    libc::SYS_restart_syscall,
    libc::SYS_exit,
    libc::SYS_exit_group,
    // Answered, but with an error: see `no_clone3`.
    libc::SYS_clone3,
];

/// Calls that an ordinary library may try without harm, answered with "permission denied".
const ANSWERED_NO: &[i64] = &[
    libc::SYS_openat,
    libc::SYS_openat2,
    libc::SYS_faccessat,
    libc::SYS_faccessat2,
    libc::SYS_readlinkat,
    libc::SYS_getdents64,
    libc::SYS_getcwd,
    libc::SYS_chdir,
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
mod older {
    pub(super) const ANSWERED_NO: &[i64] = &[
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
    pub(super) const NEEDED: &[i64] = &[libc::SYS_poll, libc::SYS_time, libc::SYS_arch_prctl];
    pub(super) const PROCESSES: &[i64] = &[libc::SYS_fork, libc::SYS_vfork];
}

#[cfg(not(target_arch = "x86_64"))]
mod older {
    pub(super) const ANSWERED_NO: &[i64] = &[];
    pub(super) const NEEDED: &[i64] = &[];
    pub(super) const PROCESSES: &[i64] = &[];
}

/// The first list, for the time of loading: what is forbidden kills.
pub(super) fn before_loading() -> Option<String> {
    let mut forbidden = always(&[FOREIGN, NETWORK, PROCESSES, older::PROCESSES]);
    let installed = signals(SeccompCmpOp::Ne).and_then(|signals| {
        forbidden.extend(signals);
        forbidden.insert(libc::SYS_clone, vec![rule(0, masked(libc::CLONE_THREAD), 0)?]);
        install(forbidden, SeccompAction::Allow, SeccompAction::KillProcess)?;
        no_clone3()
    });
    installed.err().map(|error| format!("no seccomp in this kernel ({error})"))
}

/// The second list, once the library is loaded: what is not on it kills. It holds for the threads
/// as well that the library's constructors started.
pub(super) fn after_loading() -> Result<(), String> {
    let mut allowed = always(&[NEEDED, older::NEEDED, ANSWERED_NO, older::ANSWERED_NO]);
    let mut answered_no = always(&[ANSWERED_NO, older::ANSWERED_NO]);
    allowed.extend(signals(SeccompCmpOp::Eq)?);
    allowed.insert(libc::SYS_clone, vec![rule(0, masked(libc::CLONE_THREAD), libc::CLONE_THREAD)?]);
    let harmless_options = [libc::PR_SET_NAME, libc::PR_GET_NAME, PR_SET_VMA];
    let options: Result<Vec<_>, _> =
        harmless_options.iter().map(|&option| rule(0, SeccompCmpOp::Eq, option)).collect();
    allowed.insert(libc::SYS_prctl, options?);
    // Looking at an open descriptor is allowed, at a path it is not.
    for (call, flags) in [(libc::SYS_newfstatat, 3), (libc::SYS_statx, 2)] {
        allowed.insert(call, Vec::new());
        answered_no.insert(call, vec![rule(flags, masked(libc::AT_EMPTY_PATH), 0)?]);
    }
    let denied = SeccompAction::Errno(libc::EACCES.cast_unsigned());
    install_everywhere(answered_no, SeccompAction::Allow, denied)?;
    install_everywhere(allowed, SeccompAction::KillProcess, SeccompAction::Allow)
}

/// `prctl` option by which allocators name their memory; not in every version of the C library.
const PR_SET_VMA: i32 = 0x5356_4d41;

/// A program may start others and open what Landlock allows; what it may not is answered with
/// "not permitted", since a virtual machine tries this and that.
pub(super) fn for_program() -> Option<String> {
    let denied = SeccompAction::Errno(libc::EPERM.cast_unsigned());
    install(always(&[FOREIGN, NETWORK]), SeccompAction::Allow, denied)
        .and_then(|()| no_clone3())
        .err()
        .map(|error| format!("no seccomp in this kernel ({error})"))
}

/// A filter can't look into the arguments of clone3, so nobody has it; the C library then takes
/// clone, whose flags are in a register.
fn no_clone3() -> Result<(), String> {
    let unknown = SeccompAction::Errno(libc::ENOSYS.cast_unsigned());
    install(always(&[&[libc::SYS_clone3]]), SeccompAction::Allow, unknown)
}

fn always(lists: &[&[i64]]) -> Rules {
    lists.iter().flat_map(|list| list.iter()).map(|&call| (call, Vec::new())).collect()
}

/// Rules for signals by whether they go to this process itself.
fn signals(compare: SeccompCmpOp) -> Result<Rules, String> {
    let own = std::process::id().cast_signed();
    let calls = [libc::SYS_kill, libc::SYS_tgkill].into_iter();
    calls.map(|call| Ok((call, vec![rule(0, compare.clone(), own)?]))).collect()
}

fn masked(bits: i32) -> SeccompCmpOp {
    SeccompCmpOp::MaskedEq(u64::from(bits.cast_unsigned()))
}

fn rule(argument: u8, compare: SeccompCmpOp, value: i32) -> Result<SeccompRule, String> {
    let value = u64::from(value.cast_unsigned());
    let condition =
        SeccompCondition::new(argument, SeccompCmpArgLen::Dword, compare, value).map_err(text)?;
    SeccompRule::new(vec![condition]).map_err(text)
}

fn program(
    rules: Rules,
    otherwise: SeccompAction,
    matched: SeccompAction,
) -> Result<BpfProgram, String> {
    let machine = TargetArch::try_from(std::env::consts::ARCH).map_err(text)?;
    SeccompFilter::new(rules, otherwise, matched, machine)
        .and_then(BpfProgram::try_from)
        .map_err(text)
}

fn install(rules: Rules, otherwise: SeccompAction, matched: SeccompAction) -> Result<(), String> {
    seccompiler::apply_filter(&program(rules, otherwise, matched)?).map_err(text)
}

fn install_everywhere(
    rules: Rules,
    otherwise: SeccompAction,
    matched: SeccompAction,
) -> Result<(), String> {
    seccompiler::apply_filter_all_threads(&program(rules, otherwise, matched)?).map_err(text)
}

fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}
