//! A shell on the embedded engine: statements and commands, typed or read, on a graph that is kept from one
//! to the next. What the command line takes is in `cli::shell`.

mod commands;
mod editor;
mod kept;
mod statements;
mod words;

use std::io::{BufRead, IsTerminal, Write, stdin, stdout};
use std::path::PathBuf;

pub use kept::Kept;

use editor::{Editor, Typed};
use statements::{Piece, cut};

/// A shell.
pub struct Shell {
    kept: Kept,
    /// How many files are being read, each for the one before.
    depth: u32,
}

/// Whether a shell goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flow {
    On,
    End,
}

/// Runs the files, and then what is typed, or read where nobody types.
pub fn run(shell: &mut Shell, files: &[PathBuf]) -> anyhow::Result<()> {
    let types = stdin().is_terminal() && stdout().is_terminal();
    for file in files {
        match shell.file(file) {
            Ok(Flow::On) => {}
            Ok(Flow::End) => return Ok(()),
            // Whoever types may want to see how far it came.
            Err(wrong) if types => eprintln!("{wrong}"),
            Err(wrong) => return Err(anyhow::Error::msg(wrong)),
        }
    }
    if types {
        return shell.converse();
    }
    shell.read("standard input", stdin().lock()).map(drop).map_err(anyhow::Error::msg)
}

impl Shell {
    /// A shell on this graph.
    pub fn new(kept: Kept) -> Shell {
        Shell { kept, depth: 0 }
    }

    /// Asks for statements on a terminal until there are no more.
    fn converse(&mut self) -> anyhow::Result<()> {
        let mut editor = Editor::open()?;
        print(&self.greeting());
        loop {
            let name = self.kept.game().unwrap_or("cypher");
            let prompt = format!("{name}{} ", if self.kept.is_open() { "*>" } else { ">" });
            let text = match editor.ask(&prompt, self.kept.names())? {
                Typed::Text(text) => text,
                Typed::Dropped => continue,
                Typed::End => return Ok(()),
            };
            for (_, piece) in cut(&text).pieces {
                match self.take(piece) {
                    Ok(Flow::On) => {}
                    Ok(Flow::End) => return Ok(()),
                    Err(wrong) => {
                        eprintln!("{wrong}");
                        // What was typed behind a statement that failed may have counted on it.
                        break;
                    }
                }
            }
        }
    }

    fn greeting(&self) -> String {
        let (nodes, relationships) = self.kept.counts();
        let may =
            if self.kept.may_write() { "read and change" } else { "read (--write: and change)" };
        format!(
            "A graph with {nodes} nodes and {relationships} relationships to {may}. Statements end with ;\n\
             :help shows what else there is, Ctrl-D ends.\n"
        )
    }

    /// Runs what is read, as it comes, until its end or the first error, which is told with its line.
    fn read(&mut self, name: &str, input: impl BufRead) -> Result<Flow, String> {
        let mut text = String::new();
        // The number of the line on which the text begins.
        let mut line = 1;
        for read in input.lines() {
            let read = read.map_err(|error| format!("{name}: {error}"))?;
            text += &read;
            text.push('\n');
            // Nothing else can end a statement or be a command.
            if !read.contains(';') && !read.trim_start().starts_with(':') {
                continue;
            }
            let cut = cut(&text);
            if self.take_all(name, &text, line, &cut.pieces)? == Flow::End {
                return Ok(Flow::End);
            }
            line += newlines(&text[..cut.rest]);
            text.drain(..cut.rest);
        }
        // At the end nothing more can come, so that the last semicolon may be left out.
        let rest = text.trim_end();
        let mut pieces = cut(rest).pieces;
        let start = cut(rest).rest;
        if start < rest.len() {
            pieces.push((start, Piece::Statement(&rest[start..])));
        }
        self.take_all(name, &text, line, &pieces)
    }

    fn take_all(
        &mut self,
        name: &str,
        text: &str,
        line: usize,
        pieces: &[(usize, Piece<'_>)],
    ) -> Result<Flow, String> {
        for (at, piece) in pieces {
            let flow = self.take(*piece).map_err(|wrong| {
                format!("{name}, line {}: {wrong}", line + newlines(&text[..*at]))
            })?;
            if flow == Flow::End {
                return Ok(Flow::End);
            }
        }
        Ok(Flow::On)
    }

    fn take(&mut self, piece: Piece<'_>) -> Result<Flow, String> {
        match piece {
            Piece::Command(command) => self.command(command),
            Piece::Statement(statement) => {
                let outcome = self.kept.run(statement)?;
                print(&outcome);
                Ok(Flow::On)
            }
        }
    }
}

fn print(text: &str) {
    // Whoever closed standard output does not want to know.
    let _ = stdout().write_all(text.as_bytes());
}

fn newlines(text: &str) -> usize {
    text.matches('\n').count()
}
