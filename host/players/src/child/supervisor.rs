//! The process around a player: it builds what the player is closed in with, forks it, waits for it and tells the host
//! how it ended. It is the first in the player's namespace of processes, so that nothing of the player's outlives it.

use super::serve::{self, Closing};
use crate::jail::{
    Enclosure, Fork, Layer, Namespaces, Origin, forbid_opening, fork_player, keep, prepare_to_keep,
};
use crate::link::{End, Job, Kind, Notice, Report, Task, receive_with_descriptors, send_line};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::Pid;
use std::io::Read;
use std::os::unix::net::UnixStream;
use std::path::Path;

/// Waits for a job and sees it through, and gives the exit code.
pub(super) fn run(host: &UnixStream, kind: Kind, namespaces: Namespaces, origin: &Origin) -> i32 {
    let own_processes = namespaces.has(Layer::PidNamespace);
    let enclosure = prepare_to_keep(own_processes).map(|()| {
        let is_closed = kind != Kind::Open;
        is_closed.then(|| Enclosure::begin(namespaces, origin, kind == Kind::Program))
    });
    let Ok(Some((mut job, descriptors))) = receive_with_descriptors::<Job>(host) else { return 0 };
    make_real(&mut job.task);
    let closing = enclosure.map_err(|error| format!("signals: {error}")).and_then(|enclosure| {
        enclosure.map_or(Ok(Closing::default()), |enclosure| finish(enclosure, &job.task, origin))
    });
    let own_number = std::process::id().cast_signed();
    let forked = closing.and_then(|closing| Ok((fork(host, own_processes)?, closing)));
    match forked {
        Ok((Fork::Child, closing)) => serve::play(host, own_number, job, descriptors, closing),
        Ok((Fork::Parent(player), _)) => {
            drop(descriptors);
            if kind == Kind::Library {
                seal_when_told(host, player);
            }
            if let Some(status) = keep(player, own_processes) {
                let code = status.exit_status().map(End::Exit);
                let end = code.or(status.terminating_signal().map(End::Signal));
                // The host may be gone.
                let _ = end.map(|end| send_line(host, &Notice::End(end)));
            }
            0
        }
        Err(error) => {
            let report = Report { failed: Some(error), ..Report::default() };
            let _ = send_line(host, &Notice::Report(report));
            0
        }
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
fn finish(enclosure: Enclosure, task: &Task, origin: &Origin) -> Result<Closing, String> {
    let (own, folder): (Vec<&Path>, Option<&Path>) = match task {
        Task::Load { .. } => (Vec::new(), None),
        Task::Run { folder, files, .. } => (files.paths().collect(), Some(folder)),
    };
    let (surroundings, missing) = enclosure.finish(&own, folder, origin)?;
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
