//! Conformance cases as they stand in the files: a JSON object a line, of one of three forms.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use othello_cypher::syntax::{self, CanonicalText};
use othello_cypher::{Column, Datum, Meter, Params, ProcedureSignature};
use serde_json::Value as Json;

/// Something that can be judged.
pub struct Case {
    /// Names it.
    pub id: String,
    /// The folder or category that it is counted under.
    pub group: String,
    /// Procedures that it may call.
    pub procedures: Vec<Table>,
    /// Queries to run first.
    pub setup: Vec<Query>,
    /// What is asked, in order.
    pub checks: Vec<Check>,
}

/// A query with its parameters.
pub struct Query {
    /// Its text.
    pub text: String,
    /// Its parameters.
    pub params: Params,
}

impl Case {
    /// Puts each query that can be read into the form in which it is sent to a server.
    pub fn print(&mut self) {
        for query in
            self.setup.iter_mut().chain(self.checks.iter_mut().map(|check| &mut check.query))
        {
            let tree = syntax::parse(&query.text, &Meter::default());
            let printed = tree
                .ok()
                .and_then(|tree| CanonicalText::of(&tree, &query.text, &Meter::default()).ok()?);
            if let Some(printed) = printed {
                query.text = printed.text().to_owned();
            }
        }
    }
}

/// A query and what must come of it.
pub struct Check {
    /// The query.
    pub query: Query,
    /// What must come of it.
    pub expect: Expect,
    /// What must change in the graph: kind of change and count. `None` where that is not looked at.
    pub side_effects: Option<BTreeMap<String, u64>>,
}

/// What must come of a query.
pub enum Expect {
    /// These rows.
    Rows(Rows),
    /// An error.
    Error {
        /// Its type, as the TCK names it.
        error: String,
        /// Whether it must come before anything is run.
        at_compile_time: bool,
    },
    /// The front end takes it.
    Accepted,
    /// The front end refuses it.
    Refused,
}

/// The rows that must come, and how strictly.
#[derive(Default)]
pub struct Rows {
    /// Their columns.
    pub columns: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<Datum>>,
    /// Whether their order counts.
    pub ordered: bool,
    /// Whether rows with equal sort keys may swap.
    pub ties: bool,
    /// Whether the order inside lists counts for nothing.
    pub ignore_list_order: bool,
    /// Whether only columns and the number of rows are certain.
    pub shape_only: bool,
}

/// A procedure given by the rows that it yields for its arguments.
pub struct Table {
    /// Its name and shape.
    pub signature: ProcedureSignature,
    /// Inputs, then outputs.
    pub rows: Vec<Vec<Datum>>,
}

/// Reads a file of cases.
pub fn read(path: &Path) -> Result<Vec<Case>, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let graphs = path.with_file_name("graphs");
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(number, line)| {
            let record = serde_json::from_str::<Json>(line).map_err(|error| error.to_string());
            let case = record.and_then(|record| case(&record, &graphs));
            case.map_err(|problem| format!("{}:{}: {problem}", path.display(), number + 1))
        })
        .collect()
}

fn case(record: &Json, graphs: &Path) -> Result<Case, String> {
    if record.get("runs").is_some() {
        tck(record, graphs)
    } else if record.get("accepted").is_some() {
        Ok(probe(record))
    } else {
        manual(record)
    }
}

fn text(record: &Json, key: &str) -> String {
    record[key].as_str().unwrap_or_default().to_owned()
}

fn flag(record: &Json, key: &str) -> bool {
    record[key].as_bool().unwrap_or(false)
}

fn items(value: &Json) -> impl Iterator<Item = &Json> {
    value.as_array().into_iter().flatten()
}

/// A literal. A text that is not one, such as a date without quotes, stands for a value that the engine does not
/// have.
fn literal(value: &Json) -> Result<Datum, String> {
    let text = value.as_str().ok_or_else(|| format!("{value} is not a literal"))?;
    // How a null is written where it stands alone in a cell.
    if text == "<null>" {
        return Ok(Datum::Null);
    }
    Ok(text.parse().unwrap_or_else(|_| Datum::foreign("unread", text)))
}

fn table(value: &Json) -> Result<Vec<Vec<Datum>>, String> {
    items(value).map(|row| items(row).map(literal).collect()).collect()
}

fn params(value: &Json) -> Result<Params, String> {
    let entries = value.as_object().into_iter().flatten();
    entries.map(|(name, value)| Ok((name.clone(), literal(value)?))).collect()
}

fn names(value: &Json) -> Vec<String> {
    items(value).filter_map(Json::as_str).map(str::to_owned).collect()
}

