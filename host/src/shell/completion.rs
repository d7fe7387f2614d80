//! What can be offered to somebody who types a statement: names of the graph where a name can stand, else
//! keywords and functions.

use othello_cypher::{function_names, syntax};

use super::commands::COMMANDS;

/// What things in a graph are called.
#[derive(Clone, Debug, Default)]
pub struct Names {
    pub labels: Vec<String>,
    pub types: Vec<String>,
    pub keys: Vec<String>,
    pub params: Vec<String>,
}

/// The words that can stand at the end of what was typed, and the byte at which the begun one begins.
pub fn complete(typed: &str, names: &Names) -> (usize, Vec<String>) {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let start = typed.trim_end_matches(is_part).len();
    let (before, begun) = typed.split_at(start);
    if before.trim() == ":" {
        let commands = COMMANDS.iter().map(|(name, ..)| (*name).to_owned());
        return (start, starting_with(begun, commands));
    }
    let quoted = |names: &[String]| -> Vec<String> { names.iter().map(|n| name(n)).collect() };
    let open = innermost(before);
    let words = match (before.chars().next_back(), open) {
        (Some('.'), _) => quoted(&names.keys),
        (Some('$'), _) => quoted(&names.params),
        (Some(':' | '|' | '&' | '!'), Some('[')) => quoted(&names.types),
        (Some(':' | '|' | '&' | '!'), Some('(')) => quoted(&names.labels),
        (Some(':' | '|' | '&' | '!'), None) => {
            [quoted(&names.labels), quoted(&names.types)].concat()
        }
        (Some('{'), _) => quoted(&names.keys),
        // Everything that there is would help nobody.
        _ if begun.is_empty() => Vec::new(),
        _ => {
            let keys = quoted(if open == Some('{') { &names.keys } else { &[] });
            let functions = function_names().map(|name| format!("{name}("));
            let keywords = syntax::keywords().map(str::to_owned);
            keys.into_iter().chain(keywords).chain(functions).collect()
        }
    };
    (start, starting_with(begun, words))
}

/// Those of the words that begin so, whatever their case, sorted and each once.
fn starting_with(begun: &str, words: impl IntoIterator<Item = String>) -> Vec<String> {
    let begun = begun.to_lowercase();
    let fits = |word: &String| word.trim_start_matches('`').to_lowercase().starts_with(&begun);
    let mut words: Vec<String> = words.into_iter().filter(fits).collect();
    words.sort_unstable();
    words.dedup();
    words
}

/// A name as it is written in a statement.
fn name(name: &str) -> String {
    let plain = name.chars().all(|c| c.is_alphanumeric() || c == '_')
        && !name.starts_with(|c: char| c.is_ascii_digit());
    if plain { name.to_owned() } else { format!("`{}`", name.replace('`', "``")) }
}

/// The innermost bracket that is still open.
fn innermost(before: &str) -> Option<char> {
    let mut closed = 0;
    before.chars().rev().find(|c| match c {
        ')' | ']' | '}' => {
            closed += 1;
            false
        }
        '(' | '[' | '{' if closed > 0 => {
            closed -= 1;
            false
        }
        c => matches!(c, '(' | '[' | '{'),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(typed: &str) -> Vec<String> {
        let list = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let names = Names {
            labels: list(&["TILE", "PLAYER", "odd one"]),
            types: list(&["PLAYS", "PUTS_HERE"]),
            keys: list(&["x", "name"]),
            params: list(&["symbol"]),
        };
        complete(typed, &names).1
    }

    #[test]
    fn labels_types_keys_and_parameters_are_offered_where_they_can_stand() {
        assert_eq!(of("MATCH (n:p"), ["PLAYER"]);
        assert_eq!(of("MATCH (n)-[:P"), ["PLAYS", "PUTS_HERE"]);
        assert_eq!(of("MATCH (n:TILE|o"), ["`odd one`"]);
        assert_eq!(of("RETURN n."), ["name", "x"]);
        assert_eq!(of("MATCH (n {na"), ["name"]);
        assert_eq!(of("RETURN $"), ["symbol"]);
    }

    #[test]
    fn keywords_functions_and_commands_are_offered_elsewhere() {
        assert_eq!(of("MATCH (n) ret"), ["RETURN"]);
        assert!(of("RETURN toUp").contains(&"toUpper(".to_owned()));
        assert_eq!(of(":sch"), ["schema"]);
        assert!(of("RETURN 1 ").is_empty());
    }
}
