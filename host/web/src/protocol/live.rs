//! What the server says over the connection to a game: first everything, then changes of it.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::board::{BoardState, ByColour, Colour, Move, Ply, Square, Stones};
use super::games::GameLinks;
use super::players::PlayerClass;
use crate::common::Common;

/// What the server says, named by `type`.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub(crate) enum ServerMessage {
    /// Everything: the answer to `hello`.
    State(Box<GameState>),
    /// Something has changed.
    Change(Box<Change>),
    /// The server is there: said every two seconds, so that whoever hears nothing for five knows that it is not.
    Alive,
    /// A command was not obeyed; only the one who gave it is told.
    Refused {
        /// Why, and the way out.
        message: String,
        /// The square that the command was about.
        square: Option<Square>,
    },
}

/// A live game, as one visitor sees it.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct GameState {
    /// Counts the changes.
    pub version: u64,
    /// Who looks.
    pub you: Visitor,
    /// All addresses of the game, for the organiser alone.
    pub links: Option<GameLinks>,
    /// What does not change while the game goes on, `hide_queries` aside.
    pub game: GameInfo,
    /// Everything that was played.
    pub plies: Vec<Ply>,
    /// Everything that players were asked and answered.
    pub rounds: Vec<Common<Round>>,
    /// What lies on the board now.
    pub position: BoardState,
    /// The clocks, as of when the message was sent.
    pub clocks: Clocks,
    /// How the game goes on.
    pub pace: Pace,
    /// What was taken back and can be played again; emptied by another move.
    pub redo: Vec<Move>,
    /// Where one side asks to go, if the other one has to agree.
    pub offer: Option<Offer>,
    /// The square that a forfeit was about, to be marked.
    pub illegal: Option<IllegalMove>,
    /// How the game ended.
    pub end: Option<GameEnd>,
    /// Who is there.
    pub present: Present,
    /// The game that is played after this one by the same, if there is one: its name in addresses. The keys of its
    /// seats are those of this game, each with who held it.
    pub next: Option<String>,
    /// What keeps the game from going on for the moment, if anything does: it is tried again every few seconds.
    pub obstacle: Option<String>,
}

/// A change of a [`GameState`]: first `cut` shortens lists to a length, then `push` appends to them, then
/// `set` replaces whole parts. A `version` that is not one more than the last: say hello again, which is answered once
/// a second at the most.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Change {
    /// Counts the changes.
    pub version: u64,
    /// What has happened, to be announced.
    pub what: ChangeKind,
    /// Who did it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub colour: Option<Colour>,
    /// How long lists are at most.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cut: Option<Cut>,
    /// What comes to the end of lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub push: Option<Push>,
    /// The parts that are replaced.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub set: Option<Replaced>,
}

/// What has happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ChangeKind {
    /// The game is played, from here on.
    Start,
    /// A side is to move.
    Turn,
    /// A player was asked and has answered.
    Round,
    /// A disc was put down.
    Move,
    /// A side had to pass.
    Pass,
    /// The game goes on from another ply: undo, redo, or a jump.
    GoTo,
    /// A side lost before the end.
    Forfeit,
    /// The game is over.
    End,
    /// The pace was set.
    Pace,
    /// A side asks to go to another ply, or its offer was accepted.
    Offer,
    /// An offer was refused.
    Refusal,
    /// Somebody came or went.
    Present,
    /// The same play again, in another game.
    Again,
    /// Queries are hidden or shown.
    Queries,
    /// Something keeps the game from going on for the moment, or does no more.
    Obstacle,
}

/// How long lists are at most.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Cut {
    /// The number of plies.
    pub plies: usize,
    /// The number of rounds.
    pub rounds: usize,
}

/// What comes to the end of lists.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Push {
    /// More plies.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub plies: Vec<Ply>,
    /// More rounds.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rounds: Vec<Common<Round>>,
}

/// Parts of a [`GameState`] as they are now; the others stay.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Replaced {
    /// What lies on the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<BoardState>,
    /// The clocks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clocks: Option<Clocks>,
    /// How the game goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pace: Option<Pace>,
    /// What can be played again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub redo: Option<Vec<Move>>,
    /// What has to be agreed to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offer: Option<Option<Offer>>,
    /// The square that a forfeit was about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub illegal: Option<Option<IllegalMove>>,
    /// How the game ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<Option<GameEnd>>,
    /// Who is there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub present: Option<Present>,
    /// The game that is played after this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
    /// What keeps the game from going on, or null.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub obstacle: Option<Option<String>>,
    /// Whether queries are hidden until the end: a fact of `game`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hide_queries: Option<bool>,
}

/// Who looks at a game.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Visitor {
    /// Whether this is the one who made it.
    pub organiser: bool,
    /// Whose discs this one moves.
    pub seats: Vec<Colour>,
}

