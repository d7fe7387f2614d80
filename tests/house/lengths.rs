//! How long files and functions are.

use crate::tokens::{item, tokens};

pub const MOST_OF_A_FILE: usize = 450;
pub const MOST_OF_A_FUNCTION: usize = 70;

/// A function with a body, from the line of its name to the one of its last brace.
#[derive(Debug, PartialEq, Eq)]
pub struct Function {
    pub name: String,
    pub line: usize,
    pub lines: usize,
}

/// Every function of a file, those for tests and those inside others included.
pub fn functions(source: &str) -> Vec<Function> {
    let tokens = tokens(source);
    let mut functions = Vec::new();
    for (at, pair) in tokens.windows(2).enumerate() {
        let [keyword, name] = pair else { continue };
        if !keyword.is("fn") || name.name().is_none() {
            continue;
        }
        let whole = &tokens[at..at + item(&tokens[at..])];
        if let Some(last) = whole.last().filter(|last| last.is("}")) {
            let lines = last.line - keyword.line + 1;
            functions.push(Function { name: name.text.to_owned(), line: keyword.line, lines });
        }
    }
    functions
}
