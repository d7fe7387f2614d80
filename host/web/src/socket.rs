//! One visitor's connection to a room: what it says is bounded and obeyed, what the room tells is passed on,
//! and whoever is too slow, too loud or silent for too long is let go.

use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Extension, Path, State};
use axum::response::Response;
use tokio::sync::broadcast::error::RecvError;
use tokio::task::spawn_blocking;
use tokio::time::{interval, sleep, timeout};

use crate::api::Shared;
use crate::bounded_stream::StaysOpen;
use crate::client::Client;
use crate::limits::{Act, Limits};
use crate::places::{Place, Places};
use crate::protocol::{ClientCommand, ServerMessage};
use crate::room::{Hearing, Holder, PRESENCE_DELAY, Room};

/// The longest message that a page may send.
const LONGEST_MESSAGE: usize = 4096;
/// How long hello is waited for.
const HELLO_TIMEOUT: Duration = Duration::from_secs(10);
/// How long a message may take to be read by the other side.
const SEND_TIMEOUT: Duration = Duration::from_secs(10);
/// How often the other side is told that the server is there; it takes five seconds of silence for a fault.
const HEARTBEAT: Duration = Duration::from_secs(2);
/// How often the other side is asked whether it is there, and how long it may be silent.
const PING_INTERVAL: Duration = Duration::from_secs(20);
const SILENCE_TIMEOUT: Duration = Duration::from_secs(60);
/// So many messages may come in a second; more are refused, and who goes on all the same is let go.
const MESSAGES_PER_SECOND: u32 = 20;
const MOST_REFUSED: u32 = 20;
/// A page that asks for everything again gets it so often at the most.
const STATE_INTERVAL: Duration = Duration::from_secs(1);
/// So many whole games, each of some megabytes at the most, are made and on their way together. Who reads none of what
/// they asked for holds up those who come from the same address.
const MOST_UNDERWAY: usize = 16;
static UNDERWAY: LazyLock<Arc<Places>> = LazyLock::new(|| Places::for_few(MOST_UNDERWAY));

const WRONG_KEY: u16 = 4003;
const NO_SUCH_GAME: u16 = 4004;
const LIMIT_EXCEEDED: u16 = 4008;

/// Why a connection ends, as the other side is told; nothing where it is gone already.
type Ended = Option<(u16, &'static str)>;

/// Takes a visitor into a room.
pub(crate) async fn connect(
    upgrade: WebSocketUpgrade,
    Path(id): Path<String>,
    State(shared): State<Shared>,
    Extension(stays_open): Extension<StaysOpen>,
    client: Client,
) -> Response {
    let account = Account { client, limits: Arc::clone(&shared.limits) };
    let room = shared.lobby.room(&id);
    let upgrade = upgrade.max_message_size(LONGEST_MESSAGE).max_frame_size(LONGEST_MESSAGE);
    // The usual buffers are made for more than a page says, and many may watch.
    let upgrade = upgrade.read_buffer_size(LONGEST_MESSAGE).write_buffer_size(0);
    upgrade.on_upgrade(move |mut socket| async move {
        stays_open.begin();
        let ended = match room {
            Some(room) => visit(&mut socket, room, account).await,
            None => Some((NO_SUCH_GAME, "there is no such game")),
        };
        if let Some((code, why)) = ended {
            let frame = CloseFrame { code, reason: Utf8Bytes::from_static(why) };
            let _ = timeout(SEND_TIMEOUT, socket.send(Message::Close(Some(frame)))).await;
        }
    })
}

/// On whose account somebody is there.
struct Account {
    client: Client,
    limits: Arc<Limits>,
}

impl Account {
    /// A place for a whole game on its way.
    async fn place(&self) -> Result<Place, Ended> {
        let place = UNDERWAY.take(self.client.clone()).await;
        place.map_err(|_| Some((LIMIT_EXCEEDED, "too many enter at once; come again")))
    }
}

async fn visit(socket: &mut WebSocket, room: Arc<Room>, account: Account) -> Ended {
    let hello = match timeout(HELLO_TIMEOUT, next_text(socket)).await {
        Ok(Some(text)) => text,
        Ok(None) => return None,
        Err(_) => return Some((LIMIT_EXCEEDED, "nobody said hello")),
    };
    let holder = match serde_json::from_str(&hello) {
        Ok(ClientCommand::Hello { key }) => room.holder(key.as_deref()),
        _ => return Some((LIMIT_EXCEEDED, "hello comes first")),
    };
    let Some(holder) = holder else { return Some((WRONG_KEY, "this is no key of this game")) };
    let place = match account.place().await {
        Ok(place) => place,
        Err(ended) => return ended,
    };
    let entered = Arc::clone(&room);
    let entering = spawn_blocking(move || {
        let (state, hearing) = entered.enter(holder);
        (ServerMessage::State(Box::new(state)).to_text(), hearing)
    });
    let Ok((state, hearing)) = entering.await else { return Some((LIMIT_EXCEEDED, "a fault")) };
    let told = Instant::now();
    let mut visit = Visit { socket, room: Arc::clone(&room), account, holder, hearing, told };
    let ended = match visit.send_state(state, place).await {
        Ok(()) => {
            tell_present_soon(Arc::clone(&room));
            visit.go_on().await
        }
        Err(ended) => ended,
    };
    room.leave(holder);
    tell_present_soon(room);
    ended
}

fn tell_present_soon(room: Arc<Room>) {
    tokio::spawn(async move {
        sleep(PRESENCE_DELAY).await;
        // The room may be busy.
        let _ = spawn_blocking(move || room.tell_present()).await;
    });
}

async fn next_text(socket: &mut WebSocket) -> Option<Utf8Bytes> {
    loop {
        match socket.recv().await? {
            Ok(Message::Text(text)) => return Some(text),
            Ok(Message::Ping(_) | Message::Pong(_)) => {}
            _ => return None,
        }
    }
}

/// A visitor who has said hello.
struct Visit<'a> {
    socket: &'a mut WebSocket,
    room: Arc<Room>,
    account: Account,
    holder: Holder,
    hearing: Hearing,
    /// When everything was told last.
    told: Instant,
}

