//! Two referees of one game: the game's Cypher plays on the graph, the host's own rules play along, and
//! after every move everything that they say is compared.

use othello_cypher::NodeDatum;
use othello_rules::{Move, Square};

use super::{Cypher, Native, Referee, RefereeFault, Ruling, Turn, View};
use crate::game::CellShape;
use crate::session::Session;

/// Both referees.
#[derive(Debug)]
pub struct Both {
    native: Native,
    cypher: Cypher,
}

impl Both {
    /// Two referees of the same game, board and start.
    #[must_use]
    pub fn new(native: Native, cypher: Cypher) -> Both {
        Both { native, cypher }
    }

    fn compare(&self, session: &mut dyn Session) -> Result<(), RefereeFault> {
        let (native, cypher) = (self.native.view(), self.cypher.view());
        if native != cypher {
            return Err(RefereeFault::Disagreement(format!(
                "the rules have {} and the game's Cypher {}",
                describe(native),
                describe(cypher)
            )));
        }
        // The graph itself must hold what both of them say.
        self.native.compare(session)
    }
}

fn describe(view: &View) -> String {
    let turn = match &view.turn {
        Turn::Move { colour, legal } => {
            let legal: Vec<_> = legal.iter().map(Square::to_string).collect();
            format!("{colour} may go to {}", legal.join(" "))
        }
        Turn::Pass(colour) => format!("{colour} has to pass"),
        Turn::Over(Some(colour)) => format!("{colour} has won"),
        Turn::Over(None) => "nobody has won".to_owned(),
    };
    format!("{} where {turn}", view.board())
}

impl Referee for Both {
    fn begin(&mut self, session: &mut dyn Session, moves: &[Move]) -> Result<(), RefereeFault> {
        self.cypher.begin(session, moves)?;
        self.native.replay(moves)?;
        self.compare(session)
    }

    fn view(&self) -> &View {
        self.native.view()
    }

    fn cell(&self) -> CellShape {
        self.native.cell()
    }

    fn square(&self, node: &NodeDatum) -> Option<Square> {
        self.native.square(node)
    }

    fn play(&mut self, session: &mut dyn Session, square: Square) -> Result<Ruling, RefereeFault> {
        let expected = self.native.rule(square);
        let ruled = self.cypher.play(session, square)?;
        match (&expected, &ruled) {
            (Ruling::Illegal(_), Ruling::Illegal(_)) => return Ok(expected),
            (Ruling::Played { flips: a }, Ruling::Played { flips: b }) if a == b => {}
            _ => {
                return Err(RefereeFault::Disagreement(format!(
                    "of {square} the rules say {expected:?} and the game's Cypher {ruled:?}"
                )));
            }
        }
        self.native.advance(square.into())?;
        self.compare(session)?;
        Ok(expected)
    }

    fn recall(
        &mut self,
        session: &mut dyn Session,
        square: Square,
    ) -> Result<Option<Ruling>, RefereeFault> {
        let is_behind = self.cypher.view() == self.native.view();
        if is_behind && self.cypher.recall(session, square)?.is_none() {
            return Ok(None);
        }
        let ruling = self.native.rule(square);
        self.native.advance(square.into())?;
        self.compare(session)?;
        Ok(Some(ruling))
    }

    fn pass(&mut self, session: &mut dyn Session) -> Result<(), RefereeFault> {
        self.cypher.pass(session)?;
        self.native.advance(Move::Pass)?;
        self.compare(session)
    }

    fn verify(&mut self, session: &mut dyn Session) -> Result<(), RefereeFault> {
        self.cypher.verify(session)?;
        self.compare(session)
    }
}
