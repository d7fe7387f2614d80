//! The cache of plans: by text, bounded in entries and bytes, split so that many threads find their plans
//! without waiting for each other. What was not asked for since it was last looked at goes first.

use std::collections::VecDeque;
use std::hash::BuildHasher;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use hashbrown::{DefaultHashBuilder, HashMap};

use super::prepared::Prepared;

/// How many parts there are. A text always lands in the same one.
const SHARDS: usize = 16;

/// How many plans and how many bytes a part may hold.
const ENTRIES: usize = 256;
const BYTES: usize = 4 << 20;

/// Plans by text.
#[derive(Debug, Default)]
pub(super) struct PlanCache {
    hasher: DefaultHashBuilder,
    shards: [RwLock<Shard>; SHARDS],
}

#[derive(Debug, Default)]
struct Shard {
    plans: HashMap<Arc<str>, Arc<Entry>>,
    /// Every plan once; the one to be looked at next is in front.
    queue: VecDeque<(Arc<str>, Arc<Entry>)>,
    bytes: usize,
}

#[derive(Debug)]
struct Entry {
    prepared: Arc<Prepared>,
    /// Whether it was found since it was last looked at.
    used: AtomicBool,
}

impl PlanCache {
    /// What was made of a text.
    pub fn get(&self, text: &str) -> Option<Arc<Prepared>> {
        let shard = self.shard(text).read().unwrap_or_else(PoisonError::into_inner);
        let entry = shard.plans.get(text)?;
        // Many threads ask for the same text: they only read what is set already.
        if !entry.used.load(Ordering::Relaxed) {
            entry.used.store(true, Ordering::Relaxed);
        }
        Some(Arc::clone(&entry.prepared))
    }

    /// Remembers, unless it alone is more than a part may hold.
    pub fn insert(&self, prepared: Arc<Prepared>) {
        let bytes = prepared.bytes();
        if bytes > BYTES {
            return;
        }
        let mut shard = self.shard(prepared.text()).write().unwrap_or_else(PoisonError::into_inner);
        // Another thread may have made the same plan meanwhile; theirs is as good.
        if shard.plans.contains_key(prepared.text()) {
            return;
        }
        shard.make_room(bytes);
        let text: Arc<str> = prepared.text().into();
        let entry = Arc::new(Entry { prepared, used: AtomicBool::new(false) });
        shard.plans.insert(Arc::clone(&text), Arc::clone(&entry));
        shard.queue.push_back((text, entry));
        shard.bytes += bytes;
    }

    /// Forgets all.
    pub fn clear(&self) {
        for shard in &self.shards {
            *shard.write().unwrap_or_else(PoisonError::into_inner) = Shard::default();
        }
    }

    fn shard(&self, text: &str) -> &RwLock<Shard> {
        // The table itself goes by the lower bits and the uppermost seven.
        let hash = self.hasher.hash_one(text);
        &self.shards[(hash >> 32) as usize % SHARDS]
    }
}

impl Shard {
    /// Drops plans until so many bytes more are allowed.
    fn make_room(&mut self, bytes: usize) {
        while self.plans.len() >= ENTRIES || self.bytes + bytes > BYTES {
            let Some((text, entry)) = self.queue.pop_front() else { return };
            if entry.used.swap(false, Ordering::Relaxed) {
                self.queue.push_back((text, entry));
                continue;
            }
            self.plans.remove(&text);
            self.bytes -= entry.prepared.bytes();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::meter::Meter;
    use crate::procedures::Procedures;

    fn prepared(text: &str) -> Arc<Prepared> {
        Arc::new(Prepared::new(text, &Procedures::default(), &Meter::default()).unwrap())
    }

    #[test]
    fn a_plan_is_found_under_its_text_and_no_other() {
        let cache = PlanCache::default();
        let one = prepared("RETURN 1 AS x");
        cache.insert(Arc::clone(&one));
        assert!(Arc::ptr_eq(&cache.get("RETURN 1 AS x").unwrap(), &one));
        assert!(cache.get("RETURN 1  AS x").is_none());
    }

    #[test]
    fn many_texts_leave_no_more_than_the_bound_and_keep_what_is_used() {
        let cache = PlanCache::default();
        cache.insert(prepared("RETURN 'kept' AS x"));
        for number in 0..2 * SHARDS * ENTRIES {
            assert!(cache.get("RETURN 'kept' AS x").is_some());
            cache.insert(prepared(&format!("RETURN {number} AS x")));
        }
        for shard in &cache.shards {
            let shard = shard.read().unwrap();
            assert!(shard.plans.len() <= ENTRIES && shard.bytes <= BYTES);
            assert_eq!(shard.plans.len(), shard.queue.len());
            let bytes: usize = shard.queue.iter().map(|(_, entry)| entry.prepared.bytes()).sum();
            assert_eq!(bytes, shard.bytes);
        }
    }

    #[test]
    fn a_giant_plan_is_not_remembered() {
        let cache = PlanCache::default();
        let text = format!("RETURN [{}1] AS x", "1, ".repeat(100_000));
        cache.insert(prepared(&text));
        assert!(cache.get(&text).is_none());
    }
}
