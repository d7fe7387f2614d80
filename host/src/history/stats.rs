//! A player's results: by colour, by opponent, by version and over time, by how it lost, and its time for a move.

mod page;

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::bail;
use othello_arena::contest::Closing;
use othello_rules::Colour;
use othello_rules::text::one_line;
use othello_store::{Ending, Filter, GameSummary, MoveTime, Score, SlowRound};
use serde_json::{Value, json};

use super::describe::milliseconds;
use super::replayed::ReplayedGame;
use super::saved::{SavedGame, open};
use super::versions::Versions;
use crate::report::command_line;
use crate::table::table;

/// How many slow moves are shown.
const SLOWEST: u32 = 3;

/// Games won, drawn and lost.
#[derive(Clone, Copy, Debug, Default)]
struct Results([u64; 3]);

impl Results {
    fn add(&mut self, score: Score) {
        self.0[score as usize] += 1;
    }

    fn games(self) -> u64 {
        self.0.iter().sum()
    }

    /// The share of the points, in percent.
    fn percent(self) -> Option<f64> {
        let [won, drawn, _] = self.0;
        let games = self.games();
        (games > 0).then(|| 100.0 * (won as f64 + drawn as f64 / 2.0) / games as f64)
    }

    fn to_json(self) -> Value {
        let [won, drawn, lost] = self.0;
        json!({ "games": self.games(), "won": won, "drawn": drawn, "lost": lost, "percent": self.percent() })
    }

    fn row(self, name: &str) -> Vec<String> {
        let percent = self.percent().map_or_else(String::new, |percent| format!("{percent:.1} %"));
        let mut row = vec![name.to_owned(), self.games().to_string()];
        row.extend(self.0.map(|count| count.to_string()));
        row.push(percent);
        row
    }
}

/// The heads of a table of results by whatever the first column says.
fn heads(first: &str) -> [String; 6] {
    [first, "games", "won", "drawn", "lost", "points"].map(str::to_owned)
}

/// A player's results.
pub struct Stats {
    name: String,
    black: Results,
    white: Results,
    void: u64,
    opponents: Vec<(String, Results)>,
    forfeits: Vec<(String, u64)>,
    /// What asks the player again where it lost early, for each reason the newest, and what it did wrong there.
    commands: Vec<(String, String)>,
    /// The mean time of a move.
    mean_time: Option<Duration>,
    versions: Versions,
    slowest: Vec<SlowRound>,
    path: PathBuf,
}

/// The mean time of all these moves.
fn mean_time(times: impl Iterator<Item = MoveTime>) -> Option<Duration> {
    let (moves, seconds) = times.fold((0, 0.0), |(moves, seconds), time| {
        (moves + time.moves, seconds + time.mean.as_secs_f64() * time.moves as f64)
    });
    (moves > 0).then(|| Duration::try_from_secs_f64(seconds / moves as f64).unwrap_or_default())
}

/// Counts the games of whoever plays under this name.
pub fn stats(path: &Path, player: &str) -> anyhow::Result<Stats> {
    let store = open(path)?;
    let filter = Filter { player: Some(player.to_owned()), ..Filter::default() };
    let range = Closing::range_of(&store)?;
    let mut games = store.games(&filter)?;
    // Those without a result are told, whatever they count for.
    games
        .retain(|game| range.has(game.contest_place) || matches!(game.ending, Ending::Void { .. }));
    let is =
        |game: &GameSummary, side: Colour| game.names[side].to_lowercase() == player.to_lowercase();
    let Some(newest) = games.last() else {
        bail!(
            "nobody of the name {player} played in {}; \"othello-host history list\" shows who did",
            path.display()
        );
    };
    let side = if is(newest, Colour::Black) { Colour::Black } else { Colour::White };
    let mut stats = Stats {
        name: newest.names[side].clone(),
        black: Results::default(),
        white: Results::default(),
        void: 0,
        opponents: Vec::new(),
        forfeits: Vec::new(),
        commands: Vec::new(),
        mean_time: None,
        versions: Versions::of(&store, player)?,
        slowest: Vec::new(),
        path: path.to_owned(),
    };
    for game in &games {
        for side in Colour::ALL.into_iter().filter(|&side| is(game, side)) {
            stats.add(game, side);
        }
    }
    let times = store.move_times(range)?;
    let own = times.into_iter().filter(|time| time.name.to_lowercase() == player.to_lowercase());
    stats.mean_time = mean_time(own);
    let slowest = store.slowest_rounds(range, SLOWEST)?.into_iter();
    stats.slowest =
        slowest.filter(|slow| slow.name.to_lowercase() == player.to_lowercase()).collect();
    for (word, _) in &stats.forfeits {
        let lost_so = |game: &&GameSummary| matches!(&game.ending, Ending::Forfeit { by, word: why, .. } if why == word && is(game, *by));
        let Some(game) = games.iter().rev().find(lost_so) else { continue };
        let Ending::Forfeit { reason, .. } = &game.ending else { continue };
        if let Ok(replayed) = ReplayedGame::of(SavedGame::load(&store, game.id)?) {
            let command = command_line(&replayed.query_words(replayed.moves.len(), None));
            stats.commands.push((format!("game {}: {reason}", game.id.0), command));
        }
    }
    Ok(stats)
}

