//! A position that can be played on: the rules of Othello and Reversi. Where the bits come from is
//! in `lines` and `bitboard`; the moves that led here are a `Game`'s.

use std::fmt;
use std::str::FromStr;

use crate::colour::{ByColour, Colour};
use crate::lines;
use crate::ply::{IllegalMove, Move};
use crate::setup::{ParseBoardError, Setup};
use crate::square::{Size, Square};
use crate::square_set::SquareSet;
use crate::variant::{Start, Variant};

/// Discs on a board of any size and the side to move, checked, so that the rules apply.
///
/// It is a small `Copy` value: playing gives the next position and leaves this one as it is.
///
/// ```
/// # use othello_rules::{Position, Square};
/// let position = Position::default();
/// let d3: Square = "d3".parse()?;
/// assert!(position.is_legal(d3));
/// assert_eq!(position.flips(d3).to_string(), "d4");
/// let next = position.play(d3)?;
/// assert_eq!((next.count().black, next.count().white), (4, 1));
/// assert!(next.play(d3).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    discs: ByColour<SquareSet>,
    to_move: Colour,
    variant: Variant,
}

impl Position {
    /// The position that a game begins with. Reversi begins with an empty board, whatever the
    /// start.
    #[must_use]
    pub fn new(variant: Variant, size: Size, start: Start) -> Position {
        let discs = match variant {
            Variant::Othello => start.discs(size),
            Variant::Reversi => ByColour::from_fn(|_| SquareSet::empty(size)),
        };
        Position { discs, to_move: Colour::Black, variant }
    }

