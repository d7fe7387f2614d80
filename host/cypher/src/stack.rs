//! Stack for walks over trees as deep as the parser lets them be, on threads that may be small ones.

/// What must be left before going deeper, and the size of a new piece where there is less.
const LEFT: usize = 128 << 10;
const PIECE: usize = 1 << 20;

/// Calls `walk` with enough stack for one level more.
#[inline]
pub(crate) fn deeper<T>(walk: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(LEFT, PIECE, walk)
}
