//! Patterns and label expressions as text.

use super::writer::Printer;
use crate::stack::deeper;
use crate::syntax::ast::{
    Arrow, Expr, GroupPattern, LabelExpr, LabelExprKind, LabelName, Name, PathElement, PathPattern,
    PathShape, Quantifier, RelationshipLength, RelationshipPattern, Selector,
};

impl Printer<'_> {
    pub(super) fn path_pattern(&mut self, pattern: &PathPattern) {
        self.place(pattern.span);
        self.path_variable(pattern.variable.as_ref());
        self.selector(&pattern.selector, if pattern.acyclic { "ACYCLIC " } else { "" });
        match &pattern.shape {
            PathShape::Chain(chain) => self.chain(chain),
            PathShape::Shortest { all, chain } => {
                self.push(if *all { "allShortestPaths(" } else { "shortestPath(" });
                self.chain(chain);
                self.push(")");
            }
        }
    }

    fn path_variable(&mut self, variable: Option<&Name>) {
        if let Some(variable) = variable {
            self.variable(&variable.text);
            self.push(" = ");
        }
    }

    fn selector(&mut self, selector: &Selector, mode: &str) {
        let (word, count, groups) = match selector {
            Selector::All => return self.push(mode),
            Selector::Any(count) => ("ANY ", count.as_ref(), false),
            Selector::AllShortest => ("ALL SHORTEST ", None, false),
            Selector::Shortest(None) => ("ANY SHORTEST ", None, false),
            Selector::Shortest(count) => ("SHORTEST ", count.as_ref(), false),
            Selector::ShortestGroups(count) => ("SHORTEST ", count.as_ref(), true),
        };
        self.push(word);
        if let Some(count) = count {
            self.expr(count);
            self.push(" ");
        }
        self.push(mode);
        self.push(if groups { "PATHS GROUPS " } else { "PATHS " });
    }

    fn chain(&mut self, chain: &[PathElement]) {
        for element in chain {
            match element {
                PathElement::Node(node) => {
                    self.place(node.span);
                    self.push("(");
                    self.element(
                        node.variable.as_ref(),
                        node.labels.as_ref(),
                        &RelationshipLength::One,
                        node.properties.as_ref(),
                        node.predicate.as_deref(),
                    );
                    self.push(")");
                }
                PathElement::Relationship(relationship) => self.relationship(relationship),
                PathElement::Group(group) => deeper(|| self.group(group)),
            }
        }
    }

    fn group(&mut self, group: &GroupPattern) {
        self.push("(");
        self.path_variable(group.variable.as_ref());
        self.chain(&group.chain);
        self.predicate(group.predicate.as_deref());
        self.push(")");
        if let Some(quantifier) = &group.quantifier {
            self.quantifier(quantifier);
        }
    }

    fn quantifier(&mut self, quantifier: &Quantifier) {
        match (quantifier.min, quantifier.max) {
            (0, None) => self.push("*"),
            (1, None) => self.push("+"),
            (min, None) => self.push(&format!("{{{min},}}")),
            (min, Some(max)) => self.push(&format!("{{{min},{max}}}")),
        }
    }

    fn relationship(&mut self, relationship: &RelationshipPattern) {
        self.place(relationship.span);
        self.push(if relationship.direction == Arrow::Left { "<-[" } else { "-[" });
        self.element(
            relationship.variable.as_ref(),
            relationship.types.as_ref(),
            &relationship.length,
            relationship.properties.as_ref(),
            relationship.predicate.as_deref(),
        );
        self.push(if relationship.direction == Arrow::Right { "]->" } else { "]-" });
        if let RelationshipLength::Quantified(quantifier) = &relationship.length {
            self.quantifier(quantifier);
        }
    }

    fn element(
        &mut self,
        variable: Option<&Name>,
        labels: Option<&LabelExpr>,
        length: &RelationshipLength,
        properties: Option<&Expr>,
        predicate: Option<&Expr>,
    ) {
        if let Some(variable) = variable {
            self.variable(&variable.text);
        }
        if let Some(labels) = labels {
            self.push(":");
            self.labels(labels, 0);
        }
        if let RelationshipLength::Variable { min, max } = length {
            let bound =
                |bound: &Option<u64>| bound.map_or(String::new(), |bound| bound.to_string());
            self.push("*");
            match (min, max) {
                (None, None) => {}
                (Some(min), Some(max)) if min == max => self.push(&min.to_string()),
                _ => self.push(&format!("{}..{}", bound(min), bound(max))),
            }
        }
        if let Some(properties) = properties {
            self.push(" ");
            self.expr(properties);
        }
        self.predicate(predicate);
    }

    /// A label expression that is wrapped where it binds more loosely than `level`: 0 is `|`, 1 is `&` and
    /// `:`, 2 is `!`.
    pub(super) fn labels(&mut self, labels: &LabelExpr, level: u8) {
        self.place(labels.span);
        let (own, sign, members): (u8, &str, &[LabelExpr]) = match &labels.kind {
            LabelExprKind::Or(members) => (0, "|", members),
            LabelExprKind::And(members) => (1, "&", members),
            LabelExprKind::Colon(members) => (1, ":", members),
            LabelExprKind::Name(name) => return self.label_name(name),
            LabelExprKind::Any => return self.push("%"),
            LabelExprKind::Not(inner) => {
                self.push("!");
                return deeper(|| self.labels(inner, 2));
            }
        };
        if own < level {
            self.push("(");
        }
        for (index, member) in members.iter().enumerate() {
            if index > 0 {
                self.push(sign);
            }
            deeper(|| self.labels(member, own + 1));
        }
        if own < level {
            self.push(")");
        }
    }

    pub(super) fn label_name(&mut self, label: &LabelName) {
        match label {
            LabelName::Static(name) => self.name(&name.text),
            LabelName::Dynamic { expr, any } => {
                self.push(if *any { "$any(" } else { "$(" });
                self.expr(expr);
                self.push(")");
            }
        }
    }
}
