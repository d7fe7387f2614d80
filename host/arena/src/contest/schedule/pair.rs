//! The unit of a contest: a pair of games, by its number.

/// A contestant, by its place in the seeding: 0 is the strongest or the first named.
pub type Contestant = usize;

/// Numbers a pair within its contest, in the order in which pairs are handed out. Its games are numbered
/// `2 * place` (the first contestant has Black) and `2 * place + 1`.
pub type PairNumber = u64;

/// A pair to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// Its number.
    pub place: PairNumber,
    /// The round that it belongs to, from 0; without rounds, how often these two met before.
    pub round: u32,
    /// Who has Black in the first game.
    pub first: Contestant,
    /// Who has Black in the second game.
    pub second: Contestant,
    /// Which opening, counted from 0 for each meeting of two, so that every meeting can have the same ones.
    pub opening: u64,
}
