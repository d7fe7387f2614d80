//! Patterns of the syntax tree: paths, their elements, quantifiers, label expressions.

use super::{Expr, Name};
use crate::error::Span;

/// One path pattern of a `MATCH`, `CREATE`, `MERGE` or subquery.
#[derive(Clone, Debug, PartialEq)]
pub struct PathPattern {
    /// `p = ...`.
    pub variable: Option<Name>,
    /// `SHORTEST 2 GROUPS` and its like.
    pub selector: Selector,
    /// What is matched.
    pub shape: PathShape,
    /// All of it.
    pub span: Span,
}

/// Which of the matching paths of each pair of end nodes are kept.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Selector {
    /// All of them.
    #[default]
    All,
    /// `ANY [k]`.
    Any(Option<Expr>),
    /// `ALL SHORTEST`.
    AllShortest,
    /// `ANY SHORTEST` and `SHORTEST k`.
    Shortest(Option<Expr>),
    /// `SHORTEST [k] GROUPS`.
    ShortestGroups(Option<Expr>),
}

/// The shape of a path.
#[derive(Clone, Debug, PartialEq)]
pub enum PathShape {
    /// Nodes, relationships and quantified parts in a row.
    Chain(Vec<PathElement>),
    /// `shortestPath(...)` or `allShortestPaths(...)` around a chain.
    Shortest {
        /// `allShortestPaths`.
        all: bool,
        /// Node, relationship, node.
        chain: Vec<PathElement>,
    },
}

/// A link of the chain. Nodes and relationships alternate; where a quantified part touches another
/// one, or stands at an end, the node between is not written and is anonymous.
#[derive(Clone, Debug, PartialEq)]
pub enum PathElement {
    /// `(n:Label {k: v} WHERE ...)`.
    Node(NodePattern),
    /// `-[r:TYPE]->`, with its variable length or quantifier.
    Relationship(RelationshipPattern),
    /// `((a)-[r]->(b) WHERE ...){1,3}`, or parentheses without a quantifier around a whole pattern.
    Group(GroupPattern),
}

/// A node pattern.
#[derive(Clone, Debug, PartialEq)]
pub struct NodePattern {
    /// Its variable.
    pub variable: Option<Name>,
    /// `:Label` and its expressions.
    pub labels: Option<LabelExpr>,
    /// `{k: v}` or `$parameter`.
    pub properties: Option<Expr>,
    /// Inline `WHERE`.
    pub predicate: Option<Box<Expr>>,
    /// From parenthesis to parenthesis.
    pub span: Span,
}

/// A relationship pattern.
#[derive(Clone, Debug, PartialEq)]
pub struct RelationshipPattern {
    /// Its variable.
    pub variable: Option<Name>,
    /// Its types.
    pub types: Option<LabelExpr>,
    /// `{k: v}` or `$parameter`.
    pub properties: Option<Expr>,
    /// Inline `WHERE`.
    pub predicate: Option<Box<Expr>>,
    /// Which way the arrow points.
    pub direction: Arrow,
    /// `*`, `*1..3` (old variable length) or a quantifier behind the arrow.
    pub length: RelationshipLength,
    /// From end to end.
    pub span: Span,
}

/// Which way a relationship pattern points, read from left to right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arrow {
    /// `-->`.
    Right,
    /// `<--`.
    Left,
    /// `--` or `<-->`.
    Either,
}

/// How many relationships a relationship pattern stands for.
#[derive(Clone, Debug, PartialEq)]
pub enum RelationshipLength {
    /// Exactly one.
    One,
    /// `*`, `*2`, `*1..3`, `*..3`: the old form, whose variable is a list.
    Variable {
        /// The lower bound; 1 where it is left out.
        min: Option<u64>,
        /// The upper bound; none where it is left out.
        max: Option<u64>,
    },
    /// `-->{1,3}`, `-->+`, `-->*`.
    Quantified(Quantifier),
}

/// `{m,n}`, `+`, `*`.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantifier {
    /// At least so often.
    pub min: u64,
    /// At most so often.
    pub max: Option<u64>,
    /// Its place.
    pub span: Span,
}

/// A parenthesised path pattern.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupPattern {
    /// `p = ` inside the parentheses, legal only without a quantifier.
    pub variable: Option<Name>,
    /// What is inside.
    pub chain: Vec<PathElement>,
    /// `WHERE` inside the parentheses.
    pub predicate: Option<Box<Expr>>,
    /// `None` for plain parentheses around a whole path pattern.
    pub quantifier: Option<Quantifier>,
    /// All of it.
    pub span: Span,
}

/// A label expression.
#[derive(Clone, Debug, PartialEq)]
pub struct LabelExpr {
    /// Which.
    pub kind: LabelExprKind,
    /// Its place.
    pub span: Span,
}

/// The kinds of label expression.
#[derive(Clone, Debug, PartialEq)]
pub enum LabelExprKind {
    /// `A`, `$(expr)`.
    Name(LabelName),
    /// `%`.
    Any,
    /// `!A`.
    Not(Box<LabelExpr>),
    /// `A&B`.
    And(Vec<LabelExpr>),
    /// `A|B` (and `A|:B`).
    Or(Vec<LabelExpr>),
    /// `:A:B`, the old conjunction, which may not be mixed with the symbols.
    Colon(Vec<LabelExpr>),
}

/// A label or type that is written down or computed (`$(expression)`, `$any(list)`).
#[derive(Clone, Debug, PartialEq)]
pub enum LabelName {
    /// As written.
    Static(Name),
    /// `$(expr)` or `$all(expr)`: all labels of a list; `$any(expr)`: any of them.
    Dynamic {
        /// A string or a list of strings.
        expr: Box<Expr>,
        /// `$any`.
        any: bool,
    },
}
