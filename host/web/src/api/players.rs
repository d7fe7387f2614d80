//! The players of this machine.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use othello_player_api::{OptionKind, OptionSpec};
use othello_players::{Holds, Listed, Player};

use super::bots::save_new;
use super::{Body, Shared, brief};
use crate::client::Client;
use crate::owner::Owner;
use crate::protocol::{
    self, BrokenFile, NewPlayer, PlayedGame, PlayerList, PlayerOption, SavedPlayer,
};
use crate::rating_table::RatingTable;
use crate::refusal::Answer;

/// All players, and the files in which there are none.
pub(crate) async fn list(State(shared): State<Shared>, client: Client) -> Answer<Json<PlayerList>> {
    let (lobby, ratings) = (Arc::clone(&shared.lobby), Arc::clone(&shared.ratings));
    let (listed, ratings) = brief(client, move |_| {
        let server_state = lobby.server_state();
        // Players are there without ratings as well.
        Ok((server_state.finder.list(), ratings.usual(server_state).unwrap_or_default()))
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
    // A page names no files.
    let can_be_set = |option: &&OptionSpec| option.kind != OptionKind::File;
    let options = about.options.iter().filter(can_be_set).cloned().map(|option| PlayerOption {
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

/// Saves a query as a player of whoever asks.
pub(crate) async fn save(
    State(shared): State<Shared>,
    client: Client,
    owner: Owner,
    Body(player): Body<NewPlayer>,
) -> Answer<(StatusCode, Json<SavedPlayer>)> {
    let lobby = Arc::clone(&shared.lobby);
    brief(client, move |visit| {
        save_new(&lobby, owner, &player, visit)?;
        let name = player.name.trim().to_owned();
        Ok((StatusCode::CREATED, Json(SavedPlayer { spec: name.clone(), name })))
    })
    .await
}
