//! The terminal as a screen: entered once, and left as it was found, whatever happens.

use std::io::{self, BufWriter, Stderr, stderr};
use std::sync::atomic::{AtomicBool, Ordering};

use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::{Frame, Terminal};

use super::input::end_if_interrupted;

/// Whether the terminal is ours at this moment.
static ENTERED: AtomicBool = AtomicBool::new(false);

/// More than a picture's bytes, so that each is written whole and nobody sees half of one.
const PICTURE: usize = 64 << 10;

/// The screen; dropping it leaves it.
pub struct Screen(Terminal<CrosstermBackend<BufWriter<Stderr>>>);

impl Screen {
    /// Takes the terminal. It is drawn on standard error, since standard output carries the result.
    pub fn enter() -> io::Result<Screen> {
        ENTERED.store(true, Ordering::SeqCst);
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            restore();
            before(panic);
        }));
        enable_raw_mode()?;
        execute!(stderr(), EnterAlternateScreen, EnableMouseCapture)?;
        let writer = BufWriter::with_capacity(PICTURE, stderr());
        Ok(Screen(Terminal::new(CrosstermBackend::new(writer))?))
    }

    /// Draws a picture.
    pub fn draw(&mut self, picture: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
        self.0.draw(picture).map(drop)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        restore();
    }
}

/// Waits for a key, without a picture.
pub fn wait_for_key() -> io::Result<()> {
    enable_raw_mode()?;
    let pressed = loop {
        match event::read() {
            Ok(event) => {
                if event.is_key_press() {
                    disable_raw_mode()?;
                    end_if_interrupted(&event);
                    break Ok(());
                }
            }
            Err(error) => break Err(error),
        }
    };
    disable_raw_mode()?;
    pressed
}

/// Gives the terminal back as it was found, if it was taken.
pub fn restore() {
    if ENTERED.swap(false, Ordering::SeqCst) {
        // If that fails, there is nowhere left to report it.
        let _ = execute!(stderr(), DisableMouseCapture, LeaveAlternateScreen, Show);
        let _ = disable_raw_mode();
    }
}
