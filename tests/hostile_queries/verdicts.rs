//! Why a hostile query loses its game, in the words that the host begins the reason with.

pub const WRITE: &str = "write attempt";
pub const REFUSED: &str = "refused query";
pub const WRONG: &str = "query error";
pub const TOO_BIG: &str = "query too big";
pub const TIME: &str = "time-out";
pub const NO_CELL: &str = "no cell of this board";
/// Which of the two comes first depends on the machine.
pub const TIME_OR_TOO_BIG: &str = "time-out|query too big";

/// What a query is, the query, and the reason for which it loses.
pub type Attack = (&'static str, &'static str, &'static str);
