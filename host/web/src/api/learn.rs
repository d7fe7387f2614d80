//! The lessons: how far the learner is, where that is this machine's user, and what is said of a query that is tried.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use othello_learn::{Bosses, DuelGame, Finding, Judgement, Lesson, Progress, StepProgress, judge};
use othello_rules::{Move, Square};

use super::positions::position_of;
use super::{Body, Shared, aside, heavy};
use crate::client::Client;
use crate::games::stones;
use crate::owner::Owner;
use crate::protocol::{
    self, LessonFinding, LessonGame, LessonList, LessonPage, LessonQuery, LessonSolution,
    LessonSummary, LessonVerdict, SeenHints,
};
use crate::refusal::{Answer, Refusal};
use crate::server_state::{Lessons, ServerState};

/// The whole path.
pub(crate) async fn list(State(shared): State<Shared>, owner: Owner) -> Answer<Json<LessonList>> {
    let server_state = Arc::clone(shared.lobby.server_state());
    aside(move || {
        let lessons = lessons(&server_state)?;
        let progress = progress(lessons, &owner);
        let steps = steps(progress)?;
        let passed = |lesson: &Lesson| steps.get(&lesson.name).is_some_and(|step| step.passed);
        Ok(Json(list_of(&lessons.path, passed, progress.is_some())))
    })
    .await
}

/// One step.
pub(crate) async fn one(
    State(shared): State<Shared>,
    owner: Owner,
    Path(name): Path<String>,
) -> Answer<Json<LessonPage>> {
    let server_state = Arc::clone(shared.lobby.server_state());
    aside(move || {
        let lessons = lessons(&server_state)?;
        let lesson = find(&lessons.path, &name)?;
        let step = steps(progress(lessons, &owner))?.remove(&name).unwrap_or_default();
        Ok(Json(page_of(lesson, step.query, step.hints)))
    })
    .await
}

/// Keeps how many hints of a step were seen.
pub(crate) async fn hints(
    State(shared): State<Shared>,
    owner: Owner,
    Path(name): Path<String>,
    Body(SeenHints { shown }): Body<SeenHints>,
) -> Answer<StatusCode> {
    let server_state = Arc::clone(shared.lobby.server_state());
    aside(move || {
        let lessons = lessons(&server_state)?;
        let most = find(&lessons.path, &name)?.hints.len();
        let progress = progress(lessons, &owner);
        let kept = progress.map(|progress| progress.hinted(&name, most.min(shown)));
        kept.transpose().map_err(Refusal::broken)?;
        Ok(StatusCode::NO_CONTENT)
    })
    .await
}

/// A query that does what a step asks.
pub(crate) async fn solution(
    State(shared): State<Shared>,
    Path(name): Path<String>,
) -> Answer<Json<LessonSolution>> {
    let lessons = lessons(shared.lobby.server_state())?;
    Ok(Json(solution_of(find(&lessons.path, &name)?)))
}

/// Tries a query for a step.
pub(crate) async fn check(
    State(shared): State<Shared>,
    client: Client,
    owner: Owner,
    Path(name): Path<String>,
    Body(LessonQuery { query }): Body<LessonQuery>,
) -> Answer<Json<LessonVerdict>> {
    let server_state = Arc::clone(shared.lobby.server_state());
    heavy(client, move |visit| {
        let lessons = lessons(&server_state)?;
        let lesson = find(&lessons.path, &name)?;
        let ServerState { finder, runner, .. } = &*server_state;
        let judgement = judge(lesson, &query, &Bosses { finder, runner }, &visit.over());
        let judgement = judgement.map_err(Refusal::not_now)?;
        if let Some(progress) = progress(lessons, &owner).filter(|_| !visit.is_over()) {
            let kept = progress.tried(&lesson.name, &query, judgement.passed);
            kept.map_err(Refusal::broken)?;
        }
        Ok(Json(verdict(lesson, judgement)))
    })
    .await
}

fn lessons(server_state: &ServerState) -> Result<&Lessons, Refusal> {
    let none = || Refusal::missing("this host serves no lessons");
    server_state.lessons.as_ref().ok_or_else(none)
}

/// Where the progress of whoever asks is kept: that of this machine's user here, that of others in their browsers.
fn progress<'l>(lessons: &'l Lessons, owner: &Owner) -> Option<&'l Progress> {
    lessons.progress.as_ref().filter(|_| matches!(owner, Owner::User))
}

/// How far a learner is, by the names of lessons.
fn steps(progress: Option<&Progress>) -> Result<BTreeMap<String, StepProgress>, Refusal> {
    let read = progress.map(|progress| progress.read().map_err(Refusal::broken));
    read.transpose().map(Option::unwrap_or_default)
}

/// The step that is called so.
pub(crate) fn find<'l>(path: &'l othello_learn::Path, name: &str) -> Result<&'l Lesson, Refusal> {
    let lesson = path.lessons().iter().find(|lesson| lesson.name == name);
    lesson.ok_or_else(|| Refusal::missing(format!("there is no step {name:?}")))
}

/// The whole path, for somebody of whom the host keeps how far they are or not.
pub(crate) fn list_of(
    path: &othello_learn::Path,
    passed: impl Fn(&Lesson) -> bool,
    keeps: bool,
) -> LessonList {
    let summary = |lesson: &Lesson| LessonSummary {
        name: lesson.name.clone(),
        title: lesson.title.clone(),
        part: lesson.part.clone(),
        passed: passed(lesson),
    };
    LessonList { lessons: path.lessons().iter().map(summary).collect(), keeps }
}

/// A step, for somebody who has tried this and seen so many of its hints.
pub(crate) fn page_of(lesson: &Lesson, tried: Option<String>, hints: usize) -> LessonPage {
    LessonPage {
        name: lesson.name.clone(),
        title: lesson.title.clone(),
        part: lesson.part.clone(),
        text: lesson.text.clone(),
        task: lesson.assignment.clone(),
        start: lesson.start.clone(),
        tried,
        hints: lesson.hints.clone(),
        shown: hints.min(lesson.hints.len()),
        position: position_of(&lesson.setup, &[]),
        disc: stones(&lesson.setup),
        takes_part: false,
    }
}

/// A query that does what a step asks.
pub(crate) fn solution_of(lesson: &Lesson) -> LessonSolution {
    LessonSolution { query: lesson.solution.clone() }
}

/// What is said of a query that was tried.
pub(crate) fn verdict(lesson: &Lesson, judgement: Judgement) -> LessonVerdict {
    let squares = |squares: Vec<Square>| squares.into_iter().map(protocol::Square).collect();
    let position = |moves: &[Move]| position_of(&lesson.setup, moves);
    let finding = |Finding { moves, text, missing, surplus }| LessonFinding {
        position: position(&moves),
        text,
        missing: squares(missing),
        surplus: squares(surplus),
    };
    let game = |DuelGame { colour, text, points, moves }| LessonGame {
        colour: colour.into(),
        text,
        points,
        position: position(&moves),
    };
    LessonVerdict {
        passed: judgement.passed,
        text: judgement.text,
        mistake: judgement.mistake,
        finding: judgement.finding.map(finding),
        games: judgement.games.into_iter().map(game).collect(),
    }
}
