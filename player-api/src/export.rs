//! What [`export_player!`](crate::export_player) expands to: both faces of the ABI for a list of
//! types, with every panic of theirs caught on this side of the boundary.

use crate::abi::Emit;
use crate::messages::about::About;
use crate::messages::answer::{Answer, Reply};
use crate::messages::game::Game;
use crate::messages::round::Round;
use crate::player::Player;
use std::any::Any;
use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Makes a library of players from types that implement [`Player`](crate::Player).
///
/// It is written once in a library, which is built with `crate-type = ["cdylib"]`.
#[macro_export]
macro_rules! export_player {
    ($($player:ty),+ $(,)?) => {
        const _: () = {
            use $crate::__private as private;

            struct Library;

            impl private::Library for Library {
                const PLAYERS: &'static [private::Entry] =
                    &[$(private::Entry::of::<$player>()),+];
            }

            $crate::__export_root_module!(private, Library);

            #[unsafe(no_mangle)]
            extern "C" fn othello_abi() -> u32 {
                $crate::abi::VERSION
            }

            #[unsafe(no_mangle)]
            unsafe extern "C" fn describe(emit: $crate::abi::Emit, context: *mut private::c_void) {
                // SAFETY: the caller keeps the contract of the C header.
                unsafe { private::c_describe::<Library>(emit, context) }
            }

            #[unsafe(no_mangle)]
            unsafe extern "C" fn create(
                game: *const u8,
                length: usize,
                emit: $crate::abi::Emit,
                context: *mut private::c_void,
            ) -> *mut private::c_void {
                // SAFETY: the caller keeps the contract of the C header.
                unsafe { private::c_create::<Library>(game, length, emit, context) }
            }

            #[unsafe(no_mangle)]
            unsafe extern "C" fn get_cypher_for_round(
                instance: *mut private::c_void,
                round: *const u8,
                length: usize,
                emit: $crate::abi::Emit,
                context: *mut private::c_void,
            ) {
                // SAFETY: the caller keeps the contract of the C header.
                unsafe { private::c_round::<Library>(instance, round, length, emit, context) }
            }

            #[unsafe(no_mangle)]
            unsafe extern "C" fn destroy(instance: *mut private::c_void) {
                // SAFETY: the caller keeps the contract of the C header.
                unsafe { private::destroy(instance) }
            }
        };
    };
}

/// The root module's half of the expansion.
#[cfg(feature = "root-module")]
#[doc(hidden)]
#[macro_export]
macro_rules! __export_root_module {
    ($private:ident, $library:ident) => {
        // The name that `#[abi_stable::export_root_module]` gives, written out because that
        // attribute would want the player's crate to depend on abi_stable as well.
        #[unsafe(export_name = "_1as_0lib_1header_0root_bmodule_bloader")]
        static LIBRARY_HEADER: $private::LibHeader = $private::header::<$library>();
    };
}

/// Without the feature the C symbols are all that a library has.
#[cfg(not(feature = "root-module"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __export_root_module {
    ($private:ident, $library:ident) => {};
}

/// The players of one library.
pub trait Library: 'static {
    /// In the order of `export_player!`.
    const PLAYERS: &'static [Entry];
}

/// One type that can be a player.
pub struct Entry {
    about: fn() -> About,
    create: fn(&Game) -> Result<Box<dyn AnyPlayer>, String>,
}

impl Entry {
    /// The entry of a type.
    pub const fn of<P: Player>() -> Self {
        Entry { about: P::about, create: |game| Ok(Box::new(P::try_new(game)?)) }
    }
}

/// A player behind a pointer; `Player` itself returns `impl Into<Answer>` and can't be one.
trait AnyPlayer {
    fn answer(&mut self, round: &Round) -> Answer;
}

impl<P: Player> AnyPlayer for P {
    fn answer(&mut self, round: &Round) -> Answer {
        self.get_cypher_for_round(round).into()
    }
}

/// What an instance points to.
struct Seat {
    player: Box<dyn AnyPlayer>,
}

/// Runs a player's code. A panic becomes its text; what was thrown is forgotten and not dropped,
/// since its `drop` is a player's code too and could panic again.
fn catch_panic<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(run)).map_err(|payload| {
        let text = panic_text(payload.as_ref());
        std::mem::forget(payload);
        text
    })
}

fn panic_text(payload: &(dyn Any + Send)) -> String {
    if let Some(text) = payload.downcast_ref::<&str>() {
        (*text).to_owned()
    } else if let Some(text) = payload.downcast_ref::<String>() {
        text.clone()
    } else {
        "a panic without a text".to_owned()
    }
}

