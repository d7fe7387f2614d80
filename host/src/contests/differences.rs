//! Where two players chose differently in one position, and what it cost one of them. The two games of a pair go the
//! same way as long as both choose alike with the same discs; the first move that differs was chosen by one in one game
//! and by the other in the other.

use std::collections::HashMap;
use std::path::Path;

use anyhow::Result;
use othello_arena::contest::{Closing, Plan};
use othello_arena::notation;
use othello_rules::{Colour, Move};
use othello_store::{Filter, GameSummary, Score, Store};

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

/// Where the first player's choice cost it points that the other one's made, and the moves that took either longest.
pub fn differences(path: &Path) -> Result<String> {
    let store = Store::open_existing(path)?;
    let (plan, closing) = Closing::of(&store)?;
    let range = closing.range();
    let games = store.games(&Filter { range, ..Filter::default() })?;
    let mut found: Vec<Difference<'_>> =
        pairs(&games).filter_map(|pair| Difference::of(&plan, pair)).collect();
    let count = found.len();
    found.retain(|difference| difference.cost > 0);
    found.sort_by_key(|difference| (-difference.cost, -difference.discs));
    let names = plan.names();
    let mut text = String::new();
    if count > 0 {
        text += &format!(
            "\nin {count} pairs {} and {} chose differently in one position; it cost {} points in {} of them\n",
            names[0],
            names[1],
            names[0],
            found.len()
        );
    }
    for difference in found.iter().take(MOST) {
        text += &difference.to_text(&store)?;
    }
    let slowest = store.slowest_rounds(range, SLOWEST)?;
    if !slowest.is_empty() {
        text += "\nthe slowest moves:\n";
    }
    for slow in slowest {
        let ms = |time: std::time::Duration| format!("{:.1} ms", time.as_secs_f64() * 1000.0);
        let at = format!("{}@{}", slow.game.0, slow.ply + 1);
        let file = path.display().to_string();
        let words = ["othello-host", "history", "rerun", &at, "--file", &file].map(str::to_owned);
        text += &format!(
            "{}: asked {}, query {}; again: {}\n",
            slow.name,
            ms(slow.asked),
            ms(slow.ran),
            command_line(&words)
        );
    }
    Ok(text)
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

    fn to_text(&self, store: &Store) -> Result<String> {
        let Difference { ply, side, games, moves, .. } = self;
        let replayed = ReplayedGame::of(SavedGame::load(store, games[0].id)?)?;
        let said = |at: usize| {
            let game = games[at];
            let discs = [game.discs[*side], game.discs[side.opponent()]];
            let what = match game.ending.score(*side) {
                Some(Score::Win) => "wins",
                Some(Score::Loss) => "loses",
                _ => "draws",
            };
            format!(
                "{} plays {} and {what} {}:{}",
                game.names[*side], moves[at], discs[0], discs[1]
            )
        };
        let again = command_line(&replayed.query_words(*ply, None));
        Ok(format!("  {side} at move {}: {}, {}\n    {again}\n", ply + 1, said(0), said(1)))
    }
}
