//! What the server does not do, so that each trouble is said once until it is over, however many there are and however
//! they take turns.

use std::collections::{BTreeMap, BTreeSet};

/// How many troubles with one kind of work are told apart; whoever has not understood by then won't by one more.
const MOST: usize = 8;

/// What is asked of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Work {
    /// To take pairs.
    Queue,
    /// To give pairs back that nobody is to play.
    Clearing,
    /// To say what it has.
    Stocktaking,
    /// To hold the contest.
    SetUp,
    /// To store players.
    Store,
    /// To tell workers about the contest.
    Announce,
    /// To bring results that can be read.
    Results,
}

/// The troubles that are not over.
#[derive(Debug, Default)]
pub(crate) struct Troubles(BTreeMap<Work, BTreeSet<String>>);

impl Troubles {
    /// This was done.
    pub(crate) fn end(&mut self, work: Work) {
        self.0.remove(&work);
    }

    /// This was not done, and why; whether that is news.
    pub(crate) fn begin(&mut self, work: Work, why: &str) -> bool {
        let was_said = self.0.values().any(|troubles| troubles.contains(why));
        let troubles = self.0.entry(work).or_default();
        if troubles.len() == MOST {
            return false;
        }
        troubles.insert(why.to_owned()) && !was_said
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn troubles_that_take_turns_are_news_once_each_until_they_are_over() {
        let mut troubles = Troubles::default();
        let news = |troubles: &mut Troubles| {
            let queue = troubles.begin(Work::Queue, "no room");
            let stock = troubles.begin(Work::Stocktaking, "no answer");
            [queue, stock, troubles.begin(Work::Stocktaking, "no room")]
        };
        assert_eq!(news(&mut troubles), [true, true, false]);
        assert_eq!(news(&mut troubles), [false; 3]);
        // That one thing goes well says nothing about the other.
        troubles.end(Work::Queue);
        assert_eq!(news(&mut troubles), [false; 3]);
        troubles.end(Work::Stocktaking);
        assert_eq!(news(&mut troubles), [false, true, false]);
    }

    #[test]
    fn a_server_that_says_something_else_each_time_does_not_go_on_for_ever() {
        let mut troubles = Troubles::default();
        let news = (0..1000).filter(|number| troubles.begin(Work::Queue, &number.to_string()));
        assert_eq!(news.count(), MOST);
    }
}
