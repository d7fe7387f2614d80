//! A numbered list to choose from: by arrow keys, by a click, or by typing a number. It draws nothing.

use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, MouseButton, MouseEventKind,
};
use ratatui::layout::Rect;

use crate::terminal::key_code;

/// A list to choose from.
pub struct List {
    /// What it is about.
    pub title: String,
    /// What is to be said above it.
    pub notes: Vec<String>,
    /// What there is to choose.
    pub items: Vec<String>,
    /// Where the arrow keys have gone.
    pub at: usize,
    /// What was typed of a number.
    pub typed: String,
    /// The first item that is on the screen.
    pub top: usize,
    /// Where the items were drawn.
    pub area: Rect,
}

/// What a key or a click means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pressed {
    /// An item was chosen.
    Item(usize),
    /// The one before, or the next, of what the item offers.
    Turn(usize, Side),
    /// Back to where one came from.
    Back,
    /// Nothing, or nothing yet.
    Nothing,
}

/// To which side somebody turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// To the left.
    Before,
    /// To the right.
    Next,
}

impl List {
    /// A list of items with a title.
    pub fn new(title: impl Into<String>, items: Vec<String>) -> List {
        let (notes, typed) = (Vec::new(), String::new());
        List { title: title.into(), notes, items, at: 0, typed, top: 0, area: Rect::default() }
    }

    /// Takes a key or a click.
    pub fn handle(&mut self, event: &Event) -> Pressed {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(*key),
            Event::Mouse(mouse) => match mouse.kind {
                MouseEventKind::Down(MouseButton::Left) => self.click(mouse.column, mouse.row),
                MouseEventKind::ScrollUp => self.step(false),
                MouseEventKind::ScrollDown => self.step(true),
                _ => Pressed::Nothing,
            },
            _ => Pressed::Nothing,
        }
    }

    fn key(&mut self, key: KeyEvent) -> Pressed {
        let Some(code) = key_code(key) else { return Pressed::Nothing };
        match code {
            KeyCode::Up => self.step(false),
            KeyCode::Down | KeyCode::Tab => self.step(true),
            KeyCode::Left => Pressed::Turn(self.at, Side::Before),
            KeyCode::Right => Pressed::Turn(self.at, Side::Next),
            KeyCode::Enter | KeyCode::Char(' ') => self.enter(),
            KeyCode::Backspace => {
                self.typed.pop();
                Pressed::Nothing
            }
            KeyCode::Esc if !self.typed.is_empty() => {
                self.typed.clear();
                Pressed::Nothing
            }
            KeyCode::Esc | KeyCode::Char('q') => Pressed::Back,
            KeyCode::Char(digit) if digit.is_ascii_digit() || digit == '-' => self.number(digit),
            _ => Pressed::Nothing,
        }
    }

    fn step(&mut self, down: bool) -> Pressed {
        self.typed.clear();
        let last = self.items.len().saturating_sub(1);
        self.at = match (down, self.at) {
            (true, at) if at == last => 0,
            (true, at) => at + 1,
            (false, 0) => last,
            (false, at) => at - 1,
        };
        Pressed::Nothing
    }

    /// Enter takes the number that was typed, or else the item where the arrow keys are.
    fn enter(&mut self) -> Pressed {
        if self.typed.is_empty() {
            return if self.items.is_empty() { Pressed::Nothing } else { Pressed::Item(self.at) };
        }
        let number = self.typed.parse::<usize>().ok();
        self.typed.clear();
        self.choose(number)
    }

    /// A digit is enough where no longer number can be meant.
    fn number(&mut self, digit: char) -> Pressed {
        self.typed.push(digit);
        if self.typed == "-1" {
            self.typed.clear();
            return Pressed::Back;
        }
        match self.typed.parse::<usize>() {
            Ok(number) if number * 10 > self.items.len() => {
                self.typed.clear();
                self.choose(Some(number))
            }
            Ok(_) => Pressed::Nothing,
            Err(_) => {
                self.typed.retain(|c| c == '-');
                self.typed.truncate(1);
                Pressed::Nothing
            }
        }
    }

    fn choose(&mut self, number: Option<usize>) -> Pressed {
        match number.and_then(|number| number.checked_sub(1)) {
            Some(at) if at < self.items.len() => {
                self.at = at;
                Pressed::Item(at)
            }
            _ => Pressed::Nothing,
        }
    }

    fn click(&mut self, column: u16, row: u16) -> Pressed {
        if !self.area.contains((column, row).into()) {
            return Pressed::Nothing;
        }
        self.typed.clear();
        self.choose(Some(self.top + usize::from(row - self.area.y) + 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::crossterm::event::KeyModifiers;

    fn list(items: usize) -> List {
        List::new("", (0..items).map(|item| item.to_string()).collect())
    }

    fn press(list: &mut List, keys: &[KeyCode]) -> Pressed {
        let key = |code: &KeyCode| Event::Key(KeyEvent::new(*code, KeyModifiers::NONE));
        keys.iter().map(|code| list.handle(&key(code))).last().unwrap()
    }

    #[test]
    fn a_number_is_taken_at_once_where_no_longer_one_can_be_meant() {
        let three = KeyCode::Char('3');
        assert_eq!(press(&mut list(6), &[three]), Pressed::Item(2));
        assert_eq!(press(&mut list(31), &[three]), Pressed::Nothing);
        assert_eq!(press(&mut list(31), &[three, KeyCode::Enter]), Pressed::Item(2));
        assert_eq!(press(&mut list(31), &[three, KeyCode::Char('1')]), Pressed::Item(30));
        assert_eq!(press(&mut list(6), &[KeyCode::Char('9')]), Pressed::Nothing);
        assert_eq!(press(&mut list(6), &[KeyCode::Char('0'), KeyCode::Enter]), Pressed::Nothing);
    }

    #[test]
    fn minus_one_and_escape_go_back() {
        assert_eq!(press(&mut list(6), &[KeyCode::Char('-'), KeyCode::Char('1')]), Pressed::Back);
        assert_eq!(press(&mut list(6), &[KeyCode::Esc]), Pressed::Back);
        assert_eq!(press(&mut list(31), &[KeyCode::Char('3'), KeyCode::Esc]), Pressed::Nothing);
    }

    #[test]
    fn arrows_go_round() {
        let mut list = list(3);
        assert_eq!(press(&mut list, &[KeyCode::Up, KeyCode::Enter]), Pressed::Item(2));
        assert_eq!(press(&mut list, &[KeyCode::Down, KeyCode::Enter]), Pressed::Item(0));
    }
}
