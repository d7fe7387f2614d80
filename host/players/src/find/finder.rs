//! Finding players in the folders of this machine, by the ways in which users name them.

use super::cache::Cache;
use super::describe::{self, Naming, Program};
use super::error::FindError;
use super::folders::{self, Folder, called, candidates, files_in};
use super::listed::{Holds, Listed};
use super::manifest;
use crate::archive::Archive;
use crate::contestant::{Contestant, ContestantSpec, PlayerRef};
use crate::file::{Bytes, at_home};
use crate::kind::{Kind, NAMES, is_archive, not_a_player};
use crate::names::{SafeName, near_names, same_name};
use crate::options::{FileAccess, GivenOptions};
use crate::player::{Player, Source};
use crate::program::{FileRequest, MANIFEST, files_of_command, is_program};
use crate::protocol::{DEPTH, Protocol};
use crate::session::Runner;
use crate::shelf::{Shelf, user_folder};
use crate::visible::UNPACKED;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Finds players in the folders of this machine.
#[derive(Clone, Debug)]
pub struct Finder {
    runner: Runner,
    folders: Vec<Folder>,
    cache: Option<PathBuf>,
    reserved: Vec<String>,
    /// What a player has beside what is recorded: its manifest, and files and folders.
    granted: Option<(PathBuf, Vec<PathBuf>)>,
}

