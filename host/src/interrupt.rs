//! Ctrl-C and a polite request to end: the terminal is given back, a window is closed, and players end with
//! the host. Who runs something that can be stopped by itself may catch one.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::browser::app;
use crate::terminal;

/// What is still to be done before the program ends.
type Work = Box<dyn FnOnce() + Send>;

static LEFT_TO_DO: Mutex<Option<Work>> = Mutex::new(None);

/// Whether the program is ended by an interruption.
static LEAVING: AtomicBool = AtomicBool::new(false);
/// Whether somebody catches interruptions.
static CATCHING: AtomicBool = AtomicBool::new(false);
/// Whether one was caught.
static CAUGHT: AtomicBool = AtomicBool::new(false);

/// From now on an interruption ends the program in good order.
pub fn watch() {
    // Without a handler the system's own way to end it remains.
    let _ = ctrlc::set_handler(|| {
        // Whoever says it twice means the program.
        if CATCHING.load(Ordering::SeqCst) && !CAUGHT.swap(true, Ordering::SeqCst) {
            return;
        }
        leave();
    });
}

/// From now on this is to be done before an interruption ends the program.
pub fn first_do(work: impl FnOnce() + Send + 'static) {
    *LEFT_TO_DO.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(work));
}

/// Ends the program as an interruption does.
pub fn leave() -> ! {
    LEAVING.store(true, Ordering::SeqCst);
    // The program ends whatever fails before it, such as a word to a terminal that is gone.
    let _ = std::panic::catch_unwind(tidy_up);
    othello_players::end_all();
    std::process::exit(terminal::INTERRUPTED);
}

fn tidy_up() {
    terminal::restore();
    app::close();
    let work = LEFT_TO_DO.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(work) = work {
        work();
    }
}

/// Waits for the end where an interruption is about to bring it: what it breaks off fails, and that is not what
/// the program is to end with.
pub fn give_way() {
    while LEAVING.load(Ordering::SeqCst) {
        std::thread::park();
    }
}

/// Catches an interruption while it lives.
#[derive(Debug)]
pub struct Catch(());

impl Catch {
    /// Begins to catch.
    pub fn new() -> Catch {
        CAUGHT.store(false, Ordering::SeqCst);
        CATCHING.store(true, Ordering::SeqCst);
        Catch(())
    }

    /// What becomes true with the interruption.
    pub fn flag(&self) -> &'static AtomicBool {
        &CAUGHT
    }

    /// Whether there was one.
    pub fn caught(&self) -> bool {
        CAUGHT.load(Ordering::SeqCst)
    }
}

impl Drop for Catch {
    fn drop(&mut self) {
        CATCHING.store(false, Ordering::SeqCst);
    }
}
