//! The numbers in Oracle's judgement, which `examples/tune` found by playing, and how far it looks ahead. The query reads
//! them as parameters, and nothing else here knows what they are.

use othello_player_api::Query;

/// The thinking.
const QUERY: &str = include_str!("oracle.cypher");

/// How many moves ahead Oracle looks, if nobody says otherwise.
pub const PLIES: u32 = 3;
/// How many of the last ply's moves are looked at.
pub const WIDTH: usize = 8;
/// From so many empty squares on, Oracle looks to the end of the game.
pub const ENDING: u32 = 7;

/// What Oracle believes, in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// What a disc on a square is worth, by how far the square is from the nearest two borders: corner (0, 0),
    /// then (0, 1), (0, 2), (0, 3), (1, 1), (1, 2), (1, 3), (2, 2), (2, 3), (3, 3). Squares farther in count
    /// as 3. Next to a corner that is taken, (0, 1) counts as (0, 2) and (1, 1) as (2, 2).
    pub squares: [i32; 10],
    /// Each move of the side to move where Oracle looks no further.
    pub own: i32,
    /// Each move that the other side had before that.
    pub others: i32,
    /// Each disc, while more than 20 squares are empty, more than 10, and then.
    pub discs: [i32; 3],
}

/// What tuning found.
pub const TUNED: Weights = Weights {
    squares: [395, -38, 50, 38, -98, -10, -9, 10, 0, -4],
    own: 12,
    others: 16,
    discs: [0, 9, 16],
};

impl Weights {
    /// All numbers in one row, for tuning.
    #[must_use]
    pub fn to_row(self) -> [i32; 15] {
        let mut row = [0; 15];
        row[..10].copy_from_slice(&self.squares);
        row[10..12].copy_from_slice(&[self.own, self.others]);
        row[12..].copy_from_slice(&self.discs);
        row
    }

    /// The weights of a row.
    #[must_use]
    pub fn from_row(row: [i32; 15]) -> Weights {
        let mut weights = Weights { own: row[10], others: row[11], ..TUNED };
        weights.squares.copy_from_slice(&row[..10]);
        weights.discs.copy_from_slice(&row[12..]);
        weights
    }

    /// The query that thinks by them, looks so many moves ahead, and chooses between equals by the seed.
    #[must_use]
    pub fn query(&self, plies: u32, seed: u64) -> Query {
        Query::new(QUERY)
            .param("luck", luck(seed))
            .param("plies", plies)
            .param("width", WIDTH)
            .param("ending", ENDING)
            .param("squares", self.squares.to_vec())
            .param("own", self.own)
            .param("others", self.others)
            .param("discs", self.discs.to_vec())
    }
}

/// What the number of a square is multiplied by, modulo 1009, to put equals into an order.
pub(crate) fn luck(seed: u64) -> u64 {
    1 + seed % 1008
}
