//! The parts of the board that Oracle knows: its lines, its diagonals and its corners. Five of them are read as one
//! number, so that a disc adds to it what its square counts.

/// A square, by row and column.
type Place = (usize, usize);

/// The side of the board on which the patterns are laid out. Others are stretched to it.
const SIDE: usize = 8;

/// What is known of one part of the board, wherever it lies.
pub struct Kind {
    first: Place,
    /// From one square to the next.
    step: Place,
    length: usize,
    /// How many rows side by side.
    rows: usize,
}

const fn line(first: Place, step: Place, length: usize) -> Kind {
    Kind { first, step, length, rows: 1 }
}

/// The kinds: the edge and the next three lines, the long diagonal and the next ones, and a corner of two by four.
pub const KINDS: [Kind; 8] = [
    line((0, 0), (0, 1), 8),
    line((1, 0), (0, 1), 8),
    line((2, 0), (0, 1), 8),
    line((3, 0), (0, 1), 8),
    line((0, 0), (1, 1), 8),
    Kind { first: (0, 0), step: (0, 1), length: 4, rows: 2 },
    line((0, 1), (1, 1), 7),
    line((0, 2), (1, 1), 6),
];

impl Kind {
    /// How many states its squares have.
    pub const fn states(&self) -> usize {
        3usize.pow(self.squares() as u32)
    }

    /// How many squares it has.
    pub const fn squares(&self) -> usize {
        self.length * self.rows
    }

    /// Whether it is the same one where it is read from its other end.
    pub const fn is_its_own_mirror_image(&self) -> bool {
        self.rows == 1
    }

    fn places(&self) -> Vec<Place> {
        let row = |row: usize| {
            (0..self.length).map(move |at| {
                (self.first.0 + row + at * self.step.0, self.first.1 + at * self.step.1)
            })
        };
        (0..self.rows).flat_map(row).collect()
    }
}

/// A kind where it lies on the board.
#[derive(Clone)]
pub struct Pattern {
    /// Which of [`KINDS`].
    pub kind: usize,
    /// Its squares, of which the first counts 1 in the number of its state, the next 3, then 9.
    places: Vec<Place>,
}

/// Every kind, turned to each side and in a mirror.
pub fn patterns() -> Vec<Pattern> {
    let mut patterns: Vec<Pattern> = Vec::new();
    for (kind, one) in KINDS.iter().enumerate() {
        let mirrored =
            |places: &[Place]| places.iter().map(|&(row, column)| (column, row)).collect();
        let mut places = one.places();
        for image in 0..8 {
            places = if image == 4 { mirrored(&places) } else { turned(&places) };
            let is_there =
                |other: &Pattern| other.places.iter().all(|place| places.contains(place));
            if !patterns.iter().any(|other| other.kind == kind && is_there(other)) {
                patterns.push(Pattern { kind, places: places.clone() });
            }
        }
    }
    patterns
}

/// After a quarter turn of the board.
fn turned(places: &[Place]) -> Vec<Place> {
    places.iter().map(|&(row, column)| (column, SIDE - 1 - row)).collect()
}

/// What a pattern's state counts in the number that it shares with others.
pub const SHARES: [u64; 5] = [1, 6561, 6561 * 6561, 6561 * 6561 * 6561, 6561 * 6561 * 6561 * 6561];

/// The patterns that share a number: there is room for four of eight squares and one of seven.
pub fn numbers() -> Vec<Vec<Pattern>> {
    let (long, short): (Vec<Pattern>, Vec<Pattern>) =
        patterns().into_iter().partition(|one| one.places.len() == SIDE);
    let (mut long, mut short) = (long.into_iter(), short.into_iter());
    let next = || {
        let mut number: Vec<Pattern> = long.by_ref().take(SHARES.len() - 1).collect();
        number.extend(short.by_ref().take(SHARES.len() - number.len()));
        (!number.is_empty()).then_some(number)
    };
    std::iter::from_fn(next).collect()
}

/// What a disc on each square of a board of this size adds to the number that these patterns share. A smaller board's middle
/// squares stand for several; those of a larger one are in no pattern.
pub fn discs(patterns: &[Pattern], size: usize) -> Vec<u64> {
    let mut discs = vec![0; size * size];
    for (pattern, share) in patterns.iter().zip(SHARES) {
        for (at, &(row, column)) in pattern.places.iter().enumerate() {
            let square = stretched(row, size) * size + stretched(column, size);
            discs[square] += share * 3u64.pow(at as u32);
        }
    }
    discs
}

/// Which row of a board of this size is meant by one of eight: as far from the border, but for the middle ones of a smaller
/// board.
fn stretched(row: usize, size: usize) -> usize {
    let middle = size / 2 - 1;
    if row < SIDE / 2 { row.min(middle) } else { size - 1 - (SIDE - 1 - row).min(middle) }
}
