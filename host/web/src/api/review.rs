//! Games looked at afterwards. Few at a time, piece by piece, so that all else has its turn in between; whoever asks for
//! the same game shares it, hears how far it is, and asks again. It goes on while somebody asks, and what is known is kept.

use std::collections::VecDeque;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::State;
use othello_arena::GameSetup;
use othello_arena::analysis::{self, AnalysedGame};
use othello_arena::evaluator::{Effort, POSITIONS_A_SECOND};
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

use super::evaluate::{refusal, start};
use super::positions::position_of;
use super::query_result::hundredths;
use super::visit::Visit;
use super::{Body, Shared, brief, heavy};
use crate::client::Client;
use crate::limits::Act;
use crate::places::Places;
use crate::protocol::{Position, PositionRequest, Review, Square, TurningPoint};
use crate::refusal::{Answer, Refusal};
use crate::server_state::ServerState;

/// How many positions the evaluator looks at for all of a game together, and for each place of it at the most and at
/// least.
const POSITIONS: u64 = 2 * POSITIONS_A_SECOND;
const SHARE: (u64, u64) = (POSITIONS_A_SECOND / 50, POSITIONS_A_SECOND / 5);
/// So many games are looked at together; the others wait, so that the first ones are there soon.
const AT_ONCE: usize = 2;
/// After so long others have their turn.
const PIECE: Duration = Duration::from_millis(400);
/// So long an answer waits for something new.
const ANSWER: Duration = Duration::from_secs(1);
/// Whoever has not asked for so long does not wait any more.
const GONE: Duration = Duration::from_secs(10);
/// So many games are remembered.
const MOST: usize = 128;

/// All games that are looked at.
static REVIEWS: LazyLock<Arc<Reviews>> = LazyLock::new(Arc::default);

/// The games that are looked at, or were lately.
struct Reviews {
    places: Arc<Places>,
    /// The oldest first.
    all: Mutex<VecDeque<Arc<Looking>>>,
}

/// A game that is looked at.
struct Looking {
    request: PositionRequest,
    setup: GameSetup,
    /// How many positions it has.
    positions: usize,
    /// Whoever looks at it has it.
    game: Mutex<AnalysedGame>,
    progress: Mutex<Progress>,
    /// Hears of all progress.
    told: watch::Sender<()>,
}

/// How far it is.
struct Progress {
    shown: Review,
    /// Why it can't go on.
    failed: Option<Refusal>,
    is_worked_on: bool,
    /// Whether somebody has looked at it yet.
    has_begun: bool,
    asked: Instant,
}

impl Default for Reviews {
    fn default() -> Reviews {
        Reviews { places: Places::for_patient_ones(AT_ONCE), all: Mutex::default() }
    }
}

/// A game looked at afterwards: what every position was worth, and which moves decided it, as far as that is known.
pub(crate) async fn review(
    State(shared): State<Shared>,
    client: Client,
    Body(request): Body<PositionRequest>,
) -> Answer<Json<Review>> {
    let server_state = Arc::clone(shared.lobby.server_state());
    let wanted = brief(client.clone(), {
        let server_state = Arc::clone(&server_state);
        move |_| Looking::new(&server_state, request)
    });
    let wanted = wanted.await?;
    let looking = match REVIEWS.find(&wanted) {
        Some(looking) => looking,
        None => {
            shared.limits.act(Act::Evaluation, &client)?;
            REVIEWS.add(wanted)?
        }
    };
    if looking.begins() {
        tokio::spawn(Arc::clone(&*REVIEWS).look(Arc::clone(&looking), server_state, client));
    }
    let mut told = looking.told.subscribe();
    // Where it takes longer, whoever asked hears how far it is.
    let _ = timeout(ANSWER, told.wait_for(|()| looking.is_settled())).await;
    let before = REVIEWS.before(&looking);
    looking.shown(before).map(Json)
}

