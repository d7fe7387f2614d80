//! The queries that players of the tests are made of.

macro_rules! legal_cells {
    () => {
        "WITH CASE $symbol WHEN 'X' THEN 'O' ELSE 'X' END AS other
MATCH (cell:Cell)
WHERE cell.state IS NULL AND EXISTS {
  (cell)-[r:NEIGHBOR_OF]-(:Cell {state: other})
  ((:Cell {state: other})-[{direction: r.direction}]-(:Cell {state: other}))*
  (:Cell {state: other})-[{direction: r.direction}]-(:Cell {state: $symbol})
}"
    };
}

/// Finds every legal cell as `cell`; what is returned of them is for the caller to add.
pub const LEGAL_CELLS: &str = legal_cells!();

/// The places of all legal cells.
pub const LEGAL_PLACES: &str =
    concat!(legal_cells!(), "\nRETURN cell.row AS row, cell.column AS column");

/// The first legal cell in reading order.
pub const FIRST_LEGAL_CELL: &str =
    concat!(legal_cells!(), "\nRETURN cell ORDER BY cell.row, cell.column LIMIT 1");
