//! A person who plays by lines: the board on standard error, moves on standard input.

use std::io::{BufRead, stdin};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::Instant;

use othello_arena::seat::{CellRequest, Choice, Person};
use othello_arena::{GameCommand, NO_OWN_MOVE, without_own_last};
use othello_rules::text::without_mark;
use othello_rules::{Move, Square};

use crate::hint::{HintDegree, Hinter};
use crate::report;

/// The answer to a line that makes no sense.
const HELP: &str = "type a square such as d3, or as column and row (4 3), \"undo\" to take back your last move, \"hint\", \"resign\" or \"quit\"";

/// One person who types, or two who take turns.
#[derive(Clone)]
pub struct Lines {
    typed: Arc<OnceLock<Mutex<Receiver<String>>>>,
    hinter: Arc<Hinter>,
}

impl Lines {
    /// A person at standard input, and who gives hints.
    pub fn new(hinter: Arc<Hinter>) -> Lines {
        Lines { typed: Arc::default(), hinter }
    }

    /// A hint in words: how many moves there are, where to look, the move.
    fn hint(&self, question: &CellRequest<'_>, degree: HintDegree) -> String {
        if degree == HintDegree::Count {
            let legal = question.view.legal().len();
            return format!("legal moves: {legal}; \"hint\" again says where to look");
        }
        match self.hinter.after(question.moves) {
            Ok(hint) if degree == HintDegree::Move => hint.to_string(),
            Ok(hint) => {
                let region = hint.region(question.view.width());
                format!("look {region}; \"hint\" again names the move")
            }
            Err(why) => why,
        }
    }

    /// The lines as they are typed. They are read on a thread of their own, so that a deadline can pass
    /// while nobody types.
    fn next(&self, deadline: Option<Instant>) -> Result<String, RecvTimeoutError> {
        let typed = self.typed.get_or_init(|| {
            let (sender, receiver) = channel();
            thread::spawn(move || {
                let mut lines = stdin().lock().lines().map_while(Result::ok);
                lines.try_for_each(|line| sender.send(without_mark(&line).to_owned()))
            });
            Mutex::new(receiver)
        });
        let typed = typed.lock().unwrap_or_else(PoisonError::into_inner);
        match deadline {
            Some(deadline) => {
                typed.recv_timeout(deadline.saturating_duration_since(Instant::now()))
            }
            None => typed.recv().map_err(|_| RecvTimeoutError::Disconnected),
        }
    }
}

impl Person for Lines {
    fn choose(&mut self, question: &CellRequest<'_>) -> Choice {
        tell!("{}", report::board(question.view, last(question.moves)));
        let mut degree = HintDegree::default();
        loop {
            tell_line!(
                "{} ({}) to move (d3, or column and row: 4 3):",
                question.colour,
                question.colour.symbol()
            );
            let line = match self.next(question.deadline) {
                Ok(line) => line,
                Err(RecvTimeoutError::Timeout) => return Choice::TimedOut,
                Err(RecvTimeoutError::Disconnected) => {
                    let why = "standard input ended before the game did";
                    return Choice::Gone(why.to_owned());
                }
            };
            if line.trim().eq_ignore_ascii_case("hint") {
                degree = degree.next();
                tell_line!("{}", self.hint(question, degree));
                continue;
            }
            match parse_answer(line.trim(), question) {
                Ok(choice) => return choice,
                Err(message) => tell_line!("{message}"),
            }
        }
    }
}

fn parse_answer(line: &str, question: &CellRequest<'_>) -> Result<Choice, String> {
    match line.to_ascii_lowercase().as_str() {
        "resign" => return Ok(Choice::Resign),
        "quit" | "exit" => return Ok(Choice::Gone("it was abandoned".to_owned())),
        "undo" => {
            let moves = without_own_last(question.moves);
            let moves = moves.ok_or_else(|| NO_OWN_MOVE.to_owned())?;
            return Ok(Choice::GameCommand(GameCommand::GoTo(moves)));
        }
        _ => {}
    }
    let square = square_by_numbers(line).map_or_else(|| line.parse(), Ok);
    let square: Square = square.map_err(|error| format!("{error}; or {HELP}"))?;
    let legal = question.view.legal();
    if legal.contains(&square) {
        return Ok(Choice::Cell(square));
    }
    let legal: Vec<_> = legal.iter().map(Square::to_string).collect();
    Err(format!("{square} is not legal; these are: {}", legal.join(" ")))
}

/// The square of a column and a row as two numbers from 1.
pub fn square_by_numbers(line: &str) -> Option<Square> {
    let mut numbers = line.split([' ', ',']).filter(|word| !word.is_empty());
    let mut number = || numbers.next()?.parse::<u8>().ok()?.checked_sub(1);
    let (column, row) = (number()?, number()?);
    numbers.next().is_none().then(|| Square::new(row, column)).flatten()
}

fn last(moves: &[Move]) -> Option<Square> {
    moves.iter().rev().find_map(|ply| ply.square())
}
