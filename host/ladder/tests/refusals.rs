//! What the ladder refuses, and the words for it.

#![allow(clippy::unwrap_used, reason = "a test may fail so")]
#![forbid(unsafe_code)]

use othello_arena::GameSetup;
use othello_ladder::{
    Content, Key, Ladder, LadderError, Moment, Opened, PersonId, Rules, Schedule, Verdict,
};

fn begin() -> Result<(Rules, Schedule), LadderError> {
    let setup = GameSetup::find("othello", Some(6), None).map_err(LadderError::Rules)?;
    Ok((Rules::new("Test", &setup)?, Schedule::default()))
}

#[test]
fn every_refusal_says_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let Opened { mut ladder, .. } = Ladder::open(&folder.path().join("ladder.db"), begin).unwrap();
    let now = Moment(0);
    ladder.add_boss("Pebble", Content::Query, Some("RETURN 1"), now).unwrap();
    let code = ladder.state().code.clone();
    let said = |result: Result<(PersonId, Key), LadderError>| result.unwrap_err().to_string();
    assert!(said(ladder.join("Ann", "wrong", now)).contains("stands on the screen"));
    let (ann, _) = ladder.join("Ann", &code.to_uppercase(), now).unwrap();
    assert!(said(ladder.join("ANN", &code, now)).contains("choose another"));
    assert!(said(ladder.join("Pebb1e", &code, now)).contains("choose another"));
    let submit = |ladder: &mut Ladder, text: &str| {
        ladder.submit(ann, text, now).map_err(|error| error.to_string())
    };
    assert!(submit(&mut ladder, " \n").unwrap_err().contains("no query"));
    assert!(submit(&mut ladder, &"x".repeat(40_000)).unwrap_err().contains("at most 32 kB"));
    let first = submit(&mut ladder, "RETURN 1").unwrap();
    assert!(submit(&mut ladder, "RETURN 2").unwrap_err().contains("wait for its verdict"));
    ladder.judge(first, Verdict::Refused("no cell".to_owned())).unwrap();
    assert!(submit(&mut ladder, "RETURN 1").unwrap_err().contains("version 1 as it is"));
    for number in 2..=6 {
        let version = submit(&mut ladder, &format!("RETURN {number}")).unwrap();
        ladder.judge(version, Verdict::Refused("no cell".to_owned())).unwrap();
    }
    assert!(submit(&mut ladder, "RETURN 7").unwrap_err().contains("try again in 61 s"));
    ladder.mute(ann, true).unwrap();
    assert!(submit(&mut ladder, "RETURN 8").unwrap_err().contains("ask them"));
    let boss = ladder.person_called("pebble").unwrap().id;
    assert!(ladder.remove(boss, true).unwrap_err().to_string().contains("host's own"));
}

#[test]
fn many_are_removed_at_once_or_nobody_is_and_the_file_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ladder.db");
    let Opened { mut ladder, .. } = Ladder::open(&path, begin).unwrap();
    let now = Moment(0);
    ladder.add_boss("Pebble", Content::Query, Some("RETURN 1"), now).unwrap();
    let code = ladder.state().code.clone();
    let jokers: Vec<PersonId> = (1..=30)
        .map(|number| ladder.join(&format!("Joker {number}"), &code, now).unwrap().0)
        .collect();
    let (ann, _) = ladder.join("Ann", &code, now).unwrap();
    let boss = ladder.person_called("pebble").unwrap().id;
    let here = |ladder: &Ladder| {
        let people = ladder.state().people.values();
        people.filter(|one| !one.boss && !one.removed).map(|one| one.id).collect::<Vec<_>>()
    };
    // Among them one who is not there, or the host's own: nobody goes.
    for stranger in [PersonId(9999), boss] {
        let with = [jokers.as_slice(), &[stranger]].concat();
        assert!(ladder.remove_all(&with, true).is_err());
        assert_eq!(here(&ladder).len(), 31);
    }
    // Whoever is named twice is one.
    ladder.remove_all(&[jokers.as_slice(), &jokers].concat(), true).unwrap();
    assert_eq!(here(&ladder), [ann]);
    drop(ladder);
    let Opened { mut ladder, .. } = Ladder::open(&path, begin).unwrap();
    assert_eq!(here(&ladder), [ann]);
    ladder.remove_all(&jokers[..10], false).unwrap();
    assert_eq!(here(&ladder).len(), 11);
    ladder.remove_all(&[], true).unwrap();
    assert_eq!(here(&ladder).len(), 11);
}
