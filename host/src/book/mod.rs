//! Books of openings that our strongest player makes by its own play, for players that take one. `growth` says which
//! positions come next, `searchers` have them valued, `file` is where a book lies while it grows; how a book is shown is
//! in `words`.

mod file;
mod growth;
mod recipe;
mod searchers;
mod words;

pub use recipe::{Recipe, Wishes};
pub use words::{as_json, as_text};

use std::io::{IsTerminal, stderr};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use othello_players::{LONGEST_OPTION_FILE, read_text};
use othello_rules::Book;

use crate::exit::Exit;
use crate::interrupt::Catch;
use crate::output;
use crate::players::Players;
use crate::report::command_line;
use file::BookFile;
use growth::Growth;
use searchers::Searchers;

/// What making a book takes.
pub struct MakeOptions {
    /// Where it lies, or is to lie.
    pub file: PathBuf,
    /// What it follows from.
    pub wishes: Wishes,
    /// How many positions it is to have.
    pub positions: usize,
    /// How long that may take.
    pub time: Option<Duration>,
    /// How many positions are looked at at once.
    pub at_once: NonZero<usize>,
}

/// Why no more positions were added.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// It has as many as it was to have.
    Made,
    /// There are no more that are worth it.
    Whole,
    /// No player takes a longer file.
    Full,
    TimeIsOver,
    Interrupted,
}

/// Makes a book, or goes on with one.
///
/// # Errors
/// Where the file is no book or another's, and what the evaluator failed by. What was found stays.
pub fn make(options: &MakeOptions, players: &Players) -> anyhow::Result<()> {
    let catch = Catch::new();
    let mut file = BookFile::open(&options.file, &options.wishes)?;
    let begun = Instant::now();
    let until = options.time.map(|time| begun + time);
    let ends = || {
        let is_over = until.is_some_and(|until| Instant::now() >= until);
        let over = is_over.then_some(End::TimeIsOver);
        if catch.caught() { Some(End::Interrupted) } else { over }
    };
    let end = grow(&mut file, options, players, &ends)?;
    let (name, count) = (options.file.display(), file.book.len());
    if stderr().is_terminal() {
        tell!("\r\x1b[K");
    }
    match end {
        End::Interrupted => {
            tell_line!("{name} has {count} positions; the same command goes on");
            return Err(Exit::Interrupted.into());
        }
        End::TimeIsOver => tell_line!("its time is over; the same command goes on"),
        End::Whole => tell_line!(
            "no other position is worth it; a new book with a wider --within or more --plies has more"
        ),
        End::Full => tell_line!(
            "players take a file of {} MiB at the most, and it has reached that",
            LONGEST_OPTION_FILE >> 20
        ),
        End::Made => {}
    }
    file.book.settle();
    output::print(format!("{name}: {}\n", words::in_a_line(&file.book, &file.recipe.start)));
    Ok(())
}

/// Adds positions until there is a reason to stop.
fn grow(
    file: &mut BookFile,
    options: &MakeOptions,
    players: &Players,
    ends: &dyn Fn() -> Option<End>,
) -> anyhow::Result<End> {
    let mut growth = Growth::default();
    let mut searchers = Searchers::new(players, &file.recipe, options.at_once);
    let watched = stderr().is_terminal();
    while file.book.len() < options.positions {
        let mut wanted = growth.next(&file.book, &file.recipe);
        if wanted.is_empty() {
            return Ok(End::Whole);
        }
        wanted.truncate(options.positions - file.book.len());
        let mut full = false;
        searchers.value(&wanted, &|| ends().is_some(), &mut |position, moves| {
            full = full || !file.add(position, moves)?;
            if watched {
                tell!("\r{} of {} positions", file.book.len(), options.positions);
            }
            Ok(())
        })?;
        if full {
            return Ok(End::Full);
        }
        if let Some(end) = ends() {
            return Ok(end);
        }
    }
    Ok(End::Made)
}

/// A book that lies in a file, with what it was made by, where it says so.
///
/// # Errors
/// Where it can't be read, is no book, or has nothing in it.
pub fn read(path: &Path) -> anyhow::Result<(Book, Option<Recipe>)> {
    let named = || path.display().to_string();
    let text = read_text(path, LONGEST_OPTION_FILE).map_err(anyhow::Error::msg);
    let text = text.with_context(named)?;
    let book = Book::read(&text).with_context(|| format!("{} is no book", named()))?;
    let recipe = Recipe::read(book.comment());
    if book.is_empty() {
        let words = ["othello-host", "book", "make", &named()].map(str::to_owned);
        let make = command_line(&words);
        bail!("there is no position in {}; a book is made, or gone on with, by: {make}", named());
    }
    Ok((book, recipe))
}
