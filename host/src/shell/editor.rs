//! The line that is typed on a terminal: editing, history, completion.

use std::fs;
use std::path::PathBuf;

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Helper};

use super::completion::{Names, complete};
use super::statements::split;
use crate::folders;

/// How many statements the history holds.
const HISTORY_SIZE: usize = 1000;

/// Where statements are typed.
pub struct Editor {
    editor: rustyline::Editor<TypingHelper, FileHistory>,
    /// The file with what was typed before, where there is a place for one.
    history: Option<PathBuf>,
}

/// What somebody typed.
pub enum Input {
    /// Complete statements and commands.
    Text(String),
    /// Ctrl-C: the begun statement is not meant.
    Dropped,
    /// Ctrl-D.
    End,
}

impl Editor {
    /// Opens the terminal's line, with what was typed in earlier shells.
    pub fn open() -> anyhow::Result<Editor> {
        let config = Config::builder()
            .max_history_size(HISTORY_SIZE)?
            .completion_type(CompletionType::List)
            .auto_add_history(false)
            .build();
        let mut editor = rustyline::Editor::with_config(config)?;
        editor.set_helper(Some(TypingHelper::default()));
        let history = folders::data().ok().filter(|folder| fs::create_dir_all(folder).is_ok());
        let history = history.map(|folder| folder.join("shell_history"));
        if let Some(file) = &history {
            // The first time there is no such file.
            let _ = editor.load_history(file);
        }
        Ok(Editor { editor, history })
    }

    /// Waits for the next statement. Each line of one that is not complete has a prompt that says so.
    pub fn ask(&mut self, prompt: &str, names: Names) -> anyhow::Result<Input> {
        if let Some(typing) = self.editor.helper_mut() {
            typing.names = names;
        }
        let continued = format!("{:>1$} ", "...>", prompt.trim_end().len());
        let mut text = String::new();
        loop {
            match self.editor.readline(if text.is_empty() { prompt } else { &continued }) {
                Ok(line) => text += &line,
                Err(ReadlineError::Interrupted) => return Ok(Input::Dropped),
                Err(ReadlineError::Eof) => return Ok(Input::End),
                Err(error) => return Err(error.into()),
            }
            if split(&text).rest == text.len() {
                self.remember(&text);
                return Ok(Input::Text(text));
            }
            text.push('\n');
        }
    }

    /// Keeps it at once, so that nothing is lost if the shell is ended from outside.
    fn remember(&mut self, text: &str) {
        let added = self.editor.add_history_entry(text.trim()).unwrap_or(false);
        if let Some(file) = self.history.as_ref().filter(|_| added) {
            // The shell goes on without a history that can't be written.
            let _ = self.editor.append_history(file);
        }
    }
}

/// What helps while somebody types.
#[derive(Default)]
struct TypingHelper {
    names: Names,
}

impl Completer for TypingHelper {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        position: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(complete(&line[..position], &self.names))
    }
}

impl Validator for TypingHelper {}

impl Hinter for TypingHelper {
    type Hint = String;
}

impl Highlighter for TypingHelper {}

impl Helper for TypingHelper {}
