//! Expressions of a plan as text that reads like the query: slots by the names of their variables,
//! parentheses where the operators need them.

use std::cell::RefCell;

use hashbrown::HashMap;
use smol_str::SmolStr;

use crate::plan::{Aggregate, LabelTest, PathPart, ProjectionItem};
use crate::plan::{Creation, NodeCreation, Properties, RelationshipCreation};
use crate::plan::{Expr, LabelRef, NameRef, Plan, PropertyKey, SetItem, Slot};
use crate::stack::deeper;
use crate::syntax::ast::{BinaryOp, ListQuantifier};
use crate::syntax::{binary_sign, comparison_sign};
use crate::value::quote_name;

/// The longest text of a kept value that is shown more than once.
const SHOWN_AGAIN: usize = 100;

/// Prints what is in a plan.
pub(super) struct Printer<'p> {
    plan: &'p Plan,
    /// What the slots of [`Expr::Let`] stand for.
    kept: RefCell<HashMap<Slot, String>>,
}

/// How tightly an expression holds together; a looser one inside a tighter one needs parentheses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Tightness {
    Or,
    Xor,
    And,
    Not,
    Comparison,
    Test,
    Sum,
    Product,
    Power,
    Sign,
    Access,
}

impl<'p> Printer<'p> {
    /// Prints with the names of this plan.
    pub fn new(plan: &'p Plan) -> Printer<'p> {
        Printer { plan, kept: RefCell::default() }
    }

    /// Whether somebody gave the slot its name.
    fn is_named(&self, slot: Slot) -> bool {
        self.plan.slot_names.get(slot.0 as usize).is_some_and(|name| !name.is_empty())
    }

    /// The variable in a slot.
    pub(crate) fn slot(&self, slot: Slot) -> String {
        if let Some(value) = self.kept.borrow().get(&slot) {
            return value.clone();
        }
        match self.plan.slot_names.get(slot.0 as usize).map_or("", SmolStr::as_str) {
            "" => format!("anon_{}", slot.0),
            // A column without alias is named by its expression, which reads best as it is.
            name if name.chars().any(|char| !char.is_alphanumeric() && char != '_') => {
                name.to_owned()
            }
            name => quote_name(name).into_owned(),
        }
    }

    fn name(&self, name: NameRef) -> String {
        let name = self.plan.names.get(name.0 as usize);
        name.map_or_else(String::new, |name| quote_name(name).into_owned())
    }

    /// An expression.
    pub fn expr(&self, e: &Expr) -> String {
        deeper(|| self.print_expr(e))
    }

    /// Expressions with commas.
    pub(crate) fn exprs(&self, es: &[Expr]) -> String {
        es.iter().map(|e| self.expr(e)).collect::<Vec<_>>().join(", ")
    }

    /// `e AS slot`, or the slot alone where it is its own value.
    pub fn assignment(&self, slot: Slot, e: &Expr) -> String {
        let (name, text) = (self.slot(slot), self.expr(e));
        if name == text { name } else { format!("{text} AS {name}") }
    }

    /// Several of them.
    pub(crate) fn assignments(&self, items: &[(Slot, Expr)]) -> String {
        items.iter().map(|(slot, e)| self.assignment(*slot, e)).collect::<Vec<_>>().join(", ")
    }

    /// An aggregating call.
    pub fn aggregate(&self, call: &Aggregate) -> String {
        let name = call.function.name;
        match (call.arguments.as_slice(), call.distinct) {
            ([], _) => format!("{name}(*)"),
            (arguments, true) => format!("{name}(DISTINCT {})", self.exprs(arguments)),
            (arguments, false) => format!("{name}({})", self.exprs(arguments)),
        }
    }

    fn print_expr(&self, e: &Expr) -> String {
        match e {
            Expr::Constant(value) => value.to_string(),
            Expr::Slot(slot) => self.slot(*slot),
            Expr::Parameter(number) => {
                let name = self.plan.parameters.get(*number as usize);
                format!("${}", name.map_or("", SmolStr::as_str))
            }
            Expr::List(items) => format!("[{}]", self.exprs(items)),
            Expr::Map(entries) => {
                let entries = entries.iter().map(|(key, value)| self.entry(key, value));
                format!("{{{}}}", entries.collect::<Vec<_>>().join(", "))
            }
            Expr::Property(e, key, _) => format!("{}.{}", self.access(e), self.name(*key)),
            Expr::Index(e, at, _) => format!("{}[{}]", self.access(e), self.expr(at)),
            Expr::Slice(e, from, to, _) => {
                let bound =
                    |e: &Option<Box<Expr>>| e.as_ref().map_or(String::new(), |e| self.expr(e));
                format!("{}[{}..{}]", self.access(e), bound(from), bound(to))
            }
            Expr::Not(e, _) => format!("NOT {}", self.inside(e, Tightness::Not)),
            Expr::Negate(e, _) => format!("-{}", self.inside(e, Tightness::Sign)),
            Expr::And(parts, _) => self.joined(parts, " AND ", Tightness::And),
            Expr::Or(parts, _) => self.joined(parts, " OR ", Tightness::Or),
            Expr::Binary(op, a, b, _) => {
                let own = self.tightness(e);
                // Operators of one kind hold together from the left.
                let (a, b) = (
                    self.wrapped(a, self.tightness(a) < own),
                    self.wrapped(b, self.tightness(b) <= own),
                );
                format!("{a} {} {b}", binary_sign(*op))
            }
            Expr::Compare(op, a, b, _) => {
                let wrap =
                    |side: &Expr| self.wrapped(side, self.tightness(side) <= Tightness::Comparison);
                format!("{} {} {}", wrap(a), comparison_sign(*op), wrap(b))
            }
            Expr::Let(slot, value, behind) => self.kept(*slot, value, behind),
            Expr::IsNull(e, negated) => {
                format!("{} IS {}NULL", self.inside(e, Tightness::Test), not(*negated))
            }
            Expr::IsTyped(e, negated, of) => {
                let e = self.inside(e, Tightness::Test);
                format!("{e} IS {}:: {}", not(*negated), of)
            }
            Expr::IsNormalized(e, negated, form) => {
                let form = format!("{form:?}").to_uppercase();
                format!("{} IS {}{form} NORMALIZED", self.inside(e, Tightness::Test), not(*negated))
            }
            Expr::HasLabels(e, labels) => format!("{}:{}", self.access(e), self.labels(labels)),
            Expr::Case { alternatives, otherwise } => {
                let alternatives = alternatives.iter().map(|(test, result)| {
                    format!(" WHEN {} THEN {}", self.expr(test), self.expr(result))
                });
                let alternatives = alternatives.collect::<String>();
                format!("CASE{alternatives} ELSE {} END", self.expr(otherwise))
            }
            Expr::Call(function, arguments, _) => {
                format!("{}({})", function.name, self.exprs(arguments))
            }
            other => self.with_locals(other),
        }
    }

    /// What is computed once: shown wherever it is used, as it was written, unless it has a name, or would become ever
    /// longer.
    fn kept(&self, slot: Slot, value: &Expr, behind: &Expr) -> String {
        let text = self.expr(value);
        if self.is_named(slot) || text.len() > SHOWN_AGAIN {
            return format!("head([{} IN [{text}] | {}])", self.slot(slot), self.expr(behind));
        }
        let text = wrapped(text, self.tightness(value) < Tightness::Access);
        self.kept.borrow_mut().insert(slot, text);
        self.expr(behind)
    }

    /// Expressions that bring variables or queries of their own.
    fn with_locals(&self, e: &Expr) -> String {
        match e {
            Expr::ListComprehension { slot, list, predicate, map } => {
                let predicate = predicate.as_ref().map(|e| format!(" WHERE {}", self.expr(e)));
                let map = map.as_ref().map(|e| format!(" | {}", self.expr(e)));
                let head = format!("{} IN {}", self.slot(*slot), self.expr(list));
                format!("[{head}{}{}]", predicate.unwrap_or_default(), map.unwrap_or_default())
            }
            Expr::Quantifier { kind, slot, list, predicate } => {
                let kind = match kind {
                    ListQuantifier::All => "all",
                    ListQuantifier::Any => "any",
                    ListQuantifier::None => "none",
                    ListQuantifier::Single => "single",
                };
                let head = format!("{} IN {}", self.slot(*slot), self.expr(list));
                format!("{kind}({head} WHERE {})", self.expr(predicate))
            }
            Expr::Reduce { accumulator, init, slot, list, step, every, .. } => {
                let head = format!("{} = {}", self.slot(*accumulator), self.expr(init));
                let list = format!("{} IN {}", self.slot(*slot), self.expr(list));
                let step = self.expr(step);
                match every {
                    Some(every) => {
                        format!("allReduce({head}, {list} | {step}, {})", self.expr(every))
                    }
                    None => format!("reduce({head}, {list} | {step})"),
                }
            }
            Expr::MapProjection { subject, items, .. } => {
                let items = items.iter().map(|item| match item {
                    ProjectionItem::All => ".*".to_owned(),
                    ProjectionItem::Property(key, _) => format!(".{}", quote_name(key)),
                    ProjectionItem::Entry(key, value) => self.entry(key, value),
                });
                let items = items.collect::<Vec<_>>().join(", ");
                format!("{} {{{items}}}", self.access(subject))
            }
            Expr::Exists(_) => "EXISTS { ... }".to_owned(),
            Expr::Count(..) => "COUNT { ... }".to_owned(),
            Expr::Collect(..) => "COLLECT { ... }".to_owned(),
            Expr::PatternComprehension(_, e) => format!("[... | {}]", self.expr(e)),
            Expr::IsAcyclic(path) => format!("ACYCLIC {}", self.slot(*path)),
            Expr::Path(parts) => parts.iter().map(|part| self.path_part(part)).collect(),
            _ => String::new(),
        }
    }

    fn path_part(&self, part: &PathPart) -> String {
        match part {
            PathPart::Node(slot) => format!("({})", self.slot(*slot)),
            PathPart::Relationships(slot) => format!("-[{}]-", self.slot(*slot)),
            PathPart::Interleaved(slots) => {
                let lists = slots.iter().map(|slot| self.slot(*slot)).collect::<Vec<_>>();
                format!("-[{}...]-", lists.join(", "))
            }
        }
    }

    fn entry(&self, key: &str, value: &Expr) -> String {
        format!("{}: {}", quote_name(key), self.expr(value))
    }

    fn joined(&self, parts: &[Expr], with: &str, own: Tightness) -> String {
        parts.iter().map(|part| self.inside(part, own)).collect::<Vec<_>>().join(with)
    }

    /// What stands before a dot or bracket.
    fn access(&self, e: &Expr) -> String {
        self.inside(e, Tightness::Access)
    }

    fn inside(&self, e: &Expr, own: Tightness) -> String {
        self.wrapped(e, self.tightness(e) < own)
    }

    fn wrapped(&self, e: &Expr, wrap: bool) -> String {
        wrapped(self.expr(e), wrap)
    }

    /// How tightly the text of an expression holds together.
    fn tightness(&self, e: &Expr) -> Tightness {
        match e {
            Expr::Let(slot, _, behind) if !self.is_named(*slot) => self.tightness(behind),
            e => tightness(e),
        }
    }

    /// A label or type.
    pub fn label(&self, label: &LabelRef) -> String {
        match label {
            LabelRef::Static(name) => self.name(*name),
            LabelRef::Dynamic { expr, any: true } => format!("$any({})", self.expr(expr)),
            LabelRef::Dynamic { expr, any: false } => format!("$({})", self.expr(expr)),
        }
    }

    /// `:A|B`, or nothing.
    pub fn types(&self, types: Option<&[LabelRef]>) -> String {
        match types {
            None => String::new(),
            Some(types) => {
                let types = types.iter().map(|label| self.label(label)).collect::<Vec<_>>();
                format!(":{}", types.join("|"))
            }
        }
    }

    fn labels(&self, test: &LabelTest) -> String {
        deeper(|| {
            let all = |tests: &[LabelTest], with: &str| {
                tests
                    .iter()
                    .map(|test| match test {
                        LabelTest::And(_) | LabelTest::Or(_) => format!("({})", self.labels(test)),
                        test => self.labels(test),
                    })
                    .collect::<Vec<_>>()
                    .join(with)
            };
            match test {
                LabelTest::Is(label) => self.label(label),
                LabelTest::Any => "%".to_owned(),
                LabelTest::Not(test) => format!("!{}", all(std::slice::from_ref(test), "")),
                LabelTest::And(tests) => all(tests, "&"),
                LabelTest::Or(tests) => all(tests, "|"),
            }
        })
    }

    /// What an element must satisfy, one by one.
    pub fn tests(
        &self,
        element: Slot,
        labels: Option<&LabelTest>,
        properties: &[(NameRef, Expr)],
        predicates: &[Expr],
    ) -> Vec<String> {
        let name = self.slot(element);
        let mut tests = Vec::new();
        tests.extend(labels.map(|labels| format!("{name}:{}", self.labels(labels))));
        for (key, value) in properties {
            let value = self.wrapped(value, self.tightness(value) <= Tightness::Comparison);
            tests.push(format!("{name}.{} = {value}", self.name(*key)));
        }
        tests.extend(predicates.iter().map(|e| self.inside(e, Tightness::And)));
        tests
    }

    fn key(&self, key: &PropertyKey) -> String {
        match key {
            PropertyKey::Static(name) => format!(".{}", self.name(*name)),
            PropertyKey::Dynamic(e) => format!("[{}]", self.expr(e)),
        }
    }

    /// What is made.
    pub fn creations(&self, creations: &[Creation]) -> String {
        let made = creations.iter().map(|creation| match creation {
            Creation::Node(NodeCreation { into, labels, properties, .. }) => {
                let labels = labels.iter().map(|label| format!(":{}", self.label(label)));
                let labels = labels.collect::<String>();
                format!("({}{labels}{})", self.slot(*into), self.properties(properties))
            }
            Creation::Relationship(RelationshipCreation {
                into,
                start,
                end,
                kind,
                properties,
                ..
            }) => {
                let inside = format!("{}:{}", self.slot(*into), self.label(kind));
                let inside = format!("{inside}{}", self.properties(properties));
                format!("({})-[{inside}]->({})", self.slot(*start), self.slot(*end))
            }
            Creation::Path(slot, path) => self.assignment(*slot, path),
        });
        made.collect::<Vec<_>>().join(", ")
    }

    fn properties(&self, properties: &Properties) -> String {
        match properties {
            Properties::Entries(entries) if entries.is_empty() => String::new(),
            Properties::Entries(entries) => {
                let entry = |(key, value): &(NameRef, Expr)| {
                    format!("{}: {}", self.name(*key), self.expr(value))
                };
                format!(" {{{}}}", entries.iter().map(entry).collect::<Vec<_>>().join(", "))
            }
            Properties::Map(map) => format!(" {}", self.expr(map)),
        }
    }

    /// An assignment of `SET` or `REMOVE`.
    pub fn set_item(&self, item: &SetItem) -> String {
        let labels = |labels: &[LabelRef]| {
            labels.iter().map(|label| format!(":{}", self.label(label))).collect::<String>()
        };
        match item {
            SetItem::Property { target, key, value, .. } => {
                format!("{}{} = {}", self.access(target), self.key(key), self.expr(value))
            }
            SetItem::Properties { target, value, merge, .. } => {
                let op = if *merge { "+=" } else { "=" };
                format!("{} {op} {}", self.expr(target), self.expr(value))
            }
            SetItem::AddLabels { target, labels: added } => {
                format!("{}{}", self.expr(target), labels(added))
            }
            SetItem::RemoveLabels { target, labels: removed } => {
                format!("NOT {}{}", self.expr(target), labels(removed))
            }
        }
    }
}

fn tightness(e: &Expr) -> Tightness {
    match e {
        Expr::Or(..) => Tightness::Or,
        Expr::And(..) => Tightness::And,
        Expr::Not(..) => Tightness::Not,
        Expr::Compare(..) => Tightness::Comparison,
        Expr::IsNull(..) | Expr::IsTyped(..) | Expr::IsNormalized(..) => Tightness::Test,
        Expr::Negate(..) => Tightness::Sign,
        Expr::Binary(op, ..) => match op {
            BinaryOp::Or => Tightness::Or,
            BinaryOp::Xor => Tightness::Xor,
            BinaryOp::And => Tightness::And,
            BinaryOp::In
            | BinaryOp::StartsWith
            | BinaryOp::EndsWith
            | BinaryOp::Contains
            | BinaryOp::Regex => Tightness::Test,
            BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Concat => Tightness::Sum,
            BinaryOp::Multiply | BinaryOp::Divide | BinaryOp::Modulo => Tightness::Product,
            BinaryOp::Power => Tightness::Power,
        },
        _ => Tightness::Access,
    }
}

fn wrapped(text: String, wrap: bool) -> String {
    if wrap { format!("({text})") } else { text }
}

fn not(negated: bool) -> &'static str {
    if negated { "NOT " } else { "" }
}
