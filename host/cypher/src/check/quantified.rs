//! The shape of matched paths: quantifiers, juxtaposition, selectors, `shortestPath`.

use super::Checker;
use crate::error::Span;
use crate::stack::deeper;
use crate::syntax::ast::{
    Expr, ExprKind, GroupPattern, Literal, Match, MatchMode, PathElement, PathPattern, PathShape,
    Quantifier, RelationshipLength, Selector,
};

/// How many paths a selector keeps, where it says so.
pub(super) fn selector_count(selector: &Selector) -> Option<&Expr> {
    match selector {
        Selector::Any(count) | Selector::Shortest(count) | Selector::ShortestGroups(count) => {
            count.as_ref()
        }
        Selector::All | Selector::AllShortest => None,
    }
}

impl<'a> Checker<'a> {
    /// Rules about all paths of one `MATCH`.
    pub(super) fn match_mode(&mut self, inner: &'a Match) {
        let selective = inner.patterns.iter().find(|pattern| pattern.selector != Selector::All);
        if let Some(pattern) = selective
            && inner.patterns.len() > 1
            && inner.mode == MatchMode::DifferentRelationships
        {
            let message =
                "a path with SHORTEST, ALL SHORTEST or ANY must be the only one of its MATCH";
            self.fail(pattern.span, "InvalidPathSelector", message);
        }
        if inner.mode == MatchMode::RepeatableElements {
            for pattern in &inner.patterns {
                if let PathShape::Shortest { .. } = pattern.shape {
                    let message = "shortestPath() goes over no relationship twice, REPEATABLE ELEMENTS lets it; SHORTEST 1 does as well";
                    self.fail(pattern.span, "InvalidShortestPath", message);
                }
                if let Some(span) = unbounded(pattern.chain()) {
                    let message =
                        "under REPEATABLE ELEMENTS there is no end of paths without an upper bound";
                    self.fail(span, "UnboundedPattern", message);
                }
            }
        }
        self.mixture(&inner.patterns);
    }

    /// Rules about one matched path.
    pub(super) fn shape(&mut self, pattern: &'a PathPattern) {
        if let Some(Expr { kind: ExprKind::Literal(Literal::Integer(0)), span }) =
            selector_count(&pattern.selector)
        {
            self.fail(*span, "InvalidPathSelector", "the number of paths must be at least 1");
        }
        match &pattern.shape {
            PathShape::Shortest { all, chain } => self.shortest(chain, *all, pattern),
            PathShape::Chain(chain) => {
                self.juxtaposition(chain);
                if least_nodes(chain) == 0 {
                    let message =
                        "this path can be empty; put a node before or behind the quantified part";
                    self.fail(pattern.span, "InvalidQuantifier", message);
                }
                for element in chain {
                    match element {
                        PathElement::Group(GroupPattern {
                            variable: Some(variable),
                            quantifier: None,
                            ..
                        }) if pattern.selector == Selector::All => {
                            let message = "a path variable stands before the whole path, not in its parentheses";
                            self.fail(variable.span, "UnexpectedSyntax", message);
                        }
                        PathElement::Group(group) => self.group_shape(group, false),
                        PathElement::Relationship(relationship) => {
                            self.length(&relationship.length)
                        }
                        PathElement::Node(_) => {}
                    }
                }
            }
        }
    }

    fn length(&mut self, length: &'a RelationshipLength) {
        if let RelationshipLength::Quantified(quantifier) = length {
            self.quantifier(quantifier);
        }
    }

    fn quantifier(&mut self, quantifier: &'a Quantifier) {
        match quantifier.max {
            Some(0) => {
                self.fail(
                    quantifier.span,
                    "InvalidQuantifier",
                    "the upper bound of a quantifier must be at least 1",
                );
            }
            Some(max) if quantifier.min > max => {
                let message =
                    format!("the lower bound {} is above the upper bound {max}", quantifier.min);
                self.fail(quantifier.span, "InvalidQuantifier", message);
            }
            _ => {}
        }
    }

    fn group_shape(&mut self, group: &'a GroupPattern, nested: bool) {
        let chain = &group.chain;
        self.juxtaposition(chain);
        if let Some(quantifier) = &group.quantifier {
            self.quantifier(quantifier);
            if nested {
                self.fail(
                    group.span,
                    "InvalidQuantifier",
                    "a quantified part can't stand inside of another one",
                );
            }
            if let Some(variable) = &group.variable {
                let message = "a path variable can't stand inside of a quantified part; put it before the whole path";
                self.fail(variable.span, "InvalidQuantifier", message);
            }
            if !chain.iter().any(|element| !matches!(element, PathElement::Node(_))) {
                self.fail(
                    group.span,
                    "InvalidQuantifier",
                    "a quantified part needs at least one relationship",
                );
            }
        }
        let quantified = nested || group.quantifier.is_some();
        for element in chain {
            match element {
                PathElement::Group(inner) => {
                    deeper(|| self.group_shape(inner, quantified));
                }
                PathElement::Relationship(relationship) => {
                    match &relationship.length {
                        RelationshipLength::Quantified(_) | RelationshipLength::Variable { .. }
                            if quantified =>
                        {
                            let message =
                                "only plain relationships can stand inside of a quantified part";
                            self.fail(relationship.span, "InvalidQuantifier", message);
                        }
                        _ => {}
                    }
                    self.length(&relationship.length);
                }
                PathElement::Node(_) => {}
            }
        }
    }

