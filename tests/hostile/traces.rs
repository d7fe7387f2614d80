//! What players could leave behind outside of their processes: shared memory and queues, files where everybody may make
//! some, and changes of the files that they were loaded from.

use crate::stage::Stage;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// Where everybody may make files.
const PLACES: [&str; 4] = ["/tmp", "/var/tmp", "/dev/shm", "/dev/mqueue"];

/// What an act calls the files that it leaves.
const MARK: &str = "mark";

/// The user as whom players of root's run.
const NOBODY: u32 = 65534;

/// What there was before the acts.
pub struct Traces {
    shared: BTreeSet<String>,
    files: BTreeSet<PathBuf>,
    acts: BTreeMap<PathBuf, State>,
}

/// A file's mode, owner, length and the time when it was last changed.
type State = (u32, u32, u64, i64);

impl Traces {
    pub fn before(stage: &Stage) -> Traces {
        Traces { shared: shared(), files: files(), acts: acts(stage.folder()) }
    }

    /// What the acts have left, each in words.
    pub fn left_by(&self, stage: &Stage) -> Vec<String> {
        let now = Traces::before(stage);
        let shared = now.shared.difference(&self.shared).map(|one| format!("shared: {one}"));
        let files = now.files.difference(&self.files).map(|file| format!("left: {file:?}"));
        let changed = self.acts.iter().filter(|(file, state)| now.acts.get(*file) != Some(state));
        let changed = changed.map(|(file, _)| format!("changed: {file:?}"));
        shared.chain(files).chain(changed).collect()
    }
}

/// The shared memory, the queues and the semaphores of this user and of nobody.
fn shared() -> BTreeSet<String> {
    let lists = ["shm", "msg", "sem"].map(|kind| format!("/proc/sysvipc/{kind}"));
    let lines = lists.iter().flat_map(|list| {
        let text = fs::read_to_string(list).unwrap_or_default();
        text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>()
    });
    lines.collect()
}

/// The files of nobody's, and those with the name that acts give to theirs.
fn files() -> BTreeSet<PathBuf> {
    let there = PLACES.iter().filter_map(|place| fs::read_dir(place).ok()).flatten().flatten();
    let is_suspicious = |file: &fs::DirEntry| {
        file.file_name() == MARK || file.metadata().is_ok_and(|data| data.uid() == NOBODY)
    };
    there.filter(is_suspicious).map(|file| file.path()).collect()
}

fn acts(folder: &Path) -> BTreeMap<PathBuf, State> {
    let libraries = fs::read_dir(folder).unwrap().flatten().map(|file| file.path());
    let state = |file: PathBuf| {
        let data = file.symlink_metadata().unwrap();
        (file, (data.mode(), data.uid(), data.size(), data.mtime()))
    };
    libraries
        .filter(|file| file.extension().is_some_and(|ending| ending == "so"))
        .map(state)
        .collect()
}
