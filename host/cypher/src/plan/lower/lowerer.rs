//! What all of lowering shares: the slots and names so far, the variables in scope, and how operators are numbered.

use hashbrown::HashSet;
use smol_str::SmolStr;

use super::computed::Computed;
use super::names::Names;
use super::passed::{Passed, StandsFor};
use super::scope::{Kind, Scope};
use crate::error::{Error, ErrorKind, Span};
use crate::meter::{Meter, Parts};
use crate::plan::live::Finisher;
use crate::plan::{
    Aggregate, Expr, Mention, NameKind, NameRef, Operator, OperatorId, OperatorKind, Slot,
};
use crate::procedures::Procedures;
use crate::syntax::ast::{Dialect, Expr as Expression};

/// What a name takes in the table of names, and where it is mentioned.
const NAME: usize = 2 * size_of::<String>() + size_of::<Mention>();

/// What lowering a query carries along.
pub(super) struct Lowerer<'a> {
    pub text: &'a str,
    pub meter: &'a Meter,
    /// What the plan takes so far.
    pub parts: Parts,
    pub procedures: &'a Procedures,
    pub names: Names,
    pub parameters: Names,
    pub slots: Vec<SlotInfo>,
    pub mentions: Vec<Mention>,
    pub operators: u32,
    pub writes: bool,
    /// How many calls there were whose value is another one each time.
    pub volatile_calls: u32,
    /// How many subqueries and patterns among expressions there were so far, but for those for a node's degree.
    pub subqueries: u32,
    /// How many of these.
    pub degrees: u32,
    /// The version of the language.
    pub dialect: Dialect,
    /// How many things there were that may fail for some rows.
    pub fallible: u32,
    /// How many there were when each operator was numbered.
    pub fallible_then: Vec<u32>,
    /// Whether labels and keys are looked for here, so that unknown ones are worth a notice.
    pub mentioning: bool,
    /// Labels, types and keys that the query writes itself: nobody needs to be told that they are new.
    pub written: HashSet<&'a str>,
    /// Whether the query is one procedure call, whose columns are the result.
    pub standalone_call: bool,
    /// The variables that can be read.
    pub scope: Scope<'a>,
    /// Those of them that come from around a subquery and outlast its `WITH`.
    pub base: Scope<'a>,
    /// Expressions that are in a slot already.
    pub computed: Computed<'a>,
    /// What the `WITH` behind a `MATCH` asks that the `MATCH` can ask.
    pub passed: Passed<'a>,
    /// What the next `MATCH` asks that was asked already.
    pub asked_parts: Vec<&'a Expression>,
    /// Whether the predicate of the next clause was asked already.
    pub asked: bool,
    /// What variables of that `WITH` stand for, while its predicates are asked before it.
    pub stands_for: StandsFor<'a>,
    /// Where aggregating calls go while a projection that aggregates is lowered.
    pub gathering: Option<Gathering<'a>>,
}

/// The aggregating calls of a projection.
#[derive(Default)]
pub(super) struct Gathering<'a> {
    /// What is gathered.
    pub aggregates: Vec<(Slot, Aggregate)>,
    /// What their arguments can read: the rows before grouping.
    pub scope: Scope<'a>,
}

/// What the planner knows of a slot.
pub(super) struct SlotInfo {
    pub name: SmolStr,
    pub kind: Kind,
}

/// Result columns: name and slot.
pub(super) type Columns<'a> = Vec<(&'a str, Slot)>;

