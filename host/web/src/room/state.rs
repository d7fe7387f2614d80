//! What is known of a live game, and how those who watch are told of every change. The state is changed under
//! one lock and told under the same, so that nobody sees two changes in another order.

use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use othello_arena::Ply;
use othello_arena::seat::Choice;
use othello_board::{Turn, View};
use othello_rules::{ByColour, Colour, Move, Square};
use serde_json::{Map, Value, json};
use tokio::sync::broadcast;

use crate::place::{lying, ply_json, word};

/// So many changes may wait for somebody who watches; who reads more slowly is let go.
const QUEUE: usize = 512;

/// A ply with what belongs to it.
#[derive(Clone, Debug)]
pub struct Played {
    /// The ply.
    pub ply: Ply,
    /// What was left on the clocks after it.
    pub left: ByColour<Option<Duration>>,
    /// What was asked and answered before it.
    pub rounds: Vec<Value>,
}

/// A question to a person.
#[derive(Debug)]
pub struct Asked {
    /// Who is asked.
    pub colour: Colour,
    /// After how many plies.
    pub plies: usize,
    /// Gets the answer.
    pub answer: Sender<Choice>,
}

/// A wish to go back that somebody else has to agree to.
#[derive(Debug)]
pub struct Offer {
    /// Tells it from others.
    pub number: u64,
    /// Who wishes it.
    pub from: Colour,
    /// The number of plies to go to.
    pub plies: usize,
}

/// The clocks as of the last change.
#[derive(Debug, Default)]
pub struct Ticking {
    /// What is left.
    pub left: ByColour<Option<Duration>>,
    /// Whose clock runs since when.
    pub running: Option<(Colour, Instant)>,
    /// How long the move may take.
    pub limit: Option<Duration>,
}

/// What is known of a live game.
#[derive(Debug)]
pub struct State {
    /// Counts the changes.
    version: u64,
    /// Tells those who watch.
    channel: broadcast::Sender<Utf8Bytes>,
    /// What is told only when it has been kept.
    held_back: Option<Vec<Utf8Bytes>>,
    /// The board as it began.
    pub initial: View,
    /// The board.
    pub view: View,
    /// Everything that was played.
    pub plies: Vec<Played>,
    /// What was asked since the last ply.
    pub rounds: Vec<Value>,
    /// What was taken back; the next one is the last.
    pub redo: Vec<Played>,
    /// The clocks.
    pub clocks: Ticking,
    /// Whether the game goes on by itself, and after which wait.
    pub pace: (bool, Duration),
    /// Whether the game waits for a step.
    pub waiting: bool,
    /// A wish that somebody has to agree to.
    pub offer: Option<Offer>,
    /// Counts the offers.
    pub offers: u64,
    /// The square that a forfeit was about.
    pub illegal: Option<Value>,
    /// How it ended.
    pub end: Option<Value>,
    /// A person who is asked.
    pub question: Option<Asked>,
    /// Where the person to move went before the game's thread asked, and after how many plies.
    pub early: Option<(usize, Square)>,
    /// How many connections hold each seat, and how many none.
    pub present: ByColour<usize>,
    /// Those that only watch.
    pub watchers: usize,
    /// Connections of any kind.
    pub connections: usize,
    /// When the last connection went.
    pub deserted: Instant,
    /// Whether queries are hidden.
    pub hide: bool,
    /// Whether a thread plays it.
    pub running: bool,
    /// Whether it is to be left as it is, to be taken up later.
    pub leaving: bool,
    /// What each side's clock begins with.
    pub whole: Option<Duration>,
    /// Whether there is something that is not yet told of who is present.
    pub present_changed: bool,
}

/// A change of the state, as it is told.
pub struct Change<'a> {
    what: &'a str,
    colour: Option<Colour>,
    cut: Map<String, Value>,
    push: Map<String, Value>,
    set: Map<String, Value>,
}

impl<'a> Change<'a> {
    /// A change of this kind.
    pub fn new(what: &'a str) -> Change<'a> {
        let [cut, push, set] = [Map::new(), Map::new(), Map::new()];
        Change { what, colour: None, cut, push, set }
    }

    /// By whom.
    pub fn by(mut self, colour: Colour) -> Change<'a> {
        self.colour = Some(colour);
        self
    }

