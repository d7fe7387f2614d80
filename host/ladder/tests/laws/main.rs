//! Laws of the ladder over made-up events: random acts of people, workers and the organiser, with the host killed at
//! any point. Whatever was answered is in the file, and a simple model agrees with what the table says.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail so")]
#![forbid(unsafe_code)]

mod acts;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::Duration;

use othello_arena::GameSetup;
use othello_ladder::{
    Content, FinalFormat, GameId, Key, Ladder, LadderError, Moment, Opened, Pairing, PersonId,
    Phase, PlayedGame, Purpose, Rules, Schedule, Submission, Task, Verdict, VersionId,
};
use othello_players::share::{CodeForm, Upload};
use othello_rules::{ByColour, Colour};
use othello_store::Ending;
use proptest::prelude::*;

use acts::{Act, NAMES, act};

/// What has to be so, kept in the simplest way.
#[derive(Default)]
struct Model {
    people: Vec<(PersonId, Option<Key>)>,
    /// What everybody sent, by version.
    sent: BTreeMap<VersionId, (PersonId, Upload)>,
    /// Points of Black in halves, by pairing, and whether a worker that lies has played it.
    games: Vec<(Pairing, u8, bool)>,
    /// How many games there ever were.
    count: usize,
    /// The latest game of all.
    last: i64,
    /// How many workers were found out: each plays no more.
    found_out: usize,
    /// What everybody tried last for a lesson, and whether they ever did what it asks.
    tried: BTreeMap<(PersonId, String), (String, bool)>,
}

struct World {
    folder: tempfile::TempDir,
    ladder: Option<Ladder>,
    model: Model,
    now: Moment,
    tasks: Vec<Task>,
}

/// What somebody sends: a query, or what is no query.
fn sent(number: usize) -> Upload {
    match number {
        0..5 => Upload::Query(format!("RETURN {number}\n")),
        5 => Upload::Code { form: CodeForm::Library, bytes: vec![5; 100] },
        _ => Upload::Code { form: CodeForm::Program, bytes: vec![number as u8; 100] },
    }
}

fn begin() -> Result<(Rules, Schedule), LadderError> {
    let setup = GameSetup::find("othello", Some(6), None).map_err(LadderError::Rules)?;
    let (final_format, allows_code) = (FinalFormat::RoundRobin, true);
    let rules = Rules { final_format, allows_code, ..Rules::new("Test", &setup)? };
    Ok((rules, Schedule::default()))
}

fn open(path: &Path) -> Ladder {
    let Opened { ladder, .. } = Ladder::open(path, begin).unwrap();
    ladder
}

impl World {
    fn new() -> World {
        let folder = tempfile::tempdir().unwrap();
        let mut ladder = open(&folder.path().join("ladder.db"));
        let now = Moment(1_700_000_000_000);
        ladder.add_boss("Pebble", Content::Query, Some("RETURN 1"), now).unwrap();
        World { folder, ladder: Some(ladder), model: Model::default(), now, tasks: Vec::new() }
    }

    fn ladder(&mut self) -> &mut Ladder {
        self.ladder.as_mut().unwrap()
    }

    fn person(&self, number: usize) -> Option<PersonId> {
        self.model.people.get(number).map(|person| person.0)
    }

