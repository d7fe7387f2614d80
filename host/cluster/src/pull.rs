//! Messages of a stream as they are asked for, whatever becomes of the asking.
//!
//! Nobody but the server knows when a request for messages is over, and its word can't be relied upon: 2.9 ends a request
//! without one where its time runs out as a message comes, and of a stream with copies 2.15 says that all have been sent
//! before they are, since they wait for the other servers. A client that goes by the word would wait for seconds in the
//! one case and drop all that it asked for in the other, again and again. So what a server says only makes the next request
//! come sooner, and whatever is sent is taken, to whichever request.

use std::time::Duration;

use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::{Context, Message};
use async_nats::{StatusCode, Subscriber};
use futures_util::StreamExt;
use serde::Serialize;
use tokio::time::{Instant, sleep, timeout_at};

/// How long the server may wait for messages.
pub(crate) const WAIT: Duration = Duration::from_secs(2);
/// How much later its word may come that it has waited so long.
const LATE: Duration = Duration::from_millis(250);
/// How long to wait before something is tried again.
const PAUSE: Duration = Duration::from_millis(500);

/// Asks a consumer for messages.
pub(crate) struct Pull {
    context: Context,
    /// Where it is asked.
    next: String,
    /// Under which subjects the server answers, a request under each, and what it has answered.
    inbox: String,
    answers: Option<Subscriber>,
    /// How many bytes may come at once, and how long the server may wait for them.
    most: usize,
    wait: Duration,
    /// The last request, how many messages of it are still to come, and how long they are waited for.
    request: u64,
    wanted: usize,
    until: Instant,
}

/// A request as the server reads it.
#[derive(Serialize)]
struct Request {
    batch: usize,
    max_bytes: usize,
    /// In nanoseconds.
    expires: u128,
}

impl Pull {
    pub(crate) fn new(
        context: &Context,
        consumer: &PullConsumer,
        most: usize,
        wait: Duration,
    ) -> Pull {
        let info = consumer.cached_info();
        Pull::of(context, &info.stream_name, &info.name, most, wait)
    }

    fn of(context: &Context, stream: &str, consumer: &str, most: usize, wait: Duration) -> Pull {
        Pull {
            context: context.clone(),
            next: format!("$JS.API.CONSUMER.MSG.NEXT.{stream}.{consumer}"),
            inbox: context.client().new_inbox(),
            answers: None,
            most,
            wait,
            request: 0,
            wanted: 0,
            until: Instant::now(),
        }
    }

    /// Asks for so many messages; a server that can't be asked is left alone for a moment.
    pub(crate) async fn ask(&mut self, wanted: usize) {
        match self.request(wanted).await {
            Ok(()) => (self.wanted, self.until) = (wanted, Instant::now() + self.wait + LATE),
            Err(_) => sleep(PAUSE).await,
        }
    }

    async fn request(&mut self, batch: usize) -> Result<(), async_nats::Error> {
        let client = self.context.client();
        if self.answers.is_none() {
            self.answers = Some(client.subscribe(format!("{}.*", self.inbox)).await?);
        }
        self.request += 1;
        let request = Request { batch, max_bytes: self.most, expires: self.wait.as_nanos() };
        let request = serde_json::to_vec(&request)?;
        client.publish_with_reply(self.next.clone(), self.reply(), request.into()).await?;
        Ok(())
    }

    fn reply(&self) -> String {
        format!("{}.{}", self.inbox, self.request)
    }