    /// A list is shortened.
    pub fn cut(mut self, list: &str, length: usize) -> Change<'a> {
        self.cut.insert(list.to_owned(), length.into());
        self
    }

    /// Entries come to the end of a list.
    pub fn push(mut self, list: &str, entries: Vec<Value>) -> Change<'a> {
        self.push.insert(list.to_owned(), entries.into());
        self
    }

    /// These parts are to be replaced by what they are now.
    pub fn set(mut self, state: &State, parts: &[&str]) -> Change<'a> {
        for &part in parts {
            self.set.insert(part.to_owned(), state.part(part));
        }
        self
    }
}

impl State {
    /// The state of a game that begins so.
    pub fn new(
        initial: View,
        pace: (bool, Duration),
        hide: bool,
        whole: Option<Duration>,
    ) -> State {
        State {
            version: 0,
            channel: broadcast::Sender::new(QUEUE),
            held_back: None,
            view: initial.clone(),
            initial,
            plies: Vec::new(),
            rounds: Vec::new(),
            redo: Vec::new(),
            clocks: Ticking { left: ByColour::from_fn(|_| whole), ..Ticking::default() },
            whole,
            pace,
            waiting: false,
            offer: None,
            offers: 0,
            illegal: None,
            end: None,
            question: None,
            early: None,
            present: ByColour::default(),
            watchers: 0,
            connections: 0,
            deserted: Instant::now(),
            hide,
            running: false,
            leaving: false,
            present_changed: false,
        }
    }

    /// What is told from now on.
    pub fn subscribe(&self) -> broadcast::Receiver<Utf8Bytes> {
        self.channel.subscribe()
    }

    /// Tells everybody of a change. Nobody may be there.
    pub fn tell(&mut self, change: Change<'_>) {
        self.version += 1;
        let mut message = json!({
            "type": "change",
            "version": self.version,
            "what": change.what,
        });
        if let Some(colour) = change.colour {
            message["colour"] = word(colour).into();
        }
        for (key, part) in [("cut", change.cut), ("push", change.push), ("set", change.set)] {
            if !part.is_empty() {
                message[key] = part.into();
            }
        }
        let message = Utf8Bytes::from(message.to_string());
        match &mut self.held_back {
            Some(held_back) => held_back.push(message),
            None => drop(self.channel.send(message)),
        }
    }

    /// From now on changes wait to be told.
    pub fn hold_back(&mut self) {
        self.held_back = Some(Vec::new());
    }

    /// Tells the changes that waited.
    pub fn let_out(&mut self) {
        for message in self.held_back.take().into_iter().flatten() {
            let _ = self.channel.send(message);
        }
    }

    /// The parts that everybody may see.
    pub fn shown(&self) -> Map<String, Value> {
        let parts = [
            "plies", "rounds", "position", "clocks", "pace", "redo", "offer", "illegal", "end",
            "present",
        ];
        let mut all: Map<_, _> =
            parts.into_iter().map(|part| (part.to_owned(), self.part(part))).collect();
        all.insert("type".to_owned(), "state".into());
        all.insert("version".to_owned(), self.version.into());
        all
    }

    fn part(&self, part: &str) -> Value {
        match part {
            "plies" => self.plies.iter().map(|played| ply_json(&played.ply)).collect(),
            "rounds" => self.all_rounds().map(|round| self.veiled(round)).collect(),
            "position" => lying(&self.view),
            "clocks" => self.clocks.to_json(),
            "pace" => json!({
                "auto": self.pace.0,
                "delay_ms": milliseconds(self.pace.1),
                "waiting": self.waiting,
            }),
            "redo" => self.redo.iter().rev().map(|played| played.ply.ply.to_string()).collect(),
            "offer" => self.offer.as_ref().map_or(Value::Null, |offer| {
                json!({ "number": offer.number, "from": word(offer.from), "plies": offer.plies })
            }),
            "illegal" => self.illegal.clone().unwrap_or_default(),
            "end" => self.end.clone().unwrap_or_default(),
            "hide_queries" => self.hide.into(),
            "present" => json!({
                "black": self.present.black > 0,
                "white": self.present.white > 0,
                "watchers": self.watchers,
            }),
            _ => Value::Null,
        }
    }

