//! How queries and what a server answers to them stand in a file: a query a line, below it what came, in Cypher 5 and
//! in Cypher 25 where these differ. Who asks a server, and who asks the engine, reads and writes them by this.

use othello_cypher::Datum;

/// What every query is asked of.
pub const GRAPH: &str = "CREATE (a:A {id: 1, x: 1, s: 'a'})-[:R {w: 1}]->(b:B {id: 2, x: 2, s: 'b'})\
     -[:R {w: 2}]->(c:A:B {id: 3, x: 3}), (a)-[:S {w: 3}]->(c), (c)-[:R {w: 4}]->(a), \
     (c)-[:S]->(:C {id: 4, s: '𝄞é'})";

/// A version of the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    Cypher5,
    Cypher25,
}

impl Dialect {
    pub const ALL: [Dialect; 2] = [Dialect::Cypher5, Dialect::Cypher25];

    /// The query in this version.
    pub fn of(self, query: &str) -> String {
        let version = if self == Dialect::Cypher5 { "5" } else { "25" };
        format!("CYPHER {version} {query}")
    }

    fn mark(self) -> &'static str {
        if self == Dialect::Cypher5 { "in 5 => " } else { "in 25 => " }
    }
}

/// A part of the file.
pub enum Entry {
    /// A comment or an empty line.
    Comment(String),
    /// A query with what the servers answer to it, and what the engine does where that is known to differ.
    Query { text: String, answers: Answers, ours: Answers },
}

/// An answer in each dialect; empty where there is none.
pub type Answers = [String; 2];

const IN_BOTH: &str = "=> ";
const OURS: &str = "ours ";

/// All that stands in a file.
pub fn read(file: &str) -> Vec<Entry> {
    let mut entries = Vec::new();
    for line in file.lines() {
        if line.is_empty() || line.starts_with('#') {
            entries.push(Entry::Comment(line.to_owned()));
        } else if !line.starts_with(' ') {
            let [answers, ours] = Default::default();
            entries.push(Entry::Query { text: line.to_owned(), answers, ours });
        } else if let Some(Entry::Query { answers, ours, .. }) = entries.last_mut() {
            let line = line.trim_start();
            match line.strip_prefix(OURS) {
                Some(line) => take(ours, line),
                None => take(answers, line),
            }
        }
    }
    entries
}

fn take(answers: &mut Answers, line: &str) {
    for (dialect, answer) in Dialect::ALL.into_iter().zip(answers) {
        if let Some(told) = line.strip_prefix(IN_BOTH).or(line.strip_prefix(dialect.mark())) {
            told.clone_into(answer);
        }
    }
}

/// The file again.
pub fn print(entries: &[Entry]) -> String {
    let mut file = String::new();
    for entry in entries {
        match entry {
            Entry::Comment(line) => file.extend([line, "\n"]),
            Entry::Query { text, answers, ours } => {
                file.extend([text, "\n"]);
                print_answers(&mut file, "  ", answers);
                print_answers(&mut file, "  ours ", ours);
            }
        }
    }
    file
}

fn print_answers(file: &mut String, before: &str, answers: &Answers) {
    let [five, newer] = answers;
    if five == newer && !five.is_empty() {
        file.extend([before, IN_BOTH, five, "\n"]);
        return;
    }
    for (dialect, answer) in Dialect::ALL.into_iter().zip(answers) {
        if !answer.is_empty() {
            file.extend([before, dialect.mark(), answer, "\n"]);
        }
    }
}

/// Whether the query may change the graph, so that the next one needs a new one.
pub fn writes(query: &str) -> bool {
    let words = ["CREATE", "INSERT", "MERGE", "SET", "REMOVE", "DELETE"];
    words.iter().any(|word| query.contains(word))
}

/// Rows as they stand in the file; those that nobody asked an order of in one of their own.
pub fn rows(query: &str, columns: &[String], rows: Vec<Vec<Datum>>) -> String {
    if rows.is_empty() {
        return "no rows".to_owned();
    }
    let mut rows: Vec<String> = rows.into_iter().map(|row| Datum::List(row).to_string()).collect();
    if !query.contains("ORDER BY") {
        rows.sort();
    }
    format!("{}: {}", columns.join(", "), rows.join(" "))
}

/// An error as it stands in the file: the last word of its code.
pub fn error(code: &str) -> String {
    format!("error {}", code.rsplit('.').next().unwrap_or(code))
}
