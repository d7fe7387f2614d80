//! The process around a player: it builds what the player is closed in with, forks it, waits for it and tells the host
//! how it ended. It is the first in the player's namespace of processes, so that nothing of the player's outlives it.

use super::unix::{self, Closing};
use crate::jail::{
    Enclosure, Fork, Layer, Nursery, Players, Surroundings, end_at_once, forbid_opening,
    fork_player, keep, prepare_to_keep,
};
use crate::link::{End, Job, Notice, Report, Task, receive_with_descriptors, send_line};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::Pid;
use std::io::Read;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::exit;

/// How it speaks with the host.
pub(super) struct Sockets {
    /// This process's own: here it tells of the player's end.
    pub control: UnixStream,
    /// The player's, until strangers' code runs: here the job comes and the report goes.
    pub post: UnixStream,
}

/// Sees a job through, and ends this process. Without a nursery there is no jail.
pub(super) fn run(sockets: Sockets, nursery: Option<&Nursery>) -> ! {
    let own_processes = nursery.is_some_and(|nursery| nursery.gives(Layer::PidNamespace));
    let enclosure = prepare_to_keep(own_processes)
        .map(|()| nursery.map(Enclosure::begin))
        .map_err(|error| format!("signals: {error}"));
    let of_libraries = nursery.filter(|nursery| nursery.players() == Players::Libraries);
    let forked = match (enclosure, of_libraries) {
        (Ok(Some(enclosure)), Some(nursery)) => {
            fork_library(&sockets, nursery, enclosure, own_processes).map(Some)
        }
        (Ok(enclosure), _) => fork_with_its_job(&sockets, enclosure, own_processes),
        (Err(error), _) => Err(error),
    };
    match forked {
        Ok(Some(player)) => {
            drop(sockets.post);
            if of_libraries.is_some() {
                seal_when_told(&sockets.control, player);
            }
            tell_its_end(&sockets.control, player, own_processes);
        }
        Ok(None) => {}
        Err(error) => {
            let report = Report { failed: Some(error), ..Report::default() };
            let _ = send_line(&sockets.post, &Notice::Report(report));
        }
    }
    // What this program does at its end, such as looking after its output, is for the player alone, which is a copy.
    end_at_once()
}

/// Starts a library's player, which waits for its job: its surroundings are the same for every library.
fn fork_library(
    sockets: &Sockets,
    nursery: &Nursery,
    enclosure: Enclosure<'_>,
    own_processes: bool,
) -> Result<Pid, String> {
    let closing = finish(enclosure, &[], None)?;
    let own_number = std::process::id().cast_signed();
    match fork(&sockets.post, own_processes)? {
        // What this process has open is closed for the player's sake, so that nothing may be closed once more.
        Fork::Child => exit(unix::play_library(&sockets.post, own_number, nursery, closing)),
        Fork::Parent(player) => Ok(player),
    }
}

/// Waits for a job, which says what the player's surroundings are, and starts the player with it; nobody where there
/// will be no job.
fn fork_with_its_job(
    sockets: &Sockets,
    enclosure: Option<Enclosure<'_>>,
    own_processes: bool,
) -> Result<Option<Pid>, String> {
    let Ok(Some((mut job, descriptors))) = receive_with_descriptors::<Job>(&sockets.post) else {
        return Ok(None);
    };
    if let Some(cores) = &job.cores {
        cores.keep_to();
    }
    make_real(&mut job.task);
    let closing = match (enclosure, &job.task) {
        (None, _) => Closing::default(),
        (Some(enclosure), Task::Load { .. }) => finish(enclosure, &[], None)?,
        (Some(enclosure), Task::Run { folder, files, .. }) => {
            finish(enclosure, &files.paths().collect::<Vec<_>>(), Some(folder))?
        }
    };
    let own_number = std::process::id().cast_signed();
    match fork(&sockets.post, own_processes)? {
        Fork::Child => exit(unix::play(&sockets.post, own_number, &job, descriptors, closing)),
        Fork::Parent(player) => Ok(Some(player)),
    }
}

/// Waits for the player's end and tells the host of it.
fn tell_its_end(control: &UnixStream, player: Pid, own_processes: bool) {
    if let Some(status) = keep(player, own_processes) {
        let code = status.exit_status().map(End::Exit);
        let end = code.or(status.terminating_signal().map(End::Signal));
        // The host may be gone.
        let _ = end.map(|end| send_line(control, &Notice::End(end)));
    }
}

/// Names a program's folder and files so that they are the same from another root, in which there are no links to them.
fn make_real(task: &mut Task) {
    let Task::Run { command, folder, .. } = task else { return };
    if let Ok(real) = folder.canonicalize() {
        *folder = real;
    }
    for word in command.iter_mut().filter(|word| word.contains('/')) {
        let path = folder.join(&*word);
        let (Some(above), Some(name)) = (path.parent(), path.file_name()) else { continue };
        if let Ok(real) = above.canonicalize()
            && real != above
            && path.exists()
        {
            *word = real.join(name).display().to_string();
        }
    }
}

/// Finishes what the player is closed in with.
fn finish(
    enclosure: Enclosure<'_>,
    own: &[&Path],
    folder: Option<&Path>,
) -> Result<Closing, String> {
    let (surroundings, missing): (Surroundings, _) = enclosure.finish(own, folder)?;
    Ok(Closing { surroundings, missing })
}

/// Starts the player's process, unless the host is gone. A process that changed its user has to ask once more to be
/// told of that.
fn fork(host: &UnixStream, own_processes: bool) -> Result<Fork, String> {
    prepare_to_keep(own_processes).map_err(|error| format!("signals: {error}"))?;
    let mut end = [PollFd::new(host, PollFlags::RDHUP)];
    let is_gone = poll(&mut end, Some(&Timespec::default())).is_ok_and(|ready| ready > 0);
    if is_gone {
        return Err("the host is gone".to_owned());
    }
    fork_player().map_err(|error| format!("a process of its own: {error}"))
}

/// Takes from a library the right to open files when the host says so, until it wants nothing any more: while the
/// library plays, nothing else can happen here, since it starts no processes.
fn seal_when_told(mut host: &UnixStream, player: Pid) {
    let mut line = [0; 64];
    while host.read(&mut line).is_ok_and(|read| read > 0) {
        let sealed = forbid_opening(player).is_ok();
        let notice = if sealed { Notice::Sealed } else { Notice::Report(Report::default()) };
        if send_line(host, &notice).is_err() {
            return;
        }
    }
}
