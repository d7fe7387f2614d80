//! No files but those that a player needs to run at all: Landlock denies everything else, and
//! network connections and signals to processes outside as well where the kernel can.

use crate::installed::{DEVICES, LIBRARIES, LOADER, PROGRAMS, SETTINGS};
use crate::jail::layer::{Layer, MissingLayer};
use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, LandlockStatus, PathBeneath, PathFd,
    Ruleset, RulesetAttr, RulesetCreated, RulesetCreatedAttr, RulesetError, RulesetStatus, Scope,
};
use std::path::{Path, PathBuf};

/// A process may look at itself.
const ITSELF: &str = "/proc/self";

/// The folders that a library needs.
pub(super) fn libraries() -> Vec<PathBuf> {
    LIBRARIES.iter().chain([&LOADER]).map(PathBuf::from).collect()
}

/// The folders that a program needs beside its own.
pub(super) fn programs() -> Vec<PathBuf> {
    let mut folders = libraries();
    folders.extend(PROGRAMS.iter().chain(&SETTINGS).chain(&DEVICES).map(PathBuf::from));
    folders.push(ITSELF.into());
    folders
}

/// What each version of Landlock brought that a jail wants.
const BROUGHT: [(ABI, &str); 5] = [
    (ABI::V2, "moving of files between folders"),
    (ABI::V3, "truncating of files"),
    (ABI::V4, "the network"),
    (ABI::V5, "devices"),
    (ABI::V6, "signals to processes outside, and sockets without a file"),
];

/// How far Landlock holds.
pub(super) struct Fence {
    /// The version of Landlock.
    pub version: u32,
    pub missing: Option<MissingLayer>,
    /// Whether it keeps signals from processes outside.
    pub holds_signals: bool,
}

/// What a process may still reach once they hold. They can be made before there is the process.
pub(super) struct Rules(RulesetCreated);

impl Rules {
    /// Allows reading and running what lies in these folders, and writing to nothing but the void.
    pub(super) fn new(own: &[&Path], system: &[PathBuf]) -> Result<Rules, String> {
        rules(own, system).map(Rules).map_err(failed)
    }

    /// Has them hold for this process and all that it starts.
    pub(super) fn hold(&self) -> Result<Fence, String> {
        let rules = self.0.try_clone().map_err(|error| format!("Landlock: {error}"))?;
        restrict(rules).map(fence).map_err(failed)
    }
}

fn failed(error: RulesetError) -> String {
    format!("Landlock: {error}")
}

/// What there is of a fence in this version of Landlock.
fn fence(version: ABI) -> Fence {
    let lacks: Vec<&str> =
        BROUGHT.iter().filter(|(since, _)| version < *since).map(|(_, what)| *what).collect();
    let why = match version {
        ABI::Unsupported => Some("no Landlock in this kernel, so files can be read".to_owned()),
        _ if lacks.is_empty() => None,
        older => Some(format!(
            "version {} of Landlock knows nothing of {}",
            older as i32,
            lacks.join(", of ")
        )),
    };
    let missing = why.map(|why| Layer::Files.missing(why));
    Fence { version: version as u32, missing, holds_signals: lacks.is_empty() }
}

fn rules(own: &[&Path], system: &[PathBuf]) -> Result<RulesetCreated, RulesetError> {
    let read = AccessFs::from_read(ABI::V5);
    let mut rules = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_all(ABI::V5))?
        .handle_access(AccessNet::from_all(ABI::V4))?
        .scope(Scope::from_all(ABI::V6))?
        .create()?;
    for path in own.iter().copied().chain(system.iter().map(PathBuf::as_path)) {
        // What this system does not have needs no rule.
        let Ok(opened) = PathFd::new(path) else { continue };
        let access = if path.is_dir() { read } else { AccessFs::ReadFile | AccessFs::Execute };
        rules = rules.add_rule(PathBeneath::new(opened, access))?;
    }
    if let Ok(void) = PathFd::new("/dev/null") {
        rules = rules.add_rule(PathBeneath::new(void, AccessFs::ReadFile | AccessFs::WriteFile))?;
    }
    Ok(rules)
}

/// Gives the version of Landlock that holds now.
fn restrict(rules: RulesetCreated) -> Result<ABI, RulesetError> {
    let status = rules.restrict_self()?;
    match (status.ruleset, status.landlock) {
        (RulesetStatus::NotEnforced, _) => Ok(ABI::Unsupported),
        (_, LandlockStatus::Available { effective_abi, .. }) => Ok(effective_abi),
        _ => Ok(ABI::Unsupported),
    }
}
