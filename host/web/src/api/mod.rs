//! What the page asks for by HTTP, one file a subject. `PROTOCOL.md` has every message.

pub(crate) mod about;
mod body;
pub(crate) mod bots;
pub(crate) mod brought;
pub(crate) mod contests;
pub(crate) mod evaluate;
pub(crate) mod games;
pub(crate) mod history;
mod joint;
pub(crate) mod learn;
pub(crate) mod players;
pub(crate) mod positions;
pub(crate) mod qr;
pub(crate) mod query;
mod query_result;
pub(crate) mod review;
pub(crate) mod trial;
mod visit;
pub(crate) mod visitor;
mod work;

use std::sync::Arc;

pub(crate) use body::Body;
use joint::Joint;
pub(crate) use work::{aside, brief, heavy};

use crate::guard::Guard;
use crate::limits::Limits;
use crate::lobby::Lobby;
use crate::protocol::Evaluation;
use crate::rating_table::HistoryRatings;
use crate::trial_games::TrialContests;
use crate::visitors::Visitors;

/// What all handlers share.
#[derive(Clone)]
pub(crate) struct Shared {
    /// All live games.
    pub lobby: Arc<Lobby>,
    /// Where people find the server.
    pub addresses: Arc<Vec<String>>,
    /// Who may talk to the server.
    pub guard: Guard,
    /// How visitors are told apart.
    pub visitors: Arc<Visitors>,
    /// How often they may do what costs something.
    pub limits: Arc<Limits>,
    /// How strong everybody is.
    pub ratings: Arc<HistoryRatings>,
    /// What positions are worth that somebody asked about lately.
    pub evaluations: Arc<Joint<Evaluation>>,
    /// The contests that were started from the page.
    pub trials: Arc<TrialContests>,
}
