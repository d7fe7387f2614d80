//! Expressions of the syntax tree, and the one place where its recursion closes: an expression contains
//! patterns and queries of expressions. Operators and type names are next door.

use std::fmt;

use smol_str::SmolStr;

use super::clause::{Match, Query};
use super::name::Name;
use super::operator::{BinaryOp, ComparisonOp, ListQuantifier, NormalForm, TypeName, UnaryOp};
use super::pattern::{LabelExpr, PathPattern};
use crate::error::Span;
use crate::stack::deeper;

/// An expression and its place.
pub struct Expr {
    /// Which.
    pub kind: ExprKind,
    /// Its exact text, without the white space around it.
    pub span: Span,
}

impl Expr {
    /// The name that a column has without an alias: that of its variable, also behind a map projection, which
    /// other expressions don't have.
    pub(crate) fn implied_name(&self) -> Option<&str> {
        match &self.kind {
            ExprKind::Variable(name) => Some(name),
            ExprKind::MapProjection { subject, .. } => subject.implied_name(),
            _ => None,
        }
    }

    /// What a column without an alias is called: by its implied name, or as its author wrote it.
    pub(crate) fn column_name<'a>(&'a self, author: &'a str) -> &'a str {
        self.implied_name().unwrap_or_else(|| self.span.of(author))
    }
}

impl Clone for Expr {
    /// Copying takes far more stack a level than walking does, so it looks after the stack itself.
    fn clone(&self) -> Expr {
        let copy = || Expr { kind: self.kind.clone(), span: self.span };
        deeper(copy)
    }
}

impl fmt::Debug for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let show =
            || f.debug_struct("Expr").field("kind", &self.kind).field("span", &self.span).finish();
        deeper(show)
    }
}

/// The kinds of expression.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// `null`, `1`, `'text'`, `true`, `INF`.
    Literal(Literal),
    /// `x`.
    Variable(SmolStr),
    /// `$name`.
    Parameter(SmolStr),
    /// `[1, 2]`.
    List(Vec<Expr>),
    /// `{k: v}`.
    Map(Vec<(Name, Expr)>),
    /// `n {.key, .*, other: 1, variable}`.
    MapProjection {
        /// The node, relationship or map.
        subject: Box<Expr>,
        /// The items.
        items: Vec<MapProjectionItem>,
    },
    /// `x.key`.
    Property(Box<Expr>, Name),
    /// `x[i]`.
    Index(Box<Expr>, Box<Expr>),
    /// `x[a..b]`.
    Slice(Box<Expr>, Option<Box<Expr>>, Option<Box<Expr>>),
    /// A prefix operator.
    Unary(UnaryOp, Box<Expr>),
    /// An infix operator other than a comparison.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `a < b <= c`: one or more comparisons in a row.
    Comparison {
        /// `a`.
        first: Box<Expr>,
        /// `< b`, `<= c`.
        rest: Vec<(ComparisonOp, Expr)>,
    },
    /// `x IS NULL`, `x IS NOT NULL`.
    IsNull {
        /// `x`.
        expr: Box<Expr>,
        /// `NOT`.
        negated: bool,
    },
    /// `x IS :: INTEGER NOT NULL`, `x IS TYPED ...`.
    IsTyped {
        /// `x`.
        expr: Box<Expr>,
        /// `NOT`.
        negated: bool,
        /// The type.
        of: TypeName,
    },
    /// `x IS [NOT] [NFC] NORMALIZED`.
    IsNormalized {
        /// `x`.
        expr: Box<Expr>,
        /// `NOT`.
        negated: bool,
        /// `NFC` where it is left out.
        form: NormalForm,
    },
    /// `n:Label&Other`, `n IS Label`.
    HasLabels(Box<Expr>, LabelExpr<Expr>),
    /// `CASE x WHEN ...` and `CASE WHEN ...`.
    Case {
        /// The subject of the simple form.
        subject: Option<Box<Expr>>,
        /// The alternatives.
        alternatives: Vec<CaseAlternative>,
        /// `ELSE`.
        otherwise: Option<Box<Expr>>,
    },
    /// A function, its full name with its dots.
    Function(FunctionCall),
    /// `count(*)`.
    CountStar,
    /// `[x IN list WHERE p | e]`.
    ListComprehension {
        /// `x`.
        variable: Name,
        /// The list.
        list: Box<Expr>,
        /// `WHERE`.
        predicate: Option<Box<Expr>>,
        /// `| e`.
        map: Option<Box<Expr>>,
    },
    /// `[p = (a)-->(b) WHERE q | e]`.
    PatternComprehension {
        /// The pattern, its variable included.
        pattern: Box<PathPattern<Expr>>,
        /// `WHERE`.
        predicate: Option<Box<Expr>>,
        /// `| e`.
        map: Box<Expr>,
    },
    /// `all(x IN list WHERE p)` and its like.
    Quantifier {
        /// Which.
        kind: ListQuantifier,
        /// `x`.
        variable: Name,
        /// The list.
        list: Box<Expr>,
        /// `WHERE`, which may be left out.
        predicate: Option<Box<Expr>>,
    },
    /// `reduce(a = init, x IN list | e)` or `allReduce(a = init, x IN list | e, p)`.
    Reduce {
        /// `a`.
        accumulator: Name,
        /// `init`.
        init: Box<Expr>,
        /// `x`.
        variable: Name,
        /// The list.
        list: Box<Expr>,
        /// `e`.
        step: Box<Expr>,
        /// What must be true behind each step: then it is an `allReduce(a = init, x IN list | e, predicate)`, which
        /// tells whether it was.
        every: Option<Box<Expr>>,
    },
    /// A bare pattern in a predicate: `WHERE (a)-->(b)`.
    Pattern(Box<PathPattern<Expr>>),
    /// `shortestPath((a)-[*]-(b))` as an expression.
    ShortestPath(Box<PathPattern<Expr>>),
    /// `EXISTS { ... }`.
    Exists(SubqueryBody),
    /// `COUNT { ... }`.
    Count(SubqueryBody),
    /// `COLLECT { ... }`.
    Collect(Box<Query<Expr>>),
}

