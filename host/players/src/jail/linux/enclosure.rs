//! What is built around a player before it is there: its namespaces, its root, and who it is in them. Begun before it
//! is known which player it is for, so that a start need not wait for it.

use super::answers::name_library;
use super::files;
use super::identity::{become_nobody, drop_capabilities, drop_effective_capabilities};
use super::namespaces::is_root;
use super::nursery::{Nursery, Players};
use super::root::Root;
use crate::jail::layer::{Layer, MissingLayer};
use rustix::process::{DumpableBehavior, set_dumpable_behavior};
use std::ffi::OsStr;
use std::io;
use std::os::fd::{AsRawFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// What a player is in, half built.
pub(crate) struct Enclosure<'n> {
    nursery: &'n Nursery,
    missing: Vec<MissingLayer>,
    /// A root of its own, where it shares none.
    root: Option<Root>,
}

/// What a player is in.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Surroundings {
    /// Whether its processes are in a namespace of their own, and end with the first of them.
    pub own_processes: bool,
    /// Whether they are counted apart from those of its user.
    pub own_users: bool,
    /// Whether nothing tells it of processes, not even of itself.
    pub no_proc: bool,
}

impl Surroundings {
    pub(crate) fn has_own_processes(self) -> bool {
        self.own_processes
    }

    /// By which path an open library can be loaded.
    pub(crate) fn path_of(self, library: &OwnedFd) -> PathBuf {
        let descriptor = library.as_raw_fd();
        if self.no_proc {
            Path::new(OsStr::from_bytes(name_library(descriptor).to_bytes())).to_owned()
        } else {
            format!("/proc/self/fd/{descriptor}").into()
        }
    }
}

fn nothing_mounted(error: &io::Error) -> String {
    format!("nothing can be mounted in it ({error})")
}

impl Enclosure<'_> {
    /// Begins in a process that was just started in the nursery's namespaces.
    pub(crate) fn begin(nursery: &Nursery) -> Enclosure<'_> {
        let (namespaces, proc) = (nursery.namespaces(), nursery.proc());
        let mut missing = namespaces.missing().to_vec();
        if namespaces.has(Layer::UserNamespace) {
            let failed = |error| Layer::UserNamespace.missing(format!("no users in it ({error})"));
            missing.extend(nursery.identity().map(proc).err().map(failed));
        }
        let mut root = None;
        if namespaces.has(Layer::MountNamespace) {
            let system = match nursery.players() {
                Players::Programs => files::programs(),
                Players::Libraries => files::libraries(),
            };
            match Root::build(&system) {
                Ok(built) => root = Some(built),
                Err(error) => missing.push(Layer::MountNamespace.missing(nothing_mounted(&error))),
            }
        }
        Enclosure { nursery, missing, root }
    }

    /// Finishes it for a player that has these folders, and stands in one of them.
    pub(crate) fn finish(
        mut self,
        own: &[&Path],
        folder: Option<&Path>,
    ) -> Result<(Surroundings, Vec<MissingLayer>), String> {
        let has_root = self.root.is_some();
        if let Some(root) = self.root.take() {
            show_own(&root, own, folder, self.nursery.owners())
                .and_then(|()| root.enter())
                .map_err(|error| format!("its own root: {error}"))?;
        }
        let own_users = self.take_rights(has_root)?;
        let namespaces = self.nursery.namespaces();
        let surroundings = Surroundings {
            own_processes: namespaces.has(Layer::PidNamespace),
            own_users: own_users || namespaces.has(Layer::UserNamespace),
            no_proc: self.nursery.shares_a_root(),
        };
        Ok((surroundings, self.missing))
    }

    /// Makes the process nobody without any rights. Gives whether it got a namespace of users by that.
    fn take_rights(&mut self, has_root: bool) -> Result<bool, String> {
        let mut own_users = false;
        let is_for_program = self.nursery.players() == Players::Programs;
        if is_root() && is_for_program && !has_root {
            // Nobody can't read root's folders where they are, and only a root of its own shows them otherwise.
            let why = "a program of root's stays root where it has no root of its own";
            self.missing.push(Layer::Nobody.missing(why));
            self.missing.push(Layer::UserNamespace.missing(why));
        } else if is_root() {
            let failed = become_nobody(self.nursery.proc());
            own_users = failed.is_empty();
            self.missing.extend(failed);
        }
        drop_capabilities();
        drop_effective_capabilities().map_err(|error| format!("capabilities: {error}"))?;
        rustix::thread::set_no_new_privs(true).map_err(|error| format!("no_new_privs: {error}"))?;
        // Not even a process of the same user looks into this one.
        set_dumpable_behavior(DumpableBehavior::NotDumpable)
            .map_err(|error| format!("dumpable: {error}"))?;
        Ok(own_users)
    }
}

/// Shows a player's own folders under the names that they have outside.
fn show_own(
    root: &Root,
    own: &[&Path],
    folder: Option<&Path>,
    owners: Option<BorrowedFd<'_>>,
) -> io::Result<()> {
    let mut own: Vec<&Path> = own.iter().copied().filter(|path| path.exists()).collect();
    // What lies in a folder that is shown need not be shown once more.
    own.sort();
    own.dedup_by(|inner, outer| inner.starts_with(outer));
    for path in own {
        // No link that has come since somebody granted it is followed.
        if path.canonicalize()? == path {
            root.show(path, owners)?;
        }
    }
    folder.map_or(Ok(()), |folder| root.has_folder(folder))
}