/// What is known of a game before it begins.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct GameInfo {
    /// Its name in addresses.
    pub id: String,
    /// Which game it is.
    pub game: String,
    /// What people call that.
    pub title: String,
    /// How its stones are drawn.
    pub disc: Stones,
    /// The number of rows.
    pub size: u8,
    /// How the board begins.
    pub start: String,
    /// Where everything random comes from.
    pub seed: u64,
    /// The database, as people call it.
    pub database: String,
    /// How much time there is.
    pub time: TimeLimits,
    /// Who plays Black.
    pub black: SeatInfo,
    /// Who plays White.
    pub white: SeatInfo,
    /// Whether queries are hidden until the end.
    pub hide_queries: bool,
    /// Whether it is a game of the command line, in a window of its own.
    pub window: bool,
    /// The board as it began, by rows.
    pub initial: String,
}

/// How much time there is, each where it is limited.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct TimeLimits {
    /// For a move.
    pub move_ms: Option<f64>,
    /// For the first move of a side.
    pub first_move_ms: Option<f64>,
    /// For all moves of a side.
    pub clock_ms: Option<f64>,
    /// What each move adds to that.
    pub increment_ms: Option<f64>,
}

/// Who plays one side.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct SeatInfo {
    /// The name in this game.
    pub name: String,
    /// The player's own name.
    pub player: String,
    /// Its version.
    pub version: String,
    /// Who wrote it.
    pub author: String,
    /// What it may see.
    pub class: PlayerClass,
    /// Whether it is a person.
    pub person: bool,
    /// Whether that person plays at the organiser's screen.
    pub here: bool,
}

/// What a player was asked and answered. Where queries are hidden, `query` and `thinking` are null, `params`
/// and `entries` empty; when they are shown, at the end of the game for one, there is a gap in the versions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Round {
    /// How many moves and passes there were before.
    pub ply: usize,
    /// Who was asked.
    pub colour: Colour,
    /// The answer's query.
    pub query: Option<String>,
    /// Its parameters, without the key.
    pub params: Map<String, Value>,
    /// How many records it gave.
    pub rows: Option<u64>,
    /// The record's entries beside `cell`.
    pub entries: Map<String, Value>,
    /// What the player says of its thinking.
    pub thinking: Option<Value>,
    /// What the database warned of.
    pub warnings: Vec<String>,
    /// How long the player was asked.
    pub ask_ms: f64,
    /// How long its query ran.
    pub query_ms: f64,
    /// Whether something is hidden.
    #[serde(default)]
    pub hidden: bool,
}

impl Round {
    /// How long it is what a player has said.
    pub(crate) fn length_shown(&self) -> usize {
        let said = (&self.query, &self.params, &self.entries, &self.thinking, &self.warnings);
        serde_json::to_string(&said).map_or(0, |text| text.len())
    }

    /// Shows nothing of what the player has said, but that it is left out.
    pub(crate) fn leave_out(&mut self) {
        let said = "the players of this game have said so much that this is left out here";
        (self.query, self.thinking) = (None, None);
        (self.params, self.entries) = (Map::new(), Map::new());
        self.warnings = vec![said.to_owned()];
    }
}

/// The clocks. `running` counts down from when the message was sent.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Clocks {
    /// What Black has left, in milliseconds.
    pub black: Option<f64>,
    /// What White has left.
    pub white: Option<f64>,
    /// Whose clock runs.
    pub running: Option<Colour>,
    /// How many milliseconds the move may still take.
    pub limit: Option<f64>,
}

/// How a game goes on.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Pace {
    /// Whether it goes on by itself.
    pub auto: bool,
    /// How long it waits after each move then.
    pub delay_ms: u64,
    /// Whether it waits for a step at this moment.
    pub waiting: bool,
}

/// A side asks to go to another ply, and the other one has to agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Offer {
    /// Tells it from others.
    pub number: u64,
    /// Who asks.
    pub from: Colour,
    /// The number of plies to go to.
    pub plies: usize,
}

/// The square that a forfeit was about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct IllegalMove {
    /// Who went there.
    pub colour: Colour,
    /// Where.
    pub square: Square,
    /// What is wrong with it.
    pub message: String,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct GameEnd {
    /// With which result.
    pub result: GameResult,
    /// Who won.
    pub winner: Option<Colour>,
    /// The winner's name.
    pub name: Option<String>,
    /// By what.
    pub by: EndedBy,
    /// The reason of a forfeit, such as `time-out`.
    pub reason: Option<String>,
    /// Why, as a sentence.
    pub why: Option<String>,
    /// The discs of both sides.
    pub counts: ByColour<u32>,
}

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum GameResult {
    /// A side has won.
    Win,
    /// Nobody has won.
    Draw,
    /// There is no result.
    Void,
}

/// What ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum EndedBy {
    /// It was played to its end, and discs were counted.
    Discs,
    /// A side lost before.
    Forfeit,
    /// It could not be finished.
    Void,
}

/// Who is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Present {
    /// Whether somebody holds Black's seat.
    pub black: bool,
    /// Whether somebody holds White's seat.
    pub white: bool,
    /// How many only watch.
    pub watchers: usize,
}

impl ServerMessage {
    /// The message as it is sent.
    pub fn to_text(&self) -> String {
        // Only maps whose keys are not texts could fail, and there are none.
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl Round {
    /// The round as it is shown where queries are hidden.
    pub fn hidden(&self) -> Round {
        Round {
            query: None,
            params: Map::new(),
            entries: Map::new(),
            thinking: None,
            hidden: true,
            warnings: self.warnings.clone(),
            ..*self
        }
    }
}
