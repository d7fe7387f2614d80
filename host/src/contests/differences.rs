//! Where two players chose differently in one position, and what it cost one of them. The two games of a pair go the
//! same way as long as both choose alike with the same discs; the first move that differs was chosen by one in one game
//! and by the other in the other.

use std::collections::HashMap;
use std::path::Path;
use std::time::Duration;

use anyhow::Result;
use othello_arena::contest::{Closing, Plan};
use othello_arena::notation;
use othello_rules::{Colour, Move};
use othello_store::{Filter, GameId, GameSummary, Score, SlowRound, Store};
use serde_json::{Value, json};

use crate::history::{ReplayedGame, SavedGame};
use crate::report::command_line;

/// How many positions are shown, and how many slow moves of each player.
const MOST: usize = 6;
const SLOWEST: u32 = 2;

/// A position in which the two chose differently.
struct Difference<'g> {
    /// After how many moves and passes.
    ply: usize,
    /// Who was to move.
    side: Colour,
    /// The games of the first player and of the other one.
    games: [&'g GameSummary; 2],
    /// What they chose.
    moves: [Move; 2],
    /// How many half points the first player made less than the other.
    cost: i32,
    /// And how many discs.
    discs: i64,
}

/// What an author looks at after a comparison: where the first player's choice cost it points that the other one's made,
/// and the moves that took either longest.
pub struct Differences {
    names: Vec<String>,
    /// In how many pairs the two chose differently in one position.
    pairs: usize,
    /// In how many of them it cost the first player points.
    costly: usize,
    /// The costliest of them.
    shown: Vec<Shown>,
    slowest: Vec<Slow>,
}

/// A position in which the two chose differently, with what becomes of it.
struct Shown {
    ply: usize,
    side: Colour,
    /// The first player's choice and the other one's.
    choices: [Choice; 2],
    /// The command that asks the first player again.
    command: String,
}

/// What somebody chose and what came of it.
struct Choice {
    name: String,
    square: Move,
    result: &'static str,
    /// Its own discs at the end and the other side's.
    discs: [u32; 2],
    game: GameId,
}

/// A move that took long.
struct Slow {
    round: SlowRound,
    /// The command that runs it again.
    command: String,
}

impl Differences {
    /// Those of the games that count in a contest of two.
    pub fn of(path: &Path) -> Result<Differences> {
        let store = Store::open_existing(path)?;
        let (plan, closing) = Closing::of(&store)?;
        let range = closing.range();
        let games = store.games(&Filter { range, ..Filter::default() })?;
        let mut found: Vec<Difference<'_>> =
            pairs(&games).filter_map(|pair| Difference::of(&plan, pair)).collect();
        let pairs = found.len();
        found.retain(|difference| difference.cost > 0);
        found.sort_by_key(|difference| (-difference.cost, -difference.discs));
        let shown = found.iter().take(MOST).map(|difference| difference.shown(&store));
        let slowest = store.slowest_rounds(range, SLOWEST)?.into_iter().map(|round| {
            let at = format!("{}@{}", round.game.0, round.ply + 1);
            let file = path.display().to_string();
            let words =
                ["othello-host", "history", "rerun", &at, "--file", &file].map(str::to_owned);
            Slow { round, command: command_line(&words) }
        });
        Ok(Differences {
            names: plan.names(),
            pairs,
            costly: found.len(),
            shown: shown.collect::<Result<_>>()?,
            slowest: slowest.collect(),
        })
    }

    /// In words.
    pub fn to_text(&self) -> String {
        let [new, old] = [&self.names[0], &self.names[1]];
        let (pairs, costly) = (self.pairs, self.costly);
        let mut text = String::new();
        if pairs > 0 {
            text += &format!(
                "\nin {pairs} pairs {new} and {old} chose differently in one position; it cost {new} points in {costly} of \
                 them\n"
            );
        }
        self.shown.iter().for_each(|shown| text += &shown.to_text());
        if !self.slowest.is_empty() {
            text += "\nthe slowest moves:\n";
        }
        for Slow { round, command } in &self.slowest {
            text += &format!(
                "{}: asked {:.1} ms, query {:.1} ms; again: {command}\n",
                round.name,
                milliseconds(round.asked),
                milliseconds(round.ran)
            );
        }
        text
    }

