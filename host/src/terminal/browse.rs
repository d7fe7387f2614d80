//! A game that is over, shown on a terminal picture by picture. The caller says which picture a key shows.

use std::io;

use othello_board::View;
use othello_rules::Square;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Wrap};

use super::draw;
use super::input::end_if_interrupted;
use super::screen::Screen;
use super::state::{Sides, State};

/// What is shown at a time.
pub struct Picture {
    /// The board.
    pub view: Option<View>,
    /// The square of the last move.
    pub last: Option<Square>,
    /// What is written beside it.
    pub lines: Vec<String>,
}

/// What was pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// A step on.
    Forward,
    /// A step back.
    Back,
    /// Several steps on.
    PageForward,
    /// Several steps back.
    PageBack,
    /// To the beginning.
    First,
    /// To the end.
    Last,
    /// What was typed is meant.
    Enter,
    /// A letter or a digit.
    Letter(char),
}

/// Shows a first picture, and then one for each key, until `next` has none.
pub fn browse(
    sides: Sides,
    mut next: impl FnMut(Option<Key>) -> Option<Picture>,
) -> io::Result<()> {
    let mut state = State::new(sides, false);
    let Some(mut picture) = next(None) else { return Ok(()) };
    let mut screen = Screen::enter()?;
    loop {
        state.view.clone_from(&picture.view);
        state.last = picture.last;
        screen.draw(|frame| {
            let Some(panel) = draw::board(frame, &mut state) else { return };
            let lines: Vec<_> =
                picture.lines.iter().map(|line| Line::from(line.as_str())).collect();
            frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: false }), panel);
        })?;
        // A change of the screen's size is drawn too.
        let event = event::read()?;
        end_if_interrupted(&event);
        if let Event::Key(pressed) = event
            && let Some(key) = key(pressed)
        {
            match next(Some(key)) {
                Some(another) => picture = another,
                None => return Ok(()),
            }
        }
    }
}

fn key(pressed: KeyEvent) -> Option<Key> {
    if pressed.kind == KeyEventKind::Release || pressed.modifiers.contains(KeyModifiers::CONTROL) {
        return None;
    }
    Some(match pressed.code {
        KeyCode::Right | KeyCode::Down | KeyCode::Char(' ') => Key::Forward,
        KeyCode::Left | KeyCode::Up | KeyCode::Backspace => Key::Back,
        KeyCode::PageDown => Key::PageForward,
        KeyCode::PageUp => Key::PageBack,
        KeyCode::Home => Key::First,
        KeyCode::End => Key::Last,
        KeyCode::Enter => Key::Enter,
        KeyCode::Esc => Key::Letter('q'),
        KeyCode::Char(letter) => Key::Letter(letter),
        _ => return None,
    })
}
