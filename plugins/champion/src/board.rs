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
        // Both halves of each row laid over each other, then of the half, and of that.
        let mut rows = occupied & (occupied >> 4);
        rows &= rows >> 2;
        rows &= rows >> 1;
        let mut files = occupied & occupied.rotate_right(8);
        files &= files.rotate_right(16);
        files &= files.rotate_right(32);
        FullLines {
            horizontal: (rows & FILE_A) * 0xff,
            vertical: files,
            falling: full::<9>(occupied, &FALLING),
            rising: full::<7>(occupied, &RISING),
        }
    }
}

/// The squares from which 1, 2 and 4 steps up the bits lead off the board, and those from which so many down do.
type Ends = ([u64; 3], [u64; 3]);

const FALLING: Ends = ([off(1, 1), off(2, 2), off(4, 4)], [off(-1, -1), off(-2, -2), off(-4, -4)]);
const RISING: Ends = ([off(1, -1), off(2, -2), off(4, -4)], [off(-1, 1), off(-2, 2), off(-4, 4)]);

/// The squares from which so many rows and columns lead off the board.
const fn off(rows: i32, columns: i32) -> u64 {
    let (mut squares, mut square) = (0, 0);
    while square < 64 {
        let (row, column) = (square / 8 + rows, square % 8 + columns);
        if row < 0 || row > 7 || column < 0 || column > 7 {
            squares |= 1 << square;
        }
        square += 1;
    }
    squares
}

/// The squares whose diagonal is occupied to both of its ends: looked at for one step, for two and for four more.
#[inline(always)]
fn full<const AXIS: u32>(occupied: u64, (ends_up, ends_down): &Ends) -> u64 {
    let (mut up, mut down) = (occupied, occupied);
    for step in 0..3 {
        up &= (up >> (AXIS << step)) | ends_up[step];
        down &= (down << (AXIS << step)) | ends_down[step];
    }
    up & down
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

    /// As far as each disc by itself tells: whether the lines through it are full.
    fn on_full_lines(discs: u64, (rows, columns): (i32, i32)) -> u64 {
        let occupied = |row: i32, column: i32| {
            !(0..8).contains(&row)
                || !(0..8).contains(&column)
                || discs >> (8 * row + column) & 1 == 1
        };
        let is_full = |square: &i32| {
            (-7..8).all(|step| occupied(square / 8 + step * rows, square % 8 + step * columns))
        };
        (0..64).filter(is_full).fold(0, |set, square| set | 1 << square)
    }

    #[test]
    fn a_line_is_full_where_all_of_its_squares_are_taken() {
        let mut chance = 1u64;
        for round in 0..400 {
            chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let mixed = chance ^ chance >> 31;
            // Ever fewer empty squares, so that there are full lines of all lengths.
            let discs =
                mixed | (mixed.rotate_left(17) & mixed.rotate_left(40)) | !0 << (round % 64);
            let full = FullLines::of(discs);
            assert_eq!(full.horizontal, on_full_lines(discs, (0, 1)), "{discs:x}");
            assert_eq!(full.vertical, on_full_lines(discs, (1, 0)), "{discs:x}");
            assert_eq!(full.falling, on_full_lines(discs, (1, 1)), "{discs:x}");
            assert_eq!(full.rising, on_full_lines(discs, (1, -1)), "{discs:x}");
        }
    }

    #[test]
    fn the_winner_gets_the_empty_squares() {
        assert_eq!(Board { own: 0b111, other: 0b11000 }.final_score(), 60);
        assert_eq!(Board { own: 0b1, other: 0b10 }.final_score(), 0);
    }
}
