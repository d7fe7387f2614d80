//! What a matcher remembers while it walks a pattern: where it stands, where it could have gone another way, what
//! it has bound on the way. How it walks is the pattern's business.

use std::mem;
use std::rc::Rc;
use std::slice;

use hashbrown::{HashMap, HashSet};

use super::buffer::{Buffer, Charged};
use super::join::{JoinTable, RowTable};
use super::trail::Trail;
use crate::error::Error;
use crate::meter::{Charge, Meter};
use crate::plan::{
    ChainEnds, Endpoints, Expand, Growing, NodeTest, OperatorId, Pattern, Pruning, Quantified,
    Slot, Step, VariableLength,
};
use crate::store::{Link, Node, Token};
use crate::syntax::ast::{Arrow, MatchMode};
use crate::value::{NodeId, RelationshipId, Value};

/// A matcher, to be used for one pattern after the other.
#[derive(Default)]
pub(super) struct Machine<'g> {
    pub at: At<'g>,
    pub frames: Charged<Frame<'g>>,
    /// The nodes on the ways of the walks under way.
    pub levels: Charged<Level<'g>>,
    pub trail: Trail,
    /// What the iterations under way have bound, for the lists that stand for them outside.
    pub journal: Charged<Value>,
    /// What the slots of an iteration held before the next one took them.
    pub undo: Charged<(Slot, Value)>,
    /// Whether nothing was tried yet.
    pub fresh: bool,
    /// Whether one match is all that is asked for.
    pub once: bool,
    /// The chain under way of which each end is wanted once.
    pub chain: Option<Chain<'g>>,
    /// What keeps parts under way whose end is known from going astray.
    pub guides: Vec<Guide>,
    /// Which parts are worth asking about while they grow, as far as that was seen.
    pub thrifts: Vec<Thrift>,
}

/// A chain of steps of which each end is wanted once, walked way by way as long as there are few.
#[derive(Clone, Copy)]
pub(super) struct Chain<'g> {
    /// Its steps, and those behind it.
    pub here: &'g [Step],
    /// The first of them.
    pub step: OperatorId,
    /// What is wanted of it.
    pub wanted: &'g ChainEnds,
    /// How much lay on the stack when it began.
    pub frames: u32,
    pub trail: u32,
    pub journal: u32,
    pub undo: u32,
    /// How many iterations may still be tried.
    pub tries: u32,
}

/// What came of asking about the steps of a part.
#[derive(Clone, Copy)]
pub(super) struct Thrift {
    /// The part's step.
    pub step: OperatorId,
    pub asked: u32,
    pub refused: u32,
    /// How many steps are still not asked about.
    pub rest: u32,
}

/// How far it is to the known end of a part that repeats, found out once many ways were tried.
pub(super) struct Guide {
    /// The part's step.
    pub step: OperatorId,
    /// How many iterations may still be tried without it.
    pub tries: u32,
    /// How many iterations lead from each node to the end, at the least; others lead nowhere.
    pub distances: Option<HashMap<NodeId, u64>>,
    pub charge: Charge,
}

/// Where the machine stands: the steps to come, and the iteration of a repeated part that they belong to.
#[derive(Clone, Copy, Default)]
pub(super) struct At<'g> {
    pub steps: &'g [Step],
    pub round: Option<Round<'g>>,
}

/// A place to come back to, and the ways that were not tried there yet.
pub(super) struct Frame<'g> {
    pub at: At<'g>,
    /// The step whose ways they are.
    pub step: OperatorId,
    pub trail: u32,
    pub journal: u32,
    pub undo: u32,
    pub choice: Choice<'g>,
}

