//! How many bytes the containers of the standard library take of the allocator, for what is charged to a query
//! before it is there.

/// The most entries that a node of a `BTreeMap` holds.
const NODE: usize = 11;
/// What a node holds at the least where entries come in order: it is divided behind its middle.
const HALF: usize = 6;

/// What a shared value takes beside what it points to.
pub(crate) const fn shared<T>() -> usize {
    size_of::<T>() + 2 * size_of::<usize>()
}

/// What a vector takes that has room for exactly so many elements.
pub(crate) const fn vector<T>(elements: usize) -> usize {
    elements.saturating_mul(size_of::<T>())
}

/// What a `BTreeMap` takes whose entries were added in order.
pub(crate) const fn tree_map<K, V>(entries: usize) -> usize {
    let leaf = NODE * (size_of::<K>() + size_of::<V>()) + 2 * size_of::<usize>();
    if entries == 0 {
        return 0;
    }
    if entries <= NODE {
        return leaf;
    }
    // Every few leaves have a node above them, which has as many pointers as well.
    let leaves = entries.div_ceil(HALF + 1) + 1;
    let above = leaves.div_ceil(HALF) + 1;
    leaves.saturating_mul(leaf) + above * (leaf + (NODE + 1) * size_of::<usize>())
}
