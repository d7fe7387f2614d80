//! The ladder's file: who holds it, what becomes of one that an earlier version wrote, what is found in it of those
//! who are forgotten, and which comparisons are open in it.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail so")]
#![forbid(unsafe_code)]

mod results;

use std::path::{Path, PathBuf};

use othello_arena::GameSetup;
use othello_ladder::{
    ComparisonOutcome, GameId, Ladder, LadderError, LessonStep, Moment, Opened, Pairing, PersonId,
    PlayedGame, Room, Rules, Schedule, Submission, Task, Verdict, VersionId,
};
use othello_players::share::{CodeForm, Upload};
use othello_rules::{ByColour, Colour};
use othello_store::Ending;
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

#[test]
fn a_file_whose_schema_computes_is_no_ladder_and_no_name_in_one_moves_a_terminal() {
    let (folder, path, mut ladder) = ladder();
    join(&mut ladder, "Ann");
    drop(ladder);
    for written in [
        "ALTER TABLE game RENAME TO other;
         CREATE VIEW game AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
         SELECT other.* FROM other, n;",
        "ALTER TABLE version ADD COLUMN more TEXT AS (hex(zeroblob(400000000)))",
        "ALTER TABLE lesson ADD COLUMN more TEXT DEFAULT (hex(zeroblob(400000000)))",
        "CREATE TRIGGER more AFTER INSERT ON person BEGIN DELETE FROM person; END",
        "CREATE INDEX more ON person (hex(zeroblob(400000000)))",
    ] {
        let evil = folder.path().join("evil.db");
        std::fs::copy(&path, &evil).unwrap();
        rusqlite::Connection::open(&evil).unwrap().execute_batch(written).unwrap();
        for opened in [Ladder::open(&evil, begin).map(drop), Ladder::read(&evil).map(drop)] {
            assert!(matches!(opened, Err(LadderError::NotALadder(_))), "{written}");
        }
    }
    let named = "UPDATE person SET name = 'An' || char(27) || '[2Jn' || char(8238)";
    rusqlite::Connection::open(&path).unwrap().execute_batch(named).unwrap();
    let ladder = open(&path);
    let names: Vec<_> = ladder.state().people.values().map(|one| one.name.to_string()).collect();
    assert_eq!(names, ["An [2Jn"]);
}

/// Two versions of somebody that were accepted.
fn versions(ladder: &mut Ladder, person: PersonId) -> [VersionId; 2] {
    ["RETURN 1", "RETURN 2"].map(|query| {
        let version = ladder.submit(person, query, Moment(0)).unwrap();
        accept(ladder, version);
        version
    })
}

fn program() -> Upload {
    Upload::Code { form: CodeForm::Program, bytes: b"#!/bin/sh\n# a secret of mine\n".to_vec() }
}

fn sent() -> Submission {
    Submission::of(program()).unwrap()
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

/// Makes games and badges of a file what they were before the sixth version.
const GAMES_BEFORE_SIXTH: &str =
    "CREATE TABLE earlier (id INTEGER PRIMARY KEY, final INTEGER NOT NULL, pair INTEGER NOT NULL,
                           second INTEGER NOT NULL, black INTEGER NOT NULL, white INTEGER NOT NULL,
                           half_points INTEGER NOT NULL, fault TEXT, fault_of TEXT, reason TEXT,
                           black_discs INTEGER NOT NULL, white_discs INTEGER NOT NULL, moves TEXT NOT NULL,
                           began INTEGER NOT NULL, took INTEGER NOT NULL, UNIQUE (final, pair, second));
     ALTER TABLE game DROP COLUMN worker; INSERT INTO earlier SELECT * FROM game; DROP TABLE game;
     ALTER TABLE earlier RENAME TO game; CREATE INDEX game_black ON game (black);
     CREATE INDEX game_white ON game (white); ALTER TABLE badge DROP COLUMN game;";

