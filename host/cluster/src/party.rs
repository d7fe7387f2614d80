//! Players that are ready to travel: with their whole contest, or with one pair of it.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Instant;

use othello_arena::contest::Entrant;
use othello_store::PlayerRecord;

use crate::error::ClusterError;
use crate::message::Guests;
use crate::names::{ContestId, Digest};
use crate::setback::Setbacks;
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

/// The packs of guests that are in the store, each with when it was last needed, and those that it would not take.
#[derive(Default)]
pub(crate) struct GuestPacks {
    there: HashMap<Digest, (Arc<Pack>, Instant)>,
    refused: Setbacks<Digest>,
}

impl GuestPacks {
    /// Sees to it that the packs of a party are there.
    pub(crate) async fn bring(
        &mut self,
        storage: &Storage,
        contest: &ContestId,
        party: &Party,
    ) -> Result<(), ClusterError> {
        for pack in &party.packs {
            if !self.there.contains_key(&pack.digest) {
                self.refused.check(&pack.digest)?;
                let stored = storage.put(&contest.own(&pack.digest), &pack.bytes).await;
                if let Err(error) = &stored {
                    self.refused.add(pack.digest.clone(), error.clone());
                }
                stored?;
                self.refused.end(&pack.digest);
            }
            self.there.insert(pack.digest.clone(), (Arc::clone(pack), Instant::now()));
        }
        Ok(())
    }

    /// Whether one was brought.
    pub(crate) fn has(&self, digest: &Digest) -> bool {
        self.there.contains_key(digest)
    }

    /// Whether one is in the store.
    pub(crate) async fn is_stored(
        &self,
        storage: &Storage,
        contest: &ContestId,
        digest: &Digest,
    ) -> Result<bool, ClusterError> {
        match self.there.get(digest) {
            Some((pack, _)) => storage.has(&contest.own(digest), pack.bytes.len()).await,
            None => Ok(false),
        }
    }

    /// Stores one again that was lost.
    pub(crate) async fn restore(
        &self,
        storage: &Storage,
        contest: &ContestId,
        digest: &Digest,
    ) -> Result<(), ClusterError> {
        match self.there.get(digest) {
            Some((pack, _)) => storage.put_anew(&contest.own(digest), &pack.bytes).await,
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
        let out: HashSet<_> = out.flat_map(|party| &party.packs).map(|pack| &pack.digest).collect();
        for digest in &out {
            if let Some((_, needed)) = self.there.get_mut(*digest) {
                *needed = Instant::now();
            }
        }
        self.refused.retain(|digest| out.contains(digest));
        let idle = self.there.iter().filter(|(_, (_, needed))| needed.elapsed() > KEPT);
        let idle: Vec<Digest> = idle.map(|(digest, _)| digest.clone()).collect();
        for digest in idle {
            if storage.delete(&contest.own(&digest)).await.is_err() {
                return;
            }
            self.there.remove(&digest);
        }
    }

    /// The server may take now what it did not take before.
    pub(crate) fn retry(&mut self) {
        self.refused.clear();
    }

    /// The server has lost all of them.
    pub(crate) fn forget(&mut self) {
        self.there.clear();
        self.refused.clear();
    }
}
