//! The crates as a registry would have them: packed and tried in the order in which they depend on each other, and the host
//! installed from the packages alone by somebody who has nothing else of ours.

use std::fs::{self, File};
use std::path::Path;
use std::process::Command;

use anyhow::{Context, ensure};
use flate2::read::GzDecoder;
use serde_json::Value;

use crate::workspace::Workspace;

/// Packs all crates and builds each from its package, as `cargo publish` does before it sends them.
pub fn publish_to_nobody(workspace: &Workspace) -> anyhow::Result<()> {
    let mut cargo = Command::new("cargo");
    cargo.args(["publish", "--workspace", "--dry-run", "--locked"]);
    cargo.current_dir(&workspace.folder);
    succeeds(&mut cargo)
}

/// Packs all crates, and leaves it at that.
pub fn pack(workspace: &Workspace) -> anyhow::Result<()> {
    let mut cargo = Command::new("cargo");
    cargo.args(["package", "--workspace", "--no-verify", "--locked"]);
    cargo.args(["--exclude", "othello-release", "--exclude", "othello-test-support"]);
    cargo.current_dir(&workspace.folder);
    succeeds(&mut cargo)
}

/// Installs the host from the packages and plays a game of each player that it has with it, in a home of its own.
pub fn install_and_play(workspace: &Workspace) -> anyhow::Result<()> {
    let elsewhere = tempfile::tempdir()?;
    let (sources, home) = (elsewhere.path().join("sources"), elsewhere.path().join("home"));
    fs::create_dir_all(&home)?;
    let mut install = Command::new("cargo");
    install.args(["install", "--locked", "--path"]);
    install.arg(sources.join(folder_of("othello-host", &workspace.version)));
    install.arg("--root").arg(&home).arg("--target-dir").arg(elsewhere.path().join("target"));
    for name in &workspace.published {
        let folder = folder_of(name, &workspace.version);
        let package = workspace.target_folder.join("package").join(format!("{folder}.crate"));
        unpack(&package, &sources)?;
        let patch = format!("patch.crates-io.{name}.path={:?}", sources.join(folder));
        install.arg("--config").arg(patch);
    }
    // No folder above has anything of ours.
    succeeds(install.current_dir(&sources))?;
    play(&home)
}

fn folder_of(name: &str, version: &str) -> String {
    format!("{name}-{version}")
}

fn unpack(package: &Path, to: &Path) -> anyhow::Result<()> {
    let file = File::open(package).with_context(|| package.display().to_string())?;
    tar::Archive::new(GzDecoder::new(file)).unpack(to)?;
    Ok(())
}

/// Plays a game of each player that the host in this home has.
fn play(home: &Path) -> anyhow::Result<()> {
    let host = || {
        let mut host = Command::new(home.join("bin/othello-host"));
        host.env_clear().env("HOME", home).current_dir(home);
        host
    };
    let output = host().args(["players", "list", "--json"]).output()?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let players: Vec<Value> = serde_json::from_slice(&output.stdout)?;
    for player in &players {
        let name = player["name"].as_str().unwrap_or_default();
        let plays = player["about"]["plays"].as_array().into_iter().flatten();
        let games: Vec<&str> = plays.filter_map(|one| one["game"].as_str()).collect();
        if player["class"] == "person" {
            continue;
        }
        let game = if games.contains(&"othello") { "othello" } else { "tictactoe" };
        let against = if game == "othello" { "Random" } else { name };
        let mut played = host();
        played.args(["--game", game, name, against, "--seed", "1", "--json"]);
        let output = played.output()?;
        let events = String::from_utf8_lossy(&output.stdout);
        ensure!(
            output.status.success() && events.contains("\"by\":\"discs\""),
            "{name}: {events}{}",
            String::from_utf8_lossy(&output.stderr)
        );
        println!("{name} played {game}");
    }
    ensure!(!players.is_empty(), "it has no players with it");
    Ok(())
}

fn succeeds(command: &mut Command) -> anyhow::Result<()> {
    let status = command.status().with_context(|| format!("{command:?}"))?;
    ensure!(status.success(), "{command:?} failed");
    Ok(())
}
