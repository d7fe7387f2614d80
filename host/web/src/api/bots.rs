//! Bots that are written on the page: saved, looked at, deleted, taken along, and tried in games.

use std::io::ErrorKind;
use std::path::Path as FilePath;
use std::sync::Arc;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use othello_board::session::{Meter, Policy, player_limits};
use othello_board::{Embedded, Session};
use othello_players::share::{ARCHIVE, pack_query};
use othello_players::{FindError, Finder};
use othello_store::moment;
use serde::Deserialize;

use super::query::QUERY_TIMEOUT;
use super::query_result::fault_shown;
use super::visit::Visit;
use super::{Body, Shared, aside, brief};
use crate::bots::{BotFiles, BotVersion, name_in_pack};
use crate::client::Client;
use crate::lobby::Lobby;
use crate::owner::Owner;
use crate::protocol::{
    Bot, BotList, BotSummary, NewPlayer, NewTrialGames, NewVersion, SavedVersion, TrialGames,
};
use crate::refusal::{Answer, Refusal};
use crate::trial_games::{TrialContest, claim_trial, trial_name};
use crate::trial_room::{LARGEST, make_room};

/// The most that one may save from a page, and versions of one bot.
const MOST_SAVED: usize = 500;
const MOST_OF_A_PERSON: usize = 50;
const MOST_VERSIONS: usize = 500;
/// So many of all are left for this machine's user.
const LEFT_FOR_USER: usize = 100;
/// So long all versions of one bot may be together that somebody saves who visits from elsewhere.
const LONGEST_OF_A_BOT: usize = 1 << 20;
/// How many versions a pack carries beside the one that it is of; an archive holds few files.
const MOST_OLDER: usize = 30;
/// How many games try a version against a player.
const GAMES: u32 = 20;

/// All bots of whoever asks.
pub(crate) async fn list(State(shared): State<Shared>, owner: Owner) -> Answer<Json<BotList>> {
    let lobby = Arc::clone(&shared.lobby);
    aside(move || bot_list(&files(&lobby, owner)?)).await
}

fn bot_list(files: &BotFiles) -> Answer<Json<BotList>> {
    let bots = files.names().into_iter().filter_map(|name| {
        let versions = files.versions(&name);
        let newest = versions.last()?;
        let (version, saved) = (newest.number, saved_at(newest));
        Some(BotSummary { game: files.game(&name)?, name, version, saved })
    });
    Ok(Json(BotList { bots: bots.collect(), is_of_browser: files.are_of_person() }))
}

/// One bot with all its versions.
pub(crate) async fn one(
    State(shared): State<Shared>,
    owner: Owner,
    Path(name): Path<String>,
) -> Answer<Json<Bot>> {
    aside(move || {
        let found = bot(&files(&shared.lobby, owner.clone())?, name)?;
        Ok(Json(Bot { running: shared.trials.of_bot(&found.name, &owner), ..found }))
    })
    .await
}

pub(super) fn bot(files: &BotFiles, name: String) -> Result<Bot, Refusal> {
    let game = files.game(&name);
    let game = game.ok_or_else(|| Refusal::missing(format!("there is no bot {name:?}")))?;
    let versions = files.versions(&name);
    let versions = versions.iter().map(|version| SavedVersion {
        number: version.number,
        query: version.query.clone(),
        saved: saved_at(version),
    });
    Ok(Bot { versions: versions.collect(), name, game, running: Vec::new() })
}

/// Saves a version behind the others.
pub(crate) async fn save(
    State(shared): State<Shared>,
    client: Client,
    owner: Owner,
    Body(version): Body<NewVersion>,
) -> Answer<(StatusCode, Json<Bot>)> {
    let lobby = Arc::clone(&shared.lobby);
    brief(client, move |visit| {
        let files = files(&lobby, owner)?;
        let name = version.name.trim();
        may_have_version(&lobby, &files, name, &version.game)?;
        write(&lobby, &files, name, &version.game, &version.query, visit)?;
        Ok((StatusCode::CREATED, Json(bot(&files, name.to_owned())?)))
    })
    .await
}

/// Saves a query as a player, whose name nobody has yet.
pub(super) fn save_new(
    lobby: &Lobby,
    owner: Owner,
    player: &NewPlayer,
    visit: &Visit,
) -> Result<(), Refusal> {
    let (files, name) = (files(lobby, owner)?, player.name.trim());
    must_be_free(lobby, &files, name)?;
    write(lobby, &files, name, &player.game, &player.query, visit)
}

