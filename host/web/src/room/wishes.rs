//! What the people in a room wish for its game, and what they are told where that can't be.

use std::sync::Arc;
use std::time::Duration;

use othello_arena::GameCommand;
use othello_arena::seat::Choice;
use othello_rules::{Colour, Move, Square};
use serde::Deserialize;
use serde_json::{Value, json};

use super::Room;
use super::follow::tell_go_to;
use super::holder::Holder;
use super::state::{Change, Offer, State};

/// The longest wait after a move.
const LONGEST_DELAY: u64 = 60_000;

/// What a page may say.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Wanted {
    /// Everything, from the beginning.
    Hello {
        /// The key of a seat, or of the organiser.
        key: Option<String>,
    },
    /// A disc on a square.
    Play {
        /// How many plies the page has seen.
        ply: usize,
        /// Where.
        square: String,
        /// For whom, where the key holds both seats.
        #[serde(default)]
        colour: Option<String>,
    },
    /// A side gives up.
    Resign {
        /// Which.
        #[serde(default)]
        colour: Option<String>,
    },
    /// A side's last move is taken back.
    Undo {
        /// Whose.
        #[serde(default)]
        colour: Option<String>,
    },
    /// What was taken back is played again.
    Redo {
        /// For whom.
        #[serde(default)]
        colour: Option<String>,
    },
    /// The game goes to another ply.
    GoTo {
        /// So many plies are played there.
        plies: usize,
        /// Who wishes it.
        #[serde(default)]
        colour: Option<String>,
    },
    /// Agreement, or not.
    Answer {
        /// To which wish.
        number: u64,
        /// Whether.
        accept: bool,
    },
    /// One ply.
    Step,
    /// The game goes on by itself, or not.
    Pace {
        /// Whether.
        auto: bool,
        /// After which wait.
        #[serde(default)]
        delay_ms: Option<u64>,
    },
    /// Queries are hidden until the end, or not.
    Queries {
        /// Whether.
        hide: bool,
    },
    /// The game ends without a result.
    Stop,
}

/// Why a wish is not fulfilled, and which square it was about.
pub struct Refused {
    message: String,
    square: Option<String>,
}

impl Refused {
    /// The refusal as the page gets it.
    pub fn to_json(&self) -> Value {
        json!({ "type": "refused", "message": self.message, "square": self.square })
    }
}

fn refused<T>(message: impl Into<String>) -> Result<T, Refused> {
    Err(Refused { message: message.into(), square: None })
}

type Fulfilled = Result<(), Refused>;

impl Room {
    /// Does what somebody wishes who may, or says why not.
    pub fn fulfil(self: &Arc<Room>, wanted: Wanted, holder: Holder) -> Fulfilled {
        let done = match wanted {
            Wanted::Hello { .. } => refused("hello comes first"),
            Wanted::Play { ply, square, colour } => self.put(holder, colour, ply, &square),
            Wanted::Resign { colour } => self.resign(holder, colour),
            Wanted::Undo { colour } => self.undo(holder, colour),
            Wanted::Redo { colour } => self.redo(holder, colour),
            Wanted::GoTo { plies, colour } => {
                let side = self.mover(holder, colour)?;
                self.wish_to_go(holder, side, plies)
            }
            Wanted::Answer { number, accept } => self.answer(holder, number, accept),
            Wanted::Step => self.step(holder),
            Wanted::Pace { auto, delay_ms } => self.set_pace(holder, auto, delay_ms),
            Wanted::Queries { hide } => self.hide_queries(holder, hide),
            Wanted::Stop => self.stop(holder),
        };
        self.keep(&self.state());
        done
    }

    /// The seat that is meant, if it is the visitor's.
    fn seat(&self, holder: Holder, colour: Option<String>) -> Result<Colour, Refused> {
        let held = |colour: Colour| holder.seats[colour];
        match colour.as_deref() {
            Some("black") if held(Colour::Black) => Ok(Colour::Black),
            Some("white") if held(Colour::White) => Ok(Colour::White),
            Some("black" | "white") => refused("this seat is somebody else's"),
            Some(other) => refused(format!("no side {other:?}; there are black and white")),
            None => match (held(Colour::Black), held(Colour::White)) {
                (true, false) => Ok(Colour::Black),
                (false, true) => Ok(Colour::White),
                // On one screen the side to move is meant.
                (true, true) => Ok(self.to_move().unwrap_or(Colour::Black)),
                (false, false) => refused("who watches can't move the discs"),
            },
        }
    }

