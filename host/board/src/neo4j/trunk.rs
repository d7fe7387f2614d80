//! One connection to a server that several of the driver's share, each a lane of its own: so what one of them sends
//! is on its way before another's answer has come, and the server takes it in the order in which it was sent. The
//! driver alone waits for each answer, and for a RESET before each query.
//!
//! ```text
//! driver  lane 0  RESET ─┐ RUN PULL ─┐                ┌─ answers 1
//!                        └ answered  ├─ server ───────┤
//! driver  lane 1  RESET ─┐ RUN PULL ─┘                └─ answers 2
//!                        └ answered
//! ```

use std::collections::{HashMap, VecDeque};
use std::future::poll_fn;
use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader, BufWriter};
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::task::JoinSet;

use super::bolt::{CHOICE, Kind, Message, OFFER};
use super::gauge::Gauge;

/// How many messages wait to be passed on before whoever sends them has to wait.
const QUEUE: usize = 64;

/// What is sent to the driver where a part of a request has come, an empty chunk between two messages, which says
/// nothing. With it the part is acknowledged, and until it is, for 40 ms, the driver may keep the rest back.
const NOTHING: [u8; 2] = [0, 0];

/// The number of one of the driver's connections.
type Lane = usize;

/// What happens on any of the connections.
enum Event {
    Opened(Lane, OwnedWriteHalf),
    /// Of a request a part has come, and the driver may wait to hear that before it sends the rest.
    Partial(Lane),
    Request(Lane, Message),
    Closed(Lane),
    Answer(Message),
    ServerGone,
}

/// A connection on which the server has let the driver in.
pub(super) struct Trunk {
    /// What the server answered to the driver's first words, and to its name and password.
    choice: [u8; CHOICE],
    welcome: Message,
    lanes: usize,
    events: Sender<Event>,
    tasks: JoinSet<()>,
}

impl Trunk {
    /// Lets the driver log in to the server, as its first lane. There is no trunk where it was not let in.
    pub(super) async fn open(
        server: impl AsyncRead + AsyncWrite + Send + Unpin + 'static,
        driver: TcpStream,
        gauge: Arc<Gauge>,
    ) -> io::Result<Option<Trunk>> {
        let (from_server, to_server) = tokio::io::split(server);
        let (mut from_server, mut to_server) =
            (BufReader::new(from_server), BufWriter::new(to_server));
        let (from_driver, mut to_driver) = halves(driver);
        let mut from_driver = BufReader::new(from_driver);

        let mut offer = [0; OFFER];
        from_driver.read_exact(&mut offer).await?;
        to_server.write_all(&offer).await?;
        to_server.flush().await?;
        let mut choice = [0; CHOICE];
        from_server.read_exact(&mut choice).await?;
        to_driver.write_all(&choice).await?;
        let hello = Message::read(&mut from_driver, |_| true).await?;
        to_server.write_all(hello.bytes()).await?;
        to_server.flush().await?;
        let welcome = Message::read(&mut from_server, |bytes| gauge.take(bytes)).await?;
        to_driver.write_all(welcome.bytes()).await?;
        if welcome.kind() != Kind::Success {
            return Ok(None);
        }

        let (events, received) = channel(QUEUE);
        let mut trunk = Trunk { choice, welcome, lanes: 0, events, tasks: JoinSet::new() };
        let (server_events, server_gauge) = (trunk.events.clone(), Arc::clone(&gauge));
        trunk.tasks.spawn(answers(from_server, server_events, server_gauge));
        trunk.tasks.spawn(Switch::new(to_server, gauge).run(received));
        trunk.add(from_driver, to_driver).await;
        Ok(Some(trunk))
    }

    /// Whether it leads to the server no more.
    pub(super) fn is_closed(&self) -> bool {
        self.events.is_closed()
    }

    /// Adds a lane for another of the driver's connections, which is let in as the first one was.
    pub(super) async fn join(&mut self, driver: TcpStream) -> io::Result<()> {
        let (from_driver, mut to_driver) = halves(driver);
        let mut from_driver = BufReader::new(from_driver);
        from_driver.read_exact(&mut [0; OFFER]).await?;
        to_driver.write_all(&self.choice).await?;
        Message::read(&mut from_driver, |_| true).await?;
        to_driver.write_all(self.welcome.bytes()).await?;
        self.add(from_driver, to_driver).await;
        Ok(())
    }

    async fn add(&mut self, from: BufReader<OwnedReadHalf>, to: OwnedWriteHalf) {
        let lane = self.lanes;
        self.lanes += 1;
        // Nobody receives where the server has just gone; the driver sees that its connection is closed.
        if self.events.send(Event::Opened(lane, to)).await.is_ok() {
            self.tasks.spawn(requests(lane, from, self.events.clone()));
        }
    }
}

fn halves(driver: TcpStream) -> (OwnedReadHalf, OwnedWriteHalf) {
    let _ = driver.set_nodelay(true);
    driver.into_split()
}

async fn requests(lane: Lane, mut from: BufReader<OwnedReadHalf>, events: Sender<Event>) {
    while let Ok(message) = request(lane, &mut from, &events).await {
        if events.send(Event::Request(lane, message)).await.is_err() {
            return;
        }
    }
    let _ = events.send(Event::Closed(lane)).await;
}

