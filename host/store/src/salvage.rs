//! What can be read of a damaged file, copied to a new one. The damaged file is left as it is.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use othello_rules::{ByColour, Move};
use rusqlite::Connection;

use crate::cut::{Cut, PAGE, greatest_named};
use crate::hold::cannot;
use crate::read::rounds;
use crate::record::{GameId, GameRecord, GameSummary, PlayerRecord};
use crate::schema;
use crate::sqlite_file::logs;
use crate::{Filter, Store, StoreError};

/// What came of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Salvage {
    /// How many games are in the new file.
    pub games: u64,
    /// Games that are lost, by their numbers as far as they are known.
    pub lost: Vec<GameId>,
    /// How many more are, behind all those, of which the file still names the last.
    pub lost_behind: u64,
    /// Whether there may have been more behind these.
    pub more_may_be_lost: bool,
    /// What was cut off the file, if something was.
    pub cut: Option<Cut>,
    /// How many games are there without what was asked and answered in them.
    pub without_rounds: u64,
    /// Which parts of a contest's state are there, such as its plan.
    pub state: Vec<String>,
    /// Whether parts of that state may be lost.
    pub state_is_lost: bool,
}

/// How many games are written at once.
const BATCH: usize = 500;
/// Where its header has the number of pages, and the first page of those that are free with their number.
const PAGES: RangeInclusive<usize> = 28..=31;
const FREE: RangeInclusive<usize> = 32..=39;
/// No game takes fewer bytes of a file, so that what lies on its pages is a number of games at most.
const SMALLEST_GAME: u64 = 32;
/// And no row of any table fewer than these.
const SMALLEST_ROW: u64 = 4;

/// How much of a file is copied at once.
const PIECE: usize = 256 << 10;

/// Copies what can be read of a file to a new one.
///
/// # Errors
/// Where there is no such file, nothing in it can be read, or the new one is there already or can't be written.
pub fn salvage(from: &Path, to: &Path) -> Result<Salvage, StoreError> {
    StoreError::unless_file(from)?;
    if to.exists() {
        return Err(StoreError::Exists(to.to_owned()));
    }
    let copy = Scratch::beside(to)?;
    let damaged = copy.open(from, to)?;
    let result = Store::open(to).and_then(|mut store| copy_all(&damaged, &mut store));
    let result = result.map(|salvage| Salvage { cut: Cut::of(from), ..salvage });
    if result.as_ref().is_ok_and(|salvage| salvage.games == 0 && salvage.state.is_empty()) {
        remove(to);
        return Err(StoreError::Unreadable(from.to_owned()));
    }
    result
}

fn copy_all(damaged: &Store, to: &mut Store) -> Result<Salvage, StoreError> {
    let mut salvage = Salvage::default();
    let values = damaged.contest_values();
    salvage.state_is_lost = values.is_err();
    for (key, value) in values.unwrap_or_default() {
        to.set_contest_value(&key, &value)?;
        salvage.state.push(key);
    }
    let mut batch = Vec::with_capacity(BATCH);
    let Numbers { listed, all_are_listed, last_is_listed } = damaged.numbers();
    let room = i64::try_from(damaged.bytes() / SMALLEST_GAME).unwrap_or(i64::MAX);
    let unlisted = if all_are_listed { 0 } else { room };
    // A number that damage has made may be any; to try all of those below it would never end.
    let guessed = (1..=unlisted).filter(|number| !listed.contains(number));
    let mut greatest = 0;
    for (number, is_listed) in
        listed.iter().map(|&number| (number, true)).chain(guessed.map(|number| (number, false)))
    {
        let id = GameId(number);
        match damaged.readable_part(id) {
            Ok(Some((game, whole))) => {
                salvage.without_rounds += u64::from(!whole);
                greatest = greatest.max(number);
                batch.push((id, game));
            }
            // Of the numbers that nothing lists, those behind the last game were never given.
            Err(_) if is_listed || number < greatest => salvage.lost.push(id),
            Ok(None) if is_listed => salvage.lost.push(id),
            Ok(None) | Err(_) => {}
        }
        if batch.len() == BATCH {
            write(&mut batch, to, &mut salvage)?;
        }
    }
    write(&mut batch, to, &mut salvage)?;
    salvage.lost.sort_unstable();
    salvage.more_may_be_lost = !last_is_listed;
    let last = listed.last().copied().unwrap_or(0).max(greatest);
    let behind = damaged.last_named().filter(|_| !last_is_listed).map_or(0, |named| named - last);
    salvage.lost_behind = u64::try_from(behind).unwrap_or(0);
    Ok(salvage)
}

