//! The lines that lead up from each square of the 8x8 board, worked out by the compiler.

/// What leads up from one square along the axes of 7, 8 and 9 bits (down and to the left, straight
/// down, down and to the right, where the rows are counted), and the same for the square's mirror
/// image with the rows in opposite order.
pub(super) struct Rays {
    /// The squares of the line.
    pub(super) mask: [[u64; 2]; 3],
    /// `!(!mask + first)`, where `first` is the square of the line next to its origin. Subtracting
    /// the discs on the line from it is adding them to `!mask + first`, and inverting the sum:
    /// the carry starts next to the origin and is led along the line by the ones of `!mask`.
    pub(super) top: [[u64; 2]; 3],
}

pub(super) static RAYS: [Rays; 64] = {
    let mut rays = [const { Rays { mask: [[0; 2]; 3], top: [[0; 2]; 3] } }; 64];
    let mut square = 0;
    while square < 64 {
        let mut axis = 0;
        while axis < 3 {
            let here = ray(square, axis);
            let mirrored = ray(square ^ 56, axis);
            rays[square].mask[axis] = [here, mirrored];
            rays[square].top[axis] = [top(here), top(mirrored)];
            axis += 1;
        }
        square += 1;
    }
    rays
};

/// The squares in the rows above `square` (with higher bits) along an axis.
const fn ray(square: usize, axis: usize) -> u64 {
    let mut mask = 0;
    let mut row = square / 8 + 1;
    // The column plus one, so that the one left of the board is 0 and the one right of it is 9.
    let mut column = square % 8 + axis;
    while row < 8 && column > 0 && column < 9 {
        mask |= 1 << (row * 8 + column - 1);
        row += 1;
        column = column + axis - 1;
    }
    mask
}

const fn top(mask: u64) -> u64 {
    let first = mask & mask.wrapping_neg();
    !(!mask).wrapping_add(first)
}
