//! The operators of expressions, and types as they are written after `::`.

use std::cmp::Ordering;

use crate::error::Span;
use crate::vector::CoordinateType;

/// A prefix operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// `NOT`.
    Not,
    /// `-`.
    Minus,
    /// `+`.
    Plus,
}

/// An infix operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// `OR`.
    Or,
    /// `XOR`.
    Xor,
    /// `AND`.
    And,
    /// `+`.
    Add,
    /// `-`.
    Subtract,
    /// `*`.
    Multiply,
    /// `/`.
    Divide,
    /// `%`.
    Modulo,
    /// `^`.
    Power,
    /// `||`.
    Concat,
    /// `IN`.
    In,
    /// `STARTS WITH`.
    StartsWith,
    /// `ENDS WITH`.
    EndsWith,
    /// `CONTAINS`.
    Contains,
    /// `=~`.
    Regex,
}

impl BinaryOp {
    /// What it makes of two integers, where that is a third one and no error. What is divided by -1 comes round to the other
    /// end rather than not fit.
    #[inline]
    pub(crate) fn of_integers(self, a: i64, b: i64) -> Option<i64> {
        match self {
            BinaryOp::Add => a.checked_add(b),
            BinaryOp::Subtract => a.checked_sub(b),
            BinaryOp::Multiply => a.checked_mul(b),
            BinaryOp::Divide => (b != 0).then(|| a.wrapping_div(b)),
            BinaryOp::Modulo => (b != 0).then(|| a.wrapping_rem(b)),
            _ => None,
        }
    }
}

/// A comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ComparisonOp {
    /// `=`.
    Equal,
    /// `<>` (and `!=`, which is refused).
    NotEqual,
    /// `<`.
    Less,
    /// `<=`.
    LessOrEqual,
    /// `>`.
    Greater,
    /// `>=`.
    GreaterOrEqual,
}

impl ComparisonOp {
    /// Whether it is true of two things that stand so to each other.
    #[inline]
    pub(crate) fn holds(self, order: Ordering) -> bool {
        match self {
            ComparisonOp::Equal => order.is_eq(),
            ComparisonOp::NotEqual => order.is_ne(),
            ComparisonOp::Less => order.is_lt(),
            ComparisonOp::LessOrEqual => order.is_le(),
            ComparisonOp::Greater => order.is_gt(),
            ComparisonOp::GreaterOrEqual => order.is_ge(),
        }
    }

    /// The comparison read from its other side.
    pub(crate) fn turned(self) -> ComparisonOp {
        match self {
            ComparisonOp::Less => ComparisonOp::Greater,
            ComparisonOp::LessOrEqual => ComparisonOp::GreaterOrEqual,
            ComparisonOp::Greater => ComparisonOp::Less,
            ComparisonOp::GreaterOrEqual => ComparisonOp::LessOrEqual,
            op => op,
        }
    }
}

/// `all`, `any`, `none`, `single`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ListQuantifier {
    /// `all(...)`.
    All,
    /// `any(...)`.
    Any,
    /// `none(...)`.
    None,
    /// `single(...)`.
    Single,
}

/// A Unicode normal form.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum NormalForm {
    /// The default.
    #[default]
    Nfc,
    /// `NFD`.
    Nfd,
    /// `NFKC`.
    Nfkc,
    /// `NFKD`.
    Nfkd,
}

/// A type as written after `::`.
#[derive(Clone, Debug)]
pub struct TypeName {
    /// The alternatives of `INTEGER | STRING`; one where there is no bar.
    pub alternatives: Vec<TypeAlternative>,
    /// Its place.
    pub span: Span,
}

/// One type of a union.
#[derive(Clone, Debug, PartialEq)]
pub struct TypeAlternative {
    /// Which.
    pub base: BaseType,
    /// `NOT NULL`.
    pub not_null: bool,
}

/// The types of values.
#[derive(Clone, Debug, PartialEq)]
pub enum BaseType {
    /// `NOTHING`.
    Nothing,
    /// `NULL`.
    Null,
    /// `BOOLEAN`, `BOOL`.
    Boolean,
    /// `STRING`, `VARCHAR`.
    String,
    /// `INTEGER`, `INT`, `SIGNED INTEGER`, and the sized forms.
    Integer,
    /// `FLOAT`.
    Float,
    /// `DATE`.
    Date,
    /// `LOCAL TIME`, `TIME WITHOUT TIMEZONE`.
    LocalTime,
    /// `ZONED TIME`, `TIME WITH TIMEZONE`.
    ZonedTime,
    /// `LOCAL DATETIME`.
    LocalDateTime,
    /// `ZONED DATETIME`.
    ZonedDateTime,
    /// `DURATION`.
    Duration,
    /// `POINT`.
    Point,
    /// `NODE`, `VERTEX`.
    Node,
    /// `RELATIONSHIP`, `EDGE`.
    Relationship,
    /// `MAP`.
    Map,
    /// `LIST<T>`, `ARRAY<T>`, `T LIST`.
    List(Box<TypeName>),
    /// `UUID`.
    Uuid,
    /// `VECTOR`, `VECTOR<INTEGER8>(3)`.
    Vector {
        /// The type of its coordinates, where it is said.
        of: Option<CoordinateType>,
        /// How many there are, where it is said.
        dimension: Option<u64>,
    },
    /// `PATH`.
    Path,
    /// `ANY`, `PROPERTY VALUE` is `Property`.
    Any,
    /// `PROPERTY VALUE`.
    Property,
}
