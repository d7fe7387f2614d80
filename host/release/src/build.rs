//! Building the host and its players for other machines than this one, and what was built.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail, ensure};

use crate::paths::BuildersFolders;
use crate::symbols::{Glibc, newest_glibc};
use crate::workspace::{Workspace, host_triple};

/// The kind of machine that a release is for.
pub struct Target {
    pub triple: String,
}

impl Target {
    /// The one that is named, or else the one that this is.
    pub fn of(triple: Option<&String>) -> anyhow::Result<Target> {
        let triple = triple.cloned().map_or_else(host_triple, Ok)?;
        Ok(Target { triple })
    }

    pub fn is_windows(&self) -> bool {
        self.triple.contains("-windows-")
    }

    /// The name of the program's file.
    pub fn program(&self) -> &'static str {
        if self.is_windows() { "othello-host.exe" } else { "othello-host" }
    }

    /// The name of a library's file.
    fn library(&self, name: &str) -> String {
        match () {
            () if self.is_windows() => format!("{name}.dll"),
            () if self.triple.contains("-apple-") => format!("lib{name}.dylib"),
            () => format!("lib{name}.so"),
        }
    }

    /// What runs a program for such a machine on this one.
    pub fn command(&self, program: &Path) -> anyhow::Result<Command> {
        if !self.is_windows() || cfg!(windows) {
            return Ok(Command::new(program));
        }
        let wine = env::var_os("WINE").context("no WINE in the environment; \"tests/windows/tools\" makes all that a release for Windows takes")?;
        let mut command = Command::new(wine);
        command.arg(program);
        Ok(command)
    }

    fn has_glibc(&self) -> bool {
        self.triple.ends_with("-linux-gnu")
    }

    /// What Debian calls it.
    pub fn debian(&self) -> Option<&'static str> {
        match self.triple.as_str() {
            "x86_64-unknown-linux-gnu" => Some("amd64"),
            "aarch64-unknown-linux-gnu" => Some("arm64"),
            _ => None,
        }
    }
}

/// The files that a build gave.
pub struct Built {
    pub program: PathBuf,
    pub players: Vec<PathBuf>,
}

impl Built {
    /// Those in this folder.
    pub fn in_folder(
        folder: &Path,
        workspace: &Workspace,
        target: &Target,
    ) -> anyhow::Result<Built> {
        let library = |name: &String| folder.join(target.library(name));
        let built = Built {
            program: folder.join(target.program()),
            players: workspace.players.iter().map(library).collect(),
        };
        let missing = built.files().find(|file| !file.is_file());
        match missing {
            Some(file) => bail!("there is no {}; it was not built", file.display()),
            None => Ok(built),
        }
    }

    fn files(&self) -> impl Iterator<Item = &PathBuf> {
        [&self.program].into_iter().chain(&self.players)
    }

    /// Makes sure that none of them names a folder of this machine.
    fn name_no_folder_of(&self, builder: &BuildersFolders) -> anyhow::Result<()> {
        self.files().try_for_each(|file| {
            let bytes = fs::read(file).with_context(|| file.display().to_string())?;
            builder.are_not_in(&bytes, file)
        })
    }

    /// The newest glibc that one of them needs, and which.
    pub fn newest_glibc(&self) -> anyhow::Result<Option<(Glibc, PathBuf)>> {
        let mut newest = None;
        for file in self.files() {
            let bytes = fs::read(file).with_context(|| file.display().to_string())?;
            let needed = newest_glibc(&bytes).with_context(|| file.display().to_string())?;
            newest = newest.max(needed.map(|glibc| (glibc, file.clone())));
        }
        Ok(newest)
    }
}

/// Builds all that is released: on Linux against an old glibc, whatever this machine has.
pub fn build(workspace: &Workspace, target: &Target, glibc: Glibc) -> anyhow::Result<Built> {
    let triple = &target.triple;
    let (command, name) = match target.has_glibc() {
        true => ("zigbuild", format!("{triple}.{glibc}")),
        false => ("build", triple.clone()),
    };
    let builder = BuildersFolders::of(&workspace.folder, &workspace.target_folder)?;
    let mut cargo = Command::new("cargo");
    cargo.args([command, "--profile", "dist", "--locked", "--target", &name]);
    cargo.envs([builder.variable()]);
    let status = cargo.current_dir(&workspace.folder).status().context("cargo")?;
    ensure!(
        status.success(),
        "cargo {command} failed{}",
        if target.has_glibc() { "; \"pip install cargo-zigbuild\" installs it" } else { "" }
    );
    let folder = workspace.target_folder.join(triple).join("dist");
    let built = Built::in_folder(&folder, workspace, target)?;
    built.name_no_folder_of(&builder)?;
    Ok(built)
}
