//! What the compiled weights say of a position, with the search and the exact endings that come with them.

use othello_champion::board::Board;
use othello_champion::clock::Clock;
use othello_champion::cuts::SURE;
use othello_champion::endgame::Endgame;
use othello_champion::evaluate::DISC;
use othello_champion::midgame::{INFINITE, Midgame};
use othello_champion::table::Table;

/// Where so few squares are empty nobody asks for an evaluation.
pub const LAST: u32 = 8;

/// Who judges, with a memory, on which what it says depends.
pub struct Judge {
    midgame: Midgame,
    endgame: Endgame,
    depth: u8,
    solved: u32,
}

impl Judge {
    /// Looks so many plies ahead, and to the end where no more than so many squares are empty.
    pub fn new(depth: u8, solved: u32) -> Judge {
        let mut midgame = Midgame::new(SURE);
        midgame.table = Table::new(12);
        Judge { midgame, endgame: Endgame::new(), depth, solved }
    }

    /// A good move, and what the position is worth in discs.
    pub fn judge(&mut self, board: Board) -> (Option<u32>, f64) {
        let mut clock = Clock::new(None, None);
        let all = (-INFINITE, INFINITE);
        let found = self.midgame.search(&mut clock, board, self.depth, all).unwrap_or(0);
        let square = self.midgame.table.best_move(board);
        if board.empties().count_ones() > self.solved {
            return (square, f64::from(found) / f64::from(DISC));
        }
        let score = self.endgame.solve(&mut self.midgame, &mut clock, board, found / DISC);
        (square, f64::from(score.unwrap_or(0)))
    }
}
