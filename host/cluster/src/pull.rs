//! Messages of a stream as they are asked for, whatever becomes of the asking.
//!
//! Nobody but the server knows when a request for messages is over, and 2.9 ends one without a word where its time runs out
//! as a message comes. The client waits five seconds more for the word, and nothing comes meanwhile. So the next request is
//! made as soon as one must be over; the old one is listened to all the same, since what was sent to it may be on its way.

use std::time::Duration;

use async_nats::jetstream::Message;
use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::consumer::pull::Batch;
use futures_util::StreamExt;
use futures_util::stream::SelectAll;
use tokio::time::{Instant, sleep, timeout_at};

/// How long the server may wait for messages.
pub(crate) const WAIT: Duration = Duration::from_secs(2);
/// How much later its word may come that it has waited so long.
const LATE: Duration = Duration::from_millis(250);
/// How long to wait before something is tried again.
const PAUSE: Duration = Duration::from_millis(500);

/// Asks a consumer for messages.
pub(crate) struct Pull {
    consumer: PullConsumer,
    /// How many bytes may come at once, and how long the server may wait for them.
    most: usize,
    wait: Duration,
    requests: SelectAll<Batch>,
    wanted: usize,
    until: Instant,
}

impl Pull {
    pub(crate) fn new(consumer: PullConsumer, most: usize, wait: Duration) -> Pull {
        Pull { consumer, most, wait, requests: SelectAll::new(), wanted: 0, until: Instant::now() }
    }

    /// Asks for so many messages; a server that can't be asked is left alone for a moment.
    pub(crate) async fn ask(&mut self, wanted: usize) {
        let asked =
            self.consumer.batch().max_messages(wanted).max_bytes(self.most).expires(self.wait);
        let asked = asked.messages().await;
        match asked {
            Ok(request) => {
                self.requests.push(request);
                (self.wanted, self.until) = (wanted, Instant::now() + self.wait + LATE);
            }
            Err(_) => sleep(PAUSE).await,
        }
    }

    /// The next message; nothing once as many have come as were asked for, or no more will.
    pub(crate) async fn next(&mut self) -> Option<Message> {
        while self.wanted > 0 {
            match timeout_at(self.until, self.requests.next()).await {
                Ok(Some(Ok(message))) => {
                    self.wanted -= 1;
                    return Some(message);
                }
                Ok(Some(Err(_))) => sleep(PAUSE).await,
                Ok(None) | Err(_) => self.wanted = 0,
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
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
                let mut pull = Pull::new(consumer, 1 << 20, WAIT);
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
}
