//! What organiser and workers tell each other: versioned, bounded, and in types that are checked when they are read.
//! All of it is JSON; what may be long is compressed.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::time::Duration;

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use othello_arena::contest::{GameJob, InPlay, Opening, PairJob, Plan};
use othello_rules::{ByColour, Move};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::error::ClusterError;
use crate::names::{ContestId, Digest, TaskId, is_key};
use crate::text::shortened;

mod few;
mod report;
mod result;

pub(crate) use report::GameMessage;
pub(crate) use result::ResultMessage;

/// The version of these messages and of what they mean.
pub(crate) const PROTOCOL: u32 = 3;
/// The version of the host, by which rules, engine and players' options are told.
pub(crate) const HOST: &str = env!("CARGO_PKG_VERSION");
/// No message is longer than this; a server takes 1 MiB where nobody says otherwise.
pub(crate) const LONGEST: usize = 900 << 10;
/// No pair is longer, with the players that come with it.
pub(crate) const LONGEST_PAIR: usize = 256 << 10;
/// The longest text of a pair's start and of its opening: no board has more cells.
const LONGEST_OPENING: usize = 4096;
/// What a contest's order may have as it travels and unpacked, and how many players.
pub(crate) const LARGEST_ORDER: u64 = 8 << 20;
const LARGEST_ORDER_UNPACKED: u64 = 16 << 20;
const MOST_PLAYERS: usize = 10_000;
/// How many workers may take part in a contest, and be barred from it.
pub(crate) const MOST_WORKERS: usize = 10_000;
/// Of how many contests a worker says what it makes of them.
pub(crate) const MOST_CONTESTS_TOLD: usize = 1100;

/// A contest that is held, for workers that may take part in it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Notice {
    pub protocol: u32,
    /// The host's version, which has to be the worker's own: only so are the games the same.
    pub host: String,
    pub contest: ContestId,
    /// What is played, in the store.
    pub order: Digest,
    /// Who plays, in a few words.
    pub title: String,
    /// How fast the organiser's machine is, where limits of time are to be scaled.
    pub speed: Option<Speed>,
    /// By how much a worker's machine may be slower.
    pub slowest: f64,
    /// Workers whose results were wrong.
    pub barred: Vec<String>,
}

/// All that a worker has to know of a contest before it plays.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Order {
    /// The plan, without what the pairs say themselves.
    pub plan: Plan,
    /// Who plays, in the plan's order; nobody where each pair brings its players.
    pub entrants: Vec<Passenger>,
    /// What a worker has to have.
    pub demands: WorkerDemands,
}

/// What a worker has to have beside what every contest asks for.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct WorkerDemands {
    /// This system, where players may come that run on no other.
    pub system: Option<String>,
    /// Every layer of the jail, whatever the worker would do without.
    pub whole_jail: bool,
}

/// The players of a pair that come with it, since the plan of their contest names none.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Guests {
    /// Who plays.
    pub passengers: [Passenger; 2],
    /// How long each position stands there for those who watch.
    pub show: Duration,
}

/// A player that travels.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Passenger {
    /// Under which name it takes part.
    pub name: String,
    /// What it calls itself, in the pack.
    pub player: String,
    /// Its options, as JSON.
    pub options: String,
    /// The pack that holds it, in the store.
    pub pack: Digest,
    /// The texts that were named for some of its options, in the store.
    #[serde(default)]
    pub files: BTreeMap<String, Digest>,
}

/// How fast a machine is: how long a fixed search and a fixed query take on one thread.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Speed {
    /// The search.
    pub search: Duration,
    /// The query.
    pub query: Duration,
}

impl Speed {
    /// How many times as long as on the other machine everything takes on this one: the mean of search and query, and
    /// exactly once as long where it is nearly that.
    #[must_use]
    pub fn slowness_against(self, other: Speed) -> f64 {
        let ratio = |one: Duration, other: Duration| {
            one.as_secs_f64().max(1e-9) / other.as_secs_f64().max(1e-9)
        };
        let mean = (ratio(self.search, other.search) * ratio(self.query, other.query)).sqrt();
        if (0.85..1.18).contains(&mean) { 1.0 } else { (mean * 100.0).round() / 100.0 }
    }
}

/// A pair in the queue.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct PairMessage {
    pub protocol: u32,
    pub task: TaskId,
    /// The position that it begins from, where it is another one than the contest's.
    pub start: Option<String>,
    /// The moves of its opening.
    pub opening: String,
    /// Who has Black, and who has White, in the first of its games.
    pub players: (usize, usize),
    /// Those whom the numbers mean, where they come with the pair.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guests: Option<Guests>,
}

