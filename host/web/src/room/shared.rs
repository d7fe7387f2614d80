//! A room as all threads share it: what never changes of it, its state under a lock, and the rule that whoever
//! changes the state has it written as well.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use othello_arena::record::player_record;
use othello_arena::{Control, GameSetup, Seed, TimeControl};
use othello_board::View;
use othello_players::Contestant;
use othello_rules::{ByColour, Move};
use othello_store::PlayerRecord;

use super::course::Played;
use super::keys::{Holder, Identity, Keys};
use super::saved_game::SavedGame;
use super::state::{Pace, State};
use super::writer::Orders;
use crate::position;
use crate::protocol::{NewGame, SeatInfo};
use crate::refusal::Refusal;
use crate::server_state::{PrepareTable, ServerState};

/// A live game.
pub(crate) struct Room {
    /// Its name in addresses.
    pub id: String,
    /// Who may do what.
    pub(super) keys: Keys,
    /// The series that its game belongs to.
    pub(super) series: String,
    /// The game that was asked for; nothing for one of the command line.
    pub(super) new_game: Option<NewGame>,
    pub(super) setup: GameSetup,
    pub(super) seed: Seed,
    pub(super) seats: ByColour<RoomSeat>,
    pub(super) time: TimeControl,
    pub(super) database: String,
    /// Whether it is played in a window of its own, and ends with that.
    pub(super) window: bool,
    /// Whether this machine's user has made it.
    pub(super) is_of_user: bool,
    pub(super) control: Control,
    pub(super) prepare: Box<PrepareTable>,
    pub(super) server_state: Arc<ServerState>,
    /// Where it is saved, if it is.
    orders: Option<Arc<Orders>>,
    /// Gets what each answer of a bot took.
    pub(super) bill: Box<Bill>,
    state: Mutex<State>,
}

/// Who sits on one side.
#[derive(Clone, Debug)]
pub(crate) struct RoomSeat {
    /// What the page knows.
    pub(super) info: SeatInfo,
    /// What the history knows.
    pub(super) record: PlayerRecord,
}

/// What makes a room.
pub(crate) struct RoomSetup {
    /// What it is known by.
    pub identity: Identity,
    /// The game that was asked for; nothing for one of the command line.
    pub new_game: Option<NewGame>,
    /// Which game on which board.
    pub setup: GameSetup,
    /// The board as it begins.
    pub initial: View,
    /// Where everything random comes from.
    pub seed: Seed,
    /// Who plays.
    pub seats: ByColour<RoomSeat>,
    /// How much time there is.
    pub time: TimeControl,
    /// The database, as people name it.
    pub database: String,
    /// Whether it is played in a window of its own.
    pub window: bool,
    /// Whether this machine's user has made it, and nobody from elsewhere.
    pub is_of_user: bool,
    /// How fast it goes on.
    pub pace: Pace,
    /// Whether queries are hidden until the end.
    pub hide_queries: bool,
    /// Makes what a table needs.
    pub prepare: Box<PrepareTable>,
    /// Where the game is saved, if it is.
    pub orders: Option<Arc<Orders>>,
    /// Gets what each answer of a bot took.
    pub bill: Box<Bill>,
}

/// Has somebody pay for how long a bot of a game was at work.
pub(crate) type Bill = dyn Fn(Duration) + Send + Sync;

impl RoomSeat {
    /// What is known of a contestant.
    pub fn of(contestant: &Contestant, here: bool) -> RoomSeat {
        let about = contestant.about();
        let info = SeatInfo {
            name: contestant.name.clone(),
            player: about.name.clone(),
            version: about.version.clone(),
            author: about.author.clone(),
            class: about.into(),
            person: about.person,
            here: about.person && here,
        };
        RoomSeat { info, record: player_record(contestant) }
    }
}

