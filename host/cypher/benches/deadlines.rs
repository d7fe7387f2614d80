//! How late queries end that would never end by themselves. The engine is to be out within 5 ms of a deadline,
//! wherever it is; `cargo bench -p othello-cypher --bench deadlines` tells how near it comes.

#[path = "../tests/all_joined/mod.rs"]
mod all_joined;
#[path = "../tests/runaways/mod.rs"]
mod runaways;

use std::time::{Duration, Instant};

use othello_cypher::{Database, Engine, Error, ErrorKind, Limits, Meter, Params};

/// How long each query may run.
const TIME: Duration = Duration::from_millis(40);
/// Of so many runs the median counts: the machine has pauses of its own.
const RUNS: usize = 5;

fn main() -> Result<(), Error> {
    let database = all_joined::database(&Engine::shared())?;
    let reads = [runaways::PATTERNS, runaways::LISTS, runaways::TEXTS].concat();
    report("reading", &reads, |text| lateness(&database, text, false))?;
    report("writing, what was written taken back", runaways::WRITES, |text| {
        lateness(&database, text, true)
    })
}

fn report(
    kind: &str,
    texts: &[&str],
    lateness: impl Fn(&str) -> Result<Option<Duration>, Error>,
) -> Result<(), Error> {
    let mut late = Vec::new();
    for text in texts {
        late.extend(lateness(text)?.map(|time| (time, text)));
    }
    late.sort_by_key(|(time, _)| std::cmp::Reverse(*time));
    let (count, early) = (late.len(), texts.len() - late.len());
    let within = late.iter().filter(|(time, _)| *time <= Duration::from_millis(5)).count();
    println!(
        "{kind}: {within} of {count} end within 5 ms of their deadline ({early} more meet a limit of memory)"
    );
    println!("  {:>8.2?}  in the median; the latest are", late[count / 2].0);
    for (time, text) in late.iter().take(5) {
        println!("  {time:>8.2?}  {text:.90}");
    }
    Ok(())
}

/// By how much a query ends after its deadline; nothing where it meets another limit first.
fn lateness(database: &Database, text: &str, writes: bool) -> Result<Option<Duration>, Error> {
    let query = Engine::shared().prepare(text, &Meter::default())?;
    let mut late = Vec::new();
    for _ in 0..RUNS {
        let deadline = Instant::now() + TIME;
        let limits = Limits { deadline: Some(deadline), ..Limits::default() };
        let outcome = if writes {
            database.write(&query, &Params::new(), &Meter::new(limits))
        } else {
            database.read(&query, &Params::new(), &Meter::new(limits))
        };
        match outcome {
            Err(error) if error.kind() == ErrorKind::TimedOut => late.push(deadline.elapsed()),
            Err(_) => return Ok(None),
            Ok(_) => unreachable!("no such query ends by itself: {text}"),
        }
    }
    late.sort();
    Ok(Some(late[RUNS / 2]))
}
