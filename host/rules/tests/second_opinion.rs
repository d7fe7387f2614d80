//! A second implementation of the rules, the crate `magpie`, agrees on a million positions, half
//! of them from games played at random and half of them discs strewn at random.
#![allow(clippy::unwrap_used)]

use magpie::othello::{Board, Stone};
use othello_rules::bitboard::{self, Machine, Runs, Work, on_each};
use othello_rules::{Colour, Position, Setup, Size, SquareSet};

const POSITIONS: u32 = 1_000_000;

/// The generator "xorshift64*" of Marsaglia and Vigna; a test needs no better chance.
struct Rng(u64);

impl Rng {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    fn one_of(&mut self, bits: u64) -> u32 {
        let skipped = self.next() % u64::from(bits.count_ones());
        let left = (0..skipped).fold(bits, |left, _| left & (left - 1));
        left.trailing_zeros()
    }
}

/// Asked of each kind of processor.
#[derive(Clone)]
struct Asked<'a> {
    own: u64,
    other: u64,
    moves: u64,
    /// Squares, and what a disc there turns over.
    flips: &'a [(u32, u64)],
}

impl Work for Asked<'_> {
    type Output = ();

    #[inline(always)]
    fn on<M: Machine>(self, machine: M) {
        let Asked { own, other, moves, flips } = self;
        assert_eq!(machine.moves(own, other), moves, "{machine:?} {own:#x} {other:#x}");
        for &(square, flipped) in flips {
            let found = machine.flips(own, other, square);
            assert_eq!(found, flipped, "{machine:?} {own:#x} {other:#x} {square}");
        }
    }
}

/// Compares the moves of `own` and what each of them turns over, by both ways of asking for it.
fn agree_on(own: u64, other: u64) {
    let board = Board::try_from((own, other)).unwrap();
    let moves = board.moves_for(Stone::Black);
    let runs = Runs::new(own, other);
    assert_eq!(bitboard::moves(own, other), moves.raw(), "{own:#x} {other:#x}");
    assert_eq!(runs.moves(), moves.raw(), "{own:#x} {other:#x}");
    let mut flips = Vec::new();
    for at in moves.hot_bits() {
        let mut after = board.clone();
        after.play(Stone::Black, at);
        let square = at.raw().trailing_zeros();
        let flipped = other & !after.bits_for(Stone::White).raw();
        assert_eq!(bitboard::flips(own, other, square), flipped, "{own:#x} {other:#x} {square}");
        assert_eq!(runs.flips(square), flipped, "{own:#x} {other:#x} {square}");
        flips.push((square, flipped));
    }
    on_each(&Asked { own, other, moves: moves.raw(), flips: &flips });
}

#[test]
fn a_second_implementation_agrees_on_half_a_million_positions_of_random_games() {
    let mut rng = Rng(2);
    let start = Position::default().bitboards().unwrap();
    let (mut own, mut other) = start;
    for _ in 0..POSITIONS / 2 {
        agree_on(own, other);
        let moves = bitboard::moves(own, other);
        if moves != 0 {
            let square = rng.one_of(moves);
            let flipped = bitboard::flips(own, other, square);
            (own, other) = (other & !flipped, own | flipped | 1 << square);
        } else if bitboard::moves(other, own) != 0 {
            (own, other) = (other, own);
        } else {
            (own, other) = start;
        }
    }
}

#[test]
fn a_second_implementation_agrees_on_half_a_million_strewn_positions() {
    let mut rng = Rng(3);
    for number in 0..POSITIONS / 2 {
        // From a quarter to almost all of the squares taken.
        let taken = match number % 3 {
            0 => rng.next() & rng.next(),
            1 => rng.next(),
            _ => rng.next() | rng.next() | rng.next(),
        };
        let own = taken & rng.next();
        agree_on(own, taken & !own);
    }
}

#[test]
fn a_square_that_is_no_move_turns_nothing_over() {
    let mut rng = Rng(4);
    for _ in 0..20_000 {
        let (taken, split) = (rng.next(), rng.next());
        let (own, other) = (taken & split, taken & !split);
        let runs = Runs::new(own, other);
        let mut flips = Vec::new();
        for square in SquareSet::from_u64(!(taken | runs.moves())) {
            let index = u32::from(square.row()) * 8 + u32::from(square.column());
            assert_eq!(bitboard::flips(own, other, index), 0, "{own:#x} {other:#x} {square}");
            assert_eq!(runs.flips(index), 0, "{own:#x} {other:#x} {square}");
            flips.push((index, 0));
        }
        on_each(&Asked { own, other, moves: runs.moves(), flips: &flips });
    }
}

#[test]
fn positions_follow_their_bitboards() {
    let mut rng = Rng(5);
    for _ in 0..20_000 {
        let (taken, split) = (rng.next(), rng.next());
        let mut setup = Setup::empty(Size::STANDARD);
        for square in SquareSet::from_u64(taken) {
            let black = SquareSet::from_u64(split).contains(square);
            setup.set(square, Some(if black { Colour::Black } else { Colour::White }));
        }
        let position = setup.position().unwrap();
        let (own, other) = position.bitboards().unwrap();
        assert_eq!((own, other), (taken & split, taken & !split));
        assert_eq!(position.legal_moves().to_u64(), bitboard::moves(own, other));
        for square in position.legal_moves() {
            let next = position.play(square).unwrap();
            let (next_own, next_other) = next.bitboards().unwrap();
            assert_eq!(next_own, other & !position.flips(square).to_u64());
            assert_eq!(next_own.count_ones() + next_other.count_ones(), taken.count_ones() + 1);
        }
    }
}
