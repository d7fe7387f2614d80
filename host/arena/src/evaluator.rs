//! What positions are worth, by our strongest player: it is asked as in a game, in its jail, and its thinking is
//! read. What it says follows from the position alone, not from the machine's speed or from what was asked before.

use std::time::Duration;

use othello_board::game::CellShape;
use othello_board::{Turn, View};
use othello_player_api::About;
use othello_players::{AskError, Contestant, Ender, Finder, Runner};
use othello_rules::{ByColour, Colour, Move, Square};

use crate::clock::TimeControl;
use crate::game_setup::GameSetup;
use crate::installed_player::InstalledPlayer;
use crate::question::{GameTerms, Standing};
use crate::seat::{Instance, Player};
use crate::seed::Seed;

/// The player that is asked.
pub const EVALUATOR: &str = "Champion";

/// How many positions it looks at in about a second, on a slow machine that has nothing else to do.
pub const POSITIONS_A_SECOND: u64 = 4_000_000;

/// How much is looked at for one answer. It is never counted in time, which would let a busy machine change values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// So many positions.
    Positions(u64),
    /// So many plies ahead.
    Depth(u8),
}

impl Effort {
    /// What takes about so long.
    #[must_use]
    pub fn about(time: Duration) -> Effort {
        Effort::Positions((time.as_secs_f64() * POSITIONS_A_SECOND as f64).max(1.0) as u64)
    }
}

/// How long it may take for one answer, where nobody has more patience. What looks at so many positions stops by itself
/// long before; what looks so many plies ahead is cut off then.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Longer than that nobody is asked to look at a position: on a machine that is slow or has much to do it takes several
/// times as long, and what is cut off by the time would no longer be valued alike everywhere.
pub const LONGEST_LOOK: Duration = Duration::from_secs(20);

/// What a position is worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// The side to move.
    pub colour: Colour,
    /// The score in discs for that side: that of the best move.
    pub score: f64,
    /// How many plies the evaluator looked ahead.
    pub depth: u32,
    /// Whether the scores are those of perfect play.
    pub exact: bool,
    /// The moves that are expected.
    pub line: Vec<String>,
    /// Every legal move with its score for the side to move, the best first.
    pub moves: Vec<(Square, f64)>,
}

/// Why a position has no evaluation.
#[derive(Debug, thiserror::Error)]
pub enum EvaluatorError {
    /// The evaluator is not on this machine.
    #[error("{EVALUATOR} is not on this machine")]
    Missing,
    /// It does not know the game.
    #[error(
        "{EVALUATOR} does not know {game} on {size}x{size}; it evaluates games of othello and reversi on 8x8"
    )]
    UnknownGame {
        /// The game.
        game: String,
        /// The rows of its board.
        size: u8,
    },
    /// Nobody is to move.
    #[error("nobody is to move there")]
    NobodyToMove,
    /// It said nothing of the position.
    #[error("{EVALUATOR} says nothing of this position")]
    Silent,
    /// It failed.
    #[error("{EVALUATOR}: {0}")]
    Failed(#[from] AskError),
}

/// Who evaluates, as it was found.
#[must_use]
pub fn find(finder: &Finder) -> Option<Contestant> {
    finder.contestant(EVALUATOR).ok()
}

/// The player, in a game of its own.
pub struct Evaluator {
    instance: Box<dyn Instance>,
    about: About,
    terms: GameTerms,
    timeout: Option<Duration>,
    thought: Duration,
}

impl Evaluator {
    /// Starts it for positions of a game.
    ///
    /// # Errors
    /// Where there is no evaluator, or none for this game.
    pub fn start(
        finder: &Finder,
        runner: &Runner,
        setup: &GameSetup,
        effort: Effort,
    ) -> Result<Evaluator, EvaluatorError> {
        let mut contestant = Evaluator::of(finder, setup)?;
        contestant.options.insert("analyse".to_owned(), true.into());
        match effort {
            Effort::Positions(most) => {
                contestant.options.insert("positions".to_owned(), most.into())
            }
            Effort::Depth(plies) => contestant.options.insert("depth".to_owned(), plies.into()),
        };
        let about = contestant.about().clone();
        let terms = GameTerms {
            game: setup.game.clone(),
            start: setup.start.clone(),
            width: setup.size,
            cell: CellShape::default(),
            legal: None,
            seed: Seed::new(0),
            time: TimeControl::default(),
            show_thinking: true,
        };
        let mut player = InstalledPlayer { contestant, runner: runner.clone() };
        let mut instance = player.start(terms.message(Colour::Black, &about))?;
        instance.ready()?;
        let (timeout, thought) = (Some(TIMEOUT), Duration::ZERO);
        Ok(Evaluator { instance, about, terms, timeout, thought })
    }

