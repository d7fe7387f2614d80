//! The machine's games and what they say of everybody's strength.

use std::collections::HashMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use othello_arena::contest::{GameDone, Rated, Standings, rate};
use othello_arena::notation;
use othello_rules::Colour;
use othello_store::{Ending, Filter, GameId, GameSummary, RoundRecord, Store, moment};
use serde::Deserialize;
use serde_json::{Value, json};

use super::positions::{shown, transcript};
use super::{Shared, aside, heavy};
use crate::place::{self, word};
use crate::refusal::{Answer, Refusal};
use crate::server_state::ServerState;

/// How many games a list has at most.
const LONGEST: u32 = 200;
/// How many it has where nobody says it.
const USUAL: u32 = 50;

/// Which games are wanted.
#[derive(Deserialize)]
pub struct Wanted {
    #[serde(default)]
    player: Option<String>,
    #[serde(default)]
    result: Option<String>,
    #[serde(default)]
    before: Option<i64>,
    #[serde(default)]
    limit: Option<u32>,
}

/// The newest games.
pub async fn list(State(shared): State<Shared>, Query(wanted): Query<Wanted>) -> Answer {
    let server_state = Arc::clone(shared.lobby.server_state());
    aside(move || {
        let Some(store) = open(&server_state)? else {
            return Ok(Json(json!({ "games": [], "more": false })));
        };
        let limit = wanted.limit.unwrap_or(USUAL).clamp(1, LONGEST);
        let some = |text: Option<String>| text.filter(|text| !text.is_empty());
        let filter = Filter {
            player: some(wanted.player),
            ending: some(wanted.result),
            before: wanted.before.map(GameId),
            newest: Some(limit + 1),
            ..Filter::default()
        };
        let mut games = store.games(&filter).map_err(Refusal::broken)?;
        games.reverse();
        let more = games.len() > limit as usize;
        games.truncate(limit as usize);
        let games: Vec<_> = games.iter().map(summary).collect();
        Ok(Json(json!({ "games": games, "more": more })))
    })
    .await
}

/// One game with all that happened in it.
pub async fn one(State(shared): State<Shared>, Path(number): Path<i64>) -> Answer {
    let server_state = Arc::clone(shared.lobby.server_state());
    heavy(move || {
        let store =
            open(&server_state)?.ok_or_else(|| Refusal::missing("there is no history yet"))?;
        game(&store, number).map(Json)
    })
    .await
}

/// A game of a file, as it is replayed.
pub fn game(store: &Store, number: i64) -> Result<Value, Refusal> {
    let missing = || Refusal::missing(format!("there is no game {number}"));
    let found = store.summary(GameId(number)).map_err(Refusal::broken)?.ok_or_else(missing)?;
    let record = store.game(GameId(number)).map_err(Refusal::broken)?.ok_or_else(missing)?;
    let mut whole = summary(&found);
    let setup = notation::setup(&found).map_err(Refusal::broken)?;
    let way = shown(&place::play(&setup, &transcript(&found.moves)?)?);
    for key in ["initial", "plies", "position"] {
        whole[key] = way[key].clone();
    }
    whole["rounds"] = record.rounds.iter().map(round).collect();
    whole["seed"] = record.seed.into();
    whole["time"] = record.time.clone().into();
    whole["database"] = record.database.clone().into();
    let player = |colour: Colour| {
        let player = &record.players[colour];
        json!({ "name": player.name, "version": player.version, "class": player.class })
    };
    whole["players"] = json!({ "black": player(Colour::Black), "white": player(Colour::White) });
    Ok(whole)
}

/// What a list shows of a game.
pub fn summary(game: &GameSummary) -> Value {
    let (ending, why) = match &game.ending {
        Ending::Played { .. } => ("played", None),
        Ending::Forfeit { reason, .. } => ("forfeit", Some(reason)),
        Ending::Void { reason } => ("void", Some(reason)),
    };
    json!({
        "number": game.id.0,
        "began": moment::written(game.began),
        // A game of the user's own is kept by its folder, whose name it has.
        "game": file_name(&game.game),
        "size": game.size,
        "start": game.position.as_ref().unwrap_or(&game.start),
        "black": game.names.black,
        "white": game.names.white,
        "ending": ending,
        "winner": game.ending.winner().map(word),
        "why": why,
        "counts": { "black": game.discs.black, "white": game.discs.white },
        "plies": transcript(&game.moves).map_or(0, |moves| moves.len()),
    })
}

fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

