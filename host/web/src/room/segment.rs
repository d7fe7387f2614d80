//! A segment: the part of a game between two breaks, on threads of its own. A game has several where it went on
//! after its end, after nobody was there for long, or after the server began anew.

use std::sync::Arc;
use std::sync::mpsc::channel;
use std::thread::{self, JoinHandle};

use othello_arena::record::Recorder;
use othello_arena::seat::Person;
use othello_arena::{InstalledPlayer, Seat, Table};

use super::person::{OnPage, RoomPace};
use super::phase::{PersonToMove, Phase};
use super::shared::Room;
use super::state::State;
use crate::refusal::Refusal;
use crate::server_state::Prepared;

impl Room {
    /// Plays on from where the game is, unless that is going on or the game is over.
    pub(crate) fn take_up(self: &Arc<Room>) {
        let begins = self.change(|state| match &mut state.phase {
            Phase::Idle => {
                state.phase = Phase::Playing(PersonToMove::NotAsked);
                // Whatever was commanded in an earlier segment is not meant for this one.
                drop(self.control.take_command());
                true
            }
            Phase::Leaving { again } => {
                *again = true;
                false
            }
            Phase::Playing(_) | Phase::Over { .. } => false,
        });
        if begins && let Err(refusal) = (self.prepare)().and_then(|prepared| self.play(prepared)) {
            self.change(|state| state.void(refusal.message()));
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
        (settings.opening, settings.left) =
            self.look(|state| (state.course.moves(), state.time_left()));
        let seats = contestants.zip(keys).map(|(contestant, key)| {
            let is_person = contestant.about().person;
            Seat {
                name: contestant.name.clone(),
                person: is_person.then(|| Box::new(OnPage(Arc::clone(self))) as Box<dyn Person>),
                player: Box::new(InstalledPlayer { contestant, runner: runner.clone() }),
                key,
            }
        });
        let events = observers.subscribe();
        let conductor = Box::new(RoomPace { control: self.control.clone(), people: self.people() });
        let game = move || {
            let board = session.as_mut();
            let table = Table { settings, seats, session: board, referee, conductor, observers };
            afterwards(table.play(), session);
        };
        let (room, recorder) = (Arc::clone(self), self.recorder());
        let (started, starts) = channel::<JoinHandle<()>>();
        let follow = move || {
            room.follow(&events, recorder);
            // What the game was played on is free again when its thread has ended, however that was.
            let _ = starts.recv().map(JoinHandle::join);
            if room.change(State::end_segment) {
                room.take_up();
            }
        };
        let broken = |error| Refusal::broken(format!("no thread is left for the game: {error}"));
        thread::Builder::new().name("follow".to_owned()).spawn(follow).map_err(broken)?;
        let game = thread::Builder::new().name("game".to_owned()).spawn(game).map_err(broken)?;
        // Whoever follows waits for it.
        let _ = started.send(game);
        Ok(())
    }

    fn recorder(&self) -> Recorder {
        let recorder = Recorder::new(self.seats.as_ref().map(|seat| seat.record.clone()));
        let recorder = recorder.in_series(&self.series);
        match &self.new_game {
            Some(new_game) => {
                let specs = new_game.seats().map(|seat| seat.spec.clone());
                recorder.with_setup(&self.setup, specs)
            }
            None => recorder,
        }
    }
}
