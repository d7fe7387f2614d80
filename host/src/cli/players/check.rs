//! `othello-host players check`: what a player does, tried in jailed processes, as a tree or as JSON.

use std::io::{IsTerminal, stderr, stdout};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use othello_arena::judging::Rules;
use othello_players::check::{Check, Demands, FileReport, Outcome, check};
use othello_rules::text::one_line;
use serde_json::json;

use crate::cli::shared::{PluginArgs, PolicyArgs, ServerArgs};
use crate::cli::values;
use crate::database::{self, Target};
use crate::exit::{Exit, usage};
use crate::output;
use crate::players::Players;
use crate::terminal::branches;

/// What the command takes.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct CheckArgs {
    /// The files to check, or players by their names.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
    /// Rounds of each side on each board that it claims.
    #[arg(long, value_name = "N", default_value_t = 200)]
    #[arg(value_parser = values::whole(1..=100_000_u32))]
    rounds: u32,
    /// The time that it has for each of them.
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = values::some_time)]
    time_limit: Duration,
    #[command(flatten)]
    server: ServerArgs,
    /// Clear the database even if it holds something else than a board.
    #[arg(long, requires = "uri")]
    clear_database: bool,
    #[command(flatten)]
    policy: PolicyArgs,
    #[command(flatten)]
    plugins: PluginArgs,
}

/// How much of a line fits beside what terminals usually are wide.
const WIDEST: usize = 78;

const EXAMPLES: &str = "\
Exit codes: 0 nothing failed or crashed, 1 something did, 2 wrong usage. Warnings are no failures.

Examples:
  othello-host players check target/release/libmine.so
  othello-host players check mine.cypher Simple --json
  othello-host players check mine.cypher --uri neo4j://localhost:7687 --user neo4j";

/// Checks the files and prints what came of it.
pub fn run(args: &CheckArgs) -> anyhow::Result<()> {
    let players = args.plugins.players()?;
    let files: Vec<PathBuf> =
        args.files.iter().map(|file| file_of(&players, file)).collect::<anyhow::Result<_>>()?;
    let target = args.server.target().map(|target| Target { clear: args.clear_database, ..target });
    let server = target.as_ref().map(database::open).transpose()?;
    let judge = Rules::new(args.policy.policy(), server);
    let demands = Demands {
        rounds: usize::try_from(args.rounds).unwrap_or(usize::MAX),
        deadline: args.time_limit,
        ..Demands::default()
    };
    let mut reports = Vec::new();
    for file in &files {
        let watch = |what: &str| progress(&format!("{}: {what}", file.display()));
        let report = check(&players.runner, &players.finder, file, &judge, demands, &watch);
        progress("");
        if !args.json {
            output::print(tree(&report, stdout().is_terminal()));
        }
        reports.push(report);
    }
    let good = reports.iter().all(FileReport::is_good);
    if args.json {
        output::print(format!("{:#}\n", json!({ "good": good, "files": reports })));
    } else {
        output::print(summary(&reports));
    }
    if good { Ok(()) } else { Err(Exit::Reported.into()) }
}

/// Checks a file as `players add` does: the same checks, fewer rounds. Prints the tree only where
/// something failed.
pub fn is_fit(players: &Players, file: &Path, policy: &PolicyArgs) -> bool {
    let demands = Demands {
        rounds: 20,
        endurance: 200,
        patience: Duration::from_secs(5),
        ..Demands::default()
    };
    let judge = Rules::new(policy.policy(), None);
    let watch = |what: &str| progress(&format!("checking: {what}"));
    let report = check(&players.runner, &players.finder, file, &judge, demands, &watch);
    progress("");
    if !report.is_good() {
        tell!("{}", tree(&report, false));
    }
    report.is_good()
}

/// Shows on a terminal what is being done, in the place of what was shown before; a line of its own it never is.
fn progress(what: &str) {
    if stderr().is_terminal() {
        let shown: String = what.chars().take(WIDEST).collect();
        tell!("\r\x1b[K{shown}");
    }
}

/// The file that is meant, by its path, by that of its folder or archive, or by the name of a player in it.
pub fn file_of(players: &Players, named: &Path) -> anyhow::Result<PathBuf> {
    if named.exists() {
        return players.finder.file_at(named).map_err(usage);
    }
    let player = players.find(&named.display().to_string())?.player;
    let file = player.source.file().map(Path::to_owned);
    file.ok_or_else(|| {
        usage(format!("{} is not a file; write it into a player.toml", named.display()))
    })
}

/// The checks as a tree.
fn tree(report: &FileReport, coloured: bool) -> String {
    let mut text = format!("{}\n", report.file.display());
    let [fork, end, stem] = branches();
    let count = report.checks.len() + report.players.len();
    for (number, check) in report.checks.iter().enumerate() {
        let fork = if number + 1 == count { end } else { fork };
        text += &format!("{fork} {}\n", line(check, coloured));
    }
    for (number, player) in report.players.iter().enumerate() {
        let last = number + 1 == report.players.len();
        let (branch, stem) = if last { (end, "  ") } else { (fork, stem) };
        text += &format!("{branch} {}\n", player.player);
        for (number, check) in player.checks.iter().enumerate() {
            let fork = if number + 1 == player.checks.len() { end } else { fork };
            text += &format!("{stem} {fork} {}\n", line(check, coloured));
        }
    }
    text
}

fn line(check: &Check, coloured: bool) -> String {
    let (word, colour) = match check.outcome {
        Outcome::Passed => ("passed", 32),
        Outcome::Warned => ("warned", 33),
        Outcome::Failed => ("failed", 31),
        Outcome::Crashed => ("crashed", 31),
        Outcome::Skipped => ("skipped", 36),
    };
    let word = match coloured {
        true => format!("\x1b[{colour}m{word:<8}\x1b[0m"),
        false => format!("{word:<8}"),
    };
    let detail = one_line(&check.detail);
    let colon = if detail.is_empty() { "" } else { ": " };
    format!("{word} {}{colon}{detail}", check.name)
}

fn summary(reports: &[FileReport]) -> String {
    let all = |report: &FileReport| {
        let of_players = report.players.iter().flat_map(|player| player.checks.clone());
        report.checks.iter().cloned().chain(of_players).collect::<Vec<_>>()
    };
    let checks: Vec<Check> = reports.iter().flat_map(all).collect();
    let count = |outcome| checks.iter().filter(|check| check.outcome == outcome).count();
    format!(
        "{} passed, {} warned, {} failed, {} crashed, {} skipped\n",
        count(Outcome::Passed),
        count(Outcome::Warned),
        count(Outcome::Failed),
        count(Outcome::Crashed),
        count(Outcome::Skipped)
    )
}
