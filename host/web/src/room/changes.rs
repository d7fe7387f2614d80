//! How those in a room are told of its changes: each has a number, and all are told in that order. What was told
//! of a game must be there after a restart, so a change that belongs on disk waits until it is there, and
//! whatever happens after it waits as well.

use std::collections::VecDeque;

use axum::extract::ws::Utf8Bytes;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;

use crate::protocol::{Change, ChangeKind, ServerMessage};

/// So many changes may wait for somebody who watches; who reads more slowly is let go.
const LONGEST_QUEUE: usize = 512;

/// A change that is told, with its number.
type Numbered = (u64, Utf8Bytes);

/// The changes of a room.
#[derive(Debug)]
pub(crate) struct Changes {
    /// The number of the last change.
    version: u64,
    /// That of the last one that belongs on disk.
    to_save: u64,
    /// Up to which one they were handed to whoever writes.
    handed_over: u64,
    /// Up to which one they are on disk.
    on_disk: u64,
    /// What waits for the disk, each with the change that has to be there first.
    waiting: VecDeque<(u64, Numbered)>,
    channel: broadcast::Sender<Numbered>,
}

/// What somebody in a room hears: all changes after those that are known already.
pub(crate) struct Hearing {
    known: u64,
    receiver: broadcast::Receiver<Numbered>,
}

impl Changes {
    /// The changes of a game, which may be one that is written to disk.
    pub fn new(is_saved: bool) -> Changes {
        let on_disk = if is_saved { 0 } else { u64::MAX };
        let (version, to_save, handed_over) = (0, 0, 0);
        let channel = broadcast::Sender::new(LONGEST_QUEUE);
        Changes { version, to_save, handed_over, on_disk, waiting: VecDeque::new(), channel }
    }

    /// The number of the last change.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Tells everybody of a change, as soon as that may be.
    pub fn tell(&mut self, change: Change) {
        self.version += 1;
        if belongs_on_disk(change.what) {
            self.to_save = self.version;
        }
        let message = ServerMessage::Change(Box::new(Change { version: self.version, ..change }));
        let message = (self.version, message.to_text().into());
        self.waiting.push_back((self.to_save, message));
        self.let_out();
    }

    /// The next change is told with a gap before it, so that each page asks for everything at its own pace.
    pub(crate) fn skip(&mut self) {
        self.version += 1;
    }

    /// The last change, if it has yet to be written. Whoever asks sees to that.
    pub(crate) fn take_unwritten(&mut self) -> Option<u64> {
        let unwritten = self.to_save > self.handed_over;
        self.handed_over = self.to_save;
        unwritten.then_some(self.to_save)
    }

    /// The changes up to this one are on disk.
    pub(crate) fn are_on_disk(&mut self, version: u64) {
        self.on_disk = self.on_disk.max(version);
        self.let_out();
    }

    fn let_out(&mut self) {
        while let Some((_, message)) =
            self.waiting.pop_front_if(|(first, _)| *first <= self.on_disk)
        {
            // Nobody may be there.
            let _ = self.channel.send(message);
        }
    }

    /// What is told from now on.
    pub fn subscribe(&self) -> Hearing {
        Hearing { known: self.version, receiver: self.channel.subscribe() }
    }
}

impl Hearing {
    /// The next change. What waited for the disk when somebody came is known already.
    pub async fn next(&mut self) -> Result<Utf8Bytes, RecvError> {
        loop {
            let (version, message) = self.receiver.recv().await?;
            if version > self.known {
                return Ok(message);
            }
        }
    }
}

/// Whether a game that is saved differs after such a change.
fn belongs_on_disk(what: ChangeKind) -> bool {
    match what {
        ChangeKind::Start
        | ChangeKind::Round
        | ChangeKind::Move
        | ChangeKind::Pass
        | ChangeKind::GoTo
        | ChangeKind::Forfeit
        | ChangeKind::End
        | ChangeKind::Pace
        | ChangeKind::Again
        | ChangeKind::Queries => true,
        ChangeKind::Turn
        | ChangeKind::Offer
        | ChangeKind::Refusal
        | ChangeKind::Present
        | ChangeKind::Obstacle => false,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may unwrap")]

    use super::*;

    fn change(what: ChangeKind) -> Change {
        Change { version: 0, what, colour: None, cut: None, push: None, set: None }
    }

    fn heard(hearing: &mut Hearing) -> Vec<u64> {
        let mut versions = Vec::new();
        while let Ok((version, _)) = hearing.receiver.try_recv() {
            versions.push(version);
        }
        versions
    }

    #[test]
    fn a_change_that_belongs_on_disk_is_told_when_it_is_there_and_what_follows_it_no_earlier() {
        let mut changes = Changes::new(true);
        let mut hearing = changes.subscribe();
        changes.tell(change(ChangeKind::Turn));
        assert_eq!(heard(&mut hearing), [1]);
        changes.tell(change(ChangeKind::Move));
        changes.tell(change(ChangeKind::Turn));
        assert!(heard(&mut hearing).is_empty());
        assert_eq!(changes.take_unwritten(), Some(2));
        changes.tell(change(ChangeKind::Pass));
        changes.are_on_disk(2);
        assert_eq!(heard(&mut hearing), [2, 3]);
        assert_eq!(changes.take_unwritten(), Some(4));
        changes.are_on_disk(4);
        assert_eq!(heard(&mut hearing), [4]);
    }

    #[test]
    fn a_game_that_has_not_changed_is_not_written_again() {
        let mut changes = Changes::new(true);
        assert_eq!(changes.take_unwritten(), None);
        changes.tell(change(ChangeKind::Start));
        assert_eq!(changes.take_unwritten(), Some(1));
        for what in [ChangeKind::Turn, ChangeKind::Present, ChangeKind::Offer] {
            changes.tell(change(what));
        }
        assert_eq!(changes.take_unwritten(), None);
    }

    #[test]
    fn a_game_that_is_not_saved_waits_for_no_disk() {
        let mut changes = Changes::new(false);
        let mut hearing = changes.subscribe();
        changes.tell(change(ChangeKind::Move));
        assert_eq!(heard(&mut hearing), [1]);
    }
}
