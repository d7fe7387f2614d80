//! The parts of the board that Oracle knows: its edges, what lies beside them, its corners and its diagonals. Five of them are
//! read as one number, so that a disc adds to it what its square counts.

/// A square, by row and column.
type Place = (usize, usize);

/// The side of the board on which the patterns are laid out. Others are stretched to it.
const SIDE: usize = 8;

/// The kinds, each where it lies first: the edge; its inner squares with both that are next to the corners inward; its
/// middle with the row behind it, and the same a row further in; a corner of two by four and one of seven squares; the long
/// diagonal and the next one.
pub const KINDS: [&str; 8] = [
    "a1 b1 c1 d1 e1 f1 g1 h1",
    "b1 c1 d1 e1 f1 g1 b2 g2",
    "c1 d1 e1 f1 c2 d2 e2 f2",
    "c2 d2 e2 f2 c3 d3 e3 f3",
    "a1 b1 c1 d1 a2 b2 c2 d2",
    "a1 b2 c3 d4 e5 f6 g7 h8",
    "b1 c2 d3 e4 f5 g6 h7",
    "a1 b1 c1 a2 b2 a3 c3",
];

/// How many squares a kind has.
const fn squares_of(kind: usize) -> usize {
    KINDS[kind].len().div_ceil("a1 ".len())
}

/// How many states these squares have.
pub const fn states(kind: usize) -> usize {
    3usize.pow(squares_of(kind) as u32)
}

/// A kind where it lies on the board.
#[derive(Clone)]
pub struct Pattern {
    /// Which of [`KINDS`].
    pub kind: usize,
    /// Its squares, of which the first counts 1 in the number of its state, the next 3, then 9.
    places: Vec<Place>,
}

impl Pattern {
    /// A kind where it lies first.
    fn first(kind: usize) -> Pattern {
        let place = |name: &str| match name.as_bytes() {
            &[file, rank] => ((rank - b'1').into(), (file - b'a').into()),
            _ => unreachable!("{name} has a file and a rank"),
        };
        Pattern { kind, places: KINDS[kind].split(' ').map(place).collect() }
    }

    /// The same one turned to each side of the board, and in a mirror.
    fn images(&self) -> Vec<Pattern> {
        let mut images = vec![self.clone()];
        for turn in 1..8 {
            let change = |&(row, column): &Place| match turn {
                4 => (column, row),
                _ => (column, SIDE - 1 - row),
            };
            let places = images[turn - 1].places.iter().map(change).collect();
            images.push(Pattern { kind: self.kind, places });
        }
        images
    }

    /// Whether another one has the same squares, in whatever order.
    fn covers(&self, other: &Pattern) -> bool {
        other.places.iter().all(|place| self.places.contains(place))
    }

    /// In which orders its squares mean the same: for each, where the first one stands in it, then the next.
    pub fn orders(kind: usize) -> Vec<Vec<usize>> {
        let first = Pattern::first(kind);
        let order = |image: Pattern| {
            let at = |place| first.places.iter().position(|one| one == place);
            image.places.iter().map(at).collect::<Option<Vec<usize>>>()
        };
        first.images().into_iter().filter_map(order).collect()
    }
}

/// Every kind, wherever it lies.
pub fn patterns() -> Vec<Pattern> {
    let mut patterns: Vec<Pattern> = Vec::new();
    for image in (0..KINDS.len()).flat_map(|kind| Pattern::first(kind).images()) {
        if !patterns.iter().any(|other| other.kind == image.kind && other.covers(&image)) {
            patterns.push(image);
        }
    }
    patterns
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
