//! A shell on a graph in memory or on a server: statements and commands, typed or read, on a graph that lasts from one to the next.

mod commands;
mod completion;
mod editor;
mod graph;
mod ground;
mod interpreter;
mod memory;
mod server;
mod statements;

use std::io::{IsTerminal, stdin, stdout};
use std::path::PathBuf;

pub use graph::ShellGraph;

use editor::{Editor, Input};
use interpreter::{Flow, Shell};
use statements::split;

use crate::exit::Exit;
use crate::interrupt::Catch;
use crate::output;

/// Runs the files, and then what is typed, or read where nobody types.
pub fn run(graph: ShellGraph, files: &[PathBuf], keep_going: bool) -> anyhow::Result<()> {
    let mut shell = Shell::new(graph, keep_going);
    let types = stdin().is_terminal() && stdout().is_terminal();
    for file in files {
        match shell.read_file(file) {
            Ok(Flow::Continue) => {}
            Ok(Flow::End) => return Ok(()),
            // Whoever types may want to see how far it came.
            Err(wrong) if types => tell_line!("{wrong}"),
            Err(wrong) => return Err(anyhow::Error::msg(wrong)),
        }
    }
    if types {
        return converse(&mut shell);
    }
    shell.read("standard input", stdin().lock()).map_err(anyhow::Error::msg)?;
    // Each error was printed where it came.
    if shell.errors == 0 { Ok(()) } else { Err(Exit::Reported.into()) }
}

/// Asks for statements on a terminal until there are no more.
fn converse(shell: &mut Shell) -> anyhow::Result<()> {
    let mut editor = Editor::open()?;
    // Between what was typed and its statement an interruption is no reason to end.
    let _catch = shell.graph.stops().then(Catch::new);
    let greeting = shell.graph.greeting();
    output::print(format!(
        "{greeting} Statements end with ;\n:help shows what else there is, Ctrl-D ends.\n"
    ));
    loop {
        let name = shell.graph.game().unwrap_or("cypher");
        let prompt = format!("{name}{} ", if shell.graph.is_open() { "*>" } else { ">" });
        let text = match editor.ask(&prompt, shell.graph.names())? {
            Input::Text(text) => text,
            Input::Dropped => continue,
            Input::End => return Ok(()),
        };
        for (_, piece) in split(&text).pieces {
            match shell.perform(piece) {
                Ok(Flow::Continue) => {}
                Ok(Flow::End) => return Ok(()),
                // What was pasted behind it is run all the same, as it is where it comes line by line.
                Err(wrong) => tell_line!("{wrong}"),
            }
        }
    }
}
