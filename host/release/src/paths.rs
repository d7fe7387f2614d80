//! The folders of whoever builds, which are nobody else's business and differ from builder to builder: what the compiler
//! writes in their place where a panic says its line, and whether a file names one of them all the same.

use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};

/// The compiler's flags, and the variable by which cargo takes them with this between two of them.
const FLAGS: (&str, &str) = ("CARGO_ENCODED_RUSTFLAGS", "\u{1f}");

/// A folder of the builder's, and what stands in its place.
struct Folder {
    path: PathBuf,
    instead: &'static str,
}

/// The folders that a build takes its sources from.
pub struct BuildersFolders(Vec<Folder>);

impl BuildersFolders {
    /// Those of a workspace whose results are built here.
    pub fn of(workspace: &Path, target: &Path) -> anyhow::Result<BuildersFolders> {
        let home = env::home_dir().context("there is no home folder")?;
        let cargo = env::var_os("CARGO_HOME").map_or_else(|| home.join(".cargo"), PathBuf::from);
        // The compiler takes the last one that fits.
        let folders = [
            (home, "home"),
            (cargo, "cargo"),
            (workspace.to_owned(), "othello-host"),
            (target.to_owned(), "target"),
        ];
        let folder = |(path, instead)| Folder { path, instead };
        Ok(BuildersFolders(folders.into_iter().map(folder).collect()))
    }

    /// The variable that lets cargo's compilers write other words in place of these folders, and its value.
    pub fn variable(&self) -> (&'static str, String) {
        let before = env::var(FLAGS.0).ok();
        let plain = || env::var("RUSTFLAGS").unwrap_or_default();
        let before = before.unwrap_or_else(|| words(&plain()).join(FLAGS.1));
        let before = Some(before).filter(|flags| !flags.is_empty());
        (FLAGS.0, before.into_iter().chain(self.flags()).collect::<Vec<_>>().join(FLAGS.1))
    }

    fn flags(&self) -> impl Iterator<Item = String> {
        self.0.iter().map(|Folder { path, instead }| {
            format!("--remap-path-prefix={}={instead}", path.display())
        })
    }

    /// Makes sure that a file names none of them.
    pub fn are_not_in(&self, bytes: &[u8], file: &Path) -> anyhow::Result<()> {
        // The root folder, which is home to some, is in every path.
        let longer = self.0.iter().filter(|folder| folder.path.components().count() > 1);
        for Folder { path, .. } in longer {
            let names = |separator| {
                let within = format!("{}{separator}", path.display());
                memchr::memmem::find(bytes, within.as_bytes()).is_some()
            };
            ensure!(
                !names('/') && !names('\\'),
                "{} names {}, a folder of the machine that built it",
                file.display(),
                path.display()
            );
        }
        Ok(())
    }
}

fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may unwrap")]

    use super::*;
    use std::fs;
    use std::process::Command;

    #[test]
    fn a_program_that_panics_names_no_folder_of_its_builder_s() {
        let builder = tempfile::tempdir().unwrap();
        let source = builder.path().join("main.rs");
        fs::write(&source, "fn main() { panic!(\"here\") }").unwrap();
        let folders = BuildersFolders::of(builder.path(), &builder.path().join("target")).unwrap();
        let built_with = |flags: Vec<String>| {
            let program = builder.path().join("program");
            let mut rustc = Command::new("rustc");
            rustc.arg("-o").arg(&program).args(flags).arg(&source);
            assert!(rustc.status().unwrap().success());
            folders.are_not_in(&fs::read(&program).unwrap(), &program)
        };
        let plain = built_with(Vec::new()).unwrap_err().to_string();
        assert!(plain.contains(&builder.path().display().to_string()), "{plain}");
        built_with(folders.flags().collect()).unwrap();
    }
}
