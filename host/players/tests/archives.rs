//! Archives of players: packed, read, and refused where they mean harm.
#![allow(clippy::unwrap_used)]

mod common;

use common::{finder, shipped};
use flate2::Compression;
use flate2::write::GzEncoder;
use othello_players::share::{Archive, Manifest, Packed, pack};
use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use tar::{Builder, EntryType, Header};

const QUERY: &[u8] = b"MATCH (cell:Cell) RETURN cell LIMIT 1";
/// The SHA-256 of that query, by `sha256sum`.
const SUM: &str = "4ec09a0d77f0a70fe0a7e6e1382063a7e8f8ec6bcb923af686c4f50639105269";

fn packed(path: &str, size: u64) -> Packed {
    Packed {
        path: path.into(),
        platform: Some("any system".into()),
        size,
        sha256: SUM.into(),
        executable: false,
    }
}

fn manifest(files: Vec<Packed>) -> Manifest {
    Manifest {
        format: 1,
        players: vec!["Mine".into()],
        version: "1".into(),
        author: "me".into(),
        license: "MIT".into(),
        source: String::new(),
        files,
    }
}

/// Writes an archive as somebody may write it who means harm.
fn archive(folder: &Path, manifest: &Manifest, entries: &[(EntryType, &str, &[u8])]) -> PathBuf {
    let to = folder.join("evil.othello");
    let mut tar = Builder::new(GzEncoder::new(fs::File::create(&to).unwrap(), Compression::fast()));
    let text = serde_json::to_vec(manifest).unwrap();
    let first = (EntryType::Regular, "manifest.json", text.as_slice());
    for (kind, path, bytes) in [first].iter().chain(entries) {
        let mut header = Header::new_ustar();
        // Not by the header's own way, which refuses the paths that are wanted here.
        let field = &mut header.as_mut_bytes()[..path.len()];
        field.copy_from_slice(path.as_bytes());
        header.set_size(bytes.len() as u64);
        header.set_entry_type(*kind);
        header.set_cksum();
        tar.append(&header, *bytes).unwrap();
    }
    tar.into_inner().unwrap().finish().unwrap();
    to
}

fn refused(file: &Path) -> String {
    Archive::read(file).unwrap_err().to_string()
}

const PLACE: &str = "any-system/mine.cypher";

#[test]
fn an_archive_gives_back_what_was_packed() {
    let folder = tempfile::tempdir().unwrap();
    let players = finder(folder.path()).players_of(&shipped("simple")).unwrap();
    let mut foreign = fs::read(shipped("simple")).unwrap();
    // The machine of an ELF header: 183 is aarch64, 62 is x86-64.
    foreign[18] = if cfg!(target_arch = "x86_64") { 183 } else { 62 };
    let other = folder.path().join("other.so");
    fs::write(&other, foreign).unwrap();
    let licence = folder.path().join("LICENSE");
    fs::write(&licence, "as you like").unwrap();
    let to = folder.path().join("simple.othello");
    let files = [shipped("simple"), other.clone()];
    let written = pack(&players, &files, std::slice::from_ref(&licence), &to).unwrap();
    assert_eq!(written.players, ["Simple"]);
    assert_eq!(written.license, "MIT OR Apache-2.0");
    let read = Archive::read(&to).unwrap();
    assert_eq!(read.manifest, written);
    let unpacked = read.unpack(folder.path()).unwrap();
    assert_eq!(fs::read(unpacked).unwrap(), fs::read(shipped("simple")).unwrap());
    // Two for one system would leave it to chance which is taken.
    assert!(pack(&players, &[other.clone(), other], &[], &to).is_err());
    assert!(pack(&players, &[licence], &[], &to).is_err());
}

#[test]
fn an_archive_for_others_says_for_whom_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let mut foreign = manifest(vec![packed("some/mine.so", QUERY.len() as u64)]);
    foreign.files[0].platform = None;
    let file = archive(folder.path(), &foreign, &[(EntryType::Regular, "some/mine.so", QUERY)]);
    let error = Archive::read(&file).unwrap().unpack(folder.path()).unwrap_err().to_string();
    assert!(error.contains("holds nothing for"), "{error}");
}

#[test]
fn tricks_with_paths_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let size = QUERY.len() as u64;
    let good = manifest(vec![packed(PLACE, size)]);
    let plain = [(EntryType::Regular, PLACE, QUERY)];
    Archive::read(&archive(folder.path(), &good, &plain)).unwrap();
    for path in [
        "../mine.cypher",
        "/etc/mine.cypher",
        "any/../../mine.cypher",
        "any-system/../mine.cypher",
        "mine.cypher",
        "a/b/mine.cypher",
        "any\\..\\mine.cypher",
        "C:/mine.cypher",
        ".ssh/mine.cypher",
        "any-system/.mine.cypher",
        "any-system/CON.cypher",
        "any-system/lpt1.x.cypher",
        "any-system/nul .cypher",
        "aux/mine.cypher",
        "any-system /mine.cypher",
        "any-system/mine.cypher.",
        "any-system/-mine.cypher",
        "program/lib/com0",
        "program/ player.toml",
    ] {
        let evil = manifest(vec![packed(path, size)]);
        let entries = [(EntryType::Regular, path, QUERY)];
        let error = refused(&archive(folder.path(), &evil, &entries));
        assert!(error.contains("is not a plain path"), "{path}: {error}");
    }
    for kind in [EntryType::Symlink, EntryType::Link, EntryType::Fifo, EntryType::GNULongName] {
        let error = refused(&archive(folder.path(), &good, &[(kind, PLACE, QUERY)]));
        assert!(error.contains("is not a plain file"), "{kind:?}: {error}");
    }
}

