//! Games and positions looked at afterwards, for people and for programs. What every move cost is the arena's finding;
//! how it is shown is in `words` and `page`.

mod page;
mod subject;
mod words;

pub use page::Page;
pub use subject::Subject;
pub use words::{as_json, as_text};

use anyhow::{Context, Error, anyhow};
use othello_arena::GamePosition;
use othello_arena::analysis::AnalysedGame;
use othello_arena::evaluator::{Effort, Evaluator, EvaluatorError};
use othello_board::View;
use othello_rules::{Game, Move, Position, openings};

use crate::players::Players;
use crate::report::command_line;

/// Who is asked about other games and boards, the strongest first.
const OTHERS: [&str; 4] = ["Alpha Beta", "Perfect", "Simple", "Random"];

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
    let initial = initial.ok_or_else(|| {
        let game = &subject.setup.game;
        let error = anyhow!("{game} can't be analysed: Othello and Reversi can");
        with_another(error, &subject, players)
    })?;
    let position = GamePosition::new(subject.setup.clone(), subject.moves.clone());
    let played = position.play_to_a_move().map_err(anyhow::Error::msg)?;
    let mut game = Game::from_position(initial);
    for (number, made) in (1..).zip(played.moves()) {
        game.play(made).with_context(|| format!("move {number} ({made})"))?;
    }
    let evaluator = Evaluator::start(&players.finder, &players.runner, &subject.setup, effort);
    let mut evaluator = evaluator.map_err(|error| match error {
        EvaluatorError::UnknownGame { .. } => with_another(error.into(), &subject, players),
        other => other.into(),
    })?;
    let all = played.plies.len();
    let goes_on = |number| {
        progress(number, all);
        true
    };
    let mut analysed = AnalysedGame::of(&played, &mut evaluator, &goes_on)?;
    write_passes(&mut analysed, &game);
    let opening = openings::of(&game).map(|opening| opening.name);
    let board = played.view().clone();
    Ok(Analysis { subject, opening, game: analysed, board })
}

/// Why a game is not evaluated, with the command by which a player that plays it says at least where it would go.
fn with_another(error: Error, subject: &Subject, players: &Players) -> Error {
    let setup = &subject.setup;
    let plays = |name: &&&str| {
        let found = players.finder.contestant(name);
        found.is_ok_and(|found| setup.is_played_by(found.about()))
    };
    let Some(player) = OTHERS.iter().find(plays) else { return error };
    let moves: String = subject.moves.iter().map(Move::to_string).collect();
    let position = ["--position".to_owned(), moves];
    let position = position.into_iter().filter(|_| !subject.moves.is_empty());
    let words = ["othello-host", "query"].map(str::to_owned).into_iter();
    let words = words.chain(setup.flags()).chain(position).chain([(*player).to_owned()]);
    let command = command_line(&words.collect::<Vec<_>>());
    anyhow!("{error}; what {player} would do there is told by: {command}")
}

/// Puts the passes into the moves that are expected, from which the evaluator leaves them out.
fn write_passes(analysed: &mut AnalysedGame, game: &Game) {
    let choices = analysed.plies.iter_mut().map(|ply| ply.choice.as_mut());
    let evaluations = choices.map(|choice| choice.map(|choice| &mut choice.evaluation));
    let all = evaluations.chain([analysed.last.as_mut()]);
    for (position, evaluation) in game.positions().zip(all) {
        if let Some(evaluation) = evaluation {
            evaluation.line = with_passes(position, &evaluation.line);
        }
    }
}

fn with_passes(position: Position, line: &[String]) -> Vec<String> {
    match Game::from_transcript(position, &line.join(" ")) {
        Ok(game) => game.moves().iter().map(Move::to_string).collect(),
        Err(_) => line.to_vec(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_passes_of_an_expected_line_are_written_where_one_side_goes_twice() {
        let position = "OX-- ---- -XOO ---- O".parse().unwrap();
        let line = ["c1", "a3"].map(str::to_owned);
        assert_eq!(with_passes(position, &line), ["c1", "--", "a3"]);
        let other = ["zz".to_owned()];
        assert_eq!(with_passes(position, &other), other);
    }
}
