//! Expressions that a projection has computed already, found again in its `ORDER BY` and `WHERE`.
//!
//! The sort below reads the column; without this it would compute `n.x + 1` once more for each row:
//!
//! ```text
//! > MATCH (n:N) RETURN n.x + 1 AS y ORDER BY n.x + 1
//! NodeByLabelScan      n:N
//! Projection           n.x + 1 AS y
//! Sort                 y ASC
//! ```

use hashbrown::HashMap;

use crate::plan::Slot;
use crate::syntax::ast::Expr;

/// Expressions and their slots. An earlier one goes before a later one that is the same.
#[derive(Default)]
pub(super) struct Computed<'a> {
    known: Vec<(&'a Expr, Slot)>,
    /// The first of them by their printed text, where there are many.
    printed: HashMap<String, Slot>,
    /// How many of them were printed.
    indexed: usize,
}

/// From so many expressions on, they are looked up by their text: comparing each with each would take the
/// square of their number.
const MANY: usize = 16;

impl<'a> Computed<'a> {
    /// Adds one.
    pub fn push(&mut self, expr: &'a Expr, slot: Slot) {
        self.known.push((expr, slot));
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// The slot of an expression that says the same.
    pub fn find(&mut self, expr: &Expr) -> Option<Slot> {
        if self.known.len() < MANY {
            return self.known.iter().find(|(known, _)| *known == expr).map(|(_, slot)| *slot);
        }
        for (known, slot) in &self.known[self.indexed..] {
            self.printed.entry(known.to_string()).or_insert(*slot);
        }
        self.indexed = self.known.len();
        self.printed.get(&expr.to_string()).copied()
    }
}
