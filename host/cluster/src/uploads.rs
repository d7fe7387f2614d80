//! What an organiser puts into the store, part after part and then what says that it is whole. Its parts lie under its own
//! name, so that whoever stores the same goes on where an upload was cut, also while somebody else does; and what was cut
//! and nobody goes on with is taken away.

use std::collections::HashSet;
use std::time::{Duration, SystemTime};

use async_nats::jetstream::context::PublishErrorKind;
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::object_store::{
    DeleteErrorKind, InfoErrorKind, ObjectInfo, ObjectOptions,
};
use async_nats::jetstream::stream::{LastRawMessageErrorKind, Stream};
use data_encoding::BASE64URL;
use futures_util::TryStreamExt;
use sha2::{Digest as _, Sha256};

use crate::error::ClusterError;
use crate::names::{Digest, OBJECTS};
use crate::objects::{PATIENCE, parts_subject};
use crate::storage::{PART, Storage};

/// How long nothing may come of an upload before it counts as cut for good.
pub(crate) const CUT: Duration = Duration::from_secs(3600);
/// How many such are looked at each time.
const MOST_CUT: usize = 1000;
/// How often somebody else may be sooner with a part that nobody has then.
const MOST_TURNS: usize = 10;

/// How far an upload is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Stand {
    parts: usize,
    /// The number of the last one.
    last: u64,
}

/// Where the parts of what is stored under a name are.
fn parts_of(name: &str) -> String {
    format!("$O.{OBJECTS}.C.{name}")
}

/// Where it is said that it is whole.
fn whole_of(name: &str) -> String {
    format!("$O.{OBJECTS}.M.{}", BASE64URL.encode(name.as_bytes()))
}

impl Storage {
    /// Stores something under a name. What of it is there already from an upload that was cut stays.
    pub(crate) async fn put(&self, name: &str, bytes: &[u8]) -> Result<(), ClusterError> {
        match self.upload(name, bytes).await {
            Err((error, true)) => {
                // They would take the room of everything else. What can't be taken away now is the next time.
                let _ = self.take_away_parts(&parts_of(name)).await;
                Err(error)
            }
            Err((error, false)) => Err(error),
            Ok(()) => Ok(()),
        }
    }

    /// Stores something anew, whatever there is of it.
    pub(crate) async fn put_anew(&self, name: &str, bytes: &[u8]) -> Result<(), ClusterError> {
        self.take_away_parts(&parts_of(name)).await?;
        self.put(name, bytes).await
    }

    /// Uploads what is missing; says where that fails whether the server has refused it.
    async fn upload(&self, name: &str, bytes: &[u8]) -> Result<(), (ClusterError, bool)> {
        let failed = ClusterError::of("store a player");
        let asked = |error| (error, false);
        let mut patient = self.context.clone();
        patient.set_timeout(PATIENCE);
        let stream = self.store(&failed).await.map_err(asked)?;
        let subject = parts_of(name);
        let parts: Vec<&[u8]> = bytes.chunks(PART).collect();
        let mut stand = stand(&stream, &subject, &parts).await.map_err(asked)?;
        let mut turns = 0;
        while stand.parts < parts.len() {
            let part = parts[stand.parts].to_vec();
            let publish = PublishMessage::build()
                .payload(part.into())
                .expected_last_subject_sequence(stand.last);
            let sent = match patient.send_publish(subject.clone(), publish).await {
                Ok(answer) => answer.await,
                Err(error) => Err(error),
            };
            match sent {
                Ok(taken) => stand = Stand { parts: stand.parts + 1, last: taken.sequence },
                // Somebody stores the same, or the server's word that it has the part was lost.
                Err(error)
                    if error.kind() == PublishErrorKind::WrongLastSequence
                        && turns < MOST_TURNS =>
                {
                    let before = stand;
                    stand = self::stand(&stream, &subject, &parts).await.map_err(asked)?;
                    turns = if stand.parts > before.parts { 0 } else { turns + 1 };
                }
                Err(error) => return Err((failed(&error), is_refusal(error.kind()))),
            }
        }
        let whole = ObjectInfo {
            name: name.to_owned(),
            description: None,
            metadata: Default::default(),
            headers: None,
            options: Some(ObjectOptions { link: None, max_chunk_size: Some(PART) }),
            bucket: OBJECTS.to_owned(),
            nuid: name.to_owned(),
            size: bytes.len(),
            chunks: parts.len(),
            modified: None,
            digest: Some(format!("SHA-256={}", BASE64URL.encode(&Sha256::digest(bytes)))),
            deleted: false,
        };
        let whole = serde_json::to_vec(&whole).map_err(|error| asked(failed(&error)))?;
        let publish = PublishMessage::build().payload(whole.into()).header("Nats-Rollup", "sub");
        let sent = match patient.send_publish(whole_of(name), publish).await {
            Ok(answer) => answer.await,
            Err(error) => Err(error),
        };
        sent.map(drop).map_err(|error| (failed(&error), is_refusal(error.kind())))
    }

    async fn store(
        &self,
        failed: impl Fn(&dyn std::fmt::Display) -> ClusterError,
    ) -> Result<Stream, ClusterError> {
        let stream = self.context.get_stream(format!("OBJ_{OBJECTS}")).await;
        stream.map_err(|error| failed(&error))
    }

    /// Takes away all parts under a subject.
    async fn take_away_parts(&self, subject: &str) -> Result<(), ClusterError> {
        let failed = ClusterError::of("take away parts of a player");
        let stream = self.store(&failed).await?;
        while let Ok(part) = stream.get_first_raw_message_by_subject(subject, 1).await {
            // A server of 2.9 counts what is purged as if it were still there.
            let deleted = stream.delete_message(part.sequence).await;
            deleted.map_err(|error| failed(&error))?;
        }
        Ok(())
    }

