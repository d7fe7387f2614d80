//! Patterns that are matched: their variables first, all of which every part of the pattern may read; then
//! labels, property maps and predicates. What is asked of their shape is next door.

use hashbrown::HashSet;

use super::create::Purpose;
use super::kinds::Kinds;
use super::scope::Access;
use super::types::Type;
use super::{Aggregation, Checker};
use crate::stack::deeper;
use crate::syntax::ast::{
    Expr, ExprKind, GroupPattern, LabelExprKind, Name, NodePattern, PathElement, PathPattern,
    PathShape, RelationshipLength, RelationshipPattern, Selector,
};

impl<'a> Checker<'a> {
    /// The paths of a `MATCH`, `CREATE`, `MERGE` or subquery.
    pub(super) fn patterns(&mut self, patterns: &'a [PathPattern], purpose: Purpose) {
        let before = self.scope.len();
        for pattern in patterns {
            self.declare_path(pattern, purpose);
        }
        self.made_references(patterns, before, purpose);
        let known = self.unfinished.len();
        let paths = patterns.iter().filter_map(|pattern| pattern.variable.as_ref());
        self.unfinished.extend(paths.map(|path| (path.span, self.parts)));
        for pattern in patterns {
            self.path(pattern, purpose);
        }
        self.unfinished.truncate(known);
    }

    /// Checks a part of a path, in which no path of the same pattern is known yet.
    fn part(&mut self, check: impl FnOnce(&mut Self)) {
        self.parts += 1;
        check(self);
        self.parts -= 1;
    }

    fn declare_path(&mut self, pattern: &'a PathPattern, purpose: Purpose) {
        if purpose == Purpose::Match {
            self.shape(pattern);
        } else {
            self.created_shape(pattern, purpose);
        }
        self.declare_chain(pattern.chain(), purpose);
        if let Some(variable) = &pattern.variable {
            self.declare(variable, Type::PATH);
        }
    }

    fn declare_chain(&mut self, chain: &'a [PathElement], purpose: Purpose) {
        let alone = chain.len() == 1;
        for element in chain {
            match element {
                PathElement::Node(node) => {
                    if let Some(variable) = &node.variable {
                        if purpose != Purpose::Match {
                            self.check_created_node(node, variable, alone);
                        }
                        self.bind(variable, Type::NODE);
                    }
                }
                PathElement::Relationship(relationship) => {
                    self.declare_relationship(relationship, purpose)
                }
                PathElement::Group(group) => self.declare_group(group),
            }
        }
    }

    fn declare_relationship(&mut self, relationship: &'a RelationshipPattern, purpose: Purpose) {
        let Some(variable) = &relationship.variable else { return };
        let list = Type::list(Type::RELATIONSHIP);
        match (&relationship.length, purpose) {
            (_, Purpose::Create | Purpose::Merge) => self.declare(variable, Type::RELATIONSHIP),
            (RelationshipLength::One, _) => self.bind(variable, Type::RELATIONSHIP),
            (RelationshipLength::Variable { .. }, _) => self.bind(variable, list),
            (RelationshipLength::Quantified(_), _) => self.declare(variable, list),
        }
    }

    /// A group's variables are lists outside of it, and new.
    fn declare_group(&mut self, group: &'a GroupPattern) {
        if group.quantifier.is_none() {
            self.declare_chain(&group.chain, Purpose::Match);
            if let Some(variable) = &group.variable {
                self.declare(variable, Type::PATH);
            }
            return;
        }
        let mut declared = HashSet::new();
        for (variable, of) in singles(&group.chain) {
            if declared.insert(&*variable.text) {
                self.declare(variable, Type::list(of));
            }
        }
    }

    /// A variable of a pattern that may be bound already, if to something of the same type.
    fn bind(&mut self, name: &'a Name, of: Type) {
        if !self.effort.add_variable() {
            return;
        }
        self.note_read(&name.text, name.span);
        match self.scope.find(&name.text) {
            None => self.scope.add(&name.text, of, name.span),
            Some(known) if known.access == Access::Gone => {
                self.scope.add(&name.text, of, name.span)
            }
            Some(known) if known.of.fits(&of) => {
                // What was anything is an entity from here on.
                if *known.of != of && known.access == Access::Own {
                    self.scope.add(&name.text, of, name.span);
                }
            }
            Some(known) => {
                let message =
                    format!("`{}` is {} already and can't be {of} as well", name.text, known.of);
                self.fail(name.span, "VariableTypeConflict", message);
            }
        }
    }

