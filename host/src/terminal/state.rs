//! The state of a game as the screen shows it. It draws nothing and reads no keys.

use std::time::{Duration, Instant};

use othello_arena::Event;
use othello_board::View;
use othello_rules::{ByColour, Colour, Move, Square};
use ratatui::layout::Rect;

use super::people::PendingQuestion;
use crate::hint::{Hint, HintDegree};
use crate::report;

/// Who thinks for so long is named.
const NOTICED: Duration = Duration::from_secs(2);

/// The state of a game.
pub struct State {
    /// Who plays.
    pub names: ByColour<String>,
    /// What lies on their squares.
    pub marks: ByColour<char>,
    /// The board.
    pub view: Option<View>,
    /// The moves so far.
    pub moves: Vec<Move>,
    /// The square of the last move, and what it turned over.
    pub last: Option<Square>,
    /// What is left on the clocks, as of when the side to move began to think.
    pub clocks: ByColour<Option<Duration>>,
    /// Whose clock runs since when.
    pub running: Option<(Colour, Instant)>,
    /// How long whose clock runs may take.
    pub limit: Option<Duration>,
    /// What a bot may take where nothing else limits it.
    pub ceiling: Option<Duration>,
    /// What a person is asked.
    pub question: Option<PendingQuestion>,
    /// Where the arrow keys have gone.
    pub cursor: Option<Square>,
    /// Whether they have gone anywhere since the question came: Enter then means that square.
    pub pointed: bool,
    /// How the game is to end, if the person means it who was asked.
    pub ending: Option<Ending>,
    /// How much of a hint was given to this question.
    pub hint: HintDegree,
    /// What was typed of a square.
    pub typed: String,
    /// The line for messages.
    pub message: String,
    /// Where the squares were drawn.
    pub board: BoardArea,
    /// Whether a person plays.
    pub people: bool,
    /// Whether the person who is asked wants a hint.
    pub wants_hint: bool,
    /// The thinking of the player that moved last, where it is shown.
    pub thought: Option<String>,
}

/// How a person ends a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By breaking it off.
    Leave,
    /// By giving it up.
    Resign,
}

/// Who plays, and what lies on their squares.
pub struct Sides {
    /// Their names.
    pub names: ByColour<String>,
    /// How their marks are drawn.
    pub marks: ByColour<char>,
    /// Whether their thinking is shown.
    pub thinking: bool,
}

/// Where the squares are on the screen.
#[derive(Clone, Copy, Debug, Default)]
pub struct BoardArea {
    /// Around all squares.
    pub area: Rect,
    /// How wide a square is, with the line beside it.
    pub wide: u16,
    /// How high.
    pub high: u16,
}

impl BoardArea {
    /// The square at a place of the screen.
    pub fn square(&self, column: u16, row: u16) -> Option<Square> {
        let inside = self.area.contains((column, row).into()) && self.wide > 0 && self.high > 0;
        let (column, row) = (column.checked_sub(self.area.x)?, row.checked_sub(self.area.y)?);
        let number = |at: u16, step: u16| u8::try_from(at.checked_div(step)?).ok();
        inside.then_some(())?;
        Square::new(number(row, self.high)?, number(column, self.wide)?)
    }
}

impl State {
    /// A game that has not begun.
    pub fn new(sides: Sides, people: bool) -> State {
        let Sides { names, marks, thinking } = sides;
        State {
            names,
            marks,
            view: None,
            moves: Vec::new(),
            last: None,
            clocks: ByColour::default(),
            running: None,
            limit: None,
            ceiling: None,
            question: None,
            cursor: None,
            pointed: false,
            ending: None,
            hint: HintDegree::default(),
            typed: String::new(),
            message: String::new(),
            board: BoardArea::default(),
            people,
            wants_hint: false,
            thought: thinking.then(String::new),
        }
    }

    /// Applies an event.
    pub fn take(&mut self, event: &Event) {
        match event {
            Event::Start(start) => {
                self.view = Some(start.view.clone());
                let total = |colour| start.time.clock(colour).map(|clock| clock.total);
                self.clocks = ByColour::from_fn(total);
                self.ceiling = Some(start.time.ceiling);
            }
            Event::Turn(turn) => {
                self.clocks = turn.clocks;
                self.running = Some((turn.colour, Instant::now()));
                self.limit = turn.limit;
            }
            Event::Move(moved) => {
                self.moves.push(Move::Place(moved.square));
                self.last = Some(moved.square);
                self.clocks = moved.clocks;
                self.show(&moved.view);
                let name = &self.names[moved.colour];
                self.message = format!("{name} ({}) plays {}", moved.colour, moved.square);
            }
            Event::Pass(passed) => {
                self.moves.push(Move::Pass);
                self.show(&passed.view);
                let name = &self.names[passed.colour];
                self.message = format!("{name} ({}) has to pass", passed.colour);
            }
            Event::GoneTo(gone) => {
                self.moves.clone_from(&gone.moves);
                self.last = gone.moves.iter().rev().find_map(|ply| ply.square());
                self.show(&gone.view);
                self.message = "taken back".to_owned();
            }
            Event::Forfeit(forfeit) => {
                let name = &self.names[forfeit.colour];
                self.message = format!("{name} loses by {}", forfeit.why.reason);
            }
            Event::Round(round) => {
                let thought = report::thinking(round);
                if let Some(before) = self.thought.as_mut().filter(|_| !thought.is_empty()) {
                    *before = format!("{} thought:\n{thought}", self.names[round.colour]);
                }
            }
            Event::End(_) => {}
        }
    }

    fn show(&mut self, view: &View) {
        self.view = Some(view.clone());
        self.running = None;
        self.question = None;
    }

    /// Takes note of a question to a person.
    pub fn set_question(&mut self, question: PendingQuestion) {
        let first = question.legal.first().copied();
        self.cursor = self.cursor.filter(|square| question.legal.contains(square)).or(first);
        self.typed.clear();
        self.pointed = false;
        self.hint = HintDegree::default();
        self.question = Some(question);
    }

    /// Takes note of a hint, if it is for what the person is asked now.
    pub fn show_hint(&mut self, moves: &[Move], hint: Result<Hint, String>) {
        if self.question.as_ref().is_none_or(|question| question.moves != moves) {
            return;
        }
        match hint {
            Ok(hint) if self.hint == HintDegree::Move => {
                self.cursor = Some(hint.square);
                self.pointed = true;
                self.message = hint.to_string();
            }
            Ok(hint) => {
                let width = self.view.as_ref().map_or(8, View::width);
                self.message = format!("look {}; ? again names the move", hint.region(width));
            }
            Err(why) => self.message = why,
        }
    }

    /// Where the person who is asked may go.
    pub fn legal(&self) -> &[Square] {
        self.question.as_ref().map_or(&[], |question| &question.legal)
    }

    /// The line for messages now: a bot that thinks for more than a moment is named.
    pub fn status(&self) -> String {
        match self.running {
            Some((colour, since))
                if self.question.is_none()
                    && self.ending.is_none()
                    && since.elapsed() >= NOTICED =>
            {
                let limit = self.limit.or(self.ceiling);
                report::thinks(&self.names[colour], colour, since.elapsed(), limit)
            }
            _ => self.message.clone(),
        }
    }

    /// What is left on a side's clock now.
    pub fn time_left(&self, colour: Colour) -> Option<Duration> {
        let left = self.clocks[colour]?;
        let spent = match self.running {
            Some((side, since)) if side == colour => since.elapsed(),
            _ => Duration::ZERO,
        };
        Some(left.saturating_sub(spent))
    }
}