impl<'a> Lowerer<'a> {
    pub(super) fn new(
        text: &'a str,
        dialect: Dialect,
        procedures: &'a Procedures,
        meter: &'a Meter,
    ) -> Lowerer<'a> {
        Lowerer {
            text,
            dialect,
            meter,
            parts: Parts::default(),
            procedures,
            names: Names::default(),
            parameters: Names::default(),
            slots: Vec::new(),
            mentions: Vec::new(),
            operators: 0,
            writes: false,
            volatile_calls: 0,
            subqueries: 0,
            degrees: 0,
            fallible: 0,
            fallible_then: Vec::new(),
            mentioning: true,
            written: Default::default(),
            standalone_call: false,
            scope: Scope::default(),
            base: Scope::default(),
            computed: Computed::default(),
            passed: Passed::default(),
            asked_parts: Vec::new(),
            asked: false,
            stands_for: StandsFor::default(),
            gathering: None,
        }
    }

    /// Counts a part of the plan: the time to make it, and the room for it and the slots and names that come with it.
    pub(super) fn count_part(&mut self, bytes: usize) -> Result<(), Error> {
        self.meter.tick()?;
        self.parts.take_in_tree(self.meter, bytes)
    }

    /// A slot for a value that has no name in the text.
    pub(super) fn anonymous(&mut self, kind: Kind) -> Slot {
        self.slots.push(SlotInfo { name: SmolStr::default(), kind });
        Slot(self.slots.len() as u32 - 1)
    }

    /// Calls a slot that has no name by that of its column.
    pub(super) fn rename(&mut self, slot: Slot, name: &str) {
        if let Some(info) = self.slots.get_mut(slot.0 as usize)
            && info.name.is_empty()
        {
            info.name = name.into();
        }
    }

    /// A slot that has a name, which nobody can read yet.
    pub(super) fn named(&mut self, name: &str, kind: Kind) -> Slot {
        self.slots.push(SlotInfo { name: name.into(), kind });
        Slot(self.slots.len() as u32 - 1)
    }

    /// A new variable.
    pub(super) fn declare(&mut self, name: &'a str, kind: Kind) -> Slot {
        let slot = self.named(name, kind);
        self.scope.insert(name, slot);
        slot
    }

    /// The slot of a variable.
    pub(super) fn variable(&self, name: &str, span: Span) -> Result<Slot, Error> {
        self.scope.get(name).ok_or_else(|| {
            Error::syntax(span, format!("variable `{name}` is not defined here"))
                .because("UndefinedVariable")
        })
    }

    pub(super) fn kind(&self, slot: Slot) -> Kind {
        self.slots.get(slot.0 as usize).map_or(Kind::Other, |info| info.kind)
    }

    pub(super) fn operator_id(&mut self) -> OperatorId {
        self.operators += 1;
        self.fallible_then.resize(self.operators as usize, self.fallible);
        OperatorId(self.operators - 1)
    }

    /// An operator that a clause ends its chain with.
    pub(super) fn push(&mut self, chain: &mut Vec<Operator>, kind: OperatorKind, span: Span) {
        let operator = self.operator(kind, span);
        chain.push(operator);
    }

    pub(super) fn operator(&mut self, kind: OperatorKind, span: Span) -> Operator {
        Operator { id: self.operator_id(), kind, live: Vec::new(), span }
    }

    /// Finishes what was lowered.
    pub(super) fn finish(
        &mut self,
        finish: impl FnOnce(&Finisher<'a>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let finisher = Finisher::new(self.meter, self.volatile_calls > 0, self.operators);
        finish(&finisher)?;
        self.operators = finisher.operators();
        Ok(())
    }

    pub(super) fn name(&mut self, text: &str) -> Result<NameRef, Error> {
        self.count_part(NAME)?;
        Ok(NameRef(self.names.intern(text)))
    }

    pub(super) fn mention(&mut self, kind: NameKind, name: NameRef, span: Span) {
        if self.mentioning {
            self.mentions.push(Mention { kind, name, span });
        }
    }

    pub(super) fn parameter(&mut self, name: &str) -> Result<Expr, Error> {
        self.count_part(NAME)?;
        Ok(Expr::Parameter(self.parameters.intern(name)))
    }
}

/// The error of something that the front end knows and the embedded engine has not.
pub(super) fn unsupported(span: Span, what: &str) -> Error {
    let message = format!("{what} is not supported by the embedded engine");
    Error::new(ErrorKind::Unsupported, message).at(span)
}
