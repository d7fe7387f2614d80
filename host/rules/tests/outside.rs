//! Files of others: nothing in their place is waited for, and none is read that is too long.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used)]

use othello_rules::outside::{open, read};
use std::fs::{self, File};
use std::os::fd::AsRawFd;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A folder of a test's own.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn what_is_not_a_regular_file_is_neither_opened_nor_waited_for() {
    let folder = folder("not-files");
    let pipe = folder.join("games.ggf");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let socket = folder.join("socket");
    let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
    let links = ["pipe", "zero", "tty"].map(|name| folder.join(name));
    for (link, target) in
        links.iter().zip([pipe.as_path(), Path::new("/dev/zero"), Path::new("/dev/tty")])
    {
        std::os::unix::fs::symlink(target, link).unwrap();
    }
    for path in [&pipe, &socket, &folder].into_iter().chain(&links) {
        assert!(open(path).is_err(), "{}", path.display());
        assert!(read(path, 100).is_err(), "{}", path.display());
    }
    assert!(read(Path::new("/dev/zero"), 100).is_err());
}

#[test]
fn a_file_is_read_in_whole_or_not_at_all_and_one_of_terabytes_of_nothing_not_at_all() {
    let folder = folder("long");
    let file = folder.join("file");
    fs::write(&file, [b'x'; 100]).unwrap();
    assert_eq!(read(&file, 100).unwrap().len(), 100);
    assert_eq!(read(&file, 99).unwrap_err().to_string(), "it is longer than 99 bytes");
    let sparse = folder.join("sparse");
    File::create(&sparse).unwrap().set_len(1 << 42).unwrap();
    assert_eq!(read(&sparse, 1 << 30).unwrap_err().to_string(), "it is longer than 1024 MiB");
    // It says that it has no length.
    assert!(read(Path::new("/proc/self/smaps"), 10).is_err());
}

#[test]
fn what_a_shell_hands_over_is_read_to_its_end_or_its_bound() {
    let (from, mut to) = std::io::pipe().unwrap();
    std::io::Write::write_all(&mut to, b"f5d6c3").unwrap();
    drop(to);
    let handed_over = PathBuf::from(format!("/dev/fd/{}", from.as_raw_fd()));
    assert_eq!(read(&handed_over, 100).unwrap(), b"f5d6c3");
    assert!(open(&handed_over).is_err());
}
