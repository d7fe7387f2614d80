//! The file of a book that grows: positions are added at its end as they are found, so that whatever ends the program
//! leaves what was there.

use std::fs::File;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, bail};
use othello_players::{LONGEST_OPTION_FILE, read_text};
use othello_rules::{Book, Position, Square};

use super::recipe::{Recipe, Wishes};
use crate::exit::usage;
use crate::out_file;

/// A book in its file, which nobody else adds to meanwhile.
pub struct BookFile {
    /// What stands in it.
    pub book: Book,
    /// What it follows from.
    pub recipe: Recipe,
    file: File,
    length: u64,
}

impl BookFile {
    /// Opens the book of a file, or begins one.
    pub fn open(path: &Path, wishes: &Wishes) -> anyhow::Result<BookFile> {
        let named = || path.display().to_string();
        let text = if path.exists() {
            let text = read_text(path, LONGEST_OPTION_FILE).map_err(anyhow::Error::msg);
            text.with_context(named)?
        } else {
            String::new()
        };
        let (mut book, recipe) = match text.as_str() {
            "" => (Book::default(), Recipe::wished(wishes)?),
            text => known(path, text, wishes)?,
        };
        let mut file = out_file::append(path)?;
        if file.try_lock().is_err() {
            bail!("{} is being made by another command", named());
        }
        // The end of a line that was not finished.
        let mut length = text.rfind('\n').map_or(0, |at| at as u64 + 1);
        file.set_len(length).with_context(named)?;
        if length == 0 {
            book = Book::new(&recipe.comment());
            let heading = book.heading();
            file.write_all(heading.as_bytes()).with_context(named)?;
            length = heading.len() as u64;
        }
        Ok(BookFile { book, recipe, file, length })
    }

    /// Adds a position; false where there is no room for it.
    pub fn add(&mut self, position: &Position, moves: &[(Square, f64)]) -> anyhow::Result<bool> {
        let Some(line) = self.book.add(position, moves) else { return Ok(true) };
        let length = self.length + line.len() as u64;
        if length > LONGEST_OPTION_FILE {
            self.book = self.book.beginning(self.book.len() - 1);
            return Ok(false);
        }
        self.length = length;
        self.file.write_all(line.as_bytes()).context("the book can't be written to")?;
        Ok(true)
    }
}

/// The book of a text, which is to be gone on with.
fn known(path: &Path, text: &str, wishes: &Wishes) -> anyhow::Result<(Book, Recipe)> {
    let other = || {
        usage(format!("{} is no book that this command made; name another file", path.display()))
    };
    let book = Book::read(text).map_err(|error| other().context(error))?;
    let Some(recipe) = Recipe::read(book.comment()) else {
        // Of one that was just begun the first line may be missing.
        let is_begun = book.is_empty() && !text.contains('\n') && Recipe::begins_so(text);
        return if is_begun { Ok((book, Recipe::wished(wishes)?)) } else { Err(other()) };
    };
    if let Some(option) = recipe.differs(wishes) {
        return Err(usage(format!(
            "{} was begun with another {option} ({}); leave it out, or name another file",
            path.display(),
            recipe.in_words()
        )));
    }
    Ok((book, recipe))
}
