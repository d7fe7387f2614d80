//! Games that can be compared. A rating belongs to one game on one board from one start, and to one version of a
//! player: the same file with the same options. Each file's pairs are pairs of one contest.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::time::SystemTime;

use othello_rules::ByColour;
use othello_store::{GameResult, PlayerId, PlayerRecord, Store, StoreError};
use serde_json::Value;

use super::closing::Closing;
use super::rated::{AnchorWish, Rated, rate};
use super::standings::{GameDone, Standings};
use crate::game_setup::game_name;

/// Which games are rated together.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pool {
    /// The game, such as `othello`.
    pub game: String,
    /// Rows of the board.
    pub size: u32,
    /// How the board began; nothing where every game began from a position of its own.
    pub start: Option<String>,
}

/// As people read it: `othello 8x8, standard start`.
impl fmt::Display for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {size}x{size}, ", game_name(&self.game), size = self.size)?;
        match self.start.as_deref() {
            Some("") => f.write_str("its start"),
            Some(start) => write!(f, "{start} start"),
            None => f.write_str("from positions"),
        }
    }
}

impl Pool {
    /// Whether somebody who names a game means that of this pool: by its name, or by its folder.
    #[must_use]
    pub fn is_of_game(&self, named: &str) -> bool {
        let folder = std::path::absolute(named).unwrap_or_default();
        named.eq_ignore_ascii_case(&self.game)
            || named.eq_ignore_ascii_case(&game_name(&self.game))
            || folder == Path::new(&self.game)
    }
}

/// One version of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerVersion {
    /// Under which name it played.
    pub name: String,
    /// What is known of it.
    pub record: PlayerRecord,
    /// When it began to play for the last time.
    pub last_played: SystemTime,
}

impl PlayerVersion {
    /// The first digits of the hash of what it is made of; empty where that is not known.
    #[must_use]
    pub fn short_hash(&self) -> &str {
        self.record.hash.get(..8).unwrap_or(&self.record.hash)
    }
}

/// What tells versions apart.
type Identity = (String, PlayerRecord);

/// The games of one pool.
#[derive(Debug, Default)]
pub struct PoolGames {
    /// Who played, in the order of their first games.
    pub versions: Vec<PlayerVersion>,
    /// What came of it.
    pub standings: Standings,
    numbers: HashMap<Identity, usize>,
    /// How often each game was played.
    played: HashMap<u64, u64>,
}

/// Games by their pools. A game that stands in several files, such as a contest's and a copy of it, counts once.
#[derive(Debug, Default)]
pub struct Pools {
    pools: BTreeMap<Pool, PoolGames>,
    files: u64,
    /// The games of the files before, and those of the one that is being read.
    seen: [HashSet<u64>; 2],
    /// How many games of a file were in one before.
    pub copies: u64,
}

impl Pools {
    /// Takes in the games of a file that count and began since then, between players that count.
    ///
    /// # Errors
    /// Where the file can't be read.
    pub fn read(
        &mut self,
        store: &Store,
        since: Option<SystemTime>,
        counts: &dyn Fn(&str, &PlayerRecord) -> bool,
    ) -> Result<(), StoreError> {
        let (players, range) = (store.players()?, Closing::range_of(store)?);
        store.results(since, |result| {
            if range.has(result.contest_place) {
                self.add_unless_seen(result, &players, counts);
            }
        })?;
        self.files += 1;
        let [before, own] = &mut self.seen;
        before.extend(own.drain());
        Ok(())
    }

    fn add_unless_seen(
        &mut self,
        result: GameResult,
        players: &HashMap<PlayerId, PlayerRecord>,
        counts: &dyn Fn(&str, &PlayerRecord) -> bool,
    ) {
        let game = hash(&result);
        if self.seen[0].contains(&game) {
            self.copies += 1;
            return;
        }
        self.seen[1].insert(game);
        self.add(result, players, counts);
    }

    /// Takes in the games of a file that count and began until then.
    ///
    /// # Errors
    /// Where the file can't be read.
    pub fn read_until(
        &mut self,
        store: &Store,
        until: SystemTime,
        counts: &dyn Fn(&str, &PlayerRecord) -> bool,
    ) -> Result<(), StoreError> {
        let (players, range) = (store.players()?, Closing::range_of(store)?);
        store.results(None, |result| {
            if result.began <= until && range.has(result.contest_place) {
                self.add(result, &players, counts);
            }
        })?;
        self.files += 1;
        Ok(())
    }

