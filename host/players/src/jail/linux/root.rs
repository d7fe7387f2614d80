//! A root of a player's own: an empty one, in which the system's libraries and the player's own folders are mounted
//! read-only. It is built beside the system's root and takes its place at the end.

use rustix::fs::{CWD, FileType, Mode, OFlags, lstat};
use rustix::mount::{
    FsMountFlags, FsOpenFlags, MountAttrFlags, MountPropagationFlags, MoveMountFlags,
    OpenTreeFlags, UnmountFlags, fsconfig_create, fsconfig_set_string, fsmount, fsopen,
    mount_change, move_mount, open_tree, unmount,
};
use std::fs;
use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::path::{Component, Path, PathBuf};

/// Where it is built: over a folder that every system has, and of which no player needs what lies in it.
const PLACE: &str = "/proc";

/// A root that is being built.
pub(super) struct Root {
    /// The system's `/proc`, for where the kernel gives no other.
    system_proc: Option<OwnedFd>,
}

impl Root {
    /// An empty root with these of the system's files and folders.
    pub(super) fn build(system: &[PathBuf]) -> io::Result<Root> {
        let everything = MountPropagationFlags::PRIVATE | MountPropagationFlags::REC;
        mount_change("/", everything)?;
        let system_proc = tree(Path::new(PLACE)).ok();
        let options = [("size", "64k"), ("mode", "755")];
        let empty = file_system("tmpfs", &options)?;
        move_mount(&empty, "", CWD, PLACE, MoveMountFlags::MOVE_MOUNT_F_EMPTY_PATH)?;
        let root = Root { system_proc };
        for path in system.iter().filter(|path| !path.starts_with(PLACE)) {
            root.show_as_it_is(path)?;
        }
        Ok(root)
    }

    /// Shows a file or a folder of the system, or a link as a link. What is not there is left out.
    fn show_as_it_is(&self, path: &Path) -> io::Result<()> {
        let Ok(status) = lstat(path) else { return Ok(()) };
        if FileType::from_raw_mode(status.st_mode) != FileType::Symlink {
            return self.show(path, None);
        }
        let target = fs::read_link(path)?;
        if let Some(folder) = path.parent() {
            folders(&inside(folder))?;
        }
        match std::os::unix::fs::symlink(target, inside(path)) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
            _ => Ok(()),
        }
    }

    /// Shows a file or a folder, read-only; with a namespace as whose users see its owners.
    pub(super) fn show(&self, path: &Path, owners: Option<BorrowedFd<'_>>) -> io::Result<()> {
        let source = tree(path)?;
        if owners.is_none_or(|owners| restrict(&source, Some(owners)).is_err()) {
            restrict(&source, None)?;
        }
        let place = inside(path);
        if path.is_dir() {
            folders(&place)?;
        } else if fs::symlink_metadata(&place).is_err() {
            if let Some(folder) = place.parent() {
                folders(folder)?;
            }
            let flags = OFlags::CREATE | OFlags::WRONLY | OFlags::CLOEXEC;
            rustix::fs::open(&place, flags, Mode::RUSR)?;
        }
        Ok(move_mount(&source, "", CWD, &place, MoveMountFlags::MOVE_MOUNT_F_EMPTY_PATH)?)
    }

    /// Has a folder of this name, if only to stand in.
    pub(super) fn has_folder(&self, name: &Path) -> io::Result<()> {
        folders(&inside(name))
    }

    /// Takes the place of the system's root, of which nothing can be reached any more. Processes that are started in it
    /// can look at themselves.
    pub(super) fn enter(self) -> io::Result<()> {
        let proc = inside(Path::new("/proc"));
        folders(&proc)?;
        // A kernel that hides a part of its own does not give another.
        let source = match (file_system("proc", &[]), self.system_proc) {
            (Ok(own), _) => own,
            (Err(_), Some(system)) => system,
            (Err(error), None) => return Err(error),
        };
        move_mount(&source, "", CWD, &proc, MoveMountFlags::MOVE_MOUNT_F_EMPTY_PATH)?;
        Root::enter_without_proc()
    }

    /// The same, and no process is seen in it.
    pub(super) fn enter_without_proc() -> io::Result<()> {
        rustix::process::chdir(PLACE)?;
        rustix::process::pivot_root(".", ".")?;
        unmount(".", UnmountFlags::DETACH)?;
        rustix::process::chdir("/")?;
        set_attributes(CWD, "/", libc::AT_SYMLINK_NOFOLLOW, libc::MOUNT_ATTR_RDONLY, None)
    }
}

