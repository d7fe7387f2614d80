//! A shell: runs statements and obeys commands on its graph, from wherever they come.

use std::fs::File;
use std::io::{BufRead, BufReader, ErrorKind};
use std::path::Path;

use othello_arena::json::from_datum;
use othello_rules::text::{NotText, without_mark};

use super::commands::{Command, help};
use super::graph::ShellGraph;
use super::statements::{Piece, is_command, split};
use crate::output;
use crate::table::table;

/// How deep a file may source another one.
const DEEPEST: u32 = 16;

const LABELS: &str = "MATCH (n) UNWIND labels(n) AS label \
    UNWIND CASE keys(n) WHEN [] THEN [null] ELSE keys(n) END AS key \
    WITH label, key, n ORDER BY label, key \
    RETURN label, count(DISTINCT n) AS nodes, collect(DISTINCT key) AS properties ORDER BY label";

const RELATIONSHIPS: &str = "MATCH (a)-[r]->(b) \
    UNWIND CASE keys(r) WHEN [] THEN [null] ELSE keys(r) END AS key \
    WITH coalesce(head(labels(a)), '') AS start, type(r) AS type, coalesce(head(labels(b)), '') AS end, r, key \
    ORDER BY key \
    RETURN start AS from, type, end AS to, count(DISTINCT r) AS relationships, \
    collect(DISTINCT key) AS properties ORDER BY from, type, to";

/// A shell.
pub struct Shell {
    /// What statements are run on.
    pub graph: ShellGraph,
    /// Whether what is read goes on behind an error.
    keep_going: bool,
    /// How many errors it went on behind.
    pub errors: u32,
    /// How many files are being read, each for the one before.
    depth: u32,
}

/// Whether a shell goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    Continue,
    End,
}

impl Shell {
    /// A shell on this graph, which goes on behind an error in what it reads, or not.
    pub fn new(graph: ShellGraph, keep_going: bool) -> Shell {
        Shell { graph, keep_going, errors: 0, depth: 0 }
    }

    /// Runs a statement or obeys a command.
    pub fn perform(&mut self, piece: Piece<'_>) -> Result<Flow, String> {
        match piece {
            Piece::Command(command) => self.obey(Command::parse(command)?),
            Piece::Statement(statement) => {
                let outcome = self.graph.run(statement)?;
                output::print(outcome);
                Ok(Flow::Continue)
            }
        }
    }

    fn obey(&mut self, command: Command<'_>) -> Result<Flow, String> {
        match command {
            Command::Help => output::print(help()),
            Command::Schema => self.schema()?,
            Command::ShowParams => self.show_params(),
            Command::SetParam { name, expression } => self.graph.set(name, expression)?,
            Command::Source(file) => return self.read_file(file),
            Command::Begin => self.graph.begin()?,
            Command::Commit => self.graph.end(true)?,
            Command::Rollback => self.graph.end(false)?,
            Command::Clear => self.graph.clear()?,
            Command::Exit => return Ok(Flow::End),
        }
        Ok(Flow::Continue)
    }

    fn schema(&mut self) -> Result<(), String> {
        let labels = self.graph.run(LABELS)?;
        let relationships = self.graph.run(RELATIONSHIPS)?;
        output::print(format!("{labels}\n{relationships}"));
        Ok(())
    }

    fn show_params(&self) {
        let row = |(name, value)| vec![format!("${name}"), from_datum(value).to_string()];
        let rows = self.graph.params().iter().map(row).collect();
        output::print(table(&["name", "value"].map(str::to_owned), rows));
    }

    /// Runs the statements of a file.
    pub fn read_file(&mut self, file: &Path) -> Result<Flow, String> {
        let name = file.display().to_string();
        if self.depth == DEEPEST {
            return Err(format!("{name}: files source each other {DEEPEST} deep"));
        }
        let open = File::open(file).map_err(|error| format!("{name}: {error}"))?;
        self.depth += 1;
        let flow = self.read(&name, BufReader::new(open));
        self.depth -= 1;
        flow
    }

    /// Runs an input as it comes, until its end or the first error, which has its line before it.
    pub fn read(&mut self, name: &str, input: impl BufRead) -> Result<Flow, String> {
        let mut text = String::new();
        // The number of the line on which the text begins.
        let mut line = 1;
        for typed in input.lines() {
            let typed = typed.map_err(|error| match error.kind() {
                ErrorKind::InvalidData => format!("{name}: {NotText}"),
                _ => format!("{name}: {error}"),
            })?;
            text += without_mark(&typed);
            text.push('\n');
            // Nothing else can end a statement or be a command.
            if !typed.contains(';') && !is_command(&typed) {
                continue;
            }
            let split = split(&text);
            if self.perform_all(name, &text, line, &split.pieces)? == Flow::End {
                return Ok(Flow::End);
            }
            line += newlines(&text[..split.rest]);
            text.drain(..split.rest);
        }
        // At the end nothing more can come, so that the last semicolon may be left out.
        let rest = text.trim_end();
        let mut pieces = split(rest).pieces;
        let start = split(rest).rest;
        if start < rest.len() {
            pieces.push((start, Piece::Statement(&rest[start..])));
        }
        self.perform_all(name, &text, line, &pieces)
    }

    fn perform_all(
        &mut self,
        name: &str,
        text: &str,
        line: usize,
        pieces: &[(usize, Piece<'_>)],
    ) -> Result<Flow, String> {
        for (at, piece) in pieces {
            let performed = self.perform(*piece).map_err(|wrong| {
                format!("{name}, line {}: {wrong}", line + newlines(&text[..*at]))
            });
            match performed {
                Ok(Flow::Continue) => {}
                Ok(Flow::End) => return Ok(Flow::End),
                Err(wrong) if self.keep_going => {
                    self.errors += 1;
                    tell_line!("othello-host: {wrong}");
                }
                Err(wrong) => return Err(wrong),
            }
        }
        Ok(Flow::Continue)
    }
}

fn newlines(text: &str) -> usize {
    text.matches('\n').count()
}