    /// The size of the board.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.discs.black.size()
    }

    /// The game that is played.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// The side to move.
    #[must_use]
    pub const fn to_move(&self) -> Colour {
        self.to_move
    }

    /// The discs of each colour.
    #[must_use]
    pub const fn discs(&self) -> ByColour<SquareSet> {
        self.discs
    }

    /// The squares without a disc.
    #[must_use]
    pub fn empties(&self) -> SquareSet {
        SquareSet::full(self.size()) - (self.discs.black | self.discs.white)
    }

    /// Whose disc lies on a square.
    #[must_use]
    pub fn get(&self, square: Square) -> Option<Colour> {
        Colour::ALL.into_iter().find(|&colour| self.discs[colour].contains(square))
    }

    /// The discs of the side to move and those of the other, as [`crate::bitboard`] takes them;
    /// `None` unless the board is 8x8.
    #[must_use]
    pub fn bitboards(&self) -> Option<(u64, u64)> {
        let bits = |colour| self.discs[colour].to_u64();
        (self.size() == Size::STANDARD).then(|| (bits(self.to_move), bits(!self.to_move)))
    }

    /// The squares that the side to move may go to.
    #[must_use]
    pub fn legal_moves(&self) -> SquareSet {
        self.legal_for(self.to_move)
    }

    /// Whether the side to move may go to this square.
    #[must_use]
    pub fn is_legal(&self, square: Square) -> bool {
        match self.open_centre() {
            Some(open) => open.contains(square),
            None => !self.flips(square).is_empty(),
        }
    }

    /// The discs that the side to move would turn over by going to this square; empty where it
    /// may not go, and while the centre of Reversi is being filled.
    #[must_use]
    pub fn flips(&self, square: Square) -> SquareSet {
        let size = self.size();
        let free = self.get(square).is_none() && self.open_centre().is_none();
        match square.index(size) {
            Some(index) if free => {
                let (own, other) = (self.discs[self.to_move], self.discs[!self.to_move]);
                SquareSet::from_bits(lines::flips(size, own.bits(), other.bits(), index), size)
            }
            _ => SquareSet::empty(size),
        }
    }

    /// The position after the side to move has gone to this square.
    ///
    /// # Errors
    /// Why the square is not legal, and which are.
    pub fn play(self, square: Square) -> Result<Position, IllegalMove> {
        let flipped = self.flips(square);
        let to_centre = || self.open_centre().is_some_and(|open| open.contains(square));
        if flipped.is_empty() && !to_centre() {
            Err(self.objection(square))
        } else {
            Ok(self.with_disc(square, flipped))
        }
    }

    /// The position after the side to move has gone to this square, which the caller knows to be
    /// legal. Otherwise the result is a position that the rules never lead to.
    #[must_use]
    pub fn play_unchecked(self, square: Square) -> Position {
        self.with_disc(square, self.flips(square))
    }

    /// The position after a disc of the side to move was put on `square` and `flipped` turned over.
    fn with_disc(self, square: Square, flipped: SquareSet) -> Position {
        let mut next = self;
        next.discs[self.to_move] = self.discs[self.to_move] | flipped;
        next.discs[self.to_move].insert(square);
        next.discs[!self.to_move] = self.discs[!self.to_move] - flipped;
        next.to_move = !self.to_move;
        next
    }

    /// The position after the side to move has passed.
    ///
    /// # Errors
    /// If it has a square to go to, or if the game is over.
    pub fn pass(self) -> Result<Position, IllegalMove> {
        let legal = self.legal_moves();
        if !legal.is_empty() {
            Err(IllegalMove::MayNotPass { colour: self.to_move, legal })
        } else if self.legal_for(!self.to_move).is_empty() {
            Err(IllegalMove::GameOver)
        } else {
            Ok(Position { to_move: !self.to_move, ..self })
        }
    }

    /// The position after a move or a pass.
    ///
    /// # Errors
    /// As [`Position::play`] and [`Position::pass`].
    pub fn apply(self, ply: Move) -> Result<Position, IllegalMove> {
        match ply {
            Move::Place(square) => self.play(square),
            Move::Pass => self.pass(),
        }
    }

    /// Whether the side to move has no square to go to while the other has one.
    #[must_use]
    pub fn must_pass(&self) -> bool {
        self.legal_moves().is_empty() && !self.legal_for(!self.to_move).is_empty()
    }

    /// Whether neither side has a square to go to.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.legal_moves().is_empty() && self.legal_for(!self.to_move).is_empty()
    }

    /// How many discs each colour has.
    #[must_use]
    pub fn count(&self) -> ByColour<u32> {
        self.discs.map(|discs| discs.len() as u32)
    }

    /// The colour with more discs, whether or not the game is over; `None` if both have as many.
    #[must_use]
    pub fn leader(&self) -> Option<Colour> {
        let ByColour { black, white } = self.count();
        match black.cmp(&white) {
            std::cmp::Ordering::Greater => Some(Colour::Black),
            std::cmp::Ordering::Less => Some(Colour::White),
            std::cmp::Ordering::Equal => None,
        }
    }

    /// How the game came out, if it is over.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.is_over().then(|| self.leader().map_or(Outcome::Draw, Outcome::Win))
    }

    /// The discs of each colour with the empty squares given to the one that leads (half to each
    /// in a draw), as tournaments and the WTHOR files count a finished game.
    #[must_use]
    pub fn score_with_empties(&self) -> ByColour<u32> {
        let mut score = self.count();
        let empties = self.empties().len() as u32;
        match self.leader() {
            Some(colour) => score[colour] += empties,
            None => score = score.map(|discs| discs + empties / 2),
        }
        score
    }

    /// The board by rows: `X` for Black, `O` for White, `-` for an empty square.
    #[must_use]
    pub fn board(&self) -> String {
        Setup::from(*self).board()
    }

    /// How many lines of play there are of `depth` plies. A pass counts as a ply, and a game that
    /// ends earlier as one line. On 8x8, [`crate::bitboard::perft`] counts the same faster.
    #[must_use]
    pub fn perft(self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let legal = self.legal_moves();
        if legal.is_empty() {
            return self.pass().map_or(1, |passed| passed.perft(depth - 1));
        }
        if depth == 1 {
            return legal.len() as u64;
        }
        legal.iter().map(|square| self.play_unchecked(square).perft(depth - 1)).sum()
    }

    /// The position with the discs of both colours moved about by `change`, which keeps the centre
    /// the centre.
    pub(crate) fn rearranged(self, change: impl FnMut(SquareSet) -> SquareSet) -> Position {
        Position { discs: self.discs.map(change), ..self }
    }

    fn legal_for(&self, colour: Colour) -> SquareSet {
        self.open_centre().unwrap_or_else(|| {
            let (own, other) = (self.discs[colour], self.discs[!colour]);
            let size = self.size();
            SquareSet::from_bits(lines::moves(size, own.bits(), other.bits()), size)
        })
    }

    /// The empty centre squares while Reversi's first four discs are being put down. There is
    /// always one to go to, so nobody passes before all four lie.
    fn open_centre(&self) -> Option<SquareSet> {
        if self.variant == Variant::Othello {
            return None;
        }
        let open = centre(self.size()) - (self.discs.black | self.discs.white);
        (!open.is_empty()).then_some(open)
    }

    /// Why the side to move may not go to this square, which is known not to be legal.
    fn objection(&self, square: Square) -> IllegalMove {
        let (colour, size, legal) = (self.to_move, self.size(), self.legal_moves());
        if self.is_over() {
            IllegalMove::GameOver
        } else if legal.is_empty() {
            IllegalMove::MustPass { colour }
        } else if square.index(size).is_none() {
            IllegalMove::NotOnBoard { square, size }
        } else if let Some(by) = self.get(square) {
            IllegalMove::Occupied { square, by }
        } else if self.open_centre().is_some() {
            IllegalMove::NotInCentre { square, legal }
        } else {
            IllegalMove::FlipsNothing { square, colour, legal }
        }
    }
}

