//! The ladder's organiser: what only they see, and what they do.

use serde::{Deserialize, Serialize};

use super::ladder::LadderPerson;
use super::learn::Learner;

/// What the organiser does; with the organiser's key alone.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "act", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum LadderAct {
    /// Gives somebody another name.
    Rename {
        /// Whom.
        person: i64,
        /// Which.
        name: String,
    },
    /// Takes somebody out of the table, or back in.
    Remove {
        /// Whom.
        person: i64,
        /// Whether out.
        removed: bool,
    },
    /// Takes many out of the table at once, or back in: the names that a joker has made. All of them, or nobody.
    RemoveAll {
        /// Whom.
        people: Vec<i64>,
        /// Whether out.
        removed: bool,
    },
    /// Lets somebody submit nothing for now, or again.
    Mute {
        /// Whom.
        person: i64,
        /// Whether nothing.
        muted: bool,
    },
    /// Gives somebody a new key; the old one is no use any more.
    Reset {
        /// Whom.
        person: i64,
    },
    /// Forgets who somebody was and what they wrote.
    Forget {
        /// Whom.
        person: i64,
    },
    /// Closes submissions: the final begins, where there is to be one.
    Close,
    /// Ends the event at once.
    End,
    /// Sets the time that is left.
    Time {
        /// In minutes; without it there is no end.
        minutes: Option<u32>,
    },
    /// Gives the room another code.
    Code,
}

/// What only the organiser sees.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct LadderOffice {
    /// The room's code.
    pub code: String,
    /// Where people find the server.
    pub address: String,
    /// Everybody but the host's own.
    pub people: Vec<LadderPerson>,
    /// How far those are with the lessons who have begun them.
    pub learners: Vec<Learner>,
    /// Where games are played by machines elsewhere, how it stands with these.
    pub elsewhere: Option<LadderElsewhere>,
    /// The key that somebody was given by the act, for their new link.
    pub key: Option<String>,
}

/// The machines elsewhere that play a ladder's games.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct LadderElsewhere {
    /// How many games they play at once.
    pub at_once: usize,
    /// How many games are with them, or wait for them.
    pub out: usize,
    /// What there was to tell of them, the latest first.
    pub said: Vec<LadderNews>,
}

/// Something to tell, and when that was.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct LadderNews {
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// What.
    pub text: String,
}
