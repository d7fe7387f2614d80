//! Bots that were written on the page, as files: the newest version of each lies among the user's players, all of
//! them in a folder of their own, with the key of whoever visited from elsewhere and saved it. Everything here sees the
//! bots of one owner, and no others. What a version says and whether it may be a player is not known here.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use othello_players::{write_secret, write_whole};

use crate::key;
use crate::owner::Owner;
use crate::server_state::MADE_ON_THE_PAGE;

/// The file beside a bot's versions in which its owner's key stands; where there is none it is the user's.
const OWNER: &str = "owner";

/// The folders of such bots, and whose are seen.
#[derive(Clone, Debug)]
pub(crate) struct BotFiles {
    /// A folder for each bot with its versions: `1.cypher`, `2.cypher`.
    versions: PathBuf,
    /// The user's players.
    players: PathBuf,
    owner: Owner,
}

/// A version of a bot.
pub(crate) struct BotVersion {
    /// Its number, from 1.
    pub number: u32,
    /// The query alone.
    pub query: String,
    /// When it was saved.
    pub saved: SystemTime,
    /// Where it lies.
    pub file: PathBuf,
}

impl BotFiles {
    /// Bots in these folders, which are made when there is something to save.
    pub fn new(versions: PathBuf, players: PathBuf, owner: Owner) -> BotFiles {
        BotFiles { versions, players, owner }
    }

    /// The names of the owner's bots.
    pub fn names(&self) -> Vec<String> {
        let read = |folder: &Path| fs::read_dir(folder).into_iter().flatten().flatten();
        let made = read(&self.players).filter_map(|entry| {
            let text = fs::read_to_string(entry.path()).ok()?;
            Some(header(&text)?.0.to_owned()).filter(|name| self.is_owned(name))
        });
        let mut names: Vec<String> = made.collect();
        names.sort_by_key(|name| name.to_lowercase());
        names
    }

    /// The game that a bot plays, if the owner has such a bot.
    pub fn game(&self, name: &str) -> Option<String> {
        let text = fs::read_to_string(self.player(name)).ok()?;
        let (found, game) = header(&text)?;
        (found == name && self.is_owned(name)).then(|| game.to_owned())
    }

    /// All versions of a bot, the oldest first; nothing where there is none of this name. One that was saved before
    /// there were versions is its own first.
    pub fn versions(&self, name: &str) -> Vec<BotVersion> {
        if self.game(name).is_none() {
            return Vec::new();
        }
        let entries = fs::read_dir(self.folder(name)).into_iter().flatten().flatten();
        let mut versions: Vec<BotVersion> = entries
            .filter_map(|entry| {
                let path = entry.path();
                let number = path.file_stem()?.to_str()?.parse().ok()?;
                read_version(number, path)
            })
            .collect();
        versions.sort_by_key(|version| version.number);
        if versions.is_empty() {
            versions.extend(read_version(1, self.player(name)));
        }
        versions
    }

    /// Saves a version behind the others, which is the player from now on; gives its number. A text that is the newest
    /// version already is not saved again.
    pub fn save(&self, name: &str, game: &str, query: &str) -> io::Result<u32> {
        let versions = self.versions(name);
        let query = query.trim_end();
        if let Some(newest) = versions.last().filter(|newest| newest.query == query) {
            return Ok(newest.number);
        }
        if versions.is_empty() {
            self.claim(name)?;
        }
        fs::create_dir_all(self.folder(name))?;
        fs::create_dir_all(&self.players)?;
        if let [only] = versions.as_slice()
            && only.file == self.player(name)
        {
            fs::copy(&only.file, self.folder(name).join("1.cypher"))?;
        }
        let number = versions.last().map_or(1, |newest| newest.number + 1);
        let text = format!(
            "// {name}: {MADE_ON_THE_PAGE}\n// version: {number}\n// plays: {game}\n\n{query}\n"
        );
        write_whole(&self.folder(name).join(format!("{number}.cypher")), text.as_bytes())?;
        write_whole(&self.player(name), text.as_bytes())?;
        Ok(number)
    }

