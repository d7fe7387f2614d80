//! All live games: made, found by their names, taken up after a restart, and cleared away when nobody wants
//! them any more.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::http::StatusCode;
use othello_arena::Seed;
use othello_rules::ByColour;
use serde_json::Value;

use crate::key;
use crate::place;
use crate::refusal::Refusal;
use crate::room::{Kept, Keys, Room, SeatInfo, Setting};
use crate::server_state::{NewGame, NewSeat, ServerState};

/// So many games are played at once.
const MOST_RUNNING: usize = 32;
/// So many are remembered.
const MOST: usize = 500;
/// After so long without anybody, a game's players are let go.
const DESERTED: Duration = Duration::from_secs(30 * 60);
/// After so long without anybody, a game that is over is forgotten; it is in the history.
const OVER: Duration = Duration::from_secs(6 * 60 * 60);

/// All live games.
pub struct Lobby {
    server_state: Arc<ServerState>,
    rooms: Mutex<HashMap<String, Arc<Room>>>,
    /// The one game of the command line, where there is no other.
    only: Option<Arc<Room>>,
}

impl Lobby {
    /// A hall with the games that were being played when the server last ended.
    pub fn open(server_state: Arc<ServerState>) -> Lobby {
        let lobby = Lobby { server_state, rooms: Mutex::default(), only: None };
        let kept = lobby.server_state.live.as_deref().map(Kept::all).unwrap_or_default();
        for kept in kept {
            if let Err(refusal) = lobby.restore(kept) {
                eprintln!("othello-host: a game can't be taken up: {}", refusal.message());
            }
        }
        lobby
    }

    /// A hall with one game alone.
    pub(crate) fn of_one(server_state: Arc<ServerState>, room: Arc<Room>) -> Lobby {
        let rooms = HashMap::from([(room.id.clone(), Arc::clone(&room))]);
        Lobby { server_state, rooms: Mutex::new(rooms), only: Some(room) }
    }

    /// What the machine has to offer.
    pub fn server_state(&self) -> &Arc<ServerState> {
        &self.server_state
    }

    /// Whether new games can be made.
    pub fn is_open(&self) -> bool {
        self.only.is_none()
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<String, Arc<Room>>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The game of this name.
    pub fn room(&self, id: &str) -> Option<Arc<Room>> {
        self.rooms().get(id).cloned()
    }

    /// What a list shows.
    pub fn list(&self) -> Vec<Value> {
        let rooms: Vec<_> = self.rooms().values().cloned().collect();
        rooms.iter().map(|room| room.summary()).collect()
    }

    /// Makes a game, which begins when somebody comes.
    pub fn make(&self, mut wanted: NewGame) -> Result<Arc<Room>, Refusal> {
        if !self.is_open() {
            return Err(Refusal::not_now("this server plays one game alone"));
        }
        self.clear_away();
        let running = self.rooms().values().filter(|room| room.is_running()).count();
        if running >= MOST_RUNNING || self.rooms().len() >= MOST {
            let why = "too many games are being played; stop one of them";
            return Err(Refusal::new(StatusCode::SERVICE_UNAVAILABLE, why));
        }
        let place = wanted.place();
        let reached = place.play(&self.server_state.games)?;
        wanted.moves = reached.moves().iter().map(ToString::to_string).collect();
        let seed = wanted.seed.map_or_else(Seed::random, Seed::new);
        let keys = Keys::new()?;
        let hide = wanted.hide_queries.unwrap_or(self.server_state.hide_queries);
        let room = self.room_of(key::name()?, keys, wanted, seed, None, hide)?;
        room.begin_after(&reached.moves())?;
        self.rooms().insert(room.id.clone(), Arc::clone(&room));
        Ok(room)
    }

    fn restore(&self, kept: Kept) -> Result<(), Refusal> {
        let (id, keys, wanted) = (kept.id.clone(), kept.keys.clone(), kept.wanted.clone());
        let pace = (kept.pace.0, Duration::from_millis(kept.pace.1));
        let seed = Seed::new(kept.seed);
        let room = self.room_of(id, keys, wanted, seed, Some(pace), kept.hide)?;
        room.restore(kept)?;
        self.rooms().insert(room.id.clone(), room);
        Ok(())
    }

    fn room_of(
        &self,
        id: String,
        keys: Keys,
        wanted: NewGame,
        seed: Seed,
        pace: Option<(bool, Duration)>,
        hide: bool,
    ) -> Result<Arc<Room>, Refusal> {
        let setup = wanted.place().setup(&self.server_state.games)?;
        let contestants = self.server_state.contestants(&wanted, &setup)?;
        let seat = |(contestant, seat): (&_, &NewSeat)| SeatInfo::of(contestant, seat.here);
        let seats: ByColour<SeatInfo> = contestants.as_ref().zip(wanted.seats()).map(seat);
        let people = contestants.iter().any(|contestant| contestant.about().person);
        let (server_state, again) = (Arc::clone(&self.server_state), wanted.clone());
        let setting = Setting {
            id,
            keys,
            initial: place::play(&setup, &[])?.initial,
            setup,
            seed,
            seats,
            time: wanted.time.control()?,
            database: self.server_state.database_name(&wanted.database)?,
            window: false,
            pace: pace.unwrap_or((
                wanted.auto.unwrap_or(people),
                Duration::from_millis(wanted.delay_ms.min(60_000)),
            )),
            hide,
            make: Box::new(move || server_state.prepare(&again, seed)),
            wanted: Some(wanted),
        };
        Ok(Room::new(setting, Arc::clone(&self.server_state)))
    }

    /// Lets go of players that nobody waits for, and forgets games that are over.
    pub fn clear_away(&self) {
        self.rooms().retain(|_, room| {
            let deserted = room.deserted().unwrap_or_default();
            if deserted > DESERTED {
                room.adjourn();
            }
            let forgotten = deserted > OVER && room.is_over();
            if forgotten {
                room.forget();
            }
            !forgotten
        });
    }
}