fn tck(record: &Json, graphs: &Path) -> Result<Case, String> {
    let mut setup = Vec::new();
    let graph = text(record, "graph");
    if !matches!(graph.as_str(), "any" | "empty" | "") {
        let path = graphs.join(format!("{graph}.cypher"));
        let script =
            fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let statements = script.split(";\n").map(|text| text.trim().trim_end_matches(';'));
        setup.extend(statements.filter(|text| !text.is_empty()).map(str::to_owned));
    }
    setup.extend(names(&record["setup"]));
    let setup = setup.into_iter().map(|text| Query { text, params: Params::new() }).collect();
    let checks = items(&record["runs"]).map(|run| {
        let query = Query { text: text(run, "query"), params: params(&record["params"])? };
        let side_effects = run["side_effects"].as_object().map(|effects| {
            let counts =
                effects.iter().map(|(kind, count)| (kind.clone(), count.as_u64().unwrap_or(0)));
            counts.collect()
        });
        Ok(Check { query, expect: expectation(&run["expect"])?, side_effects })
    });
    Ok(Case {
        id: text(record, "id"),
        group: text(record, "dir"),
        procedures: items(&record["procedures"]).map(procedure).collect::<Result<_, _>>()?,
        setup,
        checks: checks.collect::<Result<_, String>>()?,
    })
}

fn expectation(expect: &Json) -> Result<Expect, String> {
    match expect["type"].as_str() {
        Some("rows") => Ok(Expect::Rows(Rows {
            columns: names(&expect["columns"]),
            rows: table(&expect["rows"])?,
            ordered: flag(expect, "ordered"),
            ignore_list_order: flag(expect, "ignore_list_order"),
            ..Rows::default()
        })),
        Some("empty") => Ok(Expect::Rows(Rows::default())),
        Some("error") => Ok(Expect::Error {
            error: text(expect, "error"),
            at_compile_time: expect["phase"] == "compile time",
        }),
        _ => Err(format!("{expect} is not an expectation")),
    }
}

fn manual(record: &Json) -> Result<Case, String> {
    let dialect = if record["cypher"] == "25" { "CYPHER 25 " } else { "" };
    let query = |text: &str, values: &Json| {
        let text = format!("{dialect}{text}");
        Ok(Query { text, params: params(values)? })
    };
    let setup = items(&record["setup"]).map(|step| match step {
        Json::String(text) => query(text, &Json::Null),
        step => query(&text(step, "query"), &step["params"]),
    });
    let rows = Rows {
        columns: names(&record["columns"]),
        rows: table(&record["rows"])?,
        ordered: flag(record, "ordered"),
        ties: flag(record, "order_ties"),
        ignore_list_order: flag(record, "ignore_list_order"),
        shape_only: flag(record, "nondeterministic") || flag(record, "depends_on_scan_order"),
    };
    Ok(Case {
        id: text(record, "id"),
        group: text(record, "category"),
        procedures: Vec::new(),
        setup: setup.collect::<Result<_, String>>()?,
        checks: vec![Check {
            query: query(&text(record, "query"), &record["params"])?,
            expect: Expect::Rows(rows),
            side_effects: None,
        }],
    })
}

fn probe(record: &Json) -> Case {
    let dialect = if record["cypher"] == "25" { "CYPHER 25 " } else { "" };
    let query =
        Query { text: format!("{dialect}{}", text(record, "query")), params: Params::new() };
    let expect = if flag(record, "accepted") { Expect::Accepted } else { Expect::Refused };
    Case {
        id: text(record, "id"),
        group: "front end".to_owned(),
        procedures: Vec::new(),
        setup: Vec::new(),
        checks: vec![Check { query, expect, side_effects: None }],
    }
}

/// From `name(input :: TYPE, ...) :: (output :: TYPE, ...)` and the table under it.
fn procedure(record: &Json) -> Result<Table, String> {
    let written = text(record, "signature");
    let problem = || format!("{written:?} is not a signature");
    let (name, rest) = written.split_once('(').ok_or_else(problem)?;
    let (inputs, rest) = rest.split_once(')').ok_or_else(problem)?;
    let outputs = rest.trim().trim_start_matches("::").trim();
    let outputs = outputs.trim_start_matches('(').trim_end_matches(')');
    let columns = |list: &str| {
        let columns = list.split(',').filter(|column| !column.trim().is_empty()).map(|column| {
            let (name, of) = column.split_once("::").ok_or_else(problem)?;
            Ok(Column { name: name.trim().to_owned(), of: of.trim().to_owned() })
        });
        columns.collect::<Result<Vec<_>, String>>()
    };
    let signature = ProcedureSignature {
        name: name.trim().to_owned(),
        inputs: columns(inputs)?,
        outputs: columns(outputs)?,
    };
    Ok(Table { signature, rows: table(&record["rows"])? })
}
