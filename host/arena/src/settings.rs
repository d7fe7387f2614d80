//! What holds for a whole game.

use std::time::Duration;

use othello_board::Referee;
use othello_board::session::Policy;
use othello_rules::{ByColour, Move};

use crate::clock::TimeControl;
use crate::game_setup::{GameSetup, RefereeKind};
use crate::question::GameTerms;
use crate::seed::Seed;

/// What holds for a whole game.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The game's name, such as `othello`.
    pub game: String,
    /// How the board begins, such as `standard`.
    pub start: String,
    /// Who decides what is legal, for people.
    pub referee: String,
    /// Everything random follows from it.
    pub seed: Seed,
    /// How much time there is.
    pub time: TimeControl,
    /// What the players' queries may do.
    pub policy: Policy,
    /// Whether somebody wants to see the players' thinking.
    pub show_thinking: bool,
    /// How long a database that went away is waited for.
    pub patience: Duration,
    /// The moves that are played before the players are asked.
    pub opening: Vec<Move>,
    /// What is left on the clocks of a game that was broken off; a side without has its whole time.
    pub left: ByColour<Option<Duration>>,
}

impl Settings {
    /// A game by this setup without a time limit or anything else of its own.
    #[must_use]
    pub fn untimed(setup: &GameSetup, referee: RefereeKind, seed: Seed) -> Settings {
        Settings {
            game: setup.game.clone(),
            start: setup.start.clone(),
            referee: referee.word().to_owned(),
            seed,
            time: TimeControl::default(),
            policy: Policy::default(),
            show_thinking: false,
            patience: Duration::ZERO,
            opening: Vec::new(),
            left: ByColour::default(),
        }
    }

    /// What the messages to the players say of the game on this referee's board.
    #[must_use]
    pub fn terms(&self, referee: &dyn Referee) -> GameTerms {
        GameTerms {
            game: self.game.clone(),
            start: self.start.clone(),
            width: referee.view().width(),
            cell: referee.cell(),
            legal: referee.legal_query().map(str::to_owned),
            seed: self.seed,
            time: self.time,
            show_thinking: self.show_thinking,
        }
    }
}
