//! Does the tree mean something? Scopes, kinds of variables, aggregation, where writes may stand, types that
//! show in the text; and the [`Facts`] about a query that whoever guards a database wants to know.
//! This file holds what all the rules share: the state of a check and how errors are noted.

mod aggregation;
mod clause;
mod create;
mod effort;
mod expr;
pub mod facts;
mod function;
mod hint;
mod kinds;
mod label;
mod operator;
mod pattern;
mod procedure;
mod projection;
mod quantified;
mod query;
mod scope;
mod subquery;
mod types;
mod update;
mod written;

pub(crate) use aggregation::first_aggregate;
pub use facts::{Facts, Mention, ParameterUse};

use effort::Effort;
use facts::Collected;
use kinds::Kinds;
pub(crate) use kinds::ParameterKind;
use scope::{Access, Scope};
use types::Type;

use std::rc::Rc;

use hashbrown::HashMap;

use crate::error::{Error, ErrorKind, Notice, Span};
use crate::meter::Meter;
use crate::near;
use crate::signatures::Catalog;
use crate::syntax::ast::{Body, Dialect, Expr, Name, Statement};

/// What the checker found out about a statement that means something.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Checked {
    /// What the query uses.
    pub facts: Facts,
    /// The names of the result's columns; empty where nothing is returned.
    pub columns: Vec<String>,
    /// What is allowed and likely not meant.
    pub notices: Vec<Notice>,
}

/// Checks a statement whose text was `text`, and gives the first error.
///
/// # Errors
/// Where Neo4j would refuse the statement before running it.
pub fn check(
    statement: &Statement,
    text: &str,
    catalog: &dyn Catalog,
    meter: &Meter,
) -> Result<Checked, Error> {
    let (checked, errors) = check_all(statement, text, catalog, meter);
    match errors.into_iter().next() {
        Some(error) => Err(error),
        None => Ok(checked),
    }
}

/// Checks a statement once more when its parameters are there, whose kinds are known then.
pub(crate) fn check_given(
    statement: &Statement,
    text: &str,
    catalog: &dyn Catalog,
    given: HashMap<&str, ParameterKind>,
    meter: &Meter,
) -> Result<(), Error> {
    let (_, errors) = check_by_kinds(statement, text, catalog, given, meter);
    errors.into_iter().next().map_or(Ok(()), Err)
}

/// Checks a statement and gives every error, with what was found out nevertheless.
#[must_use]
pub fn check_all(
    statement: &Statement,
    text: &str,
    catalog: &dyn Catalog,
    meter: &Meter,
) -> (Checked, Vec<Error>) {
    check_by_kinds(statement, text, catalog, HashMap::new(), meter)
}

fn check_by_kinds(
    statement: &Statement,
    text: &str,
    catalog: &dyn Catalog,
    given: HashMap<&str, ParameterKind>,
    meter: &Meter,
) -> (Checked, Vec<Error>) {
    let mut checker = Checker {
        given,
        text,
        dialect: statement.dialect,
        catalog,
        facts: Collected::new(statement),
        errors: vec![],
        notices: vec![],
        scope: Scope::default(),
        aggregation: Aggregation::Forbidden("here"),
        aggregates: 0,
        read_inside: vec![],
        item_depth: 0,
        unfinished: vec![],
        parts: 0,
        projected: vec![],
        projected_types: vec![],
        lost: vec![],
        read_only: None,
        merging: false,
        effort: Effort::new(meter),
    };
    let columns = match &statement.body {
        Body::Query(query) => checker.statement(query),
        Body::Command { name, span } => {
            checker.command(name, *span);
            vec![]
        }
    };
    // Where the check was not done to its end, that is the error that counts.
    let mut errors = Vec::from_iter(checker.effort.into_error());
    errors.extend(checker.errors);
    (Checked { facts: checker.facts.finish(), columns, notices: checker.notices }, errors)
}

/// A piece of the query's text for an error, cut where it is long.
fn shortened(text: &str) -> String {
    const LONGEST: usize = 40;
    match text.char_indices().nth(LONGEST) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}...", &text[..end]),
    }
}

/// So many errors are kept: nobody reads more.
const MOST_ERRORS: usize = 100;

/// Whether an aggregating function may stand where the checker is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Aggregation {
    /// In an item of `WITH` or `RETURN`.
    Allowed,
    /// In the argument of another one.
    Inside,
    /// Anywhere else, which is named.
    Forbidden(&'static str),
}

