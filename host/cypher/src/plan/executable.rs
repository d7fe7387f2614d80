//! The plan as a whole, and the names that it mentions.

use smol_str::SmolStr;

use super::Query;
use super::number::{NameRef, Slot};
use crate::error::Span;
use crate::syntax::ast::Dialect;

/// An executable query.
#[derive(Clone, Debug)]
pub struct Plan {
    /// What is run.
    pub(crate) root: Query,
    /// The version of the language that it is written in.
    pub(crate) dialect: Dialect,
    /// Names and slots of the result's columns; empty where the query returns nothing.
    pub(crate) columns: Vec<(String, Slot)>,
    /// How wide a row is.
    pub(crate) slots: u32,
    /// What each slot holds, by its name in the text; empty where it has none. For printing only.
    pub(crate) slot_names: Vec<SmolStr>,
    /// Every label, type and key that the plan mentions.
    pub(crate) names: Vec<SmolStr>,
    /// Every parameter that the plan mentions; [`super::Expr::Parameter`] counts into it.
    pub(crate) parameters: Vec<SmolStr>,
    /// How many operators there are.
    pub(crate) operators: u32,
    /// How many bytes it was charged.
    pub(crate) bytes: usize,
    /// Whether running it can change the graph.
    pub(crate) writes: bool,
    /// Where reading parts of the text name labels, types and keys: a graph that has none of that name gives
    /// a notice.
    pub(crate) mentions: Vec<Mention>,
}

/// A label, type or key in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mention {
    /// Which of them.
    pub kind: NameKind,
    /// The name.
    pub name: NameRef,
    /// Its place.
    pub span: Span,
}

/// What a name names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NameKind {
    /// A label of a node.
    Label,
    /// A type of a relationship.
    Type,
    /// A label or a type: the text leaves it open.
    LabelOrType,
    /// A property key.
    Key,
}
