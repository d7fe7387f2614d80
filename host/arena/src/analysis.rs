//! Games looked at afterwards: what every move cost, where a game turned, what was best. The values are the
//! evaluator's; how they are shown is the business of whoever shows them.

use othello_board::Turn;
use othello_rules::{ByColour, Colour, Move, Square};

use crate::evaluator::{Evaluation, Evaluator, EvaluatorError};
use crate::game_position::PlayedPosition;

/// A value within so many discs of nothing is a draw as far as anybody can tell before the end is exact.
const EVEN: f64 = 0.5;

/// A move can have turned the game from this loss on, and is a turning point without that from the other.
const TURNING_LOSS: f64 = 2.0;
const COSTLY_LOSS: f64 = 4.0;

/// So many turning points are told at most: beginners' games turn with every move.
const MOST_TURNING_POINTS: usize = 8;

/// A game that was looked at.
#[derive(Default)]
pub struct AnalysedGame {
    /// Each move and pass.
    pub plies: Vec<AnalysedPly>,
    /// What the last position is worth, where somebody is to move there.
    pub last: Option<Evaluation>,
    /// What each position is worth in discs for Black, from the start to the end, or to where it was stopped; nothing
    /// where the evaluator has nothing to say, as while Reversi's first four discs are put down.
    pub scores: Vec<Option<f64>>,
}

/// A move or a pass.
pub struct AnalysedPly {
    /// Whose.
    pub colour: Colour,
    /// What.
    pub made: Move,
    /// What a move was worth, beside all others; nothing for a pass, and where the evaluator had nothing to say.
    pub choice: Option<Choice>,
}

/// A move among those that could be made.
pub struct Choice {
    /// All of them, before it was made.
    pub evaluation: Evaluation,
    /// What it was worth, in discs for its side.
    pub score: f64,
}

/// A move after which the game was worth less to who made it.
pub struct TurningPoint<'g> {
    /// Its number, from 1.
    pub number: usize,
    /// Whose.
    pub colour: Colour,
    /// Where.
    pub played: Square,
    /// Beside all others.
    pub choice: &'g Choice,
}

/// What somebody may expect.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Prospect {
    Loss,
    Draw,
    Win,
}

/// What a move made of its side's prospects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reversal {
    /// A draw of a win.
    WinToDraw,
    /// A loss of a win.
    WinToLoss,
    /// A loss of a draw.
    DrawToLoss,
}

impl Choice {
    /// The move to a square, where it is among those that were valued.
    fn of(square: Square, evaluation: Evaluation) -> Option<Choice> {
        let score = evaluation.moves.iter().find(|one| one.0 == square)?.1;
        Some(Choice { evaluation, score })
    }

    /// How many discs it gave away.
    #[must_use]
    pub fn loss(&self) -> f64 {
        (self.evaluation.score - self.score).max(0.0)
    }

    /// The best move.
    #[must_use]
    pub fn best(&self) -> Option<Square> {
        self.evaluation.moves.first().map(|best| best.0)
    }

    /// What it made of a win or a draw, where it turned the game: by more than values differ from one another by chance.
    #[must_use]
    pub fn reversal(&self) -> Option<Reversal> {
        if self.loss() < TURNING_LOSS {
            return None;
        }
        let exact = self.evaluation.exact;
        match (prospect(self.evaluation.score, exact), prospect(self.score, exact)) {
            (Prospect::Win, Prospect::Draw) => Some(Reversal::WinToDraw),
            (Prospect::Win, Prospect::Loss) => Some(Reversal::WinToLoss),
            (Prospect::Draw, Prospect::Loss) => Some(Reversal::DrawToLoss),
            _ => None,
        }
    }
}

fn prospect(score: f64, exact: bool) -> Prospect {
    let even = if exact { 0.0 } else { EVEN };
    match score {
        score if score > even => Prospect::Win,
        score if score < -even => Prospect::Loss,
        _ => Prospect::Draw,
    }
}

