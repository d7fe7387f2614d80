//! Loading a library of players, by its root module or its C symbols, and calling it.

use super::loading_fault::loading_fault;
use crate::link::{LONGEST_LINE, TOO_LONG};
use abi_stable::library::{AbiHeaderRef, LibraryError, ROOT_MODULE_LOADER_NAME_WITH_NUL};
use abi_stable::std_types::RStr;
use libloading::Library;
use othello_player_api::abi::{
    self, Create, Describe, Destroy, GetCypherForRound, Instance, PlayersModule, symbols,
};
use std::ffi::c_void;
use std::path::Path;

/// A library of players in this process. It is never unloaded: its threads may still run.
pub(super) enum Players {
    /// By its abi_stable root module.
    Module(PlayersModule),
    /// By its C symbols.
    Symbols(Symbols),
}

/// The C symbols of a library.
pub(super) struct Symbols {
    describe: Option<Describe>,
    create: Option<Create>,
    destroy: Option<Destroy>,
    get_cypher_for_round: GetCypherForRound,
}

impl Players {
    /// Loads the library. Its constructors run here.
    pub(super) fn load(path: &Path) -> Result<Players, String> {
        let library = open(path)?;
        // The root module wins where a library has both.
        match module(library)? {
            Some(module) => Ok(Players::Module(module)),
            None => Symbols::find(library).map(Players::Symbols),
        }
    }

    /// What the library says of its players, or nothing where it can't.
    pub(super) fn describe(&self) -> Result<Option<String>, String> {
        match self {
            Players::Module(module) => Ok(Some(module.describe()().into_string())),
            Players::Symbols(Symbols { describe: None, .. }) => Ok(None),
            Players::Symbols(Symbols { describe: Some(describe), .. }) => {
                // SAFETY: the library's author keeps the contract of the C header.
                text_of(|context| unsafe { describe(emit, context) }).map(Some)
            }
        }
    }

    /// Begins a game. The error is an answer in JSON or a bare text.
    pub(super) fn create(&self, game: &str) -> Result<Instance, String> {
        match self {
            Players::Module(module) => {
                module.create()(RStr::from(game)).into_result().map_err(|error| error.into_string())
            }
            Players::Symbols(Symbols { create: None, .. }) => Ok(Instance(std::ptr::null_mut())),
            Players::Symbols(Symbols { create: Some(create), .. }) => {
                let mut instance = std::ptr::null_mut();
                let text = text_of(|context| {
                    // SAFETY: the library's author keeps the contract of the C header.
                    instance = unsafe { create(game.as_ptr(), game.len(), emit, context) };
                });
                match text {
                    Ok(error) if instance.is_null() => Err(error),
                    _ => Ok(Instance(instance)),
                }
            }
        }
    }

    /// Asks a round. The error says what was wrong with the way the answer was given.
    pub(super) fn ask(&self, instance: Instance, round: &str) -> Result<String, String> {
        match self {
            Players::Module(module) => {
                // SAFETY: the instance came from `create` and is destroyed only after the last
                // round.
                let answer = unsafe { module.get_cypher_for_round()(instance, RStr::from(round)) };
                Ok(answer.into_string())
            }
            Players::Symbols(symbols) => text_of(|context| {
                // SAFETY: as above, and the author keeps the contract of the C header.
                unsafe {
                    (symbols.get_cypher_for_round)(
                        instance.0,
                        round.as_ptr(),
                        round.len(),
                        emit,
                        context,
                    );
                }
            }),
        }
    }

    /// Ends an instance.
    pub(super) fn destroy(&self, instance: Instance) {
        match self {
            // SAFETY: the instance came from `create`, and nothing is asked of it any more.
            Players::Module(module) => unsafe { module.destroy()(instance) },
            Players::Symbols(Symbols { destroy: Some(destroy), .. }) if !instance.0.is_null() => {
                // SAFETY: as above.
                unsafe { destroy(instance.0) }
            }
            Players::Symbols(_) => {}
        }
    }
}

/// Opens a library with all its symbols bound at once, since nothing can be opened later.
fn open(path: &Path) -> Result<&'static Library, String> {
    #[cfg(unix)]
    // SAFETY: foreign code runs here, which is what this process is for.
    let opened = unsafe {
        use libloading::os::unix::{Library, RTLD_LOCAL, RTLD_NOW};
        Library::open(Some(path), RTLD_NOW | RTLD_LOCAL).map(libloading::Library::from)
    };
    #[cfg(not(unix))]
    // SAFETY: foreign code runs here, which is what this process is for.
    let opened = unsafe { Library::new(path) };
    match opened {
        Ok(library) => Ok(Box::leak(Box::new(library))),
        Err(error) => Err(loading_fault(&error, path)),
    }
}