#[test]
fn a_file_of_the_first_version_is_taken_up_with_all_that_is_in_it() {
    let (_folder, path, mut ladder) = ladder();
    let ann = join(&mut ladder, "Ann");
    let version = ladder.submit(ann, "RETURN 1", Moment(0)).unwrap();
    let before = ladder.state().clone();
    drop(ladder);
    let file = rusqlite::Connection::open(&path).unwrap();
    let first = "DROP TABLE upload; DROP TABLE comparison; DROP TABLE lesson;
                 ALTER TABLE version DROP COLUMN form; ALTER TABLE version DROP COLUMN size;
                 ALTER TABLE version DROP COLUMN unpacked; PRAGMA user_version = 1;";
    file.execute_batch(&format!("{GAMES_BEFORE_SIXTH}{first}")).unwrap();
    drop(file);
    let mut ladder = open(&path);
    assert_eq!(*ladder.state(), before);
    accept(&mut ladder, version);
    let other = ladder.submit_upload(ann, sent(), Moment(1)).unwrap();
    accept(&mut ladder, other);
    ladder.compare(ann, other, version, Moment(2)).unwrap();
    let before = ladder.state().clone();
    drop(ladder);
    let ladder = open(&path);
    assert_eq!(*ladder.state(), before);
    assert_eq!(ladder.archive().upload(other).unwrap(), Some(program()));
}

#[test]
fn a_file_of_the_third_version_keeps_its_comparisons_and_gives_no_number_twice() {
    let (_folder, path, mut ladder) = ladder();
    let ann = join(&mut ladder, "Ann");
    let [one, other] = versions(&mut ladder, ann);
    let first = ladder.compare(ann, one, other, Moment(0)).unwrap();
    let before = ladder.state().clone();
    drop(ladder);
    let file = rusqlite::Connection::open(&path).unwrap();
    let third = "CREATE TABLE later (id INTEGER PRIMARY KEY, person INTEGER NOT NULL, tried INTEGER NOT NULL,
                                     against INTEGER NOT NULL, began INTEGER NOT NULL, wins INTEGER NOT NULL,
                                     draws INTEGER NOT NULL, losses INTEGER NOT NULL, outcome TEXT);
                 INSERT INTO later SELECT * FROM comparison; DROP TABLE comparison;
                 ALTER TABLE later RENAME TO comparison; DROP TABLE lesson;
                 ALTER TABLE version DROP COLUMN unpacked; PRAGMA user_version = 3;";
    file.execute_batch(&format!("{GAMES_BEFORE_SIXTH}{third}")).unwrap();
    drop(file);
    let mut ladder = open(&path);
    assert_eq!(*ladder.state(), before);
    ladder.forget(ann).unwrap().finish().unwrap();
    let bob = join(&mut ladder, "Bob");
    let [one, other] = versions(&mut ladder, bob);
    assert!(ladder.compare(bob, one, other, Moment(0)).unwrap() > first);
}

/// A game as this worker says that it went: a win for Black.
fn won_by_black(pairing: Pairing, worker: Option<&str>) -> PlayedGame {
    PlayedGame {
        pairing,
        ending: Ending::Played { winner: Some(Colour::Black) },
        discs: ByColour { black: 20, white: 16 },
        moves: "c2".to_owned(),
        began: Moment(0),
        took_ms: 5,
        worker: worker.map(str::to_owned),
    }
}

/// Plays the next game so.
fn play(ladder: &mut Ladder, worker: Option<&str>) -> GameId {
    let Some(Task::Play(pairing)) = ladder.next_task(0, 2) else { panic!("no game") };
    ladder.record(won_by_black(pairing, worker)).unwrap().unwrap()
}

/// A ladder on which two have a version each.
fn two_players() -> (TempDir, PathBuf, Ladder) {
    let (folder, path, mut ladder) = ladder();
    for name in ["Ann", "Bob"] {
        let person = join(&mut ladder, name);
        let version = ladder.submit(person, &format!("RETURN '{name}'"), Moment(0)).unwrap();
        accept(&mut ladder, version);
    }
    (folder, path, ladder)
}

