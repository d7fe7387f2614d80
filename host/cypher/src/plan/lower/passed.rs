//! A `WHERE` behind a `WITH` that only passes rows on says what paths are looked for as much as one behind the `MATCH`
//! does, and many write it there once they have given `relationships(p)` a name. It becomes the pattern's:
//!
//! ```text
//! > MATCH p = (a:A)-[:R*2..7]-(b) WITH b, relationships(p) AS rs WHERE all(r IN rs WHERE r.k = 1) RETURN b
//! NodeByLabelScan      a:A
//! Repeat(Trail)        (a) ((anon_6)...(anon_7)){2, 7} (b) collecting anon_3
//! | Argument             anon_6
//! | Expand(All)          (anon_6)-[anon_5:R]-(anon_7) WHERE anon_5.k = 1
//! Projection           (a)-[anon_3]-(b) AS p
//! Projection           relationships(p) AS rs
//! ```

use hashbrown::HashMap;

use crate::check::first_aggregate;
use crate::stack::deeper;
use crate::syntax::ast::{self, Clause, ClauseKind, ExprKind, Paging};

/// A `WITH` of more items, or a predicate of more parts, is left as it is, and of a `MATCH` no more parts are asked before.
const MOST: usize = 64;

/// What the variables behind a `WITH` stand for before it.
pub(super) type StandsFor<'a> = HashMap<&'a str, &'a ast::Expr>;

/// Predicates that may be asked before a `WITH`.
#[derive(Default)]
pub(super) struct Passed<'a> {
    /// Those predicates.
    pub predicates: Vec<&'a ast::Expr>,
    /// What they read.
    pub names: StandsFor<'a>,
    /// Whether the `WITH` asks nothing else.
    pub all: bool,
    /// Whether they are asked behind the `WITH` as well.
    pub again: bool,
    /// The variable by which the clause sorts rows of which it takes the first ones.
    pub first: Option<&'a str>,
}

