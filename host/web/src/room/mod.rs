//! A room: one live game with its addresses, its state, and the thread that plays it whenever somebody is
//! there. What people wish for it is in `wishes`, what the thread tells of it in `follow`.

mod follow;
mod holder;
mod keep;
mod person;
mod segment;
mod state;
mod wishes;
mod written;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use othello_arena::record::{class_word, player_record};
use othello_arena::{Control, GameSetup, Seed};
use othello_board::View;
use othello_players::Contestant;
use othello_rules::{ByColour, Colour};
use othello_store::PlayerRecord;
use serde_json::{Map, Value, json};

pub use holder::{Holder, Keys};
pub use keep::Kept;
pub use wishes::Wanted;

use crate::games::disc_word;
use crate::place::{self, word};
use crate::refusal::Refusal;
use crate::server_state::{Make, NewGame, ServerState};
use state::{Change, Played, State, milliseconds};

/// How long who is present is gathered before it is told.
const PRESENCE: Duration = Duration::from_millis(200);

/// A live game.
pub struct Room {
    /// Its name in addresses.
    pub id: String,
    /// Who may do what.
    pub keys: Keys,
    /// The game that was wanted; nothing for one of the command line.
    wanted: Option<NewGame>,
    setup: GameSetup,
    seed: Seed,
    seats: ByColour<SeatInfo>,
    time: othello_arena::TimeControl,
    database: String,
    /// Whether it is played in a window of its own, and ends with that.
    window: bool,
    control: Control,
    make: Box<Make>,
    server_state: Arc<ServerState>,
    state: Mutex<State>,
}

/// Who sits on one side.
#[derive(Clone, Debug)]
pub struct SeatInfo {
    name: String,
    person: bool,
    here: bool,
    about: Value,
    record: PlayerRecord,
}

impl SeatInfo {
    /// What is known of a contestant.
    pub fn of(contestant: &Contestant, here: bool) -> SeatInfo {
        let about = contestant.about();
        let shown = json!({
            "name": contestant.name,
            "player": about.name,
            "version": about.version,
            "author": about.author,
            "class": class_word(about),
            "person": about.person,
            "here": about.person && here,
        });
        SeatInfo {
            name: contestant.name.clone(),
            person: about.person,
            here: about.person && here,
            about: shown,
            record: player_record(contestant),
        }
    }
}

/// What makes a room.
pub struct Setting {
    /// Its name in addresses.
    pub id: String,
    /// Who may do what.
    pub keys: Keys,
    /// The game that was wanted; nothing for one of the command line.
    pub wanted: Option<NewGame>,
    /// Which game on which board.
    pub setup: GameSetup,
    /// The board as it begins.
    pub initial: View,
    /// Where everything random comes from.
    pub seed: Seed,
    /// Who plays.
    pub seats: ByColour<SeatInfo>,
    /// How much time there is.
    pub time: othello_arena::TimeControl,
    /// The database, as people name it.
    pub database: String,
    /// Whether it is played in a window of its own.
    pub window: bool,
    /// Whether it goes on by itself, and after which wait.
    pub pace: (bool, Duration),
    /// Whether queries are hidden until the end.
    pub hide: bool,
    /// Makes what a table needs.
    pub make: Box<Make>,
}

impl Room {
    /// A room in which nothing is played yet.
    pub fn new(setting: Setting, server_state: Arc<ServerState>) -> Arc<Room> {
        let Setting { id, keys, wanted, setup, seed, seats, time, database, window, .. } = setting;
        let (auto, delay) = setting.pace;
        let whole = time.game.map(|clock| clock.total);
        let state = State::new(setting.initial, setting.pace, setting.hide, whole);
        let room = Room {
            id,
            keys,
            wanted,
            setup,
            seed,
            seats,
            time,
            database,
            window,
            control: Control::new(delay, !auto),
            make: setting.make,
            server_state,
            state: Mutex::new(state),
        };
        Arc::new(room)
    }