/// What a worker says of itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WorkerStatus {
    /// The version of its messages.
    pub protocol: u32,
    /// The version of its host.
    pub host: String,
    /// Its name, which no other worker has.
    pub worker: String,
    /// Its system, such as `linux on x86_64`.
    pub system: String,
    /// How many pairs it plays at once.
    pub threads: usize,
    /// How fast its machine is.
    pub speed: Speed,
    /// How many pairs it has played.
    pub pairs: u64,
    /// For how many seconds it has been there.
    pub seconds: u64,
    /// The contests that it takes part in, each with nothing; and those that it does not, with the reason.
    pub contests: BTreeMap<ContestId, Option<String>>,
}

/// The boards of a worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct BoardsMessage {
    pub worker: String,
    pub boards: Vec<InPlay>,
}

/// What a message has to say before it is read.
#[derive(Deserialize)]
struct Version {
    protocol: u32,
}

/// A message as it is sent.
pub(crate) fn encode(message: &impl Serialize) -> Result<Vec<u8>, ClusterError> {
    encode_within(LONGEST, message)
}

/// The same where it may be only so long. What is longer no server takes.
fn encode_within(longest: usize, message: &impl Serialize) -> Result<Vec<u8>, ClusterError> {
    let unwritten = |error: serde_json::Error| ClusterError::Message(error.to_string());
    let bytes = serde_json::to_vec(message).map_err(unwritten)?;
    if bytes.len() > longest {
        return Err(ClusterError::Message(format!(
            "a message of {} KiB is longer than the {} KiB that may be sent",
            bytes.len() >> 10,
            longest >> 10
        )));
    }
    Ok(bytes)
}

/// A message, compressed.
struct Packed {
    packed: Vec<u8>,
    /// How long it is unpacked.
    unpacked: usize,
}

/// The same, compressed.
fn pack(message: &impl Serialize) -> Result<Packed, ClusterError> {
    let unwritten = |error: &dyn std::fmt::Display| ClusterError::Message(error.to_string());
    let bytes = serde_json::to_vec(message).map_err(|error| unwritten(&error))?;
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    let packed = encoder.write_all(&bytes).and_then(|()| encoder.finish());
    let packed = packed.map_err(|error| unwritten(&error))?;
    Ok(Packed { packed, unpacked: bytes.len() })
}

/// Reads a message that says its version.
pub(crate) fn decode<T: DeserializeOwned>(what: &str, bytes: &[u8]) -> Result<T, ClusterError> {
    let wrong = |why: &dyn std::fmt::Display| unreadable(what, why);
    if bytes.len() > LONGEST {
        return Err(wrong(&"it is longer than it may be"));
    }
    let Version { protocol } = serde_json::from_slice(bytes).map_err(|error| wrong(&error))?;
    if protocol != PROTOCOL {
        return Err(wrong(&other_protocol(protocol)));
    }
    serde_json::from_slice(bytes).map_err(|error| wrong(&error))
}

/// Why something can't be read; parts of it may be among the words.
fn unreadable(what: &str, why: &dyn std::fmt::Display) -> ClusterError {
    ClusterError::Message(format!("{what}: {}", shortened(&why.to_string())))
}

/// Why two that speak different versions can't work together.
pub(crate) fn other_protocol(protocol: u32) -> String {
    let update = if protocol > PROTOCOL { "update this host" } else { "update the other one" };
    format!(
        "it speaks version {protocol} of the cluster's messages, and this host {PROTOCOL}; {update}"
    )
}

/// Refuses what no worker is called: a name is a key of a bucket, and who is barred stands in every notice.
fn check_name(what: &str, name: &str) -> Result<(), ClusterError> {
    if is_key(name) {
        return Ok(());
    }
    Err(unreadable(what, &"no worker has such a name"))
}

/// Unpacks what was compressed, up to what it may hold.
pub(crate) fn unpack(what: &str, bytes: &[u8], most: u64) -> Result<Vec<u8>, ClusterError> {
    let wrong = |why: &dyn std::fmt::Display| unreadable(what, why);
    let mut unpacked = Vec::new();
    let mut reader = GzDecoder::new(bytes).take(most + 1);
    reader.read_to_end(&mut unpacked).map_err(|error| wrong(&error))?;
    if unpacked.len() as u64 > most {
        return Err(wrong(&"it holds more than it may"));
    }
    Ok(unpacked)
}

impl Notice {
    pub(crate) fn read(bytes: &[u8]) -> Result<Notice, ClusterError> {
        let mut notice: Notice = decode("a contest's notice", bytes)?;
        notice.barred.truncate(MOST_WORKERS);
        notice.title = shortened(&notice.title);
        notice.host = shortened(&notice.host);
        Ok(notice)
    }
}