pub(super) enum Choice<'g> {
    /// The nodes with a label.
    Labelled {
        nodes: slice::Iter<'g, NodeId>,
        into: Slot,
        test: &'g NodeTest,
        known: Option<KnownProperty<'g>>,
    },
    /// The nodes whose property has a value.
    Joined { table: Rc<JoinTable>, entry: u32, into: Slot, test: &'g NodeTest },
    /// The rows of a pattern that have a key.
    JoinedRows { table: Rc<RowTable>, group: usize, next: usize },
    /// All nodes.
    All { next: u32, into: Slot, test: &'g NodeTest, known: Option<KnownProperty<'g>> },
    /// The relationships of a node.
    Hop(Cursor<'g>),
    /// The ways through a part of one relationship that were not walked yet.
    Walk(Walk<'g>),
    /// The other way in which a relationship can lie.
    Turned { endpoints: &'g Endpoints, from: NodeId, to: NodeId },
    /// One iteration more from this node.
    Again(NodeId),
    /// The ends of a part, each of them once.
    Reach(Box<Frontier<'g>>),
    /// Paths that a selector has kept, the next one to be bound.
    Kept { paths: Box<Buffer>, next: usize },
}

/// How far a part was followed whose ends are wanted once each.
pub(super) struct Frontier<'g> {
    pub part: Part<'g>,
    /// Where it began.
    pub start: NodeId,
    /// The nodes in the order in which they were reached, and after how many iterations.
    pub found: Charged<(NodeId, u64)>,
    /// Of each, from which of them it was reached, and over what; nothing where nobody asks for the way.
    pub origins: Charged<(u32, RelationshipId)>,
    /// How many of them were looked at as ends.
    pub offered: usize,
    /// How many of them it was followed on from.
    pub grown: usize,
    /// In which states.
    pub reached: HashSet<u64>,
    pub charge: Charge,
    /// Whether a way back to the start is to be looked for by itself.
    pub looks_for_circle: bool,
    /// Whether no other end is to come.
    pub over: bool,
}

/// What another way leads to, after going back to where it was left.
pub(super) enum Retry {
    Nothing,
    Match,
    /// An iteration that begins here.
    Iteration(NodeId),
}

/// An iteration of a repeated part, or the place between two.
#[derive(Clone, Copy)]
pub(super) struct Round<'g> {
    pub part: Part<'g>,
    /// The part's step.
    pub step: OperatorId,
    /// How many iterations lie behind.
    pub done: u64,
    /// Where in the journal this part's iterations begin.
    pub journal: u32,
    /// The steps behind the part.
    pub rest: &'g [Step],
}

/// A walk through a part of one relationship.
#[derive(Clone, Copy)]
pub(super) struct Walk<'g> {
    /// How far it has come.
    pub round: Round<'g>,
    /// The relationship.
    pub hop: &'g Expand,
    /// Its step, where that is one of its own.
    pub inner: Option<OperatorId>,
    /// Whether it may come to no node twice, of which nothing more is asked while it grows.
    pub acyclic: bool,
    /// How much was walked before it began.
    pub trail: u32,
    /// How many levels are not its own.
    pub below: u32,
    /// How many are.
    pub levels: u32,
    /// The node that it has come to, while nothing was walked from there.
    pub here: Option<NodeId>,
}

/// A node on the way of a walk, with the relationships that were not followed from it yet.
pub(super) struct Level<'g> {
    pub node: NodeId,
    pub cursor: Cursor<'g>,
}

/// What is repeated.
#[derive(Clone, Copy)]
pub(super) enum Part<'g> {
    Quantified(&'g Quantified),
    Chain(&'g VariableLength),
}

impl<'g> Round<'g> {
    /// So many iterations of a part, all that the journal tells of.
    pub fn of(part: Part<'g>, step: OperatorId, done: u64, rest: &'g [Step]) -> Round<'g> {
        Round { part, step, done, journal: 0, rest }
    }

    /// With one iteration more behind.
    pub fn next(self) -> Self {
        Round { done: self.done + 1, ..self }
    }

    /// Whether the part may be left here.
    pub fn enough(&self) -> bool {
        self.done >= self.part.min()
    }

    /// Whether the next iteration is the last that may follow, and all that is asked is how many of it there are.
    pub fn is_counted(&self) -> bool {
        self.part.counted().is_some() && self.part.max() == Some(self.done + 1)
    }

    /// Whether another iteration may follow.
    pub(crate) fn may_go_on(&self) -> bool {
        self.part.max().is_none_or(|max| self.done < max)
    }
}

impl<'g> Part<'g> {
    /// At least so many iterations.
    pub fn min(self) -> u64 {
        match self {
            Part::Quantified(part) => part.min,
            Part::Chain(chain) => chain.min,
        }
    }

