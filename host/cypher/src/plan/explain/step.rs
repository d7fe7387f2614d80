//! The steps of patterns in the words of a plan's table.

use super::{Describer, PlanDescription};
use crate::plan::{
    Endpoints, Expand, Growing, HashJoin, Keep, NodeTest, Pruning, Quantified, RelationshipTest,
    Shortest, Step, StepKind, VariableLength,
};
use crate::plan::{Slot, visit};
use crate::syntax::ast::Arrow;

impl Describer<'_> {
    /// A chain of steps, each of which takes its rows from the one before.
    pub(super) fn steps(
        &self,
        steps: &[Step],
        input: Option<PlanDescription>,
    ) -> Option<PlanDescription> {
        steps.iter().fold(input, |input, step| Some(self.step(step, input)))
    }

    fn step(&self, step: &Step, input: Option<PlanDescription>) -> PlanDescription {
        let print = &self.print;
        let mut nested = match &step.kind {
            StepKind::Quantified(part) => self.inside(&part.steps, part.entry),
            StepKind::Shortest(shortest) => self.inside(&shortest.steps, shortest.ends.0),
            StepKind::PatternJoin(join) => self.steps(&join.steps, None).into_iter().collect(),
            _ => self.subqueries(|visitor| visit::steps(std::slice::from_ref(step), visitor)),
        };
        if let StepKind::Quantified(part) = &step.kind {
            nested.extend(self.subqueries(|visitor| visit::node_test(&part.to_test, visitor)));
        }
        let (name, details) = match &step.kind {
            StepKind::Scan { into, label: Some(label), test } => {
                let node = format!("{}:{}", print.slot(*into), print.label(label));
                ("NodeByLabelScan", format!("{node}{}", self.node_where(test, *into)))
            }
            StepKind::HashJoin(join) => {
                let HashJoin { into, label, test, .. } = &**join;
                let label =
                    label.as_ref().map_or(String::new(), |it| format!(":{}", print.label(it)));
                let node = format!("{}{label}", print.slot(*into));
                ("ValueHashJoin", format!("{node}{}", self.node_where(test, *into)))
            }
            StepKind::PatternJoin(join) => {
                let pairs = join.keys.iter().zip(&join.values);
                let equal = pairs.map(|(a, b)| format!("{} = {}", print.expr(a), print.expr(b)));
                ("ValueHashJoin", equal.collect::<Vec<_>>().join(" AND "))
            }
            StepKind::Scan { into, label: None, test } => {
                let node = print.slot(*into);
                ("AllNodesScan", format!("{node}{}", self.node_where(test, *into)))
            }
            StepKind::Seek { into, element_id, test, .. } => {
                let name = if *element_id { "NodeByElementIdSeek" } else { "NodeByIdSeek" };
                (name, format!("{}{}", print.slot(*into), self.node_where(test, *into)))
            }
            StepKind::Check { node, test } => {
                let tests = self.node_tests(test, *node);
                let node = || format!("{} IS NOT NULL", print.slot(*node));
                ("Filter", if tests.is_empty() { node() } else { tests.join(" AND ") })
            }
            StepKind::Expand(hop) => {
                let name = if hop.to_bound { "Expand(Into)" } else { "Expand(All)" };
                (name, self.hop(hop, &print.slot(hop.relationship)))
            }
            StepKind::Count(hop) => {
                let counted = self.counted(Some(hop.relationship));
                let hop = self.hop(hop, &print.slot(hop.relationship));
                ("Expand(Count)", format!("{hop}{counted}"))
            }
            StepKind::Endpoints(ends) => ("ProjectEndpoints", self.endpoints(ends)),
            StepKind::VariableLength(chain) => (expansion(chain), self.variable_length(chain)),
            StepKind::Quantified(part) => (repetition(part), self.quantified(part)),
            StepKind::Shortest(shortest) => self.shortest(shortest),
            StepKind::Filter(predicate) => ("Filter", print.expr(predicate)),
            StepKind::Bind(slot, value) => ("Projection", print.assignment(*slot, value)),
        };
        PlanDescription {
            operator: name.to_owned(),
            details,
            id: Some(step.id),
            counts: None,
            input: input.map(Box::new),
            nested,
        }
    }

    fn shortest(&self, shortest: &Shortest) -> (&'static str, String) {
        let (what, count) = match &shortest.keep {
            Keep::Any(count) => ("ANY", count),
            Keep::Shortest(count) => ("SHORTEST", count),
            Keep::Groups(count) => ("SHORTEST GROUPS", count),
        };
        let name = if shortest.function { "ShortestPath" } else { "StatefulShortestPath" };
        let (left, right) = shortest.ends;
        let ends = format!("({})...({})", self.print.slot(left), self.print.slot(right));
        (name, format!("{what} {} {ends}", self.print.expr(count)))
    }

    /// Steps that are run for each row, which begin at a node of that row.
    fn inside(&self, steps: &[Step], begin: Slot) -> Vec<PlanDescription> {
        let argument = PlanDescription {
            operator: "Argument".to_owned(),
            details: self.print.slot(begin),
            ..PlanDescription::default()
        };
        self.steps(steps, Some(argument)).into_iter().collect()
    }

    fn hop(&self, hop: &Expand, relationship: &str) -> String {
        let print = &self.print;
        let types = print.types(hop.types.as_deref());
        let (from, to) = (print.slot(hop.from), print.slot(hop.to));
        let mut tests = self.relationship_tests(&hop.test, hop.relationship);
        tests.extend(self.node_tests(&hop.to_test, hop.to));
        let arrow = arrow(hop.direction, &format!("{relationship}{types}"));
        format!("({from}){arrow}({to}){}", where_all(&tests))
    }

    fn variable_length(&self, chain: &VariableLength) -> String {
        let list =
            if chain.collect { self.print.slot(chain.hop.relationship) } else { String::new() };
        let max = chain.max.map(|max| max.to_string()).unwrap_or_default();
        let types = self.print.types(chain.hop.types.as_deref());
        let mut hop = chain.hop.clone();
        hop.types = None;
        let hop = self.hop(&hop, &format!("{list}{types}*{}..{max}", chain.min));
        let counted = chain.counted.then_some(chain.hop.relationship);
        format!("{hop}{}{}", self.growing(&chain.growing), self.counted(counted))
    }

    fn counted(&self, slot: Option<Slot>) -> String {
        slot.map(|slot| format!(" AS {}", self.print.slot(slot))).unwrap_or_default()
    }

    fn growing(&self, growing: &[Growing]) -> String {
        let asked: Vec<String> = growing.iter().map(|it| self.print.expr(&it.predicate)).collect();
        if asked.is_empty() { String::new() } else { format!(" WHILE {}", asked.join(" AND ")) }
    }

    fn endpoints(&self, ends: &Endpoints) -> String {
        let print = &self.print;
        let types = print.types(ends.types.as_deref());
        let mut tests = self.relationship_tests(&ends.test, ends.relationship);
        tests.extend(self.node_tests(&ends.from_test, ends.from));
        tests.extend(self.node_tests(&ends.to_test, ends.to));
        let arrow = arrow(ends.direction, &format!("{}{types}", print.slot(ends.relationship)));
        let (from, to) = (print.slot(ends.from), print.slot(ends.to));
        format!("({from}){arrow}({to}){}", where_all(&tests))
    }

    fn quantified(&self, part: &Quantified) -> String {
        let print = &self.print;
        let max = part.max.map_or_else(|| "*".to_owned(), |max| max.to_string());
        let (from, to) = (print.slot(part.from), print.slot(part.to));
        let entry = self.node_where(&part.entry_test, part.entry);
        let (inside, end) = (print.slot(part.entry), print.slot(part.exit));
        let groups = part.groups.iter().map(|(_, outer)| print.slot(*outer)).collect::<Vec<_>>();
        let groups = match groups.as_slice() {
            [] => String::new(),
            groups => format!(" collecting {}", groups.join(", ")),
        };
        let tests = self.node_tests(&part.to_test, part.to);
        format!(
            "({from}) (({inside}{entry})...({end})){{{}, {max}}} ({to}){}{}{groups}{}",
            part.min,
            where_all(&tests),
            self.growing(&part.growing),
            self.counted(part.counted)
        )
    }

    fn node_where(&self, test: &NodeTest, node: Slot) -> String {
        where_all(&self.node_tests(test, node))
    }

    fn node_tests(&self, test: &NodeTest, node: Slot) -> Vec<String> {
        let NodeTest { labels, properties, predicates } = test;
        self.print.tests(node, labels.as_ref(), properties, predicates)
    }

    fn relationship_tests(&self, test: &RelationshipTest, relationship: Slot) -> Vec<String> {
        let RelationshipTest { types, properties, predicates } = test;
        self.print.tests(relationship, types.as_ref(), properties, predicates)
    }
}

