//! The hostile suite: real plugins, one act each, played against the real jail. Each must end as the right verdict
//! with the right reason, and a normal player must play in the same host after it; then they meet each other, and at
//! last nothing of them is left. Run by root, all of it is played as an ordinary user as well, where all tests are
//! asked for. Prints a table; run by `cargo test -p othello-players --test hostile`, with a part of an act's name to play
//! only some.
//!
//! What an act costs the host is judged by the processor time of the thread that asks, which a busy machine does
//! not change; by the clock it only has to end at all.
#![allow(clippy::unwrap_used)]

mod acts;
mod stage;
mod traces;

use acts::Expected;
use othello_player_api::{Game, Round};
use othello_players::{AskError, Contestant, Decision, Finder, Jail, Runner, Session};
use othello_test_support::{all_are_wanted, thread_time};
use stage::{Parts, Stage};
use std::fs;
use std::path::Path;
use std::process::{ExitCode, Stdio};
use std::time::{Duration, Instant};
use traces::Traces;

/// How long a player has for its round that never answers.
const DEADLINE: Duration = Duration::from_millis(400);

/// How long the others have: on a busy machine too they come to what they do by themselves.
const LONG: Duration = Duration::from_secs(60);

/// An act that is not over so long after its deadline hangs the host.
const HANG: Duration = Duration::from_secs(60);

/// How much of the processor the thread that asks may use in an act; a build that is not optimised twice as much.
const EFFORT: Duration = Duration::from_millis(if cfg!(debug_assertions) { 200 } else { 100 });

/// The user that owns nothing, as whom everything has to hold as well.
const NOBODY: u32 = 65534;

