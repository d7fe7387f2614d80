//! What a shelf keeps, gives away and has no room for.

use super::*;

/// So many bytes for one and for all; nothing is unpacked of what does not say so.
fn room(one: u64, all: u64) -> PackRoom {
    let unpacked = |pack: &Path, _| match fs::read(pack) {
        Ok(bytes) if bytes == b"bomb" => Err("it holds more than it may".to_owned()),
        Ok(bytes) => Ok(bytes.len() as u64),
        Err(error) => Err(error.to_string()),
    };
    PackRoom { one, all, unpacked: Arc::new(unpacked) }
}

fn put(shelf: &Arc<Shelf>, kind: Kind, bytes: &[u8]) -> Result<Arc<ShelvedPack>, NoRoom> {
    let mut landing = shelf.landing(kind);
    landing.begin(bytes.len() as u64)?;
    let (begin, end) = bytes.split_at(bytes.len() / 2);
    landing.add(begin)?;
    landing.add(end)?;
    shelf.put(&Digest::of(bytes), landing)
}

const PLENTY: u64 = 1 << 30;

#[test]
fn a_guest_lies_there_while_it_is_needed_and_goes_with_all_that_came_of_it() {
    let cache = tempfile::tempdir().unwrap();
    let shelf = Shelf::open(cache.path(), room(PLENTY, PLENTY)).unwrap();
    let digest = Digest::of(b"pack");
    assert!(shelf.get(&digest, Kind::Player).is_none());
    let pack = put(&shelf, Kind::Guest, b"pack").unwrap();
    let (file, folder) = (pack.file.clone(), pack.folder.clone());
    fs::write(folder.join("unpacked"), "RETURN 1").unwrap();
    shelf.tidy(Duration::ZERO);
    assert_eq!(fs::read(&file).unwrap(), b"pack", "it is being played with");
    drop(pack);
    shelf.tidy(KEPT);
    drop(shelf.get(&digest, Kind::Player).unwrap());
    shelf.tidy(Duration::ZERO);
    assert!(!folder.exists() && shelf.get(&digest, Kind::Player).is_none());
    assert_eq!(shelf.ledger.taken(), 0);
}

#[test]
fn what_came_as_a_file_is_no_player_by_its_hash_alone() {
    let cache = tempfile::tempdir().unwrap();
    let shelf = Shelf::open(cache.path(), room(PLENTY, PLENTY)).unwrap();
    let file = put(&shelf, Kind::OptionFile, b"bomb").unwrap();
    let digest = Digest::of(b"bomb");
    assert!(shelf.get(&digest, Kind::OptionFile).is_some());
    assert!(shelf.get(&digest, Kind::Player).is_none(), "nobody has weighed what is in it");
    assert_eq!(
        put(&shelf, Kind::Player, b"bomb").err().unwrap().to_string(),
        "it holds more than it may"
    );
    assert!(file.file.is_file());
}

#[test]
#[cfg(unix)]
fn nobody_else_on_the_machine_looks_into_it() {
    use std::os::unix::fs::PermissionsExt;
    let cache = tempfile::tempdir().unwrap();
    let shelf = Shelf::open(&cache.path().join("guests"), room(PLENTY, PLENTY)).unwrap();
    let mode = fs::metadata(&shelf.folder).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o700);
}

#[test]
fn what_is_too_large_or_can_t_be_unpacked_leaves_nothing_and_takes_no_room() {
    let cache = tempfile::tempdir().unwrap();
    let shelf = Shelf::open(cache.path(), room(1000, PLENTY)).unwrap();
    let refused = |kind, bytes: &[u8]| put(&shelf, kind, bytes).err().unwrap();
    let large = NoRoom::Large { size: 1001, most: 1000 };
    assert_eq!(refused(Kind::Player, &[0; 1001]), large);
    assert_eq!(refused(Kind::Guest, &[0; 1001]), large);
    assert_eq!(refused(Kind::Guest, b"bomb").to_string(), "it holds more than it may");
    let mut claimed = shelf.landing(Kind::Plan);
    assert_eq!(claimed.begin(u64::MAX), Err(NoRoom::LargePlan));
    assert_eq!(
        shelf.landing(Kind::Player).begin(PLENTY + 1).unwrap_err(),
        NoRoom::Large { size: PLENTY + 1, most: 1000 }
    );
    drop(claimed);
    let left = shelf.folder.read_dir().unwrap().count();
    assert_eq!((left, shelf.ledger.taken()), (1, 0), "the lock alone");
}

#[test]
fn the_one_that_was_not_needed_for_the_longest_time_makes_room_and_none_that_is_in_use() {
    let cache = tempfile::tempdir().unwrap();
    let three = 3 * (BESIDE + 2000);
    let shelf = Shelf::open(cache.path(), room(PLENTY, three)).unwrap();
    let bytes = |number: u8| [number; 1000];
    let is_there = |number: u8| shelf.get(&Digest::of(&bytes(number)), Kind::Player).is_some();
    (0..3).for_each(|number| drop(put(&shelf, Kind::Player, &bytes(number)).unwrap()));
    assert!(is_there(0), "it is the newest now");
    let held: Vec<_> =
        [3, 4].map(|number| put(&shelf, Kind::Player, &bytes(number)).unwrap()).into();
    assert_eq!([0, 1, 2, 3, 4].map(is_there), [true, false, false, true, true]);
    let guest = put(&shelf, Kind::Guest, &bytes(5)).unwrap();
    assert!(!is_there(0) && shelf.ledger.taken() == three);
    let full = NoRoom::Full { all: three };
    assert_eq!(put(&shelf, Kind::Player, &bytes(6)).err(), Some(full));
    drop((held, guest));
    put(&shelf, Kind::Player, &bytes(6)).unwrap();
    let folders = shelf.folder.read_dir().unwrap().count();
    assert_eq!(folders, 4, "the lock and three packs");
}

#[test]
fn the_next_worker_has_the_players_of_contests_that_one_has_left_as_far_as_they_are_whole() {
    let cache = tempfile::tempdir().unwrap();
    let others = cache.path().join("0123.othello");
    fs::write(&others, "somebody's own").unwrap();
    let shelf = Shelf::open(cache.path(), room(PLENTY, PLENTY)).unwrap();
    let [kept, cut] = [b"kept", b"cut!"].map(|it| put(&shelf, Kind::Player, it).unwrap());
    put(&shelf, Kind::Guest, b"guest").unwrap();
    fs::write(shelf.folder.join("7.part"), "half").unwrap();
    fs::write(&cut.file, "cut").unwrap();
    drop((kept, cut));
    let used = Shelf::open(cache.path(), room(PLENTY, PLENTY)).unwrap();
    assert!(used.get(&Digest::of(b"kept"), Kind::Player).is_none(), "somebody works with it");
    drop((used, shelf));
    let next = Shelf::open(cache.path(), room(PLENTY, PLENTY)).unwrap();
    assert!(next.get(&Digest::of(b"kept"), Kind::Player).is_some());
    assert!(
        next.get(&Digest::of(b"cut!"), Kind::Player).is_none()
            && next.get(&Digest::of(b"guest"), Kind::Player).is_none()
    );
    drop(next);
    // There is less room now than what was left takes.
    let little = Shelf::open(cache.path(), room(PLENTY, BESIDE)).unwrap();
    assert!(little.get(&Digest::of(b"kept"), Kind::Player).is_none());
    drop(little);
    assert!(others.exists() && cache.path().read_dir().unwrap().count() == 1);
}