fn round(round: &RoundRecord) -> Value {
    let parsed = |text: &Option<String>| {
        let text = text.as_deref().unwrap_or("null");
        serde_json::from_str::<Value>(text).unwrap_or_default()
    };
    let mut thinking = parsed(&round.thinking);
    let entries = thinking.get_mut("entries").map(Value::take);
    let warnings = round.warnings.iter().flat_map(|text| text.lines());
    let ms = |time: std::time::Duration| (time.as_secs_f64() * 1e6).round() / 1e3;
    json!({
        "ply": round.ply,
        "colour": word(round.side),
        "query": round.query,
        "params": round.params.as_ref().map_or_else(|| json!({}), |_| parsed(&round.params)),
        "rows": round.rows,
        "entries": entries.unwrap_or_else(|| json!({})),
        "thinking": thinking.get_mut("thinking").map(Value::take),
        "warnings": warnings.collect::<Vec<_>>(),
        "ask_ms": ms(round.asked),
        "query_ms": ms(round.ran),
        "hidden": false,
    })
}

/// The file of the machine's games, if there is one.
fn open(server_state: &ServerState) -> Result<Option<Store>, Refusal> {
    let Some(path) = server_state.history.as_deref().filter(|path| path.is_file()) else {
        return Ok(None);
    };
    Store::open_existing(path).map(Some).map_err(Refusal::broken)
}

/// Which players are wanted.
#[derive(Deserialize)]
pub struct WantedClass {
    #[serde(default)]
    class: Option<String>,
}

/// Ratings from all games of the history.
pub async fn ratings(State(shared): State<Shared>, Query(wanted): Query<WantedClass>) -> Answer {
    let server_state = Arc::clone(shared.lobby.server_state());
    heavy(move || {
        let class = wanted.class.filter(|class| !class.is_empty());
        Ok(Json(rate_history(&server_state, class.as_deref())?.to_json()))
    })
    .await
}

/// Everybody's rating.
#[derive(Default)]
pub struct Ratings {
    names: Vec<String>,
    classes: Vec<String>,
    rated: Option<Rated>,
}

/// Works out the ratings of those of one class, or of all.
pub fn rate_history(server_state: &ServerState, class: Option<&str>) -> Result<Ratings, Refusal> {
    let Some(store) = open(server_state)? else { return Ok(Ratings::default()) };
    let mut known: HashMap<String, usize> = HashMap::new();
    let (mut names, mut classes, mut standings) = (Vec::new(), Vec::new(), Standings::default());
    let told = store.results(None, |result| {
        if class.is_some_and(|class| result.classes.iter().any(|one| one != class)) {
            return;
        }
        let sides = result.names.zip(result.classes).map(|(name, class)| {
            *known.entry(name.to_lowercase()).or_insert_with(|| {
                names.push(name);
                classes.push(class);
                names.len() - 1
            })
        });
        // Somebody's games against itself say nothing about its strength.
        if sides.black != sides.white {
            standings.add(&GameDone {
                number: None,
                players: sides,
                ending: result.ending,
                took: result.took,
                held_up: result.held_up,
            });
        }
    });
    told.map_err(Refusal::broken)?;
    Ok(Ratings::of(names, classes, &standings, None))
}

impl Ratings {
    /// Rates these players by where they stand.
    pub fn of(
        names: Vec<String>,
        classes: Vec<String>,
        standings: &Standings,
        anchor: Option<&(String, f64)>,
    ) -> Ratings {
        let rated = (standings.games > 0).then(|| rate(&names, standings, anchor));
        Ratings { names, classes, rated }
    }

    /// The players, the strongest first.
    pub fn order(&self) -> Vec<usize> {
        let rows = self.rated.iter().flat_map(|rated| &rated.table);
        rows.filter(|row| row.games > 0).map(|row| row.player).collect()
    }

    /// The ratings as the page knows them.
    pub fn to_json(&self) -> Value {
        let Some(rated) = &self.rated else { return json!({ "players": [], "anchor": null }) };
        let rows = rated.table.iter().filter(|row| row.games > 0).map(|row| {
            json!({
                "name": self.names[row.player],
                "class": self.classes.get(row.player),
                "rating": row.rating,
                "error": (row.player != rated.anchor.0).then_some(row.error),
                "games": row.games,
                "points": row.points,
                "above_next": row.superiority,
            })
        });
        let anchor = json!({ "name": self.names[rated.anchor.0], "rating": rated.anchor.1 });
        json!({ "players": rows.collect::<Vec<_>>(), "anchor": anchor })
    }

    /// One player's rating.
    pub fn of_player(&self, name: &str) -> Value {
        let Some(rated) = &self.rated else { return Value::Null };
        let row = rated
            .table
            .iter()
            .find(|row| row.games > 0 && self.names[row.player].eq_ignore_ascii_case(name));
        row.map_or(Value::Null, |row| {
            let error = (row.player != rated.anchor.0).then_some(row.error);
            json!({ "rating": row.rating, "error": error, "games": row.games })
        })
    }
}
