//! Finding players in the folders of this machine, by the ways in which users name them.

use super::cache::Cache;
use super::describe::{self, Program};
use super::error::FindError;
use super::folders::{self, Folder, Kind, candidates};
use super::listed::{Holds, Listed};
use crate::contestant::{Contestant, ContestantSpec, PlayerRef, options};
use crate::names::{SafeName, near_names, same_name};
use crate::player::{Player, Source};
use crate::protocol::Protocol;
use crate::session::Runner;
use crate::shelf::{Shelf, user_folder};
use std::path::{Path, PathBuf};

/// Finds players in the folders of this machine.
#[derive(Clone, Debug)]
pub struct Finder {
    runner: Runner,
    folders: Vec<Folder>,
    cache: Option<PathBuf>,
    reserved: Vec<String>,
}

impl Finder {
    /// Looks in `OTHELLO_PLUGINS`, `./plugins`, the folders beside the executable and the user's
    /// data folder, in this order.
    pub fn new(runner: Runner) -> Finder {
        let cache = dirs::cache_dir().map(|folder| folder.join("othello-host"));
        Finder { runner, folders: folders::usual(), cache, reserved: Vec::new() }
    }

    /// Looks in this folder first. It may be called several times; the last is the first.
    pub fn with_folder(mut self, folder: impl Into<PathBuf>) -> Finder {
        self.folders.insert(0, Folder::of_plugins(folder.into()));
        self
    }

    /// Looks nowhere but in the folders added after this.
    pub fn without_usual_folders(mut self) -> Finder {
        self.folders.clear();
        self
    }

    /// Keeps descriptions in this folder rather than in the user's cache folder.
    pub fn with_cache(mut self, folder: impl Into<PathBuf>) -> Finder {
        self.cache = Some(folder.into());
        self
    }

    /// Words that can't be names of players: those of commands, and `draw`.
    pub fn with_reserved<T: Into<String>>(mut self, words: impl IntoIterator<Item = T>) -> Finder {
        self.reserved.extend(words.into_iter().map(Into::into));
        self
    }

    /// The folder that players are installed in, where the system has one.
    pub fn users_folder() -> Option<PathBuf> {
        user_folder()
    }

    /// Every file in the folders with what is in it. What could not be used before is tried again.
    pub fn list(&self) -> Vec<Listed> {
        self.look(true)
    }

    fn look(&self, retry_broken: bool) -> Vec<Listed> {
        let mut cache = Cache::open(self.cache.as_deref());
        let files = candidates(&self.folders);
        let listed = describe::all(&self.runner, &files, &mut cache, retry_broken);
        cache.save();
        listed
    }

    /// The players of one file.
    ///
    /// # Errors
    ///
    /// Where there is no such file, or nothing in it that can be used.
    pub fn players_of(&self, file: &Path) -> Result<Vec<Player>, FindError> {
        let broken = |reason| FindError::Unusable { file: file.to_owned(), reason };
        match self.look_into(file)? {
            Holds::Players(players) => Ok(players),
            Holds::OtherPlatform(which) => Err(broken(format!("it is for {which}"))),
            Holds::Broken(reason) => Err(broken(reason)),
        }
    }

    /// What is in one file.
    ///
    /// # Errors
    ///
    /// Where there is no such file, or its name is not that of a player's file.
    pub(crate) fn look_into(&self, file: &Path) -> Result<Holds, FindError> {
        let none = || FindError::Unusable {
            file: file.to_owned(),
            reason: "it is no kind of player".into(),
        };
        let kind = Kind::of(file).ok_or_else(none)?;
        if !file.exists() {
            return Err(FindError::NoFile { file: file.to_owned() });
        }
        let mut cache = Cache::open(self.cache.as_deref());
        let files = [(file.to_owned(), kind)];
        let listed = describe::all(&self.runner, &files, &mut cache, true);
        cache.save();
        listed.into_iter().next().map(|listed| listed.holds).ok_or_else(none)
    }

    /// The contestant that `Alias=NAME:key=value` names, where NAME is a player's name,
    /// `FILE:NAME`, a path or a command after what it speaks: `cypher:COMMAND`, `gtp:COMMAND`.
    ///
    /// # Errors
    ///
    /// Where there is no such player, or more than one, or no such option.
    pub fn contestant(&self, text: &str) -> Result<Contestant, FindError> {
        self.contestant_of(ContestantSpec::parse(text))
    }

