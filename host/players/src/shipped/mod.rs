//! The players that come with the host: the folders that they lie in, and those that its own file holds, for where it
//! was copied without them. Which other folders there are is told where players are looked for. Each module imports only
//! from those before it: `bundle`, `compiled_in`, `inside`.

mod bundle;
mod compiled_in;
mod inside;

pub use inside::enclose;

use crate::own_process::executable;
use bundle::{Bundle, Unpacked, unpacked_within};
use compiled_in::CompiledIn;
use inside::Inside;
use std::env;
use std::fs;
use std::io::{Write as _, stderr};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// Where an installation keeps its players, below the folder that its `bin` lies in.
pub const INSTALLED: &str = "lib/othello-host/plugins";

/// Where it keeps what tells them from those of another version, as `enclose` gives it.
pub const INSTALLED_KEY: &str = "lib/othello-host/players.key";

/// The folders below which programs are installed for everybody.
#[cfg(unix)]
const SYSTEM: [&str; 2] = ["/usr/local", "/usr"];
#[cfg(not(unix))]
const SYSTEM: [&str; 0] = [];

/// Where the players that were unpacked lie in the user's cache.
const CACHE: &str = "othello-host/shipped";

/// The players that came with this program.
struct Shipped {
    /// The folders of nothing but players: of its own installation, of the system, and the one that those inside of its
    /// file were unpacked into.
    folders: Vec<PathBuf>,
    /// The names of the files inside of this program.
    names: Vec<String>,
    /// Which of the folders has these.
    home: Option<PathBuf>,
    /// The same, if they were unpacked into it.
    _unpacked: Option<Unpacked>,
}

static SHIPPED: LazyLock<Shipped> = LazyLock::new(Shipped::find);

impl Shipped {
    fn find() -> Shipped {
        let own = beside().and_then(Path::parent);
        let mut roots: Vec<_> = own.into_iter().chain(SYSTEM.iter().map(Path::new)).collect();
        roots.retain(|root| root.join(INSTALLED).is_dir());
        let mut folders: Vec<_> = roots.iter().map(|root| root.join(INSTALLED)).collect();
        let Some(mut inside) = inside_of_this_program() else {
            return Shipped { folders, names: Vec::new(), home: None, _unpacked: None };
        };
        let names: Vec<_> = inside.files().into_iter().map(|file| file.name).collect();
        let installed = roots.iter().find(|root| has_installed(root, inside.key(), &names));
        let installed = installed.map(|root| root.join(INSTALLED));
        let unpacked = if installed.is_none() { unpacked(inside.as_mut()) } else { None };
        let home = installed.or_else(|| unpacked.as_ref().map(|it| it.folder.clone()));
        if let Some(home) = home.as_ref().filter(|home| !folders.contains(home)) {
            folders.push(home.clone());
        }
        Shipped { folders, names, home, _unpacked: unpacked }
    }
}

/// The folder that this program lies in. Libraries of ours lie there among other things.
pub(crate) fn beside() -> Option<&'static Path> {
    static BESIDE: LazyLock<Option<PathBuf>> = LazyLock::new(|| {
        let executable = env::current_exe().ok()?;
        let executable = executable.canonicalize().unwrap_or(executable);
        executable.parent().map(Path::to_owned)
    });
    BESIDE.as_deref()
}

/// The folders of nothing but players that came with this program or are installed for everybody.
pub(crate) fn folders() -> &'static [PathBuf] {
    &SHIPPED.folders
}

/// Whether what lies in one of these folders, or beside the program, is called like a player inside of this program and
/// is that of another version.
pub(crate) fn is_of_another_version(file: &Path) -> bool {
    let Shipped { names, home, .. } = &*SHIPPED;
    let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    names.iter().any(|one| one == name) && file.parent() != home.as_deref()
}

/// Whether these players were installed below this folder by a release that has the same inside of its program.
fn has_installed(root: &Path, key: &str, names: &[String]) -> bool {
    let folder = root.join(INSTALLED);
    fs::read_to_string(root.join(INSTALLED_KEY)).is_ok_and(|found| found.trim() == key)
        && names.iter().all(|name| folder.join(name).exists())
}

/// Where those inside of this program's file are unpacked.
fn unpacked(inside: &mut dyn Bundle) -> Option<Unpacked> {
    let places = [dirs::cache_dir().map(|cache| cache.join(CACHE)), without_home()];
    let mut trouble = None;
    for place in places.iter().flatten() {
        match unpacked_within(inside, place) {
            Ok(unpacked) => return Some(unpacked),
            Err(error) => trouble = Some((place, error)),
        }
    }
    if let Some((place, error)) = trouble {
        let _ = writeln!(
            stderr(),
            "othello-host: the players that come with it can't be unpacked into {}: {error}; they need a home or a folder \
             for temporary files (TMPDIR) that may be written to",
            place.display()
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
    let folders = folders().iter().map(PathBuf::as_path);
    is_named_so(&file) && beside().into_iter().chain(folders).any(came_with_it)
}