impl Reviews {
    fn all(&self) -> MutexGuard<'_, VecDeque<Arc<Looking>>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn find(&self, wanted: &Looking) -> Option<Arc<Looking>> {
        let wanted = wanted.progress().shown.position.clone();
        let all = self.all();
        all.iter().find(|one| one.progress().shown.position == wanted).map(Arc::clone)
    }

    /// Takes a game in, in place of one that nobody waits for where there are too many.
    fn add(&self, wanted: Looking) -> Result<Arc<Looking>, Refusal> {
        let mut all = self.all();
        if all.len() >= MOST {
            let over = all.iter().position(|one| !one.is_wanted());
            let busy = || Refusal::busy("too many games are looked at; try again in a minute");
            all.remove(over.ok_or_else(busy)?);
        }
        let looking = Arc::new(wanted);
        all.push_back(Arc::clone(&looking));
        Ok(looking)
    }

    /// How many games have to be over before this one is begun.
    fn before(&self, looking: &Arc<Looking>) -> usize {
        if looking.progress().has_begun {
            return 0;
        }
        let all = self.all();
        let older = all.iter().take_while(|one| !Arc::ptr_eq(one, looking));
        (older.filter(|one| one.is_wanted()).count() + 1).saturating_sub(AT_ONCE)
    }

    /// Looks at a game, piece by piece, as long as somebody waits for it.
    async fn look(
        self: Arc<Reviews>,
        looking: Arc<Looking>,
        state: Arc<ServerState>,
        client: Client,
    ) {
        let place = self.places.take(client.clone()).await;
        looking.progress().has_begun |= place.is_ok();
        while place.is_ok() && looking.is_wanted() {
            let piece = heavy(client.clone(), {
                let (looking, state) = (Arc::clone(&looking), Arc::clone(&state));
                move |visit| looking.go_on(&state, visit)
            });
            match piece.await {
                Ok(()) => {}
                // Others have their turn.
                Err(busy) if busy.is_busy() => sleep(ANSWER).await,
                Err(failed) => {
                    looking.progress().failed = Some(failed);
                    break;
                }
            }
        }
        looking.progress().is_worked_on = false;
        looking.told.send_replace(());
    }
}

impl Looking {
    fn new(state: &ServerState, request: PositionRequest) -> Answer<Looking> {
        let (reached, setup) = (request.play(&state.games)?, request.setup(&state.games)?);
        let positions = 1 + reached.plies.len();
        let nothing = AnalysedGame::default();
        let progress = Progress {
            shown: shown(position_of(&setup, &reached.moves()), positions, &nothing),
            failed: None,
            is_worked_on: false,
            has_begun: false,
            asked: Instant::now(),
        };
        Ok(Looking {
            request,
            setup,
            positions,
            game: Mutex::new(nothing),
            progress: Mutex::new(progress),
            told: watch::Sender::default(),
        })
    }

    fn progress(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Somebody asks; says whether nobody works on it who should.
    fn begins(&self) -> bool {
        let mut progress = self.progress();
        progress.asked = Instant::now();
        let begins = !progress.is_worked_on && progress.shown.left > 0;
        if begins {
            (progress.is_worked_on, progress.failed) = (true, None);
        }
        begins
    }

    /// Whether somebody waits for more of it.
    fn is_wanted(&self) -> bool {
        let progress = self.progress();
        progress.shown.left > 0 && progress.asked.elapsed() < GONE
    }

    /// Whether nothing more is to be expected.
    fn is_settled(&self) -> bool {
        !self.progress().is_worked_on
    }

    /// Looks at some positions more.
    fn go_on(&self, state: &ServerState, visit: &Visit) -> Answer<()> {
        let reached = self.request.play(&state.games)?;
        let (least, most) = SHARE;
        let share = (POSITIONS / self.positions as u64).clamp(least, most);
        let mut evaluator = start(state, &self.setup, Effort::Positions(share), visit)?;
        let mut game = self.game.lock().unwrap_or_else(PoisonError::into_inner);
        let (begun, first) = (Instant::now(), game.plies.len() + 1);
        let goes_on = |number| number == first || begun.elapsed() < PIECE;
        let done = game.go_on(&reached, &mut evaluator, &goes_on);
        visit.used(evaluator.thought());
        let mut progress = self.progress();
        let position = progress.shown.position.clone();
        progress.shown = shown(position, self.positions, &game);
        drop(progress);
        self.told.send_replace(());
        done.map(drop).map_err(refusal)
    }

    /// How far it is.
    fn shown(&self, before: usize) -> Answer<Review> {
        let progress = self.progress();
        match &progress.failed {
            Some(failed) => Err(failed.clone()),
            None => Ok(Review { before, ..progress.shown.clone() }),
        }
    }
}

/// What is known of a game of so many positions.
fn shown(position: Position, positions: usize, game: &AnalysedGame) -> Review {
    let mut scores: Vec<_> = game.scores.iter().map(|score| score.map(hundredths)).collect();
    let left = positions - scores.len();
    scores.resize(positions, None);
    Review {
        position,
        left,
        before: 0,
        scores,
        lost: game.losses().map(|(lost, _)| hundredths(lost)).into(),
        turning_points: game.turning_points().iter().filter_map(turning_point).collect(),
    }
}

fn turning_point(point: &analysis::TurningPoint<'_>) -> Option<TurningPoint> {
    let analysis::TurningPoint { number, colour, played, choice } = *point;
    Some(TurningPoint {
        number,
        colour: colour.into(),
        played: Square(played),
        lost: hundredths(choice.loss()),
        best: Square(choice.best()?),
        score: hundredths(choice.evaluation.score),
        line: choice.evaluation.line.clone(),
        reversal: choice.reversal().map(Into::into),
    })
}
