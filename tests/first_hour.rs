//! The first hour of somebody new, as `first_hour.sh` walks it, from a release of what is built here.

use std::path::Path;
use std::process::Command;

use crate::common::{self, Ran, World};
use othello_test_support::{all_are_wanted, built};

/// The languages that need no more than the tests do.
const FEW: [&str; 2] = ["cypher", "c"];

#[test]
fn a_newcomer_comes_from_a_release_to_players_that_others_have_from_them() {
    let world = World::new();
    let release = world.path("release");
    let mut make = Command::new(built().join("othello-release"));
    make.arg("--built").arg(common::binary().parent().unwrap()).arg("--out").arg(&release);
    let made = Ran::of(make).exits(0);
    assert_eq!(made.out.lines().filter(|line| line.contains("  othello-host")).count(), 2);
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/first_hour.sh");
    let mut walk = Command::new("sh");
    walk.arg(script).arg(&release);
    if !all_are_wanted("a first player in every language") {
        walk.args(FEW);
    }
    let walked = Ran::of(walk).exits(0);
    assert!(walked.out.starts_with("the first hour went well: cypher c"), "{}", walked.out);
}