    /// Who may take the game elsewhere: a seat, or the organiser of a game without people.
    fn mover(&self, holder: Holder, colour: Option<String>) -> Result<Colour, Refused> {
        if holder.organiser && !self.has_people() {
            return Ok(Colour::Black);
        }
        self.seat(holder, colour)
    }

    fn to_move(&self) -> Option<Colour> {
        match &self.state().view.turn {
            othello_board::Turn::Move { colour, .. } => Some(*colour),
            _ => None,
        }
    }

    fn put(&self, holder: Holder, colour: Option<String>, ply: usize, square: &str) -> Fulfilled {
        let of = |message: String| Refused { message, square: Some(square.to_owned()) };
        let at: Square = square.parse().map_err(|_| of(format!("{square:?} is no square")))?;
        let side = self.seat(holder, colour).map_err(|refused| of(refused.message))?;
        let mut state = self.state();
        if state.end.is_some() {
            return Err(of("the game is over".to_owned()));
        }
        let asked = state.question.as_ref().map(|asked| asked.plies);
        if ply != state.plies.len() || asked.is_some_and(|plies| plies != ply) {
            return Err(of("the game has gone on meanwhile".to_owned()));
        }
        if !state.is_turn_of(side) {
            return Err(of("it is the other side's turn".to_owned()));
        }
        if let Some(message) = state.objection(at) {
            return Err(of(message));
        }
        if asked.is_some() {
            answer_question(&mut state, Choice::Cell(at));
        } else {
            state.early = Some((ply, at));
        }
        Ok(())
    }

    fn resign(&self, holder: Holder, colour: Option<String>) -> Fulfilled {
        let side = self.seat(holder, colour)?;
        let mut state = self.state();
        if state.end.is_some() {
            return refused("the game is over");
        }
        match &state.question {
            Some(asked) if asked.colour == side => answer_question(&mut state, Choice::Resign),
            _ => self.wish(&mut state, GameCommand::Resign(side)),
        }
        Ok(())
    }

    fn undo(self: &Arc<Room>, holder: Holder, colour: Option<String>) -> Fulfilled {
        if holder.organiser && !self.has_people() {
            let plies = self.state().plies.len();
            return match plies.checked_sub(1) {
                Some(plies) => self.wish_to_go(holder, Colour::Black, plies),
                None => refused("there is no move to take back"),
            };
        }
        let both = holder.seats.iter().all(|&held| held);
        let side = self.seat(holder, colour)?;
        let own = {
            let state = self.state();
            // At one screen the last move is taken back, whosever it was.
            let of_side = |colour: Colour| both || colour == side;
            state.plies.iter().rposition(|one| of_side(one.ply.colour) && one.ply.ply != Move::Pass)
        };
        match own {
            Some(plies) => self.wish_to_go(holder, side, plies),
            None => refused("there is no move of yours to take back"),
        }
    }

    /// Plays again what was taken back: a move, and what came after it until this side could move again.
    fn redo(self: &Arc<Room>, holder: Holder, colour: Option<String>) -> Fulfilled {
        let side = self.mover(holder, colour)?;
        let alone = holder.organiser && !self.has_people();
        let one_by_one = alone || holder.seats.iter().all(|&held| held);
        let plies = {
            let state = self.state();
            let more = state.redo.iter().rev().skip(1).position(|next| {
                one_by_one || next.ply.colour == side && next.ply.ply != Move::Pass
            });
            let more = more.map_or(state.redo.len(), |position| position + 1);
            if more == 0 {
                return refused("nothing was taken back");
            }
            state.plies.len() + more
        };
        self.wish_to_go(holder, side, plies)
    }