    fn add(
        &mut self,
        result: GameResult,
        players: &HashMap<PlayerId, PlayerRecord>,
        counts: &dyn Fn(&str, &PlayerRecord) -> bool,
    ) {
        let records = result.players.map(|id| players.get(&id).cloned().unwrap_or_default());
        let sides = result.names.clone().zip(records);
        if !sides.iter().all(|(name, record)| counts(name, record)) {
            return;
        }
        let pool = Pool {
            game: result.game.clone(),
            size: result.size,
            start: Some(result.start.clone()).filter(|_| result.position.is_none()),
        };
        let games = self.pools.entry(pool).or_default();
        let ByColour { black, white } =
            sides.map(|(name, record)| games.number(name, record, result.began));
        // Somebody's games against itself say nothing about its strength.
        if black == white {
            return;
        }
        let place = result.contest_place.and_then(|place| u64::try_from(place.0).ok());
        // Pairs of one file have nothing to do with those of another.
        let number = place.map(|place| place + (self.files << 48));
        let mut game = GameDone::of(result, number, ByColour { black, white });
        let times = games.played.entry(game.moves.between(game.players)).or_default();
        (game.played_before, *times) = (*times, *times + 1);
        games.standings.add(&game);
    }

    /// Forgets all pools but these.
    pub fn retain(&mut self, is_meant: impl Fn(&Pool) -> bool) {
        self.pools.retain(|pool, _| is_meant(pool));
    }

    /// The pools with rated games, that with the most games first.
    #[must_use]
    pub fn into_pools(self) -> Vec<(Pool, PoolGames)> {
        let mut pools: Vec<_> =
            self.pools.into_iter().filter(|(_, games)| games.standings.games > 0).collect();
        pools.sort_by_key(|(_, games)| std::cmp::Reverse(games.standings.games));
        pools
    }
}

/// What makes a game the same in every file that it is in.
fn hash(result: &GameResult) -> u64 {
    let GameResult { began, names, game, size, start, position, moves, .. } = result;
    let mut hasher = DefaultHasher::new();
    (began, &names.black, &names.white, game, size, start, position, moves).hash(&mut hasher);
    hasher.finish()
}

impl PoolGames {
    fn number(&mut self, name: String, record: PlayerRecord, began: SystemTime) -> usize {
        // What an author says of a version is no other version, but where nothing else is known.
        let version = Some(record.version.clone()).filter(|_| record.hash.is_empty());
        let version = version.unwrap_or_default();
        let told_apart = PlayerRecord { version, author: String::new(), ..record.clone() };
        let identity = (name.to_lowercase(), told_apart);
        let number = *self.numbers.entry(identity).or_insert_with(|| {
            self.versions.push(PlayerVersion { name, record, last_played: began });
            self.versions.len() - 1
        });
        let version = &mut self.versions[number];
        version.last_played = version.last_played.max(began);
        number
    }

    /// Rates everybody.
    #[must_use]
    pub fn rate(&self, anchor: AnchorWish<'_>) -> Rated {
        let names: Vec<String> = self.versions.iter().map(|version| version.name.clone()).collect();
        rate(&names, &self.standings, anchor)
    }

    /// The names, with what tells versions of one name apart: its version, its options, its hash.
    #[must_use]
    pub fn labels(&self) -> Vec<String> {
        self.versions.iter().map(|version| self.label(version)).collect()
    }

    fn label(&self, version: &PlayerVersion) -> String {
        let named_so = |other: &&PlayerVersion| other.name.eq_ignore_ascii_case(&version.name);
        let namesakes: Vec<_> =
            self.versions.iter().filter(named_so).filter(|other| *other != version).collect();
        let mut label = version.name.clone();
        let options = |of: &PlayerVersion| own_options(of, &namesakes);
        let hash = |of: &PlayerVersion| of.short_hash().to_owned();
        let number = |of: &PlayerVersion| of.record.version.clone();
        let parts: [&dyn Fn(&PlayerVersion) -> String; 3] = [&number, &options, &hash];
        for part in parts {
            let own = part(version);
            if !own.is_empty() && namesakes.iter().any(|other| part(other) != own) {
                label += &format!(" {own}");
            }
        }
        label
    }
}

/// The options that differ from somebody's of the same name: `positions=200`.
fn own_options(version: &PlayerVersion, namesakes: &[&PlayerVersion]) -> String {
    let options = |of: &PlayerVersion| -> BTreeMap<String, Value> {
        serde_json::from_str(&of.record.options).unwrap_or_default()
    };
    let others: Vec<_> = namesakes.iter().map(|other| (other, options(other))).collect();
    let differs = |name: &String, value: &Value| {
        others.iter().any(|(other, options)| match options.get(name) {
            Some(known) => known != value,
            // Where one of another make has no such option, its hash says that it is another player.
            None => other.record.hash == version.record.hash,
        })
    };
    let own = options(version).into_iter().filter(|(name, value)| differs(name, value));
    own.map(|(name, value)| format!("{name}={}", shown(&value))).collect::<Vec<_>>().join(",")
}

/// An option's value; of a file, whose hash it is, the first digits.
fn shown(value: &Value) -> String {
    let is_hash =
        |text: &&str| text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    match value.as_str().filter(is_hash).and_then(|hash| hash.get(..8)) {
        Some(first) => first.to_owned(),
        None => value.to_string(),
    }
}
