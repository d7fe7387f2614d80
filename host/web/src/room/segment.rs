//! A segment: the part of a game between two breaks, on threads of its own. A game has several where it went on
//! after its end, after nobody was there for long, or after the server began anew.

use std::sync::Arc;
use std::sync::mpsc::channel;
use std::thread;

use othello_arena::event::{self, Start};
use othello_arena::record::Recorder;
use othello_arena::seat::Person;
use othello_arena::{Event, GameCommand, InstalledPlayer, Seat, Table};
use othello_store::GameRecord;

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
        if !begins {
            return;
        }
        match (self.prepare)().and_then(|prepared| self.play(prepared)) {
            Ok(()) => self.change(|state| state.set_obstacle(None)),
            // Somebody else has the database, or there is no place: the game waits for that.
            Err(refusal) if refusal.may_pass() => self.change(|state| self.stands(state, &refusal)),
            Err(refusal) => self.change(|state| state.void(refusal.message())),
        }
    }

    /// The game can't go on for the moment.
    fn stands(&self, state: &mut State, refusal: &Refusal) {
        state.phase = Phase::Idle;
        match self.control.take_command() {
            // It was stopped meanwhile.
            Some(GameCommand::Stop(why)) => state.void(&why),
            _ => state.set_obstacle(Some(refusal.message())),
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
        let broken = |error| Refusal::broken(format!("no thread is left for the game: {error}"));
        let (begins, is_followed) = channel::<()>();
        let game = move || {
            // Where nobody is left who follows, nothing is played.
            if is_followed.recv().is_ok() {
                game();
            }
        };
        let game = thread::Builder::new().name("game".to_owned()).spawn(game).map_err(broken)?;
        let follow = move || {
            let _ = begins.send(());
            room.follow(&events, recorder);
            // What the game was played on is free again when its thread has ended, however that was.
            let _ = game.join();
            if room.change(State::end_segment) {
                room.take_up();
            }
        };
        thread::Builder::new().name("follow".to_owned()).spawn(follow).map_err(broken)?;
        Ok(())
    }

    /// The record of a game that stands still and that nobody comes back to.
    pub(super) fn abandoned(&self) -> Option<GameRecord> {
        let contestants =
            self.server_state.contestants(self.new_game.as_ref()?, &self.setup).ok()?;
        let (moves, view) = self.look(|state| (state.course.moves(), state.course.view.clone()));
        let mut recorder = self.recorder().after(moves);
        recorder.see(&Event::Start(Box::new(Start {
            game: self.setup.game.clone(),
            start: self.setup.start.clone(),
            seed: self.seed,
            database: self.database.clone(),
            referee: String::new(),
            time: self.time,
            players: contestants.map(|contestant| event::Contestant {
                about: contestant.about().clone(),
                name: contestant.name,
            }),
            view,
        })));
        recorder.broken_off("nobody came back to it")
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
