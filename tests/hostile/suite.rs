//! The hostile suite: real plugins, one act each, played against the real jail. Each must end as the right verdict
//! with the right reason, and a normal player must play in the same host after it. Prints a table; run by
//! `cargo test -p othello-players --test hostile`, with a part of an act's name to play only some.
//!
//! What an act costs the host is judged by the processor time of the thread that asks, which a busy machine does
//! not change; by the clock it only has to end at all.
#![allow(clippy::unwrap_used)]

mod acts;
mod stage;

use acts::Expected;
use othello_player_api::{Game, Round};
use othello_players::{AskError, Contestant, Decision, Finder, Jail, Runner, Session};
use othello_test_support::thread_time;
use stage::Stage;
use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// How long a player has for its round that never answers.
const DEADLINE: Duration = Duration::from_millis(400);

/// How long the others have: on a busy machine too they come to what they do by themselves.
const LONG: Duration = Duration::from_secs(60);

/// An act that is not over so long after its deadline hangs the host.
const HANG: Duration = Duration::from_secs(60);

/// How much of the processor the thread that asks may use in an act.
const EFFORT: Duration = Duration::from_millis(100);

fn main() -> ExitCode {
    othello_players::child::enter_if_asked();
    let filter = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    let is_wanted = |act: &str| filter.as_ref().is_none_or(|filter| act.contains(filter.as_str()));
    let stage = Stage::set(is_wanted);
    let (mut failed, mut passed) = (0, 0);
    println!("\n{:44} {:>8} {:>8}  verdict", "act", "ms", "cpu ms");
    for (act, expected) in &stage.acts() {
        if !is_wanted(act) {
            continue;
        }
        // Another player, whose game goes on meanwhile.
        let mut bystander = begin_normal(&stage).unwrap();
        let (begun, effort) = (Instant::now(), thread_time());
        let verdict = play(&stage, act, expected.deadline());
        let (took, effort) = (begun.elapsed(), thread_time() - effort);
        let harmed = ask_bystander(&mut bystander);
        println!("{act:44} {:8.1} {:8.1}  {verdict}", ms(took), ms(effort));
        let mut faults = expected.complaint(&verdict);
        if let Err(error) = harmed {
            faults.push_str(&format!(" another player was harmed: {error};"));
        }
        if effort > EFFORT {
            faults.push_str(" it cost the host too much;");
        }
        if took > expected.deadline() + HANG {
            faults.push_str(" it held the host up;");
        }
        if let Err(error) = normal_game(&stage) {
            faults.push_str(&format!(" no normal game after it: {error};"));
        }
        if faults.is_empty() {
            passed += 1;
        } else {
            failed += 1;
            println!("  FAILED:{faults}");
        }
    }
    drop(stage);
    // Every zygote has ended with its launcher, and what it kept ready.
    let left = children(std::process::id()).len();
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

/// Plays an act: finds the player, starts it, asks it two rounds, ends it. Gives what came of it.
fn play(stage: &Stage, act: &str, deadline: Duration) -> String {
    if let Some(verdict) = stage.of_its_own(act) {
        return verdict;
    }
    let runner = stage.runner(act);
    let contestant = match stage.finder(&runner).contestant(&stage.spec(act)) {
        Ok(contestant) => contestant,
        Err(error) => return format!("not found: {error}"),
    };
    let game = Game::default();
    let session = runner.start(&contestant, game.clone()).and_then(|starting| starting.ready());
    let mut session = match session {
        Ok(session) => session,
        Err(error) => return format!("not started: {}", verdict_text(error)),
    };
    let verdict = match two_rounds(&mut session, &game, deadline) {
        Ok(_) if act == "thinks_on_the_others_time" => movement_between_rounds().to_owned(),
        Ok(verdict) | Err(verdict) => verdict,
    };
    session.end();
    verdict
}

/// Asks two rounds with a pause between them, in which the other side would think.
fn two_rounds(session: &mut Session, game: &Game, deadline: Duration) -> Result<String, String> {
    let mut ask = || {
        let response = session.ask(Round::of(game), Some(Instant::now() + deadline));
        response.map_err(verdict_text).map(|response| match response.decision {
            Decision::Query(query) => format!("answers {}", excerpt(&query.cypher)),
            Decision::Resigned(reason) => format!("resigns: {reason}"),
        })
    };
    ask()?;
    std::thread::sleep(Duration::from_millis(20));
    ask()
}

/// Whether a player uses the processor once the system says that all are stopped.
fn movement_between_rounds() -> &'static str {
    let players: Vec<u32> = children(std::process::id()).into_iter().flat_map(children).collect();
    if players.is_empty() {
        return "there is no player";
    }
    let states = || players.iter().map(|player| state_and_ticks(*player)).collect::<Vec<_>>();
    let begun = Instant::now();
    while states().iter().any(|(state, _)| state != "T") {
        if begun.elapsed() > HANG {
            return "is never stopped";
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    let before = states();
    std::thread::sleep(Duration::from_millis(500));
    if states() == before { "stands still" } else { "moves" }
}

/// A process's state and the clock ticks that it has used.
fn state_and_ticks(process: u32) -> (String, u64) {
    let text = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // The name stands in brackets and may hold anything, so what is counted begins after it.
    let fields: Vec<&str> = text.rsplit(')').next().unwrap_or("").split_whitespace().collect();
    let ticks = |at: usize| fields.get(at).and_then(|ticks| ticks.parse().ok()).unwrap_or(0);
    (fields.first().copied().unwrap_or("").to_owned(), ticks(11) + ticks(12))
}

/// The start of a text, with blanks for what would paint the terminal.
fn excerpt(text: &str) -> String {
    text.chars().take(60).map(|one| if one.is_control() { ' ' } else { one }).collect()
}

fn verdict_text(error: AskError) -> String {
    match error {
        AskError::Host(error) => format!("THE HOST: {error}"),
        AskError::Player(failure) => match failure.output.trim().lines().last() {
            Some(last) => {
                format!("{} [{}]", failure.verdict, excerpt(last))
            }
            None => failure.verdict.to_string(),
        },
    }
}

/// A player that means no harm, in the same host.
fn begin_normal(stage: &Stage) -> Result<Session, String> {
    let runner = Runner { launcher: stage.launcher(), jail: Jail::default() };
    let finder: Finder = stage.finder(&runner);
    let simple = stage.normal().display().to_string();
    let contestant: Contestant = finder.contestant(&simple).map_err(|error| error.to_string())?;
    let session = runner.start(&contestant, Game::default()).and_then(|starting| starting.ready());
    session.map_err(verdict_text)
}

fn ask_bystander(session: &mut Session) -> Result<(), String> {
    match two_rounds(session, &Game::default(), LONG)? {
        verdict if verdict.starts_with("answers WITH CASE $symbol") => Ok(()),
        other => Err(other),
    }
}

/// A game of such a player from its beginning.
fn normal_game(stage: &Stage) -> Result<(), String> {
    ask_bystander(&mut begin_normal(stage)?)
}

/// The processes whose parent this one is, dead or alive.
fn children(process: u32) -> Vec<u32> {
    let Ok(threads) = Path::new(&format!("/proc/{process}/task")).read_dir() else {
        return Vec::new();
    };
    let lists = threads.flatten().map(|thread| fs::read_to_string(thread.path().join("children")));
    let ids = |list: String| list.split_whitespace().filter_map(|id| id.parse().ok()).collect();
    lists.flatten().flat_map(|list| -> Vec<u32> { ids(list) }).collect()
}

/// What stands in the verdict of a time-out.
const NO_ANSWER: &str = "gave no answer within ";

impl Expected {
    /// How long an act of which this is expected is given.
    fn deadline(&self) -> Duration {
        match self {
            Expected::TimesOut | Expected::TimesOutOr(_) => DEADLINE,
            Expected::Says(_) | Expected::OneOf(_) => LONG,
        }
    }

    /// What is wrong with a verdict; nothing where it is right.
    fn complaint(&self, verdict: &str) -> String {
        let right = match self {
            Expected::Says(part) => verdict.contains(part),
            Expected::OneOf(parts) => parts.iter().any(|part| verdict.contains(part)),
            Expected::TimesOut => verdict.contains(NO_ANSWER),
            Expected::TimesOutOr(part) => verdict.contains(NO_ANSWER) || verdict.contains(part),
        };
        if right { String::new() } else { format!(" expected {self:?};") }
    }
}
