//! Calls that a filter turns into a signal, whose handler gives the answer, since a filter can't read a path:
//!
//! - Some versions of the C library look at a descriptor by the call that looks at a path, with an empty path. For an
//!   empty path the answer is as the descriptor has it, for any other "permission denied".
//! - A loader opens files by their names alone, and the root of a library has no `/proc`, in which an open descriptor
//!   has one. So the library has a name here, by which the loader gets its descriptor.

use libc::{c_int, c_long, c_void, siginfo_t, ucontext_t};
use std::ffi::CStr;
use std::os::fd::RawFd;
use std::sync::atomic::{AtomicI32, Ordering};

/// The name by which a loader opens the player's library. There is no file of this name.
const LIBRARY: &CStr = c"/library";

/// What the handler gives with a call to open that it makes itself, in a place of which the call knows nothing.
pub(super) const SEEN: Mark = Mark { argument: 4, value: 0x6f74_6865 };

/// An argument by which a call is known.
pub(super) struct Mark {
    pub argument: u8,
    pub value: i32,
}

/// The `si_code` of a signal that a filter raised.
const BY_FILTER: c_int = 1;

/// The descriptor of the player's library; none before there is one.
static OPENED: AtomicI32 = AtomicI32::new(-1);

/// From here on this descriptor is opened by the name that is given.
pub(crate) fn name_library(descriptor: RawFd) -> &'static CStr {
    OPENED.store(descriptor, Ordering::Relaxed);
    LIBRARY
}

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
    if !by_filter {
        return;
    }
    let arguments = arguments(context);
    let result = match number(context) {
        libc::SYS_newfstatat => stat(arguments),
        libc::SYS_openat => open(arguments),
        _ => -i64::from(libc::ENOSYS),
    };
    set_result(context, result);
}

/// What looking would give, an error as a negative number.
fn stat([descriptor, path, buffer, _]: [i64; 4]) -> i64 {
    let path = path as *const u8;
    // SAFETY: who made the call gave a text. If not, the process ends here by its own fault.
    if path.is_null() || unsafe { *path } != 0 {
        return -i64::from(libc::EACCES);
    }
    // SAFETY: the kernel checks the descriptor and the buffer.
    result_of(|| unsafe { libc::syscall(libc::SYS_fstat, descriptor, buffer) })
}

/// What opening would give, an error as a negative number.
fn open([folder, path, flags, mode]: [i64; 4]) -> i64 {
    let library = OPENED.load(Ordering::Relaxed);
    let is_library = library >= 0 && path != 0 && {
        // SAFETY: as above.
        let path = unsafe { CStr::from_ptr(path as *const libc::c_char) };
        path == LIBRARY
    };
    if is_library {
        // SAFETY: takes numbers alone.
        return result_of(|| unsafe {
            // Read from its beginning, like what was just opened.
            libc::syscall(libc::SYS_lseek, library, 0, libc::SEEK_SET);
            libc::syscall(libc::SYS_fcntl, library, libc::F_DUPFD_CLOEXEC, 0)
        });
    }
    let mark = i64::from(SEEN.value);
    // SAFETY: the kernel checks what it was given.
    result_of(|| unsafe { libc::syscall(libc::SYS_openat, folder, path, flags, mode, mark) })
}

/// The result of a call as the kernel gives it. What was interrupted keeps its `errno`.
fn result_of(call: impl FnOnce() -> c_long) -> i64 {
    // SAFETY: the place is this thread's own.
    unsafe {
        let errno = libc::__errno_location();
        let before = *errno;
        let result = call();
        let result = if result < 0 { -i64::from(*errno) } else { result };
        *errno = before;
        result
    }
}

/// The number of the call and its first arguments.
#[cfg(target_arch = "x86_64")]
fn number(context: &ucontext_t) -> c_long {
    context.uc_mcontext.gregs[libc::REG_RAX as usize]
}

#[cfg(target_arch = "x86_64")]
fn arguments(context: &ucontext_t) -> [i64; 4] {
    [libc::REG_RDI, libc::REG_RSI, libc::REG_RDX, libc::REG_R10]
        .map(|register| context.uc_mcontext.gregs[register as usize])
}

#[cfg(target_arch = "x86_64")]
fn set_result(context: &mut ucontext_t, result: i64) {
    context.uc_mcontext.gregs[libc::REG_RAX as usize] = result;
}

#[cfg(target_arch = "aarch64")]
fn number(context: &ucontext_t) -> c_long {
    context.uc_mcontext.regs[8].cast_signed()
}

#[cfg(target_arch = "aarch64")]
fn arguments(context: &ucontext_t) -> [i64; 4] {
    [0, 1, 2, 3].map(|register| context.uc_mcontext.regs[register].cast_signed())
}

#[cfg(target_arch = "aarch64")]
fn set_result(context: &mut ucontext_t, result: i64) {
    context.uc_mcontext.regs[0] = result.cast_unsigned();
}
