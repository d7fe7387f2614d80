//! A room at a ladder, without the room: people who submit once a minute and watch, others who only watch, and a host
//! that is killed in the middle. Prints what people would feel: how soon pages answer, how soon a version has its
//! verdict and its first game, what the kill costs, and how much memory the host takes.
//!
//! `cargo build --release; cargo run --profile dist -p othello-host --example ladder_load -- target/release/othello-host`

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

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// What is measured.
#[derive(Default)]
struct Measured {
    pages: Mutex<Vec<Duration>>,
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
    let half = Duration::from_secs(seconds / 2);
    thread::sleep(half);
    let memory = (resident(&host), games()?);
    measured.down.store(true, Ordering::SeqCst);
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
    thread::sleep(half);
    let end = (resident(&host), games()?);
    measured.over.store(true, Ordering::SeqCst);
    for thread in threads {
        let _ = thread.join();
    }
    host.kill()?;
    host.wait()?;
    std::fs::remove_dir_all(&folder)?;
    println!("{PEOPLE} people who submit once a minute, {WATCHERS} watchers, {seconds} s:");
    print(&measured.pages, "a page answers");
    print(&measured.verdicts, "a verdict comes");
    print(&measured.first_games, "a version has a first game");
    println!("games: {} before the kill, {after} after it, {} at the end", memory.1, end.1);
    println!(
        "after kill -9: answers after {:.2} s, plays on after {:.2} s",
        answered.as_secs_f64(),
        went_on.as_secs_f64()
    );
    println!("memory: {} MiB before, {} MiB at the end", memory.0, end.0);
    let refusals = measured.refusals.lock().unwrap_or_else(PoisonError::into_inner);
    println!("refused or failed: {} {:?}", refusals.len(), refusals.first());
    Ok(())
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

/// Somebody who watches, as the page does.
fn watches(number: usize, measured: &Measured) {
    let (agent, mut tag) = (agent(), String::new());
    thread::sleep(LOOK * u32::try_from(number % 100).unwrap_or_default() / 100);
    while !measured.over.load(Ordering::Relaxed) {
        let began = Instant::now();
        let asked =
            agent.get(format!("http://{ADDRESS}/api/ladder")).header("If-None-Match", &tag).call();
        let read = asked.and_then(|mut answer| {
            let fresh =
                answer.headers().get("etag").and_then(|tag| tag.to_str().ok()).map(str::to_owned);
            answer.body_mut().read_to_vec().map(|_| fresh)
        });
        match read {
            Ok(fresh) => {
                push(&measured.pages, began.elapsed());
                tag = fresh.unwrap_or_default();
            }
            Err(error) if !measured.down.load(Ordering::Relaxed) => {
                push(&measured.refusals, error.to_string())
            }
            Err(_) => {}
        }
        thread::sleep(LOOK.saturating_sub(began.elapsed()));
    }
}

fn push<T>(to: &Mutex<Vec<T>>, one: T) {
    to.lock().unwrap_or_else(PoisonError::into_inner).push(one);
}

fn print(times: &Mutex<Vec<Duration>>, what: &str) {
    let mut times = times.lock().unwrap_or_else(PoisonError::into_inner);
    times.sort();
    let at = |share: usize| times.get((times.len() * share / 100).min(times.len().max(1) - 1));
    let ms = |share| at(share).map_or(0.0, |time: &Duration| time.as_secs_f64() * 1e3);
    println!(
        "{what}: {:.0} ms by median, {:.0} ms in 95 %, {:.0} ms at worst, {} times",
        ms(50),
        ms(95),
        ms(100),
        times.len()
    );
}

/// The memory that a process has, in MiB; as Linux tells it.
fn resident(host: &Child) -> u64 {
    let text = std::fs::read_to_string(format!("/proc/{}/status", host.id())).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.trim().split(' ').next()?.parse::<u64>().ok()).unwrap_or_default()
        >> 10
}
