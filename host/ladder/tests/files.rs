//! The ladder's file: who holds it, what becomes of one that an earlier version wrote, and what is found in it of those
//! who are forgotten.

#![allow(clippy::unwrap_used, reason = "a test may fail so")]
#![forbid(unsafe_code)]

use std::path::{Path, PathBuf};

use othello_arena::GameSetup;
use othello_ladder::{
    Ladder, LadderError, Moment, Opened, PersonId, Rules, Schedule, Verdict, VersionId,
};
use othello_players::share::{CodeForm, Upload};
use tempfile::TempDir;

fn begin() -> Result<(Rules, Schedule), LadderError> {
    let setup = GameSetup::find("othello", Some(6), None).map_err(LadderError::Rules)?;
    let rules = Rules { allows_code: true, ..Rules::new("Test", &setup)? };
    Ok((rules, Schedule::default()))
}

fn open(path: &Path) -> Ladder {
    let Opened { ladder, .. } = Ladder::open(path, begin).unwrap();
    ladder
}

/// A folder with the file of a ladder on which nothing has happened.
fn ladder() -> (TempDir, PathBuf, Ladder) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ladder.db");
    let ladder = open(&path);
    (folder, path, ladder)
}

fn join(ladder: &mut Ladder, name: &str) -> PersonId {
    let code = ladder.state().code.clone();
    ladder.join(name, &code, Moment(0)).unwrap().0
}

fn accept(ladder: &mut Ladder, version: VersionId) {
    ladder.judge(version, Verdict::Accepted(String::new())).unwrap();
}

fn program() -> Upload {
    Upload::Code { form: CodeForm::Program, bytes: b"#!/bin/sh\n# a secret of mine\n".to_vec() }
}

fn holds(path: &Path, text: &str) -> bool {
    let bytes = std::fs::read(path).unwrap();
    bytes.windows(text.len()).any(|part| part == text.as_bytes())
}

#[test]
fn a_ladder_is_held_by_one_host_and_read_and_copied_by_all() {
    let (folder, path, ladder) = ladder();
    assert!(Ladder::open(&path, begin).unwrap_err().to_string().contains("in use"));
    let copy = folder.path().join("copy.db");
    Ladder::read(&path).unwrap().backup(&copy).unwrap();
    assert!(Ladder::read(&path).unwrap().backup(&copy).is_err(), "nothing is written over");
    assert_eq!(Ladder::read(&copy).unwrap().state(), ladder.state());
    let other = folder.path().join("other.db");
    std::fs::write(&other, "this is a letter, and no ladder's file at all").unwrap();
    let error = Ladder::open(&other, begin).unwrap_err().to_string();
    assert!(error.contains("not the file of a ladder"), "{error}");
}

#[test]
fn a_file_of_the_first_version_is_taken_up_with_all_that_is_in_it() {
    let (_folder, path, mut ladder) = ladder();
    let ann = join(&mut ladder, "Ann");
    let version = ladder.submit(ann, "RETURN 1", Moment(0)).unwrap();
    let before = ladder.state().clone();
    drop(ladder);
    let file = rusqlite::Connection::open(&path).unwrap();
    let first = "DROP TABLE upload; DROP TABLE comparison; ALTER TABLE version DROP COLUMN form;
                 ALTER TABLE version DROP COLUMN size; PRAGMA user_version = 1;";
    file.execute_batch(first).unwrap();
    drop(file);
    let mut ladder = open(&path);
    assert_eq!(*ladder.state(), before);
    accept(&mut ladder, version);
    let other = ladder.submit_upload(ann, program(), Moment(1)).unwrap();
    accept(&mut ladder, other);
    ladder.compare(ann, other, version, Moment(2)).unwrap();
    let before = ladder.state().clone();
    drop(ladder);
    let ladder = open(&path);
    assert_eq!(*ladder.state(), before);
    assert_eq!(ladder.upload(other).unwrap(), Some(program()));
}

#[test]
fn whom_somebody_forgets_is_found_nowhere_in_the_file() {
    let (_folder, path, mut ladder) = ladder();
    let id = join(&mut ladder, "Quetzalcoatl");
    let query = ladder.submit(id, "RETURN 'my most secret query'", Moment(0)).unwrap();
    accept(&mut ladder, query);
    let code = ladder.submit_upload(id, program(), Moment(0)).unwrap();
    accept(&mut ladder, code);
    ladder.compare(id, code, query, Moment(0)).unwrap();
    ladder.forget(id).unwrap();
    assert!(ladder.state().comparisons.is_empty() && ladder.upload(code).unwrap().is_none());
    drop(ladder);
    for secret in ["Quetzalcoatl", "quetzalcoatl", "my most secret", "a secret of mine"] {
        assert!(!holds(&path, secret), "{secret}");
    }
}

#[test]
fn what_two_have_sent_is_there_for_one_when_the_other_is_forgotten() {
    let (_folder, path, mut ladder) = ladder();
    let [ann, bob] = ["Ann", "Bob"].map(|name| join(&mut ladder, name));
    let [of_ann, of_bob] =
        [ann, bob].map(|person| ladder.submit_upload(person, program(), Moment(0)).unwrap());
    ladder.forget(ann).unwrap();
    assert_eq!(ladder.upload(of_ann).unwrap(), None);
    assert_eq!(ladder.upload(of_bob).unwrap(), Some(program()));
    assert!(holds(&path, "a secret of mine"));
    ladder.forget(bob).unwrap();
    assert!(!holds(&path, "a secret of mine"));
}

#[test]
fn twenty_comparisons_an_hour_are_enough_and_one_at_a_time() {
    let (_folder, _, mut ladder) = ladder();
    let ann = join(&mut ladder, "Ann");
    let [one, other] = ["RETURN 1", "RETURN 2"].map(|query| {
        let version = ladder.submit(ann, query, Moment(0)).unwrap();
        accept(&mut ladder, version);
        version
    });
    for _ in 0..20 {
        let id = ladder.compare(ann, one, other, Moment(0)).unwrap();
        let second = ladder.compare(ann, one, other, Moment(0)).unwrap_err().to_string();
        assert!(second.contains("wait for it, or stop it"), "{second}");
        ladder.stop_comparison(ann, id).unwrap();
    }
    let many = ladder.compare(ann, one, other, Moment(60_000)).unwrap_err().to_string();
    assert!(many.contains("try again in 60 min"), "{many}");
    ladder.compare(ann, one, other, Moment(3_600_000)).unwrap();
}