impl Finder {
    /// Looks in `OTHELLO_PLUGINS`, `./plugins`, the folders beside the executable and the user's
    /// data folder, in this order.
    pub fn new(runner: Runner) -> Finder {
        let cache = dirs::cache_dir().map(|folder| folder.join("othello-host"));
        Finder { runner, folders: folders::usual(), cache, reserved: Vec::new(), granted: None }
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

    /// The folder for players from archives, where the system has one: a player's own folder may be in it.
    #[must_use]
    pub fn unpacked_folder(&self) -> Option<PathBuf> {
        Some(self.cache.as_ref()?.join(UNPACKED))
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

    /// Gives the player with this manifest these files and folders beside its own, as if it had been granted them.
    #[must_use]
    pub fn granting(mut self, manifest: &Path, granted: Vec<PathBuf>) -> Finder {
        self.granted = Some((manifest.to_owned(), granted));
        self
    }

    /// Every file in the folders with what is in it. What could not be used before is tried again.
    pub fn list(&self) -> Vec<Listed> {
        self.look(true).into_iter().map(|(_, listed)| listed).collect()
    }

    /// The same, each with the number of its folder.
    fn look(&self, retry_broken: bool) -> Vec<(usize, Listed)> {
        let candidates = candidates(&self.folders);
        let folders: Vec<usize> = candidates.iter().map(|(folder, ..)| *folder).collect();
        let files: Vec<_> = candidates.into_iter().map(|(_, file, kind)| (file, kind)).collect();
        folders.into_iter().zip(self.describe(&files, retry_broken)).collect()
    }

    fn describe(&self, files: &[(PathBuf, Kind)], retry_broken: bool) -> Vec<Listed> {
        let mut cache = Cache::open(self.cache.as_deref());
        let granted = |manifest: &Path| self.granted_to(manifest);
        let listed = describe::all(&self.runner, files, &mut cache, retry_broken, &granted);
        cache.save();
        listed
    }

    fn granted_to(&self, manifest: &Path) -> Vec<PathBuf> {
        match &self.granted {
            Some((known, granted)) if known == manifest => granted.clone(),
            _ => Shelf::of_user().map(|shelf| shelf.granted_to(manifest)).unwrap_or_default(),
        }
    }

    /// The file of a player that a path names: itself, the player in a folder, or what an archive holds for this
    /// system.
    ///
    /// # Errors
    ///
    /// Where there is nothing, or nothing that can be a player.
    pub fn file_at(&self, path: &Path) -> Result<PathBuf, FindError> {
        let path = &at_home(path);
        let unusable = |reason| FindError::Unusable { file: path.to_owned(), reason };
        if !path.exists() {
            return Err(FindError::no_file(path));
        }
        if path.is_dir() {
            return self.file_in_folder(path).map_err(unusable);
        }
        if is_archive(path) {
            return self.unpacked(path).map_err(unusable);
        }
        match Kind::of(path) {
            Some(_) => Ok(path.to_owned()),
            None => Err(unusable(not_a_player(path))),
        }
    }

    /// The player whose folder this is.
    fn file_in_folder(&self, folder: &Path) -> Result<PathBuf, String> {
        let manifest = folder.join(MANIFEST);
        if manifest.exists() {
            return Ok(manifest);
        }
        let files = files_in(folder);
        match files.as_slice() {
            [(file, _)] => Ok(file.clone()),
            // A folder that "players new" began, in a language that is compiled.
            [] if folder.join("rounds.jsonl").exists() => {
                Err("it holds no player yet: its README.md says how it is built".to_owned())
            }
            [] => Err(format!("it holds no player: {NAMES}")),
            several => {
                let names = several.iter().filter_map(|(file, _)| file.file_name()?.to_str());
                let names = names.collect::<Vec<_>>().join(", ");
                Err(format!("it holds several players, so name one of them: {names}"))
            }
        }
    }

    /// The player of an archive, in a folder that belongs to this content of it alone.
    fn unpacked(&self, file: &Path) -> Result<PathBuf, String> {
        // What is unpacked is in memory for a moment: one at a time, however many games begin.
        static UNPACKING: Mutex<()> = Mutex::new(());
        let _alone = UNPACKING.lock().unwrap_or_else(PoisonError::into_inner);
        let hash = Bytes::read(file)?.sha256();
        let archive = Archive::read(file)?;
        let cache = self.cache.as_deref().ok_or("this system has no folder to unpack it into")?;
        let folder = cache.join(UNPACKED).join(&hash);
        if !archive.is_unpacked_in(&folder) {
            // Another host may do the same at this moment: each sees a whole folder, or its own.
            let whole = folder.with_extension(format!("{}.tmp", std::process::id()));
            archive.unpack(&whole)?;
            let _ = fs::remove_dir_all(&folder);
            if fs::rename(&whole, &folder).is_err() {
                let _ = fs::remove_dir_all(&whole);
            }
            if !archive.is_unpacked_in(&folder) {
                return Err(format!("it can't be unpacked into {}", folder.display()));
            }
        }
        archive.player_in(&folder)
    }

    /// What the program with this manifest asks for beyond its own folder and the installed system; nothing for other
    /// players.
    ///
    /// # Errors
    ///
    /// Where the manifest can't be read.
    pub fn requests(&self, file: &Path) -> Result<Vec<FileRequest>, FindError> {
        if Kind::of(file) != Some(Kind::Manifest) {
            return Ok(Vec::new());
        }
        let broken = |reason| FindError::Unusable { file: file.to_owned(), reason };
        manifest::requests(file, &self.granted_to(file)).map_err(broken)
    }

    /// The players of one file, or of what its path names.
    ///
    /// # Errors
    ///
    /// Where there is no such file, or nothing in it that can be used.
    pub fn players_of(&self, path: &Path) -> Result<Vec<Player>, FindError> {
        let broken = |reason| FindError::Unusable { file: path.to_owned(), reason };
        match self.look_into(path)? {
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
    pub(crate) fn look_into(&self, path: &Path) -> Result<Holds, FindError> {
        let file = self.file_at(path)?;
        let kind = Kind::of(&file);
        let listed =
            self.describe(&kind.map(|kind| (file, kind)).into_iter().collect::<Vec<_>>(), true);
        let none = FindError::no_file(path);
        listed.into_iter().next().map(|listed| listed.holds).ok_or(none)
    }

    /// The contestant that `Alias=NAME:key=value` names, where NAME is a player's name,
    /// `FILE:NAME`, a path or a command after what it speaks: `cypher:COMMAND`, `gtp:COMMAND`.
    ///
    /// # Errors
    ///
    /// Where there is no such player, or more than one, or no such option.
    pub fn contestant(&self, text: &str) -> Result<Contestant, FindError> {
        if let Some(error) = address(text) {
            return Err(error);
        }
        match self.contestant_of(ContestantSpec::parse(text), FileAccess::Allowed) {
            Err(FindError::Unknown { name, near }) => {
                let near = [called(&name, Path::new(".")), near].concat();
                Err(FindError::Unknown { name, near })
            }
            found => found,
        }
    }

    /// The archive that such a text names, where it names one.
    #[must_use]
    pub fn archive_of(&self, text: &str) -> Option<PathBuf> {
        match ContestantSpec::parse(text).player {
            PlayerRef::File(file, _) => {
                Some(at_home(Path::new(file))).filter(|file| file.is_file() && is_archive(file))
            }
            PlayerRef::Name(_) | PlayerRef::Command(..) => None,
        }
    }

    /// The same for somebody who may choose among the players that are listed, but name no files, not for their
    /// options either, and no commands.
    ///
    /// # Errors
    ///
    /// Also where something else than a name is given.
    pub fn listed(&self, text: &str) -> Result<Contestant, FindError> {
        let spec = ContestantSpec::parse(text);
        match spec.player {
            PlayerRef::Name(_) => self.contestant_of(spec, FileAccess::Refused),
            _ => Err(FindError::NoName { text: text.to_owned() }),
        }
    }

    fn contestant_of(
        &self,
        spec: ContestantSpec<'_>,
        access: FileAccess,
    ) -> Result<Contestant, FindError> {
        let (player, hides) = match spec.player {
            PlayerRef::Command(protocol, command) => {
                let depth = spec.options.iter().rev().find(|(name, _)| *name == "depth");
                let depth = depth.and_then(|(_, depth)| depth.parse().ok()).unwrap_or(DEPTH);
                let naming = spec.alias.map_or(Naming::ByItself { depth }, |_| Naming::ByUser);
                let mut player = self.program(protocol, command, naming)?;
                // The words that mean something else are ours, and no program need know of them.
                if spec.alias.is_none() && self.is_reserved(&player.about.name) {
                    let by_its_file = self.program(protocol, command, Naming::ByUser)?;
                    player.about.name = by_its_file.about.name;
                }
                (player, Vec::new())
            }
            PlayerRef::File(file, name) => (self.in_file(file, name)?, Vec::new()),
            PlayerRef::Name(name) => self.player_called(name)?,
        };
        if let (Some(file), Some(shelf)) = (player.source.file(), Shelf::of_user())
            && shelf.has_changed(file)
        {
            return Err(FindError::Changed { file: file.to_owned() });
        }
        let given = GivenOptions::read(&player.about, &spec.options, access)
            .map_err(|reason| FindError::Option { player: player.about.name.clone(), reason })?;
        let name = spec.alias.map_or_else(|| player.about.name.clone(), str::to_owned);
        if !SafeName::parse(&name).is_ok_and(|safe| safe.to_string() == name)
            || self.is_reserved(&name)
        {
            return Err(FindError::Reserved { name });
        }
        let GivenOptions { options, files } = given;
        Ok(Contestant { name, player, options, files, hides })
    }

    fn is_reserved(&self, name: &str) -> bool {
        self.reserved.iter().any(|word| same_name(word, name))
    }

    fn program(
        &self,
        protocol: Protocol,
        command: &str,
        naming: Naming,
    ) -> Result<Player, FindError> {
        let words = shlex::split(command).filter(|words| !words.is_empty());
        let command = command.to_owned();
        let words = words.ok_or(FindError::Command { protocol, command: command.clone() })?;
        let folder = Path::new(".");
        // Windows has programs that no path leads to.
        if !cfg!(windows) && !is_program(&words[0], folder) {
            return Err(FindError::NoProgram { program: words[0].clone(), protocol, command });
        }
        let files = files_of_command(&words, folder);
        let program =
            Program { command: words, folder, manifest: None, files, requests: Vec::new() };
        program
            .player(&self.runner, protocol, naming)
            .map_err(|reason| FindError::Unusable { file: command.into(), reason })
    }

    fn in_file(&self, file: &str, name: Option<&str>) -> Result<Player, FindError> {
        let path = &at_home(Path::new(file));
        let path = if path.exists() || name.is_none() {
            self.file_at(path)?
        } else {
            self.file_called(file)?
        };
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
        let files: Vec<_> = candidates(&self.folders)
            .into_iter()
            .filter(|(_, file, _)| folders::is_called(file, name))
            .collect();
        let first = files.first().map(|(folder, ..)| *folder);
        let mut files: Vec<PathBuf> = files
            .into_iter()
            .filter(|(folder, ..)| Some(*folder) == first)
            .map(|one| one.1)
            .collect();
        match files.len() {
            0 => Err(FindError::no_file(Path::new(name))),
            1 => Ok(files.swap_remove(0)),
            _ => Err(FindError::TwoFiles { name: name.to_owned(), files }),
        }
    }

    /// The player of this name in the first of the folders that has one, and others of its name in later folders.
    fn player_called(&self, name: &str) -> Result<(Player, Vec<Source>), FindError> {
        let players: Vec<(usize, Player)> = self
            .look(false)
            .into_iter()
            .flat_map(|(folder, listed)| match listed.holds {
                Holds::Players(players) => players.into_iter().map(|one| (folder, one)).collect(),
                _ => Vec::new(),
            })
            .collect();
        let is_it = |(_, player): &&(usize, Player)| same_name(&player.about.name, name);
        let mut found: Vec<_> = players.iter().filter(is_it).collect();
        // Copies of one library are one player.
        let mut seen: Vec<&Source> = Vec::new();
        found.retain(|(_, player)| {
            let is_new = !seen.iter().any(|one| same_bytes(one, &player.source));
            seen.push(&player.source);
            is_new
        });
        let Some((first, player)) = found.first() else {
            let names = players.iter().map(|(_, player)| player.about.name.as_str());
            return Err(FindError::Unknown {
                name: name.to_owned(),
                near: near_names(name, names),
            });
        };
        let sources = |of: &[&(usize, Player)]| of.iter().map(|one| one.1.source.clone()).collect();
        let here = found.partition_point(|(folder, _)| folder == first);
        match here {
            1 => Ok((player.clone(), sources(&found[1..]))),
            _ => Err(FindError::Ambiguous {
                name: name.to_owned(),
                sources: sources(&found[..here]),
            }),
        }
    }
}

/// Whether this is where a database is.
/// Where an address stands for a player: a database's, or of something that is elsewhere.
fn address(text: &str) -> Option<FindError> {
    let scheme = match text.split_once("://") {
        Some((scheme, _)) => scheme.to_lowercase(),
        None => {
            return text.starts_with("git@").then(|| FindError::Elsewhere { text: text.into() });
        }
    };
    let text = text.to_owned();
    let is_of_database = scheme.starts_with("neo4j") || scheme.starts_with("bolt");
    let is_scheme = scheme.chars().all(|one| one.is_ascii_alphanumeric() || one == '+');
    match is_of_database {
        true => Some(FindError::Address { text }),
        false => is_scheme.then_some(FindError::Elsewhere { text }),
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