    fn does(&mut self, act: &Act) {
        let now = self.now;
        match act {
            Act::Join(name) => {
                let code = self.ladder().state().code.clone();
                if let Ok((id, key)) = self.ladder().join(NAMES[*name], &code, now) {
                    self.model.people.push((id, Some(key)));
                }
            }
            Act::Submit { person, text } => {
                let Some(person) = self.person(*person) else { return };
                let upload = sent(*text);
                let submission = Submission::of(upload.clone()).unwrap();
                if let Ok(version) = self.ladder().submit_upload(person, submission, now) {
                    self.model.sent.insert(version, (person, upload));
                }
            }
            Act::Take => {
                if let Some(task) = self.ladder().next_task(2, 2) {
                    assert!(!self.tasks.contains(&task), "handed out twice: {task:?}");
                    self.tasks.push(task);
                }
            }
            Act::Finish { good, half_points } if !self.tasks.is_empty() => {
                match self.tasks.remove(0) {
                    Task::Check(version) => {
                        let verdict = match good {
                            true => Verdict::Accepted(String::new()),
                            false => Verdict::Refused("it has no cell".to_owned()),
                        };
                        self.ladder().judge(version, verdict).unwrap();
                        // The bytes of code that was refused are not kept.
                        let is_code =
                            |(_, upload): &(_, Upload)| matches!(upload, Upload::Code { .. });
                        if !good && self.model.sent.get(&version).is_some_and(is_code) {
                            self.model.sent.remove(&version);
                        }
                    }
                    Task::Play(pairing) => self.plays(pairing, *good, *half_points),
                }
            }
            Act::Void if !self.tasks.is_empty() => {
                if let Task::Play(pairing) = self.tasks[0] {
                    self.tasks.remove(0);
                    self.ladder().void(pairing, None).unwrap();
                }
            }
            Act::GiveBack if !self.tasks.is_empty() => {
                if let Task::Play(pairing) = self.tasks[0] {
                    self.tasks.remove(0);
                    self.ladder().give_back(pairing);
                }
            }
            Act::Withdraw => self.withdraws(),
            Act::Kill => self.is_killed(),
            Act::Wait(ms) => {
                self.now = now.plus(Duration::from_millis((*ms).into()));
                let now = self.now;
                self.ladder().tick(now).unwrap();
                self.sees_forfeits();
            }
            Act::Learn(person, lesson, passed) => self.learns(*person, *lesson, *passed),
            Act::Close => drop(self.ladder().close(now)),
            other => self.organises(other),
        }
    }

    fn learns(&mut self, person: usize, lesson: usize, passed: bool) {
        let Some(person) = self.person(person) else { return };
        let (now, lesson) = (self.now, format!("lesson {lesson}"));
        let query = format!("RETURN {}", self.model.tried.len());
        let kept = self.ladder().tried_lesson(person, &lesson, &query, passed, now);
        assert_eq!(kept.is_ok(), !self.ladder().person(person).unwrap().removed);
        if kept.is_ok() {
            let before = self.model.tried.get(&(person, lesson.clone())).is_some_and(|it| it.1);
            self.model.tried.insert((person, lesson), (query, passed || before));
        }
    }

    /// Nothing brings somebody back who was forgotten.
    fn stays_forgotten(&mut self, id: PersonId) {
        let ladder = self.ladder();
        let before = ladder.state().clone();
        assert!(ladder.rename(id, "Back again").is_err());
        assert!(ladder.remove(id, false).is_err());
        assert!(ladder.mute(id, false).is_err());
        assert!(ladder.reset_key(id).is_err());
        assert!(ladder.forget(id).is_err());
        assert_eq!(&before, ladder.state());
    }

    fn organises(&mut self, act: &Act) {
        let (Act::Rename(person, _)
        | Act::Remove(person, _)
        | Act::Mute(person, _)
        | Act::ResetKey(person)
        | Act::Forget(person)
        | Act::Compare(person)
        | Act::StopComparing(person)
        | Act::Reveal(person)) = act
        else {
            return;
        };
        let Some(id) = self.person(*person) else { return };
        if self.model.people[*person].1.is_none() {
            return self.stays_forgotten(id);
        }
        match act {
            Act::Rename(_, name) => drop(self.ladder().rename(id, NAMES[*name])),
            Act::Remove(_, removed) => self.ladder().remove(id, *removed).unwrap(),
            Act::Mute(_, muted) => self.ladder().mute(id, *muted).unwrap(),
            Act::ResetKey(_) => {
                let key = self.ladder().reset_key(id).unwrap();
                self.model.people[*person].1 = Some(key);
            }
            Act::Forget(_) => {
                self.ladder().forget(id).unwrap().finish().unwrap();
                self.model.people[*person].1 = None;
                self.model.tried.retain(|(author, _), _| *author != id);
                self.model.sent.retain(|_, (author, _)| *author != id);
            }
            Act::Compare(_) => self.compares(id),
            Act::StopComparing(_) => {
                let ladder = self.ladder();
                let own = ladder.state().comparisons.values().find(|one| one.person == id);
                if let Some(own) = own.map(|one| one.id) {
                    ladder.stop_comparison(id, own).unwrap();
                    assert!(ladder.state().comparisons[&own].outcome.is_some());
                }
            }
            _ => {
                let first = self.ladder().state().versions_of(id).next().map(|one| one.id);
                if let Some(first) = first {
                    self.ladder().reveal(id, first, true).unwrap();
                }
            }
        }
    }