    /// Of two neighbours without a relationship between them, one must be a quantified part.
    fn juxtaposition(&mut self, chain: &'a [PathElement]) {
        for pair in chain.windows(2) {
            let [left, right] = pair else { continue };
            let plain = |element: &PathElement| match element {
                PathElement::Node(_) => true,
                PathElement::Group(group) => group.quantifier.is_none(),
                PathElement::Relationship(_) => false,
            };
            let group = |element: &PathElement| matches!(element, PathElement::Group(group) if group.quantifier.is_none());
            let relationship =
                |element: &PathElement| matches!(element, PathElement::Relationship(_));
            let wrong = (plain(left) && plain(right))
                || (group(left) && !relationship(right))
                || (group(right) && !relationship(left));
            if wrong {
                let message = "these stand side by side, which only quantified parts such as ((a)-->(b)){1,3} may do; \
                               a relationship or a comma is missing";
                self.fail(span_of(right), "InvalidJuxtaposition", message);
            }
        }
    }

    /// The old `-[*]-` and the new quantifiers don't go together in one `MATCH`.
    fn mixture(&mut self, patterns: &'a [PathPattern]) {
        let is_old = |element: &PathElement| matches!(element, PathElement::Relationship(r) if matches!(r.length, RelationshipLength::Variable { .. }));
        let is_new = |element: &PathElement| match element {
            PathElement::Relationship(relationship) => {
                matches!(relationship.length, RelationshipLength::Quantified(_))
            }
            PathElement::Group(group) => group.quantifier.is_some(),
            PathElement::Node(_) => false,
        };
        let elements = || patterns.iter().flat_map(PathPattern::chain);
        let function = |pattern: &PathPattern| matches!(pattern.shape, PathShape::Shortest { .. });
        let old = elements().any(is_old) || patterns.iter().any(function);
        if let Some(new) = elements().find(|element| is_new(element))
            && old
        {
            let message = "variable-length relationships -[*]- and shortestPath can't be mixed with quantifiers in one MATCH; \
                           write -->{1,} or MATCH SHORTEST instead";
            self.fail(span_of(new), "InvalidQuantifier", message);
        }
    }

    fn shortest(&mut self, chain: &'a [PathElement], all: bool, pattern: &'a PathPattern) {
        let word = if all { "allShortestPaths" } else { "shortestPath" };
        if pattern.selector != Selector::All {
            let message = format!("{word} can't be combined with a path selector");
            self.fail(pattern.span, "InvalidPathSelector", message);
        }
        let [PathElement::Node(_), PathElement::Relationship(relationship), PathElement::Node(_)] =
            chain
        else {
            let message =
                format!("{word} takes one relationship between two nodes, such as (a)-[*]-(b)");
            return self.fail(pattern.span, "InvalidShortestPath", message);
        };
        match relationship.length {
            RelationshipLength::Variable { min: Some(min), .. } if min > 1 => {
                let message = format!("{word} takes a least length of 0 or 1, not {min}");
                self.fail(relationship.span, "InvalidShortestPath", message);
            }
            RelationshipLength::Quantified(_) => {
                let message = format!(
                    "{word} takes -[*]-, not a quantifier; MATCH SHORTEST 1 takes quantifiers"
                );
                self.fail(relationship.span, "InvalidShortestPath", message);
            }
            // That one relationship may lie between the two is what it asks of longer ones as well.
            RelationshipLength::One => self.walked(relationship),
            RelationshipLength::Variable { .. } => {}
        }
        if let Some(properties) = &relationship.properties {
            let message = format!(
                "{word} can't ask for properties of its relationships here; write WHERE all(r IN relationships(p) WHERE ...) behind it"
            );
            self.fail(properties.span, "InvalidShortestPath", message);
        }
        if let Some(variable) = &relationship.variable
            && self.scope.find(&variable.text).is_some()
        {
            let message = format!(
                "the relationships of {word} are new, and `{}` is known already",
                variable.text
            );
            self.fail(variable.span, "InvalidShortestPath", message);
        }
    }
}

fn span_of(element: &PathElement) -> Span {
    match element {
        PathElement::Node(node) => node.span,
        PathElement::Relationship(relationship) => relationship.span,
        PathElement::Group(group) => group.span,
    }
}

/// How many nodes a path has at least, counted only as far as zero matters.
fn least_nodes(chain: &[PathElement]) -> u64 {
    chain
        .iter()
        .map(|element| match element {
            PathElement::Node(_) => 1,
            PathElement::Relationship(_) => 0,
            PathElement::Group(group) => {
                group.quantifier.as_ref().map_or(1, |quantifier| quantifier.min.min(1))
            }
        })
        .sum()
}

/// The first part of a path that may go on forever.
fn unbounded(chain: &[PathElement]) -> Option<Span> {
    chain.iter().find_map(|element| match element {
        PathElement::Relationship(relationship) => match &relationship.length {
            RelationshipLength::Quantified(Quantifier { max: None, span, .. }) => Some(*span),
            RelationshipLength::Variable { max: None, .. } => Some(relationship.span),
            _ => None,
        },
        PathElement::Group(group) => match &group.quantifier {
            Some(Quantifier { max: None, span, .. }) => Some(*span),
            _ => unbounded(&group.chain),
        },
        PathElement::Node(_) => None,
    })
}
