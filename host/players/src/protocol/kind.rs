//! Which protocols there are, what each is called, and what is known of a program that speaks it.

use othello_player_api::{About, OptionSpec, Plays};
use std::fmt;

/// What an outside program speaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Protocol {
    /// The host's own messages.
    #[default]
    Cypher,
    /// The lines of a course's referee.
    Referee,
    /// Version 2 of the protocol of NBoard.
    Nboard,
    /// Version 2 of the Go Text Protocol, played on the board of Othello.
    Gtp,
}

/// What each protocol is called before a command.
const NAMES: [(Protocol, &str); 4] = [
    (Protocol::Cypher, "cypher"),
    (Protocol::Referee, "referee"),
    (Protocol::Nboard, "nboard"),
    (Protocol::Gtp, "gtp"),
];

/// How many plies an engine of NBoard looks ahead at the most where nobody says otherwise.
pub(crate) const DEPTH: u64 = 12;

impl Protocol {
    /// The protocol that a text begins with, and the rest: `gtp:./engine`.
    pub(crate) fn split(text: &str) -> Option<(Protocol, &str)> {
        NAMES.into_iter().find_map(|(protocol, name)| {
            Some((protocol, text.strip_prefix(name)?.strip_prefix(':')?))
        })
    }

    /// Whether somewhere in a text one may begin, and so the command of a program behind it.
    #[must_use]
    pub fn is_named_in(text: &str) -> bool {
        NAMES.iter().any(|(_, name)| text.contains(&format!("{name}:")))
    }

    /// Whether a program can say in it what it is called.
    pub(crate) fn has_names(self) -> bool {
        !matches!(self, Protocol::Referee)
    }

    /// What is known of a program that can't be asked what it is.
    pub(crate) fn about(self, name: String) -> About {
        let about = About::new(name, "").open().line(format!("a program that speaks {self}"));
        let othello = Plays::game("othello");
        match self {
            Protocol::Cypher => about,
            Protocol::Referee => about.plays(othello.sizes([8]).start("standard")),
            Protocol::Gtp => about.plays(othello.start("standard")),
            Protocol::Nboard => {
                let depth = OptionSpec::integer("depth", DEPTH as i64).between(1, 60);
                about
                    .plays(othello.start("standard").start("mirrored"))
                    .option(depth.line("the most plies that it looks ahead"))
            }
        }
    }
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = NAMES.into_iter().find(|(protocol, _)| protocol == self);
        f.write_str(name.map_or("", |(_, name)| name))
    }
}
