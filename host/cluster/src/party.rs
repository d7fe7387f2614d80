//! Players that are ready to travel: with their whole contest, or with one pair of it.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

use othello_arena::contest::Entrant;
use othello_store::PlayerRecord;

use crate::error::ClusterError;
use crate::message::Guests;
use crate::names::{ContestId, Digest};
use crate::shelf::KEPT;
use crate::storage::Storage;

/// Something that is kept in the store as long as it is needed.
#[derive(Clone, Debug)]
pub struct Pack {
    /// What it holds.
    pub bytes: Vec<u8>,
    /// Its hash.
    pub digest: Digest,
}

impl Pack {
    /// Of these bytes.
    #[must_use]
    pub fn new(bytes: Vec<u8>) -> Pack {
        Pack { digest: Digest::of(&bytes), bytes }
    }
}

/// The players that come with a pair.
#[derive(Clone, Debug)]
pub struct Party {
    /// As they travel.
    pub guests: Guests,
    /// As a plan has them.
    pub entrants: [Entrant; 2],
    /// What is kept of them.
    pub records: [PlayerRecord; 2],
    /// Their packs.
    pub packs: [Arc<Pack>; 2],
}

/// The packs of guests that are in the store, each with when it was last needed.
#[derive(Default)]
pub(crate) struct GuestPacks(HashMap<Digest, (Arc<Pack>, Instant)>);

impl GuestPacks {
    /// Sees to it that the packs of a party are there.
    pub(crate) async fn bring(
        &mut self,
        storage: &Storage,
        contest: &ContestId,
        party: &Party,
    ) -> Result<(), ClusterError> {
        for pack in &party.packs {
            if !self.0.contains_key(&pack.digest) {
                storage.put(&contest.own(&pack.digest), &pack.bytes).await?;
            }
            self.0.insert(pack.digest.clone(), (Arc::clone(pack), Instant::now()));
        }
        Ok(())
    }

    /// Whether one was brought.
    pub(crate) fn has(&self, digest: &Digest) -> bool {
        self.0.contains_key(digest)
    }

    /// Stores one again that was lost.
    pub(crate) async fn restore(
        &self,
        storage: &Storage,
        contest: &ContestId,
        digest: &Digest,
    ) -> Result<(), ClusterError> {
        match self.0.get(digest) {
            Some((pack, _)) => storage.put(&contest.own(digest), &pack.bytes).await,
            None => Ok(()),
        }
    }

    /// Takes those away that no pair has needed for a while. What can't be taken away now is the next time.
    pub(crate) async fn tidy<'p>(
        &mut self,
        storage: &Storage,
        contest: &ContestId,
        out: impl Iterator<Item = &'p Party>,
    ) {
        for digest in out.flat_map(|party| &party.packs).map(|pack| &pack.digest) {
            if let Some((_, needed)) = self.0.get_mut(digest) {
                *needed = Instant::now();
            }
        }
        let idle = self.0.iter().filter(|(_, (_, needed))| needed.elapsed() > KEPT);
        let idle: Vec<Digest> = idle.map(|(digest, _)| digest.clone()).collect();
        for digest in idle {
            if storage.delete(&contest.own(&digest)).await.is_err() {
                return;
            }
            self.0.remove(&digest);
        }
    }

    /// The server has lost all of them.
    pub(crate) fn forget(&mut self) {
        self.0.clear();
    }
}
