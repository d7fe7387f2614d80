//! The referee made from a game's queries: whose turn it is, what is legal and what a move changes is
//! decided in Cypher alone.

use othello_cypher::{Datum, NodeDatum};
use othello_rules::{Colour, Move, Square};

use super::patient::flips;
use super::{Referee, RefereeFault, Ruling, Turn, View};
use crate::game::{CellShape, CypherGame, Query};
use crate::session::{Fault, HostQuery, Outcome, Session};

/// How many nodes have none of a game's labels.
const FOREIGN: &str =
    "MATCH (n) WHERE none(label IN labels(n) WHERE label IN $labels) RETURN count(n) AS foreign";

/// A game's own queries.
#[derive(Debug)]
pub struct Cypher {
    game: CypherGame,
    size: u8,
    start: String,
    view: View,
    /// Who is next by turns.
    next: Colour,
    /// Whether the board is there already.
    set_up: bool,
}

impl Cypher {
    /// A referee of a game on a board of this size with this start, both of which the game must know.
    ///
    /// # Errors
    /// What the game knows instead.
    pub fn new(game: CypherGame, size: u8, start: &str) -> Result<Cypher, RefereeFault> {
        if !game.sizes.contains(&size) {
            let sizes: Vec<_> = game.sizes.iter().map(|size| format!("{size}x{size}")).collect();
            let what = format!("{game} is played on {}, not on {size}x{size}", sizes.join(", "));
            return Err(RefereeFault::Game(what));
        }
        if !game.starts.iter().any(|known| known == start) {
            let what = format!("{game} begins {}, not {start}", game.starts.join(" or "));
            return Err(RefereeFault::Game(what));
        }
        let squares = vec![None; usize::from(size) * usize::from(size)];
        let view = View::new(size, squares, Turn::Over(None));
        let start = start.to_owned();
        Ok(Cypher { game, size, start, view, next: Colour::Black, set_up: false })
    }

    /// Runs one of the game's queries. What is wrong with it is the game's fault, and nobody's loss.
    fn ask(
        &self,
        session: &mut dyn Session,
        query: &Query,
        params: &[(&str, Datum)],
    ) -> Result<Outcome, RefereeFault> {
        let mut host_query = HostQuery::new(&query.text)
            .param("size", Datum::Integer(self.size.into()))
            .param("start", Datum::Text(self.start.clone()));
        for (name, value) in params {
            host_query = host_query.param(name, value.clone());
        }
        session.write(&host_query).map_err(|fault| match fault {
            Fault::Query(fault) => RefereeFault::Game(query.fault(&fault)),
            other => RefereeFault::Database(other),
        })
    }

    /// Clears the board that this referee has made, where nobody else has put something beside it.
    fn clear(&self, session: &mut dyn Session) -> Result<(), RefereeFault> {
        let labels = self.game.queries.labels().map(Datum::Text).collect();
        let query = HostQuery::new(FOREIGN).param("labels", Datum::List(labels));
        let found = session.write(&query)?;
        let is_ours = found.first("foreign") == Some(&Datum::Integer(0));
        Ok(session.clear(&mut |_| is_ours)?)
    }

    /// Looks at the board, whose turn it is, and what is legal.
    fn look(&mut self, session: &mut dyn Session) -> Result<(), RefereeFault> {
        let squares = self.squares(session)?;
        let turn = self.turn(session)?;
        self.view = View::new(self.size, squares, turn);
        Ok(())
    }

    fn squares(&self, session: &mut dyn Session) -> Result<Vec<Option<Colour>>, RefereeFault> {
        let query = &self.game.queries.board;
        let board = self.ask(session, query, &[])?;
        let wrong = |what: &str| RefereeFault::Game(format!("{}: {what}", query.file));
        let mut squares = vec![None; usize::from(self.size) * usize::from(self.size)];
        let mut seen = 0;
        for row in &board.rows {
            let at = column(&board, row, "cell").and_then(|cell| self.index(cell));
            let at = at.ok_or_else(|| wrong("a \"cell\" is none of the board's squares"))?;
            squares[at] = match column(&board, row, "mark") {
                Some(Datum::Null) => None,
                Some(Datum::Text(mark)) => {
                    Some(colour(mark).ok_or_else(|| wrong("a \"mark\" is neither X nor O"))?)
                }
                _ => return Err(wrong("a \"mark\" is neither X nor O nor null")),
            };
            seen += 1;
        }
        if seen == squares.len() {
            Ok(squares)
        } else {
            Err(wrong("it does not give each square once"))
        }
    }

    fn turn(&self, session: &mut dyn Session) -> Result<Turn, RefereeFault> {
        let symbol = ("symbol", symbol(self.next));
        let queries = &self.game.queries;
        let turn = self.ask(session, &queries.turn, std::slice::from_ref(&symbol))?;
        let turn = self.side(&turn, &queries.turn, "turn")?;
        match turn {
            None => {
                let result = self.ask(session, &queries.result, &[])?;
                Ok(Turn::Over(self.side(&result, &queries.result, "winner")?))
            }
            Some(colour) if colour != self.next => Ok(Turn::Pass(self.next)),
            Some(colour) => {
                let legal = self.ask(session, &queries.legal, &[symbol])?;
                let cells = legal.rows.iter().map(|row| column(&legal, row, "cell"));
                let squares: Option<Vec<Square>> =
                    cells.map(|cell| self.node_square(cell?)).collect();
                let mut legal = squares.ok_or_else(|| {
                    let file = &queries.legal.file;
                    RefereeFault::Game(format!("{file}: a \"cell\" is none of the board's squares"))
                })?;
                legal.sort_unstable();
                Ok(Turn::Move { colour, legal })
            }
        }
    }