fn main() -> ExitCode {
    othello_players::child::enter_if_asked();
    let filter = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    let parts = Parts::get();
    let folder = tempfile::tempdir().unwrap();
    // Root's players are closed in by other means than everybody's.
    let as_nobody =
        is_root() && all_are_wanted("what root's hostile players do as an ordinary user's");
    let as_nobody = as_nobody.then(|| {
        let mut command = parts.played_by(NOBODY, folder.path());
        command.args(&filter).stdout(Stdio::piped()).spawn().unwrap()
    });
    println!("\nas {}:", if is_root() { "root" } else { "an ordinary user" });
    let mut is_well = play_all(parts, filter.as_deref());
    if let Some(child) = as_nobody {
        let output = child.wait_with_output().unwrap();
        println!("{}", String::from_utf8_lossy(&output.stdout));
        is_well &= output.status.success();
    }
    if is_well { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn is_root() -> bool {
    fs::metadata("/proc/self").is_ok_and(|own| std::os::unix::fs::MetadataExt::uid(&own) == 0)
}

/// Plays all acts of which the name is wanted, alone and against each other, and gives whether all ended as they must.
fn play_all(parts: Parts, filter: Option<&str>) -> bool {
    let is_wanted = |act: &str| filter.is_none_or(|filter| act.contains(filter));
    let children_before = children(std::process::id()).len();
    let stage = Stage::set(parts, is_wanted);
    let traces = Traces::before(&stage);
    let (mut failed, mut passed) = (0, 0);
    let mut count = |faults: String| {
        if faults.is_empty() {
            passed += 1;
        } else {
            failed += 1;
            println!("  FAILED:{faults}");
        }
    };
    println!("{:44} {:>8} {:>8}  verdict", "act", "ms", "cpu ms");
    for (act, expected) in stage.acts().iter().filter(|(act, _)| is_wanted(act)) {
        count(judge(&stage, act, *expected));
    }
    for duel in duels(&stage).filter(|duel| duel.iter().all(|(act, _)| is_wanted(act))) {
        count(fight(&stage, duel));
    }
    let folder = stage.folder().to_owned();
    let left = traces.left_by(&stage);
    drop(stage);
    // Every zygote has ended with its launcher, and what it kept ready.
    let own = children(std::process::id()).len().saturating_sub(children_before);
    let processes = own + processes_of(&folder).len();
    count(if processes > 0 { format!(" {processes} processes are left;") } else { String::new() });
    count(left.into_iter().map(|one| format!(" {one};")).collect());
    let result = if failed == 0 { "ok" } else { "FAILED" };
    println!("\ntest result: {result}. {passed} passed; {failed} failed; 0 ignored\n");
    failed == 0
}

/// Plays one act beside a player that means no harm, and gives what is wrong with what came of it.
fn judge(stage: &Stage, act: &str, expected: Expected) -> String {
    // Another player, whose game goes on meanwhile.
    let mut bystander = begin_normal(stage).unwrap();
    let (begun, effort) = (Instant::now(), thread_time());
    let verdict = play(stage, act, expected.deadline());
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
    if let Err(error) = normal_game(stage) {
        faults.push_str(&format!(" no normal game after it: {error};"));
    }
    faults
}

/// The two of a game.
type Duel = [(String, Expected); 2];

/// Every library that tries something in a round, against another that does, and against a program.
fn duels(stage: &Stage) -> impl Iterator<Item = Duel> {
    let (by_programs, libraries): (Vec<_>, Vec<_>) = stage
        .acts()
        .into_iter()
        .filter(|(act, _)| {
            let name = act.strip_suffix(acts::BY_A_PROGRAM).unwrap_or(act);
            acts::attempts().any(|(attempt, _)| attempt == name)
        })
        .partition(|(act, _)| act.ends_with(acts::BY_A_PROGRAM));
    let next = libraries.clone().into_iter().cycle().skip(1);
    let among_libraries = libraries.clone().into_iter().zip(next).map(|(one, other)| [one, other]);
    let with_programs = libraries.into_iter().zip(by_programs).map(|(one, other)| [one, other]);
    // Each third of them meets a program as well, of which a start takes long.
    among_libraries.chain(with_programs.step_by(3))
}

/// Two that mean harm in one game: what comes of each is what comes of it alone.
fn fight(stage: &Stage, duel: Duel) -> String {
    let mut sessions = Vec::new();
    for (act, _) in &duel {
        let runner = stage.runner(act);
        let contestant = stage.finder(&runner).contestant(&stage.spec(act)).unwrap();
        let starting = runner.start(&contestant, Game::default());
        match starting.and_then(|starting| starting.ready()) {
            Ok(session) => sessions.push(session),
            Err(error) => return format!(" {act} was not started: {};", verdict_text(error)),
        }
    }
    let verdicts: Vec<String> = sessions
        .iter_mut()
        .map(|session| two_rounds(session, &Game::default(), LONG).unwrap_or_else(|why| why))
        .collect();
    let names = duel.iter().map(|(act, _)| act.as_str()).collect::<Vec<_>>().join(" against ");
    println!("{names:44} {}", verdicts.join("; "));
    duel.iter().zip(&verdicts).map(|((_, expected), verdict)| expected.complaint(verdict)).collect()
}

/// The processes that run a program of this folder.
fn processes_of(folder: &Path) -> Vec<u32> {
    let folder = folder.as_os_str().as_encoded_bytes();
    let runs = |process: &fs::DirEntry| {
        let words = fs::read(process.path().join("cmdline")).unwrap_or_default();
        words.windows(folder.len()).any(|part| part == folder)
    };
    let processes = fs::read_dir("/proc").unwrap().flatten().filter(runs);
    processes.filter_map(|process| process.file_name().to_str()?.parse().ok()).collect()
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
        Ok(_) if act.starts_with("thinks_in_a_chain") || act.starts_with("thinks_under") => {
            movement_of_all(stage).to_owned()
        }
        Ok(verdict) | Err(verdict) => verdict,
    };
    session.end();
    verdict
}

/// Asks two rounds with a pause between them, in which the other side would think.
fn two_rounds(session: &mut Session, game: &Game, deadline: Duration) -> Result<String, String> {
    ask(session, game, deadline)?;
    std::thread::sleep(Duration::from_millis(20));
    ask(session, game, deadline)
}

/// Asks a round.
fn ask(session: &mut Session, game: &Game, deadline: Duration) -> Result<String, String> {
    let response = session.ask(Round::of(game), Some(Instant::now() + deadline));
    response.map_err(verdict_text).map(|response| match response.decision {
        Decision::Query(query) => format!("answers {}", excerpt(&query.cypher)),
        Decision::Resigned(reason) => format!("resigns: {reason}"),
    })
}

/// Whether a player uses the processor once the system says that it and the bystander are stopped. Those that are kept
/// ready for the next game are not.
fn movement_between_rounds() -> &'static str {
    let begun = Instant::now();
    let stopped = || -> Vec<(u32, u64)> {
        let players = children(std::process::id()).into_iter().flat_map(children);
        let states = players.map(|player| (player, state_and_ticks(player)));
        states
            .filter_map(|(player, (state, ticks))| (state == "T").then_some((player, ticks)))
            .collect()
    };
    let mut before = stopped();
    while before.len() < 2 {
        if begun.elapsed() > HANG {
            return "is never stopped";
        }
        std::thread::sleep(Duration::from_millis(1));
        before = stopped();
    }
    std::thread::sleep(Duration::from_millis(500));
    if stopped() == before { "stands still" } else { "moves" }
}

/// Whether anything of a program's runs once it is not asked any more: all that it has started must come to stand still.
fn movement_of_all(stage: &Stage) -> &'static str {
    let begun = Instant::now();
    let stopped = || -> Option<Vec<u32>> {
        let all = processes_of(stage.folder());
        all.iter().all(|one| state_and_ticks(*one).0 == "T").then_some(all)
    };
    while begun.elapsed() < HANG {
        let before = stopped();
        std::thread::sleep(Duration::from_millis(100));
        if before.is_some() && stopped() == before {
            return "stands still";
        }
    }
    "moves"
}

/// A process's state and the clock ticks that it has used.
fn state_and_ticks(process: u32) -> (String, u64) {
    let text = fs::read(format!("/proc/{process}/stat")).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
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
    ask(session, &Game::default(), LONG)?;
    match ask(session, &Game::default(), LONG)? {
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
