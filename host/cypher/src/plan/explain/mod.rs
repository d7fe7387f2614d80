//! A plan as people read it: a tree of named operators with what each does, printed as Neo4j prints its own.

mod description;
mod expr;
mod step;
mod table;

pub use description::{Counts, PlanDescription};

use expr::Printer;

use super::visit::{self, Subquery, Visitor};
use super::{Expr, Operator, OperatorKind, Pipeline, Plan, Query, SetItem, Slot, SortKey};
use crate::stack::deeper;

/// Describes a plan.
#[must_use]
pub fn describe(plan: &Plan) -> PlanDescription {
    let describer = Describer { print: Printer::new(plan) };
    let columns = plan.columns.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>();
    let inside = describer.query(&plan.root, None);
    PlanDescription {
        operator: "ProduceResults".to_owned(),
        details: columns.join(", "),
        input: inside.map(Box::new),
        ..PlanDescription::default()
    }
}

struct Describer<'p> {
    print: Printer<'p>,
}

impl Describer<'_> {
    fn query(&self, query: &Query, input: Option<PlanDescription>) -> Option<PlanDescription> {
        deeper(|| match query {
            Query::Single(chain) => self.chain(chain, input),
            Query::Union { id, members, distinct } => {
                let mut members = members.iter().filter_map(|member| self.query(member, None));
                let union = PlanDescription {
                    operator: "Union".to_owned(),
                    id: distinct.is_none().then_some(*id),
                    input: members.next().map(Box::new),
                    nested: members.collect(),
                    ..PlanDescription::default()
                };
                let Some(slots) = distinct else { return Some(union) };
                Some(PlanDescription {
                    operator: "Distinct".to_owned(),
                    details: self.slots(slots),
                    id: Some(*id),
                    input: Some(Box::new(union)),
                    ..PlanDescription::default()
                })
            }
            Query::When { id, branches, otherwise } => {
                let conditions = branches.iter().map(|(condition, _)| self.print.expr(condition));
                let queries = branches.iter().map(|(_, query)| query);
                let queries = queries.chain(otherwise.as_deref());
                Some(PlanDescription {
                    operator: "ConditionalApply".to_owned(),
                    details: conditions.collect::<Vec<_>>().join("; "),
                    id: Some(*id),
                    counts: None,
                    input: input.map(Box::new),
                    nested: queries.filter_map(|query| self.query(query, None)).collect(),
                })
            }
        })
    }

    fn chain(&self, chain: &Pipeline, input: Option<PlanDescription>) -> Option<PlanDescription> {
        chain.operators.iter().fold(input, |input, operator| Some(self.operator(operator, input)))
    }

    fn operator(&self, operator: &Operator, input: Option<PlanDescription>) -> PlanDescription {
        let (name, details) = match &operator.kind {
            OperatorKind::Match(pattern) => {
                // The operator is its steps; one without steps passes rows on.
                return self.steps(&pattern.steps, input).unwrap_or_default();
            }
            kind => self.named(kind),
        };
        let mut nested: Vec<_> = match &operator.kind {
            OperatorKind::Optional { inner, .. } => self.chain(inner, None).into_iter().collect(),
            OperatorKind::Apply { query, .. } => self.query(query, None).into_iter().collect(),
            OperatorKind::Merge { pattern, .. } => {
                self.steps(&pattern.steps, None).into_iter().collect()
            }
            OperatorKind::Foreach { body, .. } => self.chain(body, None).into_iter().collect(),
            _ => Vec::new(),
        };
        if !matches!(
            operator.kind,
            OperatorKind::Optional { .. }
                | OperatorKind::Apply { .. }
                | OperatorKind::Merge { .. }
                | OperatorKind::Foreach { .. }
        ) {
            nested = self.subqueries(|visitor| visit::reads(operator, visitor));
        }
        PlanDescription {
            operator: name.to_owned(),
            details,
            id: Some(operator.id),
            counts: None,
            input: input.map(Box::new),
            nested,
        }
    }

    /// The subqueries in the expressions that `look` goes through, not those inside of them.
    fn subqueries(&self, look: impl FnOnce(&mut dyn Visitor)) -> Vec<PlanDescription> {
        struct Subplans<'d, 'p>(&'d Describer<'p>, Vec<PlanDescription>);
        impl Visitor for Subplans<'_, '_> {
            fn slot(&mut self, _: Slot) {}

            fn subquery(&mut self, subquery: Subquery<'_>) -> bool {
                self.1.extend(match subquery {
                    Subquery::Query(query) => self.0.query(query, None),
                    Subquery::Chain(chain) => self.0.chain(chain, None),
                });
                false
            }
        }
        let mut found = Subplans(self, Vec::new());
        look(&mut found);
        found.1
    }

    fn named(&self, kind: &OperatorKind) -> (&'static str, String) {
        let print = &self.print;
        match kind {
            OperatorKind::Match(_) => ("Match", String::new()),
            OperatorKind::Optional { nulls, .. } => ("Optional", self.slots(nulls)),
            OperatorKind::Unwind { list, into } => ("Unwind", print.assignment(*into, list)),
            OperatorKind::Filter(predicate) => ("Filter", print.expr(predicate)),
            OperatorKind::Project(items) => ("Projection", print.assignments(items)),
            OperatorKind::Aggregate { keys, aggregates, first } => {
                let results = aggregates.iter().map(|(slot, call)| {
                    format!("{} AS {}", print.aggregate(call), print.slot(*slot))
                });
                let all = keys.iter().map(|(slot, e)| print.assignment(*slot, e)).chain(results);
                let all = all.collect::<Vec<_>>().join(", ");
                match first {
                    None => ("EagerAggregation", all),
                    Some(first) => ("OrderedAggregation", all + &self.limit(&first.limit)),
                }
            }
            OperatorKind::Distinct(slots) => ("Distinct", self.slots(slots)),
            OperatorKind::Early(slots) => ("Distinct(Early)", self.slots(slots)),
            OperatorKind::Sort { keys, limit, early } => {
                let name = match limit.as_slice() {
                    [] => "Sort",
                    _ if (1..keys.len()).contains(early) => "PartialTop",
                    _ => "Top",
                };
                (name, self.keys(keys) + &self.limit(limit))
            }
            OperatorKind::SortEarly(keys) => ("Sort(Early)", self.keys(keys)),
            OperatorKind::Skip(count) => ("Skip", print.expr(count)),
            OperatorKind::Limit(count) => ("Limit", print.expr(count)),
            OperatorKind::Apply { returns, optional, .. } => match (returns, optional) {
                (false, _) => ("SubqueryForeach", String::new()),
                (true, Some(slots)) => ("Apply", format!("OPTIONAL {}", self.slots(slots))),
                (true, None) => ("Apply", String::new()),
            },
            OperatorKind::Procedure { procedure, arguments, yields, .. } => {
                let yields = yields.iter().map(|(_, slot)| print.slot(*slot));
                let yields = yields.collect::<Vec<_>>().join(", ");
                let arguments = print.exprs(arguments);
                let name = &procedure.signature.name;
                ("ProcedureCall", format!("{name}({arguments}) :: ({yields})"))
            }
            OperatorKind::Create(creations) => ("Create", print.creations(creations)),
            OperatorKind::Merge { create, .. } => ("Merge", print.creations(create)),
            OperatorKind::Set(items) => (set_name(items), self.set_items(items)),
            OperatorKind::Delete { targets, detach } => {
                (if *detach { "DetachDelete" } else { "Delete" }, print.exprs(targets))
            }
            OperatorKind::Foreach { list, into, .. } => {
                ("Foreach", format!("{} IN {}", print.slot(*into), print.expr(list)))
            }
            OperatorKind::Finish => ("EmptyResult", String::new()),
        }
    }

    fn keys(&self, keys: &[SortKey]) -> String {
        let key = |SortKey { expr, descending }: &SortKey| {
            format!("{} {}", self.print.expr(expr), if *descending { "DESC" } else { "ASC" })
        };
        keys.iter().map(key).collect::<Vec<_>>().join(", ")
    }

    fn limit(&self, limit: &[Expr]) -> String {
        let limit: Vec<String> = limit.iter().map(|e| self.print.expr(e)).collect();
        if limit.is_empty() { String::new() } else { format!(" LIMIT {}", limit.join(" + ")) }
    }

    fn slots(&self, slots: &[Slot]) -> String {
        slots.iter().map(|slot| self.print.slot(*slot)).collect::<Vec<_>>().join(", ")
    }

    fn set_items(&self, items: &[SetItem]) -> String {
        items.iter().map(|item| self.print.set_item(item)).collect::<Vec<_>>().join(", ")
    }
}

fn set_name(items: &[SetItem]) -> &'static str {
    match items {
        [SetItem::Property { .. }] => "SetProperty",
        [SetItem::Properties { .. }] => "SetPropertiesFromMap",
        [SetItem::AddLabels { .. }] => "SetLabels",
        [SetItem::RemoveLabels { .. }] => "RemoveLabels",
        _ => "Set",
    }
}
