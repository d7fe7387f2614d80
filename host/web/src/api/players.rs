//! The players of this machine.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use othello_arena::record::class_word;
use othello_board::session::{Meter, Policy, player_limits};
use othello_board::{Embedded, Session};
use othello_players::{FindError, Finder, Holds, Listed, Player};
use serde::Deserialize;
use serde_json::{Value, json};

use super::history::{Ratings, rate_history};
use super::query::{PATIENCE, fault_json};
use super::{Body, Shared, aside};
use crate::place::othello;
use crate::refusal::{Answer, Refusal};

/// All players, and the files in which there are none.
pub async fn list(State(shared): State<Shared>) -> Answer {
    let lobby = Arc::clone(&shared.lobby);
    let (listed, ratings) = aside(move || {
        let server_state = lobby.server_state();
        // Players are there without ratings as well.
        Ok((server_state.finder.list(), rate_history(server_state, None).unwrap_or_default()))
    })
    .await?;
    let (mut players, mut broken) = (Vec::new(), Vec::new());
    for Listed { file, holds } in listed {
        let name = file.file_name().map(|name| name.to_string_lossy().into_owned());
        match holds {
            Holds::Players(found) => players.extend(found.iter().map(|one| entry(one, &ratings))),
            Holds::OtherPlatform(which) => {
                broken.push(json!({ "file": name, "why": format!("it is for {which}") }));
            }
            Holds::Broken(why) => broken.push(json!({ "file": name, "why": why })),
        }
    }
    Ok(Json(json!({ "players": players, "broken": broken })))
}

fn entry(player: &Player, ratings: &Ratings) -> Value {
    let about = &player.about;
    json!({
        "name": about.name,
        "spec": about.name,
        "kind": player.source.kind(),
        "class": class_word(about),
        "version": about.version,
        "author": about.author,
        "line": about.line,
        "plays": about.plays.iter().map(|plays| {
            json!({ "game": plays.game, "sizes": plays.sizes, "starts": plays.starts })
        }).collect::<Vec<_>>(),
        "options": about.options.iter().map(|option| json!({
            "name": option.name,
            "type": option.kind,
            "default": option.default,
            "min": option.min,
            "max": option.max,
            "choices": option.choices,
            "line": option.line,
        })).collect::<Vec<_>>(),
        "rating": ratings.of_player(&about.name),
    })
}

/// The most that one may save from a page.
const MOST_SAVED: usize = 500;

/// A query that is to be a player.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewPlayer {
    name: String,
    query: String,
    #[serde(default = "othello")]
    game: String,
}

/// Saves a query as a player of the user's.
pub async fn save(
    State(shared): State<Shared>,
    Body(player): Body<NewPlayer>,
) -> Answer<(StatusCode, Json<Value>)> {
    let lobby = Arc::clone(&shared.lobby);
    aside(move || {
        let name = player.name.trim();
        let plain = |c: char| c.is_alphanumeric() || "-_ ".contains(c);
        if name.is_empty() || name.chars().count() > 40 || !name.chars().all(plain) {
            return Err(Refusal::wrong("a name has 1 to 40 letters, digits, spaces, - or _"));
        }
        let meter = Meter::new(player_limits(Instant::now().checked_add(PATIENCE), 0));
        if let Err(fault) = Embedded::new().prepare(&player.query, &Policy::default(), &meter) {
            let shown = fault_json(&fault, &player.query);
            return Err(Refusal::wrong(fault).with("fault", shown));
        }
        match lobby.server_state().finder.contestant(name) {
            Err(FindError::Unknown { .. }) => {}
            _ => return Err(Refusal::not_now(format!("there is a player {name:?} already"))),
        }
        let game = lobby.server_state().games.begin(&player.game, None, None)?.game;
        let file = keep(name, &game, &player.query)?;
        // A name that can't be chosen afterwards, such as a command's, is no use.
        if let Err(error) = lobby.server_state().finder.contestant(name) {
            let _ = fs::remove_file(file);
            return Err(Refusal::wrong(error));
        }
        Ok((StatusCode::CREATED, Json(json!({ "name": name, "spec": name }))))
    })
    .await
}

fn keep(name: &str, game: &str, query: &str) -> Result<PathBuf, Refusal> {
    let folder = Finder::users_folder()
        .ok_or_else(|| Refusal::not_now("this system has no folder for the user's players"))?;
    let failed = |error| Refusal::broken(format!("{}: {error}", folder.display()));
    fs::create_dir_all(&folder).map_err(failed)?;
    if fs::read_dir(&folder).map_err(failed)?.count() >= MOST_SAVED {
        return Err(Refusal::not_now(format!("{} is full", folder.display())));
    }
    let text = format!("// {name}: made on the page\n// plays: {game}\n\n{}\n", query.trim_end());
    let mut options = fs::OpenOptions::new();
    let path = folder.join(format!("{}.cypher", name.replace(' ', "-")));
    // Never in the place of another file.
    let mut file = options.write(true).create_new(true).open(&path).map_err(failed)?;
    file.write_all(text.as_bytes()).map_err(failed)?;
    Ok(path)
}
