//! The players that come with the host: the folders that they lie in, and those that its own file holds, for where it
//! was copied without them. Which other folders there are is told where players are looked for. Each module imports only
//! from those before it: `bundle`, `compiled_in`, `inside`.

mod bundle;
mod compiled_in;
mod inside;

pub use inside::enclose;

use crate::own_process::executable;
use bundle::{Bundle, unpacked_within};
use compiled_in::CompiledIn;
use inside::Inside;
use std::env;
use std::io::{Write as _, stderr};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// Where an installation keeps its players, below the folder that its `bin` lies in.
pub const INSTALLED: &str = "lib/othello-host/plugins";

/// The folders below which programs are installed for everybody.
#[cfg(unix)]
const SYSTEM: [&str; 2] = ["/usr/local", "/usr"];
#[cfg(not(unix))]
const SYSTEM: [&str; 0] = [];

/// Where the players that were unpacked lie in the user's cache.
const CACHE: &str = "othello-host/shipped";

/// The folder that this program lies in. Libraries of ours lie there among other things.
pub(crate) fn beside() -> Option<&'static Path> {
    static BESIDE: LazyLock<Option<PathBuf>> = LazyLock::new(|| {
        let executable = env::current_exe().ok()?;
        let executable = executable.canonicalize().unwrap_or(executable);
        executable.parent().map(Path::to_owned)
    });
    BESIDE.as_deref()
}

/// The folders of nothing but players that came with this program: those of its own installation and of the system,
/// and the one that those inside of its file were unpacked into, where any of them lies in none of the others.
pub(crate) fn folders() -> &'static [PathBuf] {
    static FOLDERS: LazyLock<Vec<PathBuf>> = LazyLock::new(|| {
        let own = beside().and_then(Path::parent);
        let system = SYSTEM.iter().map(Path::new);
        let mut folders: Vec<_> =
            own.into_iter().chain(system).map(|one| one.join(INSTALLED)).collect();
        folders.retain(|folder| folder.is_dir());
        let unpacked = unpacked(&folders);
        folders.extend(unpacked);
        folders
    });
    &FOLDERS
}

/// Where the players inside of this program's file are, unless all of them lie beside it or in these folders.
fn unpacked(folders: &[PathBuf]) -> Option<PathBuf> {
    let mut inside = inside_of_this_program()?;
    let is_there = |name: &str| with_beside(folders).any(|one| one.join(name).exists());
    if inside.files().iter().all(|file| is_there(&file.name)) {
        return None;
    }
    let places = [dirs::cache_dir().map(|cache| cache.join(CACHE)), without_home()];
    let mut trouble = None;
    for place in places.iter().flatten() {
        match unpacked_within(inside.as_mut(), place) {
            Ok(folder) => return Some(folder),
            Err(error) => trouble = Some(error),
        }
    }
    if let Some(error) = trouble {
        let _ = writeln!(
            stderr(),
            "othello-host: the players that come with it can't be unpacked: {error}"
        );
    }
    None
}

/// What this program's file holds: behind its end, or compiled into it.
fn inside_of_this_program() -> Option<Box<dyn Bundle>> {
    let behind = executable().and_then(|program| Inside::of(&program)).ok().flatten();
    let behind = behind.map(|inside| Box::new(inside) as Box<dyn Bundle>);
    behind.or_else(|| CompiledIn::players().map(|players| Box::new(players) as Box<dyn Bundle>))
}

/// The folder of this program, and then these.
fn with_beside(folders: &[PathBuf]) -> impl Iterator<Item = &Path> {
    beside().into_iter().chain(folders.iter().map(PathBuf::as_path))
}

/// A place for who has no folder that can be written to.
fn without_home() -> Option<PathBuf> {
    #[cfg(unix)]
    {
        let user = rustix::process::geteuid().as_raw();
        Some(env::temp_dir().join(format!("othello-host-shipped-{user}")))
    }
    #[cfg(not(unix))]
    None
}

/// Whether a file is one of ours by its name.
pub(crate) fn is_named_so(file: &Path) -> bool {
    let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    name.strip_prefix("lib").unwrap_or(&name).starts_with("othello_")
}

/// Whether a file came with this program.
pub(crate) fn is_shipped(file: &Path) -> bool {
    let Ok(file) = file.canonicalize() else { return false };
    let came_with_it = |folder: &Path| {
        folder.canonicalize().is_ok_and(|folder| file.parent() == Some(folder.as_path()))
    };
    is_named_so(&file) && with_beside(folders()).any(came_with_it)
}