/// The root module, where the library has one. It is initialised from its header rather than by
/// abi_stable's own loading, which gives the second library of a process the first one's code.
fn module(library: &'static Library) -> Result<Option<PlayersModule>, String> {
    let name = ROOT_MODULE_LOADER_NAME_WITH_NUL.as_bytes();
    // SAFETY: a library that exports this name has an abi_stable header behind it, whose magic
    // bytes are checked before anything in it is used.
    let Ok(header) = (unsafe { library.get::<AbiHeaderRef>(name) }) else {
        return Ok(None);
    };
    let module = header.upgrade().and_then(|header| header.init_root_module::<PlayersModule>());
    module.map(Some).map_err(|error| layout_error(&error))
}

/// abi_stable's errors run to a thousand lines; the first that says something is enough.
fn layout_error(error: &LibraryError) -> String {
    match error {
        LibraryError::AbiInstability(_) => {
            "its root module has another layout than version 1 of the player interface; rebuild it \
             with the othello-player-api that this host was built with"
                .into()
        }
        LibraryError::InvalidAbiHeader(_) | LibraryError::InvalidCAbi { .. } => {
            "it was built with a version of abi_stable that this host does not understand".into()
        }
        LibraryError::IncompatibleVersionNumber { expected_version, actual_version, .. } => {
            format!(
                "it speaks version {actual_version} of the player interface, this host version \
             {expected_version}"
            )
        }
        other => {
            let text = other.to_string();
            let line = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or("?");
            format!(
                "its root module cannot be used: {}",
                line.chars().take(200).collect::<String>()
            )
        }
    }
}

impl Symbols {
    fn find(library: &'static Library) -> Result<Symbols, String> {
        fn symbol<T: Copy>(library: &Library, name: &str) -> Option<T> {
            // SAFETY: the C header says what type the symbol has, and its author keeps to it.
            unsafe { library.get::<T>(name.as_bytes()) }.ok().map(|found| *found)
        }
        let version: extern "C" fn() -> u32 = symbol(library, symbols::ABI)
            .ok_or("it is no player: it exports neither a root module nor othello_abi")?;
        match version() {
            abi::VERSION => {}
            other => {
                return Err(format!(
                    "it speaks version {other} of the player interface, this host version {}",
                    abi::VERSION
                ));
            }
        }
        Ok(Symbols {
            describe: symbol(library, symbols::DESCRIBE),
            create: symbol(library, symbols::CREATE),
            destroy: symbol(library, symbols::DESTROY),
            get_cypher_for_round: symbol(library, symbols::GET_CYPHER_FOR_ROUND)
                .ok_or("it is no player: it does not export get_cypher_for_round")?,
        })
    }
}

/// What a C function emitted.
#[derive(Default)]
struct Emitted {
    texts: usize,
    bytes: Vec<u8>,
    too_long: bool,
}

/// Runs a function that emits one text.
fn text_of(run: impl FnOnce(*mut c_void)) -> Result<String, String> {
    let mut emitted = Emitted::default();
    run((&raw mut emitted).cast());
    match emitted.texts {
        _ if emitted.too_long => Err(TOO_LONG.into()),
        0 => Err("it returned without emitting anything".into()),
        1 => String::from_utf8(emitted.bytes).map_err(|error| format!("it is not UTF-8: {error}")),
        texts => Err(format!("it emitted {texts} texts instead of one")),
    }
}

unsafe extern "C" fn emit(context: *mut c_void, text: *const u8, length: usize) {
    if context.is_null() {
        return;
    }
    // SAFETY: the library gives back the context that it got, while its function still runs.
    let emitted = unsafe { &mut *context.cast::<Emitted>() };
    emitted.texts += 1;
    if emitted.texts == 1 && !text.is_null() {
        if length > LONGEST_LINE {
            emitted.too_long = true;
            return;
        }
        // SAFETY: the library says that the text has this length.
        emitted.bytes.extend_from_slice(unsafe { std::slice::from_raw_parts(text, length) });
    }
}