    fn path(&mut self, pattern: &'a PathPattern, purpose: Purpose) {
        if let Some(count) = super::quantified::selector_count(&pattern.selector) {
            self.expr(count);
        }
        if pattern.selector == Selector::All {
            self.chain(pattern.chain(), purpose);
        } else {
            self.part(|checker| checker.chain(pattern.chain(), purpose));
        }
    }

    fn chain(&mut self, chain: &'a [PathElement], purpose: Purpose) {
        for element in chain {
            match element {
                PathElement::Node(node) => self.node(node, purpose),
                PathElement::Relationship(relationship) => self.relationship(relationship, purpose),
                PathElement::Group(group) => {
                    deeper(|| self.part(|checker| checker.group(group)));
                }
            }
        }
    }

    fn group(&mut self, group: &'a GroupPattern) {
        self.scoped(|checker| {
            if group.quantifier.is_some() {
                for (variable, of) in singles(&group.chain) {
                    checker.single_variable(variable, of);
                }
            }
            checker.chain(&group.chain, Purpose::Match);
            if let Some(predicate) = &group.predicate {
                checker.condition(predicate);
            }
        });
    }

    /// Inside of a quantified part its variable is one element.
    fn single_variable(&mut self, variable: &'a Name, of: Type) {
        match self.scope.find(&variable.text) {
            Some(known) if known.of.is(Kinds::ENTITY) && !known.of.fits(&of) => {
                let message = format!(
                    "`{}` is {} already and can't be {of} as well",
                    variable.text, known.of
                );
                self.fail(variable.span, "VariableTypeConflict", message);
            }
            _ => self.scope.add(&variable.text, of, variable.span),
        }
    }

    fn node(&mut self, node: &'a NodePattern, purpose: Purpose) {
        if let Some(labels) = &node.labels {
            match purpose {
                Purpose::Match => self.labels(labels),
                _ => self.created_labels(labels),
            }
        }
        self.properties(node.properties.as_ref(), purpose);
        self.inline_predicate(node.predicate.as_deref(), purpose);
    }

    fn relationship(&mut self, relationship: &'a RelationshipPattern, purpose: Purpose) {
        if purpose != Purpose::Match {
            self.created_relationship(relationship, purpose);
        } else if let Some(types) = &relationship.types {
            if types.mentions(&|kind| matches!(kind, LabelExprKind::Colon(_))) {
                let message = "a relationship has one type; separate alternatives by \"|\"";
                self.fail(types.span, "InvalidLabelExpression", message);
            }
            self.label_names(types);
        }
        self.properties(relationship.properties.as_ref(), purpose);
        if let RelationshipLength::Variable { .. } = relationship.length {
            self.walked(relationship);
        }
        self.scoped(|checker| {
            if let (RelationshipLength::Quantified(_), Some(variable)) =
                (&relationship.length, &relationship.variable)
            {
                checker.single_variable(variable, Type::RELATIONSHIP);
            }
            checker.inline_predicate(relationship.predicate.as_deref(), purpose);
        });
    }

    /// What can't be asked of the relationships of an old `-[*]-`.
    pub(super) fn walked(&mut self, relationship: &'a RelationshipPattern) {
        let is_expression = |kind: &_| {
            matches!(kind, LabelExprKind::And(_) | LabelExprKind::Not(_) | LabelExprKind::Any)
        };
        if let Some(types) = relationship.types.as_ref().filter(|of| of.mentions(&is_expression)) {
            let message = "a variable-length relationship takes only types and \"|\"; -[:A&!B]->{1,3} takes expressions";
            self.fail(types.span, "InvalidLabelExpression", message);
        }
        if let Some(predicate) = &relationship.predicate {
            let message =
                "a variable-length relationship can't have a WHERE; -[r WHERE ...]->{1,3} can";
            self.fail(predicate.span, "InvalidRelationshipPattern", message);
        }
    }

