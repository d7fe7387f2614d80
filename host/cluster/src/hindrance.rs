//! Why a worker does not take part in a contest, or not yet.

use std::fmt;

use crate::deliveries::Delay;
use crate::room::NoRoom;

/// Why a worker does not take part in a contest.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Hindrance {
    /// It can't, or does not want to.
    Refusal(String),
    /// Not everything is here yet.
    Delay(Delay),
    /// It takes part in this many, which is enough.
    Enough(usize),
}

impl From<String> for Hindrance {
    fn from(why: String) -> Hindrance {
        Hindrance::Refusal(why)
    }
}

impl From<Delay> for Hindrance {
    fn from(delay: Delay) -> Hindrance {
        match delay {
            Delay::NoRoom(why) => why.into(),
            delay => Hindrance::Delay(delay),
        }
    }
}

impl From<NoRoom> for Hindrance {
    fn from(why: NoRoom) -> Hindrance {
        if why.may_be_over() {
            Hindrance::Delay(Delay::NoRoom(why))
        } else {
            Hindrance::Refusal(why.to_string())
        }
    }
}

impl fmt::Display for Hindrance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Hindrance::Refusal(why) => f.write_str(why),
            Hindrance::Delay(delay) => delay.fmt(f),
            Hindrance::Enough(contests) => {
                write!(f, "it takes part in {contests} contests, and the end of one is waited for")
            }
        }
    }
}

impl Hindrance {
    /// Whether it may be over soon, without another notice.
    pub(crate) fn may_be_over(&self) -> bool {
        !matches!(self, Hindrance::Refusal(_))
    }

    /// Whether somebody who was told the one has to be told the other.
    pub(crate) fn is_news_after(&self, before: &Hindrance) -> bool {
        match (self, before) {
            (Hindrance::Delay(now), Hindrance::Delay(before)) => now.is_news_after(before),
            _ => self != before,
        }
    }
}
