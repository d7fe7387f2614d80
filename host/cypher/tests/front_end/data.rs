//! Reads the queries of the conformance data and what is expected of the front end for each.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;

use othello_cypher::{Catalog, Column, ProcedureSignature};
use serde_json::Value;

/// A query and what the front end should say of it.
pub struct Case {
    pub id: String,
    pub query: String,
    pub procedures: Signatures,
    pub expected: Expected,
}

#[derive(PartialEq, Eq)]
pub enum Expected {
    Accepted,
    /// Refused before it runs; empty where any reason will do.
    Refused {
        error: String,
        detail: String,
    },
    /// Refused, but perhaps only as it runs.
    Either,
}

/// The procedures that a scenario declares.
#[derive(Clone, Default)]
pub struct Signatures(HashMap<String, ProcedureSignature>);

impl Catalog for Signatures {
    fn procedure(&self, name: &str) -> Option<&ProcedureSignature> {
        self.0.get(name)
    }
}

fn folder() -> Option<PathBuf> {
    let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().map(|folder| folder.join("shared/conformance")).find(|folder| folder.is_dir())
}

/// All queries of the data, set-ups included.
pub fn cases() -> Vec<Case> {
    let Some(folder) = folder() else {
        eprintln!("skipped: there is no shared/conformance beside this checkout");
        return vec![];
    };
    let mut cases = vec![];
    for file in [
        "tck_public.jsonl",
        "neo4j_manual_public.jsonl",
        "othello_public.jsonl",
        "frontend_probes.jsonl",
    ] {
        let text = fs::read_to_string(folder.join(file)).unwrap_or_default();
        for line in text.lines() {
            add(&mut cases, &serde_json::from_str(line).expect("a line of JSON"));
        }
    }
    cases
}

fn add(cases: &mut Vec<Case>, record: &Value) {
    let id = text(&record["id"]);
    let procedures = signatures(&record["procedures"]);
    let mut push = |query: &str, expected| {
        let prefix = if record["cypher"] == "25" && !query.trim_start().starts_with("CYPHER") {
            "CYPHER 25 "
        } else {
            ""
        };
        cases.push(Case {
            id: id.clone(),
            query: format!("{prefix}{query}"),
            procedures: procedures.clone(),
            expected,
        });
    };
    for setup in record["setup"].as_array().into_iter().flatten() {
        push(setup.as_str().or(setup["query"].as_str()).unwrap_or_default(), Expected::Accepted);
    }
    if let Some(runs) = record["runs"].as_array() {
        for run in runs {
            let expect = &run["expect"];
            let (error, detail) = (text(&expect["error"]), text(&expect["detail"]));
            let expected = match (expect["type"].as_str(), expect["phase"].as_str()) {
                (Some("error"), Some("compile time")) if error == "ParameterMissing" => {
                    Expected::Either
                }
                (Some("error"), Some("compile time")) => Expected::Refused { error, detail },
                (Some("error"), _) => Expected::Either,
                _ => Expected::Accepted,
            };
            push(&text(&run["query"]), expected);
        }
    } else {
        let expected = match record["accepted"].as_bool() {
            Some(false) => Expected::Refused { error: String::new(), detail: String::new() },
            _ => Expected::Accepted,
        };
        push(&text(&record["query"]), expected);
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// Reads `name(input :: TYPE?, ...) :: (output :: TYPE?, ...)`.
fn signatures(list: &Value) -> Signatures {
    let mut signatures = HashMap::new();
    for procedure in list.as_array().into_iter().flatten() {
        let signature = text(&procedure["signature"]);
        let Some((name, rest)) = signature.split_once('(') else { continue };
        let Some((inputs, outputs)) = rest.split_once(") :: (") else { continue };
        let columns = |list: &str| {
            list.trim_end_matches(')')
                .split(',')
                .filter_map(|column| column.split_once("::"))
                .map(|(name, of)| Column { name: name.trim().to_owned(), of: of.trim().to_owned() })
                .collect()
        };
        let signature = ProcedureSignature {
            name: name.to_owned(),
            inputs: columns(inputs),
            outputs: columns(outputs),
        };
        signatures.insert(name.to_owned(), signature);
    }
    Signatures(signatures)
}

/// A tree in words, without the places.
pub fn without_spans(tree: &impl std::fmt::Debug) -> String {
    let text = format!("{tree:?}");
    let mut parts = text.split("Span { start: ");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |kept, part| kept + part.split_once('}').map_or("", |(_, rest)| rest))
}
