//! What holds values: lists, maps; and paths. They are shared, and charged to the query that made them. How deep they
//! nest is bounded when they are made, so that nothing that walks them can overflow the stack.

use std::fmt;
use std::sync::Arc;

use super::kind::{MAX_DEPTH, WRITTEN};
use super::{Datum, NodeId, RelationshipId, Text, Value};
use crate::error::{Error, ErrorKind};
use crate::meter::{Charge, Meter};
use crate::size;

/// A list.
#[derive(Clone)]
pub struct List(Arc<Elements<Value>>);

/// Up to how many entries are looked at one after the other, which takes less than to compare keys by halves.
const FEW_ENTRIES: usize = 8;

/// A map, sorted by key.
#[derive(Clone)]
pub struct Map(Arc<Elements<(Text, Value)>>);

/// A path: one node more than relationships.
#[derive(Clone)]
pub struct Path(Arc<Walk>);

struct Elements<T> {
    elements: Vec<T>,
    depth: u16,
    written: usize,
    charge: Charge,
}

struct Walk {
    nodes: Box<[NodeId]>,
    relationships: Box<[RelationshipId]>,
    _charge: Charge,
}

impl<T> Elements<T> {
    /// What holds them takes so many bytes `outside`, where they are written out.
    fn new(
        elements: Vec<T>,
        outside: usize,
        value: impl Fn(&T) -> &Value,
        key: impl Fn(&T) -> usize,
        meter: &Meter,
    ) -> Result<Arc<Elements<T>>, Error> {
        let (mut deepest, mut written) = (0, WRITTEN.saturating_add(outside));
        for element in &elements {
            deepest = value(element).depth().max(deepest);
            let behind = value(element).written() - WRITTEN;
            written = written.saturating_add(behind).saturating_add(key(element));
        }
        let depth = 1 + deepest;
        if depth > MAX_DEPTH {
            return Err(too_deep());
        }
        let charge = Charge::new(
            meter,
            size::shared::<Elements<T>>() + size::vector::<T>(elements.capacity()),
        )?;
        Ok(Arc::new(Elements { elements, depth, written, charge }))
    }
}

#[cold]
fn too_deep() -> Error {
    Error::new(ErrorKind::TooLarge, format!("lists and maps may not nest deeper than {MAX_DEPTH}"))
}

impl List {
    /// A list of these values.
    pub fn new(values: Vec<Value>, meter: &Meter) -> Result<List, Error> {
        let outside = size::vector::<Datum>(values.len());
        Elements::new(values, outside, |value| value, |_| 0, meter).map(List)
    }

    /// Its elements.
    #[inline]
    #[must_use]
    pub fn as_slice(&self) -> &[Value] {
        &self.0.elements
    }

    /// An element, counted from the end where the number is negative.
    #[inline]
    pub(crate) fn element(&self, at: i64) -> Option<&Value> {
        let elements = self.as_slice();
        let at = if at < 0 { at.checked_add_unsigned(elements.len() as u64)? } else { at };
        elements.get(usize::try_from(at).ok()?)
    }

    /// Adds values behind its last. Does nothing, and says so, where others have the list as well.
    pub(crate) fn push_behind(&mut self, values: &[Value], meter: &Meter) -> Result<bool, Error> {
        let Some(own) = self.with_room(values, meter)? else { return Ok(false) };
        own.extend_from_slice(values);
        Ok(true)
    }

    /// Adds values before its first, likewise.
    pub(crate) fn push_before(&mut self, values: &[Value], meter: &Meter) -> Result<bool, Error> {
        let Some(own) = self.with_room(values, meter)? else { return Ok(false) };
        own.splice(0..0, values.iter().cloned());
        Ok(true)
    }

    /// The elements with room for these, which are counted already, if the list is nobody else's.
    fn with_room(
        &mut self,
        values: &[Value],
        meter: &Meter,
    ) -> Result<Option<&mut Vec<Value>>, Error> {
        let Some(own) = Arc::get_mut(&mut self.0) else { return Ok(None) };
        for value in values {
            meter.tick()?;
            own.depth = own.depth.max(1 + value.depth());
            own.written = own.written.saturating_add(value.written());
        }
        if own.depth > MAX_DEPTH {
            return Err(too_deep());
        }
        if own.elements.capacity() - own.elements.len() < values.len() {
            // As much again, so that each element is moved twice at the most.
            let more = own.elements.capacity().max(values.len()).max(4);
            own.charge.grow(meter, size::vector::<Value>(more))?;
            own.elements.reserve_exact(more);
        }
        Ok(Some(&mut own.elements))
    }

