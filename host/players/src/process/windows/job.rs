//! A job object: processes that are bounded and ended together, with all that they start. The system ends them when the
//! host's handle to it is closed, in whatever way the host ends.

use std::io;
use std::os::windows::io::{AsHandle, AsRawHandle, FromRawHandle, OwnedHandle};
use std::time::Duration;
use std::{mem, ptr};
use windows_sys::Win32::Foundation::HANDLE;
use windows_sys::Win32::System::JobObjects::{
    AssignProcessToJobObject, CreateJobObjectW, IsProcessInJob, JOB_OBJECT_LIMIT_ACTIVE_PROCESS,
    JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION, JOB_OBJECT_LIMIT_JOB_MEMORY,
    JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE, JOB_OBJECT_UILIMIT_DESKTOP,
    JOB_OBJECT_UILIMIT_DISPLAYSETTINGS, JOB_OBJECT_UILIMIT_EXITWINDOWS,
    JOB_OBJECT_UILIMIT_GLOBALATOMS, JOB_OBJECT_UILIMIT_HANDLES, JOB_OBJECT_UILIMIT_READCLIPBOARD,
    JOB_OBJECT_UILIMIT_SYSTEMPARAMETERS, JOB_OBJECT_UILIMIT_WRITECLIPBOARD,
    JOBOBJECT_BASIC_ACCOUNTING_INFORMATION, JOBOBJECT_BASIC_PROCESS_ID_LIST,
    JOBOBJECT_BASIC_UI_RESTRICTIONS, JOBOBJECT_EXTENDED_LIMIT_INFORMATION, JOBOBJECTINFOCLASS,
    JobObjectBasicAccountingInformation, JobObjectBasicProcessIdList, JobObjectBasicUIRestrictions,
    JobObjectExtendedLimitInformation, QueryInformationJobObject, SetInformationJobObject,
    TerminateJobObject,
};
use windows_sys::Win32::System::ProcessStatus::{K32GetProcessMemoryInfo, PROCESS_MEMORY_COUNTERS};
use windows_sys::Win32::System::Threading::{
    GetProcessId, OpenProcess, PROCESS_QUERY_INFORMATION, PROCESS_SUSPEND_RESUME, PROCESS_VM_READ,
};

/// What a process ends with that is killed with its job.
const KILLED: u32 = 1;

/// How many processes are looked at.
const MOST_LISTED: usize = 1024;

/// The system counts processor time in tenths of a microsecond.
const TICK_NANOS: u64 = 100;

#[link(name = "ntdll", kind = "raw-dylib")]
unsafe extern "system" {
    fn NtSuspendProcess(process: HANDLE) -> i32;
    fn NtResumeProcess(process: HANDLE) -> i32;
}

/// What the processes of a job may have together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    /// Memory, in bytes.
    pub memory: u64,
    pub processes: u32,
}

/// A job object.
#[derive(Debug)]
pub(super) struct Job(OwnedHandle);

/// A process of a job, whose number is its own for as long as this lives.
#[derive(Debug)]
pub(super) struct Member(OwnedHandle);

