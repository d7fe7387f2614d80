//! What this machine's processor can do beyond the least that the program is built for: code that uses it can be written
//! once, and is made for each kind of [`Machine`]. All give the same; only the time differs.

#![allow(unsafe_code, reason = "entering code that the processor was found to be fit for")]

use super::runs;

/// A kind of processor, held as a proof that this is one.
pub trait Machine: Copy + std::fmt::Debug {
    /// Does the work by code that is made for this kind of processor.
    fn run<W: Work>(self, work: W) -> W::Output;

    /// [`super::flips`].
    fn flips(self, own: u64, other: u64, square: u32) -> u64;

    /// [`super::moves`].
    fn moves(self, own: u64, other: u64) -> u64;

    /// The sum of the entries of a table of little-endian integers at these places, a multiple of eight of them. Behind each
    /// the table has another one.
    fn total<const N: usize>(self, table: &[[u8; 2]], places: &[u32; N]) -> i32;

    /// Has the processor begin to fetch what is soon to be read, where it can be told so.
    fn fetch<T>(self, place: &T);
}

/// What is to be made for each kind of processor. It is a type with a function and no closure, since only what is
/// `inline(always)`, down from [`Work::on`], is sure to be made for the right one.
pub trait Work {
    /// What comes of it.
    type Output;

    /// Does it.
    fn on<M: Machine>(self, machine: M) -> Self::Output;
}

/// Any processor that the program runs on.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

impl Machine for Portable {
    #[inline(always)]
    fn run<W: Work>(self, work: W) -> W::Output {
        work.on(self)
    }

    #[inline(always)]
    fn flips(self, own: u64, other: u64, square: u32) -> u64 {
        runs::flips(own, other, square)
    }

    #[inline(always)]
    fn moves(self, own: u64, other: u64) -> u64 {
        runs::moves_in_place(own, other)
    }

    #[inline(always)]
    fn total<const N: usize>(self, table: &[[u8; 2]], places: &[u32; N]) -> i32 {
        places.iter().map(|place| i32::from(i16::from_le_bytes(table[*place as usize]))).sum()
    }

    #[inline(always)]
    fn fetch<T>(self, _: &T) {}
}

/// Makes a kind of [`Machine`] of the features that a processor is asked for, and of the module with the code for it. There is
/// none on other architectures.
macro_rules! processor {
    ($(#[$doc:meta])* $Kind:ident, $module:ident, $($feature:tt),+) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        struct $Kind(Found);

        #[cfg(target_arch = "x86_64")]
        impl $Kind {
            /// The proof, where this processor is one.
            fn detect() -> Option<$Kind> {
                let found = $(std::arch::is_x86_feature_detected!($feature))&&+;
                found.then_some($Kind(Found))
            }
        }

        #[cfg(target_arch = "x86_64")]
        impl Machine for $Kind {
            #[inline(always)]
            fn run<W: Work>(self, work: W) -> W::Output {
                #[target_feature($(enable = $feature),+)]
                fn with_all<W: Work>(machine: $Kind, work: W) -> W::Output {
                    work.on(machine)
                }
                // SAFETY: a machine of this kind is made by `detect` alone, which found all of these features.
                unsafe { with_all(self, work) }
            }

            #[inline(always)]
            fn flips(self, own: u64, other: u64, square: u32) -> u64 {
                // SAFETY: as above.
                unsafe { super::$module::flips(own, other, square) }
            }

            #[inline(always)]
            fn moves(self, own: u64, other: u64) -> u64 {
                // SAFETY: as above.
                unsafe { super::$module::moves(own, other) }
            }

            #[inline(always)]
            fn total<const N: usize>(self, table: &[[u8; 2]], places: &[u32; N]) -> i32 {
                // SAFETY: as above.
                unsafe { super::vectors::total(table, places) }
            }

            #[inline(always)]
            fn fetch<T>(self, place: &T) {
                use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
                // SAFETY: nothing is read that could be seen, and every processor of this architecture knows the
                // instruction.
                unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast()) };
            }
        }

        #[cfg(not(target_arch = "x86_64"))]
        impl $Kind {
            /// The proof, where this processor is one.
            fn detect() -> Option<$Kind> {
                None
            }
        }

        #[cfg(not(target_arch = "x86_64"))]
        impl Machine for $Kind {
            fn run<W: Work>(self, _: W) -> W::Output {
                match self.0 {}
            }

            fn flips(self, _: u64, _: u64, _: u32) -> u64 {
                match self.0 {}
            }

            fn moves(self, _: u64, _: u64) -> u64 {
                match self.0 {}
            }

            fn total<const N: usize>(self, _: &[[u8; 2]], _: &[u32; N]) -> i32 {
                match self.0 {}
            }

            fn fetch<T>(self, _: &T) {
                match self.0 {}
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
struct Found;

#[cfg(not(target_arch = "x86_64"))]
#[derive(Clone, Copy, Debug)]
enum Found {}

processor! {
    /// A processor with AVX2 and what came with it: vectors of four boards, and counting the bits of one in a step.
    Avx2, avx2, "avx2", "bmi1", "bmi2", "lzcnt", "popcnt"
}

processor! {
    /// A processor with AVX-512 as it is since it counts the bits of vectors: of eight boards. The earlier ones grew slower
    /// by using it.
    Avx512, avx512, "avx2", "bmi1", "bmi2", "lzcnt", "popcnt", "avx512f", "avx512vl", "avx512bw",
    "avx512cd", "avx512dq", "avx512vpopcntdq"
}

/// Does the work by the fastest code that this processor is fit for.
pub fn on_fastest<W: Work>(work: W) -> W::Output {
    if let Some(machine) = Avx512::detect() {
        machine.run(work)
    } else if let Some(machine) = Avx2::detect() {
        machine.run(work)
    } else {
        Portable.run(work)
    }
}

/// Does the work once by each kind of code that this processor is fit for, the one for any processor first.
pub fn on_each<W: Work + Clone>(work: &W) -> Vec<W::Output> {
    let mut outputs = vec![Portable.run(work.clone())];
    outputs.extend(Avx2::detect().map(|machine| machine.run(work.clone())));
    outputs.extend(Avx512::detect().map(|machine| machine.run(work.clone())));
    outputs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone)]
    struct Total<'a>(&'a [[u8; 2]], [u32; 16]);

    impl Work for Total<'_> {
        type Output = i32;

        fn on<M: Machine>(self, machine: M) -> i32 {
            machine.total(self.0, &self.1)
        }
    }

    #[test]
    fn every_kind_of_processor_adds_up_the_same_entries() {
        let entries = |number: i32| (number.wrapping_mul(40_503) as i16).to_le_bytes();
        let table: Vec<[u8; 2]> = (0..1_000).map(entries).collect();
        for first in 0..900 {
            let places = std::array::from_fn(|at| first + 6 * at as u32);
            let expected: i32 =
                places.iter().map(|at| i32::from(i16::from_le_bytes(table[*at as usize]))).sum();
            let totals = on_each(&Total(&table, places));
            assert!(totals.iter().all(|total| *total == expected), "{totals:?} {expected}");
        }
    }
}
