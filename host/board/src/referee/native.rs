//! The referee on the host's own rules: Othello and Reversi on every board. The graph follows it by one
//! write a move.

use othello_cypher::NodeDatum;
use othello_rules::{Game, IllegalMove, Move, Position, Square};

use super::{Referee, RefereeFault, Ruling, View};
use crate::game::CellShape;
use crate::graph::{self, Discs};
use crate::session::{Fault, ServerFaultKind, Session};

/// The host's own rules.
#[derive(Debug)]
pub struct Native {
    game: Game,
    view: View,
    graph: Graph,
}

/// Whether the cells and their relationships are there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Graph {
    /// They are not.
    Absent,
    /// They were sent, and nobody knows whether they arrived.
    Sent,
    /// They are.
    There,
}

impl Native {
    /// A referee of a game that begins so.
    #[must_use]
    pub fn new(initial: Position) -> Native {
        Native {
            game: Game::from_position(initial),
            view: View::from(&initial),
            graph: Graph::Absent,
        }
    }

    /// The position as it is.
    #[must_use]
    pub fn position(&self) -> &Position {
        self.game.position()
    }

    /// What the rules say of a square, which is not played.
    pub(super) fn rule(&self, square: Square) -> Ruling {
        match self.position().play(square) {
            Ok(_) => Ruling::Played { flips: self.position().flips(square).iter().collect() },
            Err(why) => Ruling::Illegal(why.to_string()),
        }
    }

    /// Compares the graph with the position.
    pub(super) fn compare(&self, session: &mut dyn Session) -> Result<(), RefereeFault> {
        Ok(graph::compare(session, &discs(self.position()))?)
    }

    /// Plays without a graph.
    pub(super) fn advance(&mut self, ply: Move) -> Result<(), IllegalMove> {
        self.game.play(ply)?;
        self.view = View::from(self.game.position());
        Ok(())
    }

    /// Goes to the position after these moves, without a graph.
    pub(super) fn replay(&mut self, moves: &[Move]) -> Result<(), RefereeFault> {
        let mut game = Game::from_position(*self.game.initial());
        for &ply in moves {
            game.play(ply)?;
        }
        self.view = View::from(game.position());
        self.game = game;
        Ok(())
    }
}

/// What lies on each square of a position.
fn discs(position: &Position) -> Discs {
    Discs::new(position.size(), |square| position.get(square))
}

impl Referee for Native {
    fn begin(&mut self, session: &mut dyn Session, moves: &[Move]) -> Result<(), RefereeFault> {
        self.replay(moves)?;
        let discs = discs(self.position());
        if self.graph == Graph::There {
            return Ok(graph::rewrite(session, &discs)?);
        }
        if self.graph == Graph::Sent {
            session.clear(&mut |_| false)?;
        }
        self.graph = Graph::Sent;
        graph::set_up(session, &discs)?;
        self.graph = Graph::There;
        Ok(())
    }

    fn view(&self) -> &View {
        &self.view
    }

    fn cell(&self) -> CellShape {
        CellShape::default()
    }

    fn square(&self, node: &NodeDatum) -> Option<Square> {
        self.cell().square(node).filter(|&square| self.view.contains(square))
    }

    fn play(&mut self, session: &mut dyn Session, square: Square) -> Result<Ruling, RefereeFault> {
        let colour = self.position().to_move();
        let ruling = self.rule(square);
        if let Ruling::Played { flips } = &ruling {
            graph::place(session, colour, square, flips.iter().copied())?;
            self.advance(square.into())?;
        }
        Ok(ruling)
    }

    fn recall(
        &mut self,
        session: &mut dyn Session,
        square: Square,
    ) -> Result<Option<Ruling>, RefereeFault> {
        let ruling = self.rule(square);
        let Ok(after) = self.position().play(square) else { return Ok(Some(ruling)) };
        match graph::compare(session, &discs(&after)) {
            Ok(()) => {
                self.advance(square.into())?;
                Ok(Some(ruling))
            }
            Err(Fault::Server(fault)) if fault.kind == ServerFaultKind::Changed => {
                self.compare(session)?;
                Ok(None)
            }
            Err(fault) => Err(fault.into()),
        }
    }

    fn pass(&mut self, _: &mut dyn Session) -> Result<(), RefereeFault> {
        Ok(self.advance(Move::Pass)?)
    }

    fn verify(&mut self, session: &mut dyn Session) -> Result<(), RefereeFault> {
        self.compare(session)
    }
}

impl From<IllegalMove> for RefereeFault {
    fn from(why: IllegalMove) -> RefereeFault {
        RefereeFault::Game(why.to_string())
    }
}
