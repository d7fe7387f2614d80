//! Minimax and alpha-beta as players whose thinking can be watched: both look equally far and choose the very
//! same moves, and each reports how many states that took.

use othello_open::{play_on, position};
use othello_player_api::{About, Answer, Game, OptionSpec, Player, Round};

use crate::about::about;
use crate::measure::Measure;
use crate::search::{Saving, Search};

/// How many plies the watched players look ahead where nobody says otherwise.
const PLIES: u32 = 3;

/// The whole tree.
pub struct Minimax;

impl Player for Minimax {
    fn about() -> About {
        with_depth(about("Minimax", "every line to a depth, nothing left out"))
    }

    fn new(_game: &Game) -> Self {
        Minimax
    }

    fn get_cypher_for_round(&mut self, round: &Round) -> impl Into<Answer> {
        first_best(round, Saving::Nothing)
    }
}

/// The same moves with less work.
pub struct AlphaBeta;

impl Player for AlphaBeta {
    fn about() -> About {
        let memory = OptionSpec::boolean("memory", false)
            .line("order the moves and remember positions, which saves more still");
        let about = about("Alpha Beta", "Minimax's moves without the lines that can't matter");
        with_depth(about).option(memory)
    }

    fn new(_game: &Game) -> Self {
        AlphaBeta
    }

    fn get_cypher_for_round(&mut self, round: &Round) -> impl Into<Answer> {
        let memory = round.option("memory").unwrap_or(false);
        first_best(round, if memory { Saving::PruningAndMemory } else { Saving::Pruning })
    }
}

/// What both say of themselves.
fn with_depth(about: About) -> About {
    let depth = OptionSpec::integer("depth", PLIES.into())
        .between(1, 12)
        .line("how many plies to look ahead");
    about.option(depth)
}

/// The first of the best moves, so that two players that find the same values play the same game.
fn first_best(round: &Round, saving: Saving) -> Result<Answer, String> {
    let plies = round.option("depth").unwrap_or(PLIES);
    let searched = Search::new(Measure::HEURISTIC, saving).root(position(round)?, plies);
    let square = searched.best().next().ok_or("there is no move to choose from")?;
    Ok(play_on(square).thinking(searched.thinking(plies)))
}
