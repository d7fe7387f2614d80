//! One game of the command line as the only one of its server: a room like all others, but what its table needs
//! comes from the command line, and it is played once.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use othello_arena::{GamePosition, GameSetup};

use crate::lobby::Lobby;
use crate::refusal::Refusal;
use crate::room::{Identity, Pace, Room, RoomSeat, RoomSetup};
use crate::server_state::{Prepared, ServerState};

/// A game of the command line.
pub struct Play {
    /// What its table needs.
    pub prepared: Prepared,
    /// What it begins with.
    pub setup: GameSetup,
    /// Whether it goes on by itself, and after which wait.
    pub pace: (bool, Duration),
}

/// The only game of a server, as whoever runs that has it in hand.
pub struct SingleGame {
    room: Arc<Room>,
    waiting: Waiting,
}

/// What the game's table needs, until somebody comes and it begins.
type Waiting = Arc<Mutex<Option<Prepared>>>;

impl SingleGame {
    /// Makes the game's room, and a lobby with nothing else. It begins when somebody comes.
    ///
    /// # Errors
    /// Where the system gives no random numbers for its addresses, or the game does not begin after its moves.
    pub fn new(play: Play, server_state: ServerState) -> Result<(SingleGame, Lobby), String> {
        let server_state = Arc::new(server_state);
        let message = |refusal: Refusal| refusal.message().to_owned();
        let Play { prepared, setup, pace } = play;
        let settings = &prepared.settings;
        let initial = GamePosition::new(setup.clone(), Vec::new()).play()?.initial;
        let (seed, time, opening) = (settings.seed, settings.time, settings.opening.clone());
        let seats = prepared.contestants.as_ref().map(|contestant| RoomSeat::of(contestant, true));
        let database = prepared.session.name();
        let waiting: Waiting = Arc::new(Mutex::new(Some(prepared)));
        let begins = Arc::clone(&waiting);
        let once = || Refusal::wrong("this game is played once");
        let room = RoomSetup {
            identity: Identity::new().map_err(message)?,
            new_game: None,
            setup,
            initial,
            seed,
            seats,
            time,
            database,
            window: true,
            is_of_user: true,
            pace: Pace::new(pace.0, pace.1),
            hide_queries: server_state.hide_queries,
            prepare: Box::new(move || take(&begins).ok_or_else(once)),
            orders: None,
            bill: Box::new(|_| {}),
        };
        let room = Room::new(room, Arc::clone(&server_state));
        if !opening.is_empty() {
            room.begin_after(&opening).map_err(message)?;
        }
        let lobby = Lobby::of_one(server_state, Arc::clone(&room));
        Ok((SingleGame { room, waiting }, lobby))
    }

    /// Where its page is, for whoever plays it: they hold the seats of all persons, and set the pace.
    #[must_use]
    pub fn path(&self) -> String {
        self.room.organiser()
    }

    /// Whether its page has been there.
    #[must_use]
    pub fn has_begun(&self) -> bool {
        self.room.has_begun()
    }

    /// How long nobody has been there; nothing while somebody is.
    #[must_use]
    pub fn deserted(&self) -> Option<Duration> {
        self.room.deserted()
    }

    /// Ends it without a result, for this reason. One that has not begun never will.
    pub fn break_off(&self, why: &str) {
        drop(take(&self.waiting));
        self.room.break_off(why);
    }
}

fn take(waiting: &Waiting) -> Option<Prepared> {
    waiting.lock().unwrap_or_else(PoisonError::into_inner).take()
}