    /// Who evaluates positions of a game.
    ///
    /// # Errors
    /// As [`Evaluator::start`].
    pub fn of(finder: &Finder, setup: &GameSetup) -> Result<Contestant, EvaluatorError> {
        let contestant = find(finder).ok_or(EvaluatorError::Missing)?;
        if !setup.is_played_by(contestant.about()) {
            let (game, size) = (setup.game.clone(), setup.size);
            return Err(EvaluatorError::UnknownGame { game, size });
        }
        Ok(contestant)
    }

    /// With all the time that an answer takes: what is to be the same on every machine is never cut off.
    #[must_use]
    pub fn however_long(self) -> Evaluator {
        Evaluator { timeout: None, ..self }
    }

    /// What ends it from elsewhere: whoever waits for its answer hears that it failed.
    #[must_use]
    pub fn ender(&self) -> Option<Ender> {
        self.instance.ender()
    }

    /// How long it has thought for all of its answers, without what the machine kept from it.
    #[must_use]
    pub fn thought(&self) -> Duration {
        self.thought
    }

    /// What a position after these moves is worth.
    ///
    /// # Errors
    /// Where nobody has a move, and what the evaluator failed by.
    pub fn evaluate(&mut self, view: &View, moves: &[Move]) -> Result<Evaluation, EvaluatorError> {
        match view.turn {
            Turn::Move { colour, .. } => self.ask(view, moves, colour),
            Turn::Pass(_) | Turn::Over(_) => Err(EvaluatorError::NobodyToMove),
        }
    }

    /// What a position is worth in discs for Black, whoever is to move, and when nobody is.
    ///
    /// # Errors
    /// What the evaluator failed by.
    pub fn score_for_black(&mut self, view: &View, moves: &[Move]) -> Result<f64, EvaluatorError> {
        let (colour, moves) = match view.turn {
            Turn::Over(winner) => return Ok(result_for_black(view, winner)),
            Turn::Move { colour, .. } => (colour, moves.to_vec()),
            Turn::Pass(colour) => (colour.opponent(), [moves, &[Move::Pass]].concat()),
        };
        let score = self.ask(view, &moves, colour)?.score;
        Ok(if colour == Colour::Black { score } else { -score })
    }

    fn ask(
        &mut self,
        view: &View,
        moves: &[Move],
        colour: Colour,
    ) -> Result<Evaluation, EvaluatorError> {
        let (board, clocks) = (view.board(), ByColour::default());
        let standing = Standing { board: &board, moves, clocks };
        let question = self.terms.question(colour, &self.about, standing);
        let response = question.put(self.instance.as_mut(), self.timeout, self.timeout)?;
        self.thought += response.took.saturating_sub(response.held_up);
        let thinking = response.thinking.ok_or(EvaluatorError::Silent)?;
        let moves = thinking.moves.iter();
        Ok(Evaluation {
            colour,
            score: thinking.value.ok_or(EvaluatorError::Silent)?,
            depth: thinking.depth.unwrap_or_default(),
            exact: thinking.text.as_deref().is_some_and(|text| text.contains("solved")),
            moves: moves.filter_map(|one| Some((one.square.parse().ok()?, one.value?))).collect(),
            line: thinking.line,
        })
    }
}

/// The result in discs for Black; empty squares are the winner's.
fn result_for_black(view: &View, winner: Option<Colour>) -> f64 {
    let counts = view.counts();
    let (black, white) = (f64::from(counts.black), f64::from(counts.white));
    let empty = f64::from(view.width()).powi(2) - black - white;
    match winner {
        Some(Colour::Black) => black + empty - white,
        Some(Colour::White) => black - white - empty,
        None => 0.0,
    }
}