impl AnalysedGame {
    /// Looks at every position of a game. `goes_on` hears the number of each move before it is looked at, and says
    /// whether it still matters.
    ///
    /// # Errors
    /// What the evaluator failed by.
    pub fn of(
        played: &PlayedPosition,
        evaluator: &mut Evaluator,
        goes_on: &dyn Fn(usize) -> bool,
    ) -> Result<AnalysedGame, EvaluatorError> {
        let mut game = AnalysedGame::default();
        game.go_on(played, evaluator, goes_on)?;
        Ok(game)
    }

    /// Goes on with the same game from where it was stopped; says whether all of it was looked at.
    ///
    /// # Errors
    /// As [`AnalysedGame::of`]; what was looked at before is kept.
    pub fn go_on(
        &mut self,
        played: &PlayedPosition,
        evaluator: &mut Evaluator,
        goes_on: &dyn Fn(usize) -> bool,
    ) -> Result<bool, EvaluatorError> {
        if self.scores.len() > played.plies.len() {
            return Ok(true);
        }
        let (views, moves) = (played.views(), played.moves());
        for (at, ply) in played.plies.iter().enumerate().skip(self.plies.len()) {
            if !goes_on(at + 1) {
                return Ok(false);
            }
            let (view, before) = (&views[at], &moves[..at]);
            let choice = match ply.ply {
                Move::Pass => {
                    self.scores.push(if_told(evaluator.score_for_black(view, before))?);
                    None
                }
                Move::Place(square) => {
                    let evaluation = if_told(evaluator.evaluate(view, before))?;
                    let score = evaluation.as_ref().map(|found| for_black(found.score, ply.colour));
                    self.scores.push(score);
                    evaluation.and_then(|evaluation| Choice::of(square, evaluation))
                }
            };
            self.plies.push(AnalysedPly { colour: ply.colour, made: ply.ply, choice });
        }
        match played.view().turn {
            Turn::Move { colour, .. } => {
                self.last = if_told(evaluator.evaluate(played.view(), &moves))?;
                self.scores.push(self.last.as_ref().map(|last| for_black(last.score, colour)));
            }
            Turn::Pass(_) | Turn::Over(_) => {
                self.scores.push(if_told(evaluator.score_for_black(played.view(), &moves))?);
            }
        }
        Ok(true)
    }

    /// How many discs each side gave away, and in how many moves.
    #[must_use]
    pub fn losses(&self) -> ByColour<(f64, usize)> {
        ByColour::from_fn(|colour| {
            let own = self.plies.iter().filter(|ply| ply.colour == colour);
            own.filter_map(|ply| ply.choice.as_ref())
                .fold((0.0, 0), |(sum, moves), choice| (sum + choice.loss(), moves + 1))
        })
    }

    /// The number of the first move from which on all values are those of perfect play.
    #[must_use]
    pub fn perfect_from(&self) -> Option<usize> {
        let is_exact = |ply: &AnalysedPly| match &ply.choice {
            Some(choice) => choice.evaluation.exact,
            None => ply.made == Move::Pass,
        };
        if self.last.as_ref().is_some_and(|last| !last.exact) {
            return None;
        }
        let first = self.plies.iter().rposition(|ply| !is_exact(ply)).map_or(0, |at| at + 1);
        let valued = self.plies.iter().skip(first).position(|ply| ply.choice.is_some())?;
        Some(first + valued + 1)
    }

    /// The moves that decided the game: those that cost most, in the order in which they were made.
    #[must_use]
    pub fn turning_points(&self) -> Vec<TurningPoint<'_>> {
        let mut points: Vec<TurningPoint<'_>> = (1..)
            .zip(&self.plies)
            .filter_map(|(number, AnalysedPly { colour, made, choice })| {
                let (Move::Place(played), Some(choice)) = (*made, choice) else { return None };
                Some(TurningPoint { number, colour: *colour, played, choice })
            })
            .filter(|point| point.choice.reversal().is_some() || point.choice.loss() >= COSTLY_LOSS)
            .collect();
        points.sort_by(|one, other| other.choice.loss().total_cmp(&one.choice.loss()));
        points.truncate(MOST_TURNING_POINTS);
        points.sort_by_key(|point| point.number);
        points
    }
}