impl Room {
    /// A room in which nothing is played yet.
    pub fn new(made: RoomSetup, server_state: Arc<ServerState>) -> Arc<Room> {
        let Identity { id, keys, series } = made.identity;
        let RoomSetup { new_game, setup, seed, seats, time, database, window, is_of_user, .. } =
            made;
        let total = ByColour::from_fn(|colour| time.clock(colour).map(|clock| clock.total));
        let Pace { auto, delay, .. } = made.pace;
        let is_saved = made.orders.is_some();
        let state = State::new(made.initial, made.pace, made.hide_queries, total, is_saved);
        Arc::new(Room {
            id,
            keys,
            series,
            new_game,
            setup,
            seed,
            seats,
            time,
            database,
            window,
            is_of_user,
            control: Control::new(delay, !auto),
            prepare: made.prepare,
            server_state,
            orders: made.orders,
            bill: made.bill,
            state: Mutex::new(state),
        })
    }

    /// Puts the moves there that have been played already.
    pub(crate) fn begin_after(self: &Arc<Room>, moves: &[Move]) -> Result<(), Refusal> {
        let reached = position::play(&self.setup, moves)?;
        self.change(|state| {
            state.course.view = reached.view().clone();
            let played = |ply| Played { ply, left: ByColour::default(), rounds: Vec::new() };
            state.course.plies = reached.plies.into_iter().map(played).collect();
        });
        Ok(())
    }

    /// Takes the game back to where it was when it was saved.
    pub fn restore(self: &Arc<Room>, saved: SavedGame) -> Result<(), Refusal> {
        let reached = position::play(&self.setup, &saved.moves())?;
        self.change(|state| saved.restore(state, reached))
    }

    /// Takes the game off the disk.
    pub(super) fn remove(&self) {
        if let Some(orders) = &self.orders {
            orders.remove(&self.id);
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Looks at the state.
    pub(super) fn look<T>(&self, look: impl FnOnce(&State) -> T) -> T {
        look(&self.state())
    }

    /// Changes the state, and has the game written if something has changed that belongs on disk. What was told
    /// of that waits until it is there; whoever changed it does not.
    pub(super) fn change<T>(self: &Arc<Room>, change: impl FnOnce(&mut State) -> T) -> T {
        let mut state = self.state();
        let changed = change(&mut state);
        self.save(&mut state);
        changed
    }

    fn save(self: &Arc<Room>, state: &mut State) {
        let (Some(orders), Some(new_game)) = (&self.orders, &self.new_game) else { return };
        let Some(version) = state.changes.take_unwritten() else { return };
        let game = SavedGame::of(&self.identity(), new_game, self.seed.get(), state);
        let room = Arc::clone(self);
        // Ordered under the state's lock, so that an older one never comes last.
        orders.write(game, move || room.state().changes.are_on_disk(version));
    }

    /// What it is known by.
    pub(super) fn identity(&self) -> Identity {
        let Room { id, keys, series, .. } = self;
        Identity { id: id.clone(), keys: keys.clone(), series: series.clone() }
    }

    /// What a key gives here; nothing for a wrong key.
    pub(crate) fn holder(&self, key: Option<&str>) -> Option<Holder> {
        let here = self.seats.as_ref().map(|seat| seat.info.here);
        self.keys.holder(key, self.people(), here)
    }

    /// On which sides persons sit.
    pub(super) fn people(&self) -> ByColour<bool> {
        self.seats.as_ref().map(|seat| seat.info.person)
    }

    /// Whether a person sits on any side.
    pub(crate) fn has_people(&self) -> bool {
        self.people().iter().any(|&person| person)
    }

    /// Whether machines play it to its end, whoever looks.
    pub(crate) fn plays_by_itself(&self) -> bool {
        !self.has_people() && self.look(|state| state.pace.auto && !state.phase.is_over())
    }

    /// Whether something keeps it from going on for the moment.
    pub(crate) fn is_held_up(&self) -> bool {
        self.look(|state| state.obstacle.is_some())
    }

    /// Whether it is over.
    pub fn is_over(&self) -> bool {
        self.look(|state| state.phase.is_over())
    }

    /// Whether somebody came, so that it has begun.
    pub fn has_begun(&self) -> bool {
        self.look(|state| state.phase.is_running() || state.phase.is_over())
    }

    /// How long nobody has been there; nothing while somebody is.
    pub fn deserted(&self) -> Option<Duration> {
        self.look(|state| state.visitors.absent_for())
    }
}
