//! What people, workers and the organiser do at random.

use proptest::prelude::*;

/// What somebody does.
#[derive(Clone, Debug)]
pub enum Act {
    Join(usize),
    Submit {
        person: usize,
        text: usize,
    },
    /// A worker takes what there is.
    Take,
    /// A worker finishes the oldest task that it has: a verdict or a result.
    Finish {
        good: bool,
        half_points: u8,
    },
    Void,
    /// Nobody plays any more where a game is.
    GiveBack,
    /// A worker elsewhere turns out to have lied.
    Withdraw,
    Rename(usize, usize),
    Remove(usize, bool),
    Mute(usize, bool),
    ResetKey(usize),
    Forget(usize),
    Reveal(usize),
    Compare(usize),
    StopComparing(usize),
    Learn(usize, usize, bool),
    Wait(u32),
    Close,
    Kill,
}

pub const NAMES: [&str; 10] =
    ["Ann", "Bob", "bob", "B0b", "Zoë", "<i>x</i>", "Organiser", "", "Пётр", "Li Wei"];

pub fn act() -> impl Strategy<Value = Act> {
    let person = 0..6usize;
    prop_oneof![
        3 => (0..NAMES.len()).prop_map(Act::Join),
        6 => (person.clone(), 0..8usize).prop_map(|(person, text)| Act::Submit { person, text }),
        10 => Just(Act::Take),
        10 => (any::<bool>(), 0..3u8).prop_map(|(good, half_points)| Act::Finish { good, half_points }),
        1 => Just(Act::Void),
        1 => Just(Act::GiveBack),
        1 => Just(Act::Withdraw),
        1 => (person.clone(), 0..NAMES.len()).prop_map(|(person, name)| Act::Rename(person, name)),
        1 => (person.clone(), any::<bool>()).prop_map(|(person, it)| Act::Remove(person, it)),
        1 => (person.clone(), any::<bool>()).prop_map(|(person, it)| Act::Mute(person, it)),
        1 => person.clone().prop_map(Act::ResetKey),
        1 => person.clone().prop_map(Act::Forget),
        1 => person.clone().prop_map(Act::Reveal),
        2 => person.clone().prop_map(Act::Compare),
        1 => person.clone().prop_map(Act::StopComparing),
        3 => (person, 0..3usize, any::<bool>()).prop_map(|(it, at, good)| Act::Learn(it, at, good)),
        3 => (0..40_000u32).prop_map(Act::Wait),
        1 => Just(Act::Close),
        3 => Just(Act::Kill),
    ]
}
