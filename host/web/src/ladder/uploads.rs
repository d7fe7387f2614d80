//! Files that people send to take part with. Each is bounded in size and time; who may send one, and whether there is room
//! for it, is known before any of it is read.

use std::future::poll_fn;
use std::pin::Pin;
use std::time::Duration;

use axum::Json;
use axum::body::{Body, HttpBody};
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
/// A file of which not so much has come in so long is waited for no more: others want its place, and a byte now and then
/// is not to keep it.
const SILENCE_TIMEOUT: Duration = Duration::from_secs(5);
const LEAST_BYTES: usize = 16 << 10;

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
        let mut goes_on = true;
        while goes_on {
            let stretch = stretch(&mut body, &mut file, largest);
            goes_on =
                timeout(SILENCE_TIMEOUT, stretch).await.unwrap_or_else(|_| Err(too_slow()))?;
            if file.len() as u64 > largest {
                return Err(too_large());
            }
        }
        Ok(file)
    };
    timeout(ARRIVAL_TIMEOUT, arrival).await.unwrap_or_else(|_| Err(too_slow()))
}

/// The next bytes of a body, as many as have to come at once at least, unless they are too many; says whether more may
/// follow.
async fn stretch(body: &mut Body, file: &mut Vec<u8>, largest: u64) -> Result<bool, Refusal> {
    let enough = file.len() + LEAST_BYTES;
    while file.len() < enough && file.len() as u64 <= largest {
        match poll_fn(|context| Pin::new(&mut *body).poll_frame(context)).await {
            None => return Ok(false),
            Some(Ok(frame)) => file.extend_from_slice(&frame.into_data().unwrap_or_default()),
            Some(Err(_)) => {
                return Err(Refusal::wrong("the file did not arrive whole; send it again"));
            }
        }
    }
    Ok(true)
}

fn too_slow() -> Refusal {
    let why = "the file did not arrive in time; try again where the network is better";
    Refusal::new(StatusCode::REQUEST_TIMEOUT, why)
}