    /// All rounds, the oldest first.
    pub fn all_rounds(&self) -> impl Iterator<Item = &Value> {
        self.plies.iter().flat_map(|played| &played.rounds).chain(&self.rounds)
    }

    /// A round as it may be seen now.
    pub fn veiled(&self, round: &Value) -> Value {
        let mut round = round.clone();
        let hidden = self.hide && self.end.is_none();
        round["hidden"] = hidden.into();
        if hidden {
            round["query"] = Value::Null;
            round["thinking"] = Value::Null;
            round["params"] = json!({});
            round["entries"] = json!({});
        }
        round
    }

    /// The moves and passes so far.
    pub fn moves(&self) -> Vec<Move> {
        self.plies.iter().map(|played| played.ply.ply).collect()
    }

    /// The moves of the game after so many plies, those among them that can be redone.
    pub fn moves_to(&self, plies: usize) -> Option<Vec<Move>> {
        let all = self.plies.iter().chain(self.redo.iter().rev());
        let moves: Vec<Move> = all.take(plies).map(|played| played.ply.ply).collect();
        (moves.len() == plies).then_some(moves)
    }

    /// Goes to these moves, each of which was played once. Gives how many plies and rounds stay.
    pub fn go_to(&mut self, moves: &[Move]) -> (usize, usize) {
        let same = |played: &&Played, ply: &&Move| played.ply.ply == **ply;
        let common = self.plies.iter().zip(moves).take_while(|(p, m)| same(p, m)).count();
        self.rounds.clear();
        self.early = None;
        while self.plies.len() > common {
            self.redo.extend(self.plies.pop());
        }
        let rounds = self.all_rounds().count();
        for ply in &moves[common..] {
            match self.redo.pop() {
                Some(played) if played.ply.ply == *ply => self.plies.push(played),
                _ => break,
            }
        }
        self.view = self.plies.last().map_or(&self.initial, |played| &played.ply.view).clone();
        (common, rounds)
    }

    /// Puts a ply down.
    pub fn played(&mut self, ply: Ply, left: ByColour<Option<Duration>>) {
        match self.redo.pop() {
            Some(redo) if redo.ply.ply == ply.ply => {}
            _ => self.redo.clear(),
        }
        self.view = ply.view.clone();
        let rounds = std::mem::take(&mut self.rounds);
        self.plies.push(Played { ply, left, rounds });
        self.offer = None;
        self.clocks = Ticking { left, ..Ticking::default() };
    }

    /// What was left on the clocks after the last ply.
    pub fn left(&self) -> ByColour<Option<Duration>> {
        let left = self.plies.last().map(|played| played.left).unwrap_or_default();
        left.map(|left| left.or(self.whole))
    }

    /// Whether it is this side's turn.
    pub fn is_turn_of(&self, side: Colour) -> bool {
        matches!(self.view.turn, Turn::Move { colour, .. } if colour == side)
    }

    /// Whether the side may go there, or what is to be said.
    pub fn objection(&self, square: Square) -> Option<String> {
        if matches!(self.view.turn, Turn::Move { .. }) && self.view.legal().contains(&square) {
            return None;
        }
        let legal: Vec<_> = self.view.legal().iter().map(Square::to_string).collect();
        Some(format!("{square} is not legal; these are: {}", legal.join(" ")))
    }
}

impl Ticking {
    fn to_json(&self) -> Value {
        let now = |colour: Colour| {
            let left = self.left[colour]?;
            let gone = self.running.filter(|(running, _)| *running == colour);
            let gone = gone.map_or(Duration::ZERO, |(_, since)| since.elapsed());
            Some(milliseconds(left.saturating_sub(gone)))
        };
        let limit = self.limit.map(|limit| {
            let gone = self.running.map_or(Duration::ZERO, |(_, since)| since.elapsed());
            milliseconds(limit.saturating_sub(gone))
        });
        json!({
            "black": now(Colour::Black),
            "white": now(Colour::White),
            "running": self.running.map(|(colour, _)| word(colour)),
            "limit": limit,
        })
    }
}

/// Milliseconds to one decimal.
pub fn milliseconds(time: Duration) -> Value {
    ((time.as_secs_f64() * 1e4).round() / 10.0).into()
}
