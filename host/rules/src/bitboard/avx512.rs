//! Legal moves and flips with vectors of eight boards, where the processor can turn their bits around, find their highest one
//! and work out any function of three bits in one step. What they give is what `runs` gives.

use std::arch::x86_64::{
    __m256i, _mm_cvtsi128_si64, _mm_or_si128, _mm_unpackhi_epi64, _mm256_add_epi64,
    _mm256_and_si256, _mm256_andnot_si256, _mm256_castsi256_si128, _mm256_extracti128_si256,
    _mm256_lzcnt_epi64, _mm256_mask_or_epi64, _mm256_rorv_epi64, _mm256_set1_epi64x,
    _mm256_ternarylogic_epi64, _mm256_test_epi64_mask, _mm512_and_si512, _mm512_reduce_or_epi64,
    _mm512_rolv_epi64, _mm512_set_epi64, _mm512_set1_epi64, _mm512_ternarylogic_epi64,
};

use super::runs::INNER;
use super::vectors::{WAYS, lanes};

/// Functions of three bits: the bit that is numbered by the three of them is what comes out.
mod of_three {
    /// The first, or both others.
    pub const OR_BOTH: i32 = 0b1111_1000;
    /// All of them.
    pub const ALL: i32 = 0b1000_0000;
    /// The first and the third without the second.
    pub const WITHOUT_SECOND: i32 = 0b0010_0000;
    /// The first, where the others are alike.
    pub const WHERE_ALIKE: i32 = 0b1001_0000;
}

#[inline]
#[target_feature(enable = "avx512f,avx512vl")]
fn all_lanes(of: u64) -> __m256i {
    _mm256_set1_epi64x(of as i64)
}

/// See [`super::flips`].
#[inline]
#[target_feature(enable = "avx512f,avx512vl,avx512cd")]
pub(super) fn flips(own: u64, other: u64, square: u32) -> u64 {
    use of_three::{ALL, WHERE_ALIKE, WITHOUT_SECOND};
    let ways = &WAYS[square as usize & 63];
    let (own, other, ones) = (all_lanes(own), all_lanes(other), all_lanes(u64::MAX));
    // Up the bits: the lowest square that the other side does not hold ends the run, if it is one's own.
    let way = lanes(&ways.up);
    let not_other = _mm256_andnot_si256(other, way);
    let less = _mm256_add_epi64(not_other, ones);
    let up = _mm256_ternarylogic_epi64::<ALL>(less, way, other);
    let end = _mm256_ternarylogic_epi64::<WITHOUT_SECOND>(not_other, less, own);
    let is_run = _mm256_test_epi64_mask(end, end);
    // Down the bits: the highest such square, or the board's last one, which lies on no such way. Where it is none of one's
    // own, one less than nothing takes the run away.
    let way = lanes(&ways.down);
    let not_other = _mm256_andnot_si256(other, way);
    let first = _mm256_rorv_epi64(all_lanes(1 << 63), _mm256_lzcnt_epi64(not_other));
    let end = _mm256_and_si256(first, own);
    let down = _mm256_ternarylogic_epi64::<WHERE_ALIKE>(way, end, _mm256_add_epi64(end, ones));
    let all = _mm256_mask_or_epi64(down, is_run, down, up);
    let two = _mm_or_si128(_mm256_castsi256_si128(all), _mm256_extracti128_si256::<1>(all));
    _mm_cvtsi128_si64(_mm_or_si128(two, _mm_unpackhi_epi64(two, two))) as u64
}

/// See [`super::moves`]. Nothing is turned around the board's end: no run that leads up goes on from the last row, nor
/// comes from the first one.
#[inline]
#[target_feature(enable = "avx512f,avx512vl,avx512cd")]
pub(super) fn moves(own: u64, other: u64) -> u64 {
    use of_three::OR_BOTH;
    const ROWS: i64 = 0x00ff_ffff_ffff_ff00;
    const COLUMNS: i64 = INNER as i64;
    const BOTH: i64 = ROWS & COLUMNS;
    let inner = _mm512_set_epi64(BOTH, ROWS, BOTH, COLUMNS, BOTH, ROWS, BOTH, COLUMNS);
    let step = _mm512_set_epi64(-9, -8, -7, -1, 9, 8, 7, 1);
    let two = _mm512_set_epi64(-18, -16, -14, -2, 18, 16, 14, 2);
    let through = _mm512_and_si512(_mm512_set1_epi64(other as i64), inner);
    let pairs = _mm512_and_si512(through, _mm512_rolv_epi64(through, step));
    let discs = _mm512_set1_epi64(own as i64);
    let mut run = _mm512_and_si512(through, _mm512_rolv_epi64(discs, step));
    run = _mm512_ternarylogic_epi64::<OR_BOTH>(run, through, _mm512_rolv_epi64(run, step));
    run = _mm512_ternarylogic_epi64::<OR_BOTH>(run, pairs, _mm512_rolv_epi64(run, two));
    run = _mm512_ternarylogic_epi64::<OR_BOTH>(run, pairs, _mm512_rolv_epi64(run, two));
    _mm512_reduce_or_epi64(_mm512_rolv_epi64(run, step)) as u64 & !(own | other)
}
