//! Which games of an import a file has already: the same moves from the same beginning by the same players at the same time. A game that
//! stands twice in an archive stands twice afterwards, but an archive that is imported again adds nothing.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;
use std::time::SystemTime;

use othello_rules::{ByColour, Setup};
use othello_store::{GameRecord, Store, StoreError};

/// A game with what its record says of when it was played.
pub struct DatedGame {
    /// The game.
    pub game: GameRecord,
    /// Between which moments it began; nothing where the record has no date.
    pub began: Option<Range<SystemTime>>,
}

impl DatedGame {
    /// A game of which the moment is known.
    pub fn exact(game: GameRecord) -> DatedGame {
        // Files keep milliseconds.
        let end = game.began + std::time::Duration::from_millis(1);
        DatedGame { began: Some(game.began..end), game }
    }
}

/// The games of a file: when each began, by a hash of what else makes it that game.
pub struct KnownGames(HashMap<u64, Vec<SystemTime>>);

impl KnownGames {
    /// The games of this file.
    pub fn of(store: &Store) -> Result<KnownGames, StoreError> {
        let mut known: HashMap<u64, Vec<SystemTime>> = HashMap::new();
        store.results(None, |game| {
            let start = beginning(&game.start, game.position.as_deref());
            let key = key(&game.names, &game.moves, &game.game, (game.size, &start));
            known.entry(key).or_default().push(game.began);
        })?;
        Ok(KnownGames(known))
    }

    /// Whether this game is there. Each stands for one game only.
    pub fn take(&mut self, DatedGame { game, began }: &DatedGame) -> bool {
        let start = beginning(&game.start, game.position.as_deref());
        let key = key(&game.names, &game.moves, &game.game, (game.size, &start));
        let Some(there) = self.0.get_mut(&key) else { return false };
        let same = |at: &SystemTime| began.as_ref().is_none_or(|began| began.contains(at));
        let Some(at) = there.iter().position(same) else { return false };
        there.swap_remove(at);
        true
    }
}

/// How a game began: the name of its start, or the board and who is to move, however that is written.
fn beginning(start: &str, position: Option<&str>) -> String {
    match position.map(str::parse::<Setup>) {
        None => start.to_owned(),
        Some(Ok(setup)) => setup.to_string(),
        Some(Err(_)) => position.unwrap_or_default().to_owned(),
    }
}

fn key(names: &ByColour<String>, moves: &str, game: &str, board: (u32, &str)) -> u64 {
    let mut hasher = DefaultHasher::new();
    let names = names.as_ref().map(|name| name.to_lowercase());
    // Formats without passes lose those at the end.
    (names.black, names.white, moves.trim_end_matches("--"), game, board).hash(&mut hasher);
    hasher.finish()
}
