//! Prints the syntax tree of a query: each node's kind beside the text that it was made of.
//!
//! `cargo run -p othello-cypher --example tree -- FILE`, or with the query on standard input.

use std::fmt::Write as _;
use std::io::Read as _;
use std::process::ExitCode;

use othello_cypher::syntax::ast::{
    Body, Clause, ClauseKind, Expr, ExprKind, Paging, PathElement, PathPattern, Projection, Query,
    SubqueryBody,
};
use othello_cypher::{Meter, Span, syntax};

/// How much of a node's text stands beside it.
const TEXT_WIDTH: usize = 64;

fn main() -> ExitCode {
    let mut text = String::new();
    let read = match std::env::args_os().nth(1) {
        Some(file) => std::fs::read_to_string(file).map(|read| text = read),
        None => std::io::stdin().read_to_string(&mut text).map(drop),
    };
    if let Err(error) = read {
        eprintln!("no query: {error}");
        return ExitCode::FAILURE;
    }
    match syntax::parse(&text, &Meter::default()) {
        Ok(statement) => {
            let mut tree = Tree { text: &text, depth: 0, printed: String::new() };
            match &statement.body {
                Body::Query(query) => tree.query(query),
                Body::Command { span, .. } => tree.line("Command", *span),
            }
            print!("{}", tree.printed);
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{}", error.render(&text));
            ExitCode::FAILURE
        }
    }
}

struct Tree<'a> {
    text: &'a str,
    depth: usize,
    printed: String,
}

/// The name of an enum's variant.
fn kind(node: &impl std::fmt::Debug) -> String {
    let written = format!("{node:?}");
    written.split(|letter: char| !letter.is_alphanumeric()).next().unwrap_or_default().to_owned()
}

impl Tree<'_> {
    fn line(&mut self, kind: &str, span: Span) {
        let text = span.of(self.text).split_whitespace().collect::<Vec<_>>().join(" ");
        let shown: String = text.chars().take(TEXT_WIDTH).collect();
        let dots = if shown.len() < text.len() { "..." } else { "" };
        let kind = format!("{:indent$}{kind}", "", indent = 2 * self.depth);
        let _ = writeln!(self.printed, "{kind:<28} {shown}{dots}");
    }

    fn inside(&mut self, parts: impl FnOnce(&mut Self)) {
        self.depth += 1;
        parts(self);
        self.depth -= 1;
    }

    fn query(&mut self, query: &Query) {
        match query {
            Query::Single(query) => query.clauses.iter().for_each(|clause| self.clause(clause)),
            Query::Union { members, span, .. } => {
                self.line("Union", *span);
                self.inside(|tree| members.iter().for_each(|member| tree.query(member)));
            }
            Query::When { branches, otherwise, span } => {
                self.line("When", *span);
                self.inside(|tree| {
                    for (condition, branch) in branches {
                        tree.expr(condition);
                        tree.inside(|tree| tree.query(branch));
                    }
                    otherwise.iter().for_each(|branch| tree.query(branch));
                });
            }
        }
    }

    fn clause(&mut self, clause: &Clause) {
        self.line(&kind(&clause.kind), clause.span);
        self.inside(|tree| match &clause.kind {
            ClauseKind::Match(clause) => {
                clause.patterns.iter().for_each(|path| tree.path(path));
                clause.predicate.iter().for_each(|predicate| tree.expr(predicate));
            }
            ClauseKind::With(projection) | ClauseKind::Return(projection) => {
                tree.projection(projection);
            }
            ClauseKind::OrderBy(paging) => tree.paging(paging),
            ClauseKind::Unwind { list, .. } => tree.expr(list),
            ClauseKind::Filter(predicate) => tree.expr(predicate),
            ClauseKind::Let(items) => items.iter().for_each(|(_, value)| tree.expr(value)),
            ClauseKind::Create(paths) => paths.iter().for_each(|path| tree.path(path)),
            ClauseKind::Merge { pattern, .. } => tree.path(pattern),
            ClauseKind::Delete { targets, .. } => targets.iter().for_each(|each| tree.expr(each)),
            ClauseKind::Foreach { list, body, .. } => {
                tree.expr(list);
                body.iter().for_each(|clause| tree.clause(clause));
            }
            ClauseKind::Subquery(subquery) => tree.query(&subquery.query),
            ClauseKind::Procedure(call) => {
                call.arguments.iter().flatten().for_each(|argument| tree.expr(argument));
            }
            // The line of the clause says it all.
            ClauseKind::Set(_)
            | ClauseKind::Remove(_)
            | ClauseKind::Finish
            | ClauseKind::LoadCsv { .. }
            | ClauseKind::Use(_) => {}
        });
    }

    fn projection(&mut self, projection: &Projection) {
        projection.items.iter().for_each(|item| self.expr(&item.expr));
        self.paging(&projection.paging);
        projection.predicate.iter().for_each(|predicate| self.expr(predicate));
    }

    fn paging(&mut self, paging: &Paging) {
        paging.order.iter().for_each(|item| self.expr(&item.expr));
        paging.skip.iter().chain(&paging.limit).for_each(|count| self.expr(count));
    }

    fn path(&mut self, path: &PathPattern) {
        self.line("PathPattern", path.span);
        self.inside(|tree| path.chain().iter().for_each(|element| tree.element(element)));
    }

    fn element(&mut self, element: &PathElement) {
        let (span, properties, predicate) = match element {
            PathElement::Node(node) => (node.span, &node.properties, &node.predicate),
            PathElement::Relationship(one) => (one.span, &one.properties, &one.predicate),
            PathElement::Group(group) => (group.span, &None, &group.predicate),
        };
        self.line(&kind(element), span);
        self.inside(|tree| {
            if let PathElement::Group(group) = element {
                group.chain.iter().for_each(|element| tree.element(element));
            }
            properties.iter().for_each(|properties| tree.expr(properties));
            predicate.iter().for_each(|predicate| tree.expr(predicate));
        });
    }

    fn expr(&mut self, expr: &Expr) {
        self.line(&kind(&expr.kind), expr.span);
        self.inside(|tree| match &expr.kind {
            ExprKind::Exists(body) | ExprKind::Count(body) => match body {
                SubqueryBody::Pattern(inner) => {
                    inner.patterns.iter().for_each(|path| tree.path(path));
                    inner.predicate.iter().for_each(|predicate| tree.expr(predicate));
                }
                SubqueryBody::Query(query) => tree.query(query),
            },
            ExprKind::Collect(query) => tree.query(query),
            _ => expr.children().into_iter().for_each(|child| tree.expr(child)),
        });
    }
}
