//! The board as nodes and relationships: the host's own queries that set it up, put discs on it and read
//! it back. Each write looks first whether it finds what it expects.

use othello_cypher::Datum;
use othello_rules::{Colour, Size, Square};

use crate::session::{Fault, HostQuery, Placing, ServerFault, Session};

/// Cells in reading order, then a relationship from each to its neighbours to the right and below.
const SET_UP: &str = "\
UNWIND range(0, $size * $size - 1) AS i
CREATE (c:Cell {row: i / $size, column: i % $size, state: $states[i]})
WITH collect(c) AS cells
UNWIND $links AS link
WITH cells[link[0]] AS a, cells[link[1]] AS b, link[2] AS direction
CREATE (a)-[:NEIGHBOR_OF {direction: direction}]->(b)";

/// Whatever is wanted on each of the cells.
const REWRITE: &str = "\
UNWIND $cells AS c
MATCH (n:Cell {row: c[0], column: c[1]})
SET n.state = c[2]
RETURN count(n) AS changed";

const READ_BACK: &str = "\
MATCH (c:Cell) RETURN c.row AS row, c.column AS column, c.state AS state";

/// What lies on each square, in reading order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Discs {
    size: Size,
    squares: Vec<Option<Colour>>,
}

impl Discs {
    /// What `get` says of each square.
    pub fn new(size: Size, get: impl FnMut(Square) -> Option<Colour>) -> Discs {
        Discs { size, squares: size.squares().map(get).collect() }
    }

    fn symbols(&self) -> Vec<Datum> {
        self.squares.iter().map(|&disc| symbol(disc)).collect()
    }
}

/// Sets up the board in an empty database.
///
/// # Errors
/// The database's.
pub fn set_up(session: &mut dyn Session, discs: &Discs) -> Result<(), Fault> {
    let query = HostQuery::new(SET_UP)
        .param("size", i64::from(discs.size.get()).into())
        .param("states", Datum::List(discs.symbols()))
        .param("links", links(discs.size));
    session.write(&query).map(drop)
}

/// Puts a disc of `colour` on an empty square and turns over the other's discs on `flips`. The next call of the session
/// may be the one that says what came of it.
///
/// # Errors
/// [`crate::session::ServerFaultKind::Changed`] if the squares did not hold what the game left there; then nothing was
/// written.
pub fn place(
    session: &mut dyn Session,
    colour: Colour,
    square: Square,
    flips: impl IntoIterator<Item = Square>,
) -> Result<(), Fault> {
    session.place(&Placing::new(colour, square, flips))
}

/// Makes the board hold these discs, whatever it held before.
///
/// # Errors
/// The database's, or [`crate::session::ServerFaultKind::Changed`] if the cells are not those of the board.
pub fn rewrite(session: &mut dyn Session, discs: &Discs) -> Result<(), Fault> {
    let cells = discs.size.squares().zip(&discs.squares);
    let cells: Vec<_> = cells
        .map(|(square, &disc)| Datum::List(vec![row(square), column(square), symbol(disc)]))
        .collect();
    let wanted = cells.len();
    let query = HostQuery::new(REWRITE).param("cells", Datum::List(cells));
    let changed = session.write(&query)?;
    match changed.first("changed") {
        Some(Datum::Integer(count)) if *count == wanted as i64 => Ok(()),
        _ => Err(Fault::Server(ServerFault::changed_by_others(
            "its cells are not those that were set up",
        ))),
    }
}

/// Reads the board and compares it with what should be there.
///
/// # Errors
/// [`crate::session::ServerFaultKind::Changed`], with the squares that differ.
pub fn compare(session: &mut dyn Session, expected: &Discs) -> Result<(), Fault> {
    let changed = |what: &str| Fault::Server(ServerFault::changed_by_others(what));
    let found = session.write(&HostQuery::new(READ_BACK))?;
    let mut left: Vec<Option<Datum>> = expected.symbols().into_iter().map(Some).collect();
    let mut wrong = Vec::new();
    for cell in &found.rows {
        let [Datum::Integer(row), Datum::Integer(column), state] = cell.as_slice() else {
            return Err(changed("it has a cell without row or column"));
        };
        let square = square(*row, *column);
        let index = square.and_then(|square| square.index(expected.size));
        let Some(wanted) = index.and_then(|index| left[index].take()) else {
            return Err(changed("it has a cell that the board does not have"));
        };
        if wanted != *state {
            wrong.extend(square);
        }
    }
    if left.iter().any(Option::is_some) {
        return Err(changed("cells of the board are missing"));
    }
    if wrong.is_empty() {
        return Ok(());
    }
    let squares: Vec<_> = wrong.iter().map(ToString::to_string).collect();
    Err(changed(&format!("{} is not as the game left it", squares.join(" "))))
}

/// The square of a cell's row and column.
pub(crate) fn square(row: i64, column: i64) -> Option<Square> {
    Square::new(u8::try_from(row).ok()?, u8::try_from(column).ok()?)
}

/// Pairs of cells by their number in reading order, with the direction between them.
fn links(size: Size) -> Datum {
    let width = i64::from(size.get());
    let steps = [(1, 1, 1), (1, 0, 2), (1, -1, 3), (0, 1, 4)];
    let mut links = Vec::with_capacity(size.area() * steps.len());
    for row in 0..width {
        for column in 0..width {
            for (down, right, direction) in steps {
                let (to_row, to_column) = (row + down, column + right);
                if (0..width).contains(&to_row) && (0..width).contains(&to_column) {
                    let ends = [row * width + column, to_row * width + to_column, direction];
                    links.push(Datum::List(ends.map(Datum::Integer).to_vec()));
                }
            }
        }
    }
    Datum::List(links)
}

fn row(square: Square) -> Datum {
    Datum::Integer(square.row().into())
}

fn column(square: Square) -> Datum {
    Datum::Integer(square.column().into())
}

fn symbol(disc: Option<Colour>) -> Datum {
    disc.map_or(Datum::Null, |colour| Datum::Text(colour.symbol().to_string()))
}
