//! Expressions as the runner evaluates them: variables are slots, parameters are numbers, functions are
//! entries of the function table. The recursion of the plan's types closes here: an expression contains
//! queries of expressions. How expressions are evaluated is the runner's business.

use smol_str::SmolStr;

use super::label::LabelTest;
use super::number::{NameRef, Slot};
use super::operator::{Pipeline, Query};
use crate::error::Span;
use crate::signatures::FunctionSignature;
use crate::syntax::ast;
use crate::value::Value;

/// An expression.
#[derive(Clone, Debug)]
pub(crate) enum Expr {
    /// A value that is known from the text.
    Constant(Value),
    /// A variable.
    Slot(Slot),
    /// A parameter, by its place in [`super::Plan::parameters`].
    Parameter(u32),
    /// `[a, b]`.
    List(Vec<Expr>),
    /// `{a: b}`, sorted by key.
    Map(Vec<(SmolStr, Expr)>),
    /// `x.key`.
    Property(Box<Expr>, NameRef, Span),
    /// `x[i]`.
    Index(Box<Expr>, Box<Expr>, Span),
    /// `x[a..b]`.
    Slice(Box<Expr>, Option<Box<Expr>>, Option<Box<Expr>>, Span),
    /// `NOT x`, with three-valued logic.
    Not(Box<Expr>, Span),
    /// `-x`.
    Negate(Box<Expr>, Span),
    /// Flattened `AND`, left to right, stopping at the first false.
    And(Vec<Expr>, Span),
    /// Flattened `OR`, left to right, stopping at the first true.
    Or(Vec<Expr>, Span),
    /// Arithmetic, string and list operators.
    Binary(ast::BinaryOp, Box<Expr>, Box<Expr>, Span),
    /// One comparison. A chain `a < b < c` becomes an `And` of these; its middle terms are evaluated twice
    /// only where that is free of effects and cheap, else they are kept in a slot by [`Expr::Let`].
    Compare(ast::ComparisonOp, Box<Expr>, Box<Expr>, Span),
    /// Evaluates and keeps a value in a slot for the expression behind it.
    Let(Slot, Box<Expr>, Box<Expr>),
    /// `x IS NULL`.
    IsNull(Box<Expr>, bool),
    /// `x IS [NOT] :: T`; the flag is `NOT`.
    IsTyped(Box<Expr>, bool, ast::TypeName),
    /// `x IS [NOT] NORMALIZED`; the flag is `NOT`.
    IsNormalized(Box<Expr>, bool, ast::NormalForm),
    /// `n:A&B` on a node or relationship.
    HasLabels(Box<Expr>, LabelTest<Expr>),
    /// Searched `CASE`; the simple form keeps its subject in a slot and compares.
    Case {
        /// Test and result.
        alternatives: Vec<(Expr, Expr)>,
        /// `ELSE`, null where there is none.
        otherwise: Box<Expr>,
    },
    /// A call of a scalar function.
    Call(&'static FunctionSignature, Vec<Expr>, Span),
    /// `[x IN list WHERE p | e]`.
    ListComprehension {
        /// Where each element goes.
        slot: Slot,
        /// The list.
        list: Box<Expr>,
        /// `WHERE`.
        predicate: Option<Box<Expr>>,
        /// `| e`.
        map: Option<Box<Expr>>,
    },
    /// `all(x IN list WHERE p)` and its like.
    Quantifier {
        /// Which.
        kind: ast::ListQuantifier,
        /// Where each element goes.
        slot: Slot,
        /// The list.
        list: Box<Expr>,
        /// The predicate.
        predicate: Box<Expr>,
    },
    /// `reduce(a = init, x IN list | e)`.
    Reduce {
        /// Where the accumulated value is.
        accumulator: Slot,
        /// What it begins with.
        init: Box<Expr>,
        /// Where each element goes.
        slot: Slot,
        /// The list.
        list: Box<Expr>,
        /// The next accumulated value.
        step: Box<Expr>,
        /// Whether it may grow in place: nothing reads it any more where the step takes it.
        in_place: bool,
        /// What must be true of it: `allReduce` gives whether it always was.
        every: Option<Box<Expr>>,
    },
    /// `n {.a, .*, b: 1}`.
    MapProjection {
        /// A node, relationship or map.
        subject: Box<Expr>,
        /// Later items win.
        items: Vec<ProjectionItem>,
        /// Where to point when it fails.
        span: Span,
    },
    /// `EXISTS { }` and bare patterns: whether the query pushes a row.
    Exists(Box<Query<Expr>>),
    /// `COUNT { }`: how many it pushes; a row stands for so many where a slot says so.
    Count(Box<Query<Expr>>, Option<Slot>),
    /// `COLLECT { }`: the values of its one column.
    Collect(Box<Query<Expr>>, Slot),
    /// `[(a)-->(b) WHERE p | e]`: the value of the last expression for each row of the chain.
    PatternComprehension(Box<Pipeline<Expr>>, Box<Expr>),
    /// Builds the path that a pattern walked, out of the values that it bound.
    Path(Vec<PathPart>),
    /// Whether the path in the slot comes to no node twice: the mode `ACYCLIC`.
    IsAcyclic(Slot),
}

/// An item of a map projection.
#[derive(Clone, Debug)]
pub(crate) enum ProjectionItem {
    /// `.*`.
    All,
    /// `.key`, under its name.
    Property(SmolStr, NameRef),
    /// `key: e`.
    Entry(SmolStr, Expr),
}

impl ProjectionItem {
    /// The key that it is the value of, unless it is many.
    pub(super) fn key(&self) -> Option<&SmolStr> {
        match self {
            ProjectionItem::All => None,
            ProjectionItem::Property(key, _) | ProjectionItem::Entry(key, _) => Some(key),
        }
    }
}

/// A piece of a path to be built.
#[derive(Clone, Debug)]
pub(crate) enum PathPart {
    /// A node.
    Node(Slot),
    /// A relationship, or the list of them that a variable-length pattern bound.
    Relationships(Slot),
    /// The quantified part's hops: the relationship slots are lists, one entry an iteration, interleaved.
    Interleaved(Vec<Slot>),
}
