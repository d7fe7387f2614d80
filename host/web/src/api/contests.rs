//! The contests in the user's data folder, those that are being played among them.

use std::cmp::Reverse;
use std::fs;
use std::path::{Path as FilePath, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::Response;
use othello_arena::contest::schedule::{Format, Meeting, Place, Round, Score};
use othello_arena::contest::{Closing, ContestError, ContestFile, Plan, Standings};
use othello_store::{Filter, Hold, Store};

use super::history::{RecordForm, as_text, game, summary_of};
use super::{Shared, aside, brief};
use crate::client::Client;
use crate::games::stones;
use crate::owner::Owner;
use crate::protocol::{
    Contest, ContestBoard, ContestList, ContestMeeting, ContestPlace, ContestRound, ContestSummary,
    Stones, StoredGame,
};
use crate::rating_table::RatingTable;
use crate::refusal::{Answer, Refusal};
use crate::server_state::ServerState;
use crate::trial_games::{is_trial, may_see};

/// How many of a contest's games are listed.
const MOST_GAMES: u32 = 200;
/// How many contests are listed.
const MOST_CONTESTS: usize = 100;

/// All contests, the newest first.
pub(crate) async fn list(
    State(shared): State<Shared>,
    client: Client,
) -> Answer<Json<ContestList>> {
    let server_state = Arc::clone(shared.lobby.server_state());
    brief(client, move |_| {
        let mut files = files(&server_state);
        // Those who try bots see them there.
        files.retain(|file| !is_trial(&stem(file)));
        files.sort_by_cached_key(|file| Reverse(played(file)));
        let newest = files.iter().take(MOST_CONTESTS);
        let contests = newest.filter_map(|file| about(file).ok().map(|about| about.0)).collect();
        Ok(Json(ContestList { contests }))
    })
    .await
}

/// One contest.
pub(crate) async fn one(
    State(shared): State<Shared>,
    client: Client,
    owner: Owner,
    Path(name): Path<String>,
) -> Answer<Json<Contest>> {
    let server_state = Arc::clone(shared.lobby.server_state());
    let trials = Arc::clone(&shared.trials);
    brief(client, move |_| {
        let (summary, store, plan, standings) = about(&file(&server_state, &name, &owner)?)?;
        let ratings = RatingTable::of_contest(&plan, &standings);
        let schedule = plan.schedule().map_err(Refusal::broken)?;
        let places = schedule.places(standings.results());
        let order = match &places {
            Some(places) => places.iter().map(|place| place.contestant).collect(),
            None => ratings.order(),
        };
        let names = plan.names();
        let points = |of: usize, against: usize| {
            let tally = standings.meeting(of, against).filter(|_| of != against)?;
            Some(tally.wins as f64 + tally.draws as f64 / 2.0)
        };
        let row =
            |&of: &usize| order.iter().map(|&against| points(of, against)).collect::<Vec<_>>();
        let filter = Filter { newest: Some(MOST_GAMES), ..Filter::default() };
        let games = store.games(&filter).map_err(Refusal::broken)?;
        let boards = summary.running.then(|| ContestFile::boards_of(&store)).transpose();
        let boards = boards.map_err(Refusal::broken)?.unwrap_or_default();
        Ok(Json(Contest {
            summary,
            stoppable: trials.can_stop(&name, &owner),
            said: trials.said(&name),
            ratings: ratings.to_message(),
            order: order.iter().map(|&of| names[of].clone()).collect(),
            crosstable: order.iter().map(row).collect(),
            places: places.iter().flatten().map(|place| shown_place(&names, place)).collect(),
            rounds: shown_rounds(&plan.format, &names, &schedule.rounds(standings.results())),
            games: games.iter().rev().map(summary_of).collect(),
            disc: plan.setup().map_or(Stones::Disc, |setup| stones(&setup)),
            boards: boards.into_iter().map(ContestBoard::from).collect(),
        }))
    })
    .await
}

fn shown_place(names: &[String], place: &Place) -> ContestPlace {
    let name = names[place.contestant].clone();
    let (points, buchholz, byes, lost_in) = match place.score {
        Score::Swiss { half_points, buchholz, byes } => {
            (Some(half_points as f64 / 2.0), Some(buchholz as f64 / 2.0), byes, None)
        }
        Score::Knockout { lost_in, .. } => (None, None, 0, lost_in.map(|round| round + 1)),
    };
    ContestPlace { place: place.rank, name, points, buchholz, byes, lost_in }
}

fn shown_rounds(format: &Format, names: &[String], rounds: &[Round]) -> Vec<ContestRound> {
    let meeting = |meeting: &Meeting| ContestMeeting {
        players: meeting.players.map(|who| names[who].clone()).to_vec(),
        points: meeting.half_points.map(|half_points| f64::from(half_points) / 2.0).to_vec(),
        over: meeting.is_over(),
        // In a Swiss contest everybody goes on.
        winner: meeting
            .winner
            .filter(|_| *format == Format::Knockout)
            .map(|who| names[who].clone()),
    };
    let round = |round: &Round| ContestRound {
        meetings: round.meetings.iter().map(meeting).collect(),
        byes: round.byes.iter().map(|&who| names[who].clone()).collect(),
    };
    rounds.iter().map(round).collect()
}

/// Stops a contest that was started from the page; what was played stays.
pub(crate) async fn stop(
    State(shared): State<Shared>,
    owner: Owner,
    Path(name): Path<String>,
) -> Answer<StatusCode> {
    aside(move || match shared.trials.stop(&name, &owner) {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(Refusal::not_now("you have not started this contest here, or it is over")),
    })
    .await
}

/// One game of a contest.
pub(crate) async fn replay(
    State(shared): State<Shared>,
    client: Client,
    owner: Owner,
    Path((name, number)): Path<(String, i64)>,
) -> Answer<Json<StoredGame>> {
    let server_state = Arc::clone(shared.lobby.server_state());
    brief(client, move |_| {
        let store =
            Store::open_existing(&file(&server_state, &name, &owner)?).map_err(Refusal::broken)?;
        game(&store, number).map(Json)
    })
    .await
}

/// One game of a contest as a text, for other programs.
pub(crate) async fn record(
    State(shared): State<Shared>,
    client: Client,
    owner: Owner,
    Path((name, number)): Path<(String, i64)>,
    Query(form): Query<RecordForm>,
) -> Answer<Response> {
    let server_state = Arc::clone(shared.lobby.server_state());
    let text = brief(client, move |_| {
        let store =
            Store::open_existing(&file(&server_state, &name, &owner)?).map_err(Refusal::broken)?;
        form.of(&store, number)
    })
    .await?;
    Ok(as_text(text))
}

fn files(server_state: &ServerState) -> Vec<PathBuf> {
    let entries = server_state.contests.as_deref().and_then(|folder| folder.read_dir().ok());
    let files = entries.into_iter().flatten().flatten().map(|entry| entry.path());
    files.filter(|path| path.extension().is_some_and(|ending| ending == "db")).collect()
}

/// The file of a contest. Only those that a list shows can be named, so no name leads anywhere else.
fn file(server_state: &ServerState, name: &str, who: &Owner) -> Result<PathBuf, Refusal> {
    let seen = |path: &PathBuf| path.parent().is_some_and(|folder| may_see(folder, name, who));
    let found = files(server_state).into_iter().find(|path| stem(path) == name).filter(seen);
    found.ok_or_else(|| Refusal::missing(format!("there is no contest {name:?}")))
}

/// When something of a contest was written last, whether or not that is in the file itself yet.
fn played(path: &FilePath) -> Option<SystemTime> {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    let written = |path: &FilePath| fs::metadata(path).and_then(|file| file.modified()).ok();
    written(path).max(written(FilePath::new(&log)))
}

fn stem(path: &FilePath) -> String {
    path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
}

fn about(path: &FilePath) -> Result<(ContestSummary, Store, Plan, Standings), Refusal> {
    let (store, plan, standings) = match opened(path) {
        // Whoever begins a contest holds its file before there is anything in it.
        Err(_) if Hold::is_taken(path) => {
            return Err(Refusal::not_now(format!(
                "the contest {:?} is about to begin",
                stem(path)
            )));
        }
        // What was being begun or deleted a moment ago is there by now, or gone.
        Err(_) => opened(path)?,
        Ok(opened) => opened,
    };
    let planned = plan.schedule().ok().and_then(|schedule| schedule.total()).map(|pairs| 2 * pairs);
    // Whoever plays a contest holds its file.
    let running = Hold::is_taken(path);
    let about = ContestSummary {
        name: stem(path),
        format: (&plan.format).into(),
        players: plan.names(),
        played: standings.games,
        planned,
        running,
    };
    Ok((about, store, plan, standings))
}

fn opened(path: &FilePath) -> Result<(Store, Plan, Standings), Refusal> {
    if !path.exists() {
        return Err(Refusal::missing(format!("there is no contest {:?} any more", stem(path))));
    }
    let store = Store::open_existing(path).map_err(Refusal::broken)?;
    let closing = Closing::of(&store).map_err(|error| match error {
        // It was ended before it had begun.
        ContestError::NoContest(_) => Refusal::missing(error),
        _ => Refusal::broken(error),
    });
    let (plan, Closing { standings, .. }) = closing?;
    Ok((store, plan, standings))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may unwrap")]

    use super::*;

    #[test]
    fn a_file_that_is_being_begun_is_no_fault_of_the_server() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cup.db");
        let refused = |path: &FilePath| about(path).err().map(|it| it.message().to_owned());
        fs::write(&path, "").unwrap();
        let held = Hold::take(&path).unwrap();
        assert_eq!(refused(&path).unwrap(), "the contest \"cup\" is about to begin");
        // A database without a contest is what there is a moment later.
        drop(Store::open(&path).unwrap());
        assert_eq!(refused(&path).unwrap(), "the contest \"cup\" is about to begin");
        drop(held);
        assert!(refused(&path).unwrap().contains("holds no contest"));
        fs::remove_file(&path).unwrap();
        assert!(refused(&path).unwrap().contains("any more"));
    }
}
