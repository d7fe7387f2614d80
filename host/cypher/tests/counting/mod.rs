//! An allocator that counts what is held, for tests of how much a query takes. What it counts is that of the whole
//! process, so whoever measures is alone.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Counts what is held, and the most that ever was.
pub struct Counting;

static HELD: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

/// A block so large is moved by changing the page table: it is never there twice.
const MOVED: usize = 256 << 10;

fn grew(bytes: usize) {
    let held = HELD.fetch_add(bytes, Ordering::Relaxed) + bytes;
    MOST.fetch_max(held, Ordering::Relaxed);
}

// SAFETY: it only counts, and leaves all else to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        grew(layout.size());
        // SAFETY: the caller's promises are the system's conditions.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller's promises are the system's conditions.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if layout.size() < MOVED {
            // A small block is copied: for a moment both are there.
            grew(size);
            HELD.fetch_sub(layout.size(), Ordering::Relaxed);
        } else {
            HELD.fetch_sub(layout.size(), Ordering::Relaxed);
            grew(size);
        }
        // SAFETY: the caller's promises are the system's conditions.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

/// What some work gave, and how many bytes more than before were held while it was done, at the most.
pub fn most_held<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let before = HELD.load(Ordering::Relaxed);
    MOST.store(before, Ordering::Relaxed);
    let given = work();
    (given, MOST.load(Ordering::Relaxed).saturating_sub(before))
}