    /// Takes away what was cut before it was whole and of which nothing has come for so long.
    pub(crate) async fn take_away_cut(&self, idle: Duration) -> Result<(), ClusterError> {
        let failed = ClusterError::of("look for uploads that were cut");
        let stream = self.store(&failed).await?;
        let mut said_whole = HashSet::new();
        let all = Storage::subjects(&stream, &format!("$O.{OBJECTS}.M.>")).await?;
        said_whole.extend(all.iter().map(String::as_str));
        let parts = Storage::subjects(&stream, &format!("$O.{OBJECTS}.C.>")).await?;
        let name = |subject: &str| subject.rsplit('.').next().unwrap_or_default().to_owned();
        let is_cut = |subject: &&String| !said_whole.contains(&*whole_of(&name(subject)));
        let mut cut: Vec<&String> = parts.iter().filter(is_cut).take(MOST_CUT).collect();
        if cut.is_empty() {
            return Ok(());
        }
        // What others have stored may lie under any name.
        for subject in &all {
            let object = stream.get_last_raw_message_by_subject(subject).await;
            let object = object.map_err(|error| failed(&error))?;
            let object = serde_json::from_slice::<ObjectInfo>(&object.payload).ok();
            let subject = object.as_ref().and_then(parts_subject);
            cut.retain(|cut| Some(*cut) != subject.as_ref());
        }
        for subject in cut {
            let last = stream.get_last_raw_message_by_subject(subject).await;
            let last = last.map_err(|error| failed(&error))?;
            let since = SystemTime::now().duration_since(SystemTime::from(last.time));
            if since.is_ok_and(|since| since >= idle) {
                self.take_away_parts(subject).await?;
            }
        }
        Ok(())
    }

    /// Takes away all that is stored under names that begin so, also what is not whole.
    pub(crate) async fn take_away_all(&self, prefix: &str) -> Result<(), ClusterError> {
        let failed = ClusterError::of("take away what is there of a contest");
        let mut all = self.objects.list().await.map_err(|error| failed(&error))?;
        let mut names = Vec::new();
        while let Some(object) = all.try_next().await.map_err(|error| failed(&error))? {
            names.extend(Some(object.name).filter(|name| name.starts_with(prefix)));
        }
        for name in names {
            self.delete(&name).await?;
        }
        let stream = self.store(&failed).await?;
        let parts = Storage::subjects(&stream, &format!("$O.{OBJECTS}.C.>")).await?;
        for subject in parts.iter().filter(|subject| subject.starts_with(&parts_of(prefix))) {
            self.take_away_parts(subject).await?;
        }
        Ok(())
    }

    /// Stores something under its hash unless it is there.
    pub(crate) async fn keep(&self, digest: &Digest, bytes: &[u8]) -> Result<(), ClusterError> {
        if self.has(digest.as_str(), bytes.len()).await? {
            return Ok(());
        }
        self.put(digest.as_str(), bytes).await
    }

    /// Whether something of this length is stored under a name, with all of its parts.
    pub(crate) async fn has(&self, name: &str, length: usize) -> Result<bool, ClusterError> {
        let failed = ClusterError::of("look for a player");
        let info = match self.objects.info(name).await {
            Ok(info) if !info.deleted && info.size == length => info,
            Err(error) if error.kind() == InfoErrorKind::TimedOut => return Err(failed(&error)),
            _ => return Ok(false),
        };
        let Some(subject) = parts_subject(&info) else { return Ok(false) };
        let stream = self.store(&failed).await?;
        Ok(count(&stream, &subject).await? == info.chunks)
    }

    /// Takes away what is stored under a name, if something is.
    pub(crate) async fn delete(&self, name: &str) -> Result<(), ClusterError> {
        match self.objects.info(name).await {
            // Who has written this wants other things deleted.
            Ok(info) if parts_subject(&info).is_none() => return Ok(()),
            _ => {}
        }
        match self.objects.delete(name).await {
            Err(error) if error.kind() == DeleteErrorKind::NotFound => {
                self.take_away_parts(&parts_of(name)).await
            }
            Err(error) => Err(ClusterError::of("delete a player")(&error)),
            Ok(()) => Ok(()),
        }
    }
}

/// How many parts are under a subject.
async fn count(stream: &Stream, subject: &str) -> Result<usize, ClusterError> {
    let failed = ClusterError::of("look for a player");
    let parts = stream.info_with_subjects(subject).await;
    let parts = parts.map_err(|error| failed(&error))?.try_next().await;
    Ok(parts.map_err(|error| failed(&error))?.map_or(0, |(_, there)| there))
}

/// How far somebody has come with these parts. What is not the beginning of them is taken away.
async fn stand(stream: &Stream, subject: &str, parts: &[&[u8]]) -> Result<Stand, ClusterError> {
    let failed = ClusterError::of("store a player");
    let last = match stream.get_last_raw_message_by_subject(subject).await {
        Ok(last) => last,
        Err(error) if error.kind() == LastRawMessageErrorKind::NoMessageFound => {
            return Ok(Stand::default());
        }
        Err(error) => return Err(failed(&error)),
    };
    let there = count(stream, subject).await?;
    let expected = there.checked_sub(1).and_then(|at| parts.get(at));
    if expected.is_some_and(|expected| *expected == &*last.payload) {
        return Ok(Stand { parts: there, last: last.sequence });
    }
    let purged = stream.purge().filter(subject).await;
    purged.map_err(|error| failed(&error))?;
    Ok(Stand::default())
}

/// Whether a server has refused what it has heard, so that it refuses the rest as well.
fn is_refusal(kind: PublishErrorKind) -> bool {
    matches!(kind, PublishErrorKind::Other | PublishErrorKind::MaxPayloadExceeded)
}