#[test]
fn a_file_of_the_fifth_version_keeps_its_games_and_badges() {
    let (_folder, path, mut ladder) = two_players();
    let last = (0..5).map(|_| play(&mut ladder, None)).last().unwrap();
    let before = ladder.state().clone();
    assert!(!before.badges.is_empty());
    drop(ladder);
    let file = rusqlite::Connection::open(&path).unwrap();
    file.execute_batch(&format!("{GAMES_BEFORE_SIXTH} PRAGMA user_version = 5;")).unwrap();
    drop(file);
    let mut ladder = open(&path);
    assert_eq!(*ladder.state(), before);
    assert!(play(&mut ladder, None) > last);
}

#[test]
fn a_comparison_never_gets_the_number_of_one_that_was_forgotten() {
    let (_folder, path, mut ladder) = ladder();
    let [ann, bob] = ["Ann", "Bob"].map(|name| join(&mut ladder, name));
    let [one, other] = versions(&mut ladder, ann);
    let of_ann = ladder.compare(ann, one, other, Moment(0)).unwrap();
    ladder.forget(ann).unwrap().finish().unwrap();
    drop(ladder);
    let mut ladder = open(&path);
    let [one, other] = versions(&mut ladder, bob);
    assert!(ladder.compare(bob, one, other, Moment(0)).unwrap() > of_ann);
}

#[test]
fn who_is_forgotten_while_the_checker_works_stays_forgotten() {
    let (_folder, path, mut ladder) = ladder();
    let ann = join(&mut ladder, "Ann");
    let version = ladder.submit(ann, "RETURN 1", Moment(0)).unwrap();
    assert_eq!(ladder.next_task(2, 2), Some(Task::Check(version)));
    ladder.forget(ann).unwrap().finish().unwrap();
    let words = "in line 1: 'my most secret query'".to_owned();
    ladder.judge(version, Verdict::Refused(words)).unwrap();
    assert_eq!(ladder.state().versions[&version].verdict, Verdict::Refused(String::new()));
    drop(ladder);
    assert!(!holds(&path, "my most secret"));
}

#[test]
fn nobody_keeps_another_from_being_forgotten_by_the_name_of_those_who_are() {
    let (_folder, path, mut ladder) = ladder();
    let [ann, bob] = ["Ann", "Bob"].map(|name| join(&mut ladder, name));
    let code = ladder.state().code.clone();
    let joke = format!("Somebody {}", ann.0);
    assert!(ladder.join(&joke, &code, Moment(0)).is_err());
    assert!(ladder.rename(bob, &joke).is_err());
    drop(ladder);
    // In an older file somebody may be called so.
    let file = rusqlite::Connection::open(&path).unwrap();
    let rename = "UPDATE person SET name = ?1, shape = replace(?1, 'm', 'rn') WHERE id = ?2";
    file.execute(rename, rusqlite::params![format!("somebody{}", ann.0), bob.0]).unwrap();
    drop(file);
    let mut ladder = open(&path);
    for person in [ann, bob] {
        ladder.forget(person).unwrap().finish().unwrap();
    }
    drop(ladder);
    let ladder = open(&path);
    assert!([ann, bob].iter().all(|&person| ladder.person(person).unwrap().is_forgotten()));
}

#[test]
fn what_the_checker_refuses_takes_no_room_unless_it_is_anothers_too() {
    let (_folder, path, mut ladder) = ladder();
    let [ann, bob] = ["Ann", "Bob"].map(|name| join(&mut ladder, name));
    let [of_ann, of_bob] =
        [ann, bob].map(|person| ladder.submit_upload(person, sent(), Moment(0)).unwrap());
    let refused = || Verdict::Refused("it dies".to_owned());
    ladder.judge(of_ann, refused()).unwrap();
    assert_eq!(ladder.archive().upload(of_ann).unwrap(), None);
    assert_eq!(ladder.archive().upload(of_bob).unwrap(), Some(program()));
    ladder.judge(of_bob, refused()).unwrap();
    let state = ladder.state().clone();
    assert!(state.versions.values().all(|version| version.room == Room::default()));
    drop(ladder);
    let file = rusqlite::Connection::open(&path).unwrap();
    let count = file.query_row("SELECT count(*) FROM upload", [], |row| row.get::<_, i64>(0));
    assert_eq!(count, Ok(0));
    drop(file);
    assert_eq!(*open(&path).state(), state);
}

