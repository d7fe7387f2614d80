//! Games and positions looked at afterwards, for people and for programs. What every move cost is the arena's finding;
//! how it is shown is in `words` and `page`.

mod page;
mod subject;
mod words;

pub use page::page;
pub use subject::Subject;
pub use words::{as_json, as_text};

use anyhow::Context;
use othello_arena::GamePosition;
use othello_arena::analysis::AnalysedGame;
use othello_arena::evaluator::{Effort, Evaluator};
use othello_board::View;
use othello_rules::{Game, openings};

use crate::players::Players;

/// A game that was looked at.
pub struct Analysis {
    /// Which.
    pub subject: Subject,
    /// The name of its opening.
    pub opening: Option<&'static str>,
    /// What its moves and positions were worth.
    pub game: AnalysedGame,
    /// The last board.
    pub board: View,
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
    let position = GamePosition::new(subject.setup.clone(), subject.moves.clone());
    let played = position.play_to_a_move().map_err(anyhow::Error::msg)?;
    let mut game = Game::from_position(initial);
    for (number, made) in (1..).zip(played.moves()) {
        game.play(made).with_context(|| format!("move {number} ({made})"))?;
    }
    let mut evaluator = Evaluator::start(&players.finder, &players.runner, &subject.setup, effort)?;
    let all = played.plies.len();
    let goes_on = |number| {
        progress(number, all);
        true
    };
    let analysed = AnalysedGame::of(&played, &mut evaluator, &goes_on)?;
    let opening = openings::of(&game).map(|opening| opening.name);
    let board = played.view().clone();
    Ok(Analysis { subject, opening, game: analysed, board })
}
