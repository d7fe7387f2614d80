//! The lines of a course's referee: `I B` and `R B` to begin, `B d 3` for a move, `B` alone for a pass, `C` for a
//! comment, and a number of black discs for the end. The program keeps the game itself and moves when it is its
//! turn; it announces its passes too, which the host would not ask for.

use super::play::{EngineMove, GameEnd, Play, Setting, Turn, illegal_pass, mover};
use super::referee_line::RefereeLine as Line;
use super::talk::Talk;
use crate::verdict::Verdict;
use othello_rules::{Colour, Move};
use std::time::Instant;

/// A game with a program that expects a referee.
pub(super) struct Referee {
    colour: Colour,
    /// How many moves and passes the program knows of.
    known: usize,
    /// The last move of the other side, which it may repeat.
    repeatable: Option<Move>,
}

impl Referee {
    pub(super) fn new(setting: &Setting) -> Referee {
        Referee { colour: setting.colour, known: 0, repeatable: None }
    }

    /// Tells the program what it does not know yet. Its own moves and passes it must have made by itself.
    fn catch_up(
        &mut self,
        talk: &mut Talk,
        moves: &[Move],
        until: Option<Instant>,
    ) -> Result<(), Verdict> {
        while let Some(&ply) = moves.get(self.known) {
            let colour = mover(self.known);
            if colour == self.colour {
                let own = self.own_move(talk, until)?;
                if own != ply {
                    return Err(astray(own, ply));
                }
            } else {
                talk.tell(&Line::Move(colour, ply).to_string(), until)?;
                self.repeatable = Some(ply);
            }
            self.known += 1;
        }
        Ok(())
    }

    fn own_move(&self, talk: &mut Talk, until: Option<Instant>) -> Result<Move, Verdict> {
        loop {
            let line = talk.hear(until)?;
            match Line::parse(&line) {
                Line::Move(colour, ply) if colour == self.colour => return Ok(ply),
                Line::Move(_, ply) if self.repeatable == Some(ply) => {}
                Line::Move(..) => {
                    return Err(Verdict::BadAnswer(format!("it moved for the other side: {line}")));
                }
                Line::Count(count) => {
                    return Err(Verdict::BadAnswer(format!(
                        "it claimed the end, with {count} black discs, and there are moves left"
                    )));
                }
                Line::Init(_) | Line::Ready(_) | Line::Comment(_) => {}
            }
        }
    }
}

/// What a program did that is not what the game has.
fn astray(own: Move, ply: Move) -> Verdict {
    match (own, ply) {
        (Move::Place(square), Move::Pass) => {
            Verdict::BadAnswer(format!("it moved to {square} where it has to pass"))
        }
        (Move::Pass, _) => illegal_pass(),
        (own, ply) => Verdict::Unusable(format!(
            "it moved to {own} where the game has {ply}: the referee's protocol can't begin with moves \
             that were made already, so openings and undoing are not for it (\"--openings none\")"
        )),
    }
}

impl Play for Referee {
    fn begin(&mut self, talk: &mut Talk, until: Option<Instant>) -> Result<(), Verdict> {
        talk.tell(&Line::Init(self.colour).to_string(), until)?;
        loop {
            match Line::parse(&talk.hear(until)?) {
                Line::Ready(colour) if colour == self.colour => return Ok(()),
                Line::Ready(colour) => {
                    return Err(Verdict::Unusable(format!(
                        "it was told to be {} and is ready as {colour}",
                        self.colour
                    )));
                }
                _ => {}
            }
        }
    }

    fn ask(&mut self, talk: &mut Talk, turn: &Turn<'_>) -> Result<EngineMove, Verdict> {
        self.catch_up(talk, turn.moves, turn.until)?;
        match self.own_move(talk, turn.until)? {
            Move::Pass => Err(illegal_pass()),
            Move::Place(square) => {
                self.known += 1;
                Ok(EngineMove { square: Some(square), value: None })
            }
        }
    }

    fn over(&mut self, talk: &mut Talk, end: &GameEnd) -> Option<String> {
        let until = Some(end.until);
        self.catch_up(talk, &end.moves, until).ok()?;
        talk.tell(&Line::Count(end.black).to_string(), until).ok()?;
        loop {
            // Who says nothing at the end has said nothing wrong.
            if let Line::Count(count) = Line::parse(&talk.hear(until).ok()?) {
                return (count != end.black).then(|| {
                    format!(
                        "claims {count} black discs at the end, and the board has {}",
                        end.black
                    )
                });
            }
        }
    }
}
