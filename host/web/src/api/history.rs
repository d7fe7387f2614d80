//! The machine's games and what they say of everybody's strength.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use othello_arena::contest::{Plan, Pool, PoolGames, Pools, Rated, Standings, rate};
use othello_arena::notation;
use othello_arena::ratings::Interval;
use othello_rules::ByColour;
use othello_store::{
    Ending, Filter, GameId, GameSummary, PlayerRecord, RoundRecord, Store, moment,
};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::positions::{moves_of, transcript};
use super::{Shared, aside, heavy};
use crate::position::play;
use crate::protocol::{
    self, Anchor, GameFacts, GamePage, HistoryFilter, MovesShown, PlayerRating, RatedPlayer,
    Ratings, RatingsFilter, Round, StoredGame, StoredPlayer, measured_milliseconds,
};
use crate::records::as_record;
use crate::refusal::{Answer, Refusal};
use crate::server_state::ServerState;

/// How many games a list has at most.
const MOST_GAMES: u32 = 200;
/// How many it has where nobody says it.
const USUAL_GAMES: u32 = 50;

/// The newest games.
pub(crate) async fn list(
    State(shared): State<Shared>,
    Query(request): Query<HistoryFilter>,
) -> Answer<Json<GamePage>> {
    let server_state = Arc::clone(shared.lobby.server_state());
    aside(move || {
        let Some(store) = open(&server_state)? else {
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
    Path(number): Path<i64>,
) -> Answer<Json<StoredGame>> {
    let server_state = Arc::clone(shared.lobby.server_state());
    heavy(move |_| {
        let store =
            open(&server_state)?.ok_or_else(|| Refusal::missing("there is no history yet"))?;
        game(&store, number).map(Json)
    })
    .await
}

/// One game as a text, for other programs.
pub(crate) async fn record(
    State(shared): State<Shared>,
    Path(number): Path<i64>,
    Query(form): Query<RecordForm>,
) -> Answer<Response> {
    let server_state = Arc::clone(shared.lobby.server_state());
    let text = heavy(move |_| {
        let store =
            open(&server_state)?.ok_or_else(|| Refusal::missing("there is no history yet"))?;
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

/// The file of the machine's games, if there is one.
fn open(server_state: &ServerState) -> Result<Option<Store>, Refusal> {
    let Some(path) = server_state.history.as_deref().filter(|path| path.is_file()) else {
        return Ok(None);
    };
    Store::open_existing(path).map(Some).map_err(Refusal::broken)
}

/// Ratings from the games of the history that can be compared: those of one game on one board from one start.
pub(crate) async fn ratings(
    State(shared): State<Shared>,
    Query(request): Query<RatingsFilter>,
) -> Answer<Json<Ratings>> {
    let server_state = Arc::clone(shared.lobby.server_state());
    heavy(move |_| {
        let class = request.class.filter(|class| !class.is_empty());
        let pools = pools(&server_state, class.as_deref())?;
        let names: Vec<String> = pools.iter().map(|(pool, _)| pool.to_string()).collect();
        let named = request.pool.filter(|pool| !pool.is_empty());
        let at = named.map_or(Some(0), |named| names.iter().position(|name| *name == named));
        let Some((at, (_, games))) = at.and_then(|at| Some((at, pools.get(at)?))) else {
            return Ok(Json(Ratings { pools: names, ..Ratings::default() }));
        };
        let pool = names.get(at).cloned();
        Ok(Json(Ratings { pool, pools: names, ..RatingTable::of_pool(games).to_message() }))
    })
    .await
}

/// The games of the history by what can be compared, between those of one class, or of all.
fn pools(
    server_state: &ServerState,
    class: Option<&str>,
) -> Result<Vec<(Pool, PoolGames)>, Refusal> {
    let Some(store) = open(server_state)? else { return Ok(Vec::new()) };
    let mut pools = Pools::default();
    let counts = |_: &str, record: &PlayerRecord| class.is_none_or(|class| class == record.class);
    pools.read(&store, None, &counts).map_err(Refusal::broken)?;
    Ok(pools.into_pools())
}

/// Everybody's rating, worked out.
#[derive(Default)]
pub(crate) struct RatingTable {
    names: Vec<String>,
    /// Who is which version of somebody, the one that played last behind the others.
    versions: Vec<(String, usize)>,
    classes: Vec<String>,
    rated: Option<Rated>,
}

/// The ratings of everybody on the usual board.
pub(crate) fn rate_history(server_state: &ServerState) -> Result<RatingTable, Refusal> {
    let usual = Pool { game: "othello".to_owned(), size: 8, start: Some("standard".to_owned()) };
    let pools = pools(server_state, None)?;
    let games = pools.iter().find(|(pool, _)| *pool == usual).map(|(_, games)| games);
    Ok(games.map_or_else(RatingTable::default, RatingTable::of_pool))
}

impl RatingTable {
    /// Rates the players of a pool.
    fn of_pool(games: &PoolGames) -> RatingTable {
        let mut order: Vec<usize> = (0..games.versions.len()).collect();
        order.sort_by_key(|&player| games.versions[player].last_played);
        let named = |player: usize| (games.versions[player].name.clone(), player);
        RatingTable {
            names: games.labels(),
            versions: order.into_iter().map(named).collect(),
            classes: games.versions.iter().map(|version| version.record.class.clone()).collect(),
            rated: Some(games.rate(None)),
        }
    }

    /// Rates those who take part in a contest by where they stand.
    pub(crate) fn of_contest(plan: &Plan, standings: &Standings) -> RatingTable {
        let names = plan.names();
        let rated = (standings.games > 0).then(|| rate(&names, standings, plan.anchor.as_ref()));
        RatingTable {
            versions: names.iter().cloned().zip(0..).collect(),
            classes: plan.entrants.iter().map(|entrant| entrant.class.clone()).collect(),
            names,
            rated,
        }
    }

    /// The players, the strongest first.
    pub(crate) fn order(&self) -> Vec<usize> {
        let rows = self.rated.iter().flat_map(|rated| &rated.table);
        rows.filter(|row| row.games > 0).map(|row| row.player).collect()
    }

    /// The ratings as the page gets them.
    pub(crate) fn to_message(&self) -> Ratings {
        let Some(rated) = &self.rated else { return Ratings::default() };
        let rows = rated.table.iter().filter(|row| row.games > 0).map(|row| RatedPlayer {
            name: self.names[row.player].clone(),
            class: self.classes.get(row.player).cloned().unwrap_or_default(),
            rating: row.rating,
            low: row.interval.low,
            high: row.interval.high,
            games: row.games,
            points: row.points,
            above_next: row.superiority,
        });
        let anchor = Anchor { name: self.names[rated.anchor.0].clone(), rating: rated.anchor.1 };
        Ratings { players: rows.collect(), anchor: Some(anchor), ..Ratings::default() }
    }

    /// The rating of a player's newest version.
    pub(crate) fn of_player(&self, name: &str) -> Option<PlayerRating> {
        let rated = self.rated.as_ref()?;
        let named = |(known, _): &&(String, usize)| known.eq_ignore_ascii_case(name);
        let &(_, newest) = self.versions.iter().rev().find(named)?;
        let row = rated.table.iter().find(|row| row.games > 0 && row.player == newest)?;
        let Interval { low, high } = row.interval;
        Some(PlayerRating { rating: row.rating, low, high, games: row.games })
    }
}
