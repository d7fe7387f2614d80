//! A hint for a person: where the strongest player at hand would go, asked outside of the game and with little
//! time.

use std::fmt;
use std::time::Duration;

use anyhow::Context;
use othello_arena::question::HostParams;
use othello_arena::{GameSetup, Seed};
use othello_board::session::Policy;
use othello_players::Contestant;
use othello_rules::{Move, Square};

use crate::asking::AskedPosition;
use crate::exit;
use crate::players::Players;

/// The strongest players that come with the host, and how they are told to be quick.
const STRONGEST: [&str; 3] = ["Champion:ms=500", "Perfect", "Simple"];
/// How long a hint may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// Who gives hints in a game.
pub struct Hinter {
    players: Players,
    setup: GameSetup,
}

/// How much a person wants to be told, which grows with each time that it asks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HintDegree {
    /// Nothing yet.
    #[default]
    None,
    /// How many moves there are.
    Count,
    /// In which part of the board to look.
    Region,
    /// The move.
    Move,
}

impl HintDegree {
    /// What is told when it is asked once more.
    #[must_use]
    pub fn next(self) -> HintDegree {
        match self {
            HintDegree::None => HintDegree::Count,
            HintDegree::Count => HintDegree::Region,
            HintDegree::Region | HintDegree::Move => HintDegree::Move,
        }
    }
}

/// Where somebody would go.
#[derive(Debug)]
pub struct Hint {
    /// Who.
    pub name: String,
    /// Where.
    pub square: Square,
    /// What that is worth, in the words of the one who says it.
    pub value: Option<String>,
}

impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} would play {}", self.name, self.square)?;
        self.value.as_ref().map_or(Ok(()), |value| write!(f, " ({value})"))
    }
}

impl Hint {
    /// The part of a board of this width in which it is, in words.
    pub fn region(&self, width: u8) -> String {
        let third = |at: u8, names: [&'static str; 3]| {
            names[usize::from(3 * u16::from(at) / u16::from(width.max(1))).min(2)]
        };
        let row = third(self.square.row(), ["upper", "", "lower"]);
        let column = third(self.square.column(), ["left", "", "right"]);
        match (row, column) {
            ("", "") => "in the middle".to_owned(),
            (row, column) => {
                let words = [row, column].into_iter().filter(|word| !word.is_empty());
                format!("on the {} side", words.collect::<Vec<_>>().join(" "))
            }
        }
    }
}

impl Hinter {
    /// Who gives hints in this game. Nobody is started before a hint is wanted.
    pub fn new(players: Players, setup: &GameSetup) -> Hinter {
        Hinter { players, setup: setup.clone() }
    }

    /// A hint for the side to move after these moves.
    ///
    /// # Errors
    /// Why there is none.
    pub fn after(&self, moves: &[Move]) -> Result<Hint, String> {
        let contestant = self.strongest().ok_or("there is nobody here who could give a hint")?;
        self.ask(&contestant, moves).map_err(|error| exit::message(&error))
    }

    fn strongest(&self) -> Option<Contestant> {
        let found = STRONGEST.iter().filter_map(|text| self.players.finder.contestant(text).ok());
        found.into_iter().find(|contestant| self.setup.is_played_by(contestant.about()))
    }

    fn ask(&self, contestant: &Contestant, moves: &[Move]) -> anyhow::Result<Hint> {
        let position = AskedPosition::after(self.setup.clone(), moves, Seed::new(0));
        let mut position = position.map_err(anyhow::Error::msg)?;
        let sent = position.ask(&self.players.runner, contestant, PATIENCE)?;
        let (answer, exhibit) = sent.answer(&HostParams::of(position.colour));
        let outcome = position.run(&answer, &Policy::default(), PATIENCE)?;
        let chosen = position.chosen(&outcome).context("the hint is not a square of the board")?;
        let value = exhibit.thinking().and_then(|thinking| {
            let unit = thinking.unit.as_ref().map(|unit| format!(" {unit}")).unwrap_or_default();
            Some(format!("{:+.1}{unit}", thinking.value?))
        });
        Ok(Hint { name: contestant.name.clone(), square: chosen.square(), value })
    }
}