/// What following a chain is called.
fn expansion(chain: &VariableLength) -> &'static str {
    match (&chain.pruning, chain.hop.to_bound) {
        _ if chain.counted => "VarLengthExpand(Count)",
        (Pruning::Nothing, false) => "VarLengthExpand(All)",
        (Pruning::Nothing, true) => "VarLengthExpand(Into)",
        (Pruning::Ends | Pruning::Nearest, false) => "VarLengthExpand(Pruning,BFS,All)",
        (Pruning::Ends | Pruning::Nearest, true) => "VarLengthExpand(Pruning,BFS,Into)",
        (_, false) => "VarLengthExpand(Pruning,All)",
        (_, true) => "VarLengthExpand(Pruning,Into)",
    }
}

/// What repeating a part is called.
fn repetition(part: &Quantified) -> &'static str {
    match &part.pruning {
        _ if part.counted.is_some() => "Repeat(Count)",
        Pruning::Nothing => "Repeat(Trail)",
        Pruning::Ends | Pruning::Nearest => "Repeat(Pruning,BFS)",
        _ => "Repeat(Pruning,Trail)",
    }
}

fn where_all(tests: &[String]) -> String {
    if tests.is_empty() { String::new() } else { format!(" WHERE {}", tests.join(" AND ")) }
}

fn arrow(direction: Arrow, inside: &str) -> String {
    match direction {
        Arrow::Right => format!("-[{inside}]->"),
        Arrow::Left => format!("<-[{inside}]-"),
        Arrow::Either => format!("-[{inside}]-"),
    }
}