#[test]
fn what_a_killed_host_left_beside_the_file_is_gone_when_another_one_takes_it_up() {
    let (_folder, path, ladder) = ladder();
    let left = ladder.working_folder().join("v1");
    std::fs::create_dir_all(&left).unwrap();
    std::fs::write(left.join("query.cypher"), "RETURN 'my most secret query'").unwrap();
    drop(ladder);
    let ladder = open(&path);
    assert!(!ladder.working_folder().exists());
}

#[test]
fn comparisons_end_with_their_authors_part_and_with_the_submissions() {
    let (_folder, path, mut ladder) = ladder();
    let [ann, bob] = ["Ann", "Bob"].map(|name| join(&mut ladder, name));
    let open_of = |ladder: &mut Ladder, person| {
        let [one, other] = versions(ladder, person);
        ladder.compare(person, one, other, Moment(0)).unwrap()
    };
    let (of_ann, of_bob) = (open_of(&mut ladder, ann), open_of(&mut ladder, bob));
    ladder.remove(ann, true).unwrap();
    let outcome = |ladder: &Ladder, id| ladder.state().comparisons[&id].outcome;
    assert_eq!(outcome(&ladder, of_ann), Some(ComparisonOutcome::Stopped));
    assert_eq!(outcome(&ladder, of_bob), None);
    ladder.close(Moment(1)).unwrap();
    assert_eq!(outcome(&ladder, of_bob), Some(ComparisonOutcome::Stopped));
    drop(ladder);
    // As it is where the host was killed right behind the end of submissions.
    let file = rusqlite::Connection::open(&path).unwrap();
    file.execute("UPDATE comparison SET outcome = NULL", []).unwrap();
    drop(file);
    let ladder = open(&path);
    for id in [of_ann, of_bob] {
        assert_eq!(outcome(&ladder, id), Some(ComparisonOutcome::Stopped));
    }
}

#[test]
fn whom_somebody_forgets_is_found_nowhere_in_the_file() {
    let (_folder, path, mut ladder) = ladder();
    let id = join(&mut ladder, "Quetzalcoatl");
    let query = ladder.submit(id, "RETURN 'my most secret query'", Moment(0)).unwrap();
    accept(&mut ladder, query);
    let code = ladder.submit_upload(id, sent(), Moment(0)).unwrap();
    accept(&mut ladder, code);
    ladder.compare(id, code, query, Moment(0)).unwrap();
    ladder.tried_lesson(id, "match", "RETURN 'a secret try'", true, Moment(0)).unwrap();
    ladder.forget(id).unwrap().finish().unwrap();
    assert!(
        ladder.state().comparisons.is_empty() && ladder.archive().upload(code).unwrap().is_none()
    );
    assert!(ladder.state().lessons.is_empty());
    let secrets =
        ["Quetzalcoatl", "quetzalcoatl", "my most secret", "a secret of mine", "a secret try"];
    for secret in secrets {
        assert!(!holds(&path, secret), "{secret} while the ladder is held");
    }
    drop(ladder);
    drop(open(&path));
    for secret in secrets {
        assert!(!holds(&path, secret), "{secret}");
    }
}