    /// Has a new name be the owner's. Whoever else takes it at the same moment, or left a folder of it, is told apart
    /// by that folder: only one can make it.
    fn claim(&self, name: &str) -> io::Result<()> {
        let Owner::Person(key) = &self.owner else { return Ok(()) };
        fs::create_dir_all(&self.versions)?;
        match fs::create_dir(self.folder(name)) {
            Ok(()) => write_secret(&self.folder(name).join(OWNER), key.as_bytes()),
            Err(_) if self.is_owned(name) => Ok(()),
            Err(error) => Err(error),
        }
    }

    fn is_owned(&self, name: &str) -> bool {
        let Owner::Person(key) = &self.owner else { return true };
        let kept = fs::read_to_string(self.folder(name).join(OWNER));
        kept.is_ok_and(|kept| key::same(kept.trim(), key))
    }

    /// Deletes a bot with all its versions.
    pub fn delete(&self, name: &str) -> io::Result<()> {
        if !self.is_owned(name) {
            return Err(io::ErrorKind::PermissionDenied.into());
        }
        match fs::remove_dir_all(self.folder(name)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        fs::remove_file(self.player(name))
    }

    /// Whether they are those of somebody from elsewhere.
    pub fn are_of_person(&self) -> bool {
        matches!(self.owner, Owner::Person(_))
    }

    /// How many players the user has.
    pub fn count(&self) -> usize {
        fs::read_dir(&self.players).map_or(0, Iterator::count)
    }

    /// Where the newest version lies.
    pub fn player(&self, name: &str) -> PathBuf {
        self.players.join(format!("{}.cypher", plain(name)))
    }

    fn folder(&self, name: &str) -> PathBuf {
        self.versions.join(plain(name))
    }
}

/// A name as it stands in a file's.
fn plain(name: &str) -> String {
    name.replace(' ', "-")
}

/// What an older version is called in a pack of a later one.
pub(crate) fn name_in_pack(number: u32) -> String {
    format!("version-{number}.cypher")
}

/// Which version a text in a pack is, by its name.
pub(crate) fn number_in_pack(name: &str) -> Option<u32> {
    name.strip_prefix("version-")?.strip_suffix(".cypher")?.parse().ok()
}

/// The query in a player's text: of one that was made on the page without the lines that are written anew.
pub(crate) fn query_in(text: &str) -> String {
    let text = text.replace("\r\n", "\n");
    let query = header(&text).and_then(|_| text.split_once("\n\n"));
    query.map_or(text.as_str(), |(_, query)| query).trim().to_owned()
}

/// The name and the game of a bot that was made on the page, by its first lines.
fn header(text: &str) -> Option<(&str, &str)> {
    let mut lines = text.lines();
    let (name, line) = lines.next()?.strip_prefix("// ")?.split_once(": ")?;
    let game = lines.find_map(|line| line.strip_prefix("// plays: "))?;
    (line == MADE_ON_THE_PAGE).then_some((name, game))
}

fn read_version(number: u32, file: PathBuf) -> Option<BotVersion> {
    let text = fs::read_to_string(&file).ok()?;
    let (_, query) = text.split_once("\n\n")?;
    let saved = fs::metadata(&file).and_then(|data| data.modified()).ok()?;
    Some(BotVersion { number, query: query.trim_end().to_owned(), saved, file })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may unwrap")]

    use super::*;

    #[test]
    fn a_bot_is_its_owners_alone_and_the_machines_users() {
        let folder = tempfile::tempdir().unwrap();
        let bots =
            |owner| BotFiles::new(folder.path().join("bots"), folder.path().join("players"), owner);
        let person = |letter: &str| bots(Owner::Person(letter.repeat(32)));
        let (ann, bob, user) = (person("a"), person("b"), bots(Owner::User));
        ann.save("Mine", "othello", "RETURN 1").unwrap();
        user.save("House", "othello", "RETURN 1").unwrap();
        assert_eq!((ann.names(), user.names().len()), (vec!["Mine".to_owned()], 2));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let owner = fs::metadata(folder.path().join("bots/Mine/owner")).unwrap();
            assert_eq!(owner.permissions().mode() & 0o077, 0, "the key is nobody else's to read");
        }
        for name in ["Mine", "House"] {
            assert!(bob.names().is_empty() && bob.game(name).is_none(), "{name}");
            assert!(bob.versions(name).is_empty(), "{name}");
            assert!(bob.save(name, "othello", "RETURN 2").is_err(), "{name}");
            assert!(bob.delete(name).is_err(), "{name}");
        }
        // A name with a space is a file with a hyphen, and no way around.
        ann.save("My bot", "othello", "RETURN 1").unwrap();
        assert!(bob.save("My-bot", "othello", "RETURN 2").is_err());
        assert_eq!(user.versions("My bot").len(), 1);
        // What is left of a bot of somebody else is not theirs who take its name.
        fs::remove_file(user.player("House")).unwrap();
        assert!(ann.save("House", "othello", "RETURN 3").is_err());
        assert_eq!(user.save("Mine", "othello", "RETURN 4").unwrap(), 2);
        assert_eq!(ann.versions("Mine").len(), 2);
        ann.delete("Mine").unwrap();
        assert_eq!(bob.save("Mine", "othello", "RETURN 5").unwrap(), 1);
    }

