//! Those who play a ladder's games elsewhere, as the ladder knows them: who takes its games there, and what is known of
//! how they do.

use std::collections::VecDeque;

use othello_arena::contest::{InPlay, Workers};

use crate::game_task::GameTask;
use crate::moment::Moment;

/// So much of what was said is remembered.
const MOST_SAID: usize = 30;

/// Who takes games to those who play elsewhere, and brings back what came of them.
pub trait WorkersElsewhere: Workers<GameTask> + Send {
    /// Calls back all games that are out: what comes of them after this counts for nobody.
    fn call_back(&mut self);

    /// Who plays no more for this ladder.
    fn barred(&self) -> Vec<String>;
}

/// How it stands with those who play elsewhere.
#[derive(Clone, Debug, Default)]
pub struct ElsewhereState {
    /// Whether there is anybody to take games to.
    pub is_asked: bool,
    /// How many games are played there at once.
    pub at_once: usize,
    /// How many games are there at this moment, played or about to be.
    pub out: usize,
    /// The latest of what there is to tell of them.
    pub said: VecDeque<(Moment, String)>,
    /// The boards that are played on.
    pub(crate) boards: Vec<InPlay>,
}

impl ElsewhereState {
    /// Remembers what was said of them.
    pub(crate) fn remember(&mut self, what: String) {
        self.said.push_back((Moment::now(), what));
        if self.said.len() > MOST_SAID {
            self.said.pop_front();
        }
    }
}
