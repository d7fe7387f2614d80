//! Keys and mouse: what they mean for the game and for a person who is asked.

use othello_arena::seat::Choice;
use othello_arena::{Control, GameCommand, NO_OWN_MOVE, without_own_last};
use othello_rules::{Move, Square};
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

use super::state::{Ending, State};
use crate::hint::HintDegree;
use crate::interrupt;
use crate::lines::square_by_numbers;

/// The longest square that can be typed: a column and a row as numbers.
const LONGEST: usize = 5;

/// Takes a key or a click.
pub fn take(event: &Event, state: &mut State, control: &Control) {
    end_if_interrupted(event);
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => self::key(*key, state, control),
        Event::Mouse(mouse) => self::mouse(*mouse, state),
        _ => {}
    }
}

/// Ends the program with Ctrl-C, which a screen gets as a key.
pub fn end_if_interrupted(event: &Event) {
    if let Event::Key(key) = event
        && key.modifiers.contains(KeyModifiers::CONTROL)
        && key.code == KeyCode::Char('c')
    {
        interrupt::leave();
    }
}

/// Which key was pressed, without Ctrl: what was typed before the screen was ours ends its lines with Ctrl-J.
pub fn key_code(key: KeyEvent) -> Option<KeyCode> {
    match key.code {
        KeyCode::Char('j') if key.modifiers.contains(KeyModifiers::CONTROL) => Some(KeyCode::Enter),
        _ if key.modifiers.contains(KeyModifiers::CONTROL) => None,
        code => Some(code),
    }
}

fn key(key: KeyEvent, state: &mut State, control: &Control) {
    let Some(code) = key_code(key) else { return };
    if let Some(ending) = state.ending.take() {
        match code {
            KeyCode::Char('y' | 'Y') => end(ending, state, control),
            _ => state.message = "the game goes on".to_owned(),
        }
        return;
    }
    if state.question.is_some() && answer(code, state) {
        return;
    }
    match code {
        KeyCode::Char('q') => {
            state.ending = Some(Ending::Leave);
            state.message = "end the game here? y ends it, any other key goes on".to_owned();
        }
        KeyCode::Char(' ' | 't') | KeyCode::Enter => control.tick(),
        KeyCode::Char('a') => control.toggle_auto(),
        KeyCode::Char('+') => control.slower(),
        KeyCode::Char('-') => control.faster(),
        _ => {}
    }
}

/// Ends the game. It is broken off at the person's own question or before the next move, and given up at a question
/// alone.
fn end(ending: Ending, state: &mut State, control: &Control) {
    let why = "it was abandoned".to_owned();
    match (ending, state.question.take()) {
        (Ending::Leave, Some(question)) => question.answer(Choice::Gone(why)),
        (Ending::Leave, None) => control.command(GameCommand::Stop(why)),
        (Ending::Resign, Some(question)) => question.answer(Choice::Resign),
        (Ending::Resign, None) => {}
    }
}

/// What a key means to somebody who is asked for a square; says whether it meant anything.
fn answer(code: KeyCode, state: &mut State) -> bool {
    match code {
        KeyCode::Left => step(state, 0, -1),
        KeyCode::Right => step(state, 0, 1),
        KeyCode::Up => step(state, -1, 0),
        KeyCode::Down => step(state, 1, 0),
        KeyCode::Tab => next_legal(state),
        KeyCode::Esc => state.typed.clear(),
        KeyCode::Backspace => drop(state.typed.pop()),
        // A column as a number is followed by a row.
        KeyCode::Char(' ' | ',') if state.typed.parse::<u8>().is_ok() => state.typed.push(' '),
        KeyCode::Enter | KeyCode::Char(' ') if state.typed.is_empty() => {
            // Enter behind a click is no second move.
            if let Some(square) = state.cursor.filter(|_| state.pointed) {
                choose(state, square);
            }
        }
        KeyCode::Enter | KeyCode::Char(' ') => match square(&state.typed) {
            Some(square) => choose(state, square),
            None => {
                state.message = format!("no square {:?}", state.typed);
                state.typed.clear();
            }
        },
        KeyCode::Char('u') => undo(state),
        KeyCode::Char('?') => hint(state),
        KeyCode::Char('r') => {
            state.ending = Some(Ending::Resign);
            state.message = "give the game up? y resigns, any other key goes on".to_owned();
        }
        KeyCode::Char(typed) if typed.is_ascii_alphanumeric() && typed != 'q' => {
            letter(state, typed);
        }
        _ => return false,
    }
    true
}

/// A letter begins a square, a number ends it. It is played by Enter.
fn letter(state: &mut State, typed: char) {
    if typed.is_ascii_alphabetic() || state.typed.len() == LONGEST {
        state.typed.clear();
    }
    state.typed.push(typed.to_ascii_lowercase());
}

/// Gives a little more of a hint each time.
fn hint(state: &mut State) {
    state.hint = state.hint.next();
    if state.hint == HintDegree::Count {
        let count = state.legal().len();
        let moves = if count == 1 { "one legal move" } else { "legal moves" };
        let number = if count == 1 { String::new() } else { format!("{count} ") };
        state.message = format!("{number}{moves}; ? again says where to look");
        return;
    }
    state.wants_hint = true;
    state.message = "asking for a hint ...".to_owned();
}

/// The square that was typed: `d3`, or a column and a row from 1.
fn square(typed: &str) -> Option<Square> {
    typed.parse().ok().or_else(|| square_by_numbers(typed))
}

fn choose(state: &mut State, square: Square) {
    state.typed.clear();
    if !state.legal().contains(&square) {
        let legal: Vec<_> = state.legal().iter().map(Square::to_string).collect();
        state.message = format!("{square} is not legal; these are: {}", legal.join(" "));
        return;
    }
    if let Some(question) = state.question.take() {
        question.answer(Choice::Cell(square));
    }
}

fn undo(state: &mut State) {
    let moves: Option<Vec<Move>> =
        state.question.as_ref().and_then(|question| without_own_last(&question.moves));
    match (moves, state.question.take()) {
        (Some(moves), Some(question)) => {
            question.answer(Choice::GameCommand(GameCommand::GoTo(moves)))
        }
        (_, question) => {
            state.question = question;
            state.message = NO_OWN_MOVE.to_owned();
        }
    }
}

fn step(state: &mut State, down: i8, right: i8) {
    let Some(view) = &state.view else { return };
    let from = state.cursor.map_or((0, 0), |square| (square.row(), square.column()));
    let to = (from.0.checked_add_signed(down), from.1.checked_add_signed(right));
    if let (Some(row), Some(column)) = to
        && let Some(square) = Square::new(row, column).filter(|&square| view.contains(square))
    {
        state.cursor = Some(square);
        state.pointed = true;
    }
}

fn next_legal(state: &mut State) {
    let legal = state.legal();
    let after = legal.iter().copied().find(|&square| Some(square) > state.cursor);
    state.cursor = after.or(legal.first().copied());
    state.pointed = true;
}

fn mouse(mouse: MouseEvent, state: &mut State) {
    if mouse.kind != MouseEventKind::Down(MouseButton::Left) || state.question.is_none() {
        return;
    }
    if let Some(square) = state.board.square(mouse.column, mouse.row) {
        state.cursor = Some(square);
        choose(state, square);
    }
}
