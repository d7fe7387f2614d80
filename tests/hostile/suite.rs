//! The hostile suite: real plugins, one act each, played against the real jail. Each must end
//! within its deadline as the right verdict with the right reason, and a normal player must play
//! in the same host after it. Prints a table; run by `cargo test -p othello-players --test hostile`,
//! with a part of an act's name to play only some.
#![allow(clippy::unwrap_used)]

mod stage;

use othello_player_api::{Game, Round};
use othello_players::{AskError, Contestant, Decision, Finder, Jail, Launcher, Runner};
use stage::{Expected, Stage};
use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How long a player has for its round that never answers.
const DEADLINE: Duration = Duration::from_millis(400);

/// How long the others have: on a busy machine too they come to what they do by themselves.
const LONG: Duration = Duration::from_secs(10);

/// What the host may take beyond that.
const GRACE: Duration = Duration::from_millis(100);

fn main() -> ExitCode {
    othello_players::child::enter_if_asked();
    let wanted = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    let stage = Stage::set();
    let machine = Machine::watched();
    let (mut failed, mut passed) = (0, 0);
    println!("\n{:44} {:>8} {:>8}  verdict", "act", "ms", "over");
    for (act, expected) in stage.acts() {
        if wanted.as_ref().is_some_and(|wanted| !act.contains(wanted.as_str())) {
            continue;
        }
        let (begun, stolen) = (Instant::now(), machine.stolen());
        let came = play(&stage, act, expected.deadline());
        let (took, stolen) = (begun.elapsed(), machine.stolen() - stolen);
        let over = came.over.map_or(0.0, ms);
        println!("{act:44} {:8.1} {over:8.1}  {}", ms(took), came.text);
        let mut wrong = expected.complaint(&came.text);
        if came.over.is_some_and(|over| over > GRACE + stolen) {
            let _ =
                write!(wrong, " it came too late, the machine being late by {:.1} ms;", ms(stolen));
        }
        if let Err(error) = normal_game(&stage) {
            wrong.push_str(&format!(" no normal game after it: {error};"));
        }
        if wrong.is_empty() {
            passed += 1;
        } else {
            failed += 1;
            println!("  FAILED:{wrong}");
        }
    }
    let left = children_left();
    if left > 0 {
        failed += 1;
        println!("  FAILED: {left} child processes are left");
    }
    let result = if failed == 0 { "ok" } else { "FAILED" };
    println!("\ntest result: {result}. {passed} passed; {failed} failed; 0 ignored\n");
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// How late this machine is in waking a thread that has nothing to do but to wake: what is beyond
/// an act's deadline by that is not the host's doing.
#[derive(Clone)]
struct Machine(Arc<AtomicU64>);

impl Machine {
    /// How long the watching thread sleeps at a time.
    const NAP: Duration = Duration::from_millis(2);

    fn watched() -> Machine {
        let machine = Machine(Arc::default());
        let watching = machine.clone();
        std::thread::spawn(move || {
            loop {
                let begun = Instant::now();
                std::thread::sleep(Machine::NAP);
                let late = begun.elapsed().saturating_sub(2 * Machine::NAP);
                watching.0.fetch_add(late.as_nanos() as u64, Ordering::Relaxed);
            }
        });
        machine
    }

    fn stolen(&self) -> Duration {
        Duration::from_nanos(self.0.load(Ordering::Relaxed))
    }
}

/// What came of an act.
struct Came {
    text: String,
    /// How long it took beyond what it was given, where it began at all.
    over: Option<Duration>,
}

/// Plays an act: finds the player, starts it, asks it two rounds, ends it.
fn play(stage: &Stage, act: &str, deadline: Duration) -> Came {
    if let Some(text) = stage.of_its_own(act) {
        return Came { text, over: None };
    }
    let runner = stage.runner(act);
    let contestant = match stage.finder(&runner).contestant(&stage.spec(act)) {
        Ok(contestant) => contestant,
        Err(error) => return Came { text: format!("not found: {error}"), over: None },
    };
    asked(&runner, &contestant, stage.pause(act), deadline)
}

/// Asks two rounds with a pause after each, in which the other side would think.
fn asked(runner: &Runner, contestant: &Contestant, pause: Duration, deadline: Duration) -> Came {
    let game = Game::default();
    let session = runner.start(contestant, game.clone()).and_then(|starting| starting.ready());
    let mut session = match session {
        Ok(session) => session,
        Err(error) => return Came { text: format!("not started: {}", told(error)), over: None },
    };
    let mut text = String::new();
    let begun = Instant::now();
    for _ in 0..2 {
        let asked = session.ask(Round::of(&game), Some(Instant::now() + deadline));
        match asked {
            Ok(response) => match response.decision {
                Decision::Query(query) => text = format!("answers {}", shown(&query.cypher)),
                Decision::Resigned(reason) => text = format!("resigns: {reason}"),
            },
            Err(error) => {
                text = told(error);
                break;
            }
        }
        std::thread::sleep(pause);
    }
    session.end();
    Came { text, over: Some(begun.elapsed().saturating_sub(2 * pause + deadline)) }
}

/// The start of a text, with blanks for what would paint the terminal.
fn shown(text: &str) -> String {
    text.chars().take(60).map(|one| if one.is_control() { ' ' } else { one }).collect()
}

fn told(error: AskError) -> String {
    match error {
        AskError::Host(error) => format!("THE HOST: {error}"),
        AskError::Player(failure) => match failure.output.trim().lines().last() {
            Some(last) => {
                format!("{} [{}]", failure.verdict, shown(last))
            }
            None => failure.verdict.to_string(),
        },
    }
}

/// A player that means no harm, in the same host.
fn normal_game(stage: &Stage) -> Result<(), String> {
    let runner = Runner { launcher: Launcher::this_program().unwrap(), jail: Jail::default() };
    let finder: Finder = stage.finder(&runner);
    let contestant =
        finder.contestant(&stage.normal().display().to_string()).map_err(|e| e.to_string())?;
    match asked(&runner, &contestant, Duration::ZERO, LONG).text {
        text if text.starts_with("answers WITH CASE $symbol") => Ok(()),
        other => Err(other),
    }
}

/// Processes whose parent we are, dead or alive.
fn children_left() -> usize {
    let own = format!("/proc/{}/task", std::process::id());
    let Ok(threads) = Path::new(&own).read_dir() else { return 0 };
    threads
        .flatten()
        .filter_map(|thread| std::fs::read_to_string(thread.path().join("children")).ok())
        .map(|children| children.split_whitespace().count())
        .sum()
}

impl Expected {
    /// How long an act of which this is expected is given.
    fn deadline(&self) -> Duration {
        match self {
            Expected::Says(wanted) if wanted.contains("within 0.") => DEADLINE,
            Expected::OneOf(wanted) if wanted.iter().any(|one| one.contains("within 0.")) => {
                DEADLINE
            }
            _ => LONG,
        }
    }

    /// What is wrong with what came; nothing where it is right.
    fn complaint(&self, came: &str) -> String {
        let right = match self {
            Expected::Says(wanted) => came.contains(wanted),
            Expected::OneOf(wanted) => wanted.iter().any(|wanted| came.contains(wanted)),
            Expected::CountsLessThan(most) => came
                .strip_prefix("answers RETURN ")
                .and_then(|count| count.parse().ok())
                .is_some_and(|count: u64| count < *most),
        };
        if right { String::new() } else { format!(" expected {self:?};") }
    }
}
