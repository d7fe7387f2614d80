//! Badges: facts about what somebody did for the first time. Each follows from one game and from what was before it.

use othello_rules::Colour;
use othello_store::Ending;

use crate::game::{PlayedGame, Purpose};
use crate::person::PersonId;
use crate::state::{Badge, State};

/// So many Elo stronger, and it was a giant.
const GIANT: f64 = 200.0;
/// A rating with a greater error says nothing of giants.
const KNOWN: f64 = 80.0;
/// So many games without a fault of one's own.
const FAULTLESS: u64 = 50;

/// The badges for a win; the last one goes before the name of who was beaten.
const FIRST_WIN: &str = "first win";
const FIRST_UNLIMITED_WIN: &str = "first win without LIMIT";
const GIANT_BEATEN: &str = "beat somebody 200 stronger";
const BEAT: &str = "beat ";

/// A win that brings a badge by itself, whatever came before it.
pub(crate) struct Win<'b> {
    /// By a query without `LIMIT`.
    pub unlimited: bool,
    /// Against this one of those who are there to be beaten.
    pub against: Option<&'b str>,
}

impl<'b> Win<'b> {
    /// The win that brings a badge, if one does.
    pub(crate) fn of_badge(badge: &'b str) -> Option<Win<'b>> {
        match badge {
            FIRST_WIN => Some(Win { unlimited: false, against: None }),
            FIRST_UNLIMITED_WIN => Some(Win { unlimited: true, against: None }),
            GIANT_BEATEN => None,
            badge => Some(Win { unlimited: false, against: Some(badge.strip_prefix(BEAT)?) }),
        }
    }
}

/// What a game brings to whom, that they don't have yet.
pub(crate) fn earned(state: &State, game: &PlayedGame) -> Vec<(PersonId, Badge)> {
    if game.pairing.pair.purpose == Purpose::Final {
        return Vec::new();
    }
    let mut earned = Vec::new();
    for (side, own, other) in [
        (Colour::Black, game.pairing.players.black, game.pairing.players.white),
        (Colour::White, game.pairing.players.white, game.pairing.players.black),
    ] {
        let (Some(own), Some(other)) = (state.versions.get(&own), state.versions.get(&other))
        else {
            continue;
        };
        let (Some(person), Some(opponent)) =
            (state.people.get(&own.person), state.people.get(&other.person))
        else {
            continue;
        };
        if person.boss {
            continue;
        }
        let mut facts = Vec::new();
        if game.half_points(side) == 2 {
            facts.push(FIRST_WIN.to_owned());
            if own.unlimited {
                facts.push(FIRST_UNLIMITED_WIN.to_owned());
            }
            if opponent.boss {
                facts.push(format!("{BEAT}{}", opponent.name));
            }
            if matches!(game.ending, Ending::Played { .. }) && is_giant(state, own.id, other.id) {
                facts.push(GIANT_BEATEN.to_owned());
            }
        }
        if own.tally.games() + 1 >= FAULTLESS
            && own.tally.forfeits.is_empty()
            && game.fault(side).is_none()
        {
            facts.push(format!("{FAULTLESS} games without a fault"));
        }
        let has =
            |fact: &String| state.badges.get(&person.id).is_some_and(|all| all.contains(fact));
        earned.extend(facts.into_iter().filter(|fact| !has(fact)).map(|fact| (person.id, fact)));
    }
    earned
}

fn is_giant(state: &State, own: crate::VersionId, other: crate::VersionId) -> bool {
    match (state.rating(own), state.rating(other)) {
        (Some(own), Some(other)) => own.1 < KNOWN && other.1 < KNOWN && other.0 - own.0 > GIANT,
        _ => false,
    }
}