#[test]
fn what_its_manifest_does_not_say_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let size = QUERY.len() as u64;
    let good = manifest(vec![packed(PLACE, size)]);
    let regular = |path, bytes| (EntryType::Regular, path, bytes);
    let other = b"MATCH (cell:Cell) RETURN cell LIMIT 2".as_slice();
    for (manifest, entries, words) in [
        (&good, vec![regular(PLACE, other)], "has another checksum"),
        (&good, vec![regular(PLACE, &QUERY[..9])], "is not what its manifest says"),
        (&good, vec![regular("any-system/other.cypher", QUERY)], "is not what its manifest says"),
        (&good, vec![], "is missing"),
        (&good, vec![regular(PLACE, QUERY), regular("x/y", QUERY)], "is not in its manifest"),
        (&manifest(vec![packed(PLACE, 1 << 40)]), vec![], "more than 256 MiB"),
        (&manifest(vec![packed(PLACE, 1); 33]), vec![], "more than 32 files"),
        (
            &manifest(["x/mine.cypher", "x/Mine.cypher"].map(|path| packed(path, size)).to_vec()),
            vec![],
            "is in it twice",
        ),
        (
            &manifest(
                ["program/a", "program/A/player.toml"].map(|path| packed(path, size)).to_vec(),
            ),
            vec![],
            "is a file as well",
        ),
        (&Manifest { format: 3, ..good.clone() }, vec![], "it has format 3"),
    ] {
        let error = refused(&archive(folder.path(), manifest, &entries));
        assert!(error.contains(words), "{words}: {error}");
    }
    fs::write(folder.path().join("evil.othello"), "no archive").unwrap();
    assert!(refused(&folder.path().join("evil.othello")).contains("not a whole archive"));
}

#[test]
fn a_bomb_is_refused_before_it_is_unpacked() {
    let folder = tempfile::tempdir().unwrap();
    let to = folder.path().join("bomb.othello");
    let mut gzip = GzEncoder::new(fs::File::create(&to).unwrap(), Compression::fast());
    // A manifest of 30 MiB, which packs to a thousandth of that.
    let mut header = Header::new_ustar();
    header.set_path("manifest.json").unwrap();
    header.set_size(30 << 20);
    header.set_entry_type(EntryType::Regular);
    header.set_cksum();
    gzip.write_all(header.as_bytes()).unwrap();
    std::io::copy(&mut std::io::repeat(b' ').take(30 << 20), &mut gzip).unwrap();
    gzip.finish().unwrap();
    assert!(fs::metadata(&to).unwrap().len() < 1 << 20);
    assert!(refused(&to).contains("does not begin with a manifest.json"));
}

#[test]
fn what_is_not_a_regular_file_is_refused_without_waiting_for_it() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe.othello");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let links = ["linked.othello", "device.othello"].map(|name| folder.path().join(name));
    for (link, target) in links.iter().zip([pipe.as_path(), Path::new("/dev/zero")]) {
        std::os::unix::fs::symlink(target, link).unwrap();
    }
    for file in [pipe.as_path(), &links[0], &links[1], folder.path()] {
        assert!(refused(file).contains("it is not a file"), "{}", file.display());
    }
}

#[test]
fn an_archive_of_players_with_misleading_names_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let size = QUERY.len() as u64;
    let plain = [(EntryType::Regular, PLACE, QUERY)];
    for name in ["S\u{456}mple", "0racle", "\u{202e}"] {
        let mut evil = manifest(vec![packed(PLACE, size)]);
        evil.players = vec![name.into()];
        let error = refused(&archive(folder.path(), &evil, &plain));
        assert!(error.contains("name"), "{name}: {error}");
    }
    let mut painted = manifest(vec![packed(PLACE, size)]);
    painted.author = "me\nWINNER: me\u{1b}[2J".into();
    let read = Archive::read(&archive(folder.path(), &painted, &plain)).unwrap();
    assert_eq!(read.manifest.author, "meWINNER: me[2J");
    // Whom it is for stands in what is said of a pack that is not for this system.
    painted.files[0].platform = Some("\u{202e}any system\u{1b}[2J".into());
    let misled = refused(&archive(folder.path(), &painted, &plain));
    assert!(misled.contains("is not for any system[2J"), "{misled}");
    painted.players = (0..10_000).map(|number| format!("Mine {number}")).collect();
    let many = refused(&archive(folder.path(), &painted, &plain));
    assert!(many.contains("more than 256 players"), "{many}");
}
