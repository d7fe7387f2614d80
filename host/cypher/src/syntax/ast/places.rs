//! Two trees are the same where all but their places is, so that a query may be compared with itself as it stands
//! elsewhere, and comparing ends at the first difference.

use super::clause::{Clause, Hint, InTransactions, Query, SingleQuery};
use super::expr::{Expr, Literal};
use super::name::Name;
use super::operator::TypeName;
use super::pattern::{
    GroupPattern, LabelExpr, NodePattern, PathPattern, Quantifier, RelationshipPattern,
};
use crate::stack::deeper;

macro_rules! same_but_for_places {
    ($($type:ident $(<$expr:ident>)? { $($field:ident),+ })*) => {$(
        impl $(<$expr: PartialEq>)? PartialEq for $type $(<$expr>)? {
            fn eq(&self, other: &Self) -> bool {
                let $type { $($field,)+ span: _ } = self;
                $(*$field == other.$field)&&+
            }
        }
    )*};
}

same_but_for_places! {
    Clause<E> { kind }
    GroupPattern<E> { variable, chain, predicate, quantifier }
    Hint { kind, variables }
    InTransactions<E> { concurrent, rows, on_error, report }
    LabelExpr<E> { kind }
    Name { text }
    NodePattern<E> { variable, labels, properties, predicate }
    PathPattern<E> { variable, selector, acyclic, shape }
    Quantifier { min, max }
    RelationshipPattern<E> { variable, types, properties, predicate, direction, length }
    SingleQuery<E> { clauses }
    TypeName { alternatives }
}

impl PartialEq for Expr {
    fn eq(&self, other: &Expr) -> bool {
        deeper(|| self.kind == other.kind)
    }
}

impl<E: PartialEq> PartialEq for Query<E> {
    fn eq(&self, other: &Query<E>) -> bool {
        match (self, other) {
            (Query::Single(one), Query::Single(other)) => one == other,
            (
                Query::Union { members, all, span: _ },
                Query::Union { members: others, all: other_all, span: _ },
            ) => all == other_all && members == others,
            (
                Query::When { branches, otherwise, span: _ },
                Query::When { branches: others, otherwise: other, span: _ },
            ) => branches == others && otherwise == other,
            _ => false,
        }
    }
}

impl PartialEq for Literal {
    /// As they are written: NaN is the literal that it is, whatever numbers make of it.
    fn eq(&self, other: &Literal) -> bool {
        match (self, other) {
            (Literal::Null, Literal::Null) => true,
            (Literal::Bool(one), Literal::Bool(other)) => one == other,
            (Literal::Integer(one), Literal::Integer(other)) => one == other,
            (Literal::Float(one), Literal::Float(other)) => one.to_bits() == other.to_bits(),
            (Literal::String(one), Literal::String(other)) => one == other,
            _ => false,
        }
    }
}
