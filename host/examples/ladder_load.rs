//! A room at a ladder, without the room: people who submit once a minute and watch, others who only watch, and a host
//! that is killed in the middle. Prints what people would feel: how soon pages answer, how soon a version has its
//! verdict and its first game, what the kill costs, and how much memory the host takes; beside it what was promised, and
//! fails where that was not kept. It plays the room on the same machine, and so takes a share of its cores.
//!
//! `cargo build --release; cargo run --release -p othello-host --example ladder_load -- target/release/othello-host 240`

use std::collections::BTreeMap;
use std::error::Error;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use ureq::Agent;

const PEOPLE: usize = 40;
const WATCHERS: usize = 500;
/// How often a page looks.
const LOOK: Duration = Duration::from_millis(1500);
const SUBMIT: Duration = Duration::from_secs(60);
const ADDRESS: &str = "127.0.0.1:7913";
/// Legal, with something in it that makes each version another one.
const QUERY: &str = include_str!("../web/queries/greedy.cypher");
/// How soon pages answer in 95 %, and the host after a kill; how soon a version has a game.
const PAGE: Duration = Duration::from_millis(100);
const BACK: Duration = Duration::from_secs(2);
const PLACED: Duration = Duration::from_secs(20);
/// How much more memory it may take at the end than after the first quarter.
const GROWTH: u64 = 2;
/// Each of so many looks of a watcher is at another page.
const OTHERS: usize = 8;

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// What is measured.
#[derive(Default)]
struct Measured {
    tables: Mutex<Vec<Duration>>,
    others: Mutex<Vec<Duration>>,
    verdicts: Mutex<Vec<Duration>>,
    first_games: Mutex<Vec<Duration>>,
    refusals: Mutex<Vec<String>>,
    /// Set while the host is down on purpose.
    down: AtomicBool,
    over: AtomicBool,
}

