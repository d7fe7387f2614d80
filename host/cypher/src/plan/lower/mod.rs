//! From the checked tree to the plan: variables become slots, clauses operators, patterns steps. What a
//! clause becomes is in the files beside this one; here is what they share.

mod aggregate;
mod call;
mod clause;
mod computed;
mod expr;
mod function;
mod names;
mod pattern;
mod projection;
mod query;
mod scope;
mod subquery;
mod write;

use super::expr::Aggregate;
use super::slots::SlotSet;
use super::{
    Expr, Mention, NameKind, NameRef, Operator, OperatorId, OperatorKind, Plan, Slot, live,
};
use crate::error::{Error, ErrorKind, Span};
use crate::meter::Meter;
use crate::procedures::Procedures;
use crate::syntax::ast;
use computed::Computed;
use names::Names;
use scope::{Kind, Scope};

/// Makes the plan of a statement that was checked.
///
/// # Errors
/// What the front end knows and the embedded engine has not: commands, `LOAD CSV`, `USE`, unknown functions.
pub fn plan(
    statement: &ast::Statement,
    text: &str,
    procedures: &Procedures,
    meter: &Meter,
) -> Result<Plan, Error> {
    meter.check()?;
    let query = match &statement.body {
        ast::Body::Query(query) => query,
        ast::Body::Command { name, span } => {
            let message = format!("`{name}` is not supported by the embedded engine");
            return Err(Error::new(ErrorKind::Unsupported, message).at(*span));
        }
    };
    let mut lowerer = Lowerer::new(text, procedures);
    lowerer.standalone_call = query::is_standalone_call(query);
    let (mut root, columns) = lowerer.query(query, query::Ending::Result)?;
    let columns = columns.unwrap_or_default();
    let out: SlotSet = columns.iter().map(|(_, slot)| *slot).collect();
    live::finish_query(&mut root, &out);
    let names = lowerer.names.into_vec();
    let written = lowerer.written;
    lowerer.mentions.retain(|mention| !written.contains(names[mention.name.0 as usize].as_str()));
    Ok(Plan {
        root,
        columns: columns.into_iter().map(|(name, slot)| (name.to_owned(), slot)).collect(),
        slots: lowerer.slots.len() as u32,
        slot_names: lowerer.slots.into_iter().map(|slot| slot.name).collect(),
        names,
        parameters: lowerer.parameters.into_vec(),
        operators: lowerer.operators,
        writes: lowerer.writes,
        mentions: lowerer.mentions,
    })
}

/// What lowering a query carries along.
struct Lowerer<'a> {
    text: &'a str,
    procedures: &'a Procedures,
    names: Names,
    parameters: Names,
    slots: Vec<SlotInfo>,
    mentions: Vec<Mention>,
    operators: u32,
    writes: bool,
    /// How many calls there were whose value is another one each time.
    volatile_calls: u32,
    /// Whether labels and keys are looked for here, so that unknown ones are worth a notice.
    mentioning: bool,
    /// Labels, types and keys that the query writes itself: nobody needs to be told that they are new.
    written: std::collections::HashSet<&'a str>,
    /// Whether the query is one procedure call, whose columns are the result.
    standalone_call: bool,
    /// The variables that can be read.
    scope: Scope<'a>,
    /// Those of them that come from around a subquery and outlast its `WITH`.
    base: Scope<'a>,
    /// Expressions that are in a slot already.
    computed: Computed<'a>,
    /// Where aggregating calls go while a projection that aggregates is lowered.
    gathering: Option<Gathering<'a>>,
}

/// The aggregating calls of a projection.
#[derive(Default)]
struct Gathering<'a> {
    /// What is gathered.
    aggregates: Vec<(Slot, Aggregate)>,
    /// What their arguments can read: the rows before grouping.
    scope: Scope<'a>,
}

/// What the planner knows of a slot.
struct SlotInfo {
    name: String,
    kind: Kind,
}

/// Result columns: name and slot.
type Columns<'a> = Vec<(&'a str, Slot)>;

impl<'a> Lowerer<'a> {
    fn new(text: &'a str, procedures: &'a Procedures) -> Lowerer<'a> {
        Lowerer {
            text,
            procedures,
            names: Names::default(),
            parameters: Names::default(),
            slots: Vec::new(),
            mentions: Vec::new(),
            operators: 0,
            writes: false,
            volatile_calls: 0,
            mentioning: true,
            written: Default::default(),
            standalone_call: false,
            scope: Scope::default(),
            base: Scope::default(),
            computed: Computed::default(),
            gathering: None,
        }
    }

    /// A slot for a value that has no name in the text.
    fn anonymous(&mut self, kind: Kind) -> Slot {
        self.slots.push(SlotInfo { name: String::new(), kind });
        Slot(self.slots.len() as u32 - 1)
    }

    /// Calls a slot that has no name by that of its column.
    fn rename(&mut self, slot: Slot, name: &str) {
        if let Some(info) = self.slots.get_mut(slot.0 as usize)
            && info.name.is_empty()
        {
            info.name = name.to_owned();
        }
    }

    /// A slot that has a name, which nobody can read yet.
    fn named(&mut self, name: &str, kind: Kind) -> Slot {
        self.slots.push(SlotInfo { name: name.to_owned(), kind });
        Slot(self.slots.len() as u32 - 1)
    }

    /// A new variable.
    fn declare(&mut self, name: &'a str, kind: Kind) -> Slot {
        let slot = self.named(name, kind);
        self.scope.insert(name, slot);
        slot
    }

    /// The slot of a variable.
    fn variable(&self, name: &str, span: Span) -> Result<Slot, Error> {
        self.scope.get(name).ok_or_else(|| {
            Error::syntax(span, format!("variable `{name}` is not defined here"))
                .because("UndefinedVariable")
        })
    }

    fn kind(&self, slot: Slot) -> Kind {
        self.slots.get(slot.0 as usize).map_or(Kind::Other, |info| info.kind)
    }

    fn operator_id(&mut self) -> OperatorId {
        self.operators += 1;
        OperatorId(self.operators - 1)
    }

    /// An operator that a clause ends its chain with.
    fn push(&mut self, chain: &mut Vec<Operator>, kind: OperatorKind, span: Span) {
        let id = self.operator_id();
        chain.push(Operator { id, kind, live: Vec::new(), span });
    }

    fn name(&mut self, text: &str) -> NameRef {
        NameRef(self.names.intern(text))
    }

    fn mention(&mut self, kind: NameKind, name: NameRef, span: Span) {
        if self.mentioning {
            self.mentions.push(Mention { kind, name, span });
        }
    }

    fn parameter(&mut self, name: &str) -> Expr {
        Expr::Parameter(self.parameters.intern(name))
    }
}

/// The error of something that the front end knows and the embedded engine has not.
fn unsupported(span: Span, what: &str) -> Error {
    let message = format!("{what} is not supported by the embedded engine");
    Error::new(ErrorKind::Unsupported, message).at(span)
}
