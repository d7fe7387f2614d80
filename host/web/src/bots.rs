//! Bots that were written on the page, as files: the newest version of each lies among the user's players, all of
//! them in a folder of their own. What a version says and whether it may be a player is not known here.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use othello_players::write_whole;

use crate::server_state::MADE_ON_THE_PAGE;

/// The folders of such bots.
#[derive(Clone, Debug)]
pub(crate) struct BotFiles {
    /// A folder for each bot with its versions: `1.cypher`, `2.cypher`.
    versions: PathBuf,
    /// The user's players.
    players: PathBuf,
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
    pub fn new(versions: PathBuf, players: PathBuf) -> BotFiles {
        BotFiles { versions, players }
    }

    /// The names of all bots.
    pub fn names(&self) -> Vec<String> {
        let read = |folder: &Path| fs::read_dir(folder).into_iter().flatten().flatten();
        let made = read(&self.players).filter_map(|entry| {
            let text = fs::read_to_string(entry.path()).ok()?;
            Some(header(&text)?.0.to_owned())
        });
        let mut names: Vec<String> = made.collect();
        names.sort_by_key(|name| name.to_lowercase());
        names
    }

    /// The game that a bot plays, if there is such a bot.
    pub fn game(&self, name: &str) -> Option<String> {
        let text = fs::read_to_string(self.player(name)).ok()?;
        let (found, game) = header(&text)?;
        (found == name).then(|| game.to_owned())
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

    /// Deletes a bot with all its versions.
    pub fn delete(&self, name: &str) -> io::Result<()> {
        match fs::remove_dir_all(self.folder(name)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        fs::remove_file(self.player(name))
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
    fn a_bot_keeps_all_its_versions_and_the_newest_is_the_player() {
        let folder = tempfile::tempdir().unwrap();
        let players = folder.path().join("players");
        let bots = BotFiles::new(folder.path().join("bots"), players.clone());
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
    fn a_bot_that_was_saved_before_there_were_versions_is_its_own_first() {
        let folder = tempfile::tempdir().unwrap();
        let bots = BotFiles::new(folder.path().join("bots"), folder.path().to_owned());
        let old = format!("// Old: {MADE_ON_THE_PAGE}\n// plays: othello\n\nRETURN 1\n");
        fs::write(folder.path().join("Old.cypher"), old).unwrap();
        fs::write(folder.path().join("Other.cypher"), "// Other: a player\n\nRETURN 1\n").unwrap();
        assert_eq!(bots.names(), ["Old"]);
        assert_eq!(bots.save("Old", "othello", "RETURN 2").unwrap(), 2);
        assert_eq!(bots.versions("Old").len(), 2);
        assert!(bots.versions("Other").is_empty());
    }
}
