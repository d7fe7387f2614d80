//! Files that people send to take part with. Each is bounded in size and time; who may send one, and whether there is room
//! for it, is known before any of it is read.

use std::future::poll_fn;
use std::pin::Pin;
use std::time::Duration;

use axum::Json;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{Query, Request, State};
use axum::http::{StatusCode, header};
use othello_ladder::{LARGEST_UNPACKED, Moment, Submission};
use othello_players::share::Upload;
use tokio::time::timeout;

use super::acts::receipt_of;
use super::shared::{LadderShared, refusal};
use super::visitor::{Asker, Visitor};
use crate::api::aside;
use crate::protocol::{LadderReceipt, LadderUpload};
use crate::refusal::{Answer, Refusal};

/// How long a file may take to arrive.
const ARRIVAL_TIMEOUT: Duration = Duration::from_secs(60);
/// A file of which nothing has come for so long is waited for no more: others want its place.
const SILENCE_TIMEOUT: Duration = Duration::from_secs(5);

/// Takes a file in as somebody's next version.
pub(super) async fn upload(
    State(shared): State<LadderShared>,
    visitor: Visitor,
    Query(LadderUpload { name }): Query<LadderUpload>,
    request: Request,
) -> Answer<(StatusCode, Json<LadderReceipt>)> {
    let origin = visitor.origin.clone();
    let person = shared.person(visitor).await?;
    shared.limits.own_act(person)?;
    let largest = shared.look(move |ladder| {
        ladder.may_submit(person, Moment::now())?;
        Ok(ladder.largest_upload())
    });
    let largest = largest.await?;
    let _place = shared.uploads.take(Asker { person: Some(person), origin }.client()).await?;
    let bytes = received(request, largest).await?;
    let read = move || {
        let upload = Upload::of(&name, bytes, LARGEST_UNPACKED).map_err(Refusal::wrong)?;
        Submission::of(upload).map_err(refusal)
    };
    let submission = aside(read).await?;
    let receipt = shared.with(move |ladder| {
        let version = ladder.submit_upload(person, submission, Moment::now())?;
        Ok(receipt_of(ladder, version))
    });
    Ok((StatusCode::CREATED, Json(receipt.await?)))
}

/// The file in the body of a request.
async fn received(request: Request, largest: u64) -> Result<Vec<u8>, Refusal> {
    let too_large = || {
        let why = format!(
            "a file has at most {} MB here; build it for release, strip it, and pack nothing that it does not need",
            largest >> 20
        );
        Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, why)
    };
    let length = request.headers().get(header::CONTENT_LENGTH);
    let length = length.and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    if length.is_some_and(|length| length > largest) {
        return Err(too_large());
    }
    let mut body = request.into_body();
    let arrival = async {
        let mut file = Vec::new();
        while let Some(part) = next_part(&mut body).await? {
            file.extend_from_slice(&part);
            if file.len() as u64 > largest {
                return Err(too_large());
            }
        }
        Ok(file)
    };
    timeout(ARRIVAL_TIMEOUT, arrival).await.unwrap_or_else(|_| Err(too_slow()))
}

/// The next bytes of a body, until it has ended.
async fn next_part(body: &mut Body) -> Result<Option<Bytes>, Refusal> {
    let frame = poll_fn(|context| Pin::new(&mut *body).poll_frame(context));
    match timeout(SILENCE_TIMEOUT, frame).await {
        Ok(None) => Ok(None),
        Ok(Some(Ok(frame))) => Ok(Some(frame.into_data().unwrap_or_default())),
        Ok(Some(Err(_))) => Err(Refusal::wrong("the file did not arrive whole; send it again")),
        Err(_) => Err(too_slow()),
    }
}

fn too_slow() -> Refusal {
    let why = "the file did not arrive in time; try again where the network is better";
    Refusal::new(StatusCode::REQUEST_TIMEOUT, why)
}
