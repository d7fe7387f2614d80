//! Golden files: what came out once and was found right, kept beside the tests. `UPDATE_GOLDENS=1 cargo test`
//! writes what comes out today into them, for a person to look at what changed.

use std::path::Path;
use std::{env, fs};

const UPDATE: &str = "UPDATE_GOLDENS";

/// Compares each file with what it should hold, or writes that into it where this is asked for. A file that is not
/// there yet holds nothing.
///
/// # Panics
/// Where they differ, with the first line of each that does.
#[track_caller]
pub fn assert_goldens<P: AsRef<Path>>(files: impl IntoIterator<Item = (P, String)>) {
    let is_update = env::var_os(UPDATE).is_some_and(|value| !value.is_empty());
    let mut differing = Vec::new();
    for (file, after) in files {
        let file = file.as_ref();
        let before = fs::read_to_string(file).unwrap_or_default();
        if before == after {
            continue;
        }
        if is_update {
            let written = fs::write(file, after);
            written.unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        } else {
            differing.push(format!("{}, {}", file.display(), first_difference(&before, &after)));
        }
    }
    assert!(differing.is_empty(), "{UPDATE}=1 accepts these:\n{}", differing.join("\n"));
}

fn first_difference(before: &str, after: &str) -> String {
    let lines = |text| str::lines(text).map(Some).chain([None]);
    let mut pairs = lines(before).zip(lines(after)).enumerate();
    let Some((number, (before, after))) = pairs.find(|(_, (before, after))| before != after) else {
        return "which differs in how its lines end".to_owned();
    };
    let shown = |line: Option<&str>| line.unwrap_or("the end of the file").to_owned();
    format!("line {}\n  was  {}\n  came {}", number + 1, shown(before), shown(after))
}
