//! Label expressions: `n:A&!B`, `-[r:T|U]-`, and labels that are computed.

use crate::error::{Error, ErrorKind};
use crate::plan::{Expr, LabelRef, LabelTest};
use crate::run::context::Context;
use crate::run::describe::type_error;
use crate::store::Token;
use crate::value::{Text, Value};

impl<'g> Context<'g> {
    /// `n:A&B`; null of null.
    pub(super) fn has_labels(
        &self,
        subject: &'g Expr,
        test: &'g LabelTest,
        row: &mut [Value],
    ) -> Result<Option<bool>, Error> {
        match self.eval(subject, row)? {
            Value::Null => Ok(None),
            Value::Node(id) => match self.graph.node(id) {
                Some(node) => self.labels_pass(test, node.labels(), row).map(Some),
                None => self.labels_pass(test, &[], row).map(Some),
            },
            // What was deleted has no labels and no type any more.
            Value::Relationship(id) => match self.graph.relationship(id) {
                Some(relationship) => self.labels_pass(test, &[relationship.kind], row).map(Some),
                None => self.labels_pass(test, &[], row).map(Some),
            },
            other => Err(type_error("a node or relationship", &other)),
        }
    }

    /// Whether these labels, or this type, are such as the expression wants.
    pub(in crate::run) fn labels_pass(
        &self,
        test: &'g LabelTest,
        labels: &[Token],
        row: &mut [Value],
    ) -> Result<bool, Error> {
        match test {
            LabelTest::Is(LabelRef::Static(name)) => {
                Ok(self.token(*name).is_some_and(|token| labels.contains(&token)))
            }
            LabelTest::Is(label) => self.label_matches(label, labels, row),
            LabelTest::Any => Ok(!labels.is_empty()),
            LabelTest::Not(test) => Ok(!self.labels_pass(test, labels, row)?),
            LabelTest::And(tests) => {
                for test in tests {
                    if !self.labels_pass(test, labels, row)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            LabelTest::Or(tests) => {
                for test in tests {
                    if self.labels_pass(test, labels, row)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
        }
    }

    /// Whether all of the names of a computed label are there, or any of them where any is enough.
    pub(in crate::run) fn label_matches(
        &self,
        label: &'g LabelRef,
        labels: &[Token],
        row: &mut [Value],
    ) -> Result<bool, Error> {
        let there = |name: &Text| {
            self.graph.token(name.as_str()).is_some_and(|token| labels.contains(&token))
        };
        let names = self.dynamic_labels(label, row)?;
        Ok(match label {
            LabelRef::Dynamic { any: true, .. } => names.iter().any(there),
            _ => names.iter().all(there),
        })
    }

    /// The names that a label stands for.
    pub(in crate::run) fn dynamic_labels(
        &self,
        label: &'g LabelRef,
        row: &mut [Value],
    ) -> Result<Vec<Text>, Error> {
        let expr = match label {
            LabelRef::Static(name) => {
                return Ok(vec![Text::new(self.run.name(*name), self.meter)?]);
            }
            LabelRef::Dynamic { expr, .. } => expr,
        };
        let value = self.eval(expr, row)?;
        let values = match &value {
            Value::List(list) => list.as_slice(),
            other => std::slice::from_ref(other),
        };
        let mut names = Vec::new();
        for value in values {
            self.tick()?;
            match value {
                Value::Text(name) if !name.as_str().is_empty() => {
                    self.meter.read(name.as_str().len())?;
                    names.push(name.clone());
                }
                Value::Text(_) => {
                    return Err(Error::new(ErrorKind::Name, "a label or type can't be empty"));
                }
                other => return Err(type_error("a string as label or type", other)),
            }
        }
        Ok(names)
    }
}