/// Whether something may be saved under this name that plays this game; says whether it is the first version.
pub(super) fn may_have_version(
    lobby: &Lobby,
    files: &BotFiles,
    name: &str,
    game: &str,
) -> Result<bool, Refusal> {
    match files.game(name) {
        None => must_be_free(lobby, files, name).map(|()| true),
        Some(known) if known != game => {
            let why = format!("{name} plays {known}; take another name for {game}");
            Err(Refusal::not_now(why).about("name"))
        }
        Some(_) => Ok(false),
    }
}

fn must_be_free(lobby: &Lobby, files: &BotFiles, name: &str) -> Result<(), Refusal> {
    let plain = |c: char| c.is_alphanumeric() || "-_ ".contains(c);
    if name.is_empty() || name.chars().count() > 40 || !name.chars().all(plain) {
        let why = "a name has 1 to 40 letters, digits, spaces, - or _";
        return Err(Refusal::wrong(why).about("name"));
    }
    match lobby.server_state().finder.contestant(name) {
        Err(FindError::Unknown { .. }) if !files.player(name).exists() => Ok(()),
        _ => Err(taken(name)),
    }
}

fn taken(name: &str) -> Refusal {
    Refusal::not_now(format!("there is a player {name:?} already")).about("name")
}

pub(super) fn write(
    lobby: &Lobby,
    files: &BotFiles,
    name: &str,
    game: &str,
    query: &str,
    visit: &Visit,
) -> Result<(), Refusal> {
    let limits = player_limits(Instant::now().checked_add(QUERY_TIMEOUT), 0);
    let meter = Meter::new(limits).stopped_by(visit.over());
    if let Err(fault) = Embedded::new().prepare(query, &Policy::default(), &meter) {
        let shown = fault_shown(&fault, query, QUERY_TIMEOUT);
        return Err(Refusal::wrong(fault).with_fault(shown).about("query"));
    }
    let is_new = files.game(name).is_none();
    if is_new && is_full(files) || has_many(&files.versions(name), files, query) {
        return Err(Refusal::not_now("there is no room for more; delete something first"));
    }
    let game = lobby.server_state().games.begin(game, None, None)?.game;
    files.save(name, &game, query).map_err(|error| match error.kind() {
        // Somebody else was faster.
        ErrorKind::AlreadyExists => taken(name),
        _ => Refusal::broken(error),
    })?;
    // A name that can't be chosen afterwards, such as a command's, is no use.
    if is_new && let Err(error) = lobby.server_state().finder.contestant(name) {
        // It was not there before.
        let _ = files.delete(name);
        return Err(Refusal::wrong(error).about("name"));
    }
    Ok(())
}

/// Whether there is no room for another bot.
fn is_full(files: &BotFiles) -> bool {
    if !files.are_of_person() {
        return files.count() >= MOST_SAVED;
    }
    files.count() >= MOST_SAVED - LEFT_FOR_USER || files.names().len() >= MOST_OF_A_PERSON
}

/// Whether a bot has too many versions for one more with this query.
fn has_many(versions: &[BotVersion], files: &BotFiles, query: &str) -> bool {
    let length = versions.iter().map(|version| version.query.len()).sum::<usize>() + query.len();
    versions.len() >= MOST_VERSIONS || files.are_of_person() && length > LONGEST_OF_A_BOT
}

/// Deletes a bot with all its versions.
pub(crate) async fn delete(
    State(shared): State<Shared>,
    owner: Owner,
    Path(name): Path<String>,
) -> Answer<Json<BotList>> {
    let lobby = Arc::clone(&shared.lobby);
    aside(move || {
        let files = files(&lobby, owner)?;
        drop(bot(&files, name.clone())?);
        files.delete(&name).map_err(Refusal::broken)?;
        bot_list(&files)
    })
    .await
}

/// Which version is meant, the newest where nobody says it; and whether it is wanted as a pack.
#[derive(Deserialize)]
pub(crate) struct FileChoice {
    version: Option<u32>,
    #[serde(default)]
    pack: bool,
}

