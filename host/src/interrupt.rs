//! Ctrl-C and the system's request to end: what the program has taken is given back, and players end with the host. A
//! caller that can be stopped by itself may catch an interruption.

use std::panic::catch_unwind;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// The exit code of a program that was interrupted, as a shell gives it.
const INTERRUPTED: i32 = 130;

/// Two interruptions that are no further apart are one.
const ECHO: Duration = Duration::from_millis(200);

/// What is still to be done before the program ends.
type Work = Box<dyn FnOnce() + Send>;

/// What gives back what the program has taken, such as its terminal.
static ON_LEAVING: OnceLock<&[fn()]> = OnceLock::new();

static LEFT_TO_DO: Mutex<Option<Work>> = Mutex::new(None);

/// Whether the program is ended by an interruption.
static LEAVING: AtomicBool = AtomicBool::new(false);
/// How many catch interruptions.
static CATCHING: AtomicU32 = AtomicU32::new(0);
/// Whether one was caught.
static CAUGHT: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// From now on an interruption ends the program, and calls these before.
pub fn watch(on_leaving: &'static [fn()]) {
    // It is set once.
    let _ = ON_LEAVING.set(on_leaving);
    // Without a handler the system's own way to end it remains.
    let _ = ctrlc::set_handler(|| {
        // The second one means the whole program, unless it is the first one told twice.
        let is_echo = is_echo();
        if CATCHING.load(Ordering::SeqCst) > 0 && (!CAUGHT.swap(true, Ordering::SeqCst) || is_echo)
        {
            return;
        }
        leave();
    });
}

/// Whether an interruption comes right behind another one: `timeout` tells a program first, and then its group.
fn is_echo() -> bool {
    static LAST: Mutex<Option<Instant>> = Mutex::new(None);
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    last.replace(Instant::now()).is_some_and(|last| last.elapsed() < ECHO)
}

/// Does this work before an interruption ends the program.
pub fn first_do(work: impl FnOnce() + Send + 'static) {
    *LEFT_TO_DO.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(work));
}

/// Ends the program as an interruption does.
pub fn leave() -> ! {
    LEAVING.store(true, Ordering::SeqCst);
    // The program ends even if this fails, such as writing to a terminal that is gone.
    let _ = catch_unwind(tidy_up);
    othello_players::end_all();
    std::process::exit(INTERRUPTED);
}

fn tidy_up() {
    for give_back in ON_LEAVING.get().copied().unwrap_or_default() {
        give_back();
    }
    let work = LEFT_TO_DO.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(work) = work {
        work();
    }
}

/// Waits for the end where an interruption is about to bring it: what it breaks off fails, and the program is not to
/// end with the exit code of that failure.
pub fn give_way() {
    while LEAVING.load(Ordering::SeqCst) {
        std::thread::park();
    }
}

/// Catches an interruption while it lives. One within another catches anew.
#[derive(Debug)]
pub struct Catch(());

impl Catch {
    /// Begins to catch.
    pub fn new() -> Catch {
        CAUGHT.store(false, Ordering::SeqCst);
        CATCHING.fetch_add(1, Ordering::SeqCst);
        Catch(())
    }

    /// What becomes true with the interruption.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&CAUGHT)
    }

    /// Whether there was one.
    pub fn caught(&self) -> bool {
        CAUGHT.load(Ordering::SeqCst)
    }
}

impl Drop for Catch {
    fn drop(&mut self) {
        CATCHING.fetch_sub(1, Ordering::SeqCst);
    }
}
