//! What of a room is shown: to those who are in it, in lists, and for the game that follows on it.

use std::sync::Arc;

use othello_rules::{ByColour, Colour, Move};

use super::clocks::whole_milliseconds;
use super::keys::{Holder, Identity};
use super::shared::Room;
use super::state::{Part, State};
use crate::key;
use crate::protocol::{
    self, ChangeKind, GameInfo, GameLinks, GameResult, GameState, LiveGame, NewGame, PlayAgain,
    TimeLimits, Visitor, milliseconds,
};
use crate::refusal::Refusal;

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
            board: state.course.view.board(),
            last: state.course.plies.iter().rev().find_map(|played| match played.ply.ply {
                Move::Place(square) => Some(protocol::Square(square)),
                Move::Pass => None,
            }),
            disc: crate::games::stones(&self.setup),
            over: state.phase.is_over(),
            void: state.phase.end().is_some_and(|end| end.result == GameResult::Void),
            waits: !state.phase.is_over() && (state.pace.waiting || !state.phase.is_running()),
            watchers: state.visitors.watchers(),
            url: self.watch(),
        })
    }

    /// The game that the same ask for after this one, with their keys; only those who play it may.
    pub(crate) fn again(&self, request: &PlayAgain) -> Result<(NewGame, Identity), Refusal> {
        let may = self.holder(Some(&request.key));
        if may.is_none_or(Holder::only_watches) {
            return Err(Refusal::wrong("this is no key of the game"));
        }
        let new_game = self.new_game.clone().filter(|_| self.is_over());
        let Some(mut new_game) = new_game else {
            return Err(Refusal::not_now("the game is not over"));
        };
        if request.swap {
            std::mem::swap(&mut new_game.black, &mut new_game.white);
        }
        let (pace, hide) = self.look(|state| (state.pace, state.hide_queries));
        new_game.auto = Some(pace.auto);
        new_game.delay_ms = whole_milliseconds(pace.delay);
        new_game.hide_queries = Some(hide);
        let (keys, series) = (self.keys.again(request.swap), self.series.clone());
        Ok((new_game, Identity { id: key::name()?, keys, series }))
    }

    /// Has a game be the one after this one, which everybody is told of. Only one that is forgotten is replaced; gives
    /// the one that counts.
    pub(crate) fn goes_on_in(self: &Arc<Room>, id: &str, forgotten: Option<&str>) -> String {
        self.change(|state| match &state.next {
            Some(next) if Some(next.as_str()) != forgotten => next.clone(),
            _ => {
                state.next = Some(id.to_owned());
                state.tell(ChangeKind::Again, &[Part::Next]);
                id.to_owned()
            }
        })
    }

    /// The game after this one.
    pub(crate) fn next(&self) -> Option<String> {
        self.look(|state| state.next.clone())
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