/// What was visible before, or around a subquery.
enum Lost<'a> {
    /// A variable that a `WITH` did not name.
    Name(&'a str),
    /// All that an old `CALL { }` had imported before such a `WITH`.
    Imported(Rc<Scope<'a>>),
    /// All that is around a `CALL`.
    Around(Rc<Scope<'a>>),
}

/// The state of a check.
struct Checker<'a> {
    /// The kinds of the parameters that are known.
    given: HashMap<&'a str, ParameterKind>,
    text: &'a str,
    dialect: Dialect,
    catalog: &'a dyn Catalog,
    facts: Collected<'a>,
    errors: Vec<Error>,
    notices: Vec<Notice>,
    scope: Scope<'a>,
    aggregation: Aggregation,
    /// How many aggregating calls were seen.
    aggregates: usize,
    /// How many subqueries that stand in an item of a projection, and in no aggregating function, the
    /// checker is in.
    item_depth: u32,
    /// Where the path variables of the pattern that is being checked were declared, each with the parts around that.
    unfinished: Vec<(Span, u32)>,
    /// How many parts of a path stand around what is being checked: parentheses, and what a selector chooses from.
    parts: u32,
    /// The variables that were read there, with that depth.
    read_inside: Vec<(&'a str, Span, u32)>,
    /// The projected expressions that may be repeated where the variables in them are gone.
    projected: Vec<&'a Expr>,
    /// What is known of them, as far as they are columns.
    projected_types: Vec<Type>,
    /// Variables that were visible once.
    lost: Vec<Lost<'a>>,
    /// The word of the subquery in which nothing may be written.
    read_only: Option<&'static str>,
    /// Whether it is in a `MERGE`, which takes no subqueries.
    merging: bool,
    effort: Effort<'a>,
}

impl<'a> Checker<'a> {
    fn error(&mut self, error: Error) {
        if self.errors.len() < MOST_ERRORS {
            self.errors.push(error);
        }
    }

    /// Notes a syntax error under the TCK's name for its cause.
    fn fail(&mut self, span: Span, detail: &'static str, message: impl Into<String>) {
        self.error(Error::syntax(span, message).because(detail));
    }

    fn fail_type(&mut self, span: Span, expected: &str, found: &Type) {
        let hint = found.hint();
        let message = format!("expected {expected}, but this is {found}{hint}");
        self.fail(span, "InvalidArgumentType", message);
    }

    /// Notes what a database may have and the embedded engine has not.
    fn unsupported(&mut self, span: Span, what: &str) {
        if !self.catalog.is_open() {
            let message = format!("{what} is not supported by the embedded engine");
            self.error(Error::new(ErrorKind::Unsupported, message).at(span));
        }
    }

    fn command(&mut self, name: &str, span: Span) {
        self.unsupported(span, &format!("the command {name}"));
    }

    /// Runs a check with aggregating functions treated in another way.
    fn with_aggregation<T>(
        &mut self,
        aggregation: Aggregation,
        inner: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let before = std::mem::replace(&mut self.aggregation, aggregation);
        let result = inner(self);
        self.aggregation = before;
        result
    }

    /// Runs a check whose variables are gone behind it.
    fn scoped<T>(&mut self, inner: impl FnOnce(&mut Self) -> T) -> T {
        let len = self.scope.len();
        let result = inner(self);
        self.scope.truncate(len);
        result
    }

    /// A new variable where none of the name may be visible.
    fn declare(&mut self, name: &'a Name, of: Type) {
        if !self.effort.add_variable() {
            return;
        }
        match self.scope.find(&name.text) {
            Some(known) if known.access == Access::Gone => {}
            None => {}
            Some(known) => {
                let message = match known.access {
                    Access::Outer => format!(
                        "the variable `{}` would hide the one of the same name outside of this subquery; rename it",
                        name.text
                    ),
                    _ => format!("the variable `{}` is already declared", name.text),
                };
                self.fail(name.span, "VariableAlreadyBound", message);
            }
        }
        self.scope.add(&name.text, of, name.span);
    }

    /// The type of a variable that is read.
    fn variable(&mut self, name: &'a str, span: Span) -> Type {
        self.note_read(name, span);
        match self.scope.find(name) {
            Some(variable) if variable.access != Access::Gone => {
                let (of, declared) = (variable.of.clone(), variable.span);
                if self.unfinished.iter().any(|(at, parts)| *at == declared && *parts < self.parts)
                {
                    let message = format!(
                        "the path `{name}` is not known yet inside of its pattern; read it in the WHERE behind the MATCH"
                    );
                    self.fail(span, "UndefinedVariable", message);
                }
                return of;
            }
            Some(_) => {
                let message = format!(
                    "`{name}` is gone here: behind DISTINCT or an aggregation only the projected columns are visible"
                );
                self.fail(span, "UndefinedVariable", message);
            }
            None => {
                let message = format!("the variable `{name}` is not defined{}", self.hint(name));
                self.fail(span, "UndefinedVariable", message);
                if self.effort.add_variable() {
                    self.scope.add_missing(name, span);
                }
            }
        }
        Type::ANY
    }

    fn note_read(&mut self, name: &'a str, span: Span) {
        if self.item_depth > 0 {
            self.read_inside.push((name, span, self.item_depth));
        }
    }

    /// What somebody may have meant who names a variable that there is not.
    fn hint(&self, name: &str) -> String {
        // Nobody reads a hint of an error that is not kept.
        if self.errors.len() >= MOST_ERRORS {
            return String::new();
        }
        let hint = self.lost.iter().rev().find_map(|lost| match lost {
            Lost::Name(lost) if *lost != name => None,
            Lost::Around(scope) | Lost::Imported(scope) if scope.find(name).is_none() => None,
            Lost::Around(_) => {
                Some(format!(" in this subquery; CALL ({name}) {{ ... }} brings it in"))
            }
            Lost::Name(_) | Lost::Imported(_) => {
                Some(" behind WITH; name it there to keep it".to_owned())
            }
        });
        if let Some(hint) = hint {
            return hint;
        }
        if !self.effort.may_compare(self.scope.total()) {
            return String::new();
        }
        let visible = self.scope.all().into_iter();
        let visible = visible.filter(|known| known.access != Access::Gone && !known.missing);
        match near::nearest(name, visible.map(|known| known.name)) {
            Some(near) => format!("; did you mean `{near}`?"),
            None => String::new(),
        }
    }

    /// An entity's variable as the target of a write.
    fn target(&mut self, name: &'a Name, kinds: Kinds, expected: &str) {
        let of = self.variable(&name.text, name.span);
        if !of.may_be(kinds) {
            self.fail_type(name.span, expected, &of);
        }
    }
}
