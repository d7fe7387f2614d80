//! A class that looks at its games afterwards, without the class: so many people behind one address open the review of
//! a game of their own at the same moment, as a page does, and one of them does other things meanwhile. Prints how soon
//! each sees the first values and the whole of it, and how soon the other pages answer.
//!
//! `cargo build --release; cargo run --release -p othello-host --example class_reviews -- target/release/othello-host 40`

use std::error::Error;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use othello_rules::Position;
use othello_test_support::Rng;
use serde_json::{Value, json};
use ureq::Agent;

/// How often somebody does something else.
const LOOK: Duration = Duration::from_millis(200);
/// The address behind which all of them sit, as the proxy says that the host is told of.
const CLASS: &str = "203.0.113.7";

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// A process that is ended with this.
struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn main() -> Outcome<()> {
    let mut args = std::env::args().skip(1);
    let binary = args.next().ok_or("name the binary: target/release/othello-host")?;
    let pupils: u64 = args.next().map_or(Ok(40), |text| text.parse())?;
    let mut command = Command::new(binary);
    command.args(["serve", "--addr", "127.0.0.1:0", "--host-name", "class.example"]);
    command.args(["--no-history"]).stdout(Stdio::piped());
    let mut host = Ended(command.spawn()?);
    let mut address = String::new();
    BufReader::new(host.0.stdout.take().ok_or("no output")?).read_line(&mut address)?;
    let address = address.trim().trim_end_matches('/').to_owned();
    let begun = Instant::now();
    let over = AtomicBool::new(false);
    let (reviews, others) = thread::scope(|scope| {
        let address = &address;
        let of = |pupil| scope.spawn(move || review(address, pupil, begun));
        let reviews: Vec<_> = (0..pupils).map(of).collect();
        let other = scope.spawn(|| looks(address, &over));
        let reviews: Vec<_> = reviews.into_iter().map(thread::ScopedJoinHandle::join).collect();
        over.store(true, Ordering::Relaxed);
        (reviews, other.join())
    });
    let (mut first, mut whole) = (Vec::new(), Vec::new());
    for review in reviews {
        let seen = review.map_err(|_| "somebody broke off")??;
        first.push(seen.0);
        whole.push(seen.1);
    }
    println!("{pupils} people behind one address open the review of a game each:");
    print("the first values are there", first);
    print("the whole review is there", whole);
    print("another page answers meanwhile", others.map_err(|_| "somebody broke off")??);
    Ok(())
}

/// Somebody's browser, which keeps its cookie.
struct Browser {
    agent: Agent,
    address: String,
    cookie: String,
}

impl Browser {
    fn open(address: &str) -> Outcome<Browser> {
        let config = Agent::config_builder().http_status_as_error(false);
        let config = config.timeout_global(Some(Duration::from_secs(60)));
        let agent: Agent = config.build().into();
        let first = agent.get(address).header("X-Forwarded-For", CLASS).call()?;
        let cookie = first.headers().get("set-cookie").ok_or("no cookie is given")?.to_str()?;
        let cookie = cookie.split(';').next().unwrap_or_default().to_owned();
        Ok(Browser { agent, address: address.to_owned(), cookie })
    }

    fn get(&self, path: &str) -> Outcome<u16> {
        let asked = self.agent.get(format!("{}{path}", self.address));
        let asked = asked.header("X-Forwarded-For", CLASS).header("Cookie", &self.cookie);
        let mut answer = asked.call()?;
        answer.body_mut().read_to_vec()?;
        Ok(answer.status().as_u16())
    }

    fn post(&self, path: &str, body: &Value) -> Outcome<(u16, Value)> {
        let asked = self.agent.post(format!("{}{path}", self.address));
        let asked = asked.header("X-Forwarded-For", CLASS).header("Cookie", &self.cookie);
        let mut answer = asked.send_json(body)?;
        Ok((answer.status().as_u16(), answer.body_mut().read_json()?))
    }
}

/// Opens a review and asks on until it is whole; gives when the first values and when all were there.
fn review(address: &str, pupil: u64, begun: Instant) -> Outcome<(Duration, Duration)> {
    let browser = Browser::open(address)?;
    let moves = game(pupil);
    let mut first = None;
    loop {
        let (status, review) = browser.post("/api/review", &json!({ "moves": moves }))?;
        if status == 429 {
            thread::sleep(Duration::from_secs(1));
            continue;
        }
        let scores = review["scores"].as_array().ok_or_else(|| review.to_string())?;
        if first.is_none() && scores.iter().any(|score| !score.is_null()) {
            first = Some(begun.elapsed());
        }
        if review["left"] == 0 {
            let whole = begun.elapsed();
            return Ok((first.unwrap_or(whole), whole));
        }
    }
}

/// A game of random moves to its end.
fn game(seed: u64) -> Vec<String> {
    let mut rng = Rng((seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let (mut position, mut moves) = (Position::default(), Vec::new());
    loop {
        let legal: Vec<_> = position.legal_moves().into_iter().collect();
        if legal.is_empty() {
            match position.pass() {
                Ok(passed) if !passed.legal_moves().is_empty() => position = passed,
                _ => return moves,
            }
            continue;
        }
        let square = legal[rng.below(legal.len())];
        moves.push(square.to_string());
        position = position.play_unchecked(square);
    }
}

/// Somebody of the class who does other things: looks at the page, at a position, at a query's result.
fn looks(address: &str, over: &AtomicBool) -> Outcome<Vec<Duration>> {
    let browser = Browser::open(address)?;
    let position = json!({ "game": "othello", "moves": ["f5"] });
    let query = json!({ "position": position, "query": "MATCH (cell:Cell) RETURN cell LIMIT 1" });
    let mut times = Vec::new();
    while !over.load(Ordering::Relaxed) {
        let began = Instant::now();
        let status = match times.len() % 4 {
            0 => browser.get("/")?,
            1 => browser.get("/api/games")?,
            2 => browser.post("/api/position", &position)?.0,
            _ => browser.post("/api/query", &query)?.0,
        };
        if status != 200 {
            return Err(format!("{status} for look {}", times.len()).into());
        }
        times.push(began.elapsed());
        thread::sleep(LOOK);
    }
    Ok(times)
}

fn print(what: &str, mut times: Vec<Duration>) {
    times.sort();
    let at = |share: usize| times.get(times.len().saturating_sub(1) * share / 100);
    let seconds = |share| at(share).map_or(0.0, Duration::as_secs_f64);
    println!(
        "{what} after {:.3} s at the earliest, {:.3} by median, {:.3} in 95 %, {:.3} at worst",
        seconds(0),
        seconds(50),
        seconds(95),
        seconds(100)
    );
}