    /// The last two versions of somebody are compared, where that is taken in.
    fn compares(&mut self, id: PersonId) {
        let now = self.now;
        let ladder = self.ladder();
        let versions: Vec<_> = ladder.state().versions_of(id).map(|one| one.id).collect();
        let [.., against, tried] = versions.as_slice() else { return };
        let open = |ladder: &Ladder| {
            let all = ladder.state().comparisons.values();
            all.filter(|one| one.person == id && one.outcome.is_none()).count()
        };
        let before = open(ladder);
        match ladder.compare(id, *tried, *against, now) {
            Ok(_) => assert_eq!(before, 0, "one at a time"),
            Err(error) => assert!(error.to_string().len() > 10, "{error}"),
        }
        assert!(open(ladder) <= 1);
    }

    fn plays(&mut self, pairing: Pairing, good: bool, half_points: u8) {
        let ending = match half_points {
            _ if !good => Ending::Forfeit {
                by: Colour::Black,
                word: "illegal".to_owned(),
                reason: "a1 is taken".to_owned(),
            },
            2 => Ending::Played { winner: Some(Colour::Black) },
            1 => Ending::Played { winner: None },
            _ => Ending::Played { winner: Some(Colour::White) },
        };
        self.model.count += 1;
        let (moves, lies) = (format!("{}", self.model.count), self.model.count.is_multiple_of(4));
        let discs = ByColour { black: 20, white: 16 };
        let (began, worker) = (self.now, lies.then(|| self.liar()));
        let played = PlayedGame { pairing, ending, discs, moves, began, took_ms: 5, worker };
        let points = played.half_points(Colour::Black);
        self.model.last = self.ladder().record(played.clone()).unwrap().unwrap().0;
        assert!(self.ladder().record(played).unwrap().is_none(), "a result counts once");
        self.model.games.push((pairing, points, lies));
    }

    /// In a final those who are not there any more lose what is left to be played, and nobody else does.
    fn sees_forfeits(&mut self) {
        let last = GameId(self.model.last);
        for game in self.ladder().archive().games_after(last, 1000).unwrap() {
            let (pairing, played) = (game.played.pairing, &game.played);
            let Ending::Forfeit { by, word, .. } = &played.ending else {
                panic!("nobody has played it: {game:?}")
            };
            assert_eq!((word.as_str(), pairing.pair.purpose), ("absent", Purpose::Final));
            let author = self.ladder().state().versions[&pairing.players[*by]].person;
            assert!(self.ladder().person(author).unwrap().removed);
            self.model.games.push((pairing, played.half_points(Colour::Black), false));
            self.model.last = game.id.0;
        }
    }

    /// The worker that lies.
    fn liar(&self) -> String {
        format!("liar {}", self.model.found_out)
    }

    /// All games of the worker that lies are taken out, and of the final what was paired after the first of them.
    fn withdraws(&mut self) {
        let in_final = |pairing: &Pairing| pairing.pair.purpose == Purpose::Final;
        let games = &mut self.model.games;
        let lies = games.iter().filter(|(pairing, _, lies)| *lies && in_final(pairing));
        let first = lies.map(|(pairing, ..)| pairing.pair.number).min();
        let goes = |pairing: &Pairing| {
            in_final(pairing) && first.is_some_and(|first| pairing.pair.number >= first)
        };
        let before = games.len();
        games.retain(|(pairing, _, lies)| !lies && !goes(pairing));
        let out = before - games.len();
        self.tasks.retain(|task| !matches!(task, Task::Play(pairing) if goes(pairing)));
        let (liar, mut taken_out) = (self.liar(), 0);
        self.model.found_out += 1;
        loop {
            match self.ladder().withdraw(&liar).unwrap() {
                0 => break,
                games => taken_out += games,
            }
        }
        assert_eq!(taken_out, out);
    }

    /// The host is killed, and another one takes the file up. Nothing that was answered is lost.
    fn is_killed(&mut self) {
        let before = self.ladder().state().clone();
        self.ladder = None;
        self.tasks.clear();
        let path = self.folder.path().join("ladder.db");
        self.ladder = Some(open(&path));
        assert_eq!(&before, self.ladder().state());
    }

