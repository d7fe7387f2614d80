//! Who comes in: so many connections at once, of which no address holds all, and some are left for this machine's user.

use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::client::Origin;
use crate::tally::Tally;

/// So many connections are held at once.
const MOST_CONNECTIONS: usize = 2048;
/// So many of them are left for this machine's user.
const LEFT_FOR_USER: usize = 32;
/// So many files the process keeps for everything else, or half of them where it has few.
#[cfg(unix)]
const OTHER_FILES: usize = 256;

/// The connections that are held.
pub(crate) struct Door {
    most: usize,
    /// Whether all come from a proxy, which tells nobody apart.
    is_behind_proxy: bool,
    held: Mutex<Tally<Origin>>,
}

/// A connection that was let in, until this is dropped.
pub(crate) struct Admission {
    door: Arc<Door>,
    origin: Origin,
}

impl Drop for Admission {
    fn drop(&mut self) {
        self.door.held().take_away(&self.origin);
    }
}

impl Door {
    /// A door for as many as the system allows.
    pub(crate) fn new(is_behind_proxy: bool) -> Arc<Door> {
        Door::with(room_for_connections(), is_behind_proxy)
    }

    fn with(most: usize, is_behind_proxy: bool) -> Arc<Door> {
        Arc::new(Door { most, is_behind_proxy, held: Mutex::default() })
    }

    fn held(&self) -> MutexGuard<'_, Tally<Origin>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets a connection in, if there is a place for this address.
    pub(crate) fn admit(self: &Arc<Door>, address: IpAddr) -> Option<Admission> {
        let mut held = self.held();
        let (most, share) = if self.is_behind_proxy || address.is_loopback() {
            (self.most, self.most)
        } else {
            // A whole class may sit behind one address.
            (self.most - LEFT_FOR_USER.min(self.most / 2), self.most / 4)
        };
        let origin = Origin::of(address);
        if held.all() >= most || held.of(&origin) >= share {
            return None;
        }
        held.add(origin.clone());
        Some(Admission { door: Arc::clone(self), origin })
    }
}

/// How many connections there is room for: each is a file, of which the system allows more when it is asked.
#[cfg(unix)]
fn room_for_connections() -> usize {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let mut limit = getrlimit(Resource::Nofile);
    let needed = (MOST_CONNECTIONS + OTHER_FILES) as u64;
    if limit.current.is_some_and(|current| current < needed) {
        limit.current = Some(limit.maximum.map_or(needed, |maximum| maximum.min(needed)));
        // Where it refuses, there is room for fewer.
        let _ = setrlimit(Resource::Nofile, limit);
    }
    let files = getrlimit(Resource::Nofile).current.unwrap_or(needed);
    room_among(usize::try_from(files).unwrap_or(usize::MAX))
}

/// How many connections there is room for where the process may have so many files: whoever fills it with connections
/// leaves files for games and databases.
#[cfg(unix)]
fn room_among(files: usize) -> usize {
    (files - OTHER_FILES.min(files / 2)).min(MOST_CONNECTIONS)
}

#[cfg(not(unix))]
fn room_for_connections() -> usize {
    MOST_CONNECTIONS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn connections_leave_files_for_everything_else_however_few_there_are() {
        let room = [64, 256, 1024, 4096, usize::MAX].map(room_among);
        assert_eq!(room, [32, 128, 768, MOST_CONNECTIONS, MOST_CONNECTIONS]);
    }

    #[test]
    fn one_address_shuts_out_nobody_and_all_others_not_the_user() {
        let door = Door::with(128, false);
        let from = |last: u8| IpAddr::from([10, 0, 0, last]);
        let admitted = |address| (0..1000).map_while(|_| door.admit(address)).collect::<Vec<_>>();
        let flood = admitted(from(1));
        assert_eq!(flood.len(), 32);
        let others: Vec<_> = (2..9).flat_map(|last| admitted(from(last))).collect();
        assert_eq!(flood.len() + others.len(), 128 - LEFT_FOR_USER);
        let user = door.admit(IpAddr::from([127, 0, 0, 1]));
        assert!(user.is_some() && door.admit(from(9)).is_none());
        drop((flood, others, user));
        assert!(door.held().is_empty());
    }
}
