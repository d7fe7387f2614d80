//! What this machine's processor can do beyond the least that the program is built for: code that uses it can be written
//! once, and is made for each kind of [`Machine`]. Both give the same; only the time differs.

#![allow(unsafe_code, reason = "entering code that the processor was found to be fit for")]

use super::runs;

/// A kind of processor, held as a proof that this is one.
pub trait Machine: Copy {
    /// Does the work by code that is made for this kind of processor.
    fn run<W: Work>(self, work: W) -> W::Output;

    /// [`super::flips`].
    fn flips(self, own: u64, other: u64, square: u32) -> u64;

    /// [`super::moves`].
    fn moves(self, own: u64, other: u64) -> u64;

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
    fn fetch<T>(self, _: &T) {}
}

/// A processor with AVX2 and what came with it: vectors of four boards, and counting the bits of one in a step.
#[derive(Clone, Copy, Debug)]
pub struct Avx2(Found);

#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
struct Found;

/// There is none on other architectures.
#[cfg(not(target_arch = "x86_64"))]
#[derive(Clone, Copy, Debug)]
enum Found {}

#[cfg(target_arch = "x86_64")]
impl Avx2 {
    /// The proof, where this processor is one.
    #[must_use]
    pub fn detect() -> Option<Avx2> {
        let found = std::arch::is_x86_feature_detected!("avx2")
            && std::arch::is_x86_feature_detected!("bmi1")
            && std::arch::is_x86_feature_detected!("bmi2")
            && std::arch::is_x86_feature_detected!("lzcnt")
            && std::arch::is_x86_feature_detected!("popcnt");
        found.then_some(Avx2(Found))
    }
}

#[cfg(target_arch = "x86_64")]
impl Machine for Avx2 {
    #[inline(always)]
    fn run<W: Work>(self, work: W) -> W::Output {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn with_all<W: Work>(machine: Avx2, work: W) -> W::Output {
            work.on(machine)
        }
        // SAFETY: an `Avx2` is made by `detect` alone, which found all of these features.
        unsafe { with_all(self, work) }
    }

    #[inline(always)]
    fn flips(self, own: u64, other: u64, square: u32) -> u64 {
        // SAFETY: as above.
        unsafe { super::avx2::flips(own, other, square) }
    }

    #[inline(always)]
    fn moves(self, own: u64, other: u64) -> u64 {
        // SAFETY: as above.
        unsafe { super::avx2::moves(own, other) }
    }

    #[inline(always)]
    fn fetch<T>(self, place: &T) {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: nothing is read that could be seen, and every processor of this architecture knows the instruction.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast()) };
    }
}

#[cfg(not(target_arch = "x86_64"))]
impl Avx2 {
    /// The proof, where this processor is one.
    #[must_use]
    pub fn detect() -> Option<Avx2> {
        None
    }
}

#[cfg(not(target_arch = "x86_64"))]
impl Machine for Avx2 {
    fn run<W: Work>(self, _: W) -> W::Output {
        match self.0 {}
    }

    fn flips(self, _: u64, _: u64, _: u32) -> u64 {
        match self.0 {}
    }

    fn moves(self, _: u64, _: u64) -> u64 {
        match self.0 {}
    }

    fn fetch<T>(self, _: &T) {
        match self.0 {}
    }
}
