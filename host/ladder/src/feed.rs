//! Games as others read them: one JSON object a line, which only ever gains fields.

use othello_rules::{ByColour, Colour};
use serde_json::{Value, json};

use crate::game::{LadderGame, Purpose};
use crate::state::State;
use crate::version::VersionId;

/// A game as a line of the feed: `game`, `final`, `pair`, `black` and `white` (`person`, `version`, `number`), `result`
/// (points of Black: 1, 0.5 or 0), `forfeit` (who and by what, in one word), `discs`, `moves`, `began` and `took_ms`.
/// Why a query failed is for its author alone.
#[must_use]
pub fn feed_line(state: &State, game: &LadderGame) -> Value {
    let played = &game.played;
    let forfeit = [("black", Colour::Black), ("white", Colour::White)]
        .into_iter()
        .find_map(|(name, side)| Some(json!({"by": name, "reason": played.fault(side)?})));
    let ByColour { black, white } = played.pairing.players;
    json!({
        "game": game.id.0,
        "final": played.pairing.pair.purpose == Purpose::Final,
        "pair": played.pairing.pair.number,
        "black": side(state, black),
        "white": side(state, white),
        "result": f64::from(played.half_points(Colour::Black)) / 2.0,
        "forfeit": forfeit,
        "discs": [played.discs.black, played.discs.white],
        "moves": played.moves,
        "began": played.began.0,
        "took_ms": played.took_ms,
    })
}

fn side(state: &State, version: VersionId) -> Value {
    let known = state.versions.get(&version);
    let person = known.and_then(|version| state.people.get(&version.person));
    json!({
        "person": person.map(|person| person.name.as_str()),
        "version": version.0,
        "number": known.map(|version| version.number),
    })
}
