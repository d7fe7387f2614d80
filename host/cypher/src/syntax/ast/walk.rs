//! Looking into expressions: their direct parts, and the variables that they bring along.

use super::{
    BinaryOp, CaseTest, Expr, ExprKind, LabelExpr, LabelExprKind, MapProjectionItem, PathElement,
    PathPattern, PathShape,
};
use crate::stack::deeper;

impl Expr {
    /// The expressions directly inside of this one, in the order of the text. Subqueries are not entered.
    #[must_use]
    pub fn children(&self) -> Vec<&Expr> {
        match &self.kind {
            ExprKind::Literal(_)
            | ExprKind::Variable(_)
            | ExprKind::Parameter(_)
            | ExprKind::CountStar
            | ExprKind::Exists(_)
            | ExprKind::Count(_)
            | ExprKind::Collect(_) => vec![],
            ExprKind::List(items) => items.iter().collect(),
            ExprKind::Map(entries) => entries.iter().map(|(_, value)| value).collect(),
            ExprKind::MapProjection { subject, items } => {
                let entries = items.iter().filter_map(|item| match item {
                    MapProjectionItem::Entry(_, value) => Some(value),
                    _ => None,
                });
                std::iter::once(&**subject).chain(entries).collect()
            }
            ExprKind::Property(inner, _)
            | ExprKind::Unary(_, inner)
            | ExprKind::HasLabels(inner, _)
            | ExprKind::IsNull { expr: inner, .. }
            | ExprKind::IsTyped { expr: inner, .. }
            | ExprKind::IsNormalized { expr: inner, .. } => vec![inner],
            ExprKind::Index(left, right) | ExprKind::Binary(_, left, right) => vec![left, right],
            ExprKind::Slice(list, from, to) => {
                std::iter::once(list).chain(from).chain(to).map(|inner| &**inner).collect()
            }
            ExprKind::Comparison { first, rest } => {
                std::iter::once(&**first).chain(rest.iter().map(|(_, right)| right)).collect()
            }
            ExprKind::Case { subject, alternatives, otherwise } => {
                let mut parts: Vec<&Expr> = subject.iter().map(|subject| &**subject).collect();
                for alternative in alternatives {
                    parts.extend(alternative.tests.iter().filter_map(CaseTest::expr));
                    parts.push(&alternative.result);
                }
                parts.extend(otherwise.iter().map(|otherwise| &**otherwise));
                parts
            }
            ExprKind::Function(call) => call.arguments.iter().collect(),
            ExprKind::ListComprehension { list, predicate, map, .. } => {
                std::iter::once(list).chain(predicate).chain(map).map(|inner| &**inner).collect()
            }
            ExprKind::Quantifier { list, predicate, .. } => {
                std::iter::once(list).chain(predicate).map(|inner| &**inner).collect()
            }
            ExprKind::Reduce { init, list, step, every, .. } => {
                [init, list, step].into_iter().chain(every).map(|inner| &**inner).collect()
            }
            ExprKind::PatternComprehension { pattern, predicate, map } => {
                let inner = predicate.iter().chain(std::iter::once(map)).map(|inner| &**inner);
                pattern.expressions().into_iter().chain(inner).collect()
            }
            ExprKind::Pattern(pattern) | ExprKind::ShortestPath(pattern) => pattern.expressions(),
        }
    }

    /// What all has to hold for it to be true: the parts that AND joins, the first one first.
    pub(crate) fn conjuncts(&self) -> impl Iterator<Item = &Expr> {
        self.joined_by(BinaryOp::And)
    }

    /// The parts that an operator joins, the first one first; the expression itself where it is of another one.
    pub(crate) fn joined_by(&self, op: BinaryOp) -> impl Iterator<Item = &Expr> {
        let mut pending = vec![self];
        std::iter::from_fn(move || {
            loop {
                let part = pending.pop()?;
                match &part.kind {
                    ExprKind::Binary(other, left, right) if *other == op => {
                        pending.extend([&**right, &**left]);
                    }
                    _ => return Some(part),
                }
            }
        })
    }

    /// The variables that this expression declares for its own parts.
    #[must_use]
    pub(crate) fn locals(&self) -> Vec<&str> {
        match &self.kind {
            ExprKind::ListComprehension { variable, .. }
            | ExprKind::Quantifier { variable, .. } => vec![&variable.text],
            ExprKind::Reduce { accumulator, variable, .. } => {
                vec![&accumulator.text, &variable.text]
            }
            ExprKind::PatternComprehension { pattern, .. } => pattern.variables(),
            _ => vec![],
        }
    }
}

impl LabelExpr {
    /// Whether some part of it is of this kind.
    #[must_use]
    pub fn mentions(&self, wanted: &dyn Fn(&LabelExprKind) -> bool) -> bool {
        wanted(&self.kind)
            || deeper(|| match &self.kind {
                LabelExprKind::Name(_) | LabelExprKind::Any => false,
                LabelExprKind::Not(inner) => inner.mentions(wanted),
                LabelExprKind::And(members)
                | LabelExprKind::Or(members)
                | LabelExprKind::Colon(members) => {
                    members.iter().any(|member| member.mentions(wanted))
                }
            })
    }
}

impl CaseTest {
    /// The expression that is compared with, where there is one.
    #[must_use]
    pub fn expr(&self) -> Option<&Expr> {
        match self {
            CaseTest::Expr(expr) | CaseTest::Comparison(_, expr) | CaseTest::Binary(_, expr) => {
                Some(expr)
            }
            CaseTest::IsNull { .. }
            | CaseTest::IsTyped { .. }
            | CaseTest::IsNormalized { .. }
            | CaseTest::HasLabels(_) => None,
        }
    }
}

impl PathPattern {
    /// The elements in a row.
    #[must_use]
    pub fn chain(&self) -> &[PathElement] {
        match &self.shape {
            PathShape::Chain(chain) | PathShape::Shortest { chain, .. } => chain,
        }
    }

    /// Property maps and predicates of nodes and relationships.
    #[must_use]
    pub fn expressions(&self) -> Vec<&Expr> {
        let mut found = vec![];
        for element in self.chain() {
            let (properties, predicate) = match element {
                PathElement::Node(node) => (&node.properties, &node.predicate),
                PathElement::Relationship(relationship) => {
                    (&relationship.properties, &relationship.predicate)
                }
                PathElement::Group(group) => (&None, &group.predicate),
            };
            found.extend(properties);
            found.extend(predicate.iter().map(|predicate| &**predicate));
        }
        found
    }

    /// The variables of the path and of its direct elements.
    #[must_use]
    pub fn variables(&self) -> Vec<&str> {
        let elements = self.chain().iter().filter_map(|element| match element {
            PathElement::Node(node) => node.variable.as_ref(),
            PathElement::Relationship(relationship) => relationship.variable.as_ref(),
            PathElement::Group(_) => None,
        });
        self.variable.iter().chain(elements).map(|name| name.text.as_str()).collect()
    }
}
