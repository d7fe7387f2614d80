//! The licences of all that others wrote and that is linked into the host and its players.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

use anyhow::Context;

use crate::workspace::Package;

/// How the files begin in which packages have their licences.
const NAMES: [&str; 5] = ["LICEN", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE"];

const HEAD: &str = "\
What others wrote and is part of Othello Host and its players: first a list, then each licence once, with the packages
that carry it. Where a package of the list carries no text, the licence that it names is one of those below. SQLite,
which is part of libsqlite3-sys, is in the public domain. Rust's standard library is MIT OR Apache-2.0.
";

/// The text that names them and holds their licences.
pub fn notices(packages: &[Package]) -> anyhow::Result<String> {
    let mut out = HEAD.to_owned();
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    out.push('\n');
    for package in packages {
        let Package { name, version, licence, repository, .. } = package;
        writeln!(out, "{name} {version}: {licence} {repository}")?;
        for text in texts_of(package)? {
            texts.entry(text).or_default().push(format!("{name} {version}"));
        }
    }
    for (text, carriers) in texts {
        writeln!(out, "\n{}\n{}\n\n{text}", "=".repeat(80), carriers.join(", "))?;
    }
    Ok(out)
}

fn texts_of(package: &Package) -> anyhow::Result<Vec<String>> {
    let entries = package.folder.read_dir();
    let entries = entries.with_context(|| package.folder.display().to_string())?;
    let mut texts = Vec::new();
    for entry in entries {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
        if NAMES.iter().any(|start| name.starts_with(start)) && path.is_file() {
            let bytes = fs::read(&path).with_context(|| path.display().to_string())?;
            texts.push(String::from_utf8_lossy(&bytes).replace("\r\n", "\n").trim().to_owned());
        }
    }
    texts.sort();
    Ok(texts)
}
