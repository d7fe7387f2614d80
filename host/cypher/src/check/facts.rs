//! What a query uses, with places, for those who decide whether it may run. Nothing is decided here.

use std::sync::Arc;

use hashbrown::HashSet;
use smol_str::SmolStr;

use crate::error::Span;
use crate::syntax::ast::{BinaryOp, Body, Dialect, Expr, ExprKind, Literal, Mode, Name, Statement};

/// What a statement uses.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Facts {
    /// The language it is written in.
    pub dialect: Dialect,
    /// Whether it is run, explained or profiled.
    pub mode: Mode,
    /// Every clause that writes, by its word (`CREATE`, `MERGE`, `SET`, `REMOVE`, `DELETE`, `FOREACH`).
    pub writes: Vec<Mention>,
    /// Every function that is called, aggregating ones included, under its name as written.
    pub functions: Vec<Mention>,
    /// Those of them that the engine does not know, or can't compute since they leave the graph.
    pub unknown_functions: Vec<Mention>,
    /// Every procedure that is called.
    pub procedures: Vec<Mention>,
    /// `LOAD CSV`.
    pub load_csv: Vec<Span>,
    /// `USE`.
    pub uses: Vec<Span>,
    /// `CALL { } IN TRANSACTIONS`.
    pub in_transactions: Vec<Span>,
    /// A command instead of a query: `SHOW`, `CREATE INDEX`, administration.
    pub command: Option<Mention>,
    /// Parameters, each once, in the order of their first mention.
    pub parameters: Vec<Mention>,
    /// Every place where the value of a parameter is taken.
    pub parameter_uses: Vec<ParameterUse>,
    /// Labels and relationship types, each once.
    pub labels: Vec<Mention>,
    /// Property keys, each once.
    pub keys: Vec<Mention>,
}

/// A name and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mention {
    /// The name.
    pub name: SmolStr,
    /// The place.
    pub span: Span,
}

/// A place where the value of a parameter is taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParameterUse {
    /// The parameter's name.
    pub name: SmolStr,
    /// The place.
    pub span: Span,
    /// The procedure, or the function that the engine does not know, to which the value goes as it is: as an
    /// argument, as a part of a list or a map in an argument, or with fixed texts before and behind it.
    pub argument_of: Option<Arc<Mention>>,
}

impl Mention {
    pub(super) fn new(name: &str, span: Span) -> Mention {
        Mention { name: name.into(), span }
    }
}

/// Facts that are being gathered.
pub(super) struct Collected<'a> {
    pub facts: Facts,
    /// The call in whose arguments a value is now, where nothing in between makes another value of it.
    pub argument_of: Option<Arc<Mention>>,
    parameters: HashSet<&'a str>,
    labels: HashSet<&'a str>,
    keys: HashSet<&'a str>,
}

impl<'a> Collected<'a> {
    pub(super) fn new(statement: &Statement) -> Collected<'a> {
        let command = match &statement.body {
            Body::Command { name, span } => Some(Mention::new(name, *span)),
            Body::Query(_) => None,
        };
        let facts =
            Facts { dialect: statement.dialect, mode: statement.mode, command, ..Facts::default() };
        Collected {
            facts,
            argument_of: None,
            parameters: HashSet::new(),
            labels: HashSet::new(),
            keys: HashSet::new(),
        }
    }

    pub(super) fn parameter(&mut self, name: &'a str, span: Span) {
        let argument_of = self.argument_of.clone();
        self.facts.parameter_uses.push(ParameterUse { name: name.into(), span, argument_of });
        if self.parameters.insert(name) {
            self.facts.parameters.push(Mention::new(name, span));
        }
    }

    /// What comes now stands in the arguments of this call. Its name is kept once, however many parameters go there.
    pub(super) fn enter_call(&mut self, name: &Name) {
        self.argument_of = Some(Arc::new(Mention::new(&name.text, name.span)));
    }

    pub(super) fn label(&mut self, name: &'a str, span: Span) {
        if self.labels.insert(name) {
            self.facts.labels.push(Mention::new(name, span));
        }
    }

    pub(super) fn key(&mut self, name: &'a str, span: Span) {
        if self.keys.insert(name) {
            self.facts.keys.push(Mention::new(name, span));
        }
    }

    pub(super) fn finish(self) -> Facts {
        self.facts
    }
}

/// Whether an expression hands its parts on as they are: a list, a map, or a fixed text joined to something.
pub(super) fn hands_on(expr: &Expr) -> bool {
    let is_text = |expr: &Expr| matches!(expr.kind, ExprKind::Literal(Literal::String(_)));
    let is_joined = |expr: &Expr| {
        matches!(expr.kind, ExprKind::Parameter(_) | ExprKind::Binary(BinaryOp::Add, ..))
    };
    match &expr.kind {
        ExprKind::Parameter(_) | ExprKind::List(_) | ExprKind::Map(_) => true,
        ExprKind::Binary(BinaryOp::Add, left, right) => {
            (is_text(left) && is_joined(right)) || (is_joined(left) && is_text(right))
        }
        _ => false,
    }
}
