//! All live games: made, found by their names, taken up after a restart, and cleared away when nobody wants
//! them any more.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::http::StatusCode;
use othello_arena::Seed;

use crate::position;
use crate::protocol::{LiveGame, Move, NewGame, NewSeat, PlayAgain};
use crate::refusal::Refusal;
use crate::room::{Identity, Pace, Room, RoomSeat, RoomSetup, SavedGame, Writer};
use crate::server_state::ServerState;

/// So many games are played at once.
const MOST_RUNNING: usize = 32;
/// So many are remembered.
const MOST_GAMES: usize = 500;
/// After so long without anybody, a game's players are let go; those of a game that goes on by itself play it to its
/// end.
const ADJOURN_AFTER: Duration = Duration::from_secs(30 * 60);
/// After so long without anybody, a game that is over is forgotten; it is in the history.
const FORGET_AFTER: Duration = Duration::from_secs(6 * 60 * 60);

/// All live games.
pub struct Lobby {
    server_state: Arc<ServerState>,
    rooms: Mutex<HashMap<String, Arc<Room>>>,
    /// Whether new games can be made.
    is_open: bool,
    /// What writes live games to disk, where they are saved.
    writer: Option<Writer>,
}

impl Lobby {
    /// A lobby with the games that were being played when the server last ended.
    ///
    /// # Errors
    /// Where the system has no thread left that could save games.
    pub fn open(server_state: Arc<ServerState>) -> Result<Lobby, String> {
        let folder = server_state.live.clone();
        let saved = folder.as_deref().map(SavedGame::all).unwrap_or_default();
        let writer = folder.map(Writer::start).transpose();
        let writer = writer.map_err(|error| format!("no thread is left to save games: {error}"))?;
        let lobby = Lobby { server_state, rooms: Mutex::default(), is_open: true, writer };
        for game in saved {
            if let Err(refusal) = lobby.restore(game) {
                eprintln!("othello-host: a game can't be taken up: {}", refusal.message());
            }
        }
        Ok(lobby)
    }

    /// A lobby with one game alone.
    pub(crate) fn of_one(server_state: Arc<ServerState>, room: Arc<Room>) -> Lobby {
        let rooms = Mutex::new(HashMap::from([(room.id.clone(), room)]));
        Lobby { server_state, rooms, is_open: false, writer: None }
    }

    /// What the machine has to offer.
    pub fn server_state(&self) -> &Arc<ServerState> {
        &self.server_state
    }

    /// Whether new games can be made.
    pub fn is_open(&self) -> bool {
        self.is_open
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<String, Arc<Room>>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The game of this name.
    pub(crate) fn room(&self, id: &str) -> Option<Arc<Room>> {
        self.rooms().get(id).cloned()
    }

    /// What a list shows.
    pub(crate) fn list(&self) -> Vec<LiveGame> {
        let rooms: Vec<_> = self.rooms().values().cloned().collect();
        rooms.iter().map(|room| room.summary()).collect()
    }

    /// Makes the game that the same play after another one, unless there is one already.
    pub(crate) fn play_again(
        &self,
        before: &Arc<Room>,
        request: &PlayAgain,
    ) -> Result<Arc<Room>, Refusal> {
        let (new_game, identity) = before.again(request)?;
        if let Some(next) = before.next().and_then(|next| self.room(&next)) {
            return Ok(next);
        }
        let room = self.make_with(new_game, identity)?;
        before.goes_on_in(&room.id);
        Ok(room)
    }

    /// Makes a game, which begins when somebody comes.
    pub(crate) fn make(&self, new_game: NewGame) -> Result<Arc<Room>, Refusal> {
        self.make_with(new_game, Identity::new()?)
    }

    fn make_with(&self, mut new_game: NewGame, identity: Identity) -> Result<Arc<Room>, Refusal> {
        if !self.is_open() {
            return Err(Refusal::not_now("this server plays one game alone"));
        }
        self.clear_away();
        let running = self.rooms().values().filter(|room| room.is_running()).count();
        if running >= MOST_RUNNING || self.rooms().len() >= MOST_GAMES {
            let why = "too many games are being played; stop one of them";
            return Err(Refusal::new(StatusCode::SERVICE_UNAVAILABLE, why));
        }
        let moves = new_game.position().play(&self.server_state.games)?.moves();
        new_game.moves = moves.iter().copied().map(Move).collect();
        let seed = new_game.seed.map_or_else(Seed::random, Seed::new);
        let hide = new_game.hide_queries.unwrap_or(self.server_state.hide_queries);
        let room = self.room_of(identity, new_game, seed, None, hide)?;
        room.begin_after(&moves)?;
        self.rooms().insert(room.id.clone(), Arc::clone(&room));
        Ok(room)
    }

    fn restore(&self, saved: SavedGame) -> Result<(), Refusal> {
        let (identity, new_game) = (saved.identity(), saved.new_game.clone());
        let (seed, pace) = (Seed::new(saved.seed), Some(saved.pace()));
        let room = self.room_of(identity, new_game, seed, pace, saved.hide_queries)?;
        room.restore(saved)?;
        self.rooms().insert(room.id.clone(), room);
        Ok(())
    }

    fn room_of(
        &self,
        identity: Identity,
        new_game: NewGame,
        seed: Seed,
        pace: Option<Pace>,
        hide_queries: bool,
    ) -> Result<Arc<Room>, Refusal> {
        let setup = new_game.position().setup(&self.server_state.games)?;
        let contestants = self.server_state.contestants(&new_game, &setup)?;
        let seat = |(contestant, seat): (&_, &NewSeat)| RoomSeat::of(contestant, seat.here);
        let people = contestants.iter().any(|contestant| contestant.about().person);
        let usual_pace = || {
            let delay = Duration::from_millis(new_game.delay_ms);
            Pace::new(new_game.auto.unwrap_or(people), delay)
        };
        let (server_state, again) = (Arc::clone(&self.server_state), new_game.clone());
        let room = RoomSetup {
            identity,
            initial: position::play(&setup, &[])?.initial,
            setup,
            seed,
            seats: contestants.as_ref().zip(new_game.seats()).map(seat),
            time: new_game.time.control()?,
            database: self.server_state.database_name(new_game.database)?,
            window: false,
            pace: pace.unwrap_or_else(usual_pace),
            hide_queries,
            prepare: Box::new(move || server_state.prepare(&again, seed)),
            orders: self.writer.as_ref().map(|writer| Arc::clone(writer.orders())),
            new_game: Some(new_game),
        };
        Ok(Room::new(room, Arc::clone(&self.server_state)))
    }

    /// Lets go of players that nobody waits for, and forgets games that are over.
    pub(crate) fn clear_away(&self) {
        self.rooms().retain(|_, room| {
            let deserted = room.deserted().unwrap_or_default();
            if deserted > ADJOURN_AFTER && !room.plays_by_itself() {
                room.adjourn();
            }
            let forgotten = deserted > FORGET_AFTER && room.is_over();
            if forgotten {
                room.forget();
            }
            !forgotten
        });
    }
}
