//! A worker for contests and ladders that others organise: measures its machine, looks for its jail, and plays what comes.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use othello_cluster::{Connection, ContestStatus, PackRoom, Server, Status, Worker, WorkerStatus};
use othello_players::{JailSurvey, Mode, share};

use crate::contests::HostStage;
use crate::interrupt::Catch;
use crate::machine_speed;
use crate::output;
use crate::players::Players;
use crate::table::table;

/// How a worker works.
pub struct WorkOptions {
    /// The server.
    pub server: Server,
    /// How players are started.
    pub players: Players,
    /// Its name; else one that follows from the machine's.
    pub name: Option<String>,
    /// How many pairs it plays at once.
    pub threads: usize,
    /// The longest that a move may take.
    pub longest_move: Duration,
    /// How many bytes a player may have, and how many all of them on this machine's disk.
    pub player_size: u64,
    pub player_disk: u64,
}

/// What is said of a contest that nobody organises just now.
const ORGANISER_IS_AWAY: &str =
    "; its organiser is away: othello-host tournament resume FILE --over URL goes on with it";

/// Works until somebody stops it.
pub fn run(options: WorkOptions) -> anyhow::Result<()> {
    let WorkOptions { server, mut players, name, threads, longest_move, player_size, player_disk } =
        options;
    let jail = &mut players.runner.jail;
    if jail.mode == Mode::BestEffort && cfg!(target_os = "linux") {
        let survey = JailSurvey::make(&players.runner.launcher)?;
        survey.check_whole().context(
            "this machine can't play strangers' players safely; --partial-jail works all the same",
        )?;
        jail.mode = Mode::Required;
    }
    let players = Players::new(players.runner);
    let link = Connection::open(&server)?;
    let speed = machine_speed::measure()?;
    let name = name.unwrap_or_else(own_name);
    let unpacked = players.finder.unpacked_folder();
    let stage = HostStage { players, threads, longest_move };
    let interruption = Catch::new();
    let stop = interruption.flag();
    let worker = Worker {
        link,
        name,
        system: share::this_system(),
        threads,
        speed,
        stage: &stage,
        shelf: unpacked.context("this system has no folder for a cache")?,
        room: PackRoom { one: player_size, all: player_disk, unpacked: Arc::new(unpacked_size) },
        stop: &stop,
        say: &|what| tell_line!("{what}"),
    };
    tell_line!(
        "{} works for {server}, {} at a time; search {:.1} ms, query {:.1} ms; Ctrl-C ends it",
        worker.name,
        if threads == 1 { "one pair".to_owned() } else { format!("{threads} pairs") },
        milliseconds(speed.search),
        milliseconds(speed.query),
    );
    let pairs = worker.run()?;
    tell_line!("{pairs} pairs were played");
    Ok(())
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

/// A name that tells the machine, and no other worker has.
fn own_name() -> String {
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname");
    let host = host.ok().or_else(|| std::env::var("COMPUTERNAME").ok()).unwrap_or_default();
    let plain: String = host
        .trim()
        .chars()
        .filter(|it| it.is_ascii_alphanumeric() || *it == '-')
        .take(40)
        .collect();
    let number = othello_arena::Seed::random().get() & 0xffff_ffff;
    let host = if plain.is_empty() { "worker".to_owned() } else { plain };
    format!("{host}-{number:08x}")
}

/// How many bytes a pack has unpacked, where it may have so many.
fn unpacked_size(pack: &Path, most: u64) -> Result<u64, String> {
    let size = share::unpacked_size(pack, most);
    size.map_err(|why| {
        format!("a player can't be unpacked: {why}; --player-size says how much this worker takes")
    })
}

/// Prints who works, and on what.
pub fn status(server: &Server, json: bool) -> anyhow::Result<()> {
    let link = Connection::open(server)?;
    let status = Status::read(&link)?;
    output::print(if json { as_json(&status) } else { as_text(&status) });
    Ok(())
}

fn as_json(status: &Status) -> String {
    let contests: Vec<_> = status
        .contests
        .iter()
        .map(|one| {
            serde_json::json!({
                "contest": one.contest,
                "title": one.title,
                "queued": one.queued,
                "results": one.results,
                "organised": one.organised,
            })
        })
        .collect();
    let json = serde_json::json!({
        "contests": contests,
        "workers": status.workers,
        "unread": status.unread,
    });
    format!("{json}\n")
}

fn as_text(status: &Status) -> String {
    let mut text = String::new();
    for contest in &status.contests {
        text += &format!(
            "contest {}: {}, {} pairs in the queue, {} results wait{}\n",
            contest.contest,
            contest.title,
            contest.queued,
            contest.results,
            if contest.organised { "" } else { ORGANISER_IS_AWAY }
        );
    }
    if status.contests.is_empty() {
        text += "no contest is held\n";
    }
    if status.workers.is_empty() {
        return text + "nobody works; on each machine that is to: othello-host work URL\n";
    }
    let heads =
        ["worker", "system", "at once", "pairs", "a minute", "search ms", "query ms", "plays"];
    let rows = status.workers.iter().map(|worker| {
        let minutes = (worker.seconds as f64 / 60.0).max(1.0 / 60.0);
        vec![
            worker.worker.clone(),
            worker.system.clone(),
            worker.threads.to_string(),
            worker.pairs.to_string(),
            format!("{:.1}", worker.pairs as f64 / minutes),
            format!("{:.1}", milliseconds(worker.speed.search)),
            format!("{:.1}", milliseconds(worker.speed.query)),
            plays(worker, &status.contests),
        ]
    });
    text += &table(&heads.map(str::to_owned), rows.collect());
    for worker in &status.workers {
        text += &refusals(worker);
    }
    for unread in &status.unread {
        text += &format!("{unread}\n");
    }
    text
}

/// What a worker takes part in.
fn plays(worker: &WorkerStatus, contests: &[ContestStatus]) -> String {
    let is_played = |one: &&ContestStatus| worker.contests.get(&one.contest) == Some(&None);
    let titles: Vec<_> = contests.iter().filter(is_played).map(|one| one.title.as_str()).collect();
    if titles.is_empty() { "-".to_owned() } else { titles.join("; ") }
}

fn refusals(worker: &WorkerStatus) -> String {
    let refused = worker.contests.iter().filter_map(|(id, why)| Some((id, why.as_ref()?)));
    refused.map(|(id, why)| format!("{} does not play {id}: {why}\n", worker.worker)).collect()
}
