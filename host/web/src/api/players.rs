//! The players of this machine.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use othello_board::session::{Meter, Policy, player_limits};
use othello_board::{Embedded, Session};
use othello_players::{FindError, Finder, Holds, Listed, Player};

use super::history::{RatingTable, rate_history};
use super::query::QUERY_TIMEOUT;
use super::query_result::fault_shown;
use super::{Body, Shared, aside};
use crate::protocol::{
    self, BrokenFile, NewPlayer, PlayedGame, PlayerList, PlayerOption, SavedPlayer,
};
use crate::refusal::{Answer, Refusal};
use crate::server_state::MADE_ON_THE_PAGE;

/// All players, and the files in which there are none.
pub(crate) async fn list(State(shared): State<Shared>) -> Answer<Json<PlayerList>> {
    let lobby = Arc::clone(&shared.lobby);
    let (listed, ratings) = aside(move || {
        let server_state = lobby.server_state();
        // Players are there without ratings as well.
        Ok((server_state.finder.list(), rate_history(server_state).unwrap_or_default()))
    })
    .await?;
    let (mut players, mut broken) = (Vec::new(), Vec::new());
    for Listed { file, holds } in listed {
        let why = match holds {
            Holds::Players(found) => {
                players.extend(found.iter().map(|one| entry(one, &ratings)));
                continue;
            }
            Holds::OtherPlatform(which) => format!("it is for {which}"),
            Holds::Broken(why) => why,
        };
        let file = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        broken.push(BrokenFile { file, why });
    }
    Ok(Json(PlayerList { players, broken }))
}

fn entry(player: &Player, ratings: &RatingTable) -> protocol::Player {
    let about = player.about.clone();
    let plays = about.plays.iter().cloned().map(|plays| PlayedGame {
        game: plays.game,
        sizes: plays.sizes,
        starts: plays.starts,
    });
    let options = about.options.iter().cloned().map(|option| PlayerOption {
        name: option.name,
        kind: option.kind.into(),
        default: option.default,
        min: option.min,
        max: option.max,
        choices: option.choices,
        line: option.line,
    });
    protocol::Player {
        spec: about.name.clone(),
        kind: player.source.kind().to_owned(),
        class: (&about).into(),
        plays: plays.collect(),
        options: options.collect(),
        rating: ratings.of_player(&about.name),
        name: about.name,
        version: about.version,
        author: about.author,
        line: about.line,
    }
}

/// The most that one may save from a page.
const MOST_SAVED: usize = 500;

/// Saves a query as a player of the user's.
pub(crate) async fn save(
    State(shared): State<Shared>,
    Body(player): Body<NewPlayer>,
) -> Answer<(StatusCode, Json<SavedPlayer>)> {
    let lobby = Arc::clone(&shared.lobby);
    aside(move || {
        let name = player.name.trim();
        let plain = |c: char| c.is_alphanumeric() || "-_ ".contains(c);
        if name.is_empty() || name.chars().count() > 40 || !name.chars().all(plain) {
            let why = "a name has 1 to 40 letters, digits, spaces, - or _";
            return Err(Refusal::wrong(why).about("name"));
        }
        let meter = Meter::new(player_limits(Instant::now().checked_add(QUERY_TIMEOUT), 0));
        if let Err(fault) = Embedded::new().prepare(&player.query, &Policy::default(), &meter) {
            let shown = fault_shown(&fault, &player.query, QUERY_TIMEOUT);
            return Err(Refusal::wrong(fault).with_fault(shown));
        }
        match lobby.server_state().finder.contestant(name) {
            Err(FindError::Unknown { .. }) => {}
            _ => {
                let why = format!("there is a player {name:?} already");
                return Err(Refusal::not_now(why).about("name"));
            }
        }
        let game = lobby.server_state().games.begin(&player.game, None, None)?.game;
        let file = write(name, &game, &player.query)?;
        // A name that can't be chosen afterwards, such as a command's, is no use.
        if let Err(error) = lobby.server_state().finder.contestant(name) {
            let _ = fs::remove_file(file);
            return Err(Refusal::wrong(error));
        }
        let saved = SavedPlayer { name: name.to_owned(), spec: name.to_owned() };
        Ok((StatusCode::CREATED, Json(saved)))
    })
    .await
}

fn write(name: &str, game: &str, query: &str) -> Result<PathBuf, Refusal> {
    let folder = Finder::users_folder()
        .ok_or_else(|| Refusal::not_now("this system has no folder for the user's players"))?;
    let failed = |error| Refusal::broken(format!("{}: {error}", folder.display()));
    fs::create_dir_all(&folder).map_err(failed)?;
    if fs::read_dir(&folder).map_err(failed)?.count() >= MOST_SAVED {
        return Err(Refusal::not_now(format!("{} is full", folder.display())));
    }
    let query = query.trim_end();
    let text = format!("// {name}: {MADE_ON_THE_PAGE}\n// plays: {game}\n\n{query}\n");
    let mut options = fs::OpenOptions::new();
    let path = folder.join(format!("{}.cypher", name.replace(' ', "-")));
    // Never in the place of another file.
    let mut file = options.write(true).create_new(true).open(&path).map_err(failed)?;
    file.write_all(text.as_bytes()).map_err(failed)?;
    Ok(path)
}
