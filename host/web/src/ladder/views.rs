//! What can be seen: by everybody, and by those who show their key.

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use othello_arena::GamePosition;
use othello_ladder::{Archive, GameId, Key, Ladder, LadderError, PersonId, VersionId, feed_line};
use othello_rules::Move;
use serde::Deserialize;

use super::shared::{LadderShared, refusal};
use super::shown::{at_fault, disc, game_shown, person_shown, side, version_shown};
use super::snapshot::Made;
use super::visitor::Visitor;
use crate::api::{aside, brief};
use crate::client::Client;
use crate::compression::takes_gzip;
use crate::protocol::{LadderPerson, LadderReplay, LadderVersionPage};
use crate::refusal::{Answer, Refusal};

/// So many games of a version are shown.
const MOST_GAMES: u32 = 40;
/// So many lines of the feed come at once.
const MOST_LINES: u32 = 500;
/// So many are written while the ladder is looked at.
const LINES_AT_ONCE: usize = 50;

/// The ladder as everybody sees it.
pub(super) async fn ladder(
    State(shared): State<LadderShared>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    let made = match shared.snapshot.fresh() {
        Some(made) => made,
        None => {
            let (snapshot, desk) = (shared.snapshot.clone(), shared.desk.clone());
            aside(move || snapshot.make(&desk).map_err(Refusal::broken)).await?
        }
    };
    let Made { body, packed, tag, .. } = made;
    let known = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known == tag.as_str());
    let about = [(header::ETAG, tag), (header::CACHE_CONTROL, "no-cache".to_owned())];
    if known {
        return Ok((StatusCode::NOT_MODIFIED, about).into_response());
    }
    let kind = [(header::CONTENT_TYPE, "application/json"), (header::VARY, "accept-encoding")];
    Ok(match packed.filter(|_| takes_gzip(&headers)) {
        Some(packed) => (about, kind, [(header::CONTENT_ENCODING, "gzip")], packed).into_response(),
        None => (about, kind, body).into_response(),
    })
}

/// From where on the feed is wanted.
#[derive(Deserialize)]
pub(super) struct FeedStart {
    #[serde(default)]
    after: i64,
}

/// Games as lines of JSON.
pub(super) async fn feed(
    State(shared): State<LadderShared>,
    visitor: Visitor,
    Query(start): Query<FeedStart>,
) -> Result<Response, Refusal> {
    shared.limits.feed(&visitor.origin)?;
    let desk = shared.desk.clone();
    let lines = aside(move || {
        let after = GameId(start.after);
        let games = desk.archive().games_after(after, MOST_LINES).map_err(refusal)?;
        // Whoever plays has the ladder in between.
        let lines = games.chunks(LINES_AT_ONCE).map(|games| {
            desk.look(|ladder| {
                let line = |game| format!("{}\n", feed_line(ladder.state(), game));
                games.iter().map(line).collect::<String>()
            })
        });
        Ok(lines.collect::<String>())
    });
    Ok(([(header::CONTENT_TYPE, "application/x-ndjson")], lines.await?).into_response())
}

/// Somebody as others see them.
pub(super) async fn person(
    State(shared): State<LadderShared>,
    visitor: Visitor,
    Path(id): Path<i64>,
) -> Answer<Json<LadderPerson>> {
    shared.limits.page(&visitor.origin)?;
    let shown = shared.look(move |ladder| {
        let person = ladder.person(PersonId(id))?;
        if person.removed {
            return Err(LadderError::Missing(format!("person {id} any more")));
        }
        Ok(person_shown(ladder.state(), person, false))
    });
    Ok(Json(shown.await?))
}

/// Whoever shows the key.
pub(super) async fn me(
    State(shared): State<LadderShared>,
    visitor: Visitor,
) -> Answer<Json<LadderPerson>> {
    let id = shared.person(visitor).await?;
    shared.limits.own_page(id)?;
    let shown = shared.look(move |ladder| {
        let person = ladder.person(id)?;
        Ok(person_shown(ladder.state(), person, true))
    });
    Ok(Json(shown.await?))
}

/// A version with its latest games, and its query for those who may see it.
pub(super) async fn version(
    State(shared): State<LadderShared>,
    visitor: Visitor,
    Path(id): Path<i64>,
) -> Answer<Json<LadderVersionPage>> {
    shared.limits.page(&visitor.origin)?;
    let id = VersionId(id);
    let read = move |archive: &Archive| Ok((archive.games_of(id, MOST_GAMES)?, archive.text(id)?));
    let shown = shared.read(read, move |ladder, (games, text)| {
        let state = ladder.state();
        let missing = || LadderError::Missing(format!("version {}", id.0));
        let version = state.versions.get(&id).ok_or_else(missing)?;
        let own = asks(ladder, visitor.key.as_ref()) == Some(version.person);
        let may_see = own || state.is_public(version);
        let shown = |game| game_shown(state, game, may_see && at_fault(game) == Some(id));
        Ok(LadderVersionPage {
            author: side(state, id),
            version: version_shown(state, version, own),
            query: text.filter(|_| may_see),
            sha256: Some(&version.hash).filter(|_| may_see && version.content.is_code()).cloned(),
            games: games.iter().map(shown).collect(),
        })
    });
    Ok(Json(shown.await?))
}

/// A game with all its boards.
pub(super) async fn game(
    State(shared): State<LadderShared>,
    visitor: Visitor,
    Path(id): Path<i64>,
) -> Answer<Json<LadderReplay>> {
    shared.limits.page(&visitor.origin)?;
    let client = Client::from(visitor.origin.clone());
    let found = shared.read(
        move |archive| archive.game(GameId(id)),
        move |ladder, game| {
            let state = ladder.state();
            let author = at_fault(&game).and_then(|version| state.versions.get(&version));
            let asking = asks(ladder, visitor.key.as_ref());
            let own = author.is_some_and(|it| Some(it.person) == asking || state.is_public(it));
            let shown = game_shown(state, &game, own);
            Ok((shown, game.played.moves, ladder.setup()?, disc(ladder)))
        },
    );
    let (game, moves, setup, disc) = found.await?;
    brief(client, move |_| {
        let read = GamePosition::parse(setup, &moves, None).map_err(Refusal::broken)?;
        let played = read.play().map_err(Refusal::broken)?;
        let boards = played.views().iter().map(|view| view.board()).collect();
        let words = |one: &Move| one.square().map_or_else(|| "--".to_owned(), |at| at.to_string());
        let moves = played.moves().iter().map(words).collect();
        Ok(Json(LadderReplay { game, disc, boards, moves }))
    })
    .await
}

/// Whose key a visitor shows, if it is anybody's.
fn asks(ladder: &Ladder, key: Option<&Key>) -> Option<PersonId> {
    key.and_then(|key| ladder.person_of(key).ok()).map(|person| person.id)
}
