//! A position as the search sees it: the discs of the side to move and those of the other side. Rules come
//! from `othello_rules`; what a position is worth does not live here.

use othello_rules::bitboard;

/// Discs of the side to move and of the other side; bit 0 is a1, bit 63 is h8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// The side to move.
    pub own: u64,
    /// The other side.
    pub other: u64,
}

/// The corners.
pub const CORNERS: u64 = 0x8100_0000_0000_0081;

/// The four quarters of the board, for parity.
pub const QUADRANTS: [u64; 4] =
    [0x0000_0000_0f0f_0f0f, 0x0000_0000_f0f0_f0f0, 0x0f0f_0f0f_0000_0000, 0xf0f0_f0f0_0000_0000];

impl Board {
    /// The position that a game of Othello begins with.
    pub const START: Board = Board { own: 0x0000_0008_1000_0000, other: 0x0000_0010_0800_0000 };

    /// The empty squares.
    #[inline]
    #[must_use]
    pub fn empties(self) -> u64 {
        !(self.own | self.other)
    }

    /// Where the side to move may go.
    #[inline]
    #[must_use]
    pub fn moves(self) -> u64 {
        bitboard::moves(self.own, self.other)
    }

    /// The position with so many empty squares that is reached by moves chosen like this, with a move to make there; none
    /// where the game is over before, or where nothing is chosen.
    #[must_use]
    pub fn walk(self, empties: u32, mut choose: impl FnMut(Board) -> Option<u32>) -> Option<Board> {
        let mut board = self;
        while board.empties().count_ones() > empties {
            if board.moves() == 0 {
                board = board.pass();
                if board.moves() == 0 {
                    return None;
                }
            }
            board = board.play(choose(board)?);
        }
        (board.moves() != 0).then_some(board)
    }

    /// A number that no other position has which a search is likely ever to meet.
    #[inline]
    #[must_use]
    pub fn key(self) -> u64 {
        let [own, other] = [self.own ^ 0x9e37_79b9_7f4a_7c15, self.other ^ 0xc2b2_ae3d_27d4_eb4f];
        let product = u128::from(own) * u128::from(other);
        product as u64 ^ (product >> 64) as u64
    }

    /// The position after a move that turns `flipped`, seen from the other side.
    #[inline]
    #[must_use]
    pub fn after(self, square: u32, flipped: u64) -> Board {
        Board { own: self.other ^ flipped, other: self.own | flipped | 1 << square }
    }

    /// The position after a legal move, seen from the other side.
    #[inline]
    #[must_use]
    pub fn play(self, square: u32) -> Board {
        self.after(square, bitboard::flips(self.own, self.other, square))
    }

    /// The same discs, seen from the other side.
    #[inline]
    #[must_use]
    pub fn pass(self) -> Board {
        Board { own: self.other, other: self.own }
    }

    /// The difference in discs with the empty squares given to the winner, as a finished game counts.
    #[inline(always)]
    #[must_use]
    pub fn final_score(self) -> i32 {
        let difference = self.own.count_ones() as i32 - self.other.count_ones() as i32;
        difference + difference.signum() * self.empties().count_ones() as i32
    }

    /// Those of `own`'s discs that can never be turned, by a safe rule: every line through such a disc is full
    /// or leads to another safe one of the same colour or to the border. Discs that it misses are only missed.
    #[inline(always)]
    #[must_use]
    pub fn stable(own: u64, other: u64) -> u64 {
        let full = FullLines::of(own | other);
        let mut stable = own & full.horizontal & full.vertical & full.falling & full.rising;
        loop {
            let safe = |axis: u32, border: u64, full: u64| {
                full | border | ((stable << axis) & !west(axis)) | ((stable >> axis) & !east(axis))
            };
            let next = own
                & safe(1, FILES_AH, full.horizontal)
                & safe(8, RANKS_18, full.vertical)
                & safe(9, BORDER, full.falling)
                & safe(7, BORDER, full.rising);
            let grown = stable | next;
            if grown == stable {
                return stable;
            }
            stable = grown;
        }
    }
}

const FILES_AH: u64 = 0x8181_8181_8181_8181;
const RANKS_18: u64 = 0xff00_0000_0000_00ff;
const BORDER: u64 = FILES_AH | RANKS_18;
const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = 0x8080_8080_8080_8080;

/// The squares that a shift up along this axis can only reach by wrapping around the board's side.
const fn west(axis: u32) -> u64 {
    match axis {
        1 | 9 => FILE_A,
        7 => FILE_H,
        _ => 0,
    }
}

const fn east(axis: u32) -> u64 {
    match axis {
        1 | 9 => FILE_H,
        7 => FILE_A,
        _ => 0,
    }
}

/// The squares whose whole line in a direction is occupied.
struct FullLines {
    horizontal: u64,
    vertical: u64,
    falling: u64,
    rising: u64,
}

impl FullLines {
    #[inline(always)]
    fn of(occupied: u64) -> FullLines {
        let empty = !occupied;
        FullLines {
            horizontal: !smear(empty, 1),
            vertical: !smear(empty, 8),
            falling: !smear(empty, 9),
            rising: !smear(empty, 7),
        }
    }
}

/// Spreads bits both ways along an axis to the borders.
#[inline(always)]
fn smear(bits: u64, axis: u32) -> u64 {
    let (mut up, mut down) = (bits, bits);
    for _ in 0..7 {
        up |= (up << axis) & !west(axis);
        down |= (down >> axis) & !east(axis);
    }
    up | down
}

/// The squares of a set, lowest first.
pub fn squares(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let square = set.trailing_zeros();
            set &= set - 1;
            square
        })
    })
}

/// The name of a square, such as `d3`, of its number.
#[must_use]
pub fn square_name(square: u32) -> String {
    format!("{}{}", char::from(b'a' + (square % 8) as u8), square / 8 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_corner_and_what_leans_on_it_is_stable_and_nothing_else() {
        let edge = 0b0000_0111;
        assert_eq!(Board::stable(edge, 0), edge);
        assert_eq!(Board::stable(0b0000_1110, 0), 0);
        assert_eq!(Board::stable(!0, 0), !0);
        // b2 leans on a1, b1 and a2 but lies open towards c3, c1 and a3.
        assert_eq!(Board::stable(0x0303, 0), 0x0103);
    }

    #[test]
    fn the_winner_gets_the_empty_squares() {
        assert_eq!(Board { own: 0b111, other: 0b11000 }.final_score(), 60);
        assert_eq!(Board { own: 0b1, other: 0b10 }.final_score(), 0);
    }
}
