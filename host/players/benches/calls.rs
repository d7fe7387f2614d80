//! What a player's process costs: its start, a question with its answer, and finding players by
//! name. Prints the median and the 95 % point of each. It plays with the library of Simple, which
//! it builds first.

use othello_player_api::{Game, Round};
use othello_players::{Contestant, Finder, Jail, Launcher, Mode, Runner};
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

fn main() -> Result<()> {
    othello_players::child::enter_if_asked();
    print("a line to cat and back", through_cat()?);
    let plugins = built()?;
    let cache = tempfile::tempdir()?;
    for (words, mode, ponder) in [
        ("jailed", Mode::BestEffort, false),
        ("jailed, pondering", Mode::BestEffort, true),
        ("not jailed, pondering", Mode::Off, true),
    ] {
        let jail = Jail { mode, ponder, ..Jail::default() };
        let runner = Runner { launcher: Launcher::this_program()?, jail };
        let finder = Finder::new(runner.clone())
            .without_usual_folders()
            .with_cache(cache.path())
            .with_folder(plugins.path());
        let simple = finder.contestant("Simple")?;
        print(&format!("start, {words}"), times(200, || start(&runner, &simple))?);
        print(&format!("two starts, {words}"), times(200, || start_two(&runner, &simple))?);
        print(&format!("question, {words}"), questions(&runner, &simple)?);
        if ponder {
            print("find by name", times(200, || find(&finder))?);
        }
    }
    Ok(())
}

/// Builds the library of Simple as this bench was built, and says where it is.
fn built() -> Result<tempfile::TempDir> {
    let status = Command::new(env!("CARGO"))
        .args(["build", "--release", "--quiet", "--package", "othello-simple"])
        .status()?;
    if !status.success() {
        return Err("the library of Simple could not be built".into());
    }
    let executable = std::env::current_exe()?;
    let build = executable.ancestors().nth(2).ok_or("no folder of the build")?;
    let folder = tempfile::tempdir()?;
    let library = "libothello_simple.so";
    std::fs::copy(build.join(library), folder.path().join(library))?;
    Ok(folder)
}

/// What no conversation between two processes on this machine can be below.
fn through_cat() -> Result<Vec<Duration>> {
    let mut cat = Command::new("cat").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let (Some(mut to), Some(from)) = (cat.stdin.take(), cat.stdout.take()) else {
        return Err("cat has no pipes".into());
    };
    let (mut from, mut line) = (BufReader::new(from), String::new());
    let times = times(20_000, || {
        line.clear();
        to.write_all(b"a line\n")?;
        from.read_line(&mut line)?;
        Ok(())
    });
    drop(to);
    cat.wait()?;
    times
}

fn find(finder: &Finder) -> Result<()> {
    finder.contestant("Simple")?;
    Ok(())
}

fn start(runner: &Runner, contestant: &Contestant) -> Result<()> {
    drop(runner.start(contestant, Game::default())?.ready()?);
    Ok(())
}

fn start_two(runner: &Runner, contestant: &Contestant) -> Result<()> {
    let one = runner.start(contestant, Game::default())?;
    let other = runner.start(contestant, Game::default())?;
    drop((one.ready()?, other.ready()?));
    Ok(())
}

fn questions(runner: &Runner, contestant: &Contestant) -> Result<Vec<Duration>> {
    let mut session = runner.start(contestant, Game::default())?.ready()?;
    let round = Round::of(&Game::default());
    times(20_000, || {
        session.ask(round.clone(), Some(Instant::now() + Duration::from_secs(10)))?;
        Ok(())
    })
}

fn times(count: usize, mut run: impl FnMut() -> Result<()>) -> Result<Vec<Duration>> {
    let mut times = Vec::with_capacity(count);
    for _ in 0..count {
        let begun = Instant::now();
        run()?;
        times.push(begun.elapsed());
    }
    times.sort();
    Ok(times)
}

fn print(what: &str, times: Vec<Duration>) {
    let at = |part: f64| times[(times.len() as f64 * part) as usize].as_secs_f64() * 1e6;
    println!("{what:32} median {:9.1} us   95 % {:9.1} us", at(0.5), at(0.95));
}
