//! The board as people and players see it, whatever the game and whoever is its referee.

use othello_rules::{ByColour, Colour, Position, Square};

/// What lies where, and whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    width: u8,
    squares: Vec<Option<Colour>>,
    /// What happens next.
    pub turn: Turn,
}

/// What happens next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turn {
    /// A side moves.
    Move {
        /// Which.
        colour: Colour,
        /// Where it may go, in reading order.
        legal: Vec<Square>,
    },
    /// A side has to pass.
    Pass(Colour),
    /// The game is over, and this side has won it, or nobody.
    Over(Option<Colour>),
}

impl View {
    /// A board of `width` rows and columns, its squares in reading order.
    #[must_use]
    pub fn new(width: u8, squares: Vec<Option<Colour>>, turn: Turn) -> View {
        debug_assert_eq!(squares.len(), usize::from(width) * usize::from(width));
        View { width, squares, turn }
    }

    /// How many rows and columns there are.
    #[must_use]
    pub fn width(&self) -> u8 {
        self.width
    }

    /// What lies on a square.
    #[must_use]
    pub fn get(&self, square: Square) -> Option<Colour> {
        self.squares.get(self.index(square)?).copied().flatten()
    }

    /// Whether the square is one of the board's.
    #[must_use]
    pub fn contains(&self, square: Square) -> bool {
        self.index(square).is_some()
    }

    /// All squares by rows.
    pub fn rows(&self) -> impl Iterator<Item = impl Iterator<Item = Square>> {
        let width = self.width;
        (0..width).map(move |row| (0..width).filter_map(move |column| Square::new(row, column)))
    }

    /// Where the side whose turn it is may go.
    #[must_use]
    pub fn legal(&self) -> &[Square] {
        match &self.turn {
            Turn::Move { legal, .. } => legal,
            Turn::Pass(_) | Turn::Over(_) => &[],
        }
    }

    /// How many discs each side has.
    #[must_use]
    pub fn counts(&self) -> ByColour<u32> {
        ByColour::from_fn(|colour| {
            self.squares.iter().filter(|&&square| square == Some(colour)).count() as u32
        })
    }

    /// The board by rows: `X` for Black, `O` for White, `-` for an empty square.
    #[must_use]
    pub fn board(&self) -> String {
        self.squares.iter().map(|square| square.map_or('-', Colour::symbol)).collect()
    }

    fn index(&self, square: Square) -> Option<usize> {
        let on_board = square.row() < self.width && square.column() < self.width;
        on_board
            .then(|| usize::from(square.row()) * usize::from(self.width))
            .map(|start| start + usize::from(square.column()))
    }
}

impl From<&Position> for View {
    fn from(position: &Position) -> View {
        let size = position.size();
        let squares = size.squares().map(|square| position.get(square)).collect();
        let legal = position.legal_moves();
        let turn = if let Some(outcome) = position.outcome() {
            Turn::Over(outcome.winner())
        } else if legal.is_empty() {
            Turn::Pass(position.to_move())
        } else {
            Turn::Move { colour: position.to_move(), legal: legal.iter().collect() }
        };
        View::new(size.get(), squares, turn)
    }
}
