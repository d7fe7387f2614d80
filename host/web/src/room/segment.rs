//! A leg: the part of a game between two breaks, on one thread. A game has several where it went on after its
//! end, after nobody was there for long, or after the server began anew.

use std::sync::Arc;
use std::thread;

use othello_arena::record::Recorder;
use othello_arena::seat::Person;
use othello_arena::{InstalledPlayer, Seat, Table};
use serde_json::json;

use super::Room;
use super::person::{OnPage, RoomPace};
use super::state::Change;
use crate::refusal::Refusal;
use crate::server_state::Prepared;

impl Room {
    /// Plays on from where the game is, unless that is going on or the game is over.
    pub fn take_up(self: &Arc<Room>) {
        {
            let mut state = self.state();
            if state.running || state.end.is_some() {
                return;
            }
            state.running = true;
            state.leaving = false;
            // Whatever was wished for an earlier leg is not meant for this one.
            drop(self.control.take_wish());
        }
        if let Err(refusal) = (self.make)().and_then(|prepared| self.play(prepared)) {
            self.void(refusal.message());
        }
    }

    fn play(self: &Arc<Room>, prepared: Prepared) -> Result<(), Refusal> {
        let Prepared {
            mut settings,
            contestants,
            keys,
            runner,
            referee,
            mut session,
            mut observers,
            afterwards,
        } = prepared;
        {
            let state = self.state();
            settings.opening = state.moves();
            settings.left = state.left();
        }
        let seats = contestants.zip(keys).map(|(contestant, key)| Seat {
            name: contestant.name.clone(),
            person: contestant
                .about()
                .person
                .then(|| Box::new(OnPage(Arc::clone(self))) as Box<dyn Person>),
            player: Box::new(InstalledPlayer { contestant, runner: runner.clone() }),
            key,
        });
        let events = observers.subscribe();
        let people = self.seats.as_ref().map(|seat| seat.person);
        let conductor = Box::new(RoomPace { control: self.control.clone(), people });
        let game = move || {
            let board = session.as_mut();
            let table = Table { settings, seats, session: board, referee, conductor, observers };
            afterwards(table.play(), session);
        };
        let mut recorder = Recorder::new(self.seats.as_ref().map(|seat| seat.record.clone()));
        if let Some(wanted) = &self.wanted {
            let specs = wanted.seats().map(|seat| seat.spec.clone());
            recorder = recorder.written(&self.setup, specs);
        }
        let room = Arc::clone(self);
        let broken = |error| Refusal::broken(format!("no thread is left for the game: {error}"));
        thread::Builder::new()
            .name("follow".to_owned())
            .spawn(move || {
                room.follow(&events, recorder);
            })
            .map_err(broken)?;
        thread::Builder::new().name("game".to_owned()).spawn(game).map_err(broken)?;
        Ok(())
    }

    /// Ends the game without a result.
    pub(super) fn void(&self, why: &str) {
        let mut state = self.state();
        state.running = false;
        state.question = None;
        if state.end.is_none() {
            let counts = crate::place::counts(&state.view);
            state.end = Some(json!({
                "result": "void", "winner": null, "name": null, "by": "void", "reason": null,
                "why": why, "counts": counts,
            }));
            let change = Change::new("end").set(&state, &["end", "rounds", "position"]);
            state.tell(change);
        }
    }
}
