//! A bot that comes back in a file: a query alone, or a pack with the versions before it.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::{Query, Request, State};
use axum::http::StatusCode;
use othello_players::share::BroughtQuery;

use super::body::received;
use super::bots::{bot, files, may_have_version, write};
use super::{Shared, brief};
use crate::bots::{number_in_pack, query_in};
use crate::client::Client;
use crate::owner::Owner;
use crate::protocol::{Bot, BroughtFile};
use crate::refusal::{Answer, Refusal};

/// The largest file, and what may be in it when it is unpacked.
const LARGEST: usize = 256 << 10;
const LARGEST_UNPACKED: u64 = 2 << 20;
/// What a bot plays whose file does not say so.
const USUAL_GAME: &str = "othello";

/// Takes a file in: as a new bot with all versions that came along, or as the next version of one that is there.
pub(crate) async fn bring(
    State(shared): State<Shared>,
    client: Client,
    owner: Owner,
    Query(BroughtFile { file, name }): Query<BroughtFile>,
    request: Request,
) -> Answer<(StatusCode, Json<Bot>)> {
    let bytes = received(request, LARGEST).await.map_err(|refusal| refusal.about("query"))?;
    brief(client, move |visit| {
        let brought = BroughtQuery::of(&file, bytes.into(), LARGEST_UNPACKED);
        let brought = brought.map_err(|why| Refusal::wrong(why).about("query"))?;
        let name = name.unwrap_or_default().trim().to_owned();
        let name = if name.is_empty() { brought.about.name.clone() } else { name };
        let game = brought.about.plays.first().map_or(USUAL_GAME, |plays| plays.game.as_str());
        let files = files(&shared.lobby, owner)?;
        let is_new = may_have_version(&shared.lobby, &files, &name, game)?;
        let older = if is_new { older_versions(&brought) } else { BTreeMap::new() };
        let newest = query_in(&brought.text);
        let saved = older
            .values()
            .chain([&newest])
            .try_for_each(|query| write(&shared.lobby, &files, &name, game, query, visit));
        if let Err(refusal) = saved {
            // Half of it is of no use.
            if is_new && files.game(&name).is_some() {
                files.delete(&name).map_err(Refusal::broken)?;
            }
            return Err(refusal);
        }
        Ok((StatusCode::CREATED, Json(bot(&files, name)?)))
    })
    .await
}

/// The versions that came along, by their numbers.
fn older_versions(brought: &BroughtQuery) -> BTreeMap<u32, String> {
    let texts = brought.texts.iter();
    texts.filter_map(|(name, text)| Some((number_in_pack(name)?, query_in(text)))).collect()
}
