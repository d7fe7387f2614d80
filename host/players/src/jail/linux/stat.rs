//! Looking at an open descriptor and at nothing else. Some versions of the C library look at a descriptor by the call
//! that looks at a path, with an empty path, and a filter can't read the path. So that call raises a signal, and its
//! handler answers it: for an empty path as the descriptor has it, for any other with "permission denied".

use libc::{c_int, c_void, siginfo_t, ucontext_t};

/// The `si_code` of a signal that a filter raised.
const BY_FILTER: c_int = 1;

/// Answers the calls from here on.
pub(super) fn answer_by_signal() -> Result<(), String> {
    let handler: extern "C" fn(c_int, *mut siginfo_t, *mut c_void) = answer;
    // SAFETY: all fields of the structure may be zero, and the handler only makes calls that a handler may make.
    let result = unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = handler as usize;
        action.sa_flags = libc::SA_SIGINFO | libc::SA_NODEFER | libc::SA_ONSTACK;
        libc::sigaction(libc::SIGSYS, &raw const action, std::ptr::null_mut())
    };
    match result {
        0 => Ok(()),
        _ => Err(format!("signal handler: {}", std::io::Error::last_os_error())),
    }
}

extern "C" fn answer(_signal: c_int, info: *mut siginfo_t, context: *mut c_void) {
    // SAFETY: the kernel calls this with its own structures, which live as long as the call.
    let (by_filter, context) =
        unsafe { ((*info).si_code == BY_FILTER, &mut *context.cast::<ucontext_t>()) };
    if by_filter {
        let [descriptor, path, buffer] = arguments(context);
        let result = stat(descriptor, path, buffer);
        set_result(context, result);
    }
}

/// What the call would give, an error as a negative number.
fn stat(descriptor: i64, path: i64, buffer: i64) -> i64 {
    let path = path as *const u8;
    // SAFETY: who made the call gave a text. If not, the process ends here by its own fault.
    if path.is_null() || unsafe { *path } != 0 {
        return -i64::from(libc::EACCES);
    }
    // SAFETY: the kernel checks the descriptor and the buffer; what was interrupted keeps its `errno`.
    unsafe {
        let errno = libc::__errno_location();
        let before = *errno;
        let result = libc::syscall(libc::SYS_fstat, descriptor, buffer);
        let result = if result < 0 { -i64::from(*errno) } else { result };
        *errno = before;
        result
    }
}

/// The descriptor, the path and the buffer of the call.
#[cfg(target_arch = "x86_64")]
fn arguments(context: &ucontext_t) -> [i64; 3] {
    [libc::REG_RDI, libc::REG_RSI, libc::REG_RDX]
        .map(|register| context.uc_mcontext.gregs[register as usize])
}

#[cfg(target_arch = "x86_64")]
fn set_result(context: &mut ucontext_t, result: i64) {
    context.uc_mcontext.gregs[libc::REG_RAX as usize] = result;
}

#[cfg(target_arch = "aarch64")]
fn arguments(context: &ucontext_t) -> [i64; 3] {
    [0, 1, 2].map(|register| context.uc_mcontext.regs[register].cast_signed())
}

#[cfg(target_arch = "aarch64")]
fn set_result(context: &mut ucontext_t, result: i64) {
    context.uc_mcontext.regs[0] = result.cast_unsigned();
}
