//! Games and positions looked at afterwards: what every move cost, where a game turned, what was best. The values are
//! the evaluator's; how they are shown is in `words` and `page`.

mod page;
mod subject;
mod words;

pub use page::page;
pub use subject::Subject;
pub use words::{as_json, as_text};

use anyhow::Context;
use othello_arena::evaluator::{Effort, Evaluation, Evaluator};
use othello_board::View;
use othello_rules::{ByColour, Colour, Game, Move, Square, openings};

use crate::players::Players;

/// A value within so many discs of nothing is a draw as far as anybody can tell before the end is exact.
const EVEN: f64 = 0.5;

/// A game that was looked at.
pub struct Analysis {
    /// Which.
    pub subject: Subject,
    /// The name of its opening.
    pub opening: Option<&'static str>,
    /// Each move and pass.
    pub plies: Vec<AnalysedPly>,
    /// What the last position is worth, where somebody is to move there.
    pub last: Option<Evaluation>,
    /// The last board.
    pub board: View,
}

/// A move or a pass.
pub struct AnalysedPly {
    /// Whose.
    pub colour: Colour,
    /// What.
    pub made: Move,
    /// What a move was worth, beside all others; nothing for a pass.
    pub choice: Option<Choice>,
}

/// A move among those that could be made.
pub struct Choice {
    /// All of them, before it was made.
    pub evaluation: Evaluation,
    /// What it was worth, in discs for its side.
    pub score: f64,
}

/// What somebody may expect.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Prospect {
    Loss,
    Draw,
    Win,
}

impl Choice {
    /// How many discs it gave away.
    pub fn loss(&self) -> f64 {
        (self.evaluation.score - self.score).max(0.0)
    }

    /// The best move.
    pub fn best(&self) -> Option<Square> {
        self.evaluation.moves.first().map(|best| best.0)
    }

    /// Whether it turned a win into less, or a draw into a loss.
    pub fn turns_the_game(&self) -> bool {
        let exact = self.evaluation.exact;
        prospect(self.score, exact) < prospect(self.evaluation.score, exact)
    }
}

impl Analysis {
    /// How many discs each side gave away, and in how many moves.
    pub fn losses(&self) -> ByColour<(f64, usize)> {
        ByColour::from_fn(|colour| {
            let own = self.plies.iter().filter(|ply| ply.colour == colour);
            own.filter_map(|ply| ply.choice.as_ref())
                .fold((0.0, 0), |(sum, moves), choice| (sum + choice.loss(), moves + 1))
        })
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

/// Looks at every position of a game; `progress` hears how many of how many are done.
///
/// # Errors
/// Where the game's moves are not legal, and what the evaluator failed by.
pub fn analyse(
    subject: Subject,
    players: &Players,
    effort: Effort,
    progress: &dyn Fn(usize, usize),
) -> anyhow::Result<Analysis> {
    let initial = subject.setup.position();
    let initial = initial.with_context(|| {
        format!("{} can't be analysed: Othello and Reversi can", subject.setup.game)
    })?;
    let mut game = Game::from_position(initial);
    let mut evaluator = Evaluator::start(&players.finder, &players.runner, &subject.setup, effort)?;
    let (mut plies, all) = (Vec::new(), subject.moves.len());
    for (number, &made) in (1..).zip(&subject.moves) {
        progress(number, all);
        let colour = game.position().to_move();
        let choice = match made {
            Move::Pass => None,
            Move::Place(square) => {
                let evaluation = evaluator.evaluate(&View::from(game.position()), game.moves())?;
                let score = evaluation.moves.iter().find(|one| one.0 == square).map(|one| one.1);
                score.map(|score| Choice { evaluation, score })
            }
        };
        game.play(made).with_context(|| format!("move {number} ({made})"))?;
        plies.push(AnalysedPly { colour, made, choice });
    }
    let board = View::from(game.position());
    let can_move = !game.position().is_over() && !game.position().must_pass();
    let last = can_move.then(|| evaluator.evaluate(&board, game.moves())).transpose()?;
    let opening = openings::of(&game).map(|opening| opening.name);
    Ok(Analysis { subject, opening, plies, last, board })
}
