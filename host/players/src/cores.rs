//! On which cores a thread may run, and the players that it starts. Elsewhere than on Linux the system decides.

use std::num::NonZero;
use std::sync::OnceLock;

#[cfg(target_os = "linux")]
mod linux {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
    use serde::{Deserialize, Serialize};

    /// Some of the machine's cores.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(from = "Vec<usize>", into = "Vec<usize>")]
    pub struct Cores(CpuSet);

    impl From<Vec<usize>> for Cores {
        fn from(numbers: Vec<usize>) -> Cores {
            let mut cores = CpuSet::new();
            let numbers = numbers.into_iter().filter(|&core| core < CpuSet::MAX_CPU);
            numbers.for_each(|core| cores.set(core));
            Cores(cores)
        }
    }

    impl From<Cores> for Vec<usize> {
        fn from(Cores(cores): Cores) -> Vec<usize> {
            (0..CpuSet::MAX_CPU).filter(|&core| cores.is_set(core)).collect()
        }
    }

    impl Cores {
        /// Those of this thread, where the system tells.
        pub fn here() -> Option<Cores> {
            sched_getaffinity(None).ok().map(Cores)
        }

        /// Keeps this thread on them. A system that will not is left to its own ways.
        pub(crate) fn keep_to(&self) {
            let _ = sched_setaffinity(None, &self.0);
        }

        /// The share of one of `all` threads, disjoint from the others' shares; none where there are fewer
        /// cores than threads.
        pub fn share(&self, one: usize, all: usize) -> Option<Cores> {
            let cores: Vec<usize> = self.clone().into();
            let each = cores.len().checked_div(all).filter(|&each| each > 0)?;
            let mut share = CpuSet::new();
            cores.chunks_exact(each).nth(one)?.iter().for_each(|&core| share.set(core));
            Some(Cores(share))
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod elsewhere {
    /// Cores, of which this system does not tell.
    #[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
    pub enum Cores {}

    impl Cores {
        pub fn here() -> Option<Cores> {
            None
        }

        pub(crate) fn keep_to(&self) {
            match *self {}
        }

        pub fn share(&self, _: usize, _: usize) -> Option<Cores> {
            match *self {}
        }
    }
}

#[cfg(not(target_os = "linux"))]
pub(crate) use elsewhere::Cores;
#[cfg(target_os = "linux")]
pub(crate) use linux::Cores;

/// How many cores there are, as far as the system tells.
pub fn available_cores() -> NonZero<usize> {
    std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN)
}

/// Gives this thread, one of `all` that play games at once, cores of its own, and the players that it starts run there
/// as well. A game is a talk of two processes of which one always waits; on one core they need not wake each other
/// up across the machine, and no game is in another's way. Where there are more threads than cores they share all.
pub fn take_share(one: usize, all: usize) {
    let whole = Cores::here();
    if let Some(share) = whole.as_ref().and_then(|cores| cores.share(one, all)) {
        let _ = WHOLE.set(whole);
        share.keep_to();
    }
}

/// The cores from which threads have taken their shares.
static WHOLE: OnceLock<Option<Cores>> = OnceLock::new();

/// Lets this thread, and what it starts, run on all cores of which threads have taken shares: a thread that works for all
/// of them may have been started by one.
pub(crate) fn share_none() {
    if let Some(Some(whole)) = WHOLE.get() {
        whole.keep_to();
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn shares_are_cores_of_ones_own() {
        std::thread::spawn(|| {
            let all = Cores::here().expect("Linux tells of them");
            let one = all.share(0, 1).expect("there is a core");
            assert!(one == all, "one alone has them all");
            assert!(all.share(0, 1 << 16).is_none(), "there are not so many");
            let two = (all.share(0, 2), all.share(1, 2));
            if let (Some(first), Some(second)) = two {
                assert!(first != second);
                take_share(1, 2);
                assert!(Cores::here() == Some(second));
                share_none();
                assert!(Cores::here() == Some(all), "whoever works for all has them all");
            }
        })
        .join()
        .expect("shares are as they should be");
    }
}