    /// How deep lists and maps nest in it, itself counted.
    #[inline]
    pub(super) fn depth(&self) -> u16 {
        self.0.depth
    }

    /// See [`Value::written`].
    #[inline]
    pub(super) fn written(&self) -> usize {
        self.0.written
    }

    /// Whether both are one list in memory.
    pub(super) fn same(&self, other: &List) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Map {
    /// A map of these entries; of two with one key the later one stays.
    pub fn new(mut entries: Vec<(Text, Value)>, meter: &Meter) -> Result<Map, Error> {
        if !entries.is_sorted_by(|a, b| a.0 < b.0) {
            entries.reverse();
            entries.sort_by(|a, b| a.0.cmp(&b.0));
            entries.dedup_by(|a, b| a.0 == b.0);
        }
        let outside = size::tree_map::<String, Datum>(entries.len());
        let key = |entry: &(Text, Value)| entry.0.as_str().len();
        Elements::new(entries, outside, |entry| &entry.1, key, meter).map(Map)
    }

    /// Its entries, sorted by key.
    #[inline]
    #[must_use]
    pub fn as_slice(&self) -> &[(Text, Value)] {
        &self.0.elements
    }

    /// The value of a key.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Value> {
        let entries = self.as_slice();
        let at = if entries.len() <= FEW_ENTRIES {
            entries.iter().position(|entry| is_same(entry.0.as_str(), key))?
        } else {
            entries.binary_search_by(|entry| entry.0.as_str().cmp(key)).ok()?
        };
        Some(&entries[at].1)
    }

    /// How deep lists and maps nest in it, itself counted.
    #[inline]
    pub(super) fn depth(&self) -> u16 {
        self.0.depth
    }

    /// See [`Value::written`].
    #[inline]
    pub(super) fn written(&self) -> usize {
        self.0.written
    }

    /// Whether both are one map in memory.
    pub(super) fn same(&self, other: &Map) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// Whether two keys are the same: most that are not already differ in their length or first letter.
#[inline]
fn is_same(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.as_bytes().first() == b.as_bytes().first() && a == b
}

impl Path {
    /// A path through these nodes over these relationships.
    pub fn new(
        nodes: Vec<NodeId>,
        relationships: Vec<RelationshipId>,
        meter: &Meter,
    ) -> Result<Path, Error> {
        debug_assert_eq!(nodes.len(), relationships.len() + 1);
        let ids = nodes.len() + relationships.len();
        let charge = Charge::new(meter, size::shared::<Walk>() + size::vector::<NodeId>(ids))?;
        Ok(Path(Arc::new(Walk {
            nodes: nodes.into(),
            relationships: relationships.into(),
            _charge: charge,
        })))
    }

    /// Its nodes, one a visit.
    #[must_use]
    pub fn nodes(&self) -> &[NodeId] {
        &self.0.nodes
    }

    /// Its relationships.
    #[must_use]
    pub fn relationships(&self) -> &[RelationshipId] {
        &self.0.relationships
    }

    /// Whether it comes to no node twice.
    pub(crate) fn is_acyclic(&self, meter: &Meter) -> Result<bool, Error> {
        /// So many are compared one by one before it pays to sort them.
        const FEW: usize = 24;
        let nodes = self.nodes();
        meter.spend(1 + nodes.len() / 4)?;
        if nodes.len() <= FEW {
            return Ok((1..nodes.len()).all(|at| !nodes[..at].contains(&nodes[at])));
        }
        let _charge = Charge::new(meter, size::vector::<NodeId>(nodes.len()))?;
        let mut sorted = nodes.to_vec();
        sorted.sort_unstable();
        Ok(sorted.windows(2).all(|pair| pair[0] != pair[1]))
    }
}

impl PartialEq for Path {
    fn eq(&self, other: &Path) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
            || (self.nodes() == other.nodes() && self.relationships() == other.relationships())
    }
}

impl Eq for Path {}

/// Room for `count` values, checked against the meter before it is allocated.
pub(crate) fn room_for_values(count: usize, meter: &Meter) -> Result<Vec<Value>, Error> {
    meter.room_for(count.saturating_mul(size_of::<Value>()))?;
    Ok(Vec::with_capacity(count))
}

impl fmt::Debug for List {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_slice().fmt(f)
    }
}

impl fmt::Debug for Map {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.as_slice().iter().map(|(key, value)| (key, value))).finish()
    }
}

impl fmt::Debug for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Path")
            .field("nodes", &self.nodes())
            .field("relationships", &self.relationships())
            .finish()
    }
}
