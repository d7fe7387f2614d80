//! The laws of the house, held by reading its sources: imports go one way, between crates and inside each of
//! them; files and functions are short; a file begins by saying what it is for; only few crates may be unsafe;
//! no two examples have one name.

#![allow(clippy::unwrap_used, reason = "a test may unwrap")]
#![forbid(unsafe_code)]

mod circles;
mod lengths;
mod made_up;
mod modules;
mod names;
mod tokens;
mod workspace;

use std::collections::BTreeMap;

use workspace::{CRATES, Workspace};

/// Fails with all that breaks a law.
#[track_caller]
fn nothing_breaks_it(law: &str, breaks: impl IntoIterator<Item = String>) {
    let breaks: Vec<String> = breaks.into_iter().collect();
    assert!(breaks.is_empty(), "{law}:\n{}\n", breaks.join("\n"));
}

#[test]
fn imports_inside_a_crate_go_one_way() {
    let workspace = Workspace::here();
    let circles =
        workspace.roots().flat_map(|root| circles::circles(&modules::read(&workspace, &root)));
    nothing_breaks_it(
        "modules must not import each other",
        circles.map(|circle| circle.to_string()),
    );
}

#[test]
fn crates_depend_only_on_those_below_them() {
    let workspace = Workspace::here();
    let found: Vec<String> = workspace.crates.iter().map(|one| one.name.clone()).collect();
    let mut known: Vec<&str> = CRATES.iter().flat_map(|floor| floor.iter().copied()).collect();
    known.sort_unstable();
    assert_eq!(found, known, "CRATES in tests/house/workspace.rs must name every crate of ours");
    let floor = |name: &str| CRATES.iter().position(|floor| floor.contains(&name));
    let upwards = workspace.crates.iter().flat_map(|one| {
        let above = one.dependencies.iter().filter(|other| floor(other) >= floor(&one.name));
        above.map(|other| format!("{} depends on {other}", one.name)).collect::<Vec<_>>()
    });
    nothing_breaks_it(
        "dependencies must go downwards (CRATES in tests/house/workspace.rs)",
        upwards,
    );
}

#[test]
fn a_file_has_at_most_450_lines() {
    let workspace = Workspace::here();
    let long = workspace.files.iter().filter_map(|file| {
        let lines = workspace.text(file).lines().count();
        (lines > lengths::MOST_OF_A_FILE).then(|| format!("{file} has {lines}"))
    });
    nothing_breaks_it("a file must not be longer than 450 lines", long);
}

#[test]
fn a_function_has_at_most_70_lines() {
    let workspace = Workspace::here();
    let long = workspace.files.iter().flat_map(|file| {
        let text = workspace.text(file);
        let functions = lengths::functions(&text).into_iter();
        let long = functions.filter(|function| function.lines > lengths::MOST_OF_A_FUNCTION);
        let told = |function: lengths::Function| {
            format!("{file}:{}: {} has {}", function.line, function.name, function.lines)
        };
        long.map(told).collect::<Vec<_>>()
    });
    nothing_breaks_it("a function must not be longer than 70 lines", long);
}

#[test]
fn a_file_begins_by_saying_what_lives_in_it() {
    let workspace = Workspace::here();
    let silent = workspace.files.iter().filter(|file| !workspace.text(file).starts_with("//! "));
    nothing_breaks_it("a file must begin with a paragraph of `//!`", silent.cloned());
}

#[test]
fn a_crate_of_which_no_example_is_run_has_none() {
    let workspace = Workspace::here();
    let examples = workspace.without_examples().filter(|file| {
        let text = workspace.text(file);
        let lines = text.lines().map(|line| line.trim_start().trim_start_matches(['/', '!', ' ']));
        let mut fences = lines.filter(|line| line.starts_with("```")).step_by(2);
        fences.any(|begins| begins != "```text")
    });
    nothing_breaks_it("a crate with `doctest = false` shows text alone", examples.cloned());
}

#[test]
fn only_what_loads_libraries_or_is_one_may_be_unsafe() {
    let workspace = Workspace::here();
    let free = workspace.crate_roots().filter(|root| {
        let may = workspace::MAY_BE_UNSAFE.iter().any(|folder| root.starts_with(folder));
        !may && !workspace.text(root).contains("#![forbid(unsafe_code)]")
    });
    nothing_breaks_it("a crate must `#![forbid(unsafe_code)]`", free);
}

#[test]
fn no_two_examples_have_one_name() {
    let workspace = Workspace::here();
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for root in workspace.roots() {
        if let Some((_, path)) = root.split_once("/examples/") {
            let name = path.trim_end_matches("/main.rs").trim_end_matches(".rs").to_owned();
            places.entry(name).or_default().push(root);
        }
    }
    assert!(places.len() > 5, "no examples are found: {places:?}");
    let twice = places.into_values().filter(|roots| roots.len() > 1).map(|roots| roots.join(", "));
    nothing_breaks_it("cargo puts all examples into one folder, where tests start them", twice);
}
