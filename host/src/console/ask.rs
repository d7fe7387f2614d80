//! Asking somebody to choose from a list on the screen.

use std::io;

use ratatui::crossterm::event;

use super::draw;
use super::list::{List, Pressed};
use crate::terminal::{self, Screen};

/// Waits until something is chosen from a list, or somebody goes back.
pub fn ask(screen: &mut Screen, list: &mut List) -> io::Result<Pressed> {
    loop {
        screen.draw(|frame| draw::draw(frame, list))?;
        let event = event::read()?;
        terminal::end_if_interrupted(&event);
        let pressed = list.handle(&event);
        if pressed != Pressed::Nothing {
            return Ok(pressed);
        }
    }
}
