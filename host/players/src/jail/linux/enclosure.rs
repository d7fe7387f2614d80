//! What is built around a player before it is there: its namespaces, its root, and who it is in them. Begun before it
//! is known which player it is for, so that a start need not wait for it.

use super::files;
use super::identity::{
    Identity, become_nobody, drop_capabilities, drop_effective_capabilities, open_proc,
};
use super::namespaces::{Namespaces, is_root};
use super::root::Root;
use crate::jail::layer::{Layer, MissingLayer};
use rustix::process::{DumpableBehavior, set_dumpable_behavior};
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::path::Path;

/// What a player is in, half built.
pub(crate) struct Enclosure {
    namespaces: Namespaces,
    missing: Vec<MissingLayer>,
    root: Option<Root>,
    system_proc: Option<OwnedFd>,
    is_for_program: bool,
}

/// What a player is in.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Surroundings {
    /// Whether its processes are in a namespace of their own, and end with the first of them.
    pub own_processes: bool,
    /// Whether they are counted apart from those of its user.
    pub own_users: bool,
}

impl Surroundings {
    pub(crate) fn has_own_processes(self) -> bool {
        self.own_processes
    }
}

/// Who this process is, for those that are made from it.
pub(crate) struct Origin {
    identity: Identity,
    owners: Option<OwnedFd>,
}

impl Origin {
    pub(crate) fn current() -> Origin {
        Origin { identity: Identity::current(), owners: None }
    }

    /// Sees to it that a player can read what root owns where root makes it nobody.
    pub(crate) fn prepare_for_programs(&mut self) {
        if self.owners.is_none() {
            self.owners = super::identity::roots_files_for_nobody();
        }
    }
}

impl Enclosure {
    /// Begins in a process that was just started in these namespaces.
    pub(crate) fn begin(
        namespaces: Namespaces,
        origin: &Origin,
        is_for_program: bool,
    ) -> Enclosure {
        let mut missing = namespaces.missing().to_vec();
        let system_proc = open_proc().ok();
        if namespaces.has(Layer::UserNamespace) {
            let mapped = match &system_proc {
                Some(proc) => origin.identity.map(proc),
                None => Err(io::Error::other("there is no /proc")),
            };
            let failed = |error| Layer::UserNamespace.missing(format!("no users in it ({error})"));
            missing.extend(mapped.err().map(failed));
        }
        let mut root = None;
        if namespaces.has(Layer::MountNamespace) {
            let system = if is_for_program { files::programs() } else { files::libraries() };
            match Root::build(&system) {
                Ok(built) => root = Some(built),
                Err(error) => {
                    let why = format!("nothing can be mounted in it ({error})");
                    missing.push(Layer::MountNamespace.missing(why));
                }
            }
        }
        Enclosure { namespaces, missing, root, system_proc, is_for_program }
    }

    /// Finishes it for a player that has these folders, and stands in one of them.
    pub(crate) fn finish(
        mut self,
        own: &[&Path],
        folder: Option<&Path>,
        origin: &Origin,
    ) -> Result<(Surroundings, Vec<MissingLayer>), String> {
        let has_root = self.root.is_some();
        if let Some(root) = self.root.take() {
            show_own(&root, own, folder, origin)
                .and_then(|()| root.enter())
                .map_err(|error| format!("its own root: {error}"))?;
        }
        let surroundings = Surroundings {
            own_processes: self.namespaces.has(Layer::PidNamespace),
            own_users: self.namespaces.has(Layer::UserNamespace),
        };
        let own_users = self.take_rights(has_root)?;
        let own_users = own_users || surroundings.own_users;
        Ok((Surroundings { own_users, ..surroundings }, self.missing))
    }

    /// Makes the process nobody without any rights. Gives whether it got a namespace of users by that.
    fn take_rights(&mut self, has_root: bool) -> Result<bool, String> {
        let mut own_users = false;
        if is_root() && self.is_for_program && !has_root {
            // Nobody can't read root's folders where they are, and only a root of its own shows them otherwise.
            let why = "a program of root's stays root where it has no root of its own";
            self.missing.push(Layer::Nobody.missing(why));
            self.missing.push(Layer::UserNamespace.missing(why));
        } else if is_root() {
            let Some(proc) = &self.system_proc else { return Err("there is no /proc".to_owned()) };
            let failed = become_nobody(proc);
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
fn show_own(root: &Root, own: &[&Path], folder: Option<&Path>, origin: &Origin) -> io::Result<()> {
    let owners = origin.owners.as_ref().map(AsFd::as_fd);
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
