//! Contests from their options to their tables: finds the players, makes or opens the contest's file, lets the
//! arena play, shows how it goes, and prints what came of it.

mod differences;
mod entrants;
mod export;
mod failures;
mod figures;
mod forecast;
mod json;
mod listing;
mod live_lines;
mod messages;
mod options;
pub mod over;
mod overview;
pub mod packs;
mod page;
mod planning;
mod progress;
mod repair;
mod roster;
mod rounds;
mod stage;
mod tables;
mod test;
mod trust;

use std::fs;
use std::io::{self, IsTerminal, stderr};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use anyhow::anyhow;
use othello_arena::contest::{
    Closing, Contest, ContestError, ContestFile, Plan, Progress, with_threads,
};
use othello_cluster::{Connection, Organiser};
use othello_players::available_cores;
use othello_store::{Store, StoreError};

pub use differences::Differences;
pub use forecast::predict;
pub use json::ratings_json;
pub use listing::{list, list_json};
pub use messages::report_command;
pub use options::{ContestOptions, OverOptions, PlanOptions, RunOptions};
pub use overview::show;
pub use planning::{other_words, plan_of};
pub use repair::repair;
pub use stage::HostStage;
pub use tables::ratings_table;
pub use test::games_left;

use crate::database::Target;
use crate::exit::{Exit, usage};
use crate::folders;
use crate::interrupt::Catch;
use crate::output;
use entrants::Entrants;
use overview::Overview;
use planning::{nobody, plan};
use progress::{Show, Watcher};
use roster::Roster;

/// Plays a new contest; gives how it closed, and its file.
pub fn play(options: ContestOptions) -> anyhow::Result<(Closing, PathBuf)> {
    let entrants = Entrants::find(&options.specs, &options.plan, &options.run.players)?;
    let servers = options.run.servers.clone().unwrap_or_default();
    if servers.is_empty() && options.run.password.is_some() {
        return Err(usage("--password: no --uri says for which server"));
    }
    let plan = plan(&options, &entrants, &servers)?;
    check(&plan, &options.run)?;
    let path = match options.file {
        Some(path) => path,
        None => folders::new_contest(&plan.names())?,
    };
    if let Some(over) = &options.run.over {
        over::check(&plan, !options.run.api_key.is_empty())?;
        // What can't travel and a server that is not there leave no file behind.
        let party = over::pack(entrants, &options.run.players)?;
        let link = Connection::open(&over.server)?;
        let mut file = create(&path, plan, &options.run)?;
        let organiser = over::open(over, link, &mut file, party)?;
        return Ok((run_over(file, organiser, &options.run, over, &path)?, path));
    }
    let roster = Roster::open(entrants, &plan, &options.run, &servers)?;
    let file = create(&path, plan, &options.run)?;
    Ok((run(file, &roster, &options.run, &path)?, path))
}

/// Goes on with a contest that was begun, where it began unless the user names another place.
pub fn resume(path: &Path, options: RunOptions) -> anyhow::Result<Closing> {
    let mut file = ContestFile::resume(path)?;
    trust::check(file.plan(), path, &options)?;
    let entrants = Entrants::find_again(file.plan(), &options.players)?;
    check(file.plan(), &options)?;
    if let Some(over) = &options.over {
        over::check(file.plan(), !options.api_key.is_empty())?;
        let party = over::pack(entrants, &options.players)?;
        let link = Connection::open(&over.server)?;
        let organiser = over::open(over, link, &mut file, party)?;
        return run_over(file, organiser, &options, over, path);
    }
    let began = &file.plan().databases;
    let at = |address| Target::at(address, options.password.clone());
    let servers: Vec<_> = options.servers.clone().unwrap_or_else(|| began.iter().map(at).collect());
    if servers.is_empty() && options.password.is_some() {
        return Err(usage("--password: the contest is on the embedded engine, which takes none"));
    }
    if !options.quiet {
        let now: Vec<_> = servers.iter().map(Target::address).collect();
        tell!("{}", messages::place(began, &now));
    }
    let roster = Roster::open(entrants, file.plan(), &options, &servers)?;
    run(file, &roster, &options, path)
}

/// Refuses what could be told only after the last game.
fn check(plan: &Plan, run: &RunOptions) -> anyhow::Result<()> {
    if let Some((name, _)) = run.beside.iter().find(|(name, _)| plan.entrant(name).is_none()) {
        return Err(nobody("--beside", name, plan));
    }
    export::check(&run.export, &plan.setup().map_err(usage)?)?;
    if let Some(folder) = &run.report {
        let made = fs::create_dir_all(folder);
        made.map_err(|error| usage(format!("--report {}: {error}", folder.display())))?;
    }
    Ok(())
}

/// The file of a new contest.
fn create(path: &Path, plan: Plan, run: &RunOptions) -> anyhow::Result<ContestFile> {
    trust::remember(&plan);
    let file = ContestFile::create(path, plan).map_err(|error| match error {
        ContestError::Exists(path) => {
            let resume = messages::resume(&path, &run.again);
            anyhow!(messages::there_already(&path, &resume))
        }
        error => error.into(),
    });
    let mut file = file?;
    if let Some(mib) = run.largest_file {
        file.hold_to(u64::from(mib) << 20)?;
    }
    Ok(file)
}

