//! Contests from the command line's wishes to their tables: finds the players, makes or opens the contest's
//! file, lets the arena play, shows how it goes, and prints what came of it.

mod entrants;
mod export;
mod figures;
mod files;
mod forecast;
mod messages;
mod page;
mod progress;
mod roster;
mod tables;

use std::io::{self, IsTerminal, Write, stderr, stdout};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::channel;
use std::thread;

use anyhow::anyhow;
use othello_arena::contest::schedule::Format;
use othello_arena::contest::{Closing, Contest, ContestFile, Plan, Source};
use othello_arena::ratings::Sprt;
use othello_arena::{GameSetup, Seed};

pub use entrants::Entrants;
pub use files::{data_folder, history};
pub use forecast::predict;
pub use othello_arena::contest::rate;
pub use tables::{ratings_json, ratings_table};

use crate::cli::contest_args::{PlanArgs, RunArgs};
use crate::exit::{Exit, usage};
use progress::{Show, Watcher};
use roster::Roster;

/// The openings of Othello and Reversi where nobody names any.
const OPENINGS: &str = "random:6";
/// Those of other games, which may be over after a few moves.
const OPENINGS_OF_OTHERS: &str = "random:1";

/// A contest that somebody wants.
pub struct Wanted<'a> {
    /// The players as the user named them.
    pub specs: Vec<String>,
    /// How it is played.
    pub format: Format,
    /// How many pairs two that meet play, where neither the user nor the openings say it.
    pub pairs: u64,
    /// The test that ends a match early.
    pub sprt: Option<Sprt>,
    /// The contest's file.
    pub file: Option<PathBuf>,
    /// What the results follow from.
    pub plan: &'a PlanArgs,
    /// How it is run.
    pub run: &'a RunArgs,
}

/// Plays a new contest.
pub fn play(wanted: Wanted<'_>) -> anyhow::Result<Closing> {
    let setup = wanted.plan.board.setup()?;
    let entrants = Entrants::find(&wanted.specs, &setup, wanted.plan, wanted.run)?;
    let plan = plan(&wanted, &setup, &entrants)?;
    let path = match &wanted.file {
        Some(path) => path.clone(),
        None => files::new_file(&plan.names())?,
    };
    let roster = Roster::open(entrants, &plan, wanted.run)?;
    let file = ContestFile::create(&path, plan)?;
    hold(file, &roster, wanted.run, &path)
}

/// Goes on with a contest that was begun.
pub fn resume(path: &Path, run: &RunArgs) -> anyhow::Result<Closing> {
    let file = ContestFile::resume(path)?;
    let entrants = Entrants::find_again(file.plan(), run)?;
    let roster = Roster::open(entrants, file.plan(), run)?;
    hold(file, &roster, run, path)
}

fn plan(wanted: &Wanted<'_>, setup: &GameSetup, entrants: &Entrants) -> anyhow::Result<Plan> {
    let args = wanted.plan;
    let usual = if setup.position().is_some() { OPENINGS } else { OPENINGS_OF_OTHERS };
    let openings = args.openings.as_deref().unwrap_or(usual);
    let openings = Source::parse(openings, setup).map_err(usage)?;
    if args.adjudicate && setup.position().is_none() {
        return Err(usage(format!(
            "--adjudicate: the host can't tell when a game of {} is decided",
            setup.game
        )));
    }
    let (allow, trust_queries) = args.policy.written();
    let seed = args.seed.map_or_else(Seed::random, Seed::new).get();
    if args.seed.is_some_and(|wanted| wanted != seed) {
        return Err(usage("--seed takes a number below 2^53"));
    }
    let plan = Plan {
        format: wanted.format.clone(),
        pairs: match args.pairs()? {
            Some(pairs) => pairs,
            None => every_opening(&openings, setup, seed)?.unwrap_or(wanted.pairs),
        },
        entrants: entrants.of_plan(),
        game: setup.game.clone(),
        folder: setup.folder.clone(),
        size: setup.size,
        start: setup.start.clone(),
        openings,
        same_openings: args.same_openings,
        seed,
        time: args.time(),
        work: args.work,
        sprt: wanted.sprt,
        adjudicate: args.adjudicate,
        allow,
        trust_queries,
        anchor: args.anchor.clone(),
    };
    if let Some((name, _)) = &plan.anchor
        && plan.entrant(name).is_none()
    {
        let names = plan.names().join(", ");
        return Err(usage(format!(
            "--anchor {name}: no such player takes part; these do: {names}"
        )));
    }
    plan.schedule().map_err(usage)?;
    Ok(plan)
}

/// As many pairs as there are openings, where those are a list.
fn every_opening(source: &Source, setup: &GameSetup, seed: u64) -> anyhow::Result<Option<u64>> {
    if *source == Source::None {
        return Ok(None);
    }
    let openings = othello_arena::contest::Openings::new(source, setup, seed).map_err(usage)?;
    Ok(openings.count().map(|count| count as u64))
}

/// Holds the contest while somebody watches, and tells of its result.
fn hold(file: ContestFile, roster: &Roster, run: &RunArgs, path: &Path) -> anyhow::Result<Closing> {
    let plan = file.plan().clone();
    let workers = workers(run, roster);
    let show = match (run.json, run.quiet) {
        (true, _) => Show::Json,
        (_, true) => Show::Nothing,
        _ if stderr().is_terminal() => Show::Live,
        _ => Show::Lines,
    };
    if !run.quiet {
        eprint!("{}", messages::setup(&plan, workers, path));
    }
    let (sender, progress) = channel();
    let contest = Contest { file, venue: roster, workers, stop: Arc::new(AtomicBool::new(false)) };
    let played = thread::scope(|scope| {
        let desk = thread::Builder::new().name("desk".to_owned());
        let playing = desk.spawn_scoped(scope, move || contest.run(&sender))?;
        Watcher::new(&plan, show).watch(&progress);
        io::Result::Ok(playing.join())
    });
    let closing = played?
        .map_err(|_| anyhow!("the contest broke off by a fault of the host"))?
        .map_err(|error| anyhow::Error::msg(messages::and_resume(&error, path)))?;
    conclude(&plan, &closing, run, path)?;
    Ok(closing)
}

/// Tables, reports and exports.
fn conclude(plan: &Plan, closing: &Closing, run: &RunArgs, path: &Path) -> anyhow::Result<()> {
    let text =
        if run.json { tables::closing_json(plan, closing) } else { tables::closing(plan, closing) };
    let beside = if run.json || run.beside.is_empty() {
        String::new()
    } else {
        format!("\n{}", tables::beside(plan, &closing.standings, &run.beside))
    };
    // Whoever closed standard output does not want to know.
    let _ = stdout().write_all((text + &beside).as_bytes());
    eprint!("{}", messages::held_up(closing.standings.held_up));
    if let Some(folder) = &run.report {
        let page = page::write(folder, path, plan, closing)?;
        eprintln!("the report is in {}", page.display());
    }
    for &format in &run.export {
        let written = export::write(format, path)?;
        eprintln!("the games are in {}", written.display());
    }
    if closing.unfinished.is_empty() {
        return Ok(());
    }
    eprint!("{}", messages::unfinished(plan, &closing.unfinished, path));
    Err(Exit::Reported.into())
}

/// How many games are played at once.
fn workers(run: &RunArgs, roster: &Roster) -> usize {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let wanted = run.concurrency.unwrap_or(cores).max(1);
    roster.databases().map_or(wanted, |databases| wanted.min(databases))
}