    #[test]
    fn a_bot_keeps_all_its_versions_and_the_newest_is_the_player() {
        let folder = tempfile::tempdir().unwrap();
        let players = folder.path().join("players");
        let bots = BotFiles::new(folder.path().join("bots"), players.clone(), Owner::User);
        assert_eq!(bots.save("My bot", "othello", "RETURN 1\n\n").unwrap(), 1);
        assert_eq!(bots.save("My bot", "othello", "RETURN 1").unwrap(), 1);
        assert_eq!(bots.save("My bot", "othello", "RETURN 2\n\n// end").unwrap(), 2);
        let versions = bots.versions("My bot");
        let queries: Vec<_> = versions.iter().map(|one| (one.number, one.query.as_str())).collect();
        assert_eq!(queries, [(1, "RETURN 1"), (2, "RETURN 2\n\n// end")]);
        let player = fs::read_to_string(players.join("My-bot.cypher")).unwrap();
        assert!(player.contains("// version: 2\n") && player.ends_with("// end\n"), "{player}");
        assert_eq!((bots.names(), bots.game("My-bot")), (vec!["My bot".to_owned()], None));
        bots.delete("My bot").unwrap();
        assert!(bots.names().is_empty() && bots.versions("My bot").is_empty());
    }

    #[test]
    fn a_query_is_found_in_its_file_whatever_system_that_was_on() {
        let made =
            format!("// Mine: {MADE_ON_THE_PAGE}\n// plays: othello\n\nMATCH (c)\nRETURN c\n");
        for text in [made.clone(), made.replace('\n', "\r\n"), "MATCH (c)\r\nRETURN c".into()] {
            assert_eq!(query_in(&text), "MATCH (c)\nRETURN c");
        }
        let others = "// Corner: a corner\n\nRETURN 1";
        assert_eq!(query_in(others), others);
        assert_eq!(number_in_pack(&name_in_pack(12)), Some(12));
    }

    #[test]
    fn a_bot_that_was_saved_before_there_were_versions_is_its_own_first() {
        let folder = tempfile::tempdir().unwrap();
        let bots = BotFiles::new(folder.path().join("bots"), folder.path().to_owned(), Owner::User);
        let old = format!("// Old: {MADE_ON_THE_PAGE}\n// plays: othello\n\nRETURN 1\n");
        fs::write(folder.path().join("Old.cypher"), old).unwrap();
        fs::write(folder.path().join("Other.cypher"), "// Other: a player\n\nRETURN 1\n").unwrap();
        assert_eq!(bots.names(), ["Old"]);
        assert_eq!(bots.save("Old", "othello", "RETURN 2").unwrap(), 2);
        assert_eq!(bots.versions("Old").len(), 2);
        assert!(bots.versions("Other").is_empty());
    }
}
