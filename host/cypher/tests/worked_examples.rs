//! The worked examples in the comments of the planner and the matcher: a block that begins with `> ` and a query
//! shows the plan that is made of it, in the order in which it runs, what is run for each row indented.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};

use othello_cypher::{Engine, Meter, PlanDescription, plan};

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { sources(&path, found) } else { found.push(path) }
    }
}

/// The lines of each block of text in a file's comments.
fn blocks(source: &str) -> Vec<Vec<&str>> {
    let comments = source.lines().map(str::trim_start).filter_map(|line| {
        let text = line.strip_prefix("//!").or(line.strip_prefix("///"));
        text.map(|text| text.strip_prefix(' ').unwrap_or(text))
    });
    let (mut blocks, mut open) = (Vec::new(), false);
    for line in comments {
        match line {
            "```text" => blocks.push(Vec::new()),
            line if open && line != "```" => blocks.last_mut().unwrap().push(line),
            _ => {}
        }
        open = line == "```text" || (open && line != "```");
    }
    blocks
}

/// A plan without its last step, which only hands the rows out.
fn plan_of(query: &str) -> Vec<String> {
    let prepared = Engine::new().prepare(query, &Meter::default()).unwrap();
    let plan = plan::describe(prepared.plan());
    let mut lines = Vec::new();
    describe(plan.input.as_deref().unwrap(), "", &mut lines);
    lines
}

fn describe(plan: &PlanDescription, indent: &str, lines: &mut Vec<String>) {
    if let Some(input) = &plan.input {
        describe(input, indent, lines);
    }
    lines.push(format!("{indent}{:<20} {}", plan.operator, plan.details).trim_end().to_owned());
    for nested in &plan.nested {
        describe(nested, &format!("{indent}| "), lines);
    }
}

#[test]
fn the_plans_in_the_comments_are_those_that_are_made() {
    let mut files = Vec::new();
    for folder in ["src/plan", "src/run/pattern"] {
        sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut files);
    }
    let (mut shown, mut wrong) = (0, Vec::new());
    for file in files {
        for block in blocks(&fs::read_to_string(&file).unwrap()) {
            // Several queries may stand in one block, with an empty line between them.
            for example in block.split(|line| line.is_empty()) {
                let Some(query) = example.first().and_then(|line| line.strip_prefix("> ")) else {
                    continue;
                };
                let plan = plan_of(query);
                shown += 1;
                if example[1..] != plan {
                    wrong.push(format!("{}\n> {query}\n{}\n", file.display(), plan.join("\n")));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "these plans are made now:\n{}", wrong.join("\n"));
    assert!(shown > 15, "only {shown} examples were found");
}
