//! Who may do what in a room: its keys, and what somebody holds who has shown one.

use othello_rules::ByColour;
use serde::{Deserialize, Serialize};

use crate::key::{self, key, same};
use crate::protocol;
use crate::refusal::Refusal;

/// What a room is known by.
pub(crate) struct Identity {
    /// Its name in addresses.
    pub id: String,
    /// Who may do what.
    pub keys: Keys,
    /// The series that its game belongs to: the name of the first one, which those who play again go on with.
    pub series: String,
}

/// The keys of a room.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Keys {
    /// Of whoever made the game.
    pub organiser: String,
    /// Of the seats.
    pub seats: protocol::ByColour<String>,
}

/// What a visitor holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Holder {
    /// Sets the pace.
    pub organiser: bool,
    /// Moves the discs.
    pub seats: ByColour<bool>,
}

impl Identity {
    /// That of a game of which there was none before.
    pub(crate) fn new() -> Result<Identity, Refusal> {
        let id = key::name()?;
        Ok(Identity { series: id.clone(), id, keys: Keys::new()? })
    }
}

impl Keys {
    /// New keys.
    fn new() -> Result<Keys, Refusal> {
        let seats = protocol::ByColour { black: key()?, white: key()? };
        Ok(Keys { organiser: key()?, seats })
    }

    /// The keys of the same people in another game, in which they may have exchanged their colours.
    pub(crate) fn again(&self, swap: bool) -> Keys {
        let protocol::ByColour { black, white } = self.seats.clone();
        let (black, white) = if swap { (white, black) } else { (black, white) };
        Keys { organiser: self.organiser.clone(), seats: protocol::ByColour { black, white } }
    }

    /// What the key gives, where these seats are persons', and those of them at the organiser's screen;
    /// nothing for a wrong key.
    pub(crate) fn holder(
        &self,
        shown: Option<&str>,
        people: ByColour<bool>,
        here: ByColour<bool>,
    ) -> Option<Holder> {
        let Some(shown) = shown else { return Some(Holder::default()) };
        if same(shown, &self.organiser) {
            return Some(Holder { organiser: true, seats: here });
        }
        let seats =
            ByColour::from_fn(|colour| people[colour] && same(shown, self.seats.of(colour)));
        seats.iter().any(|&held| held).then_some(Holder { organiser: false, seats })
    }
}

impl Holder {
    /// Whether this visitor moves no discs and sets no pace.
    pub(crate) fn only_watches(self) -> bool {
        !self.organiser && !self.seats.iter().any(|&held| held)
    }
}
