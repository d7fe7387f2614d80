//! The workspace as its laws see it: its crates, from the lowest floor to the highest, and its files.

use std::fs;
use std::path::{Path, PathBuf};

use crate::modules::Sources;

/// All crates, floor by floor: each may depend on those of the floors above it in this list, which lie below it
/// in the house, and on no other.
pub const CRATES: &[&[&str]] = &[
    &["othello-moment"],
    &["othello-test-support"],
    &["othello-cypher", "othello-player-api", "othello-rules"],
    &["othello-board", "othello-open", "othello-players", "othello-store"],
    &["othello-arena", "othello-champion", "othello-deep"],
    &["othello-ladder", "othello-learn"],
    &["othello-cluster", "othello-web"],
    &["othello-host", "othello-release"],
    &[
        "othello-classics",
        "othello-human",
        "othello-oracle",
        "othello-perfect",
        "othello-random",
        "othello-simple",
    ],
];

/// What loads libraries of strangers and shuts them in, what a library is made of, and what asks the processor for more
/// than every one can.
pub const MAY_BE_UNSAFE: &[&str] = &["host/players/", "player-api/", "host/rules/"];

/// Another version of ours, kept as it was; and what lies in a build's folder.
const NOT_OURS: &[&str] = &["tests/frozen", "target"];

/// The workspace that these tests belong to.
pub struct Workspace {
    folder: PathBuf,
    /// In the order of their names.
    pub crates: Vec<Package>,
    /// The paths of all files of code.
    pub files: Vec<String>,
}

/// A crate's manifest, as far as it matters here.
pub struct Package {
    pub name: String,
    folder: String,
    /// Those of ours, for tests as well.
    pub dependencies: Vec<String>,
    /// The files that it names as roots of programs.
    named: Vec<String>,
    /// Whether the examples in its documentation are run.
    runs_examples: bool,
}

impl Workspace {
    pub fn here() -> Workspace {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let mut files = Vec::new();
        for part in ["host", "player-api", "plugins", "tests"] {
            list(&folder, part, &mut files);
        }
        let (mut files, manifests): (Vec<_>, Vec<_>) =
            files.into_iter().partition(|file| file.ends_with(".rs"));
        files.sort_unstable();
        let hostile = |path: &String| path.starts_with("tests/hostile/");
        let manifests =
            manifests.iter().filter(|path| path.ends_with("Cargo.toml") && !hostile(path));
        let mut crates: Vec<Package> = manifests.map(|path| Package::read(&folder, path)).collect();
        crates.sort_unstable_by(|a, b| a.name.cmp(&b.name));
        Workspace { folder, crates, files }
    }

    pub fn text(&self, file: &str) -> String {
        self.read(file).unwrap_or_else(|| panic!("{file} can't be read"))
    }

    /// The roots of what cargo builds from every crate: library, programs, tests, examples and benches.
    pub fn roots(&self) -> impl Iterator<Item = String> {
        let is_root = |package: &Package, file: &&String| {
            let Some(inside) = file.strip_prefix(&package.folder) else { return false };
            let parts: Vec<&str> = inside.split('/').filter(|part| !part.is_empty()).collect();
            match parts[..] {
                ["src", name] => ["lib.rs", "main.rs"].contains(&name),
                ["tests" | "examples" | "benches", _] => true,
                ["tests" | "examples" | "benches", _, name] => name == "main.rs",
                _ => false,
            }
        };
        self.crates.iter().flat_map(move |package| {
            let found = self.files.iter().filter(move |file| is_root(package, file));
            found.chain(&package.named).cloned()
        })
    }

    /// The files of crates of which no example in the documentation is run.
    pub fn without_examples(&self) -> impl Iterator<Item = &String> {
        let without: Vec<_> = self.crates.iter().filter(|one| !one.runs_examples).collect();
        self.files.iter().filter(move |file| {
            without.iter().any(|one| file.starts_with(&format!("{}/src/", one.folder)))
        })
    }

    /// The roots of what runs where a user is.
    pub fn crate_roots(&self) -> impl Iterator<Item = String> {
        self.roots().filter(|root| root.ends_with("src/lib.rs") || root.ends_with("src/main.rs"))
    }
}

impl Sources for Workspace {
    fn read(&self, path: &str) -> Option<String> {
        fs::read_to_string(self.folder.join(path)).ok()
    }
}

/// Lists all files below a folder.
fn list(root: &Path, folder: &str, files: &mut Vec<String>) {
    for entry in fs::read_dir(root.join(folder)).unwrap().flatten() {
        let name = entry.file_name().into_string().unwrap_or_default();
        let path = format!("{folder}/{name}");
        let is_ours = !name.starts_with('.') && name != "node_modules";
        if is_ours && !NOT_OURS.iter().any(|other| path == *other || name == *other) {
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                list(root, &path, files);
            } else {
                files.push(path);
            }
        }
    }
}

impl Package {
    fn read(root: &Path, path: &str) -> Package {
        let text = fs::read_to_string(root.join(path)).unwrap();
        let folder = path.trim_end_matches("/Cargo.toml").to_owned();
        let quoted = |line: &str| line.split('"').nth(1).unwrap_or_default().to_owned();
        let names = text.lines().filter(|line| line.starts_with("name = "));
        let named = text.lines().filter(|line| line.starts_with("path = \"../tests"));
        let dependencies = text.lines().filter(|line| line.starts_with("othello-"));
        let until =
            |line: &str, end: &[char]| line.split(end).next().unwrap_or_default().to_owned();
        Package {
            name: names.map(quoted).next().unwrap_or_default(),
            dependencies: dependencies.map(|line| until(line, &['.', ' ', '='])).collect(),
            named: named.map(|line| quoted(line).replacen("../", "", 1)).collect(),
            folder,
            runs_examples: !text.contains("doctest = false"),
        }
    }
}