/// Reads a request, and tells of each part of it behind which the rest has not come yet.
async fn request(
    lane: Lane,
    from: &mut BufReader<OwnedReadHalf>,
    events: &Sender<Event>,
) -> io::Result<Message> {
    let begun = AtomicBool::new(false);
    let mut reading = pin!(Message::read(from, |_| {
        begun.store(true, Ordering::Relaxed);
        true
    }));
    poll_fn(|context| {
        let read = reading.as_mut().poll(context);
        if read.is_pending() && begun.load(Ordering::Relaxed) {
            let _ = events.try_send(Event::Partial(lane));
        }
        read
    })
    .await
}

async fn answers(mut from: impl AsyncRead + Unpin, events: Sender<Event>, gauge: Arc<Gauge>) {
    while let Ok(message) = Message::read(&mut from, |bytes| gauge.take(bytes)).await {
        if events.send(Event::Answer(message)).await.is_err() {
            return;
        }
    }
    gauge.tell_closed();
    let _ = events.send(Event::ServerGone).await;
}

/// An answer that the server still owes.
#[derive(Clone, Copy)]
struct Owed {
    lane: Lane,
    to: Kind,
}

/// What passes requests on to the server and answers back. When it ends, all lanes are closed.
struct Switch<W> {
    to_server: W,
    lanes: HashMap<Lane, BufWriter<OwnedWriteHalf>>,
    owed: VecDeque<Owed>,
    /// Whether the server waits for a RESET: it has failed at something, or has more records of a result.
    wants_reset: bool,
    gauge: Arc<Gauge>,
}

impl<W: AsyncWrite + Unpin> Switch<W> {
    fn new(to_server: W, gauge: Arc<Gauge>) -> Switch<W> {
        let (lanes, owed) = Default::default();
        Switch { to_server, lanes, owed, wants_reset: false, gauge }
    }

    async fn run(mut self, mut events: Receiver<Event>) {
        let mut sends_query = false;
        while let Some(event) = events.recv().await {
            sends_query |= matches!(&event, Event::Request(_, it) if it.kind() == Kind::Pull);
            let passed = self.pass(event).await;
            // What belongs together goes in one piece.
            let sent = if events.is_empty() { self.flush().await } else { Ok(()) };
            if passed.is_err() || sent.is_err() {
                return;
            }
            if events.is_empty() && std::mem::take(&mut sends_query) {
                self.gauge.tell_sent();
            }
        }
    }

    async fn pass(&mut self, event: Event) -> io::Result<()> {
        match event {
            Event::Opened(lane, to) => drop(self.lanes.insert(lane, BufWriter::new(to))),
            Event::Partial(lane) => self.tell(lane, &NOTHING).await?,
            Event::Request(lane, request) => self.request(lane, &request).await?,
            Event::Answer(answer) => self.answer(&answer).await?,
            Event::Closed(lane) if !self.owed.iter().any(|owed| owed.lane == lane) => {
                self.lanes.remove(&lane);
            }
            // Nobody can tell what the server would send to a lane that is closed.
            Event::Closed(_) | Event::ServerGone => return Err(io::ErrorKind::UnexpectedEof.into()),
        }
        Ok(())
    }

    async fn request(&mut self, lane: Lane, request: &Message) -> io::Result<()> {
        match request.kind() {
            Kind::Reset if !self.wants_reset && self.gauge.answers_resets() => {
                self.tell(lane, Message::success().bytes()).await
            }
            Kind::Goodbye => Ok(()),
            to => {
                if self.owed.is_empty() {
                    self.gauge.count_trip();
                }
                self.owed.push_back(Owed { lane, to });
                self.to_server.write_all(request.bytes()).await
            }
        }
    }

    async fn answer(&mut self, answer: &Message) -> io::Result<()> {
        let owed = match answer.kind() {
            Kind::Record | Kind::Success | Kind::Ignored | Kind::Failure => self.owed.front(),
            _ => None,
        };
        // Nobody asked for it, or it can't be read.
        let Some(&Owed { lane, to }) = owed else { return Err(io::ErrorKind::InvalidData.into()) };
        match answer.kind() {
            Kind::Success if to == Kind::Reset => self.wants_reset = false,
            Kind::Success => self.wants_reset |= answer.may_have_more(),
            Kind::Failure => self.wants_reset = true,
            _ => {}
        }
        if answer.kind() != Kind::Record {
            self.owed.pop_front();
        }
        self.tell(lane, answer.bytes()).await?;
        if answer.is_not_writing() {
            self.gauge.step_down();
            self.flush().await?;
            return Err(io::ErrorKind::ConnectionAborted.into());
        }
        Ok(())
    }

    async fn tell(&mut self, lane: Lane, bytes: &[u8]) -> io::Result<()> {
        match self.lanes.get_mut(&lane) {
            Some(to) => to.write_all(bytes).await,
            None => Ok(()),
        }
    }

    async fn flush(&mut self) -> io::Result<()> {
        self.to_server.flush().await?;
        for lane in self.lanes.values_mut() {
            lane.flush().await?;
        }
        Ok(())
    }
}
