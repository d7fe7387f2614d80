//! The conformance cases that stand beside the checkout, as part of the test suite. Where the folder is not
//! there, the test says so on one line.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The example that `cargo test` built beside this test.
fn conformance() -> Option<PathBuf> {
    let test = std::env::current_exe().ok()?;
    let example = test.parent()?.parent()?.join("examples").join("conformance");
    Some(example.with_extension(std::env::consts::EXE_EXTENSION)).filter(|path| path.exists())
}

#[test]
fn no_conformance_case_goes_wrong() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/conformance");
    let Ok(entries) = folder.read_dir() else {
        println!("skipped: no ../shared/conformance stands beside the checkout");
        return;
    };
    let files = entries.flatten().map(|entry| entry.path());
    let mut files: Vec<_> =
        files.filter(|path| path.extension().is_some_and(|end| end == "jsonl")).collect();
    files.sort();
    assert!(!files.is_empty(), "{} holds no cases", folder.display());
    let Some(conformance) = conformance() else {
        println!(
            "skipped: the example `conformance` was not built; `cargo test` without a filter builds it"
        );
        return;
    };
    // As their authors wrote them, and as they are printed for a server.
    for flags in [&[][..], &["--printed"]] {
        let Ok(output) = Command::new(&conformance).args(flags).args(&files).output() else {
            panic!("the conformance command did not start");
        };
        let report = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{report}{}", String::from_utf8_lossy(&output.stderr));
    }
}
