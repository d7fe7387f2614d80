//! Patterns of the syntax tree: paths, their elements, quantifiers, label expressions. Their properties and
//! predicates are of a type `E`: expressions, which contain patterns in turn and are written on top of them.

use super::name::Name;
use crate::error::Span;

/// One path pattern of a `MATCH`, `CREATE`, `MERGE` or subquery.
#[derive(Clone, Debug)]
pub struct PathPattern<E> {
    /// `p = ...`.
    pub variable: Option<Name>,
    /// `SHORTEST 2 GROUPS` and its like.
    pub selector: Selector<E>,
    /// Whether it comes to no node twice.
    pub acyclic: bool,
    /// What is matched.
    pub shape: PathShape<E>,
    /// All of it.
    pub span: Span,
}

/// Which of the matching paths of each pair of end nodes are kept.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Selector<E> {
    /// All of them.
    #[default]
    All,
    /// `ANY [k]`.
    Any(Option<E>),
    /// `ALL SHORTEST`.
    AllShortest,
    /// `ANY SHORTEST` and `SHORTEST k`.
    Shortest(Option<E>),
    /// `SHORTEST [k] GROUPS`.
    ShortestGroups(Option<E>),
}

/// The shape of a path.
#[derive(Clone, Debug, PartialEq)]
pub enum PathShape<E> {
    /// Nodes, relationships and quantified parts in a row.
    Chain(Vec<PathElement<E>>),
    /// `shortestPath(...)` or `allShortestPaths(...)` around a chain.
    Shortest {
        /// `allShortestPaths`.
        all: bool,
        /// Node, relationship, node.
        chain: Vec<PathElement<E>>,
    },
}

/// A link of the chain. Nodes and relationships alternate; where a quantified part touches another
/// one, or stands at an end, the node between is not written and is anonymous.
#[derive(Clone, Debug, PartialEq)]
pub enum PathElement<E> {
    /// `(n:Label {k: v} WHERE ...)`.
    Node(NodePattern<E>),
    /// `-[r:TYPE]->`, with its variable length or quantifier.
    Relationship(RelationshipPattern<E>),
    /// `((a)-[r]->(b) WHERE ...){1,3}`, or parentheses without a quantifier around a whole pattern.
    Group(GroupPattern<E>),
}

/// A node pattern.
#[derive(Clone, Debug)]
pub struct NodePattern<E> {
    /// Its variable.
    pub variable: Option<Name>,
    /// `:Label` and its expressions.
    pub labels: Option<LabelExpr<E>>,
    /// `{k: v}` or `$parameter`.
    pub properties: Option<E>,
    /// Inline `WHERE`.
    pub predicate: Option<Box<E>>,
    /// From parenthesis to parenthesis.
    pub span: Span,
}

/// A relationship pattern.
#[derive(Clone, Debug)]
pub struct RelationshipPattern<E> {
    /// Its variable.
    pub variable: Option<Name>,
    /// Its types.
    pub types: Option<LabelExpr<E>>,
    /// `{k: v}` or `$parameter`.
    pub properties: Option<E>,
    /// Inline `WHERE`.
    pub predicate: Option<Box<E>>,
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
#[derive(Clone, Debug)]
pub struct Quantifier {
    /// At least so often.
    pub min: u64,
    /// At most so often.
    pub max: Option<u64>,
    /// Its place.
    pub span: Span,
}

/// A parenthesised path pattern.
#[derive(Clone, Debug)]
pub struct GroupPattern<E> {
    /// `p = ` inside the parentheses, legal only without a quantifier.
    pub variable: Option<Name>,
    /// What is inside.
    pub chain: Vec<PathElement<E>>,
    /// `WHERE` inside the parentheses.
    pub predicate: Option<Box<E>>,
    /// `None` for plain parentheses around a whole path pattern.
    pub quantifier: Option<Quantifier>,
    /// All of it.
    pub span: Span,
}

/// A label expression.
#[derive(Clone, Debug)]
pub struct LabelExpr<E> {
    /// Which.
    pub kind: LabelExprKind<E>,
    /// Its place.
    pub span: Span,
}

/// The kinds of label expression.
#[derive(Clone, Debug, PartialEq)]
pub enum LabelExprKind<E> {
    /// `A`, `$(expr)`.
    Name(LabelName<E>),
    /// `%`.
    Any,
    /// `!A`.
    Not(Box<LabelExpr<E>>),
    /// `A&B`.
    And(Vec<LabelExpr<E>>),
    /// `A|B` (and `A|:B`).
    Or(Vec<LabelExpr<E>>),
    /// `:A:B`, the old conjunction, which may not be mixed with the symbols.
    Colon(Vec<LabelExpr<E>>),
}

/// A label or type that is written down or computed (`$(expression)`, `$any(list)`).
#[derive(Clone, Debug, PartialEq)]
pub enum LabelName<E> {
    /// As written.
    Static(Name),
    /// `$(expr)` or `$all(expr)`: all labels of a list; `$any(expr)`: any of them.
    Dynamic {
        /// A string or a list of strings.
        expr: Box<E>,
        /// `$any`.
        any: bool,
    },
}
