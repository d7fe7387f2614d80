//! Whether a player is still made of what it was made of when somebody began to watch it. What a player is made of, its
//! source knows.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::player::{Source, content_hash, own_folder};
use crate::tree::{FileStamp, Tree, stamp};

/// A player's content as it was, and how its files looked then.
#[derive(Debug)]
pub struct ContentWatch {
    file: Option<PathBuf>,
    sha256: Option<String>,
    seen: Mutex<Vec<(String, FileStamp)>>,
}

impl ContentWatch {
    /// Watches the content of a player as its source knows it; a command has none.
    pub fn of(source: &Source) -> ContentWatch {
        let file = source.file().map(Path::to_owned);
        ContentWatch { file, sha256: source.sha256(), seen: Mutex::default() }
    }

    /// Whether it is the same. Files are read only where one of them looks otherwise than before.
    pub fn is_same(&self) -> bool {
        let (Some(file), Some(sha256)) = (&self.file, &self.sha256) else { return true };
        let stamps = stamps(file);
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if *seen == stamps {
            return true;
        }
        let is_same = content_hash(file).is_ok_and(|hash| hash == *sha256);
        if is_same {
            *seen = stamps;
        }
        is_same
    }
}

/// How the files of a player look, those of its whole folder where it has one; none where that can't be looked at, which is
/// found out about when it is read.
fn stamps(file: &Path) -> Vec<(String, FileStamp)> {
    let of_file = || Some(vec![(String::new(), stamp(&fs::metadata(file).ok()?))]);
    let all = match own_folder(file) {
        Some(folder) => Tree::of(folder).ok().map(Tree::into_stamps),
        None => of_file(),
    };
    all.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_is_another_one_while_another_text_is_in_its_file() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("own.cypher");
        fs::write(&file, "RETURN 1").unwrap();
        let watch = ContentWatch::of(&Source::CypherFile { file: file.clone() });
        assert!(watch.is_same() && watch.is_same());
        fs::write(&file, "RETURN 12").unwrap();
        assert!(!watch.is_same() && !watch.is_same());
        fs::write(&file, "RETURN 1").unwrap();
        assert!(watch.is_same());
        fs::remove_file(&file).unwrap();
        assert!(!watch.is_same());
    }
}