    /// What of it may be left out.
    pub fn pruning(self) -> &'g Pruning {
        match self {
            Part::Quantified(part) => &part.pruning,
            Part::Chain(chain) => &chain.pruning,
        }
    }

    /// What is asked while it grows.
    pub fn growing(self) -> &'g [Growing] {
        match self {
            Part::Quantified(part) => &part.growing,
            Part::Chain(chain) => &chain.growing,
        }
    }

    /// At most so many.
    pub fn max(self) -> Option<u64> {
        match self {
            Part::Quantified(part) => part.max,
            Part::Chain(chain) => chain.max,
        }
    }

    /// Where ways are counted of which nothing else is asked.
    pub fn counted(self) -> Option<Slot> {
        match self {
            Part::Quantified(part) => part.counted,
            Part::Chain(chain) => chain.counted.then_some(chain.hop.relationship),
        }
    }

    /// The node that the part begins at.
    pub fn from(self) -> Slot {
        match self {
            Part::Quantified(part) => part.from,
            Part::Chain(chain) => chain.hop.from,
        }
    }

    /// The node behind the part, whether it is bound, and what it must satisfy.
    pub fn end(self) -> (Slot, bool, &'g NodeTest) {
        match self {
            Part::Quantified(part) => (part.to, part.to_bound, &part.to_test),
            Part::Chain(chain) => (chain.hop.to, chain.hop.to_bound, &chain.hop.to_test),
        }
    }
}

/// A property that must have a value, known before the relationships or the nodes are gone through.
pub(super) struct KnownProperty<'g> {
    pub key: Token,
    pub value: KnownValue<'g>,
}

/// The value that is known, mostly where it lies: a copy would be written in parts and read as a whole as its holder moves,
/// for which a processor waits.
pub(super) enum KnownValue<'g> {
    /// In the graph, the plan or among the parameters.
    InPlace(&'g Value),
    Number(i64),
    Own(Box<Value>),
}

/// Where the going-through stands. Links are taken type by type.
pub(super) struct Cursor<'g> {
    /// The hop.
    pub hop: &'g Expand,
    pub links: slice::Iter<'g, Link>,
    pub node: &'g Node,
    pub id: NodeId,
    /// The node to which links are left out: this one, where its links to itself came among the outgoing.
    pub seen: NodeId,
    pub group: u32,
    /// Which way they are gone through: that of the hop, or against it.
    pub direction: Arrow,
    pub incoming: bool,
    pub of_relationship: Option<KnownProperty<'g>>,
    pub of_node: Option<KnownProperty<'g>>,
}

impl<'g> Machine<'g> {
    /// Makes ready for the first match of a pattern.
    pub fn start(&mut self, pattern: &'g Pattern) {
        self.begin(&pattern.steps, pattern.mode);
    }

    pub fn begin(&mut self, steps: &'g [Step], mode: MatchMode) {
        self.at = At { steps, round: None };
        self.frames.clear();
        self.levels.clear();
        self.trail.begin(mode);
        self.journal.clear();
        self.undo.clear();
        self.fresh = true;
        self.once = false;
        self.chain = None;
        self.guides.clear();
    }

    /// Remembers ways that were not tried yet.
    #[inline(always)]
    pub fn choose(
        &mut self,
        step: OperatorId,
        choice: Choice<'g>,
        meter: &Meter,
    ) -> Result<(), Error> {
        self.choose_from(self.walked(), step, choice, meter)
    }

    /// The same of ways that begin where so much was walked and bound.
    #[inline(always)]
    pub fn choose_from(
        &mut self,
        (trail, journal, undo): (u32, u32, u32),
        step: OperatorId,
        choice: Choice<'g>,
        meter: &Meter,
    ) -> Result<(), Error> {
        self.frames.push(Frame { at: self.at, step, trail, journal, undo, choice }, meter)
    }

    /// How much was walked and bound.
    #[inline(always)]
    pub fn walked(&self) -> (u32, u32, u32) {
        (small(self.trail.len()), small(self.journal.len()), small(self.undo.len()))
    }

    /// Before a slot is bound that the iteration before has bound too: keeps what it held.
    #[inline]
    pub fn save(&mut self, slot: Slot, row: &mut [Value], meter: &Meter) -> Result<(), Error> {
        if self.at.round.is_some() {
            self.undo.push((slot, mem::take(&mut row[slot.0 as usize])), meter)?;
        }
        Ok(())
    }
}

/// Goes back to where so much was walked and bound.
#[inline(always)]
pub(super) fn go_back(
    (trail, journal, undo): (&mut Trail, &mut Charged<Value>, &mut Charged<(Slot, Value)>),
    to: (u32, u32, u32),
    row: &mut [Value],
) {
    trail.truncate(to.0 as usize);
    journal.truncate(to.1 as usize);
    while undo.len() > to.2 as usize {
        if let Some((slot, value)) = undo.pop() {
            row[slot.0 as usize] = value;
        }
    }
}

/// Lengths of stacks that memory limits keep far below this.
pub(super) fn small(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}