impl Order {
    /// What travelled, and how many bytes it is unpacked.
    pub(crate) fn read(bytes: &[u8]) -> Result<(Order, usize), ClusterError> {
        let what = "a contest's order";
        let unpacked = unpack(what, bytes, LARGEST_ORDER_UNPACKED)?;
        let order: Order =
            serde_json::from_slice(&unpacked).map_err(|error| unreadable(what, &error))?;
        if order.entrants.iter().map(|one| 1 + one.files.len()).sum::<usize>() > MOST_PLAYERS {
            return Err(unreadable(
                what,
                &format!("it has more than {MOST_PLAYERS} players and files"),
            ));
        }
        if order.entrants.len() != order.plan.entrants.len() {
            return Err(ClusterError::Message(format!("{what}: not all of its players travel")));
        }
        Ok((order, unpacked.len()))
    }

    /// As it travels, if workers take it.
    pub(crate) fn packed(&self) -> Result<Vec<u8>, ClusterError> {
        let players = self.entrants.len();
        if players > MOST_PLAYERS {
            return Err(ClusterError::Message(format!(
                "workers take {MOST_PLAYERS} players of a contest at most, and this one has {players}"
            )));
        }
        let Packed { packed, .. } = pack(self)?;
        if packed.len() as u64 > LARGEST_ORDER {
            return Err(ClusterError::Message(format!(
                "the plan of this contest has {} MiB, and workers take {} MiB at most",
                packed.len() >> 20,
                LARGEST_ORDER >> 20
            )));
        }
        Ok(packed)
    }
}

impl Order {
    /// Whether each pair brings its players.
    #[must_use]
    pub fn takes_guests(&self) -> bool {
        self.entrants.is_empty()
    }
}

impl PairMessage {
    pub(crate) fn of(pair: &PairJob, guests: Option<Guests>) -> Option<PairMessage> {
        let first = pair.games.first()?;
        let ByColour { black, white } = first.players;
        Some(PairMessage {
            protocol: PROTOCOL,
            task: TaskId::of(pair),
            start: first.opening.start.map(|start| start.to_string()),
            opening: first.opening.moves.iter().map(Move::to_string).collect(),
            players: (black, white),
            guests,
        })
    }

    /// As it is sent.
    pub(crate) fn encoded(&self) -> Result<Vec<u8>, ClusterError> {
        encode_within(LONGEST_PAIR, self)
    }

    pub(crate) fn read(bytes: &[u8]) -> Result<PairMessage, ClusterError> {
        let what = "a pair in the queue";
        if bytes.len() > LONGEST_PAIR {
            return Err(unreadable(what, &"it is longer than it may be"));
        }
        let message: PairMessage = decode(what, bytes)?;
        let start = message.start.as_ref().map_or(0, String::len);
        if start.max(message.opening.len()) > LONGEST_OPENING {
            return Err(unreadable(what, &"it begins with more than a board has room for"));
        }
        Ok(message)
    }

    /// The pair that it hands out.
    pub(crate) fn pair(&self, order: &Order) -> Result<PairJob, ClusterError> {
        let wrong = |why: String| unreadable("a pair in the queue", &why);
        let TaskId { place, games, attempt } = self.task;
        let players = ByColour { black: self.players.0, white: self.players.1 };
        if self.guests.is_some() != order.takes_guests() {
            return Err(wrong("its players come with it, or they don't".to_owned()));
        }
        let known = if order.takes_guests() { 2 } else { order.entrants.len() };
        if players.iter().any(|&player| player >= known) {
            return Err(wrong("nobody has this number".to_owned()));
        }
        let start = self.start.as_deref().map(str::parse).transpose();
        let start = start.map_err(|error| wrong(format!("{error}")))?;
        let moves = Move::sequence(&self.opening).map_err(|error| wrong(error.to_string()))?;
        let opening = Opening { start, moves };
        let first = place.checked_mul(2).filter(|&first| first < u64::MAX);
        let first = first.ok_or_else(|| wrong("no pair has this place".to_owned()))?;
        let numbers = match games {
            1 => vec![first],
            2 => vec![first + 1],
            3 => vec![first, first + 1],
            _ => return Err(wrong("it has no games".to_owned())),
        };
        let of_first = [players, players.swapped()];
        let games = numbers.into_iter().zip(of_first);
        let games = games
            .map(|(number, players)| GameJob { number, players, opening: opening.clone() })
            .collect();
        Ok(PairJob { place, attempt, games })
    }
}

impl WorkerStatus {
    pub(crate) fn read(bytes: &[u8]) -> Result<WorkerStatus, ClusterError> {
        let mut status: WorkerStatus = decode("a worker's status", bytes)?;
        check_name("a worker's status", &status.worker)?;
        while status.contests.len() > MOST_CONTESTS_TOLD {
            status.contests.pop_last();
        }
        for line in [&mut status.host, &mut status.system] {
            *line = shortened(line);
        }
        for why in status.contests.values_mut().flatten() {
            *why = shortened(why);
        }
        Ok(status)
    }
}

#[cfg(test)]
mod tests;
