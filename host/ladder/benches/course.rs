//! What a course of months costs a ladder: many people with many versions each, and the games of all of them. How long
//! the ladder is held for a game that is handed out and kept, for what everybody sees, and for the pages of one.

use std::time::{Duration, Instant};

use othello_arena::GameSetup;
use othello_ladder::{
    Content, GameId, Ladder, Moment, Opened, Pairing, PersonId, PlayedGame, Rules, Schedule, Task,
    Verdict, VersionId,
};
use othello_rules::{ByColour, Colour};
use othello_store::Ending;
use othello_test_support::Rng;

const PEOPLE: i64 = 200;
const VERSIONS: i64 = 5;
/// So many games are played between one version of everybody and the next.
const GAMES: usize = 10_000;
const LOOKS: usize = 50;

fn main() {
    let folder = std::env::temp_dir().join(format!("ladder-course-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let begin = || {
        let setup = GameSetup::find("othello", None, None).expect("the game is built in");
        Ok((Rules::new("Course", &setup)?, Schedule::default()))
    };
    let opened = Ladder::open(&folder.join("ladder.db"), begin).expect("a new ladder");
    let Opened { mut ladder, .. } = opened;
    let mut now = Moment(1_700_000_000_000);
    ladder.add_boss("Pebble", Content::Query, Some("RETURN 1"), now).expect("a boss");
    let code = ladder.state().code.clone();
    let people: Vec<PersonId> = (0..PEOPLE)
        .map(|number| ladder.join(&format!("Person {number}"), &code, now).expect("a person").0)
        .collect();
    let mut rng = Rng(7);
    for round in 0..VERSIONS {
        for &person in &people {
            let text = format!("RETURN {} // {round}", person.0);
            ladder.submit(person, &text, now).expect("a version");
        }
        while let Some(Task::Check(version)) = ladder.next_task(1, 0) {
            ladder.judge(version, Verdict::Accepted(String::new())).expect("a verdict");
        }
        now = now.plus(Duration::from_secs(600));
        let times: Vec<Duration> = (0..GAMES).map(|_| plays(&mut ladder, &mut rng, now)).collect();
        let all = (1 + PEOPLE * (round + 1), ladder.state().games);
        println!("{} versions, {} games: {} a game", all.0, all.1, shown(times));
    }
    let boss = ladder.state().table().into_iter().find(|one| one.version == VersionId(1));
    let version = boss.expect("the boss plays").version;
    looks("the table", || ladder.state().table().len());
    looks("the boss's latest games", || {
        ladder.archive().games_of(version, 40).map_or(0, |it| it.len())
    });
    looks("500 lines of the feed", || {
        ladder.archive().games_after(GameId(0), 500).map_or(0, |it| it.len())
    });
    let _ = std::fs::remove_dir_all(&folder);
}

/// Has a game handed out, kept, and the ladder's clock looked at; gives how long the ladder was held.
fn plays(ladder: &mut Ladder, rng: &mut Rng, now: Moment) -> Duration {
    let began = Instant::now();
    let Some(Task::Play(pairing)) = ladder.next_task(0, 2) else { panic!("nobody plays") };
    let handed_out = began.elapsed();
    let played = played(pairing, rng, now);
    let began = Instant::now();
    ladder.record(played).expect("a game");
    let _ = ladder.tick(now);
    handed_out + began.elapsed()
}

fn played(pairing: Pairing, rng: &mut Rng, began: Moment) -> PlayedGame {
    let ByColour { black, white } = pairing.players;
    let stronger =
        if (black.0 % PEOPLE) < (white.0 % PEOPLE) { Colour::Black } else { Colour::White };
    let winner = Some(if rng.below(4) > 0 { stronger } else { stronger.opponent() });
    PlayedGame {
        pairing,
        ending: Ending::Played { winner },
        discs: ByColour { black: 40, white: 24 },
        moves: "c4".repeat(60),
        began,
        took_ms: 50,
        worker: None,
    }
}

fn looks(what: &str, look: impl Fn() -> usize) {
    let times = (0..LOOKS).map(|_| {
        let began = Instant::now();
        std::hint::black_box(look());
        began.elapsed()
    });
    println!("{what}: {}", shown(times.collect()));
}

fn shown(mut times: Vec<Duration>) -> String {
    times.sort();
    let at = |share: usize| times[(times.len() - 1) * share / 100].as_secs_f64() * 1e3;
    format!("{:.2} ms by median, {:.2} ms in 95 %, {:.1} ms at worst", at(50), at(95), at(100))
}
