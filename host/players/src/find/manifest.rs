//! The manifest of an outside program, `player.toml`: its command, what it speaks, what it reads, and what it is.

use super::slips::slip;
use crate::file::read_text;
use crate::program::{self, FileRequest};
use crate::protocol::Protocol;
use crate::visible::VisibleFiles;
use othello_player_api::About;
use serde::Deserialize;
use serde::de::{Deserializer, Error, SeqAccess, Visitor};
use std::fmt;
use std::path::{Path, PathBuf};

/// Where one is that is right.
const EXAMPLE: &str = "\"othello-host players new NAME --lang python\" writes one that is right";

/// A manifest of an outside program.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Manifest {
    /// The program and its arguments; it runs in the manifest's folder.
    #[serde(deserialize_with = "words")]
    pub command: Vec<String>,
    /// What it speaks.
    #[serde(default)]
    pub speaks: Protocol,
    /// What it reads beside its own folder and the installed system. A person has to grant it.
    #[serde(default)]
    reads: Vec<PathBuf>,
    /// What it is, so that it need not be run to say so.
    #[serde(default)]
    pub player: Option<About>,
}

impl Manifest {
    pub fn read(file: &Path) -> Result<Manifest, String> {
        Manifest::parse(&read_text(file, 1 << 20)?)
    }

    fn parse(text: &str) -> Result<Manifest, String> {
        let wrong = |error: toml::de::Error| format!("{}; {EXAMPLE}", error.to_string().trim_end());
        let all: toml::Table = toml::from_str(text).map_err(wrong)?;
        if let Some(slip) = slip(&all) {
            return Err(format!("{slip}; {EXAMPLE}"));
        }
        let manifest: Manifest = toml::from_str(text).map_err(wrong)?;
        match manifest.command.is_empty() {
            true => Err(format!("its command is empty; {EXAMPLE}")),
            false => Ok(manifest),
        }
    }

    /// What the program sees of its own, and what it asks for.
    pub fn files(
        &self,
        file: &Path,
        granted: &[PathBuf],
    ) -> Result<(VisibleFiles, Vec<FileRequest>), String> {
        let folder = folder_of(file);
        let own = program::own_files(file, &self.command, folder)?;
        let requests = program::requests(&self.command, &self.reads, folder, &own, granted);
        Ok((own, requests))
    }
}

/// Reads the words of a command.
fn words<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    struct Words;

    impl<'de> Visitor<'de> for Words {
        type Value = Vec<String>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(r#"a list of words, such as ["python3", "player.py"]"#)
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
            let mut words = Vec::new();
            while let Some(word) = list.next_element::<String>()? {
                if word.contains('\0') {
                    return Err(A::Error::custom("a word of a command holds a character 0"));
                }
                words.push(word);
            }
            Ok(words)
        }
    }

    deserializer.deserialize_seq(Words)
}

/// The first of what a manifest of this text names that lies neither in its own folder nor among what is installed for
/// everybody, by its words alone: whether there is such a file, nobody learns by it.
///
/// # Errors
///
/// Where it is no manifest.
pub(crate) fn named_outside(text: &str) -> Result<Option<String>, String> {
    let Manifest { command, reads, .. } = Manifest::parse(text)?;
    let reads = reads.iter().map(|path| path.display().to_string());
    Ok(program::named_outside(command.into_iter().chain(reads)))
}

/// The folder that a manifest lies in, in which its program runs.
pub(super) fn folder_of(manifest: &Path) -> &Path {
    let folder = manifest.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

/// What the program of a manifest asks for beyond its own folder.
pub(super) fn requests(file: &Path, granted: &[PathBuf]) -> Result<Vec<FileRequest>, String> {
    Ok(Manifest::read(file)?.files(file, granted)?.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> String {
        Manifest::parse(text).err().unwrap_or_default()
    }

    #[test]
    fn a_slip_in_a_manifest_is_told_with_what_was_meant() {
        let slip = said("command = [\"x\"]\n[player]\nname = \"A\"\nclas = \"open\"\n");
        assert!(
            slip.contains("has \"clas\"") && slip.contains("did you mean \"class\"?"),
            "{slip}"
        );
        let line = said("command = \"python3 player.py\"\n");
        assert!(line.contains(r#"such as ["python3", "player.py"]"#), "{line}");
        for wrong in ["", "command = []", "comand = [\"x\"]", "command = [\"x\"", "command = [1]"] {
            assert!(said(wrong).ends_with(EXAMPLE), "{wrong}: {}", said(wrong));
        }
    }
}
