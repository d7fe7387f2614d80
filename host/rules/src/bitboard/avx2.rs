//! Legal moves and flips with vectors of four boards, one for each axis of the board. What they give is what `runs` gives.

use std::arch::x86_64::{
    __m256i, _mm_cvtsi128_si64, _mm_or_si128, _mm_unpackhi_epi64, _mm256_add_epi64,
    _mm256_and_si256, _mm256_andnot_si256, _mm256_castsi256_si128, _mm256_cmpeq_epi64,
    _mm256_extracti128_si256, _mm256_or_si256, _mm256_set1_epi64x, _mm256_setzero_si256,
    _mm256_sllv_epi64, _mm256_srlv_epi64, _mm256_sub_epi64,
};

use super::runs::INNER;
use super::vectors::{WAYS, lanes};

#[inline]
#[target_feature(enable = "avx2")]
fn all_lanes(of: u64) -> __m256i {
    _mm256_set1_epi64x(of as i64)
}

/// What is in any of the lanes.
#[inline]
#[target_feature(enable = "avx2")]
fn together(lanes: __m256i) -> u64 {
    let two = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256::<1>(lanes));
    _mm_cvtsi128_si64(_mm_or_si128(two, _mm_unpackhi_epi64(two, two))) as u64
}

/// See [`super::flips`].
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn flips(own: u64, other: u64, square: u32) -> u64 {
    let ways = &WAYS[square as usize & 63];
    let (own, other, zero) = (all_lanes(own), all_lanes(other), _mm256_setzero_si256());
    // Up the bits: the lowest square that the other side does not hold ends the run, if it is one's own.
    let way = lanes(&ways.up);
    let not_other = _mm256_andnot_si256(other, way);
    let first = _mm256_and_si256(not_other, _mm256_sub_epi64(zero, not_other));
    let end = _mm256_and_si256(first, own);
    let before = _mm256_and_si256(way, _mm256_add_epi64(end, all_lanes(u64::MAX)));
    let up = _mm256_andnot_si256(_mm256_cmpeq_epi64(end, zero), before);
    // Down the bits: the highest such square, found by spreading them along the way; the run is what they don't reach.
    let way = lanes(&ways.down);
    let step = lanes(&[1, 7, 8, 9]);
    let mut reached = _mm256_andnot_si256(other, way);
    reached = _mm256_or_si256(reached, _mm256_srlv_epi64(reached, step));
    reached = _mm256_or_si256(reached, _mm256_srlv_epi64(reached, lanes(&[2, 14, 16, 18])));
    reached = _mm256_or_si256(reached, _mm256_srlv_epi64(reached, lanes(&[4, 28, 32, 36])));
    let run = _mm256_andnot_si256(reached, way);
    let behind = _mm256_and_si256(_mm256_srlv_epi64(run, step), _mm256_and_si256(own, way));
    let down = _mm256_andnot_si256(_mm256_cmpeq_epi64(behind, zero), run);
    together(_mm256_or_si256(up, down))
}

/// See [`super::moves`].
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn moves(own: u64, other: u64) -> u64 {
    let (step, two) = (lanes(&[1, 7, 8, 9]), lanes(&[2, 14, 16, 18]));
    let discs = all_lanes(own);
    let through = _mm256_and_si256(all_lanes(other), lanes(&[INNER, INNER, u64::MAX, INNER]));
    let pairs_up = _mm256_and_si256(through, _mm256_sllv_epi64(through, step));
    let pairs_down = _mm256_srlv_epi64(pairs_up, step);
    let mut up = _mm256_and_si256(through, _mm256_sllv_epi64(discs, step));
    let mut down = _mm256_and_si256(through, _mm256_srlv_epi64(discs, step));
    up = _mm256_or_si256(up, _mm256_and_si256(through, _mm256_sllv_epi64(up, step)));
    down = _mm256_or_si256(down, _mm256_and_si256(through, _mm256_srlv_epi64(down, step)));
    up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, two)));
    down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, two)));
    up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, two)));
    down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, two)));
    let ends = _mm256_or_si256(_mm256_sllv_epi64(up, step), _mm256_srlv_epi64(down, step));
    together(ends) & !(own | other)
}