/// The numbers of the games of a damaged file.
struct Numbers {
    /// Those that any part of the file tells.
    listed: BTreeSet<i64>,
    /// Whether the games themselves could all be gone through.
    all_are_listed: bool,
    /// Whether the last of them is among those.
    last_is_listed: bool,
}

/// Writes the games, one by one where they can't be written together: damage can give two of them one place.
fn write(
    batch: &mut Vec<(GameId, GameRecord)>,
    to: &mut Store,
    salvage: &mut Salvage,
) -> Result<(), StoreError> {
    match to.add_all(batch.iter().map(|(_, game)| game)) {
        Ok(added) => salvage.games += added.len() as u64,
        Err(full @ (StoreError::Full(_) | StoreError::ReadOnly(_))) => return Err(full),
        Err(_) => {
            for (id, game) in batch.iter() {
                match to.add(game) {
                    Ok(_) => salvage.games += 1,
                    Err(_) => salvage.lost.push(*id),
                }
            }
        }
    }
    batch.clear();
    Ok(())
}

impl Store {
    /// The numbers of the games, by whichever part of the file can be read, from either end as far as that goes.
    fn numbers(&self) -> Numbers {
        let mut listed = BTreeSet::new();
        let most = self.bytes() / SMALLEST_ROW;
        let mut goes_through = |sql: &str| {
            self.add_numbers(sql, most, &mut listed).is_ok_and(|went_through| went_through)
        };
        let all_are_listed = goes_through("SELECT id FROM game NOT INDEXED ORDER BY id");
        for way in [
            "SELECT id FROM game NOT INDEXED ORDER BY id DESC",
            "SELECT id FROM game INDEXED BY game_began WHERE began NOT NULL ORDER BY began",
            "SELECT id FROM game INDEXED BY game_began WHERE began NOT NULL ORDER BY began DESC",
            "SELECT game FROM round ORDER BY game",
            "SELECT game FROM round ORDER BY game DESC",
        ] {
            goes_through(way);
        }
        let last = "SELECT id FROM game NOT INDEXED ORDER BY id DESC LIMIT 1";
        let is_read = self.connection.query_row(last, [], |row| row.get::<_, i64>(0)).is_ok();
        Numbers { listed, all_are_listed, last_is_listed: all_are_listed || is_read }
    }

    /// The number that the pages above the games name last, whether that game is there or not.
    fn last_named(&self) -> Option<i64> {
        let root = "SELECT rootpage FROM sqlite_master WHERE name = 'game'";
        let root = self.connection.query_row(root, [], |row| row.get(0)).ok()?;
        // What was written last may be in another file as yet.
        let _ = self.connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
        greatest_named(&mut File::open(&self.path).ok()?, root)
    }

    /// Adds the numbers of these rows, which are no more than so many: damage can lead to one page again and again. Says
    /// whether that were all.
    fn add_numbers(
        &self,
        sql: &str,
        most: u64,
        listed: &mut BTreeSet<i64>,
    ) -> rusqlite::Result<bool> {
        let mut statement = self.connection.prepare(sql)?;
        let mut rows = statement.query([])?;
        for _ in 0..most {
            let Some(row) = rows.next()? else { return Ok(true) };
            // Numbers begin at 1; another one is nothing but damage.
            listed.extend(Some(row.get(0)?).filter(|number: &i64| *number > 0));
        }
        Ok(false)
    }

