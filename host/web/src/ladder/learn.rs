//! The lessons on a ladder: for those who take part, whose progress is kept in its file, and for guests, whose browsers
//! keep it. What is tried takes turns with all else that is tried here, so that submissions and games keep their cores.

use std::collections::BTreeMap;
use std::time::Duration;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use othello_ladder::{Archive, LessonStep, Moment};
use othello_learn::{Bosses, Lesson, judge};
use tokio::time::timeout;

use super::course::Course;
use super::shared::{LadderShared, refusal};
use super::visitor::{Asker, Visitor};
use crate::api::learn::{find, list_of, page_of, solution_of, verdict};
use crate::api::{Body, brief, heavy, positions, query};
use crate::protocol::{
    Graph, LessonList, LessonPage, LessonQuery, LessonSolution, LessonVerdict, MovesShown,
    PositionRequest, QueryRequest, QueryResult, SeenHints,
};
use crate::refusal::{Answer, Refusal};

/// How long a query may be tried for a lesson, with all games against a boss.
const CHECK_TIMEOUT: Duration = Duration::from_secs(60);

/// The whole path.
pub(super) async fn list(
    State(shared): State<LadderShared>,
    visitor: Visitor,
) -> Answer<Json<LessonList>> {
    let asker = shared.asker(visitor).await?;
    let steps = shared.steps(&asker).await?;
    let keeps = asker.person.is_some();
    let passed = |lesson: &Lesson| steps.get(&lesson.name).is_some_and(|step| step.passed);
    Ok(Json(list_of(&shared.course.path, passed, keeps)))
}

/// One step.
pub(super) async fn one(
    State(shared): State<LadderShared>,
    visitor: Visitor,
    Path(name): Path<String>,
) -> Answer<Json<LessonPage>> {
    let asker = shared.asker(visitor).await?;
    let lesson = find(&shared.course.path, &name)?;
    let shown = shared.steps(&asker).await?.get(&name).map_or(0, |step| step.hints);
    let tried = move |archive: &Archive| match asker.person {
        Some(person) => archive.tried_query(person, &name),
        None => Ok(None),
    };
    let known = shared.read(tried, |ladder, tried| Ok((tried, ladder.state().rules.game.clone())));
    let (tried, game) = known.await?;
    let takes_part = lesson.asks_for_a_player() && lesson.setup.game == game;
    Ok(Json(LessonPage { takes_part, ..page_of(lesson, tried, shown) }))
}

/// Keeps how many hints of a step were seen.
pub(super) async fn hints(
    State(shared): State<LadderShared>,
    visitor: Visitor,
    Path(name): Path<String>,
    Body(SeenHints { shown }): Body<SeenHints>,
) -> Answer<StatusCode> {
    let asker = shared.asker(visitor).await?;
    shared.limits.look(&asker)?;
    let most = find(&shared.course.path, &name)?.hints.len();
    if let Some(person) = asker.person {
        let shown = most.min(shown);
        let kept = shared.with(move |it| it.hinted_lesson(person, &name, shown, Moment::now()));
        kept.await?;
    }
    Ok(StatusCode::NO_CONTENT)
}

/// A query that does what a step asks.
pub(super) async fn solution(
    State(shared): State<LadderShared>,
    Path(name): Path<String>,
) -> Answer<Json<LessonSolution>> {
    Ok(Json(solution_of(find(&shared.course.path, &name)?)))
}

