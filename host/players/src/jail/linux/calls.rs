//! Which system calls a player may make, and with which arguments. A filter knows two outcomes, so there are several;
//! the kernel takes the strictest of what they say.

use super::rules::{Argument, Rules, all, any, install};
use super::stat;
use seccompiler::SeccompAction::{self, Allow, Errno, KillProcess, Trap};

/// The only calls that a library needs whatever their arguments: memory, threads, time, chance, and the
/// descriptors that it has.
const NEEDED: &[i64] = &[
    libc::SYS_read,
    libc::SYS_readv,
    libc::SYS_write,
    libc::SYS_writev,
    libc::SYS_close,
    libc::SYS_fstat,
    libc::SYS_lseek,
    libc::SYS_pread64,
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
    libc::SYS_rt_sigsuspend,
    libc::SYS_sigaltstack,
    libc::SYS_futex,
    libc::SYS_set_robust_list,
    libc::SYS_rseq,
    libc::SYS_membarrier,
    libc::SYS_sched_yield,
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
    pub(super) const NEEDED: &[i64] =
        &[libc::SYS_poll, libc::SYS_pause, libc::SYS_time, libc::SYS_arch_prctl];
    pub(super) const MODES: &[i64] = &[
        libc::SYS_chmod,
        libc::SYS_chown,
        libc::SYS_lchown,
        libc::SYS_utime,
        libc::SYS_utimes,
        libc::SYS_futimesat,
    ];
}

#[cfg(not(target_arch = "x86_64"))]
mod older {
    pub(super) const ANSWERED_NO: &[i64] = &[];
    pub(super) const NEEDED: &[i64] = &[];
    pub(super) const MODES: &[i64] = &[];
}

/// `prctl` option by which allocators name their memory; not in every version of the C library.
const PR_SET_VMA: i32 = 0x5356_4d41;

/// What a descriptor may be opened with that could change anything.
const WRITING: [i32; 6] = [
    libc::O_WRONLY,
    libc::O_RDWR,
    libc::O_CREAT,
    libc::O_TRUNC,
    libc::O_APPEND,
    libc::O_TMPFILE & !libc::O_DIRECTORY,
];

/// New namespaces, in which a thread of root's would have rights that it has not here.
const NAMESPACES: i32 = libc::CLONE_NEWNS
    | libc::CLONE_NEWCGROUP
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUSER
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNET;

/// How many filters a library's process has more than its parent.
pub(super) const FILTERS_OF_LIBRARY: u32 = 4;

/// Lets only those calls through that loading a library and playing need; what is on no list kills, and so does
/// an attempt to install another filter. Gives what is missing.
pub(super) fn for_library() -> Option<String> {
    let filters = || {
        stat::answer_by_signal()?;
        no_clone3()?;
        install(answered_by_signal()?, Trap, Allow)?;
        install(answered_no()?, Errno(libc::EACCES.cast_unsigned()), Allow)?;
        install(allowed()?, Allow, KillProcess)
    };
    filters().err().map(missing)
}

fn missing(error: String) -> String {
    format!("no seccomp in this kernel ({error})")
}

/// The call that looks at a path, made to look at a descriptor.
fn answered_by_signal() -> Result<Rules, String> {
    let with_empty_path = all([Argument(3).has(libc::AT_EMPTY_PATH, libc::AT_EMPTY_PATH)])?;
    Ok(Rules::from([(libc::SYS_newfstatat, vec![with_empty_path])]))
}

/// Calls that are answered with "permission denied", for their arguments or altogether.
fn answered_no() -> Result<Rules, String> {
    let own = std::process::id().cast_signed();
    let mut rules = any(&[ANSWERED_NO, older::ANSWERED_NO]);
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
    let mut rules = any(&[NEEDED, older::NEEDED, ANSWERED_NO, older::ANSWERED_NO]);
    rules.extend(answered_no()?.into_keys().map(|call| (call, Vec::new())));
    for call in [libc::SYS_kill, libc::SYS_tgkill] {
        rules.insert(call, vec![all([Argument(0).equals(own)])?]);
    }
    let thread = all([Argument(0).has(libc::CLONE_THREAD | NAMESPACES, libc::CLONE_THREAD)])?;
    rules.insert(libc::SYS_clone, vec![thread]);
    let options = [libc::PR_SET_NAME, libc::PR_GET_NAME, PR_SET_VMA];
    let options = options.map(|option| all([Argument(0).equals(option)]));
    rules.insert(libc::SYS_prctl, options.into_iter().collect::<Result<_, _>>()?);
    Ok(rules)
}

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