    /// The same for somebody who may choose among the players that are listed, but name no files and no
    /// commands.
    ///
    /// # Errors
    ///
    /// Also where something else than a name is given.
    pub fn listed(&self, text: &str) -> Result<Contestant, FindError> {
        let spec = ContestantSpec::parse(text);
        match spec.player {
            PlayerRef::Name(_) => self.contestant_of(spec),
            _ => Err(FindError::NoName { text: text.to_owned() }),
        }
    }

    fn contestant_of(&self, spec: ContestantSpec<'_>) -> Result<Contestant, FindError> {
        let player = match spec.player {
            PlayerRef::Command(protocol, command) => self.program(protocol, command)?,
            PlayerRef::File(file, name) => self.in_file(file, name)?,
            PlayerRef::Name(name) => self.player_called(name)?,
        };
        if let (Some(file), Some(shelf)) = (player.source.file(), Shelf::of_user())
            && shelf.has_changed(file)
        {
            return Err(FindError::Changed { file: file.to_owned() });
        }
        let options = options(&player.about, &spec.options)
            .map_err(|reason| FindError::Option { player: player.about.name.clone(), reason })?;
        let name = spec.alias.map_or_else(|| player.about.name.clone(), str::to_owned);
        if !SafeName::parse(&name).is_ok_and(|safe| safe.to_string() == name)
            || self.is_reserved(&name)
        {
            return Err(FindError::Reserved { name });
        }
        Ok(Contestant { name, player, options })
    }

    fn is_reserved(&self, name: &str) -> bool {
        self.reserved.iter().any(|word| same_name(word, name))
    }

    fn program(&self, protocol: Protocol, command: &str) -> Result<Player, FindError> {
        let words = shlex::split(command).filter(|words| !words.is_empty());
        let command = command.to_owned();
        let words = words.ok_or(FindError::Command { protocol, command: command.clone() })?;
        let program = Program { command: words, folder: Path::new("."), manifest: None };
        program
            .player(&self.runner, protocol)
            .map_err(|reason| FindError::Unusable { file: command.into(), reason })
    }

    fn in_file(&self, file: &str, name: Option<&str>) -> Result<Player, FindError> {
        let path = Path::new(file);
        let path =
            if path.exists() || name.is_none() { path.to_owned() } else { self.file_called(file)? };
        let mut players = self.players_of(&path)?;
        let names: Vec<_> = players.iter().map(|player| player.about.name.clone()).collect();
        let at = match name {
            Some(name) => names.iter().position(|one| same_name(one, name)),
            None if names.len() == 1 => Some(0),
            None => return Err(FindError::Several { file: path, names }),
        };
        match (at, name) {
            (Some(at), _) => Ok(players.swap_remove(at)),
            (None, name) => Err(FindError::NotInFile {
                file: path,
                name: name.unwrap_or_default().to_owned(),
                names,
            }),
        }
    }

    /// The file of the folders with this name, with or without its ending and the system's `lib`.
    fn file_called(&self, name: &str) -> Result<PathBuf, FindError> {
        let mut files: Vec<_> = candidates(&self.folders)
            .into_iter()
            .map(|(file, _)| file)
            .filter(|file| folders::is_called(file, name))
            .collect();
        match files.len() {
            0 => Err(FindError::NoFile { file: name.into() }),
            1 => Ok(files.swap_remove(0)),
            _ => Err(FindError::TwoFiles { name: name.to_owned(), files }),
        }
    }

    fn player_called(&self, name: &str) -> Result<Player, FindError> {
        let players: Vec<_> = self
            .look(false)
            .into_iter()
            .flat_map(|listed| match listed.holds {
                Holds::Players(players) => players,
                _ => Vec::new(),
            })
            .collect();
        let mut found: Vec<&Player> =
            players.iter().filter(|player| same_name(&player.about.name, name)).collect();
        // Copies of one library are one player.
        found.dedup_by(|later, first| same_bytes(&later.source, &first.source));
        match found.as_slice() {
            [player] => Ok((*player).clone()),
            [] => {
                let names = players.iter().map(|player| player.about.name.as_str());
                Err(FindError::Unknown { name: name.to_owned(), near: near_names(name, names) })
            }
            several => Err(FindError::Ambiguous {
                name: name.to_owned(),
                sources: several.iter().map(|player| player.source.clone()).collect(),
            }),
        }
    }
}

fn same_bytes(one: &Source, other: &Source) -> bool {
    match (one, other) {
        (Source::Library { sha256: one, .. }, Source::Library { sha256: other, .. }) => {
            one == other
        }
        _ => false,
    }
}
