//! Bots that were written on the page: each is a file with versions, of which the newest is the player.

use serde::{Deserialize, Serialize};

use super::board::othello;

/// All bots of whoever asks.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct BotList {
    /// The bots, by their names.
    pub bots: Vec<BotSummary>,
    /// Whether they belong to this browser, which keeps the key to them; nobody else but the machine's user has one.
    pub is_of_browser: bool,
}

/// A bot in a list.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct BotSummary {
    /// Its name.
    pub name: String,
    /// What it plays.
    pub game: String,
    /// The number of its newest version.
    pub version: u32,
    /// When that was saved.
    pub saved: String,
}

/// A bot with all that was saved of it.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Bot {
    /// Its name.
    pub name: String,
    /// What it plays.
    pub game: String,
    /// Its versions, the oldest first.
    pub versions: Vec<SavedVersion>,
    /// The contests that are being played to try it, the newest first; told where it is asked for alone.
    pub running: Vec<String>,
}

/// A version of a bot.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct SavedVersion {
    /// Its number, from 1.
    pub number: u32,
    /// The query.
    pub query: String,
    /// When it was saved.
    pub saved: String,
}

/// A version that is to be saved behind the others; the first one makes the bot.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewVersion {
    /// The bot's name: 1 to 40 letters, digits, spaces, `-` or `_`.
    pub name: String,
    /// The query.
    pub query: String,
    /// What it plays: `othello` by default.
    #[serde(default = "othello")]
    pub game: String,
}

/// What stands behind the address to which a bot's file is sent.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct BroughtFile {
    /// What the file is called.
    #[serde(default)]
    pub file: String,
    /// What the bot is to be called: as its file says by default.
    #[serde(default)]
    pub name: Option<String>,
}

/// Games in the background for a version of a bot: 20 against a player, or as many against another version as it takes
/// until it is clear which one is better.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewTrialGames {
    /// Which version.
    pub version: u32,
    /// The player that it meets.
    #[serde(default)]
    pub player: Option<String>,
    /// Or the version that it meets.
    #[serde(default)]
    pub against: Option<u32>,
}

/// Games that have begun.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct TrialGames {
    /// The contest in which they are played.
    pub contest: String,
}