fn json_of(fields: &impl serde::Serialize) -> String {
    serde_json::to_string(fields).unwrap_or_default()
}

fn panic_answer(text: String) -> String {
    Answer::from(Reply::Panic(text)).to_json()
}

pub(crate) fn descriptions<L: Library>() -> String {
    catch_panic(|| json_of(&L::PLAYERS.iter().map(|entry| (entry.about)()).collect::<Vec<_>>()))
        .unwrap_or_else(panic_answer)
}

/// Begins a game; the error is an answer in JSON.
pub(crate) fn begin<L: Library>(game: &str) -> Result<*mut c_void, String> {
    let game: Game = serde_json::from_str(game)
        .map_err(|error| Answer::error(format!("this is no game: {error}")).to_json())?;
    catch_panic(|| {
        let is_named =
            |entry: &&Entry| game.player.is_empty() || (entry.about)().name == game.player;
        let entry = L::PLAYERS.iter().find(is_named);
        let entry = entry.ok_or_else(|| format!("no player {:?} in this library", game.player))?;
        Ok(Box::new(Seat { player: (entry.create)(&game)? }))
    })
    .map_err(panic_answer)?
    .map(|seat| Box::into_raw(seat).cast())
    .map_err(|why: String| Answer::error(why).to_json())
}

/// Answers a round in JSON with an answer in JSON.
///
/// # Safety
///
/// The instance comes from `begin` and was not destroyed.
pub(crate) unsafe fn answer(instance: *mut c_void, round: &str) -> String {
    let round: Round = match serde_json::from_str(round) {
        Ok(round) => round,
        Err(error) => return Answer::error(format!("this is no round: {error}")).to_json(),
    };
    // SAFETY: the caller says that the instance is alive, and a player is asked by one thread.
    let seat = unsafe { &mut *instance.cast::<Seat>() };
    catch_panic(|| seat.player.answer(&round).to_json()).unwrap_or_else(panic_answer)
}

/// Ends an instance.
///
/// # Safety
///
/// The instance comes from `begin` and was not destroyed.
pub unsafe fn destroy(instance: *mut c_void) {
    if !instance.is_null() {
        // SAFETY: the caller says that it is alive, and it was a box in `begin`.
        let seat = unsafe { Box::from_raw(instance.cast::<Seat>()) };
        // The game is over: a panic of the player's `drop` has nothing left to lose.
        let _ = catch_panic(|| drop(seat));
    }
}

/// The C face of `describe`.
///
/// # Safety
///
/// `emit` may be called with `context`.
pub unsafe fn c_describe<L: Library>(emit: Emit, context: *mut c_void) {
    let text = descriptions::<L>();
    // SAFETY: the caller says so, and the text lives through the call.
    unsafe { emit(context, text.as_ptr(), text.len()) }
}

/// The C face of `create`.
///
/// # Safety
///
/// `game` is a text of `length` bytes, and `emit` may be called with `context`.
pub unsafe fn c_create<L: Library>(
    game: *const u8,
    length: usize,
    emit: Emit,
    context: *mut c_void,
) -> *mut c_void {
    // SAFETY: the caller says so.
    let game = unsafe { text(game, length) };
    begin::<L>(&game).unwrap_or_else(|error| {
        // SAFETY: the caller says so, and the text lives through the call.
        unsafe { emit(context, error.as_ptr(), error.len()) };
        std::ptr::null_mut()
    })
}

/// The C face of `get_cypher_for_round`.
///
/// # Safety
///
/// The instance is null or alive, `round` is a text of `length` bytes, and `emit` may be called
/// with `context`.
pub unsafe fn c_round<L: Library>(
    instance: *mut c_void,
    round: *const u8,
    length: usize,
    emit: Emit,
    context: *mut c_void,
) {
    // SAFETY: the caller says so.
    let round = unsafe { text(round, length) };
    let answer = if instance.is_null() {
        Answer::error("asked without a game: create an instance first").to_json()
    } else {
        // SAFETY: the caller says that what is not null is alive.
        unsafe { answer(instance, &round) }
    };
    // SAFETY: the caller says so, and the text lives through the call.
    unsafe { emit(context, answer.as_ptr(), answer.len()) }
}

/// A caller's text.
///
/// # Safety
///
/// It has `length` bytes, or is null.
unsafe fn text<'a>(start: *const u8, length: usize) -> std::borrow::Cow<'a, str> {
    if start.is_null() {
        return "".into();
    }
    // SAFETY: the caller says so.
    String::from_utf8_lossy(unsafe { std::slice::from_raw_parts(start, length) })
}
