//! Keys and mouse: what they mean for the game and for a person who is asked.

use othello_arena::seat::Choice;
use othello_arena::{Control, Wish, without_own_last};
use othello_rules::{Move, Square};
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

use super::screen::restore;
use super::state::State;

/// What Ctrl-C exits with, as a shell says it of a program that was interrupted.
pub const INTERRUPTED: i32 = 130;

/// Takes a key or a click.
pub fn take(event: &Event, state: &mut State, control: &Control) {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => self::key(*key, state, control),
        Event::Mouse(mouse) => self::mouse(*mouse, state),
        _ => {}
    }
}

fn key(key: KeyEvent, state: &mut State, control: &Control) {
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        if key.code == KeyCode::Char('c') {
            restore();
            std::process::exit(INTERRUPTED);
        }
        return;
    }
    if state.question.is_some() && answer(key.code, state) {
        return;
    }
    match key.code {
        KeyCode::Char('q') => leave(state, control),
        KeyCode::Char(' ' | 't') | KeyCode::Enter => control.tick(),
        KeyCode::Char('a') => control.toggle_auto(),
        KeyCode::Char('+') => control.slower(),
        KeyCode::Char('-') => control.faster(),
        _ => {}
    }
}

/// Breaks the game off, at the person's own question or before the next move.
fn leave(state: &mut State, control: &Control) {
    let why = "it was left".to_owned();
    match state.question.take() {
        Some(question) => question.answer(Choice::Gone(why)),
        None => control.wish(Wish::Stop(why)),
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
        KeyCode::Esc | KeyCode::Backspace => state.typed.clear(),
        KeyCode::Enter | KeyCode::Char(' ') => match (state.typed.parse(), state.cursor) {
            (Ok(square), _) | (Err(_), Some(square)) => choose(state, square),
            (Err(_), None) => {}
        },
        KeyCode::Char('u') => undo(state),
        KeyCode::Char('r') => {
            if let Some(question) = state.question.take() {
                question.answer(Choice::Resign);
            }
        }
        KeyCode::Char(typed) if typed.is_ascii_alphanumeric() && typed != 'q' => {
            letter(state, typed);
        }
        _ => return false,
    }
    true
}

/// A letter begins a square, a number ends it. On a wide board a first digit may want a second one.
fn letter(state: &mut State, typed: char) {
    if typed.is_ascii_alphabetic() {
        state.typed.clear();
    }
    state.typed.push(typed.to_ascii_lowercase());
    let Ok(square) = state.typed.parse::<Square>() else { return };
    let longer = state.typed.len() == 2
        && state.legal().iter().any(|legal| {
            let legal = legal.to_string();
            legal.len() > 2 && legal.starts_with(&state.typed)
        });
    if !longer {
        choose(state, square);
    }
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
        (Some(moves), Some(question)) => question.answer(Choice::Wish(Wish::GoTo(moves))),
        (_, question) => {
            state.question = question;
            state.message = "there is no move of yours to take back".to_owned();
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
    }
}

fn next_legal(state: &mut State) {
    let legal = state.legal();
    let after = legal.iter().copied().find(|&square| Some(square) > state.cursor);
    state.cursor = after.or(legal.first().copied());
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
