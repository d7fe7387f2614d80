//! `cargo run -p othello-release`: builds the host with its players so that it runs on other machines than this one, and
//! makes what is handed to users: an archive, a package for Debian, and what is needed to check them. Each module imports
//! only from those before it: `files`, `paths`, `symbols`, `workspace`, `licences`, `build`, `installation`,
//! `archive`, `debian`, `crates`.

#![forbid(unsafe_code)]

mod archive;
mod build;
mod crates;
mod debian;
mod files;
mod installation;
mod licences;
mod paths;
mod symbols;
mod workspace;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{Parser, Subcommand};

use crate::build::{Built, Target};
use crate::symbols::Glibc;
use crate::workspace::Workspace;

/// Makes a release of Othello Host, for the kind of machine that it runs on or for Windows.
#[derive(Parser)]
#[command(
    name = "othello-release",
    version,
    max_term_width = 100,
    args_conflicts_with_subcommands = true
)]
struct Args {
    #[command(subcommand)]
    task: Option<Task>,
    /// The folder that the release goes into.
    #[arg(long, value_name = "DIR", default_value = "target/release-files")]
    out: PathBuf,
    /// The oldest glibc that it is to run on (Linux; built by cargo-zigbuild).
    #[arg(long, value_name = "VERSION", default_value = "2.28")]
    glibc: Glibc,
    /// The kind of machine, as the compiler calls it, where it is not this one: x86_64-pc-windows-gnu.
    #[arg(long, value_name = "TRIPLE")]
    target: Option<String>,
    /// Take the host and its players from this folder, as they were built, instead of building them.
    #[arg(long, value_name = "DIR")]
    built: Option<PathBuf>,
}

#[derive(Subcommand)]
enum Task {
    /// Packs all crates as for a registry and tries them: each is built from its package, and the host that is installed
    /// from them plays a game of each player.
    Crates {
        /// Don't build each by itself: install the host and play.
        #[arg(long)]
        host_only: bool,
    },
}

fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    match &args.task {
        Some(Task::Crates { host_only }) => try_crates(*host_only),
        None => release(&args),
    }
}

/// Tries what a registry would have.
fn try_crates(host_only: bool) -> anyhow::Result<()> {
    let workspace = Workspace::read(&workspace::host_triple()?)?;
    if !host_only {
        crates::publish_to_nobody(&workspace)?;
    }
    crates::pack(&workspace)?;
    crates::install_and_play(&workspace)
}

/// Makes a release.
fn release(args: &Args) -> anyhow::Result<()> {
    let target = Target::of(args.target.as_ref())?;
    let workspace = Workspace::read(&target.triple)?;
    let built = match &args.built {
        Some(folder) => Built::in_folder(folder, &workspace, &target)?,
        None => build::build(&workspace, &target, args.glibc)?,
    };
    let glibc = built.newest_glibc()?;
    if args.built.is_none() {
        symbols::hold(glibc.as_ref(), args.glibc)?;
    }
    let files = installation::files(&workspace, &target, &built)?;
    fs::create_dir_all(&args.out).with_context(|| args.out.display().to_string())?;
    let name = format!("othello-host-{}-{}", workspace.version, target.triple);
    let list = installation::contents(&files);
    let all = files.iter().chain([&list]);
    let mut made = Vec::new();
    if target.is_windows() {
        made.push(args.out.join(format!("{name}.zip")));
        archive::write_zip(&made[0], &name, all)?;
    } else {
        made.push(args.out.join(format!("{name}.tar.gz")));
        archive::write(&made[0], &name, all)?;
        made.push(args.out.join("Dockerfile"));
        fs::write(&made[1], include_str!("../Dockerfile"))?;
    }
    if let (Some(machine), Some((glibc, _))) = (target.debian(), &glibc) {
        made.push(args.out.join(format!("othello-host_{}_{machine}.deb", workspace.version)));
        debian::write(&made[2], &workspace.version, machine, *glibc, files)?;
    }
    write_sums(&args.out, &made)?;
    if let Some((glibc, file)) = &glibc {
        println!("the newest of glibc that it needs is {glibc}, in {}", file.display());
    }
    Ok(())
}

/// Writes the checksums of what was made, as `sha256sum -c` reads them, and prints them.
fn write_sums(folder: &Path, made: &[PathBuf]) -> anyhow::Result<()> {
    let mut sums = String::new();
    for path in made {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        sums.push_str(&format!("{}  {name}\n", othello_players::sha256_of(&fs::read(path)?)));
    }
    fs::write(folder.join("SHA256SUMS"), &sums)?;
    print!("{sums}");
    Ok(())
}
