//! Lines of games that are written in Cypher: their own referee says what can be played. Othello and Reversi have theirs
//! by the host's rules.

use othello_board::game::CypherGame;
use othello_board::{Cypher, Embedded, Referee, RefereeFault, Turn, View};
use othello_rules::Move;

use super::error::OpeningError;
use super::lines::{Line, Tree};

/// A game as its queries, on a board of its own.
#[derive(Debug)]
pub(crate) struct CypherBoard {
    referee: Cypher,
    session: Embedded,
}

impl CypherBoard {
    pub fn new(game: CypherGame, size: u8, start: &str) -> Result<CypherBoard, OpeningError> {
        let referee = Cypher::new(game, size, start).map_err(wrong)?;
        Ok(CypherBoard { referee, session: Embedded::new() })
    }

    /// The board after these moves.
    pub fn after(&mut self, moves: &[Move]) -> Result<View, OpeningError> {
        self.referee.begin(&mut self.session, moves).map_err(wrong)?;
        Ok(self.referee.view().clone())
    }
}

/// What can be played of a game.
#[derive(Debug)]
pub(super) struct CypherTree {
    board: CypherBoard,
    beginning: CypherPosition,
}

impl CypherTree {
    pub fn new(game: CypherGame, size: u8, start: &str) -> Result<CypherTree, OpeningError> {
        let mut board = CypherBoard::new(game, size, start)?;
        let beginning = (&board.after(&[])?).into();
        Ok(CypherTree { board, beginning })
    }
}

/// A board, and what can be played on it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct CypherPosition {
    board: String,
    plies: Vec<Move>,
}

impl From<&View> for CypherPosition {
    fn from(view: &View) -> CypherPosition {
        let plies = match &view.turn {
            Turn::Move { legal, .. } => legal.iter().copied().map(Move::Place).collect(),
            Turn::Pass(_) => vec![Move::Pass],
            Turn::Over(_) => Vec::new(),
        };
        CypherPosition { board: view.board(), plies }
    }
}

impl Tree for CypherTree {
    type At = CypherPosition;
    // A move takes a thousand times as long as by the host's own rules.
    const MOST_ROOTS: usize = 128;
    const MOST_KNOWN_PLIES: u32 = 1;

    fn beginning(&self) -> Line<CypherPosition> {
        Line { at: self.beginning.clone(), moves: Vec::new() }
    }

    fn longer(
        &mut self,
        line: &Line<CypherPosition>,
    ) -> Result<Vec<Line<CypherPosition>>, OpeningError> {
        let mut longer = Vec::new();
        for &ply in &line.at.plies {
            let moves = [line.moves.as_slice(), &[ply]].concat();
            let at = CypherPosition::from(&self.board.after(&moves)?);
            if !at.plies.is_empty() {
                longer.push(Line { at, moves });
            }
        }
        Ok(longer)
    }

    fn can_begin(at: &CypherPosition) -> bool {
        matches!(at.plies.first(), Some(Move::Place(_)))
    }

    fn discs(_: &CypherPosition) -> u64 {
        0
    }

    /// To find out would take longer than to play the game twice.
    fn leads(_: &CypherPosition, _: &CypherPosition) -> bool {
        false
    }

    fn read(&mut self, text: &str) -> Result<Vec<Move>, String> {
        let moves = Move::sequence(text).map_err(|error| error.to_string())?;
        self.board.after(&moves).map(|_| moves).map_err(|error| error.to_string())
    }
}

fn wrong(fault: RefereeFault) -> OpeningError {
    OpeningError::Transcript(fault.to_string())
}
