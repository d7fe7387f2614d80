//! The moves of the position that is searched: each behind the best one so far, and the first within a window around what it
//! was worth before.

use crate::board::Board;
use crate::clock::Stopped;
use crate::evaluate::DISC;
use crate::midgame::INFINITE;

/// By how much the value of the best move is expected to differ at the most from that of the depth before, in units of the
/// evaluation. Half of it or twice as much saves less, as `README.md` says.
pub const WINDOW: i32 = 3 * DISC;

/// A root move as the search knows it so far.
#[derive(Clone, Copy)]
pub struct Candidate {
    /// The move.
    pub square: u32,
    /// The position after it.
    pub next: Board,
    /// What it is worth, as last seen.
    pub value: i32,
    /// Whether that is a value and not only an upper bound.
    pub exact: bool,
}

/// Searches each root move behind the best one so far and puts the best one first, even where it is stopped in between.
/// The first one's value is looked for within a window, which is opened where it lies outside.
pub fn root(
    candidates: &mut [Candidate],
    expected: (i32, i32),
    mut search: impl FnMut(Board, (i32, i32)) -> Result<i32, Stopped>,
) -> Result<(), Stopped> {
    let mut best = -INFINITE;
    for at in 0..candidates.len() {
        let next = candidates[at].next;
        let mut value = best;
        let is_first = at == 0;
        if !is_first {
            value = -search(next, (-best - 1, -best))?;
        }
        let exact = is_first || value > best;
        if is_first {
            value = opening(expected, |(low, high)| Ok(-search(next, (-high, -low))?))?;
        } else if exact {
            value = -search(next, (-INFINITE, -best))?;
        }
        candidates[at] = Candidate { value, exact, ..candidates[at] };
        if value > best {
            best = value;
            candidates[..=at].rotate_right(1);
        }
    }
    Ok(())
}

/// The value that a search within windows comes to, beginning with this one, of which an end is opened where the value may
/// lie beyond it.
fn opening(
    (mut low, mut high): (i32, i32),
    mut search: impl FnMut((i32, i32)) -> Result<i32, Stopped>,
) -> Result<i32, Stopped> {
    loop {
        let value = search((low, high))?;
        if value >= high && high < INFINITE {
            (low, high) = (if low > -INFINITE { value - 1 } else { low }, INFINITE);
        } else if value <= low && low > -INFINITE {
            (low, high) = (-INFINITE, if high < INFINITE { value + 1 } else { high });
        } else {
            return Ok(value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_is_opened_until_the_value_lies_within() {
        for value in [-INFINITE, -300, -100, 0, 100, 300, INFINITE] {
            // What a search tells of a value outside of its window is a bound, which may be any beyond its end.
            for loose in [0, 7] {
                let mut asked = 0;
                let search = |(low, high): (i32, i32)| {
                    asked += 1;
                    assert!(low < high && asked <= 3, "{low} {high}");
                    Ok(if value >= high {
                        (value - loose).max(high)
                    } else if value <= low {
                        (value + loose).min(low)
                    } else {
                        value
                    })
                };
                assert_eq!(opening((-100, 100), search), Ok(value));
            }
        }
    }
}
