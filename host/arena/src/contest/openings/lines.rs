//! Lines of play from the beginning of a game, whoever says what may be played.

use std::collections::HashSet;
use std::fmt::Debug;
use std::hash::Hash;

use othello_rules::Move;

use super::error::{MOST_POSITIONS, OpeningError};

/// A position and one way to it.
#[derive(Clone, Debug)]
pub(super) struct Line<At> {
    /// The position.
    pub at: At,
    /// The moves that lead to it.
    pub moves: Vec<Move>,
}

/// A game, as far as its openings go.
pub(super) trait Tree {
    /// A position.
    type At: Clone + Debug + Eq + Hash;
    /// How many positions of one ply may be remembered.
    const MOST_ROOTS: usize;
    /// So many plies on from one of them, all positions that follow can be gone through.
    const MOST_KNOWN_PLIES: u32;

    /// Where games begin.
    fn beginning(&self) -> Line<Self::At>;

    /// Those lines that are one ply longer than this one and not at the end of the game.
    fn longer(&mut self, line: &Line<Self::At>) -> Result<Vec<Line<Self::At>>, OpeningError>;

    /// Whether players can begin there, and need not pass.
    fn can_begin(at: &Self::At) -> bool;

    /// Where something lies, as far as 64 bits tell it; what lies somewhere lies there in all that follows.
    fn discs(at: &Self::At) -> u64;

    /// Whether a position can be played on to another.
    fn leads(from: &Self::At, to: &Self::At) -> bool;

    /// The moves of a transcript, where the game allows them.
    fn read(&mut self, text: &str) -> Result<Vec<Move>, String>;
}

/// One line to each position that lines of one length lead to with a ply more; where these are more than `most`, so
/// many that it shows.
pub(super) fn next_level<T: Tree>(
    tree: &mut T,
    lines: &[Line<T::At>],
    most: usize,
) -> Result<Vec<Line<T::At>>, OpeningError> {
    let (mut seen, mut next) = (HashSet::new(), Vec::new());
    for line in lines {
        next.extend(tree.longer(line)?.into_iter().filter(|line| seen.insert(line.at.clone())));
        if next.len() > most {
            break;
        }
    }
    Ok(next)
}

/// One line to every position that so many plies lead to and that is not the end.
pub(super) fn all<T: Tree>(tree: &mut T, plies: u32) -> Result<Vec<Vec<Move>>, OpeningError> {
    let mut lines = vec![tree.beginning()];
    for _ in 0..plies {
        lines = next_level(tree, &lines, MOST_POSITIONS)?;
        if lines.len() > MOST_POSITIONS {
            return Err(OpeningError::TooMany(plies));
        }
    }
    if lines.is_empty() {
        return Err(OpeningError::TooLong(plies));
    }
    Ok(lines.into_iter().map(|line| line.moves).collect())
}