    /// As JSON.
    pub fn to_json(&self) -> Value {
        let slowest = self.slowest.iter().map(|Slow { round, command }| {
            json!({
                "name": round.name,
                "id": round.game.0,
                "move": round.ply + 1,
                "ask_ms": milliseconds(round.asked),
                "query_ms": milliseconds(round.ran),
                "command": command,
            })
        });
        json!({
            "pairs": self.pairs,
            "costly": self.costly,
            "positions": self.shown.iter().map(Shown::to_json).collect::<Vec<_>>(),
            "slowest": slowest.collect::<Vec<_>>(),
        })
    }
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

impl Shown {
    fn to_text(&self) -> String {
        let said = self.choices.iter().map(|choice| {
            let Choice { name, square, result, discs: [own, other], .. } = choice;
            format!("{name} plays {square} and {result} {own}:{other}")
        });
        let said = said.collect::<Vec<_>>().join(", ");
        format!("  {} at move {}: {said}\n    {}\n", self.side, self.ply + 1, self.command)
    }

    fn to_json(&self) -> Value {
        let choices = self.choices.iter().map(|choice| {
            json!({
                "name": choice.name,
                "square": choice.square.to_string(),
                "result": choice.result,
                "discs": choice.discs,
                "id": choice.game.0,
            })
        });
        json!({
            "move": self.ply + 1,
            "colour": self.side.to_string().to_lowercase(),
            "choices": choices.collect::<Vec<_>>(),
            "command": self.command,
        })
    }
}

/// The two games of each pair.
fn pairs(games: &[GameSummary]) -> impl Iterator<Item = [&GameSummary; 2]> {
    let mut first: HashMap<i64, &GameSummary> = HashMap::new();
    games.iter().filter_map(move |game| {
        let pair = game.contest_place?.0 / 2;
        match first.remove(&pair) {
            Some(other) => Some([other, game]),
            None => {
                first.insert(pair, game);
                None
            }
        }
    })
}

impl<'g> Difference<'g> {
    fn of(plan: &Plan, pair: [&'g GameSummary; 2]) -> Option<Difference<'g>> {
        let [mut one, mut other] = pair.map(|game| notation::replayed(game).ok());
        let mut games = pair;
        let moves =
            |game: &Option<othello_rules::Game>| game.as_ref().map(|game| game.moves().to_vec());
        let (of_one, of_other) = (moves(&one)?, moves(&other)?);
        let ply = of_one.iter().zip(&of_other).position(|(one, other)| one != other)?;
        let side = {
            let game = one.as_mut()?;
            game.go_to(ply);
            game.position().to_move()
        };
        let mut chosen = [of_one[ply], of_other[ply]];
        // The first player's game comes first.
        if plan.entrant(&games[0].names[side]) != Some(0) {
            games.reverse();
            chosen.reverse();
            std::mem::swap(&mut one, &mut other);
        }
        let half_points = |game: &GameSummary| {
            Some(match game.ending.score(side)? {
                Score::Win => 2,
                Score::Draw => 1,
                Score::Loss => 0,
            })
        };
        let discs = |game: &GameSummary| {
            i64::from(game.discs[side]) - i64::from(game.discs[side.opponent()])
        };
        Some(Difference {
            ply,
            side,
            games,
            moves: chosen,
            cost: half_points(games[1])? - half_points(games[0])?,
            discs: discs(games[1]) - discs(games[0]),
        })
    }

    fn shown(&self, store: &Store) -> Result<Shown> {
        let Difference { ply, side, games, moves, .. } = *self;
        let replayed = ReplayedGame::of(SavedGame::load(store, games[0].id)?)?;
        let choice = |at: usize| {
            let game: &GameSummary = games[at];
            Choice {
                name: game.names[side].clone(),
                square: moves[at],
                result: match game.ending.score(side) {
                    Some(Score::Win) => "wins",
                    Some(Score::Loss) => "loses",
                    _ => "draws",
                },
                discs: [game.discs[side], game.discs[side.opponent()]],
                game: game.id,
            }
        };
        let command = command_line(&replayed.query_words(ply, None));
        Ok(Shown { ply, side, choices: [choice(0), choice(1)], command })
    }
}
