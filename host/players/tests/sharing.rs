//! Installing and removing players, and names that can't be begun.
#![allow(clippy::unwrap_used)]

mod common;

use common::{finder, shipped};
use othello_players::share::{Api, Candidate, Language, ShareError, Shelf, begin};
use std::fs;

#[test]
fn a_name_or_a_folder_that_will_not_do_is_refused() {
    let above = tempfile::tempdir().unwrap();
    for name in ["", "../up", "a\"b", "1st"] {
        let refused = begin(name, Language::C, &above.path().join("new"), &Api::Copy);
        assert!(matches!(refused, Err(ShareError::Name { .. })), "{name}");
    }
    let refused = begin("Blue", Language::C, above.path(), &Api::Copy);
    assert!(matches!(refused, Err(ShareError::There { .. })));
}

#[test]
fn an_installed_player_is_recorded_found_told_when_changed_and_removed() {
    let above = tempfile::tempdir().unwrap();
    let shelf = Shelf::at(above.path().join("own"));
    let finder = finder(&above.path().join("own"));
    let library = shipped("simple");
    let installed = shelf.add(&Candidate::of(&library).unwrap(), &finder, false).unwrap();
    assert_eq!(
        (installed.players.as_slice(), installed.sha256.len()),
        (&["Simple".into()][..], 64)
    );
    assert_eq!(finder.contestant("Simple").unwrap().name, "Simple");
    assert_eq!(
        shelf.add(&Candidate::of(&library).unwrap(), &finder, false).unwrap(),
        installed,
        "the same file again"
    );
    assert!(shelf.changed().is_empty());

    let file = above.path().join("own").join(&installed.file);
    fs::copy(shipped("random"), &file).unwrap();
    assert_eq!(shelf.changed(), std::slice::from_ref(&installed));
    assert!(matches!(
        shelf.add(&Candidate::of(&library).unwrap(), &finder, false),
        Err(ShareError::Known { .. })
    ));
    shelf.add(&Candidate::of(&library).unwrap(), &finder, true).unwrap();
    assert!(shelf.changed().is_empty());

    assert_eq!(shelf.remove("simple").unwrap(), installed);
    assert!(!file.exists() && shelf.installed().is_empty());
    assert!(matches!(shelf.remove("simple"), Err(ShareError::NotInstalled { .. })));
}

#[test]
fn the_copy_of_the_players_crate_is_whole() {
    let above = tempfile::tempdir().unwrap();
    begin("Blue", Language::Rust, &above.path().join("new"), &Api::Copy).unwrap();
    let crate_ = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../player-api/src");
    let mut folders = vec![crate_.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap().flatten() {
            let place = entry.path().strip_prefix(&crate_).unwrap().to_owned();
            let by_a_feature = place.ends_with("root_module.rs") || place.ends_with("sources.rs");
            if entry.path().is_dir() {
                folders.push(entry.path());
            } else if !by_a_feature {
                let copy = above.path().join("new/player-api/src").join(&place);
                assert_eq!(
                    fs::read(&copy).ok(),
                    fs::read(entry.path()).ok(),
                    "{}",
                    place.display()
                );
            }
        }
    }
}
