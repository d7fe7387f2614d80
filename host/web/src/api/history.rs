//! The machine's games and what they say of everybody's strength.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use othello_arena::notation;
use othello_rules::ByColour;
use othello_store::{
    Ending, Filter, GameId, GameSummary, PlayerRecord, RoundRecord, Store, moment,
};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::positions::{moves_of, transcript};
use super::{Shared, brief};
use crate::client::Client;
use crate::position::play;
use crate::protocol::{
    self, GameFacts, GamePage, HistoryFilter, MovesShown, Ratings, RatingsFilter, Round,
    StoredGame, StoredPlayer, measured_milliseconds,
};
use crate::rating_table::open_history;
use crate::records::as_record;
use crate::refusal::{Answer, Refusal};

/// How many games a list has at most.
const MOST_GAMES: u32 = 200;
/// How many it has where nobody says it.
const USUAL_GAMES: u32 = 50;

/// The newest games.
pub(crate) async fn list(
    State(shared): State<Shared>,
    client: Client,
    Query(request): Query<HistoryFilter>,
) -> Answer<Json<GamePage>> {
    let server_state = Arc::clone(shared.lobby.server_state());
    brief(client, move |_| {
        let Some(store) = open_history(&server_state)? else {
            return Ok(Json(GamePage { games: Vec::new(), more: false }));
        };
        let limit = request.limit.unwrap_or(USUAL_GAMES).clamp(1, MOST_GAMES);
        let some = |text: Option<String>| text.filter(|text| !text.is_empty());
        let filter = Filter {
            player: some(request.player),
            ending: some(request.result),
            before: request.before.map(GameId),
            newest: Some(limit + 1),
            ..Filter::default()
        };
        let mut games = store.games(&filter).map_err(Refusal::broken)?;
        games.reverse();
        let more = games.len() > limit as usize;
        games.truncate(limit as usize);
        Ok(Json(GamePage { games: games.iter().map(summary_of).collect(), more }))
    })
    .await
}

/// One game with all that happened in it.
pub(crate) async fn one(
    State(shared): State<Shared>,
    client: Client,
    Path(number): Path<i64>,
) -> Answer<Json<StoredGame>> {
    let server_state = Arc::clone(shared.lobby.server_state());
    brief(client, move |_| {
        let store = open_history(&server_state)?
            .ok_or_else(|| Refusal::missing("there is no history yet"))?;
        game(&store, number).map(Json)
    })
    .await
}

/// One game as a text, for other programs.
pub(crate) async fn record(
    State(shared): State<Shared>,
    client: Client,
    Path(number): Path<i64>,
    Query(form): Query<RecordForm>,
) -> Answer<Response> {
    let server_state = Arc::clone(shared.lobby.server_state());
    let text = brief(client, move |_| {
        let store = open_history(&server_state)?
            .ok_or_else(|| Refusal::missing("there is no history yet"))?;
        form.of(&store, number)
    })
    .await?;
    Ok(as_text(text))
}

/// In which form a game is wanted.
#[derive(Deserialize)]
pub(crate) struct RecordForm {
    format: Option<String>,
}

impl RecordForm {
    /// The form that is meant: the moves alone where nobody says it.
    pub(crate) fn name(&self) -> &str {
        self.format.as_deref().unwrap_or("transcript")
    }

    /// A game of a file in this form.
    pub(crate) fn of(&self, store: &Store, number: i64) -> Result<String, Refusal> {
        let stored = game(store, number)?;
        if self.name() == "json" {
            return serde_json::to_string(&stored).map_err(Refusal::broken);
        }
        let summary = store.summary(GameId(number)).map_err(Refusal::broken)?;
        let summary = summary.ok_or_else(|| Refusal::missing("there is no such game"))?;
        let setup = notation::setup(&summary).map_err(Refusal::broken)?;
        as_record(self.name(), &setup, &transcript(&summary.moves)?, &summary.names)
    }
}