impl<'a> Passed<'a> {
    /// Of the clause behind a `MATCH`.
    pub fn of(clause: Option<&'a Clause>) -> Passed<'a> {
        let Some(Clause { kind: ClauseKind::With(projection), .. }) = clause else {
            return Passed::default();
        };
        let plain = !projection.distinct
            && projection.paging == Paging::default()
            && projection.group_by.is_none()
            && projection.items.len() <= MOST
            && projection.items.iter().all(|item| first_aggregate(&item.expr).is_none());
        let Some(predicate) = projection.predicate.as_ref().filter(|_| plain) else {
            return Passed::default();
        };
        let mut names = StandsFor::default();
        let mut computed = Vec::new();
        for item in &projection.items {
            let name = match (&item.alias, &item.expr.kind) {
                (Some(alias), _) => alias.text.as_str(),
                (None, ExprKind::Variable(name)) => name.as_str(),
                (None, _) => continue,
            };
            if is_short(&item.expr) {
                names.insert(name, &item.expr);
            } else {
                computed.push(name);
            }
        }
        let mut found = Passed { names, all: true, ..Passed::default() };
        for part in predicate.conjuncts() {
            let mut reader = Reader { names: &found.names, computed: &computed, left: MOST };
            match reader.may_pass(part) {
                true => found.predicates.push(part),
                false => found.all = false,
            }
        }
        found.again = !found.all;
        found
    }

    /// Of a `MATCH` behind a `MATCH`, as far as they read nothing that it introduces.
    pub fn of_match(predicate: &'a ast::Expr, introduced: &[&str]) -> Passed<'a> {
        let asked = predicate.conjuncts().filter(|part| reads_none(part, introduced));
        Passed { predicates: asked.take(MOST).collect(), ..Passed::default() }
    }
}

/// Whether an expression reads none of these variables and means the same before other clauses.
pub(super) fn reads_none(e: &ast::Expr, variables: &[&str]) -> bool {
    Reader { names: &StandsFor::default(), computed: variables, left: MOST }.may_pass(e)
}

/// The one variable that a short expression reads, if it looks nothing up in the graph.
pub(super) fn only_variable(e: &ast::Expr) -> Option<&str> {
    let (mut found, mut pending) = (None, vec![e]);
    for _ in 0..MOST {
        let Some(e) = pending.pop() else { return found };
        match &e.kind {
            ExprKind::Variable(name) if found.is_none_or(|found| found == name) => {
                found = Some(name.as_str());
            }
            ExprKind::Variable(_) => return None,
            kind if hides_what_it_reads(kind) || !e.locals().is_empty() => return None,
            _ => pending.extend(e.children()),
        }
    }
    None
}

/// The variable by which a clause sorts rows, the first of which it takes.
pub(super) fn sorts_by(clause: &Clause) -> Option<&str> {
    let (ClauseKind::With(projection) | ClauseKind::Return(projection)) = &clause.kind else {
        return None;
    };
    let Paging { order, limit: Some(_), .. } = &projection.paging else { return None };
    let name = only_variable(&order.first()?.expr)?;
    let is_it = |item: &&ast::ProjectionItem| item.alias.as_ref().is_some_and(|it| it.text == name);
    match projection.items.iter().find(is_it) {
        Some(item) => only_variable(&item.expr),
        None => Some(name),
    }
}

/// Whether an item is a variable, or something of one that costs nothing to ask for again.
fn is_short(e: &ast::Expr) -> bool {
    match &e.kind {
        ExprKind::Variable(_) => true,
        ExprKind::Property(owner, _) => matches!(owner.kind, ExprKind::Variable(_)),
        ExprKind::ListComprehension { variable, list, predicate: None, map: Some(map) } => {
            let of_each = matches!(&map.kind, ExprKind::Property(owner, _) if
                matches!(&owner.kind, ExprKind::Variable(name) if *name == variable.text));
            of_each && is_short(list)
        }
        ExprKind::Function(call) => {
            let name = call.name.text.to_ascii_lowercase();
            matches!(name.as_str(), "nodes" | "relationships" | "length" | "size")
                && matches!(
                    call.arguments.as_slice(),
                    [ast::Expr { kind: ExprKind::Variable(_), .. }]
                )
        }
        _ => false,
    }
}

/// Whether an expression may read variables of any name besides those of its parts: what is looked up in the graph does.
fn hides_what_it_reads(kind: &ExprKind) -> bool {
    matches!(
        kind,
        ExprKind::Pattern(_)
            | ExprKind::ShortestPath(_)
            | ExprKind::PatternComprehension { .. }
            | ExprKind::MapProjection { .. }
            | ExprKind::Exists(_)
            | ExprKind::Count(_)
            | ExprKind::Collect(_)
    )
}

/// Finds out whether a predicate means the same before the `WITH`.
struct Reader<'r, 'a> {
    names: &'r StandsFor<'a>,
    computed: &'r [&'a str],
    /// How many parts may still be looked at.
    left: usize,
}

impl Reader<'_, '_> {
    fn may_pass(&mut self, e: &ast::Expr) -> bool {
        self.left = self.left.saturating_sub(1);
        if self.left == 0 {
            return false;
        }
        let reads_itself = match &e.kind {
            ExprKind::Variable(name) => !self.computed.contains(&name.as_str()),
            ExprKind::Function(call) => {
                let name = call.name.text.to_ascii_lowercase();
                !matches!(name.as_str(), "rand" | "randomuuid" | "uuid")
            }
            kind => !hides_what_it_reads(kind),
        };
        // A local variable would hide what another one stands for.
        let hides = |local: &str| {
            self.computed.contains(&local)
                || self.names.iter().any(|(name, e)| *name == local || names(e) == Some(local))
        };
        reads_itself
            && !e.locals().into_iter().any(hides)
            && deeper(|| e.children().into_iter().all(|child| self.may_pass(child)))
    }
}

/// The variable that an item reads.
fn names(e: &ast::Expr) -> Option<&str> {
    match &e.kind {
        ExprKind::Variable(name) => Some(name),
        ExprKind::Property(owner, _) => names(owner),
        ExprKind::ListComprehension { list, .. } => names(list),
        ExprKind::Function(call) => call.arguments.first().and_then(names),
        _ => None,
    }
}
