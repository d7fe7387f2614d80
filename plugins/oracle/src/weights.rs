//! What Oracle has learnt of the patterns (`examples/fit`), and how it looks ahead: the numbers that the query reads as
//! parameters. Nothing else here knows what they are.

use othello_player_api::{Query, Value};

use crate::patterns::{KINDS, discs, numbers, states};

/// The thinking.
const QUERY: &str = include_str!("oracle.cypher");

/// How many points make a disc.
pub const DISC: i32 = 4;
/// More than any value.
pub const INFINITE: i32 = 1_000_000_000;

/// With fewer discs than these a side is in danger of losing all of them, and each that it lacks costs it so many points.
pub const FEW: i32 = 4;
/// See [`FEW`].
pub const DANGER: i32 = 32;

/// So many plies ahead are all that there are, and no glance decides anything.
pub const ALL: i32 = 500;

/// How Oracle looks ahead.
#[derive(Clone, Copy, Debug)]
pub struct Search {
    /// How many moves, at the most.
    pub plies: u32,
    /// How many moves it judges: of a position each, three more for what else that takes, and one for each time that it comes
    /// to one.
    pub effort: u32,
    /// How many milliseconds it takes at the most, where the clock runs: the embedded engine's stands still while
    /// a query runs, so that a game can be played again.
    pub patience: u32,
    /// From so many empty squares on, it looks to the end of the game.
    pub ending: u32,
    /// By how many points a position may be worth less than one wants, at a glance, and yet be looked at.
    pub doubt: i32,
    /// By how many it must be worth more to be held good enough.
    pub sure: i32,
    /// How many more of either for each move that is looked ahead from there.
    pub more: i32,
}

/// What was found by playing.
pub const SEARCH: Search =
    Search { plies: 20, effort: 5600, patience: 100, ending: 7, doubt: 12, sure: 8, more: 5 };

/// With how many discs on a board of 64 squares each stage of the game is in its middle.
pub const STAGES: [u32; 12] = [12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56];

/// The positions that are judged are so many plies ahead.
const AHEAD: u32 = 4;

/// Points, stage after stage, kind after kind, a byte for each state as it is to the side that has just moved.
static LEARNT: &[u8] = include_bytes!("../weights/oracle.bin");

/// What each kind is worth in a stage, by its states.
pub fn points(stage: usize) -> Vec<Vec<i8>> {
    let all: usize = (0..KINDS.len()).map(states).sum();
    let mut rest = &LEARNT[stage * all..];
    let next = |kind| {
        let (one, behind) = rest.split_at(states(kind));
        rest = behind;
        one.iter().map(|&byte| i8::from_ne_bytes([byte])).collect()
    };
    (0..KINDS.len()).map(next).collect()
}

/// The stage in which a board is that is looked at from here.
pub fn stage(size: usize, ply: u32) -> usize {
    let discs = (4 + ply + AHEAD) as usize * 64 / (size * size).max(1);
    let distance = |stage: &usize| STAGES[*stage].abs_diff(discs as u32);
    (0..STAGES.len()).min_by_key(distance).unwrap_or_default()
}

/// The query of a move on a board of this size, which looks ahead like this and chooses between equals by the seed.
pub fn query(size: u32, ply: u32, search: Search, seed: u64) -> Query {
    let (size, numbers) = (size as usize, numbers());
    let stage = stage(size, ply);
    let kinds = numbers.iter().map(|some| some.iter().map(|one| one.kind).collect::<Vec<_>>());
    Query::new(QUERY)
        .param("discs", numbers.iter().map(|some| discs(some, size)).collect::<Value>())
        .param("kinds", kinds.collect::<Value>())
        .param("points", points(stage))
        .param("luck", luck(seed))
        .param("plies", search.plies)
        .param("effort", search.effort)
        .param("patience", search.patience)
        .param("ending", search.ending)
        .param("doubt", search.doubt)
        .param("sure", search.sure)
        .param("more", search.more)
        .param("few", FEW)
        .param("danger", DANGER)
        .param("all", ALL)
        .param("disc", DISC)
        .param("infinite", INFINITE)
}

/// What the number of a square is multiplied by, modulo 1009, to put equals into an order.
pub fn luck(seed: u64) -> u64 {
    1 + seed % 1008
}