    /// Puts the moves there that have been played already.
    pub fn begin_after(&self, moves: &[othello_rules::Move]) -> Result<(), Refusal> {
        let reached = place::play(&self.setup, moves)?;
        let mut state = self.state();
        state.view = reached.view().clone();
        let played = |ply| Played { ply, left: ByColour::default(), rounds: Vec::new() };
        state.plies = reached.plies.into_iter().map(played).collect();
        Ok(())
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a person sits on any side.
    pub fn has_people(&self) -> bool {
        self.seats.iter().any(|seat| seat.person)
    }

    /// Whether it is over.
    pub fn is_over(&self) -> bool {
        self.state().end.is_some()
    }

    /// Whether somebody came, so that it has begun.
    pub fn has_begun(&self) -> bool {
        let state = self.state();
        state.running || state.end.is_some()
    }

    /// Whether a thread plays it.
    pub fn is_running(&self) -> bool {
        self.state().running
    }

    /// How long nobody has been there; nothing while somebody is.
    pub fn deserted(&self) -> Option<Duration> {
        let state = self.state();
        (state.connections == 0).then(|| state.deserted.elapsed())
    }

    /// The address for those who watch.
    pub fn watch(&self) -> String {
        format!("/game/{}", self.id)
    }

    /// The address for whoever holds a key.
    fn with_key(&self, key: &str) -> String {
        format!("/game/{}/{key}", self.id)
    }

    /// The address for the organiser.
    pub fn organiser(&self) -> String {
        self.with_key(&self.keys.organiser)
    }

    /// All addresses.
    pub fn links(&self) -> Value {
        let seat = |colour: Colour| {
            self.seats[colour].person.then(|| self.with_key(&self.keys.seats[colour]))
        };
        json!({
            "watch": self.watch(),
            "organiser": self.organiser(),
            "black": seat(Colour::Black),
            "white": seat(Colour::White),
        })
    }

    /// What a list shows.
    pub fn summary(&self) -> Value {
        let state = self.state();
        json!({
            "id": self.id,
            "game": self.setup.game,
            "size": self.setup.size,
            "black": self.seats.black.name,
            "white": self.seats.white.name,
            "plies": state.plies.len(),
            "counts": crate::place::counts(&state.view),
            "over": state.end.is_some(),
            "watchers": state.watchers,
            "url": self.watch(),
        })
    }

    /// Everything that this visitor may see.
    pub fn snapshot(&self, holder: Holder) -> Value {
        self.shown(&self.state(), holder)
    }

    fn shown(&self, state: &State, holder: Holder) -> Value {
        let mut all: Map<String, Value> = state.shown();
        let held = Colour::ALL.into_iter().filter(|&colour| holder.seats[colour]);
        all.insert(
            "you".to_owned(),
            json!({
                "organiser": holder.organiser,
                "seats": held.map(word).collect::<Vec<_>>(),
            }),
        );
        let links = if holder.organiser { self.links() } else { Value::Null };
        all.insert("links".to_owned(), links);
        all.insert("game".to_owned(), self.about(state));
        all.into()
    }

    fn about(&self, state: &State) -> Value {
        let time = &self.time;
        json!({
            "id": self.id,
            "game": self.setup.game,
            "title": self.server_state.games.title(&self.setup.game),
            "disc": disc_word(&self.setup),
            "size": self.setup.size,
            "start": self.setup.start,
            "seed": self.seed.get(),
            "database": self.database,
            "time": {
                "move_ms": time.per_move.map(milliseconds),
                "first_move_ms": time.per_move.map(|limit| milliseconds(limit.max(time.first_move))),
                "clock_ms": time.game.map(|clock| milliseconds(clock.total)),
                "increment_ms": time.game.map(|clock| milliseconds(clock.increment)),
            },
            "black": self.seats.black.about,
            "white": self.seats.white.about,
            "hide_queries": state.hide,
            "window": self.window,
            "initial": state.initial.board(),
        })
    }

    /// Somebody comes: gets everything, and hears of every change from there on. The game is taken up again if
    /// nobody was there.
    pub fn enter(self: &Arc<Room>, holder: Holder) -> (Value, Hearing) {
        let (all, hearing) = {
            let mut state = self.state();
            self.come(&mut state, holder, true);
            (self.shown(&state, holder), state.subscribe())
        };
        self.take_up();
        (all, hearing)
    }

    /// Everything once more, from which on the changes are counted.
    pub fn again(&self, holder: Holder) -> (Value, Hearing) {
        let state = self.state();
        (self.shown(&state, holder), state.subscribe())
    }

    /// Somebody goes.
    pub fn leave(&self, holder: Holder) {
        let mut state = self.state();
        self.come(&mut state, holder, false);
        state.deserted = Instant::now();
    }

    fn come(&self, state: &mut State, holder: Holder, comes: bool) {
        let count = |number: &mut usize| {
            *number = if comes { *number + 1 } else { number.saturating_sub(1) };
        };
        count(&mut state.connections);
        if !holder.organiser && !holder.seats.iter().any(|&held| held) {
            count(&mut state.watchers);
        }
        for colour in Colour::ALL {
            if holder.seats[colour] {
                count(&mut state.present[colour]);
            }
        }
        state.present_changed = true;
    }

    /// Tells who is present, if that has changed. Many may come at once, so it is told now and then.
    pub fn tell_present(&self) {
        let mut state = self.state();
        if std::mem::take(&mut state.present_changed) {
            let change = Change::new("present").set(&state, &["present"]);
            state.tell(change);
        }
    }
}

/// The changes of a room.
pub type Hearing = tokio::sync::broadcast::Receiver<axum::extract::ws::Utf8Bytes>;

/// How long who is present is gathered before it is told.
pub fn presence() -> Duration {
    PRESENCE
}
