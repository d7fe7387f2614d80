//! Players that look ahead: three that search five plies for a measure of their own, and two that show what
//! pruning saves. They are open players: they see the position and answer with a square. `measure` says what
//! a position is worth, `search` finds the best move for it.
//!
//! Each module imports only from those before it: `about`, `measure`, `search`, `watched`.

#![forbid(unsafe_code)]

mod about;
mod measure;
mod search;
mod watched;

use othello_open::{Rng, play_on, position};
use othello_player_api::{About, Answer, Game, Player, Round, export_player};
use othello_rules::Square;

use crate::about::about;
use crate::measure::Measure;
use crate::search::Search;
use crate::watched::{AlphaBeta, Minimax};

/// How many plies the deep players look ahead.
const PLIES: u32 = 5;

/// Plays the best move for a measure; among equal ones any.
fn best(round: &Round, measure: Measure) -> Result<Answer, String> {
    let searched = Search::pruned(measure).root(position(round)?, PLIES);
    let best: Vec<Square> = searched.best().collect();
    let chosen = best[Rng::new(round.seed).below(best.len())];
    let answer = play_on(chosen);
    Ok(if round.show_thinking { answer.thinking(searched.thinking(PLIES)) } else { answer.into() })
}

/// Five plies for the difference in discs.
struct DeepScore;

impl Player for DeepScore {
    fn about() -> About {
        about("Deep Score", "most discs more than the other side, five plies ahead")
    }

    fn new(_game: &Game) -> Self {
        DeepScore
    }

    fn get_cypher_for_round(&mut self, round: &Round) -> impl Into<Answer> {
        best(round, Measure::SCORE)
    }
}

/// Five plies for discs, corners and edges.
struct DeepHeuristic;

impl Player for DeepHeuristic {
    fn about() -> About {
        about("Deep Heuristic", "discs, and corners and edges while they matter, five plies ahead")
    }

    fn new(_game: &Game) -> Self {
        DeepHeuristic
    }

    fn get_cypher_for_round(&mut self, round: &Round) -> impl Into<Answer> {
        best(round, Measure::HEURISTIC)
    }
}

/// Five plies for the worst that the same measure can find.
struct DeepNegativeHeuristic;

impl Player for DeepNegativeHeuristic {
    fn about() -> About {
        about("Deep Negative Heuristic", "the worst move that Deep Heuristic can find")
    }

    fn new(_game: &Game) -> Self {
        DeepNegativeHeuristic
    }

    fn get_cypher_for_round(&mut self, round: &Round) -> impl Into<Answer> {
        best(round, Measure::NEGATIVE_HEURISTIC)
    }
}

export_player!(DeepScore, DeepHeuristic, DeepNegativeHeuristic, Minimax, AlphaBeta);
