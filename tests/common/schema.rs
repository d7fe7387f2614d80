//! Holds what the binary prints with --json against the schema that the repository has for it, wherever a test runs it
//! so. Of JSON Schema it knows what that file uses.

use std::sync::LazyLock;

use serde_json::{Deserializer, Value};

static SCHEMA: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(include_str!("../../host/output.schema.json")).unwrap());

/// Checks what a command with these arguments has printed, where it is JSON by the schema.
#[track_caller]
pub fn hold(args: &[String], printed: &str) {
    let has = |word: &str| args.iter().any(|arg| arg == word);
    if !has("--json") || has("--help") {
        return;
    }
    let name = definition(args);
    let schema = definition_of(name);
    // A command that was refused prints nothing.
    for value in Deserializer::from_str(printed).into_iter::<Value>() {
        let value = value.unwrap_or_else(|error| panic!("{args:?}: {error} in: {printed}"));
        if let Err(wrong) = fits(schema, &value, name) {
            panic!("{args:?}: {wrong}\n{value:#}\nhost/output.schema.json says what {name} is");
        }
    }
}

/// Which definition a command's output is.
fn definition(args: &[String]) -> &'static str {
    let has = |word: &str| args.iter().any(|arg| arg == word);
    let among = |names: &[(&str, &'static str)]| {
        let found = names.iter().find(|(word, _)| has(word));
        found.unwrap_or_else(|| panic!("no definition for {args:?}")).1
    };
    match args[0].as_str() {
        "players" => among(&[
            ("list", "players"),
            ("show", "player"),
            ("check", "player_check"),
            ("test", "player_test"),
            ("jail", "jail"),
        ]),
        "games" => among(&[("list", "games"), ("check", "game_check")]),
        "contest" => among(&[("show", "contest"), ("list", "contest_entry")]),
        "history" => among(&[
            ("list", "history_entry"),
            ("show", "history_game"),
            ("stats", "history_stats"),
            ("search", "history_search"),
            ("rerun", "query"),
        ]),
        "ratings" => "ratings",
        "analyse" | "analyze" => "analyses",
        "learn" if has("check") => "learn_check",
        "learn" if has("hint") => "learn_hint",
        "learn" if has("solution") => "learn_solution",
        "learn" if args.iter().filter(|arg| !arg.starts_with("--")).count() > 1 => "learn_step",
        "learn" => "learn",
        "query" => "query",
        "book" => "book",
        "work" => "work_status",
        "match" | "tournament" | "compare" | "rate" | "tune" => "contest_event",
        _ => "game_event",
    }
}

fn definition_of(name: &str) -> &'static Value {
    let found = &SCHEMA["$defs"][name];
    assert!(found.is_object(), "the schema has no {name}");
    found
}

/// Whether the value fits; if not, where it does not.
fn fits(schema: &Value, value: &Value, place: &str) -> Result<(), String> {
    let Some(schema) = schema.as_object() else { return Ok(()) };
    for (word, wanted) in schema {
        let fits_it = match (word.as_str(), wanted) {
            ("$ref", Value::String(to)) => {
                fits(definition_of(to.trim_start_matches("#/$defs/")), value, place)?;
                true
            }
            ("const", wanted) => value == wanted,
            ("enum", Value::Array(known)) => known.contains(value),
            ("type", Value::String(one)) => is(value, one),
            ("type", Value::Array(several)) => {
                several.iter().any(|one| is(value, one.as_str().unwrap()))
            }
            ("oneOf", Value::Array(choices)) => one_of(choices, value, place)?,
            ("required", Value::Array(names)) => {
                let has = |name: &Value| value.get(name.as_str().unwrap()).is_some();
                value.as_object().is_none_or(|_| names.iter().all(has))
            }
            ("properties", Value::Object(known)) => {
                for (name, value) in value.as_object().into_iter().flatten() {
                    if let Some(schema) = known.get(name) {
                        fits(schema, value, &format!("{place}.{name}"))?;
                    }
                }
                true
            }
            ("additionalProperties", more) => {
                let known = schema.get("properties").and_then(Value::as_object);
                for (name, value) in value.as_object().into_iter().flatten() {
                    if known.is_some_and(|known| known.contains_key(name)) {
                        continue;
                    }
                    if more == &Value::Bool(false) {
                        return Err(format!(
                            "{place} has {name:?}, which the schema does not know"
                        ));
                    }
                    fits(more, value, &format!("{place}.{name}"))?;
                }
                true
            }
            ("items", one) => {
                for (at, value) in value.as_array().into_iter().flatten().enumerate() {
                    fits(one, value, &format!("{place}[{at}]"))?;
                }
                true
            }
            ("description", _) => true,
            (word, _) => panic!("the tests do not know {word:?} of JSON Schema"),
        };
        if !fits_it {
            return Err(format!("{place} is not as {word} {wanted} wants it"));
        }
    }
    Ok(())
}

/// Whether exactly one choice fits; where none does, what is wrong by the one that is most likely meant.
fn one_of(choices: &[Value], value: &Value, place: &str) -> Result<bool, String> {
    let tried: Vec<_> = choices.iter().map(|choice| fits(choice, value, place)).collect();
    match tried.iter().filter(|tried| tried.is_ok()).count() {
        1 => Ok(true),
        0 => {
            let meant = choices.iter().position(|choice| is_meant(choice, value));
            Err(meant
                .and_then(|meant| tried[meant].clone().err())
                .unwrap_or_else(|| format!("{place} is none of what is known")))
        }
        _ => Err(format!("{place} fits several definitions")),
    }
}

/// Whether the value says of itself that it is this choice: by the words that all such values have.
fn is_meant(choice: &Value, value: &Value) -> bool {
    let choice = match choice["$ref"].as_str() {
        Some(to) => definition_of(to.trim_start_matches("#/$defs/")),
        None => choice,
    };
    let known = choice["properties"].as_object();
    known
        .into_iter()
        .flatten()
        .any(|(name, schema)| schema.get("const").is_some_and(|word| value.get(name) == Some(word)))
}

fn is(value: &Value, kind: &str) -> bool {
    match kind {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("the tests do not know the type {other:?}"),
    }
}

#[test]
fn what_the_schema_does_not_know_is_found_where_it_is() {
    let entry = |more: &str| {
        let text = format!(r#"{{"event":"pass","ply":1,"colour":"black"{more}}}"#);
        fits(definition_of("game_event"), &serde_json::from_str(&text).unwrap(), "event")
    };
    assert_eq!(entry(""), Ok(()));
    assert_eq!(
        entry(r#","more":1"#),
        Err("event has \"more\", which the schema does not know".to_owned())
    );
    let wrong = serde_json::json!({ "event": "pass", "ply": "1", "colour": "black" });
    assert!(fits(definition_of("game_event"), &wrong, "event").is_err());
    let missing = serde_json::json!({ "event": "pass", "ply": 1 });
    assert!(fits(definition_of("game_event"), &missing, "event").is_err());
}