impl Job {
    /// A job whose processes end with it, and are bounded where that is wanted.
    pub fn new(bounds: Option<Bounds>) -> io::Result<Job> {
        // SAFETY: a job of default security without a name takes nothing.
        let handle = unsafe { CreateJobObjectW(ptr::null(), ptr::null()) };
        if handle.is_null() {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: the handle was made here and is nobody else's.
        let job = Job(unsafe { OwnedHandle::from_raw_handle(handle) });
        let mut limits = JOBOBJECT_EXTENDED_LIMIT_INFORMATION::default();
        let basic = &mut limits.BasicLimitInformation;
        basic.LimitFlags =
            JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE | JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION;
        if let Some(Bounds { memory, processes }) = bounds {
            basic.LimitFlags |= JOB_OBJECT_LIMIT_JOB_MEMORY | JOB_OBJECT_LIMIT_ACTIVE_PROCESS;
            basic.ActiveProcessLimit = processes;
            limits.JobMemoryLimit = usize::try_from(memory).unwrap_or(usize::MAX);
        }
        job.set(JobObjectExtendedLimitInformation, &limits)?;
        if bounds.is_some() {
            job.set(JobObjectBasicUIRestrictions, &NO_DESKTOP)?;
        }
        Ok(job)
    }

    fn set<T>(&self, class: JOBOBJECTINFOCLASS, value: &T) -> io::Result<()> {
        let length = mem::size_of::<T>() as u32;
        // SAFETY: the class says which of the system's types is read, and each caller gives that one.
        let set = unsafe {
            SetInformationJobObject(self.handle(), class, ptr::from_ref(value).cast(), length)
        };
        result(set)
    }

    /// Takes a process in, and with it all that it starts from here on.
    pub fn take_in(&self, process: &impl AsHandle) -> io::Result<()> {
        let process = process.as_handle().as_raw_handle();
        // SAFETY: both handles are open for as long as the call takes.
        result(unsafe { AssignProcessToJobObject(self.handle(), process) })
    }

    /// Ends all processes.
    pub fn kill(&self) {
        // What can't be ended has ended.
        // SAFETY: the handle is open.
        let _ = unsafe { TerminateJobObject(self.handle(), KILLED) };
    }

    /// Its processes.
    pub fn members(&self) -> Vec<Member> {
        self.numbers().into_iter().filter_map(|number| self.member(number)).collect()
    }

    fn numbers(&self) -> Vec<u32> {
        const HEAD: usize =
            mem::offset_of!(JOBOBJECT_BASIC_PROCESS_ID_LIST, ProcessIdList) / size_of::<usize>();
        let mut list = vec![0_usize; HEAD + MOST_LISTED];
        let length = size_of_val(&list[..]) as u32;
        // SAFETY: the list is as long as it is said to be, and aligned as the numbers in it.
        let told = unsafe {
            QueryInformationJobObject(
                self.handle(),
                JobObjectBasicProcessIdList,
                list.as_mut_ptr().cast(),
                length,
                ptr::null_mut(),
            )
        };
        // Of more than there is place for, the system gives the first and says that it failed.
        let _ = told;
        // SAFETY: the list begins with this head, in which every value means something.
        let head = unsafe { &*list.as_ptr().cast::<JOBOBJECT_BASIC_PROCESS_ID_LIST>() };
        let count = (head.NumberOfProcessIdsInList as usize).min(MOST_LISTED);
        list[HEAD..HEAD + count].iter().filter_map(|&number| u32::try_from(number).ok()).collect()
    }

    /// The process of this number, if it is one of the job's.
    fn member(&self, number: u32) -> Option<Member> {
        let rights = PROCESS_SUSPEND_RESUME | PROCESS_QUERY_INFORMATION | PROCESS_VM_READ;
        // SAFETY: the call takes numbers alone.
        let handle = unsafe { OpenProcess(rights, 0, number) };
        if handle.is_null() {
            return None;
        }
        // SAFETY: the handle was opened here and is nobody else's.
        let member = Member(unsafe { OwnedHandle::from_raw_handle(handle) });
        let mut is_ours = 0;
        // SAFETY: both handles are open, and the answer is written to a place of ours.
        let told = unsafe { IsProcessInJob(handle, self.handle(), &raw mut is_ours) };
        (told != 0 && is_ours != 0).then_some(member)
    }

    /// The processor time that all its processes have used, those that have ended among them.
    pub fn processor_time(&self) -> Duration {
        let mut told = JOBOBJECT_BASIC_ACCOUNTING_INFORMATION::default();
        let length = size_of_val(&told) as u32;
        // SAFETY: the class says that this type is written, which is as long as it is said to be.
        unsafe {
            QueryInformationJobObject(
                self.handle(),
                JobObjectBasicAccountingInformation,
                (&raw mut told).cast(),
                length,
                ptr::null_mut(),
            )
        };
        let ticks = told.TotalUserTime.saturating_add(told.TotalKernelTime);
        Duration::from_nanos(u64::try_from(ticks).unwrap_or_default().saturating_mul(TICK_NANOS))
    }

    fn handle(&self) -> HANDLE {
        self.0.as_raw_handle()
    }
}

/// Nothing of what is on the screen and of the user's session is a player's.
const NO_DESKTOP: JOBOBJECT_BASIC_UI_RESTRICTIONS = JOBOBJECT_BASIC_UI_RESTRICTIONS {
    UIRestrictionsClass: JOB_OBJECT_UILIMIT_DESKTOP
        | JOB_OBJECT_UILIMIT_DISPLAYSETTINGS
        | JOB_OBJECT_UILIMIT_EXITWINDOWS
        | JOB_OBJECT_UILIMIT_GLOBALATOMS
        | JOB_OBJECT_UILIMIT_HANDLES
        | JOB_OBJECT_UILIMIT_READCLIPBOARD
        | JOB_OBJECT_UILIMIT_SYSTEMPARAMETERS
        | JOB_OBJECT_UILIMIT_WRITECLIPBOARD,
};

impl Member {
    /// Stops all its threads.
    pub fn suspend(&self) {
        // SAFETY: the handle is open and has the right to do so. A process that has ended stays so.
        let _ = unsafe { NtSuspendProcess(self.0.as_raw_handle()) };
    }

    /// Lets its threads go on.
    pub fn resume(&self) {
        // SAFETY: as above.
        let _ = unsafe { NtResumeProcess(self.0.as_raw_handle()) };
    }

    /// How much memory it holds, in bytes.
    pub fn resident(&self) -> u64 {
        let mut told = PROCESS_MEMORY_COUNTERS::default();
        let length = size_of_val(&told) as u32;
        // SAFETY: the handle is open, and what is written is as long as it is said to be.
        unsafe { K32GetProcessMemoryInfo(self.0.as_raw_handle(), &raw mut told, length) };
        told.WorkingSetSize as u64
    }

    /// The number that tells it from others.
    pub fn number(&self) -> u32 {
        // SAFETY: the handle is open.
        unsafe { GetProcessId(self.0.as_raw_handle()) }
    }
}

fn result(done: i32) -> io::Result<()> {
    if done == 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}