/// What the evaluator found, or nothing where it has nothing to say.
fn if_told<T>(found: Result<T, EvaluatorError>) -> Result<Option<T>, EvaluatorError> {
    match found {
        Err(EvaluatorError::Silent) => Ok(None),
        found => found.map(Some),
    }
}

/// The score for Black of what is so much for this side.
#[must_use]
pub fn for_black(score: f64, colour: Colour) -> f64 {
    if colour == Colour::Black { score } else { -score }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A move that was worth the second of these values, where the best one was worth the first.
    fn choice(best: f64, score: f64, exact: bool) -> Choice {
        let moves = vec![("d3".parse().unwrap(), best), ("c4".parse().unwrap(), score)];
        let evaluation = Evaluation {
            colour: Colour::Black,
            score: best,
            depth: 8,
            exact,
            line: Vec::new(),
            moves,
        };
        Choice { evaluation, score }
    }

    #[test]
    fn a_win_that_becomes_less_turns_the_game_and_a_greater_win_does_not() {
        for (best, score, exact, reversal) in [
            (3.0, -3.0, false, Some(Reversal::WinToLoss)),
            (3.0, 0.2, false, Some(Reversal::WinToDraw)),
            (0.2, -3.0, false, Some(Reversal::DrawToLoss)),
            (2.0, 0.2, true, None),
            (2.0, 0.0, true, Some(Reversal::WinToDraw)),
            (30.0, 2.0, false, None),
            (-2.0, -30.0, false, None),
        ] {
            assert_eq!(choice(best, score, exact).reversal(), reversal, "{best} to {score}");
        }
    }

    #[test]
    fn play_is_perfect_from_where_on_every_value_is_exact() {
        let game = |signs: &str, last: Option<bool>| {
            let ply = |sign| AnalysedPly {
                colour: Colour::Black,
                made: if sign == '-' { Move::Pass } else { Move::Place("c4".parse().unwrap()) },
                choice: (sign != '-' && sign != '?').then(|| choice(0.0, 0.0, sign == 'e')),
            };
            let last = last.map(|exact| choice(0.0, 0.0, exact).evaluation);
            AnalysedGame { plies: signs.chars().map(ply).collect(), last, scores: Vec::new() }
        };
        for (signs, last, number) in [
            ("iiee", None, Some(3)),
            ("ieiee", None, Some(4)),
            ("eei", None, None),
            ("i-e-e", Some(true), Some(3)),
            ("iee", Some(false), None),
            ("??ee", None, Some(3)),
            ("ie?e", None, Some(4)),
            ("i--", None, None),
            ("", None, None),
        ] {
            assert_eq!(game(signs, last).perfect_from(), number, "{signs} {last:?}");
        }
    }

    #[test]
    fn the_costliest_moves_are_the_turning_points_in_the_order_of_the_game() {
        // What turns the game by a disc is noise, and what costs little beside it turns nothing.
        let losses = [0.0, 0.7, 5.0, 3.0, 9.0, 20.0, 6.0, 7.0, 8.0, 10.0, 11.0, 12.0, 13.0];
        let ply = |&loss: &f64| AnalysedPly {
            colour: Colour::Black,
            made: Move::Place("c4".parse().unwrap()),
            choice: Some(choice(30.0, 30.0 - loss, false)),
        };
        let mut plies: Vec<AnalysedPly> = losses.iter().map(ply).collect();
        plies.push(AnalysedPly { choice: Some(choice(0.6, -0.1, false)), ..ply(&0.0) });
        plies.push(AnalysedPly { choice: Some(choice(14.5, -14.5, false)), ..ply(&0.0) });
        plies.push(AnalysedPly { colour: Colour::White, made: Move::Pass, choice: None });
        let game = AnalysedGame { plies, last: None, scores: Vec::new() };
        let numbers: Vec<_> = game.turning_points().iter().map(|point| point.number).collect();
        assert_eq!(numbers, [5, 6, 9, 10, 11, 12, 13, 15]);
        assert_eq!(game.turning_points()[7].choice.reversal(), Some(Reversal::WinToLoss));
        assert_eq!(game.losses().white, (0.0, 0));
    }
}
