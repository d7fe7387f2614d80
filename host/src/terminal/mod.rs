//! A game drawn on a terminal: the board is followed move by move, and a person plays on it. The game itself is the
//! arena's; here is only what is drawn and typed.

mod browse;
mod draw;
mod input;
mod letters;
mod people;
mod screen;
mod state;

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError};
use std::time::{Duration, Instant};

use othello_arena::{Control, Event};
use ratatui::crossterm::event;

pub use browse::{Key, Picture, browse};
pub use input::{end_if_interrupted, key_code};
pub use letters::branches;
pub use people::{People, seat};
pub use screen::{Screen, restore, wait_for_key};

pub use state::Sides;
use state::State;

/// The context of a terminal's failure.
pub const UNDRAWABLE: &str = "the terminal can't be drawn on";

/// A game that is over sooner is not drawn at all.
const UNSEEN: Duration = Duration::from_millis(150);
/// How long keys and mouse are waited for before the game is looked at again.
const FRAME: Duration = Duration::from_millis(15);

/// Follows a game on the terminal until it is over, and hands each event on to the caller as well.
pub fn follow(
    events: &Receiver<Arc<Event>>,
    mut tell: impl FnMut(&Event),
    people: Option<&People>,
    control: &Control,
    sides: Sides,
) -> io::Result<()> {
    let mut state = State::new(sides, people.is_some());
    if people.is_none() && !control.waits() && ended_unseen(events, &mut state, &mut tell) {
        return Ok(());
    }
    let mut screen = Screen::enter()?;
    loop {
        loop {
            match events.try_recv() {
                Ok(event) => {
                    state.take(&event);
                    tell(&event);
                }
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => return Ok(()),
            }
        }
        if let Some(people) = people {
            converse(people, &mut state);
        }
        screen.draw(|frame| draw::draw(frame, &mut state, control))?;
        // Whatever was typed meanwhile is taken at once; only the first look waits.
        let mut wait = FRAME;
        while event::poll(wait)? {
            input::take(&event::read()?, &mut state, control);
            wait = Duration::ZERO;
        }
    }
}

/// Questions to people, and hints for them.
fn converse(people: &People, state: &mut State) {
    if let Some(question) = people.next_question() {
        state.set_question(question);
    }
    if let Some((moves, hint)) = people.next_hint() {
        state.show_hint(&moves, hint);
    }
    if std::mem::take(&mut state.wants_hint)
        && let Some(question) = &state.question
    {
        people.request_hint(question.moves.clone());
    }
}

/// Follows a game that may be over before anybody could have seen it; says whether it was.
fn ended_unseen(
    events: &Receiver<Arc<Event>>,
    state: &mut State,
    tell: &mut impl FnMut(&Event),
) -> bool {
    let until = Instant::now() + UNSEEN;
    loop {
        match events.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(event) => {
                state.take(&event);
                tell(&event);
            }
            Err(RecvTimeoutError::Timeout) => return false,
            Err(RecvTimeoutError::Disconnected) => return true,
        }
    }
}