    fn inline_predicate(&mut self, predicate: Option<&'a Expr>, purpose: Purpose) {
        let Some(predicate) = predicate else { return };
        if purpose != Purpose::Match {
            let message = "a WHERE inside of a pattern can only stand in MATCH";
            self.fail(predicate.span, "UnexpectedSyntax", message);
        }
        self.condition(predicate);
    }

    fn properties(&mut self, properties: Option<&'a Expr>, purpose: Purpose) {
        let Some(properties) = properties else { return };
        let of = self.expr(properties);
        if !of.may_be(Kinds::MAP_LIKE) {
            self.fail_type(properties.span, "a map of properties", &of);
        }
        if let ExprKind::Map(entries) = &properties.kind {
            for (key, value) in entries {
                self.named(&key.text, key.span);
                if purpose == Purpose::Match {
                    self.compared(value);
                }
            }
        }
        if matches!(properties.kind, ExprKind::Parameter(_)) && purpose != Purpose::Create {
            let message = "the whole map can't be a parameter in MATCH and MERGE; write {key: $parameter.key}";
            self.fail(properties.span, "InvalidParameterUse", message);
        }
    }

    /// A bare pattern in a predicate: it brings no variables.
    pub(super) fn pattern_predicate(&mut self, pattern: &'a PathPattern) {
        for element in pattern.chain() {
            let (variable, predicate) = match element {
                PathElement::Node(node) => (node.variable.as_ref(), &node.predicate),
                PathElement::Relationship(relationship) => {
                    (relationship.variable.as_ref(), &relationship.predicate)
                }
                PathElement::Group(_) => continue,
            };
            if let Some(predicate) = predicate {
                let message = "a bare pattern can't have a WHERE inside; EXISTS { } can";
                self.fail(predicate.span, "UnexpectedSyntax", message);
            }
            if let Some(variable) = variable
                && self.scope.find(&variable.text).is_none_or(|known| known.access == Access::Gone)
            {
                let message = format!(
                    "the variable `{}` is not defined, and a bare pattern can't bring it; EXISTS {{ }} can",
                    variable.text
                );
                self.fail(variable.span, "UndefinedVariable", message);
            }
        }
        self.expression_pattern(pattern);
    }

    /// The pattern of a comprehension; its new variables stay in scope.
    pub(super) fn comprehension_pattern(&mut self, pattern: &'a PathPattern) {
        self.shape(pattern);
        self.declare_chain(pattern.chain(), Purpose::Match);
        if let Some(variable) = &pattern.variable {
            self.declare(variable, Type::PATH);
        }
        self.chain(pattern.chain(), Purpose::Match);
    }

    /// `shortestPath(...)` as a value; gives whether it is `allShortestPaths`.
    pub(super) fn shortest_expression(&mut self, pattern: &'a PathPattern) -> bool {
        let is_unnamed = |element: Option<&PathElement>| matches!(element, Some(PathElement::Node(node)) if node.variable.is_none());
        let chain = pattern.chain();
        if is_unnamed(chain.first()) || is_unnamed(chain.last()) {
            let message = "among expressions shortestPath() goes between two nodes that are known by name; MATCH finds others";
            self.fail(pattern.span, "InvalidShortestPath", message);
        }
        self.pattern_predicate(pattern);
        matches!(pattern.shape, PathShape::Shortest { all: true, .. })
    }

    fn expression_pattern(&mut self, pattern: &'a PathPattern) {
        self.with_aggregation(Aggregation::Forbidden("in a pattern"), |checker| {
            checker.scoped(|checker| {
                checker.shape(pattern);
                checker.declare_chain(pattern.chain(), Purpose::Match);
                checker.chain(pattern.chain(), Purpose::Match);
            });
        });
    }
}

/// The variables directly in a group, as they are inside of it.
fn singles(chain: &[PathElement]) -> impl Iterator<Item = (&Name, Type)> {
    chain.iter().filter_map(|element| match element {
        PathElement::Node(node) => Some((node.variable.as_ref()?, Type::NODE)),
        PathElement::Relationship(relationship) => {
            Some((relationship.variable.as_ref()?, Type::RELATIONSHIP))
        }
        PathElement::Group(_) => None,
    })
}
