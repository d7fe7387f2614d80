//! A bench of this version and of an older one, by turns on the same machine: what slows by small steps is seen by nobody
//! who looks at one version. Prints the best figures of both and their ratios, and fails where this version is slower by
//! more than a machine with other work makes of the same program.
//!
//! `cargo run -p othello-host --example paired -- COMMIT PACKAGE BENCH [ROUNDS]`, such as
//! `-- HEAD~50 othello-cypher speed`.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::Value;

type Outcome<T> = Result<T, Box<dyn Error>>;

/// The best of each figure, by what stands beside it.
type Figures = BTreeMap<String, Duration>;

const USAGE: &str =
    "paired COMMIT PACKAGE BENCH [ROUNDS]: an older version, a bench, and how often both run it";
const ROUNDS: u32 = 5;
/// How much slower this version may be.
const ALLOWED: f64 = 1.03;
/// Where the other version is built, below the folder for all that is.
const PLACE: &str = "target/paired";

fn main() -> Outcome<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [commit, package, bench, rounds @ ..] = args.as_slice() else { return Err(USAGE.into()) };
    let rounds = rounds.first().map_or(Ok(ROUNDS), |text| text.parse())?;
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("the workspace's folder")?;
    let older = older(here, commit)?;
    let benches = [built(&older, package, bench)?, built(here, package, bench)?];
    let mut best = [Figures::new(), Figures::new()];
    for round in 1..=rounds {
        eprintln!("round {round} of {rounds}");
        for (program, best) in benches.iter().zip(&mut best) {
            add(best, figures(&output(Command::new(program).arg("--bench"))?));
        }
    }
    let [older, newer] = best;
    compare(&older, &newer)
}

/// The folder with the sources of another version.
fn older(here: &Path, commit: &str) -> Outcome<PathBuf> {
    let git = |args: &[&str]| output(Command::new("git").arg("-C").arg(here).args(args));
    let revision = git(&["rev-parse", "--verify", &format!("{commit}^{{commit}}")])?;
    let folder = here.join(PLACE).join(revision.trim());
    if !folder.exists() {
        git(&["worktree", "prune"])?;
        git(&["worktree", "add", "--detach", &folder.display().to_string(), revision.trim()])?;
    }
    Ok(folder)
}

/// Builds a bench; gives its program.
fn built(sources: &Path, package: &str, bench: &str) -> Outcome<PathBuf> {
    let mut cargo = Command::new("cargo");
    cargo.args(["bench", "-p", package, "--bench", bench, "--no-run", "--message-format", "json"]);
    // Each has a folder of its own: the one is not to build anew what the other has built.
    cargo.current_dir(sources).env_remove("CARGO_TARGET_DIR");
    let said = output(&mut cargo)?;
    let messages = said.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let is_bench = |message: &Value| message["target"]["kind"][0] == "bench";
    let program = messages.filter(is_bench).find_map(|it| Some(it["executable"].as_str()?.into()));
    program.ok_or_else(|| format!("{package} has no bench {bench}").into())
}

/// What a program prints that goes well.
fn output(command: &mut Command) -> Outcome<String> {
    let done = command.stderr(Stdio::inherit()).output()?;
    if !done.status.success() {
        return Err(format!("{} failed", command.get_program().display()).into());
    }
    Ok(String::from_utf8(done.stdout)?)
}

/// The figures of a bench: of each line the first time, under the words before it, or behind it where there are none.
fn figures(printed: &str) -> Vec<(String, Duration)> {
    let figure = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let (at, time) = (0..words.len()).find_map(|at| Some((at, time(&words[at..])?)))?;
        let name = if at > 0 { &words[..at] } else { words.get(1..)? };
        Some((name.join(" "), time))
    };
    printed.lines().filter_map(figure).collect()
}

/// The time with which these words begin: `1.2µs`, or `1.2 us`.
fn time(words: &[&str]) -> Option<Duration> {
    let first = words.first()?;
    let digits = first.find(|letter: char| !letter.is_ascii_digit() && letter != '.');
    let (number, unit) = match digits {
        Some(at) => first.split_at(at),
        None => (*first, *words.get(1)?),
    };
    let unit = match unit {
        "ns" => 1e-9,
        "us" | "µs" => 1e-6,
        "ms" => 1e-3,
        "s" => 1.0,
        _ => return None,
    };
    Duration::try_from_secs_f64(number.parse::<f64>().ok()? * unit).ok()
}

fn add(best: &mut Figures, figures: Vec<(String, Duration)>) {
    for (name, time) in figures {
        let known = best.entry(name).or_insert(time);
        *known = time.min(*known);
    }
}

/// Prints both, and fails where the newer one is too slow.
fn compare(older: &Figures, newer: &Figures) -> Outcome<()> {
    let mut slower = 0;
    println!("{:<64} {:>10} {:>10} {:>6}", "", "older", "newer", "ratio");
    for (name, before) in older {
        let Some(now) = newer.get(name) else { continue };
        let ratio = now.as_secs_f64() / before.as_secs_f64();
        let mark = if ratio > ALLOWED { "  slower" } else { "" };
        slower += u32::from(ratio > ALLOWED);
        println!("{name:<64.64} {before:>10.1?} {now:>10.1?} {ratio:>6.2}{mark}");
    }
    if older.keys().all(|name| !newer.contains_key(name)) {
        return Err("the two print no figure of the same name".into());
    }
    if slower > 0 {
        return Err(format!("{slower} of these are slower than before").into());
    }
    Ok(())
}