    fn bytes(&self) -> u64 {
        fs::metadata(&self.path).map_or(0, |file| file.len())
    }

    /// What can be read of a game, and whether that is all of it.
    fn readable_part(&self, id: GameId) -> Result<Option<(GameRecord, bool)>, StoreError> {
        let Some(summary) = self.summary(id)? else { return Ok(None) };
        if Move::sequence(&summary.moves).is_err() {
            return Err(StoreError::Damaged(self.path.clone()));
        }
        let rounds = self.with_connection(|connection| rounds(connection, id));
        let whole = rounds.is_ok();
        Ok(Some(match self.record(&summary, rounds.unwrap_or_default()) {
            Ok(record) => (record, whole),
            Err(_) => (outline(summary), false),
        }))
    }
}

/// A game of which nothing is known but what a list shows.
fn outline(summary: GameSummary) -> GameRecord {
    let GameSummary {
        began,
        game,
        size,
        start,
        position,
        names,
        ending,
        discs,
        moves,
        contest_place,
        source,
        series,
        ..
    } = summary;
    let named = |name: &String| PlayerRecord { name: name.clone(), ..PlayerRecord::default() };
    GameRecord {
        began,
        took: std::time::Duration::ZERO,
        game,
        size,
        start,
        position,
        seed: 0,
        players: names.as_ref().map(named),
        names,
        specs: ByColour::default(),
        ending,
        discs,
        moves,
        database: String::new(),
        time: String::new(),
        held_up: false,
        outputs: ByColour::default(),
        contest_place,
        source,
        series,
        rounds: Vec::new(),
    }
}

/// A copy to work on, which is removed in the end.
struct Scratch(PathBuf);

impl Scratch {
    fn beside(to: &Path) -> Result<Scratch, StoreError> {
        let mut name = to.as_os_str().to_owned();
        name.push(".damaged");
        let path = PathBuf::from(name);
        if path.exists() { Err(StoreError::Exists(path)) } else { Ok(Scratch(path)) }
    }

    /// Opens a copy of the damaged file, with another first page where its own says nothing. It lies beside the new file,
    /// to which whatever keeps it from being written is put down.
    fn open(&self, from: &Path, to: &Path) -> Result<Store, StoreError> {
        fs::File::open(from).map_err(|_| StoreError::CannotOpen(from.to_owned()))?;
        let cannot = |error| cannot(to, &error);
        copy_without_holes(from, &self.0).map_err(cannot)?;
        let ([log, _], [copy, _]) = (logs(from), logs(&self.0));
        if log.is_file() {
            copy_without_holes(&log, &copy).map_err(cannot)?;
        }
        self.repair_first_page(false).map_err(cannot)?;
        if let Ok(store) = self.connect() {
            return Ok(store);
        }
        self.repair_first_page(true).map_err(cannot)?;
        self.connect().map_err(|_| {
            // What was never a file of ours is told apart from what is left of one.
            let ours = first_page(from).is_ok_and(|page| schema::is_marked(&page));
            let of: fn(PathBuf) -> StoreError =
                if ours { StoreError::Unreadable } else { StoreError::NotGames };
            of(from.to_owned())
        })
    }

