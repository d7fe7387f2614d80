//! What cargo says of the workspace: where it is, what is in it, and what it depends on.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, ensure};
use serde_json::Value;

/// The workspace that this program belongs to.
pub struct Workspace {
    pub folder: PathBuf,
    pub target_folder: PathBuf,
    pub version: String,
    /// The names of the libraries of players, without what a system puts around them.
    pub players: Vec<String>,
    /// The names of the packages of ours that anybody may have from a registry.
    pub published: Vec<String>,
    /// The packages of others that are linked into the host and its players.
    pub third_party: Vec<Package>,
}

/// A package from a registry.
pub struct Package {
    pub name: String,
    pub version: String,
    pub licence: String,
    pub repository: String,
    pub folder: PathBuf,
}

impl Workspace {
    /// Asks cargo, for this kind of machine.
    pub fn read(triple: &str) -> anyhow::Result<Workspace> {
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize()?;
        let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut command = Command::new(cargo);
        command.args(["metadata", "--format-version", "1", "--locked"]);
        command.args(["--filter-platform", triple]).current_dir(&folder);
        let output = command.output().context("cargo metadata")?;
        ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let said: Value = serde_json::from_slice(&output.stdout)?;
        let members = ids(&said["workspace_default_members"]);
        let packages: BTreeMap<&str, &Value> =
            array(&said["packages"]).map(|one| (text(&one["id"]), one)).collect();
        let ours = members.iter().filter_map(|id| packages.get(*id));
        let all_of_ours = ids(&said["workspace_members"]);
        let published = all_of_ours.iter().filter_map(|id| packages.get(id));
        // None are the registries that a package with `publish = false` may be sent to.
        let published = published.filter(|one| one["publish"].is_null());
        let linked = linked(&members, &said["resolve"]["nodes"]);
        let others = linked.iter().filter_map(|id| packages.get(id));
        Ok(Workspace {
            folder,
            target_folder: text(&said["target_directory"]).into(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            published: published.map(|one| text(&one["name"]).to_owned()).collect(),
            players: ours.filter_map(|one| library_of_players(one)).collect(),
            third_party: others
                .filter(|one| !one["source"].is_null())
                .map(|one| package(one))
                .collect(),
        })
    }
}

/// The kind of machine that this one is, as the compiler calls it.
pub fn host_triple() -> anyhow::Result<String> {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("-vV").output().context("rustc -vV")?;
    let said = String::from_utf8(output.stdout)?;
    let host = said.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).context("rustc does not say for which machine it is")
}

/// What these packages consist of, together with themselves: what they depend on but for building and for tests.
fn linked<'a>(members: &[&'a str], nodes: &'a Value) -> BTreeSet<&'a str> {
    let nodes: BTreeMap<&str, &Value> = array(nodes).map(|one| (text(&one["id"]), one)).collect();
    let mut linked = BTreeSet::new();
    let mut next = members.to_vec();
    while let Some(id) = next.pop() {
        if linked.insert(id) {
            let needs = nodes.get(id).into_iter().flat_map(|node| array(&node["deps"]));
            let is_linked =
                |one: &&Value| array(&one["dep_kinds"]).any(|kind| kind["kind"].is_null());
            next.extend(needs.filter(is_linked).map(|one| text(&one["pkg"])));
        }
    }
    linked
}

/// The name of the library of players that a package is, if it is one.
fn library_of_players(package: &Value) -> Option<String> {
    let is_library = |target: &&Value| ids(&target["crate_types"]).contains(&"cdylib");
    array(&package["targets"])
        .find(is_library)
        .map(|target| text(&target["name"]).replace('-', "_"))
}

fn package(package: &Value) -> Package {
    let manifest = PathBuf::from(text(&package["manifest_path"]));
    Package {
        name: text(&package["name"]).to_owned(),
        version: text(&package["version"]).to_owned(),
        licence: text(&package["license"]).to_owned(),
        repository: text(&package["repository"]).to_owned(),
        folder: manifest.parent().map(Into::into).unwrap_or_default(),
    }
}

fn array(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn ids(value: &Value) -> Vec<&str> {
    array(value).map(text).collect()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