    /// The next message; nothing once as many have come as were asked for, or it is time to ask again.
    pub(crate) async fn next(&mut self) -> Option<Message> {
        while self.wanted > 0 {
            let answers = self.answers.as_mut()?;
            let Ok(answer) = timeout_at(self.until, answers.next()).await else { break };
            let Some(message) = answer else {
                self.answers = None;
                break;
            };
            match message.status {
                None | Some(StatusCode::OK) => {
                    self.wanted -= 1;
                    return Some(Message { message, context: self.context.clone() });
                }
                Some(_) if *message.subject != self.reply() => {}
                Some(StatusCode::TIMEOUT | StatusCode::NOT_FOUND) => break,
                // What it has sent may still be on its way, and whoever can't be asked now is asked again later.
                Some(_) => self.until = self.until.min(Instant::now() + PAUSE),
            }
        }
        self.wanted = 0;
        None
    }
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead, BufReader, Write};
    use std::net::TcpStream;

    use super::*;
    use crate::connection::Connection;
    use crate::server::Server;
    use async_nats::jetstream::consumer::pull;
    use async_nats::jetstream::stream::Config;
    use othello_test_support::nats::{NatsServer, servers};
    use othello_test_support::proxy::{Proxy, Trouble};

    #[test]
    fn a_server_that_ends_a_request_without_a_word_is_asked_again_before_the_client_gives_it_up() {
        for program in servers() {
            let server = NatsServer::start(program, &["-js"]);
            // Instead of the word that the time is over comes one that the server is still there.
            let changed = Trouble::Swap(b"NATS/1.0 408", b"NATS/1.0 100");
            let proxy = Proxy::start(server.port, changed, usize::MAX);
            let address = format!("nats://127.0.0.1:{}", proxy.port);
            let link = Connection::open(&Server::parse(&address).unwrap()).unwrap();
            link.block_on(async {
                let subjects = vec!["words".to_owned()];
                let config = Config { name: "words".to_owned(), subjects, ..Config::default() };
                let stream = link.context().create_stream(config).await.unwrap();
                let consumer = stream.create_consumer(pull::Config::default()).await.unwrap();
                let mut pull = Pull::new(link.context(), &consumer, 1 << 20, WAIT);
                pull.ask(2).await;
                // Both are late where the machine is.
                let given_up = sleep(WAIT + Duration::from_secs(5));
                tokio::select! {
                    biased;
                    nothing = pull.next() => assert!(nothing.is_none()),
                    () = given_up => panic!("it was waited for a word that never comes"),
                }
                link.context().publish("words", "one".into()).await.unwrap().await.unwrap();
                pull.ask(2).await;
                assert_eq!(pull.next().await.unwrap().payload, "one");
            });
        }
    }
    /// Stands for a consumer: says to the first request that all has been sent, and sends it then.
    fn overtake(port: u16, subject: &str) {
        let stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        let mut lines = BufReader::new(&stream).lines().map(Result::unwrap);
        let said =
            format!("CONNECT {{\"verbose\": false, \"headers\": true}}\r\nSUB {subject} 1\r\n");
        (&stream).write_all(said.as_bytes()).unwrap();
        let asked = lines.by_ref().find(|line| line.starts_with("MSG ")).unwrap();
        let reply = asked.split(' ').nth(3).unwrap();
        let word = "NATS/1.0 409 Batch Completed\r\n\r\n";
        let length = word.len();
        let said = format!("HPUB {reply} {length} {length}\r\n{word}\r\n");
        (&stream).write_all(said.as_bytes()).unwrap();
        for number in 0..3 {
            (&stream).write_all(format!("PUB {reply} 1\r\n{number}\r\n").as_bytes()).unwrap();
        }
        // It is heard of once all before it is.
        (&stream).write_all(b"PING\r\n").unwrap();
        assert!(lines.any(|line| line == "PONG"));
    }

    #[test]
    fn what_is_sent_is_taken_also_after_the_servers_word_that_all_has_been_sent() {
        for program in servers() {
            let server = NatsServer::start(program, &["-js"]);
            let link = Connection::open(&Server::parse(&server.url()).unwrap()).unwrap();
            let mut pull = Pull::of(link.context(), "words", "work", 1 << 20, WAIT);
            let (port, subject) = (server.port, pull.next.clone());
            let consumer = std::thread::spawn(move || overtake(port, &subject));
            let mut taken = Vec::new();
            for _ in 0..10 {
                link.block_on(async {
                    // Until the consumer is there nobody answers, and afterwards neither.
                    pull.ask(3 - taken.len()).await;
                    while let Some(message) = pull.next().await {
                        taken.push(message.payload.clone());
                    }
                });
            }
            consumer.join().unwrap();
            assert_eq!(taken, ["0", "1", "2"]);
        }
    }
}
