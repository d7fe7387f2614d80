//! The one thread that writes live games to disk, so that nobody who plays or watches ever waits for a disk. It
//! gets a game as it was at some moment; of one that has changed again before its turn, only the newest is
//! written. What a saved game holds is not known here.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use super::saved_game::SavedGame;
use crate::complaint::complain;

/// The thread, which writes all that was ordered before this is dropped.
pub(crate) struct Writer {
    orders: Arc<Orders>,
    thread: Option<JoinHandle<()>>,
}

/// What is to be written, and where.
pub(crate) struct Orders {
    folder: PathBuf,
    queue: Mutex<Queue>,
    changed: Condvar,
}

#[derive(Default)]
struct Queue {
    /// At most one for each game.
    orders: HashMap<String, Order>,
    no_more: bool,
}

enum Order {
    Write { game: Box<SavedGame>, done: Done },
    Remove,
}

/// What is done when a game was written, or could not be.
type Done = Box<dyn FnOnce() + Send>;

impl Writer {
    /// Starts the thread for a folder, which is made when there is something to write.
    pub fn start(folder: PathBuf) -> io::Result<Writer> {
        let (queue, changed) = (Mutex::default(), Condvar::new());
        let orders = Arc::new(Orders { folder, queue, changed });
        let ordered = Arc::clone(&orders);
        let thread = thread::Builder::new().name("writer".to_owned());
        let thread = thread.spawn(move || ordered.carry_out())?;
        Ok(Writer { orders, thread: Some(thread) })
    }

    /// Where orders are given.
    pub fn orders(&self) -> &Arc<Orders> {
        &self.orders
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.orders.queue().no_more = true;
        self.orders.changed.notify_all();
        if let Some(thread) = self.thread.take() {
            // Had it panicked, there would be nothing left to do.
            let _ = thread.join();
        }
    }
}

impl Orders {
    /// Has a game written as it is. Where it is written later than a newer one was ordered, only that is.
    pub fn write(&self, game: SavedGame, done: impl FnOnce() + Send + 'static) {
        let id = game.id.clone();
        self.order(id, Order::Write { game: Box::new(game), done: Box::new(done) });
    }

    /// Has a game removed, which may never have been written.
    pub fn remove(&self, id: &str) {
        self.order(id.to_owned(), Order::Remove);
    }

    fn order(&self, id: String, order: Order) {
        self.queue().orders.insert(id, order);
        self.changed.notify_all();
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The orders that wait, once there are some; nothing where there will be none.
    fn next(&self) -> Option<HashMap<String, Order>> {
        let idle = |queue: &mut Queue| queue.orders.is_empty() && !queue.no_more;
        let waited = self.changed.wait_while(self.queue(), idle);
        let mut queue = waited.unwrap_or_else(PoisonError::into_inner);
        let orders = std::mem::take(&mut queue.orders);
        (!orders.is_empty()).then_some(orders)
    }

    fn carry_out(&self) {
        // Of these it was told.
        let mut failing = HashSet::new();
        while let Some(orders) = self.next() {
            for (id, order) in orders {
                match order {
                    Order::Write { game, done } => {
                        match write(&self.folder, &game) {
                            Ok(()) => drop(failing.remove(&id)),
                            Err(error) if failing.insert(id) => complain(format_args!(
                                "{}: a live game can't be saved, so a restart would take it back to what was saved \
                                 last: {error}",
                                self.folder.display()
                            )),
                            Err(_) => {}
                        }
                        done();
                    }
                    Order::Remove => {
                        // It may never have been written.
                        let _ = fs::remove_file(file(&self.folder, &id));
                        failing.remove(&id);
                    }
                }
            }
        }
    }
}

fn file(folder: &Path, id: &str) -> PathBuf {
    folder.join(format!("{id}.json"))
}

/// Writes a game beside the old file and then in its place, which stays as it is where that fails.
fn write(folder: &Path, game: &SavedGame) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let beside = folder.join(format!("{}.new", game.id));
    let written = write_whole(&beside, game);
    let written = written.and_then(|()| fs::rename(&beside, file(folder, &game.id)));
    if written.is_err() {
        // Where there is no room, half a game is only in the way.
        let _ = fs::remove_file(beside);
    }
    written
}

/// The keys of seats are in it, so nobody else may read it.
fn write_whole(path: &Path, game: &SavedGame) -> io::Result<()> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    file.write_all(&serde_json::to_vec(game)?)?;
    // A file that takes the place of another has to be on the disk itself by then.
    file.sync_all()
}

#[cfg(all(test, unix))]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may unwrap")]

    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::sync::mpsc::channel;

    use serde_json::json;

    use super::*;

    fn game(plies: usize) -> SavedGame {
        let ply = json!({ "ply": "d3", "left_ms": [null, null], "rounds": [] });
        let saved = json!({
            "id": "game",
            "keys": { "organiser": "o", "seats": { "black": "b", "white": "w" } },
            "new_game": { "black": { "spec": "Human" }, "white": { "spec": "Simple" } },
            "seed": 7,
            "plies": vec![ply; plies],
            "pace": [true, 0],
            "hide_queries": false,
            "end": null,
            "illegal": null,
            "rounds": [],
        });
        serde_json::from_value(saved).unwrap()
    }

    /// Has a game written, and waits until that was tried.
    fn write_and_wait(writer: &Writer, game: SavedGame) {
        let (done, is_done) = channel();
        writer.orders().write(game, move || done.send(()).unwrap());
        is_done.recv().unwrap();
    }

    fn plies(folder: &Path) -> Vec<usize> {
        SavedGame::all(folder).iter().map(|game| game.moves().len()).collect()
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_leaves_the_game_that_was_written_last_and_the_next_one_is_tried_again() {
        let folder = tempfile::tempdir().unwrap();
        let writer = Writer::start(folder.path().to_owned()).unwrap();
        write_and_wait(&writer, game(1));
        // There is never room on it.
        symlink("/dev/full", folder.path().join("game.new")).unwrap();
        write_and_wait(&writer, game(2));
        assert_eq!(plies(folder.path()), [1]);
        write_and_wait(&writer, game(3));
        assert_eq!(plies(folder.path()), [3]);
    }

    #[test]
    fn all_that_was_ordered_is_done_before_the_end_and_nobody_else_can_read_it() {
        let folder = tempfile::tempdir().unwrap();
        let live = folder.path().join("live");
        let writer = Writer::start(live.clone()).unwrap();
        for plies in 1..=50 {
            writer.orders().write(game(plies), || {});
        }
        drop(writer);
        assert_eq!(plies(&live), [50]);
        let mode = fs::metadata(file(&live, "game")).unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0);
        let writer = Writer::start(live.clone()).unwrap();
        writer.orders().remove("game");
        drop(writer);
        assert!(plies(&live).is_empty());
    }
}
