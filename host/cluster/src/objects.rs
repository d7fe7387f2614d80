//! What comes from the store to a worker: plans and players, each in parts. A part is small enough that a slow link carries
//! it soon, and what has come of a thing stays whatever becomes of the connection: how long the whole may take is not
//! bounded, but how long nothing comes, and how much. How things get there is for `uploads`.

use std::time::{Duration, Instant};

use async_nats::jetstream::object_store::{InfoErrorKind, ObjectInfo};
use async_nats::jetstream::stream::{DirectGetErrorKind, RawMessageErrorKind, Stream};
use sha2::{Digest as _, Sha256};

use crate::message::LARGEST_ORDER;
use crate::names::{Digest, OBJECTS};
use crate::room::NoRoom;
use crate::storage::{PART, Storage};

/// How long the next part may take on its way at first, and at the most.
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);
const MOST_PATIENCE: Duration = Duration::from_secs(60);
/// How long nothing may come before whoever waits gives up.
const STANDSTILL: Duration = Duration::from_secs(60);
/// How long to wait before a part is asked for again.
const PAUSE: Duration = Duration::from_millis(500);
/// The longest word under which the parts of something are.
const LONGEST_WORD: usize = 100;

/// Where something lands that is on its way.
pub(crate) trait Landing {
    /// Makes room for so many bytes.
    fn begin(&mut self, size: u64) -> Result<(), NoRoom>;
    /// Takes the next of them.
    fn add(&mut self, bytes: &[u8]) -> Result<(), NoRoom>;
}

/// In memory, where it is a plan.
impl Landing for Vec<u8> {
    fn begin(&mut self, size: u64) -> Result<(), NoRoom> {
        if size > LARGEST_ORDER {
            return Err(NoRoom::LargePlan);
        }
        Ok(())
    }

    fn add(&mut self, bytes: &[u8]) -> Result<(), NoRoom> {
        self.extend_from_slice(bytes);
        Ok(())
    }
}

/// Something that is on its way from the server.
pub(crate) struct Incoming<L> {
    name: String,
    digest: Digest,
    /// Under which subject its parts are, and how long it is, once that is known.
    parts: Option<(String, usize)>,
    landing: L,
    hasher: Sha256,
    arrived: usize,
    /// The number behind that of the last part.
    next: u64,
    patience: Duration,
}

/// What came of asking for the next part.
pub(crate) enum Step {
    /// It has come; there are more.
    Part,
    /// It was the last one.
    Whole,
    /// Nothing has come.
    Nothing,
}

/// Why something does not come.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Absence {
    /// The server has it no more, or something else.
    Lost,
    /// There is no room for it here.
    NoRoom(NoRoom),
}

impl From<NoRoom> for Absence {
    fn from(why: NoRoom) -> Absence {
        Absence::NoRoom(why)
    }
}

impl<L: Landing> Incoming<L> {
    /// What is stored under this name, with this hash, to land there.
    pub(crate) fn new(name: String, digest: Digest, landing: L) -> Incoming<L> {
        let (parts, hasher) = (None, Sha256::new());
        Incoming { name, digest, parts, landing, hasher, arrived: 0, next: 1, patience: PATIENCE }
    }

    /// How much of it has come, and how much it is.
    pub(crate) fn arrived(&self) -> (usize, Option<usize>) {
        (self.arrived, self.parts.as_ref().map(|(_, size)| *size))
    }

    /// Where it has landed.
    pub(crate) fn landing(self) -> L {
        self.landing
    }

    /// Asks for the next part.
    pub(crate) async fn step(&mut self, storage: &Storage) -> Result<Step, Absence> {
        let mut context = storage.context.clone();
        context.set_timeout(storage.pace.of(self.patience));
        let Ok(stream) = context.get_stream_no_info(format!("OBJ_{OBJECTS}")).await else {
            return Ok(Step::Nothing);
        };
        let Some((subject, size)) = &self.parts else { return self.look_up(storage).await };
        if self.arrived < *size {
            match part(&stream, subject, self.next).await {
                // Of another length it is a part of something else; by empty ones nothing would ever be whole.
                Ok(Some((_, bytes))) if bytes.len() != PART.min(*size - self.arrived) => {
                    return Err(Absence::Lost);
                }
                Ok(Some((sequence, bytes))) => {
                    self.hasher.update(&bytes);
                    self.landing.add(&bytes)?;
                    self.arrived += bytes.len();
                    self.next = sequence + 1;
                }
                Ok(None) => return Err(Absence::Lost),
                Err(()) => {
                    // One that comes too late each time would never come.
                    self.patience = (2 * self.patience).min(MOST_PATIENCE);
                    return Ok(Step::Nothing);
                }
            }
        }
        if self.arrived < *size {
            return Ok(Step::Part);
        }
        let whole = Digest::of_hash(std::mem::take(&mut self.hasher));
        if whole == self.digest { Ok(Step::Whole) } else { Err(Absence::Lost) }
    }

    /// Asks where its parts are.
    async fn look_up(&mut self, storage: &Storage) -> Result<Step, Absence> {
        match storage.objects.info(&self.name).await {
            Ok(info) if !info.deleted => {
                let subject = parts_subject(&info).ok_or(Absence::Lost)?;
                self.landing.begin(info.size as u64)?;
                self.parts = Some((subject, info.size));
                Ok(Step::Part)
            }
            Err(error) if error.kind() == InfoErrorKind::TimedOut => Ok(Step::Nothing),
            // There is none, or somebody has written something else there.
            _ => Err(Absence::Lost),
        }
    }
}

/// Under which subject the parts of something are, unless what says so means other things than parts.
pub(crate) fn parts_subject(info: &ObjectInfo) -> Option<String> {
    let is_plain = |it: u8| it.is_ascii_alphanumeric() || it == b'-' || it == b'_';
    let plain = (1..=LONGEST_WORD).contains(&info.nuid.len()) && info.nuid.bytes().all(is_plain);
    plain.then(|| format!("$O.{OBJECTS}.C.{}", info.nuid))
}

/// The first part behind a number, with its own; none where there is none.
async fn part(stream: &Stream<()>, subject: &str, from: u64) -> Result<Option<(u64, Vec<u8>)>, ()> {
    match stream.direct_get_next_for_subject(subject, Some(from)).await {
        Ok(part) => return Ok(Some((part.sequence, part.payload.to_vec()))),
        Err(error) if error.kind() == DirectGetErrorKind::NotFound => {}
        Err(_) => return Err(()),
    }
    // A server of a cluster that has not heard of it yet says the same; the one that leads knows.
    match stream.get_first_raw_message_by_subject(subject, from).await {
        Ok(part) => Ok(Some((part.sequence, part.payload.to_vec()))),
        Err(error) if error.kind() == RawMessageErrorKind::NoMessageFound => Ok(None),
        Err(_) => Err(()),
    }
}

impl Storage {
    /// Fetches what is stored under a name with this hash. What does not come for long is lost.
    pub(crate) async fn fetch<L: Landing>(
        &self,
        name: &str,
        digest: &Digest,
        landing: L,
    ) -> Result<L, Absence> {
        let mut incoming = Incoming::new(name.to_owned(), digest.clone(), landing);
        let mut moved = Instant::now();
        loop {
            match incoming.step(self).await? {
                Step::Whole => return Ok(incoming.landing()),
                Step::Part => moved = Instant::now(),
                Step::Nothing if moved.elapsed() < STANDSTILL => tokio::time::sleep(PAUSE).await,
                Step::Nothing => return Err(Absence::Lost),
            }
        }
    }
}
