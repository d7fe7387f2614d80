//! A scenario as a conformance case: which graph, what is set up, what is asked, what must come. The sentences
//! that the TCK's steps are made of are known here and nowhere else.

use serde_json::{Map, Value as Json, json};

use super::gherkin::{Scenario, Step};

/// The case of a scenario in a feature file, named by its path in the folder of the features.
pub fn from(feature: &str, scenario: &Scenario) -> Result<Json, String> {
    let (folder, _) = feature.rsplit_once('/').unwrap_or(("", feature));
    let number = scenario.name.split_once(']').map_or(&*scenario.name, |(number, _)| number);
    let mut id = format!("{}#{number}]", feature.trim_end_matches(".feature"));
    if let Some(example) = scenario.example {
        id.push_str(&format!("/{example}"));
    }
    let mut case = Case::default();
    for step in &scenario.steps {
        case.take(step).map_err(|problem| format!("{id}: {problem}"))?;
    }
    Ok(json!({
        "id": id,
        "feature": feature,
        "dir": folder,
        "tags": scenario.tags,
        "line": scenario.line,
        "graph": case.graph,
        "setup": case.setup,
        "procedures": case.procedures,
        "params": case.params,
        "runs": case.runs,
    }))
}

/// What the steps so far have said.
#[derive(Default)]
struct Case {
    graph: String,
    setup: Vec<String>,
    procedures: Vec<Json>,
    params: Map<String, Json>,
    runs: Vec<Json>,
}

impl Case {
    fn take(&mut self, step: &Step) -> Result<(), String> {
        let text = &*step.text;
        if let Some(graph) = graph(text) {
            graph.clone_into(&mut self.graph);
        } else if let Some(signature) = text.strip_prefix("there exists a procedure ") {
            let (columns, rows) = columns_and_rows(&step.table);
            let signature = signature.trim_end_matches(':').trim_end();
            self.procedures
                .push(json!({ "signature": signature, "columns": columns, "rows": rows }));
        } else {
            match text {
                "having executed:" => self.setup.push(query(step)?),
                "parameters are:" => {
                    self.params.extend(pairs(step)?.map(|(name, value)| (name, value.into())));
                }
                "executing query:" => self.ask("query", step)?,
                "executing control query:" => self.ask("control", step)?,
                "no side effects" => self.run()?["side_effects"] = json!({}),
                "the side effects should be:" => {
                    let effects: Result<Map<_, _>, String> = pairs(step)?
                        .map(|(kind, count)| {
                            let count = count.parse::<u64>().map_err(|error| error.to_string());
                            Ok((kind, count?.into()))
                        })
                        .collect();
                    self.run()?["side_effects"] = effects?.into();
                }
                _ => self.run()?["expect"] = expectation(step)?,
            }
        }
        Ok(())
    }

    fn ask(&mut self, kind: &str, step: &Step) -> Result<(), String> {
        let query = query(step)?;
        self.runs.push(json!({ "kind": kind, "query": query, "side_effects": null }));
        Ok(())
    }

    /// The query that was asked last.
    fn run(&mut self) -> Result<&mut Json, String> {
        self.runs.last_mut().ok_or_else(|| "an answer stands before the first query".to_owned())
    }
}

/// `any graph`, `an empty graph`, `the NAME graph`.
fn graph(text: &str) -> Option<&str> {
    match text.strip_suffix(" graph")? {
        "an empty" => Some("empty"),
        "any" => Some("any"),
        named => named.strip_prefix("the "),
    }
}

fn query(step: &Step) -> Result<String, String> {
    step.docstring.clone().ok_or_else(|| format!("no query under {:?}", step.text))
}

fn pairs(step: &Step) -> Result<impl Iterator<Item = (String, &str)>, String> {
    let pairs = step.table.iter().map(|row| match &row[..] {
        [name, value] => Ok((name.clone(), &**value)),
        _ => Err(format!("{row:?} under {:?} is not a name and a value", step.text)),
    });
    Ok(pairs.collect::<Result<Vec<_>, _>>()?.into_iter())
}

fn columns_and_rows(table: &[Vec<String>]) -> (&[String], &[Vec<String>]) {
    table.split_first().map_or((&[], &[]), |(columns, rows)| (&columns[..], rows))
}

/// From `the result should be ...` or `a KIND should be raised at PHASE: DETAIL`.
fn expectation(step: &Step) -> Result<Json, String> {
    let not_known = || format!("the step {:?} is not known here", step.text);
    let Some(result) = step.text.strip_prefix("the result should be") else {
        let raised = step.text.strip_prefix("a ").or(step.text.strip_prefix("an "));
        let (error, rest) = raised
            .and_then(|raised| raised.split_once(" should be raised at "))
            .ok_or_else(not_known)?;
        let (phase, detail) = rest.split_once(": ").ok_or_else(not_known)?;
        return Ok(json!({ "type": "error", "error": error, "phase": phase, "detail": detail }));
    };
    let (ordered, ignore_list_order) = match result {
        " empty" => return Ok(json!({ "type": "empty" })),
        ", in any order:" => (false, false),
        ", in order:" => (true, false),
        " (ignoring element order for lists):" => (false, true),
        ", in order (ignoring element order for lists):" => (true, true),
        _ => return Err(not_known()),
    };
    let (columns, rows) = columns_and_rows(&step.table);
    Ok(json!({
        "type": "rows",
        "columns": columns,
        "rows": rows,
        "ordered": ordered,
        "ignore_list_order": ignore_list_order,
    }))
}

#[cfg(test)]
mod tests {
    use super::super::gherkin;
    use super::*;

    fn case(steps: &str) -> Result<Json, String> {
        let file = format!("Feature: F\nScenario: [3] S\n{steps}");
        from("clauses/match/Match1.feature", &gherkin::scenarios(&file).unwrap()[0])
    }

    #[test]
    fn a_scenario_becomes_a_case_with_its_graph_its_query_and_its_answer() {
        let case = case(
            "Given an empty graph\nAnd having executed:\n\"\"\"\nCREATE (:A)\n\"\"\"\nAnd parameters are:\n\
             | x | 1 |\nWhen executing query:\n\"\"\"\nMATCH (a) DELETE a RETURN $x AS x\n\"\"\"\n\
             Then the result should be, in order:\n| x |\n| 1 |\nAnd the side effects should be:\n| -nodes | 1 |",
        );
        let expected = json!({
            "id": "clauses/match/Match1#[3]",
            "feature": "clauses/match/Match1.feature",
            "dir": "clauses/match",
            "tags": [],
            "line": 2,
            "graph": "empty",
            "setup": ["CREATE (:A)"],
            "procedures": [],
            "params": { "x": "1" },
            "runs": [{
                "kind": "query",
                "query": "MATCH (a) DELETE a RETURN $x AS x",
                "expect": {
                    "type": "rows",
                    "columns": ["x"],
                    "rows": [["1"]],
                    "ordered": true,
                    "ignore_list_order": false,
                },
                "side_effects": { "-nodes": 1 },
            }],
        });
        assert_eq!(case.unwrap(), expected);
    }

    #[test]
    fn a_step_that_is_not_known_is_named_with_its_scenario() {
        let steps =
            "When executing query:\n\"\"\"\nRETURN 1\n\"\"\"\nThen the result should be fine";
        let expected =
            "clauses/match/Match1#[3]: the step \"the result should be fine\" is not known here";
        assert_eq!(case(steps).unwrap_err(), expected);
    }
}
