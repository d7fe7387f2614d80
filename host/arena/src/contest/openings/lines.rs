//! All openings of a length, whoever says what may be played.

use std::collections::HashSet;
use std::hash::Hash;

use super::error::{MOST_POSITIONS, OpeningError};

/// What so many plies make of a beginning: one line to every position. `next` gives the lines that are one ply
/// longer than a line and not at the end of the game, each with its position.
pub(super) fn lines<Line, At: Hash + Eq>(
    beginning: Line,
    plies: u32,
    mut next: impl FnMut(&Line) -> Result<Vec<(At, Line)>, OpeningError>,
) -> Result<Vec<Line>, OpeningError> {
    let mut lines = vec![beginning];
    for _ in 0..plies {
        let (mut seen, mut longer) = (HashSet::new(), Vec::new());
        for line in &lines {
            let new =
                next(line)?.into_iter().filter_map(|(at, line)| seen.insert(at).then_some(line));
            longer.extend(new);
            if longer.len() > MOST_POSITIONS {
                return Err(OpeningError::TooMany(plies));
            }
        }
        lines = longer;
    }
    if lines.is_empty() {
        return Err(OpeningError::TooLong(plies));
    }
    Ok(lines)
}