    fn holds(&mut self) {
        let Model { people, sent, games, count, last, found_out, tried } =
            std::mem::take(&mut self.model);
        let ladder = self.ladder();
        assert_eq!(ladder.state().lessons.values().map(BTreeMap::len).sum::<usize>(), tried.len());
        for ((person, lesson), (query, passed)) in &tried {
            assert_eq!(
                ladder.archive().tried_query(*person, lesson).unwrap().as_ref(),
                Some(query)
            );
            assert_eq!(ladder.state().lessons[person][lesson].passed, *passed);
        }
        for (id, key) in &people {
            let removed = ladder.person(*id).unwrap().removed;
            match key {
                Some(key) if !removed => assert_eq!(ladder.person_of(key).unwrap().id, *id),
                Some(key) => assert!(ladder.person_of(key).is_err()),
                None => assert!(removed && !ladder.state().badges.contains_key(id)),
            }
        }
        let shapes: BTreeSet<_> =
            ladder.state().people.values().map(|one| one.name.shape().to_owned()).collect();
        assert_eq!(shapes.len(), ladder.state().people.len(), "names that can be told apart");
        for (version, (_, upload)) in &sent {
            assert_eq!(ladder.archive().upload(*version).unwrap().as_ref(), Some(upload));
        }
        for version in ladder.state().versions.values().filter(|one| !sent.contains_key(&one.id)) {
            let boss = ladder.person(version.person).unwrap().boss;
            assert!(
                boss || ladder.archive().upload(version.id).unwrap().is_none(),
                "forgotten, or refused"
            );
        }
        assert_eq!(ladder.state().games, games.len() as u64);
        let mut counted: BTreeMap<VersionId, u64> = BTreeMap::new();
        for (pairing, half_points, _) in &games {
            if pairing.pair.purpose == Purpose::Rated {
                *counted.entry(pairing.players.black).or_default() += u64::from(*half_points);
                *counted.entry(pairing.players.white).or_default() += u64::from(2 - half_points);
            }
            let person = |version| ladder.state().versions[&version].person;
            assert_ne!(person(pairing.players.black), person(pairing.players.white));
        }
        for version in ladder.state().versions.values() {
            let points = 2 * version.tally.wins + version.tally.draws;
            assert_eq!(points, counted.get(&version.id).copied().unwrap_or_default());
            assert!(version.tally.games() == 0 || version.is_accepted());
        }
        for standing in ladder.state().table() {
            assert!(standing.rating.is_finite() && standing.error > 0.0);
            assert!(!ladder.person(standing.person).unwrap().removed);
        }
        self.model = Model { people, sent, games, count, last, found_out, tried };
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nothing_that_was_answered_is_lost_whatever_people_do_and_whenever_the_host_is_killed(
        acts in prop::collection::vec(act(), 1..140)
    ) {
        let mut world = World::new();
        for act in &acts {
            world.does(act);
        }
        world.holds();
        world.is_killed();
        world.holds();
    }
}

#[test]
fn an_event_goes_from_its_first_guest_to_its_final_and_its_end() {
    let mut world = World::new();
    for name in ["Ann", "Bob", "Cleo"] {
        let code = world.ladder().state().code.clone();
        let (id, _) = world.ladder().join(name, &code, Moment(0)).unwrap();
        world.ladder().submit(id, &format!("RETURN '{name}'"), Moment(0)).unwrap();
    }
    let mut rated = 0;
    while rated < 60 {
        match world.ladder().next_task(2, 2).unwrap() {
            Task::Check(version) => {
                world.ladder().judge(version, Verdict::Accepted(String::new())).unwrap();
            }
            Task::Play(pairing) => {
                world.plays(pairing, true, (rated % 3) as u8);
                rated += 1;
            }
        }
    }
    let table = world.ladder().state().table();
    assert_eq!(table.len(), 4);
    world.ladder().close(Moment(1)).unwrap();
    assert_eq!(world.ladder().state().phase, Phase::Final);
    let mut finals = 0;
    while let Some(task) = world.ladder().next_task(2, 2) {
        let Task::Play(pairing) = task else { panic!("{task:?}") };
        assert_eq!(pairing.pair.purpose, Purpose::Final);
        world.plays(pairing, true, 2);
        finals += 1;
        if finals == 3 {
            world.is_killed();
        }
    }
    assert_eq!(finals, 6, "three meet each other twice");
    world.ladder().tick(Moment(1)).unwrap();
    assert_eq!(world.ladder().state().phase, Phase::Over);
    let version = world.ladder().state().versions.keys().next_back().copied().unwrap();
    let state = world.ladder().state();
    assert!(state.is_public(&state.versions[&version]));
    let first = state.people.keys().nth(1).copied().unwrap();
    let refused = world.ladder().submit(first, "RETURN 2", Moment(2)).unwrap_err();
    assert!(refused.to_string().contains("submissions are closed"));
}
