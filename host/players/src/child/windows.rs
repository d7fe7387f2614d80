//! A player's process on Windows, from its job to its conversation. It is in a job object before it gets its job, which is
//! all that it is closed in with.

use super::serve::{CANNOT_BEGIN, exit_code, serve};
use super::wire::Wire;
use crate::jail::{self, Mode};
use crate::link::{Job, Kind, Notice, Order, Report};
use std::fs::File;
use std::io;
use std::os::windows::io::{FromRawHandle, RawHandle};
use windows_sys::Win32::System::Diagnostics::Debug::{
    SEM_FAILCRITICALERRORS, SEM_NOGPFAULTERRORBOX, SEM_NOOPENFILEERRORBOX, SetErrorMode,
};

/// Plays what the job says until the host hangs up, and gives the exit code.
pub(super) fn run(_parent: i32, _kind: Kind) -> i32 {
    let mut line = String::new();
    match io::stdin().read_line(&mut line) {
        // The host is gone.
        Ok(0) => return 0,
        Ok(_) => {}
        Err(_) => return CANNOT_BEGIN,
    }
    match serde_json::from_str::<Order<Job>>(&line) {
        Ok(order) => exit_code(play(order)),
        Err(_) => CANNOT_BEGIN,
    }
}

fn play(order: Order<Job>) -> io::Result<()> {
    // SAFETY: the host has opened both for this process and told nobody else of them.
    let end = |number: usize| unsafe { File::from_raw_handle(number as RawHandle) };
    let mut wire = Wire::new(end(order.from), end(order.to));
    show_no_boxes();
    let missing = match order.job.jail.mode {
        Mode::Off => Vec::new(),
        Mode::BestEffort | Mode::Partial | Mode::Required => jail::missing(),
    };
    let report = Report { missing, own_processes: true, ..Report::default() };
    let mut line = serde_json::to_vec(&Notice::Report(report))?;
    line.push(b'\n');
    // From here on strangers' code may run.
    wire.send(&line)?;
    serve(wire, &order.job.task, order.library)
}

/// What goes wrong is the host's to say: a box on the screen would wait for somebody to close it.
fn show_no_boxes() {
    let none = SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX | SEM_NOOPENFILEERRORBOX;
    // SAFETY: the call sets a number of this process.
    unsafe { SetErrorMode(none) };
}