/// Tries a query for a step.
pub(super) async fn check(
    State(shared): State<LadderShared>,
    visitor: Visitor,
    Path(name): Path<String>,
    Body(LessonQuery { query }): Body<LessonQuery>,
) -> Answer<Json<LessonVerdict>> {
    let asker = shared.asker(visitor).await?;
    shared.limits.try_lesson(&asker)?;
    find(&shared.course.path, &name)?;
    let place = shared.tries.take(asker.client()).await?;
    let tried = heavy(asker.client(), move |visit| {
        let _place = place;
        let lesson = find(&shared.course.path, &name)?;
        let Course { finder, runner, .. } = &*shared.course;
        let judgement = judge(lesson, &query, &Bosses { finder, runner }, &visit.over());
        let judgement = judgement.map_err(Refusal::not_now)?;
        if let (Some(person), false) = (asker.person, visit.is_over()) {
            let (passed, now) = (judgement.passed, Moment::now());
            let keep = shared.desk.with(|it| it.tried_lesson(person, &name, &query, passed, now));
            keep.map_err(refusal)?;
        }
        Ok(Json(verdict(lesson, judgement)))
    });
    timeout(CHECK_TIMEOUT, tried).await.unwrap_or_else(|_| {
        let why =
            "it was stopped after a minute, since others want to try theirs too; make it faster";
        Err(Refusal::new(StatusCode::REQUEST_TIMEOUT, why))
    })
}

/// What lies on a board after some moves.
pub(super) async fn position(
    State(shared): State<LadderShared>,
    visitor: Visitor,
    Body(request): Body<PositionRequest>,
) -> Answer<Json<MovesShown>> {
    let asker = shared.asker(visitor).await?;
    shared.limits.look(&asker)?;
    let played = move || request.play(&shared.course.games);
    brief(asker.client(), move |_| Ok(Json(positions::moves_of(&played()?)))).await
}

/// The graph of a board.
pub(super) async fn graph(
    State(shared): State<LadderShared>,
    visitor: Visitor,
    Body(request): Body<PositionRequest>,
) -> Answer<Json<Graph>> {
    let asker = shared.asker(visitor).await?;
    shared.limits.look(&asker)?;
    let graph = move |visit: &_| query::graph_of(&shared.course.games, &request, visit).map(Json);
    heavy(asker.client(), graph).await
}

/// Runs a query on a board.
pub(super) async fn run(
    State(shared): State<LadderShared>,
    visitor: Visitor,
    Body(request): Body<QueryRequest>,
) -> Answer<Json<QueryResult>> {
    let asker = shared.asker(visitor).await?;
    shared.limits.look(&asker)?;
    run_for(shared, asker, request).await
}

/// What a query walks on its way, where it walks at all.
pub(super) async fn walk(
    State(shared): State<LadderShared>,
    visitor: Visitor,
    Body(request): Body<QueryRequest>,
) -> Answer<Json<QueryResult>> {
    let asker = shared.asker(visitor).await?;
    shared.limits.look(&asker)?;
    let walk = brief(asker.client(), move |visit| query::walk_of(request, visit)).await?;
    run_for(shared, asker, walk).await
}

async fn run_for(
    shared: LadderShared,
    asker: Asker,
    request: QueryRequest,
) -> Answer<Json<QueryResult>> {
    let place = shared.tries.take(asker.client()).await?;
    heavy(asker.client(), move |visit| {
        let _place = place;
        query::run(&shared.course.games, &request, visit).map(Json)
    })
    .await
}

impl LadderShared {
    /// Who asks: somebody who takes part, or a guest.
    async fn asker(&self, visitor: Visitor) -> Result<Asker, Refusal> {
        match visitor.key {
            None => Ok(Asker { person: None, origin: visitor.origin }),
            Some(_) => self.participant(visitor).await,
        }
    }

    /// Somebody who takes part.
    pub(super) async fn participant(&self, visitor: Visitor) -> Result<Asker, Refusal> {
        let origin = visitor.origin.clone();
        Ok(Asker { person: Some(self.person(visitor).await?), origin })
    }

    /// How far somebody is, by the names of lessons, where the ladder keeps it.
    async fn steps(&self, asker: &Asker) -> Result<BTreeMap<String, LessonStep>, Refusal> {
        let Some(person) = asker.person else { return Ok(BTreeMap::new()) };
        self.look(move |it| Ok(it.state().lessons.get(&person).cloned().unwrap_or_default())).await
    }
}
