//! The table that a plan prints as: one line an operator, the last one first, what it takes its rows from
//! below it, subqueries indented beside it.

use std::fmt;

use super::description::{Counts, PlanDescription};
use crate::stack::deeper;

/// How wide the details may be before they go on in another line.
const DETAILS: usize = 100;

/// A line, and the bars on the rule above it and beside what it goes on with.
struct Line<'d> {
    rule: String,
    tree: String,
    beside: String,
    description: &'d PlanDescription,
}

impl fmt::Display for PlanDescription {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines = Vec::new();
        add(self, &mut String::new(), &mut lines, String::new());
        let counted = lines.iter().any(|line| line.description.counts.is_some());
        let mut header = vec!["Operator", "Id", "Details"];
        if counted {
            header.extend(["Rows", "DB Hits", "Time (ms)"]);
        }
        let rows: Vec<Vec<String>> =
            lines.iter().enumerate().map(|(id, line)| cells(line, id, counted)).collect();
        let widths: Vec<usize> = header
            .iter()
            .enumerate()
            .map(|(column, name)| {
                let cells = rows.iter().flat_map(|row| wrapped(&row[column]));
                let rules = lines.iter().map(|line| line.rule.chars().count());
                let widest =
                    cells.map(|part| part.chars().count()).max().unwrap_or(0).max(name.len());
                if column == 0 { widest.max(rules.max().unwrap_or(0)) } else { widest }
            })
            .collect();
        let rule = |f: &mut fmt::Formatter<'_>, widths: &[usize]| {
            widths.iter().try_for_each(|width| write!(f, "+{}", "-".repeat(width + 2)))?;
            writeln!(f, "+")
        };
        rule(f, &widths)?;
        write_row(f, &header, &widths)?;
        rule(f, &widths)?;
        for (number, (line, row)) in lines.iter().zip(&rows).enumerate() {
            if number > 0 {
                write!(f, "| {:<width$} ", line.rule, width = widths[0])?;
                rule(f, &widths[1..])?;
            }
            let mut details = wrapped(&row[2]).into_iter();
            let mut first = row.clone();
            details.next().unwrap_or_default().clone_into(&mut first[2]);
            write_row(f, &first, &widths)?;
            let mut more = vec![String::new(); row.len()];
            more[0].clone_from(&line.beside);
            for part in details {
                part.clone_into(&mut more[2]);
                write_row(f, &more, &widths)?;
            }
        }
        rule(f, &widths)
    }
}

fn write_row(f: &mut fmt::Formatter<'_>, row: &[impl AsRef<str>], widths: &[usize]) -> fmt::Result {
    for (column, (cell, width)) in row.iter().zip(widths).enumerate() {
        let cell = cell.as_ref();
        // Names and details begin at the left, numbers end at the right.
        if column == 0 || column == 2 {
            write!(f, "| {cell:<width$} ")?;
        } else {
            write!(f, "| {cell:>width$} ")?;
        }
    }
    writeln!(f, "|")
}

/// The text in pieces that are short enough, cut at spaces where there are any.
fn wrapped(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some((limit, _)) = rest.char_indices().nth(DETAILS) {
        let cut = rest[..limit].rfind(' ').filter(|cut| *cut > 0).unwrap_or(limit);
        pieces.push(&rest[..cut]);
        rest = rest[cut..].trim_start();
    }
    pieces.push(rest);
    pieces
}

fn cells(line: &Line<'_>, id: usize, counted: bool) -> Vec<String> {
    let mut cells =
        vec![line.tree.clone(), id.to_string(), line.description.details.replace('\n', " ")];
    if counted {
        match line.description.counts {
            Some(Counts { rows, hits, nanoseconds }) => {
                let milliseconds = format!("{:.3}", nanoseconds as f64 / 1e6);
                cells.extend([rows.to_string(), hits.to_string(), milliseconds]);
            }
            None => cells.extend([String::new(), String::new(), String::new()]),
        }
    }
    cells
}

/// Adds the lines of an operator. `bars` are those of the operators around it.
fn add<'d>(
    description: &'d PlanDescription,
    bars: &mut String,
    lines: &mut Vec<Line<'d>>,
    rule: String,
) {
    let mut current = Some(description);
    let mut rule = rule;
    while let Some(description) = current {
        let tree = format!("{bars}+{}", description.operator);
        let has_input = description.input.is_some();
        let beside = format!("{bars}{}", if has_input { "|" } else { "" });
        lines.push(Line { rule: std::mem::take(&mut rule), tree, beside, description });
        for nested in &description.nested {
            let first_rule = format!("{bars}{}\\", if has_input { "|" } else { " " });
            bars.push_str(if has_input { "| " } else { "  " });
            deeper(|| add(nested, bars, lines, first_rule));
            bars.truncate(bars.len() - 2);
        }
        rule = format!("{bars}|");
        current = description.input.as_deref();
    }
}