impl Stats {
    fn add(&mut self, game: &GameSummary, side: Colour) {
        let Some(score) = game.ending.score(side) else {
            self.void += 1;
            return;
        };
        match side {
            Colour::Black => self.black.add(score),
            Colour::White => self.white.add(score),
        }
        if let Ending::Forfeit { by, word, .. } = &game.ending
            && *by == side
        {
            match self.forfeits.iter_mut().find(|(known, _)| known == word) {
                Some((_, count)) => *count += 1,
                None => self.forfeits.push((word.clone(), 1)),
            }
        }
        let other = &game.names[side.opponent()];
        match self.opponents.iter_mut().find(|(known, _)| known == other) {
            Some((_, results)) => results.add(score),
            None => {
                let mut results = Results::default();
                results.add(score);
                self.opponents.push((other.clone(), results));
            }
        }
    }

    fn all(&self) -> Results {
        let both = self.black.0.iter().zip(self.white.0);
        let mut results = Results::default();
        for (sum, (black, white)) in results.0.iter_mut().zip(both) {
            *sum = black + white;
        }
        results
    }

    fn totals(&self) -> Vec<Vec<String>> {
        vec![self.all().row(&self.name), self.black.row("as Black"), self.white.row("as White")]
    }

    fn by_opponent(&self) -> Vec<Vec<String>> {
        self.opponents.iter().map(|(name, results)| results.row(name)).collect()
    }

    /// The counts as tables.
    pub fn to_text(&self) -> String {
        let mut text = table(&heads(""), self.totals());
        if self.void > 0 {
            text += &format!("{} void\n", self.void);
        }
        for (word, count) in &self.forfeits {
            text += &format!("{count} lost by {word}\n");
        }
        if let Some(mean) = self.mean_time {
            text += &format!("{} a move\n", milliseconds(mean));
        }
        let against = table(&heads("against"), self.by_opponent());
        text += &format!("\n{against}{}", self.versions.to_text());
        for (reason, command) in &self.commands {
            let reason = one_line(reason);
            text += &format!("\n{reason}\n  ask it again: {command}\n");
        }
        if !self.slowest.is_empty() {
            text += "\nthe slowest moves:\n";
        }
        for slow in &self.slowest {
            text += &format!(
                "asked {}, query {}; again: {}\n",
                milliseconds(slow.asked),
                milliseconds(slow.ran),
                self.rerun(slow)
            );
        }
        text
    }

    /// The command that asks again what took long.
    fn rerun(&self, slow: &SlowRound) -> String {
        let at = format!("{}@{}", slow.game.0, slow.ply + 1);
        let file = self.path.display().to_string();
        command_line(&["othello-host", "history", "rerun", &at, "--file", &file].map(str::to_owned))
    }

    /// The counts as one JSON object.
    pub fn to_json(&self) -> Value {
        let opponent = |(name, results): &(String, Results)| {
            let mut object = results.to_json();
            object["name"] = name.clone().into();
            object
        };
        let forfeit = |(word, count): &(String, u64)| json!({ "reason": word, "count": count });
        let command =
            |(reason, command): &(String, String)| json!({ "reason": reason, "command": command });
        let slow = |slow: &SlowRound| {
            json!({
                "game": slow.game.0, "move": slow.ply + 1, "ask_ms": slow.asked.as_secs_f64() * 1000.0,
                "query_ms": slow.ran.as_secs_f64() * 1000.0, "command": self.rerun(slow),
            })
        };
        let [versions, over_time] = self.versions.to_json();
        json!({
            "name": self.name,
            "all": self.all().to_json(),
            "black": self.black.to_json(),
            "white": self.white.to_json(),
            "void": self.void,
            "forfeits": self.forfeits.iter().map(forfeit).collect::<Vec<_>>(),
            "move_ms": self.mean_time.map(|mean| mean.as_secs_f64() * 1000.0),
            "opponents": self.opponents.iter().map(opponent).collect::<Vec<_>>(),
            "versions": versions,
            "over_time": over_time,
            "lost_early": self.commands.iter().map(command).collect::<Vec<_>>(),
            "slowest": self.slowest.iter().map(slow).collect::<Vec<_>>(),
        })
    }
}
