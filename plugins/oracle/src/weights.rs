//! The numbers in Oracle's judgement. `examples/tune` found them by playing; the query reads them as
//! parameters, and nothing else here knows what they are.

use othello_player_api::Query;

/// The thinking.
const QUERY: &str = include_str!("oracle.cypher");

/// What Oracle believes, in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// What a disc on a square is worth, by how far the square is from the nearest two borders: corner (0, 0),
    /// then (0, 1), (0, 2), (0, 3), (1, 1), (1, 2), (1, 3), (2, 2), (2, 3), (3, 3). Squares farther in count
    /// as 3. Next to a corner that is taken, (0, 1) counts as (0, 2) and (1, 1) as (2, 2).
    pub squares: [i32; 10],
    /// Each move that Oracle has after the reply.
    pub freedom: i32,
    /// Each reply that the other side has.
    pub replies: i32,
    /// The other side having to pass.
    pub pass: i32,
    /// Each disc ahead, while more than 20 squares are empty, more than 10, and then.
    pub discs: [i32; 3],
}

/// What tuning found.
pub const TUNED: Weights = Weights {
    squares: [500, -50, 40, 25, -160, -21, -9, 10, 5, -4],
    freedom: 20,
    replies: 25,
    pass: 259,
    discs: [-5, 4, 28],
};

impl Weights {
    /// All numbers in one row, for tuning.
    #[must_use]
    pub fn to_row(self) -> [i32; 16] {
        let mut row = [0; 16];
        row[..10].copy_from_slice(&self.squares);
        row[10..13].copy_from_slice(&[self.freedom, self.replies, self.pass]);
        row[13..].copy_from_slice(&self.discs);
        row
    }

    /// The weights of a row.
    #[must_use]
    pub fn from_row(row: [i32; 16]) -> Weights {
        let mut weights = Weights { freedom: row[10], replies: row[11], pass: row[12], ..TUNED };
        weights.squares.copy_from_slice(&row[..10]);
        weights.discs.copy_from_slice(&row[13..]);
        weights
    }

    /// The query that thinks by them, and chooses between equals by the seed.
    #[must_use]
    pub fn query(&self, seed: u64) -> Query {
        Query::new(QUERY)
            .param("luck", luck(seed))
            .param("squares", self.squares.to_vec())
            .param("freedom", self.freedom)
            .param("replies", self.replies)
            .param("pass", self.pass)
            .param("discs", self.discs.to_vec())
    }
}

/// What the number of a square is multiplied by, modulo 1009, to put equals into an order.
pub(crate) fn luck(seed: u64) -> u64 {
    1 + seed % 1008
}