    /// Makes the header count the pages that are there; and with `replace`, takes the whole page of a new file, whose
    /// tables begin on the same pages.
    fn repair_first_page(&self, replace: bool) -> io::Result<()> {
        let mut file = OpenOptions::new().read(true).write(true).open(&self.0)?;
        let pages = file.metadata()?.len().div_ceil(PAGE as u64);
        if pages == 0 {
            return Ok(());
        }
        file.set_len(pages * PAGE as u64)?;
        let mut first = first_page(&self.0)?;
        if replace {
            let fresh = self.0.with_extension("fresh");
            let page = Store::open(&fresh).ok().and_then(|store| {
                drop(store);
                first_page(&fresh).ok()
            });
            remove(&fresh);
            if let Some(page) = page {
                first = page;
                for log in logs(&self.0) {
                    let _ = fs::remove_file(log);
                }
            }
        }
        let pages = u32::try_from(pages).unwrap_or(u32::MAX);
        first[PAGES].copy_from_slice(&pages.to_be_bytes());
        first[FREE].fill(0);
        file.rewind()?;
        file.write_all(&first)
    }

    /// Opens the copy, if its tables can be found.
    fn connect(&self) -> Result<Store, StoreError> {
        let of = |error| StoreError::of(&self.0, error);
        let connection = Connection::open(&self.0).map_err(of)?;
        let store = Store { connection, path: self.0.clone() };
        // One of a stranger's is none of ours, and what is in it counts by the tables of a new one.
        if !schema::has_tables(&store.connection).map_err(of)? {
            return Err(StoreError::NotGames(self.0.clone()));
        }
        // What lies on the pages is another question.
        match store.games(&Filter { newest: Some(0), ..Filter::default() }) {
            Ok(_) | Err(StoreError::Damaged(_)) => {}
            Err(error) => return Err(error),
        }
        for table in ["game", "round", "text", "player", "contest"] {
            store.with_connection(|connection| {
                connection.prepare(&format!("SELECT * FROM {table}")).map(drop)
            })?;
        }
        Ok(store)
    }
}

/// The first page of a file, with nothing where that is shorter.
fn first_page(path: &Path) -> io::Result<Vec<u8>> {
    let mut page = Vec::with_capacity(PAGE);
    File::open(path)?.take(PAGE as u64).read_to_end(&mut page)?;
    page.resize(PAGE, 0);
    Ok(page)
}

/// Copies a file, piece by piece. What holds nothing takes no room in the copy either: of a file that some system has
/// made long there may be more than a disk has room for.
fn copy_without_holes(from: &Path, to: &Path) -> io::Result<()> {
    let (mut from, mut to) = (File::open(from)?, File::create(to)?);
    let (mut piece, nothing) = (vec![0; PIECE], vec![0; PIECE]);
    let mut length = 0;
    loop {
        let read = from.read(&mut piece)?;
        if read == 0 {
            return to.set_len(length);
        }
        length += read as u64;
        if piece[..read] == nothing[..read] {
            to.seek(SeekFrom::Start(length))?;
        } else {
            to.write_all(&piece[..read])?;
        }
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        remove(&self.0);
    }
}

/// Removes a file of ours with what is beside it; what is not there need not be removed.
fn remove(path: &Path) {
    for path in logs(path).iter().map(PathBuf::as_path).chain([path]) {
        let _ = fs::remove_file(path);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may unwrap")]

    use super::*;

    #[test]
    fn a_copy_is_the_same_and_takes_no_room_for_what_is_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let (from, to) = (folder.path().join("from"), folder.path().join("to"));
        for lengths in
            [[0, 0, 0], [10, 0, 0], [PIECE, PIECE, 7], [3, 5 * PIECE, 9], [1, 1 << 26, 0]]
        {
            let [before, hole, behind] = lengths;
            let mut file = File::create(&from).unwrap();
            file.write_all(&vec![1; before]).unwrap();
            file.set_len((before + hole) as u64).unwrap();
            file.seek(SeekFrom::End(0)).unwrap();
            file.write_all(&vec![2; behind]).unwrap();
            copy_without_holes(&from, &to).unwrap();
            assert!(fs::read(&from).unwrap() == fs::read(&to).unwrap(), "{lengths:?}");
            #[cfg(target_os = "linux")]
            {
                use std::os::unix::fs::MetadataExt;
                assert!(to.metadata().unwrap().blocks() < 16 << 10, "{lengths:?}");
            }
        }
    }
}
