//! What is stored for workers: plans and players, each in parts. A part is small enough that a slow link carries it soon,
//! and what has come of a thing stays whatever becomes of the connection: how long the whole may take is not bounded, but
//! how long nothing comes.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use async_nats::jetstream::object_store::{DeleteErrorKind, InfoErrorKind, ObjectMetadata};
use async_nats::jetstream::stream::{DirectGetErrorKind, RawMessageErrorKind, Stream};
use futures_util::TryStreamExt;
use serde::Deserialize;

use crate::error::ClusterError;
use crate::names::{Digest, OBJECTS};
use crate::storage::Storage;

/// What a stored thing may have at most.
const LARGEST: usize = 300 << 20;
/// How long its parts are. What else a connection carries waits for one of them.
const PART: usize = 64 << 10;
/// How long the next part may take on its way at first, and at the most.
const PATIENCE: Duration = Duration::from_secs(10);
const MOST_PATIENCE: Duration = Duration::from_secs(60);
/// How long nothing may come before whoever waits gives up.
const STANDSTILL: Duration = Duration::from_secs(60);
/// How long to wait before a part is asked for again.
const PAUSE: Duration = Duration::from_millis(500);

/// What the store says of something in it: under which name its parts are.
#[derive(Deserialize)]
struct StoredObject {
    nuid: String,
}

/// Something that is on its way from the server.
pub(crate) struct Incoming {
    name: String,
    digest: Digest,
    /// Under which subject its parts are, and how long it is, once that is known.
    parts: Option<(String, usize)>,
    bytes: Vec<u8>,
    /// The number behind that of the last part.
    next: u64,
    patience: Duration,
}

/// What came of asking for the next part.
pub(crate) enum Step {
    /// It has come; there are more.
    Part,
    /// It was the last one.
    Whole(Vec<u8>),
    /// The server has it no more, or something else.
    Lost,
    /// Nothing has come.
    Nothing,
}

impl Incoming {
    /// What is stored under this name, with this hash.
    pub(crate) fn new(name: String, digest: Digest) -> Incoming {
        let (parts, bytes) = (None, Vec::new());
        Incoming { name, digest, parts, bytes, next: 1, patience: PATIENCE }
    }

    /// How much of it has come, and how much it is.
    pub(crate) fn arrived(&self) -> (usize, Option<usize>) {
        (self.bytes.len(), self.parts.as_ref().map(|(_, size)| *size))
    }

    /// Asks for the next part.
    pub(crate) async fn step(&mut self, storage: &Storage) -> Step {
        let mut context = storage.context.clone();
        context.set_timeout(self.patience);
        let Ok(stream) = context.get_stream_no_info(format!("OBJ_{OBJECTS}")).await else {
            return Step::Nothing;
        };
        let Some((subject, size)) = &self.parts else { return self.look_up(storage).await };
        if self.bytes.len() < *size {
            match part(&stream, subject, self.next).await {
                Ok(Some((sequence, bytes))) => {
                    self.bytes.extend_from_slice(&bytes);
                    self.next = sequence + 1;
                }
                Ok(None) => return Step::Lost,
                Err(()) => {
                    // One that comes too late each time would never come.
                    self.patience = (2 * self.patience).min(MOST_PATIENCE);
                    return Step::Nothing;
                }
            }
        }
        if self.bytes.len() < *size {
            return Step::Part;
        }
        let bytes = std::mem::take(&mut self.bytes);
        if Digest::of(&bytes) == self.digest { Step::Whole(bytes) } else { Step::Lost }
    }

    /// Asks where its parts are.
    async fn look_up(&mut self, storage: &Storage) -> Step {
        match storage.objects.info(&self.name).await {
            Ok(info) if !info.deleted && info.size <= LARGEST => {
                self.parts = Some((format!("$O.{OBJECTS}.C.{}", info.nuid), info.size));
                Step::Part
            }
            Err(error) if error.kind() == InfoErrorKind::TimedOut => Step::Nothing,
            // There is none, or somebody has written something else there.
            _ => Step::Lost,
        }
    }
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
    /// Stores something under a name.
    pub(crate) async fn put(&self, name: &str, bytes: &[u8]) -> Result<(), ClusterError> {
        let failed = ClusterError::of("store a player");
        let mut patient = self.context.clone();
        patient.set_timeout(PATIENCE);
        let objects = patient.get_object_store(OBJECTS).await.map_err(|error| failed(&error))?;
        let object =
            ObjectMetadata { name: name.to_owned(), chunk_size: Some(PART), ..Default::default() };
        let put = objects.put(object, &mut std::io::Cursor::new(bytes)).await;
        if put.is_err() {
            // What can't be taken away now is the next time.
            let _ = self.take_away_parts(bytes).await;
        }
        put.map(drop).map_err(|error| failed(&error))
    }