fn main() -> Outcome<()> {
    let mut args = std::env::args().skip(1);
    let binary = args.next().ok_or("name the binary: target/release/othello-host")?;
    let seconds: u64 = args.next().map_or(Ok(120), |text| text.parse())?;
    let folder = std::env::temp_dir().join(format!("ladder-load-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let file = folder.join("ladder.db");
    let (mut host, code) = start(&binary, &file.display().to_string())?;
    let measured = Arc::new(Measured::default());
    let mut threads = Vec::new();
    for number in 0..PEOPLE {
        let key = join(number, &code)?;
        let measured = Arc::clone(&measured);
        threads.push(thread::spawn(move || submits(number, &key, &measured)));
    }
    for number in 0..WATCHERS + PEOPLE {
        let measured = Arc::clone(&measured);
        threads.push(thread::spawn(move || watches(number, &measured)));
    }
    let quarter = Duration::from_secs(seconds / 4);
    let mut stands = Vec::new();
    thread::sleep(quarter);
    stands.push((resident(&host), games()?));
    thread::sleep(quarter);
    stands.push((resident(&host), games()?));
    measured.down.store(true, Ordering::SeqCst);
    let before = feed()?;
    host.kill()?;
    host.wait()?;
    let began = Instant::now();
    let (mut host, _) = start(&binary, &file.display().to_string())?;
    let answered = began.elapsed();
    let after = games()?;
    while games()? <= after {
        thread::sleep(Duration::from_millis(5));
    }
    let went_on = began.elapsed();
    measured.down.store(false, Ordering::SeqCst);
    let kept = feed()?;
    let lost = before.iter().filter(|(game, line)| kept.get(game) != Some(line)).count();
    for _ in 0..2 {
        thread::sleep(quarter);
        stands.push((resident(&host), games()?));
    }
    measured.over.store(true, Ordering::SeqCst);
    for thread in threads {
        let _ = thread.join();
    }
    host.kill()?;
    host.wait()?;
    std::fs::remove_dir_all(&folder)?;

    let seen = Seen { games: before.len(), lost, answered, went_on, stands };
    println!("{PEOPLE} people who submit once a minute, {WATCHERS} watchers, {seconds} s:");
    if report(&measured, &seen) { Ok(()) } else { Err("not all that was promised was kept".into()) }
}

/// What was seen of the host itself.
struct Seen {
    /// Games before the kill, and how many of them were not there after it.
    games: usize,
    lost: usize,
    answered: Duration,
    went_on: Duration,
    /// Memory and games after each quarter.
    stands: Vec<(u64, u64)>,
}

/// Prints what was measured beside what was promised; gives whether all of that was kept.
fn report(measured: &Measured, seen: &Seen) -> bool {
    let mut promises = Promises(true);
    let [in_95, _] = print(&measured.tables, "the table answers");
    promises.note("95 % in 100 ms", in_95 <= PAGE);
    let [in_95, _] = print(&measured.others, "another page answers");
    promises.note("95 % in 100 ms", in_95 <= PAGE);
    print(&measured.verdicts, "a verdict comes");
    println!();
    let [_, worst] = print(&measured.first_games, "a version has a first game");
    promises.note("all in 20 s", worst <= PLACED);
    print!("of {} games before the kill {} are lost", seen.games, seen.lost);
    promises.note("none", seen.lost == 0);
    let [answers, plays] = [seen.answered, seen.went_on].map(|time| time.as_secs_f64());
    print!("after kill -9: answers after {answers:.2} s, plays on after {plays:.2} s");
    promises.note("2 s", seen.went_on <= BACK);
    print!("memory after each quarter:");
    seen.stands.iter().for_each(|(memory, games)| print!(" {memory} MiB and {games} games;"));
    let [first, last] =
        [seen.stands.first(), seen.stands.last()].map(|stand| stand.map_or(0, |it| it.0));
    promises.note("not twice the first", last <= GROWTH * first);
    let refusals = measured.refusals.lock().unwrap_or_else(PoisonError::into_inner);
    print!("refused or failed: {} {:?}", refusals.len(), refusals.first());
    promises.note("nothing", refusals.is_empty());
    promises.0
}

/// Whether all that was promised was kept so far.
struct Promises(bool);

impl Promises {
    fn note(&mut self, promised: &str, is_kept: bool) {
        println!(" (promised: {promised}; {})", if is_kept { "kept" } else { "NOT KEPT" });
        self.0 &= is_kept;
    }
}

/// All games, as the feed tells them.
fn feed() -> Outcome<BTreeMap<i64, String>> {
    let (agent, mut all) = (agent(), BTreeMap::new());
    loop {
        let after = all.last_key_value().map_or(0, |(&game, _)| game);
        let path = format!("http://{ADDRESS}/api/ladder/feed?after={after}");
        let lines = agent.get(path).call()?.body_mut().read_to_string()?;
        if lines.is_empty() {
            return Ok(all);
        }
        for line in lines.lines() {
            let game: Value = serde_json::from_str(line)?;
            all.insert(game["game"].as_i64().ok_or("a game without a number")?, line.to_owned());
        }
    }
}

fn start(binary: &str, file: &str) -> Outcome<(Child, String)> {
    let mut command = Command::new(binary);
    command.args(["ladder", "--title", "Load", "--addr", ADDRESS, "--file", file]);
    let mut host = command.stdout(Stdio::piped()).spawn()?;
    let mut code = String::new();
    for line in BufReader::new(host.stdout.take().ok_or("no output")?).lines() {
        let line = line?;
        if let Some(found) = line.trim().strip_prefix("code:") {
            code = found.trim().to_owned();
        }
        if line.contains("file:") {
            break;
        }
    }
    // It answers as soon as it listens and serves.
    while games().is_err() {
        thread::sleep(Duration::from_millis(5));
    }
    Ok((host, code))
}

fn agent() -> Agent {
    Agent::config_builder()
        .timeout_global(Some(Duration::from_secs(20)))
        .http_status_as_error(false)
        .build()
        .into()
}

fn games() -> Outcome<u64> {
    let ladder: Value =
        agent().get(format!("http://{ADDRESS}/api/ladder")).call()?.body_mut().read_json()?;
    ladder["games"].as_u64().ok_or_else(|| "no games".into())
}

fn join(number: usize, code: &str) -> Outcome<String> {
    let body = json!({"name": format!("Person {number}"), "code": code});
    let mut answer = agent().post(format!("http://{ADDRESS}/api/ladder/join")).send_json(&body)?;
    let account: Value = answer.body_mut().read_json()?;
    Ok(account["key"].as_str().ok_or_else(|| account.to_string())?.to_owned())
}

/// Somebody who submits a version a minute, and looks for what becomes of it.
fn submits(number: usize, key: &str, measured: &Measured) {
    let (agent, bearer) = (agent(), format!("Bearer {key}"));
    thread::sleep(SUBMIT * u32::try_from(number).unwrap_or_default() / 40);
    let mut version = 0;
    while !measured.over.load(Ordering::Relaxed) {
        if measured.down.load(Ordering::Relaxed) {
            thread::sleep(Duration::from_millis(100));
            continue;
        }
        version += 1;
        let began = Instant::now();
        if let Err(error) = submit(&agent, &bearer, number * 1000 + version, measured)
            && !measured.down.load(Ordering::Relaxed)
        {
            push(&measured.refusals, error.to_string());
        }
        while began.elapsed() < SUBMIT && !measured.over.load(Ordering::Relaxed) {
            thread::sleep(Duration::from_millis(200));
        }
    }
}

fn submit(agent: &Agent, bearer: &str, nonce: usize, measured: &Measured) -> Outcome<()> {
    let began = Instant::now();
    let body = json!({"query": format!("{QUERY}// {nonce}")});
    let mut answer = agent
        .post(format!("http://{ADDRESS}/api/ladder/versions"))
        .header("Authorization", bearer)
        .send_json(&body)?;
    let receipt: Value = answer.body_mut().read_json()?;
    let version = receipt["version"].as_i64().ok_or_else(|| receipt.to_string())?;
    let mut has_verdict = false;
    loop {
        let path = format!("http://{ADDRESS}/api/ladder/versions/{version}");
        let page: Value =
            agent.get(path).header("Authorization", bearer).call()?.body_mut().read_json()?;
        if !has_verdict && page["version"]["verdict"] == "accepted" {
            has_verdict = true;
            push(&measured.verdicts, began.elapsed());
        }
        if page["games"].as_array().is_some_and(|games| !games.is_empty()) {
            push(&measured.first_games, began.elapsed());
            return Ok(());
        }
        if began.elapsed() > Duration::from_secs(60) || measured.over.load(Ordering::Relaxed) {
            return Err("no game within a minute".into());
        }
        thread::sleep(Duration::from_millis(100));
    }
}

/// Somebody who watches, as the page does, and looks at this and that.
fn watches(number: usize, measured: &Measured) {
    let (agent, mut tag) = (agent(), String::new());
    thread::sleep(LOOK * u32::try_from(number % 100).unwrap_or_default() / 100);
    let mut looks = number;
    while !measured.over.load(Ordering::Relaxed) {
        let began = Instant::now();
        looks += 1;
        let (read, times) = if looks.is_multiple_of(OTHERS) {
            (look_at_another(&agent, looks / OTHERS + number), &measured.others)
        } else {
            (look_at_table(&agent, &mut tag), &measured.tables)
        };
        match read {
            Ok(()) => push(times, began.elapsed()),
            Err(error) if !measured.down.load(Ordering::Relaxed) => {
                push(&measured.refusals, error.to_string());
            }
            Err(_) => {}
        }
        thread::sleep(LOOK.saturating_sub(began.elapsed()));
    }
}

fn look_at_table(agent: &Agent, tag: &mut String) -> Outcome<()> {
    let table = agent.get(format!("http://{ADDRESS}/api/ladder"));
    let mut answer = table.header("If-None-Match", &*tag).call()?;
    let fresh = answer.headers().get("etag").and_then(|tag| tag.to_str().ok());
    *tag = fresh.unwrap_or_default().to_owned();
    answer.body_mut().read_to_vec()?;
    Ok(())
}

fn look_at_another(agent: &Agent, which: usize) -> Outcome<()> {
    let number = 1 + which % 40;
    let path = match which % 5 {
        0 => "/".to_owned(),
        1 => format!("/api/ladder/people/{number}"),
        2 => format!("/api/ladder/versions/{number}"),
        3 => format!("/api/ladder/games/{number}"),
        _ => format!("/api/ladder/feed?after={}", 10 * number),
    };
    let mut answer = agent.get(format!("http://{ADDRESS}{path}")).call()?;
    answer.body_mut().read_to_vec()?;
    // There need not be so many yet.
    match answer.status().as_u16() {
        200 | 404 => Ok(()),
        status => Err(format!("{path}: {status}").into()),
    }
}

fn push<T>(to: &Mutex<Vec<T>>, one: T) {
    to.lock().unwrap_or_else(PoisonError::into_inner).push(one);
}

/// Prints how long it takes; gives the time for 95 % and the worst.
fn print(times: &Mutex<Vec<Duration>>, what: &str) -> [Duration; 2] {
    let mut times = times.lock().unwrap_or_else(PoisonError::into_inner);
    times.sort();
    let at = |share: usize| times.get((times.len() * share / 100).min(times.len().max(1) - 1));
    let ms = |share| at(share).map_or(0.0, |time: &Duration| time.as_secs_f64() * 1e3);
    print!(
        "{what}: {:.0} ms by median, {:.0} ms in 95 %, {:.0} ms at worst, {} times",
        ms(50),
        ms(95),
        ms(100),
        times.len()
    );
    [95, 100].map(|share| at(share).copied().unwrap_or(Duration::MAX))
}

/// The memory that a process has, in MiB; as Linux tells it.
fn resident(host: &Child) -> u64 {
    let text = std::fs::read_to_string(format!("/proc/{}/status", host.id())).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.trim().split(' ').next()?.parse::<u64>().ok()).unwrap_or_default()
        >> 10
}
