//! A hint for a person: where the strongest player at hand would go, asked outside of the game and with little
//! time.

use std::fmt;
use std::time::{Duration, Instant};

use anyhow::Context;
use othello_arena::json::to_datum;
use othello_arena::{GameSetup, Seed};
use othello_board::session::{Meter, Params, Policy, player_limits};
use othello_board::{Datum, Session};
use othello_player_api::Query;
use othello_players::Contestant;
use othello_rules::{Move, Square};

use crate::asking::{Place, Wanted};
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
        let mut place = Place::after(self.setup.clone(), moves)?;
        let seed = Seed::new(0);
        let wanted = Wanted { place: &place, seed, limit: PATIENCE };
        let (query, thinking) = wanted.of(&self.players.runner, contestant)?;
        let square = chosen(&mut place, &query, seed)?;
        let value = thinking.and_then(|thinking| {
            let unit = thinking.unit.map(|unit| format!(" {unit}")).unwrap_or_default();
            Some(format!("{:+.1}{unit}", thinking.value?))
        });
        Ok(Hint { name: contestant.name.clone(), square, value })
    }
}

/// The square that a query chooses.
fn chosen(place: &mut Place, query: &Query, seed: Seed) -> anyhow::Result<Square> {
    let mut params = Params::default();
    params.set("apiKey", Datum::Text(String::new()));
    for (name, value) in &query.params {
        params.set(name, to_datum(value));
    }
    params.set("symbol", Datum::Text(place.colour.symbol().to_string()));
    let deadline = Instant::now().checked_add(PATIENCE);
    let meter = Meter::new(player_limits(deadline, seed.of_query(place.moves.len())));
    let checked = place.session.prepare(&query.cypher, &Policy::default(), &meter)?;
    let outcome = place.session.read(&checked, &params, &meter)?;
    match outcome.first("cell") {
        Some(Datum::Node(node)) => place.referee.square(node),
        _ => None,
    }
    .context("the hint is not a square of the board")
}