    /// Takes away the parts that are there of something that was not stored whole: the client leaves them, and they would
    /// take the room of everything else.
    async fn take_away_parts(&self, bytes: &[u8]) -> Result<(), ClusterError> {
        let failed = ClusterError::of("take away parts of a player");
        let stream = format!("OBJ_{OBJECTS}");
        let stream = self.context.get_stream(stream).await.map_err(|error| failed(&error))?;
        // A list would need a consumer, for which there may be no room.
        let mut whole = HashSet::new();
        for subject in Storage::subjects(&stream, &format!("$O.{OBJECTS}.M.>")).await? {
            let object = stream.get_last_raw_message_by_subject(&subject).await;
            let object = object.map_err(|error| failed(&error))?;
            let object: StoredObject =
                serde_json::from_slice(&object.payload).map_err(|error| failed(&error))?;
            whole.insert(format!("$O.{OBJECTS}.C.{}", object.nuid));
        }
        let parts = Storage::subjects(&stream, &format!("$O.{OBJECTS}.C.>")).await?;
        for subject in parts.iter().filter(|&subject| !whole.contains(subject)) {
            // Others may be storing something else at this moment.
            let mut rest = bytes;
            while let Ok(part) = stream.get_first_raw_message_by_subject(subject, 1).await
                && let Some(behind) = rest.strip_prefix(&*part.payload)
            {
                // A server of 2.9 counts what is purged as if it were still there.
                let deleted = stream.delete_message(part.sequence).await;
                deleted.map_err(|error| failed(&error))?;
                rest = behind;
            }
        }
        Ok(())
    }

    /// Stores something under its hash unless it is there.
    pub(crate) async fn keep(&self, digest: &Digest, bytes: &[u8]) -> Result<(), ClusterError> {
        match self.objects.info(digest.as_str()).await {
            Ok(info) if !info.deleted && info.size == bytes.len() => Ok(()),
            _ => self.put(digest.as_str(), bytes).await,
        }
    }

    /// Whether something of this length is stored under a name, with all of its parts.
    pub(crate) async fn has(&self, name: &str, length: usize) -> Result<bool, ClusterError> {
        let failed = ClusterError::of("look for a player");
        let info = match self.objects.info(name).await {
            Ok(info) if !info.deleted && info.size == length => info,
            Err(error) if error.kind() == InfoErrorKind::TimedOut => return Err(failed(&error)),
            _ => return Ok(false),
        };
        let stream = self.context.get_stream(format!("OBJ_{OBJECTS}")).await;
        let stream = stream.map_err(|error| failed(&error))?;
        let parts = stream.info_with_subjects(format!("$O.{OBJECTS}.C.{}", info.nuid)).await;
        let parts = parts.map_err(|error| failed(&error))?.try_next().await;
        let there = parts.map_err(|error| failed(&error))?.map_or(0, |(_, there)| there);
        Ok(there == info.chunks)
    }

    /// Takes away what is stored under a name, if something is.
    pub(crate) async fn delete(&self, name: &str) -> Result<(), ClusterError> {
        match self.objects.delete(name).await {
            Err(error) if error.kind() != DeleteErrorKind::NotFound => {
                Err(ClusterError::of("delete a player")(&error))
            }
            _ => Ok(()),
        }
    }

    /// What is stored under a name with this hash; nothing where that is missing or something else, or nothing of it comes.
    pub(crate) async fn get(&self, name: &str, digest: &Digest) -> Option<Vec<u8>> {
        let mut incoming = Incoming::new(name.to_owned(), digest.clone());
        let mut moved = Instant::now();
        loop {
            match incoming.step(self).await {
                Step::Whole(bytes) => return Some(bytes),
                Step::Part => moved = Instant::now(),
                Step::Nothing if moved.elapsed() < STANDSTILL => tokio::time::sleep(PAUSE).await,
                Step::Nothing | Step::Lost => return None,
            }
        }
    }
}