/// A version as a file, as a player is anywhere else: its text, or a pack that `players add` takes.
pub(crate) async fn file(
    State(shared): State<Shared>,
    owner: Owner,
    Path(name): Path<String>,
    Query(FileChoice { version: number, pack }): Query<FileChoice>,
) -> Answer<Response> {
    let lobby = Arc::clone(&shared.lobby);
    let (file, kind, bytes) = aside(move || {
        let bots = files(&lobby, owner)?;
        let version = version(&bots, &name, number)?;
        let text = std::fs::read_to_string(&version.file).map_err(Refusal::broken)?;
        let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
        let file = format!("{}.cypher", name.chars().map(plain).collect::<String>());
        if !pack {
            return Ok((file, "text/plain; charset=utf-8", text.into_bytes()));
        }
        let players = lobby.server_state().finder.players_of(&version.file);
        let players = players.map_err(Refusal::broken)?;
        let player = players.first().ok_or_else(|| Refusal::broken("it is no player any more"))?;
        let older = older_versions(&bots, &name, version.number);
        let packed = pack_query(player, &file, text, older).map_err(Refusal::broken)?;
        let file = FilePath::new(&file).with_extension(ARCHIVE).display().to_string();
        Ok((file, "application/octet-stream", packed))
    })
    .await?;
    let about = [
        (header::CONTENT_TYPE, kind.to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{file}\"")),
    ];
    Ok((about, bytes).into_response())
}

/// The versions before one that a pack of it carries as well, by their names there.
fn older_versions(files: &BotFiles, name: &str, number: u32) -> Vec<(String, String)> {
    let mut older = files.versions(name);
    older.retain(|version| version.number < number);
    let from = older.len().saturating_sub(MOST_OLDER);
    let named = |version: BotVersion| (name_in_pack(version.number), version.query);
    older.drain(from..).map(named).collect()
}

fn version(files: &BotFiles, name: &str, number: Option<u32>) -> Result<BotVersion, Refusal> {
    let mut versions = files.versions(name);
    let missing = || Refusal::missing(format!("there is no such version of {name:?}"));
    match number {
        None => versions.pop(),
        Some(number) => versions.into_iter().find(|version| version.number == number),
    }
    .ok_or_else(missing)
}

/// Has a version play in the background.
pub(crate) async fn play(
    State(shared): State<Shared>,
    client: Client,
    owner: Owner,
    Path(name): Path<String>,
    Body(games): Body<NewTrialGames>,
) -> Answer<(StatusCode, Json<TrialGames>)> {
    brief(client.clone(), move |_| {
        let server_state = shared.lobby.server_state();
        let missing = || Refusal::not_now("this server plays one game alone");
        let start = server_state.start_contest.as_ref().ok_or_else(missing)?;
        shared.trials.admit(&client)?;
        let files = files(&shared.lobby, owner.clone())?;
        let spec = |number: u32| -> Result<String, Refusal> {
            let version = version(&files, &name, Some(number))?;
            Ok(format!("{name} v{number}={}", version.file.display()))
        };
        let (opponent, whom, most) = match (games.player, games.against) {
            (Some(player), None) => {
                let found = server_state.finder.listed(&player);
                let found = found.map_err(|error| Refusal::wrong(error).about("player"))?;
                (player, found.name, Some(GAMES))
            }
            (None, Some(other)) if other != games.version => {
                (spec(other)?, format!("v{other}"), None)
            }
            _ => return Err(Refusal::wrong("name a player, or another version")),
        };
        let missing = || Refusal::missing(format!("there is no bot {name:?}"));
        let game = files.game(&name).ok_or_else(missing)?;
        let contest = TrialContest {
            name: contest_name(&name, games.version, &whom),
            setup: server_state.games.begin(&game, None, None)?,
            tried: spec(games.version)?,
            opponent,
            games: most,
            largest: matches!(owner, Owner::Person(_)).then_some(LARGEST),
        };
        if let Some(folder) = &server_state.contests {
            make_room(folder, &owner).map_err(Refusal::not_now)?;
        }
        let started = shared.trials.start(start, &contest, &name, (owner.clone(), &client));
        started.map_err(Refusal::not_now)?;
        if let Some(folder) = &server_state.contests {
            claim_trial(folder, &contest.name, &owner).map_err(Refusal::broken)?;
        }
        Ok((StatusCode::CREATED, Json(TrialGames { contest: contest.name })))
    })
    .await
}

fn contest_name(bot: &str, version: u32, whom: &str) -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    let text = format!("{bot}-v{version}-{whom}").chars().map(plain).collect::<String>();
    trial_name(&format!("{text}-{now}"))
}

fn saved_at(version: &BotVersion) -> String {
    moment::format(version.saved)
}

/// The bots of this owner, in the user's folders.
pub(super) fn files(lobby: &Lobby, owner: Owner) -> Result<BotFiles, Refusal> {
    let none = || Refusal::not_now("this system has no folder for the user's players");
    let versions = lobby.server_state().bots.clone().ok_or_else(none)?;
    Ok(BotFiles::new(versions, Finder::users_folder().ok_or_else(none)?, owner))
}
