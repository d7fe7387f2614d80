//! What begins with a colon: commands to the shell itself.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use othello_arena::json::from_datum;

use super::{Flow, Shell, print};
use crate::table::table;

/// How deep a file may source another one.
const DEEPEST: u32 = 16;

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

impl Shell {
    /// Does what a command says.
    pub(super) fn command(&mut self, command: &str) -> Result<Flow, String> {
        let (word, rest) = command.split_once(char::is_whitespace).unwrap_or((command, ""));
        let rest = rest.trim();
        match word.to_ascii_lowercase().as_str() {
            "help" => print(&help()),
            "schema" => self.schema()?,
            "param" | "params" => self.param(rest)?,
            "source" => return self.source(rest),
            "begin" if !self.kept.begin() => {
                return Err(
                    "a transaction is open already; :commit or :rollback ends it".to_owned()
                );
            }
            "begin" => {}
            "commit" | "rollback" => {
                if !self.kept.end(word.eq_ignore_ascii_case("commit")) {
                    return Err("no transaction is open; :begin begins one".to_owned());
                }
            }
            "clear" => self.kept.clear()?,
            "exit" | "quit" => return Ok(Flow::End),
            _ => return Err(format!("no command :{word}; :help shows all")),
        }
        Ok(Flow::On)
    }

    fn schema(&mut self) -> Result<(), String> {
        let labels = self.kept.run(LABELS)?;
        let relationships = self.kept.run(RELATIONSHIPS)?;
        print(&format!("{labels}\n{relationships}"));
        Ok(())
    }

    fn param(&mut self, text: &str) -> Result<(), String> {
        if text.is_empty() {
            let rows = self.kept.params().iter();
            let rows =
                rows.map(|(name, value)| vec![format!("${name}"), from_datum(value).to_string()]);
            print(&table(&["name", "value"].map(str::to_owned), rows.collect()));
            return Ok(());
        }
        let (name, value) = text
            .split_once("=>")
            .ok_or_else(|| "write :param NAME => VALUE, such as :param x => 3".to_owned())?;
        let name = name.trim().trim_start_matches('$');
        if name.is_empty() || !name.chars().all(|c| c.is_alphanumeric() || c == '_') {
            return Err(format!("{name:?} is no name for a parameter"));
        }
        self.kept.set(name, value.trim())
    }

    fn source(&mut self, file: &str) -> Result<Flow, String> {
        if file.is_empty() {
            return Err("write :source FILE".to_owned());
        }
        self.file(Path::new(file))
    }

    /// Runs the statements of a file.
    pub(super) fn file(&mut self, file: &Path) -> Result<Flow, String> {
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
}

fn help() -> String {
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