impl Visit<'_> {
    async fn go_on(&mut self) -> Ended {
        let mut ping = interval(PING_INTERVAL);
        let mut heartbeat = interval(HEARTBEAT);
        let mut heard = Instant::now();
        let mut second = (Instant::now(), 0);
        loop {
            let done = tokio::select! {
                change = self.hearing.next() => match change {
                    Ok(change) => self.pass_on(Message::Text(change)).await,
                    Err(RecvError::Lagged(_)) => Err(Some((LIMIT_EXCEEDED, "too slow"))),
                    Err(RecvError::Closed) => Err(Some((1001, "the server ends"))),
                },
                message = self.socket.recv() => {
                    heard = Instant::now();
                    if second.0.elapsed() > Duration::from_secs(1) {
                        second = (heard, 0);
                    }
                    second.1 += 1;
                    if second.1 > MESSAGES_PER_SECOND + MOST_REFUSED {
                        return Some((LIMIT_EXCEEDED, "too much at once"));
                    }
                    match message {
                        Some(Ok(Message::Text(_))) if second.1 > MESSAGES_PER_SECOND => {
                            self.refuse("too much at once; try again in a second".to_owned()).await
                        }
                        Some(Ok(Message::Text(text))) => self.obey(&text).await,
                        Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(()),
                        Some(Ok(Message::Binary(_))) => Err(Some((LIMIT_EXCEEDED, "only text is understood"))),
                        Some(Ok(Message::Close(_)) | Err(_)) | None => Err(None),
                    }
                },
                _ = heartbeat.tick() => self.send(&ServerMessage::Alive).await,
                _ = ping.tick() => {
                    if heard.elapsed() > SILENCE_TIMEOUT {
                        Err(Some((LIMIT_EXCEEDED, "nobody is there")))
                    } else {
                        self.pass_on(Message::Ping(Vec::new().into())).await
                    }
                },
            };
            if let Err(ended) = done {
                return ended;
            }
        }
    }

    /// Does what the page says, or tells it why not.
    async fn obey(&mut self, text: &str) -> Result<(), Ended> {
        let command = match serde_json::from_str(text) {
            Ok(command) => command,
            Err(error) => return self.refuse(error.to_string()).await,
        };
        if let ClientCommand::Hello { key } = command {
            let Some(holder) = self.room.holder(key.as_deref()) else {
                return Err(Some((WRONG_KEY, "this is no key of this game")));
            };
            if holder != self.holder {
                return self
                    .refuse("a connection keeps its key; connect once more".to_owned())
                    .await;
            }
            return self.tell_anew().await;
        }
        let Account { client, limits } = &self.account;
        if let Err(refusal) = limits.act(Act::Command, client) {
            return self.refuse(refusal.message().to_owned()).await;
        }
        // Taking up a game again may have to start players, which takes its time.
        let (room, holder) = (Arc::clone(&self.room), self.holder);
        match spawn_blocking(move || room.obey(command, holder)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(refused)) => self.send(&refused.into()).await,
            Err(_) => Err(Some((LIMIT_EXCEEDED, "a fault"))),
        }
    }

    /// Tells everything once more, from which on the changes are counted.
    async fn tell_anew(&mut self) -> Result<(), Ended> {
        sleep(STATE_INTERVAL.saturating_sub(self.told.elapsed())).await;
        let place = self.account.place().await?;
        self.told = Instant::now();
        let (room, holder) = (Arc::clone(&self.room), self.holder);
        let entering = spawn_blocking(move || {
            let (state, hearing) = room.enter_again(holder);
            (ServerMessage::State(Box::new(state)).to_text(), hearing)
        });
        let (state, hearing) = entering.await.map_err(|_| Some((LIMIT_EXCEEDED, "a fault")))?;
        self.hearing = hearing;
        self.send_state(state, place).await
    }

    /// Sends a whole game, which may be large, and holds its place for as long.
    async fn send_state(&mut self, text: String, place: Place) -> Result<(), Ended> {
        let sent = self.pass_on(Message::Text(text.into())).await;
        drop(place);
        sent
    }

    async fn refuse(&mut self, message: String) -> Result<(), Ended> {
        self.send(&ServerMessage::Refused { message, square: None }).await
    }

    async fn send(&mut self, message: &ServerMessage) -> Result<(), Ended> {
        self.pass_on(Message::Text(message.to_text().into())).await
    }

    async fn pass_on(&mut self, message: Message) -> Result<(), Ended> {
        match timeout(SEND_TIMEOUT, self.socket.send(message)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(None),
            Err(_) => Err(Some((LIMIT_EXCEEDED, "too slow"))),
        }
    }
}