/// Writes the report of a contest, as it stands, into a folder; gives the page.
pub fn report(path: &Path, folder: &Path) -> anyhow::Result<PathBuf> {
    let store = Store::open_existing(path)?;
    let (plan, closing) = Closing::of(&store)?;
    page::write(folder, &store, &plan, &closing)
}

/// Runs the contest on this machine.
fn run(
    file: ContestFile,
    roster: &Roster,
    run: &RunOptions,
    path: &Path,
) -> anyhow::Result<Closing> {
    let plan = file.plan().clone();
    let workers = workers(run, roster);
    if !run.quiet {
        let resume = messages::resume(path, &run.again);
        tell!("{}", messages::introduction(&plan, workers, path, &resume));
        tell!("{}", messages::crowded(workers, available_cores().get()));
    }
    hold(file, run, path, &|contest, progress| {
        with_threads(&plan, roster, workers, |threads| contest.run(threads, progress))
    })
}

/// Runs the contest on the workers of a server.
fn run_over(
    file: ContestFile,
    organiser: Organiser,
    run: &RunOptions,
    over: &OverOptions,
    path: &Path,
) -> anyhow::Result<Closing> {
    if !run.quiet {
        let resume = messages::resume(path, &run.again);
        tell!("{}", messages::introduction_over(file.plan(), path, over, &resume));
    }
    let organiser = Mutex::new(organiser);
    hold(file, run, path, &|contest, progress| {
        let mut organiser = organiser.lock().unwrap_or_else(PoisonError::into_inner);
        contest.run(&mut *organiser, progress)
    })
}

/// How a contest is played, whoever plays it.
type Playing<'p> =
    dyn Fn(Contest<'_>, &Sender<Progress>) -> Result<Closing, ContestError> + Sync + 'p;

/// Lets the contest be played while its progress is shown, and prints its result.
fn hold(
    file: ContestFile,
    run: &RunOptions,
    path: &Path,
    playing: &Playing<'_>,
) -> anyhow::Result<Closing> {
    let plan = file.plan().clone();
    let resume = messages::resume(path, &run.again);
    let show = match (run.json, run.quiet) {
        (_, true) => Show::Nothing,
        (true, _) => Show::Json,
        _ if stderr().is_terminal() => Show::Live,
        _ => Show::Lines,
    };
    let (sender, progress) = channel();
    let interruption = Catch::new();
    let stop = interruption.flag();
    let contest = Contest { file, stop: &stop };
    let played = thread::scope(|scope| {
        let desk = thread::Builder::new().name("desk".to_owned());
        let playing = desk.spawn_scoped(scope, move || playing(contest, &sender))?;
        // Players that think for long are not waited for.
        Watcher::new(&plan, show).watch(&progress, &stop, &othello_players::end_all);
        io::Result::Ok(playing.join())
    });
    let closing = played?
        .map_err(|_| anyhow!("the contest broke off by a fault of the host"))?
        .map_err(|error| match error {
            // To go on with it brings nothing back.
            ContestError::Store(damaged @ StoreError::Damaged(_)) => damaged.into(),
            error => anyhow!(messages::and_resume(&error, &resume)),
        })?;
    drop(interruption);
    conclude(&plan, &closing, run, path)?;
    Ok(closing)
}

/// Tables, reports and exports.
fn conclude(plan: &Plan, closing: &Closing, run: &RunOptions, path: &Path) -> anyhow::Result<()> {
    let store = Store::open_existing(path)?;
    let resume = messages::resume(path, &run.again);
    let overview = Overview::new(plan, closing, &store, resume.clone())?;
    let text = if run.json { overview.to_json() } else { overview.to_text() };
    let beside = if run.json || run.beside.is_empty() {
        String::new()
    } else {
        format!("\n{}", tables::ratings_beside(plan, &closing.standings, &run.beside))
    };
    output::print(text + &beside);
    if closing.stopped {
        if let Some(folder) = &run.report {
            let command = messages::report_command(path, folder);
            tell_line!("a report of what was played: {command}");
        }
        return Err(Exit::Interrupted.into());
    }
    if let Some(folder) = &run.report {
        let page = page::write(folder, &store, plan, closing)?;
        tell_line!("the report is in {}", page.display());
    }
    let mut is_whole = closing.unfinished.is_empty();
    for &format in &run.export {
        let exported = export::write(format, path, &store, closing)?;
        tell_line!("the games are in {}", exported.files.join(", "));
        for remark in exported.remarks.iter().chain(&exported.left_out) {
            tell_line!("othello-host: {remark}");
        }
        is_whole &= exported.left_out.is_empty();
    }
    if !closing.unfinished.is_empty() {
        tell!("{}", messages::unfinished(plan, &closing.unfinished, &resume));
    }
    if is_whole { Ok(()) } else { Err(Exit::Reported.into()) }
}

/// How many games are played at once.
fn workers(run: &RunOptions, roster: &Roster) -> usize {
    let wanted = run.concurrency.unwrap_or_else(available_cores).get();
    roster.databases().map_or(wanted, |databases| wanted.min(databases))
}
