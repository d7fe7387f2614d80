//! What vectors of boards are made of, and what is looked up side by side: the squares that lead away from each square, worked
//! out by the compiler, and sums over tables.

#![allow(
    unsafe_code,
    reason = "what lies side by side is read as a vector, which the compiler does piece by piece"
)]

use std::arch::x86_64::{
    __m256i, _mm_add_epi32, _mm_cvtsi128_si32, _mm_shuffle_epi32, _mm256_add_epi32,
    _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_i32gather_epi32, _mm256_loadu_si256,
    _mm256_setzero_si256, _mm256_slli_epi32, _mm256_srai_epi32,
};

/// The squares that lead away from one: up the bits and down, along the axes of 1, 7, 8 and 9 bits.
#[repr(align(64))]
pub(super) struct Ways {
    pub(super) up: [u64; 4],
    pub(super) down: [u64; 4],
}

pub(super) static WAYS: [Ways; 64] = {
    let mut ways = [const { Ways { up: [0; 4], down: [0; 4] } }; 64];
    let steps: [(i32, i32); 4] = [(0, 1), (1, -1), (1, 0), (1, 1)];
    let mut square = 0;
    while square < 64 {
        let mut axis = 0;
        while axis < 4 {
            let (rows, columns) = steps[axis];
            ways[square].up[axis] = way(square, rows, columns);
            ways[square].down[axis] = way(square, -rows, -columns);
            axis += 1;
        }
        square += 1;
    }
    ways
};

const fn way(square: usize, rows: i32, columns: i32) -> u64 {
    let (mut row, mut column) = (square as i32 / 8 + rows, square as i32 % 8 + columns);
    let mut way = 0;
    while row >= 0 && row < 8 && column >= 0 && column < 8 {
        way |= 1 << (8 * row + column);
        row += rows;
        column += columns;
    }
    way
}

/// Four boards as a vector.
#[inline]
#[target_feature(enable = "avx")]
pub(super) fn lanes(of: &[u64; 4]) -> __m256i {
    // SAFETY: all that is there is read, wherever it lies.
    unsafe { _mm256_loadu_si256(of.as_ptr().cast()) }
}

/// See [`super::Machine::total`].
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn total<const N: usize>(table: &[[u8; 2]], places: &[u32; N]) -> i32 {
    const { assert!(N.is_multiple_of(8)) }
    let last = places.iter().fold(0, |last, place| last.max(*place));
    assert!(last < i32::MAX as u32 && last as usize + 1 < table.len(), "{last}");
    let mut sum = _mm256_setzero_si256();
    for eight in places.as_chunks::<8>().0 {
        // SAFETY: all that is there is read, wherever it lies; and of the table two entries from each place on, which it has.
        let pairs = unsafe {
            let at = _mm256_loadu_si256(eight.as_ptr().cast());
            _mm256_i32gather_epi32::<2>(table.as_ptr().cast(), at)
        };
        sum = _mm256_add_epi32(sum, _mm256_srai_epi32::<16>(_mm256_slli_epi32::<16>(pairs)));
    }
    let four = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256::<1>(sum));
    let two = _mm_add_epi32(four, _mm_shuffle_epi32::<0b1110>(four));
    _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32::<1>(two)))
}
