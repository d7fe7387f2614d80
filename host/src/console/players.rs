//! The players that the menu offers, with their class and, where they have played, their rating.

use othello_arena::record::class_word;
use othello_player_api::About;
use othello_players::Holds;

use crate::players::Players;
use crate::ratings;

/// A player that can be chosen.
pub struct PlayerEntry {
    /// What it says of itself.
    pub about: About,
    /// How a list shows it.
    pub label: String,
}

/// All players of this machine, each name once, as it would be found.
pub fn players() -> anyhow::Result<Vec<PlayerEntry>> {
    let known = ratings::of_history();
    let mut entries: Vec<PlayerEntry> = Vec::new();
    for listed in Players::usual()?.finder.list() {
        let Holds::Players(players) = listed.holds else { continue };
        for player in players {
            let about = player.about;
            if entries.iter().any(|entry| entry.about.name.eq_ignore_ascii_case(&about.name)) {
                continue;
            }
            let rating = known.get(&about.name.to_lowercase());
            let rating = rating.map(|rating| format!(", {rating:+.0}")).unwrap_or_default();
            let line = if about.line.is_empty() { "" } else { ": " };
            let label =
                format!("{} ({}{rating}){line}{}", about.name, class_word(&about), about.line);
            entries.push(PlayerEntry { about, label });
        }
    }
    Ok(entries)
}
