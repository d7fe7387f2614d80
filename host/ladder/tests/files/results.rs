//! Games in the file: those that are played to their end whatever becomes of them, and those that are taken out again.

use std::collections::{BTreeMap, BTreeSet};

use othello_ladder::{GameId, Ladder, Moment, PersonId, Task};

use super::{open, play, two_players, won_by_black};

#[test]
fn the_games_of_a_worker_that_lied_are_out_with_their_badges_and_no_number_comes_again() {
    let (_folder, path, mut ladder) = two_players();
    let liars: Vec<GameId> = (0..3).map(|_| play(&mut ladder, Some("liar"))).collect();
    let badges = |ladder: &Ladder| ladder.state().badges.values().flatten().count();
    assert_eq!((ladder.state().games, badges(&ladder)), (3, 4), "each won, and without LIMIT");
    let Some(Task::Play(out)) = ladder.next_task(0, 2) else { panic!("no game") };
    assert_eq!(ladder.withdraw("nobody").unwrap(), 0);
    assert_eq!(ladder.withdraw("liar").unwrap(), 3);
    assert_eq!(ladder.withdraw("liar").unwrap(), 0);
    assert_eq!(ladder.barred().unwrap(), ["nobody", "liar"]);
    let state = ladder.state();
    assert_eq!((state.games, badges(&ladder), state.latest.len()), (0, 0, 0));
    assert!(state.versions.values().all(|version| version.tally.games() == 0));
    // What is being played goes on, and no other pair gets its number.
    let mut numbers = vec![out.pair.number];
    while let Some(Task::Play(pairing)) = ladder.next_task(0, 2) {
        numbers.push(pairing.pair.number);
        ladder.void(pairing, None).unwrap();
        if numbers.len() > 4 {
            break;
        }
    }
    assert!(numbers[1..].iter().all(|number| *number > numbers[0]), "{numbers:?}");
    let after = ladder.state().clone();
    drop(ladder);
    let mut ladder = open(&path);
    assert_eq!(ladder.state().games, after.games);
    assert!(play(&mut ladder, Some("honest")) > liars[2]);
}

#[test]
fn what_a_host_that_was_killed_had_not_taken_out_yet_the_next_one_takes_out() {
    let (_folder, path, mut ladder) = two_players();
    let honest = play(&mut ladder, Some("honest"));
    for _ in 0..600 {
        play(&mut ladder, Some("liar"));
    }
    let some = ladder.withdraw("liar").unwrap();
    assert!((1..600).contains(&some), "nobody is held up for all of them: {some}");
    ladder.bar("slow").unwrap();
    ladder.bar("liar").unwrap();
    drop(ladder);
    let ladder = open(&path);
    assert_eq!(ladder.barred().unwrap(), ["liar", "slow"]);
    assert_eq!((ladder.state().games, ladder.state().latest[0].id), (1, honest));
    assert_eq!(ladder.archive().games_after(GameId(0), 1000).unwrap().len(), 1);
}

#[test]
fn a_badge_that_a_lie_brought_stays_where_somebody_honest_has_brought_it_too() {
    let (_folder, path, mut ladder) = two_players();
    let badges = |ladder: &Ladder| ladder.state().badges.clone();
    play(&mut ladder, Some("liar"));
    let by_lie = badges(&ladder);
    assert!(!by_lie.is_empty());
    for _ in 0..20 {
        play(&mut ladder, Some("honest"));
    }
    let all = badges(&ladder);
    assert_eq!(ladder.withdraw("liar").unwrap(), 1);
    let sorted = |badges: &BTreeMap<PersonId, Vec<String>>| {
        let of_each =
            badges.iter().map(|(person, own)| (*person, BTreeSet::from_iter(own.clone())));
        of_each.collect::<BTreeMap<_, _>>()
    };
    assert_eq!(sorted(&badges(&ladder)), sorted(&all));
    let state = ladder.state().clone();
    drop(ladder);
    assert_eq!(*open(&path).state(), state);
}

#[test]
fn a_pair_is_played_to_its_end_whichever_of_its_games_came_back_or_to_nothing() {
    let (_folder, path, mut ladder) = two_players();
    let mut pairs: BTreeMap<u64, Vec<bool>> = BTreeMap::new();
    // Nobody is new any more: whoever is goes before.
    for _ in 0..2 {
        play(&mut ladder, None);
    }
    for number in 0..12 {
        let Some(Task::Play(out)) = ladder.next_task(0, 2) else { panic!("no game") };
        match number % 3 {
            0 => ladder.give_back(out),
            1 => ladder.void(out, None).unwrap(),
            _ => {}
        }
        let again = if number % 3 == 2 { Some(Task::Play(out)) } else { ladder.next_task(0, 2) };
        assert_eq!(again, Some(Task::Play(out)), "it is played before others");
        pairs.entry(out.pair.number).or_default().push(out.second);
        ladder.record(won_by_black(out, None)).unwrap().unwrap();
    }
    assert!(pairs.len() == 6 && pairs.values().all(|both| *both == [false, true]), "{pairs:?}");
    let state = ladder.state().clone();
    drop(ladder);
    assert_eq!(*open(&path).state(), state);
}

#[test]
fn of_a_final_goes_with_a_lie_what_was_paired_after_it() {
    let (_folder, path, mut ladder) = two_players();
    ladder.close(Moment(1)).unwrap();
    play(&mut ladder, Some("honest"));
    play(&mut ladder, Some("liar"));
    assert!(ladder.next_task(0, 2).is_none(), "it is played");
    assert_eq!(ladder.withdraw("liar").unwrap(), 2, "they are one pair");
    let last = [play(&mut ladder, Some("honest")), play(&mut ladder, Some("honest"))];
    assert!(ladder.next_task(0, 2).is_none());
    drop(ladder);
    let ladder = open(&path);
    assert_eq!(ladder.state().games, 2);
    assert!(ladder.archive().game(last[1]).unwrap().played.worker.is_some());
}
