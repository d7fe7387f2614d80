//! What begins with a colon: commands to the shell itself, as they are read. The interpreter obeys them.

use std::path::Path;

use crate::meant::meant_by;
use crate::table::table;

/// The commands: name, what they take, what they do.
pub const COMMANDS: [(&str, &str, &str); 9] = [
    ("help", "", "shows this"),
    ("schema", "", "shows labels, relationship types and their properties"),
    (
        "param",
        "[NAME => VALUE]",
        "sets $NAME to what the expression gives, or shows all parameters",
    ),
    ("source", "FILE", "runs the statements of a file"),
    ("begin", "", "begins a transaction"),
    ("commit", "", "keeps what was written since :begin"),
    ("rollback", "", "takes back what was written since :begin"),
    ("clear", "", "empties the graph and, with --game, sets the game up again"),
    ("exit", "", "ends the shell, as Ctrl-D does"),
];

/// A command, with what stands behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command<'t> {
    Help,
    Schema,
    ShowParams,
    SetParam { name: &'t str, expression: &'t str },
    Source(&'t Path),
    Begin,
    Commit,
    Rollback,
    Clear,
    Exit,
}

impl<'t> Command<'t> {
    /// Reads a command without its colon.
    ///
    /// # Errors
    /// What is wrong with it, and what to write.
    pub fn parse(text: &'t str) -> Result<Command<'t>, String> {
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim();
        Ok(match word.to_ascii_lowercase().as_str() {
            "help" => Command::Help,
            "schema" => Command::Schema,
            "param" | "params" if rest.is_empty() => Command::ShowParams,
            "param" | "params" => Command::set_param(rest)?,
            "source" if rest.is_empty() => return Err("write :source FILE".to_owned()),
            "source" => Command::Source(Path::new(rest)),
            "begin" => Command::Begin,
            "commit" => Command::Commit,
            "rollback" => Command::Rollback,
            "clear" => Command::Clear,
            "exit" | "quit" => Command::Exit,
            _ => return Err(format!("no command :{word};{} :help shows all", meant_instead(word))),
        })
    }

    fn set_param(text: &'t str) -> Result<Command<'t>, String> {
        let (name, expression) =
            text.split_once("=>").ok_or("write :param NAME => VALUE, such as :param x => 3")?;
        let name = name.trim().trim_start_matches('$');
        if name.is_empty() || !name.chars().all(|c| c.is_alphanumeric() || c == '_') {
            return Err(format!("{name:?} is not a name for a parameter"));
        }
        Ok(Command::SetParam { name, expression: expression.trim() })
    }
}

/// Asks for the command that may be meant by this word, where there is one.
fn meant_instead(word: &str) -> String {
    let meant = meant_by(word, COMMANDS.iter().map(|(name, ..)| *name));
    meant.map_or_else(String::new, |name| format!(" did you mean :{name}?"))
}

/// What `:help` shows.
pub fn help() -> String {
    let rows = COMMANDS.iter().map(|(name, takes, does)| {
        vec![format!(":{name} {takes}").trim_end().to_owned(), (*does).to_owned()]
    });
    let heads = ["command", "what it does"].map(str::to_owned);
    table(&heads, rows.collect())
        + "Anything else is a statement. It ends with a semicolon and may have several lines. PROFILE before it \
           shows its plan with counts, EXPLAIN the plan alone.\n\
           Tab completes, the up arrow goes back, Ctrl-R searches, Ctrl-L clears the screen, Ctrl-C stops a \
           statement.\n"
}
