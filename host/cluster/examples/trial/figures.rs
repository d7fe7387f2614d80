//! Figures that one command brings, each with a server and whatever else it needs: how many pairs an organiser keeps a
//! second where workers answer at once, and how much memory it holds however long a contest is.

use std::collections::HashMap;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::{self, Context};
use futures_util::{StreamExt, TryStreamExt};
use othello_cluster::{ContestId, WorkerStatus};
use othello_test_support::nats::{NatsServer, servers};
use tokio::runtime::Runtime;

use crate::process::{processor_time, processor_time_of};

/// As many threads as the workers have for whom everything was played before: six games are out for each.
const THREADS: usize = 256;
/// How many pairs are answered at once.
const BATCH: usize = 256;
const PAUSE: Duration = Duration::from_millis(20);
const WAIT: Duration = Duration::from_secs(1);
/// How often it is said that somebody is there, and where.
const TELL: Duration = Duration::from_secs(5);
const WORKERS: &str = "othello-workers";

/// A trial in a process of its own, which is killed with this.
struct Trial(Child);

impl Trial {
    fn start(words: &[&str]) -> Trial {
        let mut command = Command::new(std::env::current_exe().unwrap());
        Trial(command.args(words).stdout(Stdio::inherit()).spawn().unwrap())
    }

    fn wait(mut self) {
        assert!(self.0.wait().unwrap().success());
    }
}

impl Drop for Trial {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn server() -> NatsServer {
    let program = servers().first().unwrap();
    let version = Command::new(program).arg("--version").output().unwrap();
    eprint!("{}", String::from_utf8_lossy(&version.stdout));
    NatsServer::start(program, &["-js"])
}

/// Memory of an organiser over a real server, with a worker beside it that plays at once.
pub fn flat(pairs: &str) {
    let (server, folder) = (server(), tempfile::tempdir().unwrap());
    let (url, file) = (server.url(), folder.path().join("flat.db"));
    let _worker = Trial::start(&["work", &url, "worker", "2"]);
    Trial::start(&["hold", &url, file.to_str().unwrap(), pairs]).wait();
    let size = std::fs::metadata(&file).unwrap().len();
    println!("the file has {:.0} MiB", size as f64 / f64::from(1 << 20));
}

/// Pairs a second that an organiser keeps. A worker first plays the contest for whoever writes down what it brings; then
/// the same contest is held again, and each pair has its answer as soon as it is in the queue.
pub fn ceiling(pairs: &str) {
    let (server, folder) = (server(), tempfile::tempdir().unwrap());
    let (url, runtime) = (server.url(), Runtime::new().unwrap());
    let file = |name: &str| folder.path().join(name).display().to_string();
    let client = runtime.block_on(async_nats::connect(url.as_str())).unwrap();
    let played = runtime.block_on(client.subscribe("othello.results.>")).unwrap();
    // It begins a task of its own.
    let context = runtime.block_on(async { jetstream::new(client) });
    let over = Arc::new(AtomicBool::new(false));
    let answers = runtime.spawn(write_down(played, Arc::clone(&over)));
    let status = {
        let _worker = Trial::start(&["work", &url, "worker", "2"]);
        Trial::start(&["hold", &url, &file("first.db"), pairs]).wait();
        over.store(true, Ordering::Relaxed);
        runtime.block_on(status(&context))
    };
    let answers = runtime.block_on(answers).unwrap();
    eprintln!("{} answers are ready", answers.len());
    let servers = || processor_time_of(&server.process_id().to_string());
    let before = (processor_time(), servers());
    let answering = runtime.spawn(answer(context, status, answers));
    Trial::start(&["hold", &url, &file("second.db"), pairs]).wait();
    let answered = runtime.block_on(answering).unwrap();
    let each = |time: Duration| time.as_secs_f64() * 1e6 / (answered as f64).max(1.0);
    println!(
        "beside it, {:.0} us of processor time a pair to answer and {:.0} of the server",
        each(processor_time() - before.0),
        each(servers() - before.1),
    );
}

/// The last words of a subject, which name a pair in every contest.
fn task(subject: &str) -> String {
    let mut words: Vec<&str> = subject.rsplit('.').take(3).collect();
    words.reverse();
    words.join(".")
}

/// What the worker says of itself.
async fn status(context: &Context) -> WorkerStatus {
    let workers = context.get_key_value(WORKERS).await.unwrap();
    serde_json::from_slice(&workers.get("worker").await.unwrap().unwrap()).unwrap()
}

/// All results, by their pairs, until no more come.
async fn write_down(
    mut results: async_nats::Subscriber,
    over: Arc<AtomicBool>,
) -> HashMap<String, Vec<u8>> {
    let mut answers = HashMap::new();
    loop {
        match tokio::time::timeout(PAUSE, results.next()).await {
            Ok(Some(result)) => {
                answers.insert(task(&result.subject), result.payload.to_vec());
            }
            Err(_) if !over.load(Ordering::Relaxed) => {}
            _ => return answers,
        }
    }
}

/// Answers each pair of the contest that comes; gives how many they were.
async fn answer(
    context: Context,
    mut status: WorkerStatus,
    answers: HashMap<String, Vec<u8>>,
) -> usize {
    let contest = loop {
        let names: Vec<String> = context.stream_names().try_collect().await.unwrap();
        let pairs = names.iter().find_map(|name| name.strip_prefix("othello-pairs-"));
        if let Some(contest) = pairs {
            break contest.to_owned();
        }
        tokio::time::sleep(PAUSE).await;
    };
    let stream = format!("othello-pairs-{contest}");
    let consumer: PullConsumer = loop {
        match context.get_consumer_from_stream("work", stream.as_str()).await {
            Ok(consumer) => break consumer,
            Err(_) => tokio::time::sleep(PAUSE).await,
        }
    };
    status.threads = THREADS;
    status.contests = [(contest.parse::<ContestId>().unwrap(), None)].into();
    let (mut answered, mut told) = (0, None::<Instant>);
    while answered < answers.len() {
        if told.is_none_or(|told| told.elapsed() > TELL) {
            let workers = context.get_key_value(WORKERS).await.unwrap();
            let bytes = serde_json::to_vec(&status).unwrap();
            workers.put(&status.worker, bytes.into()).await.unwrap();
            told = Some(Instant::now());
        }
        let mut pairs =
            consumer.batch().max_messages(BATCH).expires(WAIT).messages().await.unwrap();
        while let Some(Ok(pair)) = pairs.next().await {
            let task = task(&pair.subject);
            let publish = PublishMessage::build()
                .payload(answers[&task].clone().into())
                .expected_last_subject_sequence(0);
            let subject = format!("othello.results.{contest}.{task}");
            // Whether it came there is seen in the end.
            drop(context.send_publish(subject, publish).await.unwrap());
            pair.ack().await.unwrap();
            answered += 1;
        }
    }
    answered
}
