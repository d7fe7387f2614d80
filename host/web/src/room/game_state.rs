//! What of a room is shown: to those who are in it, and in lists.

use othello_rules::{ByColour, Colour};

use super::keys::Holder;
use super::shared::Room;
use super::state::State;
use crate::protocol::{
    self, GameInfo, GameLinks, GameState, LiveGame, TimeLimits, Visitor, milliseconds,
};

impl Room {
    /// The address for those who watch.
    fn watch(&self) -> String {
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
    pub fn links(&self) -> GameLinks {
        let seat = |colour: Colour| {
            let is_person = self.seats[colour].info.person;
            is_person.then(|| self.with_key(self.keys.seats.of(colour)))
        };
        let ByColour { black, white } = ByColour::from_fn(seat);
        GameLinks { watch: self.watch(), organiser: self.organiser(), black, white }
    }

    /// What a list shows.
    pub fn summary(&self) -> LiveGame {
        self.look(|state| LiveGame {
            id: self.id.clone(),
            game: self.setup.game.clone(),
            size: self.setup.size,
            black: self.seats.black.info.name.clone(),
            white: self.seats.white.info.name.clone(),
            plies: state.course.plies.len(),
            counts: state.course.view.counts().into(),
            over: state.phase.is_over(),
            watchers: state.visitors.watchers(),
            url: self.watch(),
        })
    }

    /// Everything that this visitor may see.
    pub fn snapshot(&self, holder: Holder) -> GameState {
        self.look(|state| self.game_state(state, holder))
    }

    /// The same of a state that is locked already.
    pub(super) fn game_state(&self, state: &State, holder: Holder) -> GameState {
        let seats = Colour::ALL.into_iter().filter(|&colour| holder.seats[colour]);
        let you = Visitor {
            organiser: holder.organiser,
            seats: seats.map(protocol::Colour::from).collect(),
        };
        let links = holder.organiser.then(|| self.links());
        state.game_state(you, links, self.about(state))
    }

    fn about(&self, state: &State) -> GameInfo {
        let time = &self.time;
        let first_move = |limit| milliseconds(time.first_move.max(limit));
        GameInfo {
            id: self.id.clone(),
            game: self.setup.game.clone(),
            title: self.server_state.games.title(&self.setup.game),
            disc: crate::games::stones(&self.setup),
            size: self.setup.size,
            start: self.setup.start.clone(),
            seed: self.seed.get(),
            database: self.database.clone(),
            time: TimeLimits {
                move_ms: time.per_move.map(milliseconds),
                first_move_ms: time.per_move.map(first_move),
                clock_ms: time.game.map(|clock| milliseconds(clock.total)),
                increment_ms: time.game.map(|clock| milliseconds(clock.increment)),
            },
            black: self.seats.black.info.clone(),
            white: self.seats.white.info.clone(),
            hide_queries: state.hide_queries,
            window: self.window,
            initial: state.course.initial.board(),
        }
    }
}