/// What stands in the braces of `EXISTS` and `COUNT`.
#[derive(Clone, Debug, PartialEq)]
pub enum SubqueryBody {
    /// A pattern without `MATCH`.
    Pattern(Box<Match<Expr>>),
    /// A whole query.
    Query(Box<Query<Expr>>),
}

/// A literal.
#[derive(Clone, Debug)]
pub enum Literal {
    /// `null`.
    Null,
    /// `true`, `false`.
    Bool(bool),
    /// `1`, `0xff`, `0o17`.
    Integer(i64),
    /// `1.5`, `1e3`, `INF`, `NaN`.
    Float(f64),
    /// `'text'`, escapes resolved.
    String(String),
}

/// A function call.
#[derive(Clone, Debug, PartialEq)]
pub struct FunctionCall {
    /// The name with its dots, as written.
    pub name: Name,
    /// `DISTINCT` before the arguments.
    pub distinct: bool,
    /// The arguments.
    pub arguments: Vec<Expr>,
}

/// An item of a map projection.
#[derive(Clone, Debug, PartialEq)]
pub enum MapProjectionItem {
    /// `.*`.
    All,
    /// `.key`.
    Property(Name),
    /// `key: expr`.
    Entry(Name, Expr),
    /// `variable`.
    Variable(Name),
}

/// One `WHEN ... THEN ...` of a `CASE`.
#[derive(Clone, Debug, PartialEq)]
pub struct CaseAlternative {
    /// What is tested; the simple form takes several.
    pub tests: Vec<CaseTest>,
    /// `THEN`.
    pub result: Expr,
}

/// A test of a `WHEN`.
#[derive(Clone, Debug, PartialEq)]
pub enum CaseTest {
    /// A value to equal (simple form) or a predicate (searched form).
    Expr(Expr),
    /// `WHEN < 10`.
    Comparison(ComparisonOp, Expr),
    /// `WHEN =~ 'x'`, `WHEN STARTS WITH 'x'`, `WHEN IN list` and their like.
    Binary(BinaryOp, Expr),
    /// `WHEN IS [NOT] NULL`.
    IsNull {
        /// `NOT`.
        negated: bool,
    },
    /// `WHEN IS [NOT] TYPED INTEGER`.
    IsTyped {
        /// `NOT`.
        negated: bool,
        /// The type.
        of: TypeName,
    },
    /// `WHEN IS [NOT] NORMALIZED`.
    IsNormalized {
        /// `NOT`.
        negated: bool,
        /// The form.
        form: NormalForm,
    },
    /// `WHEN :A`, `WHEN IS LABELED A`.
    HasLabels(LabelExpr<Expr>),
}