/// A text for other programs.
pub(crate) fn as_text(text: String) -> Response {
    ([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response()
}

/// A game of a file, as it is replayed.
pub(crate) fn game(store: &Store, number: i64) -> Result<StoredGame, Refusal> {
    let missing = || Refusal::missing(format!("there is no game {number}"));
    let found = store.summary(GameId(number)).map_err(Refusal::broken)?.ok_or_else(missing)?;
    let record = store.game(GameId(number)).map_err(Refusal::broken)?.ok_or_else(missing)?;
    let setup = notation::setup(&found).map_err(Refusal::broken)?;
    let reached = play(&setup, &transcript(&found.moves)?)?;
    let MovesShown { initial, plies, position } = moves_of(&reached);
    let player = |player: PlayerRecord| {
        let PlayerRecord { name, version, class, .. } = player;
        StoredPlayer { name, version, class }
    };
    Ok(StoredGame {
        facts: facts_of(&found),
        initial,
        plies,
        position,
        rounds: record.rounds.iter().map(round_of).collect(),
        seed: record.seed,
        time: record.time,
        database: record.database,
        players: record.players.map(player).into(),
        series: series_of(store, found.series)?,
    })
}

/// The games of a series, if there is more than one.
fn series_of(store: &Store, series: Option<String>) -> Result<Vec<protocol::GameSummary>, Refusal> {
    if series.is_none() {
        return Ok(Vec::new());
    }
    let filter = Filter { series, newest: Some(MOST_GAMES), ..Filter::default() };
    let games = store.games(&filter).map_err(Refusal::broken)?;
    Ok(games.iter().filter(|_| games.len() > 1).map(summary_of).collect())
}

/// What a list shows of a game.
pub(crate) fn summary_of(game: &GameSummary) -> protocol::GameSummary {
    let plies = transcript(&game.moves).map_or(0, |moves| moves.len());
    protocol::GameSummary { facts: facts_of(game), plies }
}

fn facts_of(game: &GameSummary) -> GameFacts {
    let (ending, why) = match &game.ending {
        Ending::Played { .. } => (protocol::Ending::Played, None),
        Ending::Forfeit { reason, .. } => (protocol::Ending::Forfeit, Some(reason.clone())),
        Ending::Void { reason } => (protocol::Ending::Void, Some(reason.clone())),
    };
    let ByColour { black, white } = game.names.clone();
    GameFacts {
        number: game.id.0,
        began: moment::format(game.began),
        // A game of the user's own is stored by its folder, whose name it has.
        game: file_name(&game.game).to_owned(),
        size: game.size,
        start: game.position.as_ref().unwrap_or(&game.start).clone(),
        black,
        white,
        ending,
        winner: game.ending.winner().map(Into::into),
        why,
        counts: game.discs.into(),
    }
}

fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

fn round_of(round: &RoundRecord) -> Round {
    let StoredThinking { entries, thinking } = parsed(round.thinking.as_deref());
    let warnings = round.warnings.iter().flat_map(|text| text.lines());
    Round {
        ply: round.ply as usize,
        colour: round.side.into(),
        query: round.query.clone(),
        params: parsed(round.params.as_deref()),
        rows: round.rows,
        entries,
        thinking,
        warnings: warnings.map(str::to_owned).collect(),
        ask_ms: measured_milliseconds(round.asked),
        query_ms: measured_milliseconds(round.ran),
        hidden: false,
    }
}

/// What a player thought, as the history has it.
#[derive(Default, Deserialize)]
struct StoredThinking {
    #[serde(default)]
    entries: Map<String, Value>,
    #[serde(default)]
    thinking: Option<Value>,
}

/// What a text of the history says; nothing where there is none that can be read.
fn parsed<T: DeserializeOwned + Default>(text: Option<&str>) -> T {
    text.and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default()
}

/// Ratings from the games of the history that can be compared: those of one game on one board from one start.
pub(crate) async fn ratings(
    State(shared): State<Shared>,
    client: Client,
    Query(request): Query<RatingsFilter>,
) -> Answer<Json<Ratings>> {
    let (server_state, known) = (Arc::clone(shared.lobby.server_state()), shared.ratings.clone());
    brief(client, move |_| {
        let class = request.class.filter(|class| !class.is_empty());
        let pools = known.of_class(&server_state, class.as_deref())?;
        let names = pools.names();
        let named = request.pool.filter(|pool| !pool.is_empty());
        let at = named.map_or(Some(0), |named| names.iter().position(|name| *name == named));
        let Some((at, table)) = at.and_then(|at| Some((at, pools.table(at)?))) else {
            return Ok(Json(Ratings { pools: names, ..Ratings::default() }));
        };
        let pool = names.get(at).cloned();
        Ok(Json(Ratings { pool, pools: names, ..table.to_message() }))
    })
    .await
}