#[test]
fn a_file_is_written_anew_once_by_whoever_opens_it_after_somebody_was_forgotten() {
    let (_folder, path, mut ladder) = ladder();
    let ann = join(&mut ladder, "Ann");
    for number in 0..200 {
        let query = format!("RETURN '{}'", "a long secret ".repeat(500));
        ladder.tried_lesson(ann, &format!("{number}"), &query, false, Moment(0)).unwrap();
    }
    ladder.forget(ann).unwrap().finish().unwrap();
    let size = |path: &Path| std::fs::metadata(path).unwrap().len();
    let large = size(&path);
    assert!(!holds(&path, "a long secret"));
    drop(ladder);
    drop(open(&path));
    assert!(size(&path) < large / 4, "{} of {large}", size(&path));
}

#[test]
fn how_far_people_are_with_lessons_goes_with_the_file_and_is_bounded() {
    let (folder, path, mut ladder) = ladder();
    let [ann, bob] = ["Ann", "Bob"].map(|name| join(&mut ladder, name));
    ladder.tried_lesson(ann, "match", "RETURN 1", true, Moment(1)).unwrap();
    ladder.tried_lesson(ann, "match", "RETURN 2", false, Moment(2)).unwrap();
    ladder.hinted_lesson(ann, "where", 2, Moment(3)).unwrap();
    ladder.hinted_lesson(ann, "where", 1, Moment(4)).unwrap();
    ladder.tried_lesson(bob, "match", &"x".repeat(20_000), true, Moment(5)).unwrap();
    let copy = folder.path().join("copy.db");
    ladder.backup(&copy).unwrap();
    drop(ladder);
    let mut moved = open(&copy);
    let step = |passed, tries, hints, last| LessonStep { passed, tries, hints, last: Moment(last) };
    let steps = &moved.state().lessons;
    assert_eq!(steps[&ann]["match"], step(true, 2, 0, 2));
    assert_eq!(steps[&ann]["where"], step(false, 0, 2, 4));
    assert_eq!(steps[&bob]["match"], step(true, 1, 0, 5));
    assert_eq!(moved.archive().tried_query(ann, "match").unwrap().as_deref(), Some("RETURN 2"));
    assert_eq!(moved.archive().tried_query(bob, "match").unwrap(), None, "too long to be kept");
    for number in 1..200 {
        moved.hinted_lesson(bob, &format!("{number}"), 1, Moment(0)).unwrap();
    }
    let more = moved.hinted_lesson(bob, "one more", 1, Moment(0)).unwrap_err().to_string();
    assert!(more.contains("200 lessons"), "{more}");
    let home = folder.path().join("home");
    othello_ladder::export(&moved, &home).unwrap();
    let read = |path: &str| std::fs::read_to_string(home.join(path)).unwrap();
    assert!(read("lessons.csv").contains("\"Ann\",\"match\",true,2,0\n"));
    assert_eq!(read(&format!("people/{:03}-Ann/lessons/match.cypher", ann.0)), "RETURN 2");
    moved.remove(ann, true).unwrap();
    assert!(moved.tried_lesson(ann, "match", "RETURN 3", true, Moment(6)).is_err());
    drop(moved);
    assert!(open(&path).state().lessons.contains_key(&ann));
}

#[test]
fn what_two_have_sent_is_there_for_one_when_the_other_is_forgotten() {
    let (_folder, path, mut ladder) = ladder();
    let [ann, bob] = ["Ann", "Bob"].map(|name| join(&mut ladder, name));
    let [of_ann, of_bob] =
        [ann, bob].map(|person| ladder.submit_upload(person, sent(), Moment(0)).unwrap());
    ladder.forget(ann).unwrap().finish().unwrap();
    assert_eq!(ladder.archive().upload(of_ann).unwrap(), None);
    assert_eq!(ladder.archive().upload(of_bob).unwrap(), Some(program()));
    assert!(holds(&path, "a secret of mine"));
    ladder.forget(bob).unwrap().finish().unwrap();
    assert!(!holds(&path, "a secret of mine"));
}

#[test]
fn twenty_comparisons_an_hour_are_enough_and_one_at_a_time() {
    let (_folder, _, mut ladder) = ladder();
    let ann = join(&mut ladder, "Ann");
    let [one, other] = versions(&mut ladder, ann);
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
