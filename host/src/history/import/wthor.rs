//! Games of the WTHOR base, with the names that lie in files of their own beside them.

use std::fs;
use std::path::Path;

use othello_rules::outside;
use othello_rules::records::wthor;

use super::found::{Games, Wrong};
use super::game_record::game_record;
use super::kinds::{Kind, kind};

/// More than a file of names has.
const NAMES: u64 = 16 << 20;

/// The names of players and tournaments, out of several files.
#[derive(Default)]
pub struct NameFiles {
    names: wthor::Names,
    /// Which of the files can't be read, and why.
    unreadable: Option<String>,
}

impl NameFiles {
    /// The names in those of these files that hold some; the last ones count.
    pub fn of<'f>(files: impl IntoIterator<Item = (&'f Path, &'f [u8])>) -> NameFiles {
        let mut all = NameFiles::default();
        for (path, bytes) in files {
            match kind(bytes) {
                Ok(Kind::Names(wthor::Names { players, tournaments })) => {
                    if !players.is_empty() {
                        all.names.players = players;
                    }
                    if !tournaments.is_empty() {
                        all.names.tournaments = tournaments;
                    }
                }
                Err(why) if is_called_so(path) => {
                    all.unreadable = Some(format!("{}: {why}", path.display()));
                }
                _ => {}
            }
        }
        all
    }

    /// The files of names of a folder count for the games in it.
    fn beside(file: &Path) -> NameFiles {
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
        let entries = fs::read_dir(folder.unwrap_or(Path::new(".")));
        let paths = entries.into_iter().flatten().flatten().map(|entry| entry.path());
        let mut paths: Vec<_> = paths.filter(|path| is_called_so(path)).collect();
        // Those of the same name come last, and so count.
        paths.sort_by_key(|path| path.file_stem() == file.file_stem());
        let files: Vec<_> = paths
            .into_iter()
            .filter_map(|path| Some((outside::read(&path, NAMES).ok()?, path)))
            .collect();
        NameFiles::of(files.iter().map(|(bytes, path)| (path.as_path(), bytes.as_slice())))
    }

    /// These names, or the others where there are none.
    fn or(&self, other: NameFiles) -> NameFiles {
        let or = |own: &Vec<String>, other| if own.is_empty() { other } else { own.clone() };
        NameFiles {
            names: wthor::Names {
                players: or(&self.names.players, other.names.players),
                tournaments: or(&self.names.tournaments, other.names.tournaments),
            },
            unreadable: self.unreadable.clone().or(other.unreadable),
        }
    }
}

fn is_called_so(path: &Path) -> bool {
    let ending = path.extension();
    ending.is_some_and(|it| ["jou", "trn"].iter().any(|names| it.eq_ignore_ascii_case(names)))
}

/// The games of a file, which errors call by this name: with these names of players, or else with those in the files
/// beside it. What is amiss with the file comes behind its games.
pub fn games<'a>(
    path: &Path,
    file: &'a str,
    bytes: &'a [u8],
    named: &NameFiles,
) -> Result<Games<'a>, String> {
    let NameFiles { names, unreadable } = named.or(NameFiles::beside(path));
    if let Some(why) =
        unreadable.filter(|_| names.players.is_empty() || names.tournaments.is_empty())
    {
        // Without them the players would be numbers for ever.
        return Err(format!("its names can't be read, and so its games are left out: {why}"));
    }
    let (header, entries) = wthor::read(file, bytes).map_err(|error| error.fault.to_string())?;
    Ok(Box::new(entries.map(move |entry| match entry {
        Ok(entry) => Ok(game_record(&entry.record(&names, &header))),
        Err(error) if error.game.is_none() => Err(Wrong::File(error.to_string())),
        Err(error) => Err(Wrong::Game(error.to_string())),
    })))
}

/// Why the players of a file's games are numbers, where they are.
pub fn without_names(path: &Path, named: &NameFiles) -> Option<String> {
    named.or(NameFiles::beside(path)).names.players.is_empty().then(|| {
        format!(
            "{}: no file of names (.jou) lies beside it or comes with it, so that its players are numbers; to give them \
             names, delete these games (history delete) and import them together with that file",
            path.display()
        )
    })
}
