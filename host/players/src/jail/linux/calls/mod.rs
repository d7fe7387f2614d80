//! Which system calls a player may make, and with which arguments: a list for libraries, a longer one for programs, and
//! what both need. No list has the second numbers under which some kernels know each call.

mod library;
mod program;

pub(super) use library::library;
pub(super) use program::{Reach, program};

use super::filter::{Action, Argument, Case, Filter};
use super::namespaces::in_a_copy;

/// What every player needs whatever the arguments: memory, threads, time, chance, and the descriptors that it has.
const COMMON: &[i64] = &[
    libc::SYS_read,
    libc::SYS_readv,
    libc::SYS_write,
    libc::SYS_writev,
    libc::SYS_close,
    libc::SYS_fstat,
    libc::SYS_lseek,
    libc::SYS_pread64,
    libc::SYS_ppoll,
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
];

/// The older names of such calls, which newer machines don't have.
mod older {
    #[cfg(target_arch = "x86_64")]
    pub(super) const COMMON: &[i64] =
        &[libc::SYS_poll, libc::SYS_pause, libc::SYS_time, libc::SYS_arch_prctl];
    #[cfg(not(target_arch = "x86_64"))]
    pub(super) const COMMON: &[i64] = &[];
}

/// `prctl` option by which allocators name their memory; not in every version of the C library.
const PR_SET_VMA: i32 = 0x5356_4d41;

/// Memory that nobody counts for the one who has it: what several could share stays when it is in nobody's address space
/// any more, and the machine's large pages are in no count of a process.
fn uncounted_memory(refusal: Action) -> [Case; 2] {
    let all_of = |flags| Case::of([Argument(3).has(flags, flags)], refusal);
    [all_of(libc::MAP_SHARED | libc::MAP_ANONYMOUS), all_of(libc::MAP_HUGETLB)]
}

/// New namespaces, in which a thread would have rights that it has not here.
const NEW_NAMESPACES: i32 = libc::CLONE_NEWNS
    | libc::CLONE_NEWCGROUP
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUSER
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNET;

/// Whether filters do what they say: a kernel may lack them, or take them and do nothing.
pub(super) fn hold() -> bool {
    let holds = || {
        let refused = Filter::of_all(Action::Allow).but(&[libc::SYS_getppid], FAILS).compile();
        let installed = rustix::thread::set_no_new_privs(true).is_ok() && refused.install().is_ok();
        // SAFETY: takes and changes nothing.
        installed && unsafe { libc::syscall(libc::SYS_getppid) } < 0
    };
    in_a_copy(0, holds).unwrap_or(false)
}

const FAILS: Action = Action::Fail(libc::EACCES);