fn centre(size: Size) -> SquareSet {
    let mut centre = SquareSet::empty(size);
    for square in size.centre() {
        centre.insert(square);
    }
    centre
}

impl Default for Position {
    /// The beginning of a game of Othello on 8x8.
    fn default() -> Position {
        Position::new(Variant::Othello, Size::STANDARD, Start::Standard)
    }
}

/// How a game that was played to its end came out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// This side has more discs.
    Win(Colour),
    /// Both have as many.
    Draw,
}

impl Outcome {
    /// The side that won; `None` for a draw.
    #[must_use]
    pub const fn winner(self) -> Option<Colour> {
        match self {
            Outcome::Win(colour) => Some(colour),
            Outcome::Draw => None,
        }
    }
}

/// Why a [`Setup`] can't be played on. In Othello every arrangement of discs can, since studies
/// and lessons set up what they like; Reversi's first four discs leave no such freedom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InvalidPosition {
    /// A disc lies outside the centre of Reversi while the centre has an empty square.
    CentreNotFull,
    /// The colours of Reversi's first discs were not put down in turn, Black first.
    NotInTurn,
}

impl fmt::Display for InvalidPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            InvalidPosition::CentreNotFull => {
                "in reversi the four centre squares are filled before any other"
            }
            InvalidPosition::NotInTurn => {
                "in reversi the first four discs are put down in turn, a black one first"
            }
        })
    }
}

impl std::error::Error for InvalidPosition {}

impl Setup {
    /// Checks that the game can be played on from here.
    ///
    /// # Errors
    /// What no game of this variant could come to; see [`InvalidPosition`].
    pub fn position(self) -> Result<Position, InvalidPosition> {
        Position::try_from(self)
    }
}

impl From<Position> for Setup {
    fn from(position: Position) -> Setup {
        Setup::of(position.variant, position.to_move, position.discs)
    }
}

impl TryFrom<Setup> for Position {
    type Error = InvalidPosition;

    fn try_from(setup: Setup) -> Result<Position, InvalidPosition> {
        let position =
            Position { discs: setup.discs(), to_move: setup.to_move, variant: setup.variant };
        if position.open_centre().is_some() {
            let ByColour { black, white } = position.count();
            let outside = (position.discs.black | position.discs.white) - centre(setup.size());
            if !outside.is_empty() {
                return Err(InvalidPosition::CentreNotFull);
            }
            let in_turn = match setup.to_move {
                Colour::Black => black == white,
                Colour::White => black == white + 1,
            };
            if !in_turn {
                return Err(InvalidPosition::NotInTurn);
            }
        }
        Ok(position)
    }
}

impl FromStr for Position {
    type Err = ParseBoardError;

    /// Reads a position of Othello in the form of [`Setup`]: the board by rows, then the side to
    /// move.
    fn from_str(text: &str) -> Result<Position, ParseBoardError> {
        let setup: Setup = text.parse()?;
        let (discs, to_move) = (setup.discs(), setup.to_move);
        Ok(Position { discs, to_move, variant: Variant::Othello })
    }
}

impl fmt::Display for Position {
    /// Writes one line as [`Setup`] does; with `{:#}`, a board with its coordinates.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Setup::from(*self).fmt(f)
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {self}", self.variant)
    }
}