/// What is shared by all processes of a machine, outside of every limit.
const SHARED: &[i64] = &[
    libc::SYS_shmget,
    libc::SYS_shmat,
    libc::SYS_shmctl,
    libc::SYS_msgget,
    libc::SYS_msgsnd,
    libc::SYS_msgrcv,
    libc::SYS_msgctl,
    libc::SYS_semget,
    libc::SYS_semop,
    libc::SYS_semctl,
    libc::SYS_mq_open,
];

/// Changes of a file that its contents don't show, which Landlock does not know of.
const MODES: &[i64] = &[
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    FCHMODAT2,
    libc::SYS_fchown,
    libc::SYS_fchownat,
    libc::SYS_utimensat,
    libc::SYS_setxattr,
    libc::SYS_lsetxattr,
    libc::SYS_fsetxattr,
    libc::SYS_removexattr,
    libc::SYS_lremovexattr,
    libc::SYS_fremovexattr,
];

/// The same on every machine, and newer than the names of calls here.
const FCHMODAT2: i64 = 452;

/// A program may start others and open what Landlock allows; what it may not is answered with
/// "not permitted", since a virtual machine tries this and that.
pub(super) fn for_program() -> Option<String> {
    let filters = || {
        no_clone3()?;
        no_x32()?;
        install(denied_to_program()?, Errno(libc::EPERM.cast_unsigned()), Allow)
    };
    filters().err().map(missing)
}

fn denied_to_program() -> Result<Rules, String> {
    let own = std::process::id().cast_signed();
    let mut rules = any(&[FOREIGN, NETWORK, SHARED, MODES, older::MODES]);
    let of_another = |argument: u8| {
        all([Argument(argument).differs_from(0), Argument(argument).differs_from(own)])
    };
    for call in [
        libc::SYS_prlimit64,
        libc::SYS_sched_setaffinity,
        libc::SYS_sched_setscheduler,
        libc::SYS_sched_setparam,
        libc::SYS_sched_setattr,
    ] {
        rules.insert(call, vec![of_another(0)?]);
    }
    for call in [libc::SYS_setpriority, libc::SYS_ioprio_set] {
        rules.insert(call, vec![of_another(1)?]);
    }
    // One of a pair of these can be made to speak to a third.
    let datagrams = all([Argument(1).has(0xf, libc::SOCK_DGRAM)])?;
    rules.insert(libc::SYS_socketpair, vec![datagrams]);
    Ok(rules)
}

/// A filter can't look into the arguments of clone3, so nobody has it; the C library then takes
/// clone, whose flags are in a register.
fn no_clone3() -> Result<(), String> {
    install(any(&[&[libc::SYS_clone3]]), unknown(), Allow)
}

fn unknown() -> SeccompAction {
    Errno(libc::ENOSYS.cast_unsigned())
}

/// Some kernels have each call under a second number, which no list here has.
#[cfg(target_arch = "x86_64")]
fn no_x32() -> Result<(), String> {
    use seccompiler::sock_filter;
    /// From this number on.
    const X32: u32 = 0x4000_0000;
    let step = |code: u32, jt, jf, k| sock_filter { code: code as u16, jt, jf, k };
    let program = [
        step(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0, 0, 0),
        step(libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K, 0, 1, X32),
        step(libc::BPF_RET | libc::BPF_K, 0, 0, u32::from(unknown())),
        step(libc::BPF_RET | libc::BPF_K, 0, 0, u32::from(Allow)),
    ];
    seccompiler::apply_filter(&program).map_err(|error| error.to_string())
}

#[cfg(not(target_arch = "x86_64"))]
fn no_x32() -> Result<(), String> {
    Ok(())
}