    /// Goes elsewhere in the game, or asks another person whether that may be.
    fn wish_to_go(self: &Arc<Room>, holder: Holder, side: Colour, plies: usize) -> Fulfilled {
        let other = side.opponent();
        let mut state = self.state();
        if self.window && state.end.is_some() {
            return refused("the result of this game has been told already");
        }
        if plies == state.plies.len() || state.moves_to(plies).is_none() {
            return refused("the game can't go there");
        }
        if self.seats[other].person && !holder.seats[other] {
            state.offers += 1;
            state.offer = Some(Offer { number: state.offers, from: side, plies });
            let change = Change::new("offer").by(side).set(&state, &["offer"]);
            state.tell(change);
            return Ok(());
        }
        self.go(state, plies);
        Ok(())
    }

    fn go(self: &Arc<Room>, mut state: std::sync::MutexGuard<'_, State>, plies: usize) {
        let Some(moves) = state.moves_to(plies) else { return };
        if state.running && state.end.is_none() {
            self.wish(&mut state, GameCommand::GoTo(moves));
            return;
        }
        // Nobody plays it at this moment: it goes on from there.
        state.end = None;
        tell_go_to(&mut state, &moves);
        drop(state);
        self.take_up();
    }

    fn answer(self: &Arc<Room>, holder: Holder, number: u64, accept: bool) -> Fulfilled {
        let mut state = self.state();
        let offer = state
            .offer
            .take_if(|offer| offer.number == number && holder.seats[offer.from.opponent()]);
        let Some(offer) = offer else {
            return refused("there is no such question to you");
        };
        let what = if accept { "offer" } else { "refusal" };
        let change = Change::new(what).by(offer.from.opponent()).set(&state, &["offer"]);
        state.tell(change);
        if accept {
            self.go(state, offer.plies);
        }
        Ok(())
    }

    /// Lets something else happen than a move: at once where a person is asked, before the next move
    /// otherwise.
    fn wish(&self, state: &mut State, wish: GameCommand) {
        state.early = None;
        if state.question.is_some() {
            answer_question(state, Choice::GameCommand(wish));
        } else {
            self.control.wish(wish);
        }
    }

    fn step(&self, holder: Holder) -> Fulfilled {
        organises(holder)?;
        let mut state = self.state();
        self.control.tick();
        state.pace.0 = false;
        state.waiting = false;
        let change = Change::new("pace").set(&state, &["pace"]);
        state.tell(change);
        Ok(())
    }

    fn set_pace(&self, holder: Holder, auto: bool, delay_ms: Option<u64>) -> Fulfilled {
        organises(holder)?;
        let mut state = self.state();
        let delay = delay_ms.map(|delay| Duration::from_millis(delay.min(LONGEST_DELAY)));
        state.pace = (auto, delay.unwrap_or(state.pace.1));
        self.control.set(auto, state.pace.1);
        state.waiting = !auto && state.clocks.running.is_none() && state.end.is_none();
        let change = Change::new("pace").set(&state, &["pace"]);
        state.tell(change);
        Ok(())
    }

    fn hide_queries(&self, holder: Holder, hide: bool) -> Fulfilled {
        organises(holder)?;
        let mut state = self.state();
        state.hide = hide;
        let change = Change::new("queries").set(&state, &["rounds", "hide_queries"]);
        state.tell(change);
        Ok(())
    }

    fn stop(&self, holder: Holder) -> Fulfilled {
        organises(holder)?;
        if self.state().end.is_some() {
            return refused("the game is over");
        }
        self.break_off("it was stopped");
        Ok(())
    }

    /// Ends the game without a result, for this reason.
    pub fn break_off(&self, why: &str) {
        let mut state = self.state();
        if state.running {
            self.wish(&mut state, GameCommand::Stop(why.to_owned()));
        } else {
            drop(state);
            self.void(why);
        }
    }

    /// Lets the players go; the game is taken up again when somebody comes.
    pub fn adjourn(&self) {
        let mut state = self.state();
        if state.running && state.end.is_none() {
            state.leaving = true;
            self.wish(&mut state, GameCommand::Stop("it is adjourned".to_owned()));
        }
    }
}

fn answer_question(state: &mut State, choice: Choice) {
    if let Some(asked) = state.question.take() {
        // The deadline may have passed meanwhile, and the game gone on.
        let _ = asked.answer.send(choice);
    }
}

fn organises(holder: Holder) -> Fulfilled {
    if holder.organiser { Ok(()) } else { refused("only who made the game may do that") }
}