    /// The side that the first record names in this column; no record and null name none.
    fn side(
        &self,
        outcome: &Outcome,
        query: &Query,
        name: &str,
    ) -> Result<Option<Colour>, RefereeFault> {
        let side = match outcome.first(name) {
            Some(Datum::Text(text)) => colour(text).map(Some),
            Some(Datum::Null) => Some(None),
            None if outcome.rows.is_empty() => Some(None),
            _ => None,
        };
        side.ok_or_else(|| {
            RefereeFault::Game(format!("{}: {name:?} is neither X nor O nor null", query.file))
        })
    }

    fn node_square(&self, datum: &Datum) -> Option<Square> {
        match datum {
            Datum::Node(node) => self.square(node),
            _ => None,
        }
    }

    fn index(&self, datum: &Datum) -> Option<usize> {
        let square = self.node_square(datum)?;
        Some(usize::from(square.row()) * usize::from(self.size) + usize::from(square.column()))
    }

    /// The squares that a move changed, and what the game says of it.
    fn played(&self, outcome: &Outcome) -> Result<(Vec<Square>, Option<String>), RefereeFault> {
        let wrong = || {
            let file = &self.game.queries.play.file;
            let name = &self.game.changed;
            RefereeFault::Game(format!("{file}: {name:?} is no list of the board's squares"))
        };
        let changed: Option<Vec<Square>> = match outcome.first(&self.game.changed) {
            Some(Datum::List(nodes)) => nodes.iter().map(|node| self.node_square(node)).collect(),
            None if outcome.rows.is_empty() => Some(Vec::new()),
            _ => None,
        };
        let message = self.game.message.as_ref().and_then(|name| match outcome.first(name) {
            Some(Datum::Text(text)) => Some(text.clone()),
            _ => None,
        });
        Ok((changed.ok_or_else(wrong)?, message))
    }
}

impl Referee for Cypher {
    fn begin(&mut self, session: &mut dyn Session, moves: &[Move]) -> Result<(), RefereeFault> {
        if self.set_up {
            self.clear(session)?;
        }
        self.set_up = true;
        self.ask(session, &self.game.queries.setup, &[])?;
        self.game.queries.all().into_iter().for_each(|query| session.expect(&query.text));
        self.next = Colour::Black;
        self.look(session)?;
        for &ply in moves {
            match ply {
                Move::Pass => self.pass(session)?,
                Move::Place(square) => {
                    if let Ruling::Illegal(why) = self.play(session, square)? {
                        return Err(RefereeFault::Game(why));
                    }
                }
            }
        }
        Ok(())
    }

    fn view(&self) -> &View {
        &self.view
    }

    fn cell(&self) -> CellShape {
        self.game.cell.clone()
    }

    fn legal_query(&self) -> Option<&str> {
        Some(&self.game.queries.legal.text)
    }

    fn square(&self, node: &NodeDatum) -> Option<Square> {
        self.game.cell.square(node).filter(|&square| self.view.contains(square))
    }

    fn play(&mut self, session: &mut dyn Session, square: Square) -> Result<Ruling, RefereeFault> {
        let first = self.game.cell.first;
        let params = [
            ("symbol", symbol(self.next)),
            ("row", Datum::Integer(i64::from(square.row()) + first)),
            ("column", Datum::Integer(i64::from(square.column()) + first)),
        ];
        let played = self.ask(session, &self.game.queries.play, &params)?;
        let (changed, message) = self.played(&played)?;
        if changed.is_empty() {
            let legal: Vec<_> = self.view.legal().iter().map(Square::to_string).collect();
            let why = message.unwrap_or_else(|| format!("{square} is not legal"));
            return Ok(Ruling::Illegal(format!("{why}; legal: {}", legal.join(" "))));
        }
        self.next = self.next.opponent();
        self.look(session)?;
        let mut flips: Vec<_> = changed.into_iter().filter(|&flip| flip != square).collect();
        flips.sort_unstable();
        Ok(Ruling::Played { flips })
    }

    fn recall(
        &mut self,
        session: &mut dyn Session,
        square: Square,
    ) -> Result<Option<Ruling>, RefereeFault> {
        let before = self.view.clone();
        let Turn::Move { colour, .. } = before.turn else { return Ok(None) };
        self.next = colour;
        let squares = self.squares(session)?;
        if before.rows().flatten().map(|at| before.get(at)).eq(squares) {
            return Ok(None);
        }
        self.next = colour.opponent();
        self.look(session)?;
        Ok(Some(Ruling::Played { flips: flips(&before, &self.view, square) }))
    }

    fn pass(&mut self, session: &mut dyn Session) -> Result<(), RefereeFault> {
        if self.view.turn != Turn::Pass(self.next) {
            return Err(RefereeFault::Game(format!("{} may not pass", self.next)));
        }
        self.next = self.next.opponent();
        let turn = self.turn(session);
        if turn.is_err() {
            self.next = self.next.opponent();
        }
        self.view.turn = turn?;
        Ok(())
    }

    fn verify(&mut self, session: &mut dyn Session) -> Result<(), RefereeFault> {
        let before = self.view.clone();
        self.look(session)?;
        if self.view == before {
            return Ok(());
        }
        let what = format!("the board was {} and is {}", before.board(), self.view.board());
        Err(RefereeFault::Disagreement(what))
    }
}

fn column<'a>(outcome: &Outcome, row: &'a [Datum], name: &str) -> Option<&'a Datum> {
    row.get(outcome.columns.iter().position(|column| column == name)?)
}

fn symbol(colour: Colour) -> Datum {
    Datum::Text(colour.symbol().to_string())
}

fn colour(text: &str) -> Option<Colour> {
    Colour::ALL.into_iter().find(|colour| text.chars().eq([colour.symbol()]))
}