/// Where a path of the new root is while it is built.
fn inside(path: &Path) -> PathBuf {
    let below = path.components().filter(|part| matches!(part, Component::Normal(_)));
    Path::new(PLACE).join(below.collect::<PathBuf>())
}

/// Makes a folder of the new root with those above it. None of them is a link, which would lead out of it.
fn folders(path: &Path) -> io::Result<()> {
    let mut folder = PathBuf::from(PLACE);
    for part in path.strip_prefix(PLACE).map_err(io::Error::other)?.components() {
        folder.push(part);
        match fs::symlink_metadata(&folder) {
            Ok(there) if there.is_dir() => {}
            Ok(_) => return Err(io::ErrorKind::NotADirectory.into()),
            Err(_) => fs::create_dir(&folder)?,
        }
    }
    Ok(())
}

/// A copy of what is mounted at a path and below it.
fn tree(path: &Path) -> io::Result<OwnedFd> {
    // With this the copy is taken with all that is mounted in it.
    let recursive = OpenTreeFlags::AT_RECURSIVE;
    let flags = OpenTreeFlags::OPEN_TREE_CLONE | OpenTreeFlags::OPEN_TREE_CLOEXEC | recursive;
    Ok(open_tree(CWD, path, flags)?)
}

fn file_system(name: &str, options: &[(&str, &str)]) -> io::Result<OwnedFd> {
    let context = fsopen(name, FsOpenFlags::FSOPEN_CLOEXEC)?;
    for (key, value) in options {
        fsconfig_set_string(&context, *key, *value)?;
    }
    fsconfig_create(&context)?;
    let flags = MountAttrFlags::MOUNT_ATTR_NOSUID
        | MountAttrFlags::MOUNT_ATTR_NODEV
        | MountAttrFlags::MOUNT_ATTR_NOEXEC;
    Ok(fsmount(&context, FsMountFlags::FSMOUNT_CLOEXEC, flags)?)
}

/// Makes a copy of mounts read-only. Devices stay: of those only the harmless are shown.
fn restrict(tree: &OwnedFd, owners: Option<BorrowedFd<'_>>) -> io::Result<()> {
    let read_only = libc::MOUNT_ATTR_RDONLY | libc::MOUNT_ATTR_NOSUID;
    set_attributes(tree, "", libc::AT_EMPTY_PATH | libc::AT_RECURSIVE, read_only, owners)
}

fn set_attributes(
    place: impl AsFd,
    path: &str,
    flags: i32,
    attributes: u64,
    owners: Option<BorrowedFd<'_>>,
) -> io::Result<()> {
    let path = std::ffi::CString::new(path)?;
    let idmap = if owners.is_some() { libc::MOUNT_ATTR_IDMAP } else { 0 };
    let attributes = libc::mount_attr {
        attr_set: attributes | idmap,
        attr_clr: 0,
        propagation: 0,
        userns_fd: owners.map_or(0, |owners| owners.as_raw_fd().unsigned_abs().into()),
    };
    // SAFETY: the path and the structure live as long as the call, and the length is the structure's.
    let result = unsafe {
        libc::syscall(
            libc::SYS_mount_setattr,
            place.as_fd().as_raw_fd(),
            path.as_ptr(),
            flags,
            &raw const attributes,
            size_of::<libc::mount_attr>(),
        )
    };
    if result == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}
