//! Builds the players that come with the host, for a program that nothing else brings them to: what `cargo install` makes
//! is one file. In the workspace cargo builds them as members, beside the program, and a release has them behind the
//! program's end; there this does nothing, unless the feature `players-inside` asks for it.

use std::env;
use std::fs;
use std::hash::{DefaultHasher, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Where the sources lie: in the workspace links to those of the crates, which a package has in their place.
const SOURCES: &str = "shipped";

/// A player that need not be built.
const QUERY: &str = "quiet.cypher";

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let package = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?);
    let out = PathBuf::from(env::var("OUT_DIR")?);
    println!("cargo::rerun-if-changed=build.rs");
    let in_workspace = package.join("../../plugins/champion/Cargo.toml").exists();
    let is_asked_for = env::var_os("CARGO_FEATURE_PLAYERS_INSIDE").is_some();
    let has_readers_alone = env::var_os("DOCS_RS").is_some();
    let files = match (!in_workspace || is_asked_for) && !has_readers_alone {
        true => players(&package.join(SOURCES), &out.join("players"))?,
        false => Vec::new(),
    };
    fs::write(out.join("players.rs"), as_rust(&files)?)?;
    Ok(())
}

/// Builds all players in a workspace of their own in this folder.
fn players(sources: &Path, folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    println!("cargo::rerun-if-changed={SOURCES}");
    let mut libraries = Vec::new();
    for entry in fs::read_dir(sources)? {
        let from = entry?.path();
        let manifest = from.join("manifest.toml");
        if !manifest.is_file() {
            continue;
        }
        let to = folder.join(from.file_name().unwrap_or_default());
        let _ = fs::remove_dir_all(&to);
        copy(&from, &to)?;
        let manifest = fs::read_to_string(manifest)?;
        if manifest.contains("\"cdylib\"") {
            libraries.push(to.file_name().unwrap_or_default().to_string_lossy().into_owned());
        }
        fs::write(to.join("Cargo.toml"), without_tests(&manifest))?;
    }
    let workspace = fs::read_to_string(sources.join("workspace.toml"))?;
    libraries.sort();
    fs::write(folder.join("Cargo.toml"), alone(&workspace, folder, &libraries)?)?;
    let built = build(folder)?;
    let library = |name: &String| built.join(library_file(&format!("othello_{name}")));
    let libraries = libraries.iter().map(library);
    Ok(libraries.chain([sources.join(QUERY)]).collect())
}

/// A package's manifest without its tests and what they need, which are not here.
fn without_tests(manifest: &str) -> String {
    const OF_TESTS: [&str; 4] = ["[dev-dependencies]", "[[bench]]", "[[example]]", "[[test]]"];
    let mut is_of_tests = false;
    let keeps = |line: &&str| {
        if line.starts_with('[') {
            is_of_tests = OF_TESTS.contains(line);
        }
        !is_of_tests
    };
    manifest.lines().filter(keeps).map(|line| format!("{line}\n")).collect()
}

/// The workspace's manifest with the members of this folder alone, of which these are built with no more features than they
/// ask for: the same packages of others, the same lints.
fn alone(workspace: &str, folder: &Path, libraries: &[String]) -> Result<String, Failure> {
    let shared = workspace.find("[workspace.package]").ok_or("no [workspace.package]")?;
    let until = workspace.find("[profile.").unwrap_or(workspace.len());
    let mut members = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.join("Cargo.toml").is_file() {
            members.push(path.file_name().unwrap_or_default().to_string_lossy().into_owned());
        }
    }
    members.sort();
    let mut out = format!(
        "[workspace]\nresolver = \"3\"\nmembers = {members:?}\ndefault-members = {libraries:?}\n\n"
    );
    for line in workspace[shared..until].lines().filter(|line| !line.starts_with("othello-")) {
        out.push_str(&format!("{line}\n"));
        if line == "[workspace.dependencies]" {
            for name in &members {
                // What the host reads of a library are the C symbols, which are there without a root module.
                out.push_str(&format!(
                    "othello-{name} = {{ path = \"{name}\", default-features = false }}\n"
                ));
            }
        }
    }
    out.push_str("[profile.release]\nstrip = true\n");
    Ok(out)
}

/// Builds the workspace in this folder, and says where the libraries are.
fn build(folder: &Path) -> Result<PathBuf, Failure> {
    let target = env::var("TARGET")?;
    let to = folder.join("target");
    let run = |offline: &[&str]| -> io::Result<Output> {
        let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo.args(["build", "--release", "--target", &target]).args(offline);
        cargo.arg("--target-dir").arg(&to).current_dir(folder).output()
    };
    // Most of what they need has been fetched for the host.
    let mut built = run(&["--offline"])?;
    if !built.status.success() {
        built = run(&[])?;
    }
    match built.status.success() {
        true => Ok(to.join(target).join("release")),
        false => Err(format!("the players: {}", String::from_utf8_lossy(&built.stderr)).into()),
    }
}

/// What a library's file is called there.
fn library_file(name: &str) -> String {
    match env::var("CARGO_CFG_TARGET_OS").as_deref() {
        Ok("windows") => format!("{name}.dll"),
        Ok("macos") => format!("lib{name}.dylib"),
        _ => format!("lib{name}.so"),
    }
}

/// The files as a `CompiledIn`, with what tells them from those of another build.
fn as_rust(files: &[PathBuf]) -> Result<String, Failure> {
    let mut hasher = DefaultHasher::new();
    let mut entries = String::new();
    for path in files {
        hasher.write(&fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?);
        let name = path.file_name().unwrap_or_default();
        entries.push_str(&format!("({name:?}, include_bytes!({path:?})), "));
    }
    Ok(format!("CompiledIn {{ key: \"{:016x}\", files: &[{entries}] }}\n", hasher.finish()))
}

/// Copies a folder, and says that it is built from.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let from = entry?.path();
        let to = to.join(from.file_name().unwrap_or_default());
        match from.is_dir() {
            true => copy(&from, &to)?,
            false => {
                println!("cargo::rerun-if-changed={}", from.display());
                fs::write(&to, fs::read(&from)?)?;
            }
        }
    }
    Ok(())
}
