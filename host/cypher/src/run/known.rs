//! Where chains lead whose ends are known before: what was found from a beginning is kept for the rows to come. Which
//! chains these are and how they are searched is the pattern's business.
//!
//! Of `MATCH (a:A), (b:B) WHERE EXISTS { (a)-[:R*3..5]-(b) }` there is for each `a` a set of nodes, once it was asked of
//! more than a few `b`.

use std::rc::Rc;

use hashbrown::{HashMap, HashSet};

use super::distinct::DistinctRows;
use crate::error::Error;
use crate::meter::{Charge, Meter};
use crate::plan::{OperatorId, Slot};
use crate::value::{NodeId, Value};

/// After so many searches from one beginning all ends are found.
const SEARCHES: u32 = 2;
/// So many ends are kept of one chain.
const MOST_ENDS: usize = 1 << 16;
/// What an end takes.
const END: usize = 4 * size_of::<NodeId>();

/// What a run knows of chains, by the first of their steps.
#[derive(Default)]
pub(super) struct KnownEnds(HashMap<OperatorId, Option<Known>>);

/// What is known of a chain.
struct Known {
    /// Its end.
    end: Slot,
    /// What else decides whether there is such a chain: where it begins, and what its tests read.
    reads: Vec<Slot>,
    /// The values of these, and what is known for each row of them.
    keys: DistinctRows,
    found: Vec<Ends>,
    /// How many ends there are.
    kept: usize,
    charge: Charge,
}

#[derive(Clone)]
enum Ends {
    /// So many were searched for one by one.
    Searched(u32),
    /// All of them.
    All(Rc<HashSet<NodeId>>),
}

impl KnownEnds {
    /// Whether a chain leads to its end, where that is known.
    pub fn look_up(
        &self,
        step: OperatorId,
        row: &[Value],
        meter: &Meter,
    ) -> Result<Option<bool>, Error> {
        let Some(Some(known)) = self.0.get(&step) else { return Ok(None) };
        let Some(key) = key(&known.reads, row) else { return Ok(None) };
        match known.keys.find(&key, meter).map(|number| &known.found[number]) {
            Some(Ends::All(ends)) => {
                let end = &row[known.end.0 as usize];
                Ok(Some(matches!(end, Value::Node(end) if ends.contains(end))))
            }
            _ => Ok(None),
        }
    }

    /// Notes that a chain is about to be searched; says whether all its ends should be found instead.
    pub fn is_due(
        &mut self,
        step: OperatorId,
        ask: impl FnOnce() -> Option<(Slot, Vec<Slot>)>,
        row: &[Value],
        meter: &Meter,
    ) -> Result<Option<Slot>, Error> {
        let known = self.0.entry(step).or_insert_with(|| ask().map(Known::new));
        let Some(known) = known else { return Ok(None) };
        let Some(key) = key(&known.reads, row) else { return Ok(None) };
        let (number, new) = known.keys.insert(&key, meter)?;
        if new {
            known.charge.grow(meter, size_of::<Ends>())?;
            known.found.push(Ends::Searched(0));
        }
        let Ends::Searched(times) = &mut known.found[number] else { return Ok(None) };
        *times = times.saturating_add(1);
        Ok((*times == SEARCHES + 1).then_some(known.end))
    }

    /// Keeps all ends of a chain.
    pub fn keep(
        &mut self,
        step: OperatorId,
        ends: HashSet<NodeId>,
        row: &[Value],
        meter: &Meter,
    ) -> Result<(), Error> {
        let Some(Some(known)) = self.0.get_mut(&step) else { return Ok(()) };
        if known.kept + ends.len() > MOST_ENDS {
            *known = Known::new((known.end, std::mem::take(&mut known.reads)));
        }
        let Some(key) = key(&known.reads, row) else { return Ok(()) };
        let (number, new) = known.keys.insert(&key, meter)?;
        known.charge.grow(meter, size_of::<Ends>() + ends.len() * END)?;
        known.kept += ends.len();
        if new {
            known.found.push(Ends::Searched(0));
        }
        known.found[number] = Ends::All(Rc::new(ends));
        Ok(())
    }
}

impl Known {
    fn new((end, reads): (Slot, Vec<Slot>)) -> Known {
        let keys = DistinctRows::new(reads.len());
        let (found, charge) = (Vec::new(), Charge::default());
        Known { end, reads, keys, found, kept: 0, charge }
    }
}

/// The values, where equal ones are the same: a number may be equal to one of another type.
pub(super) fn key(reads: &[Slot], row: &[Value]) -> Option<Vec<Value>> {
    let plain = |value: &Value| {
        matches!(
            value,
            Value::Null
                | Value::Bool(_)
                | Value::Integer(_)
                | Value::Text(_)
                | Value::Node(_)
                | Value::Relationship(_)
        )
    };
    let values = reads.iter().map(|slot| &row[slot.0 as usize]);
    values.map(|value| plain(value).then(|| value.clone())).collect()
}
