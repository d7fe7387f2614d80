//! Feature files in Gherkin, as much of it as the TCK uses: scenarios, outlines with examples, steps with tables
//! and texts. What the steps mean is not known here.

/// A scenario; an outline gives one for each of its examples.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scenario {
    /// Its title.
    pub name: String,
    /// What stands before it with an `@`.
    pub tags: Vec<String>,
    /// Where it begins in the file, or where its example stands, counted from 1.
    pub line: usize,
    /// The number of its example, from 1.
    pub example: Option<usize>,
    /// What it does.
    pub steps: Vec<Step>,
}

/// A step without its keyword.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Step {
    /// The sentence.
    pub text: String,
    /// The table under it.
    pub table: Vec<Vec<String>>,
    /// The text between `"""` under it.
    pub docstring: Option<String>,
}

/// A scenario or an outline as it stands in the file; the background, which has no title, is read like one.
struct Outline {
    scenario: Scenario,
    /// The table under `Examples:` with its lines; `None` where there is none.
    examples: Option<Vec<(usize, Vec<String>)>>,
}

/// All scenarios of a file in order. An error begins with the line, as in `:12: ...`.
pub fn scenarios(file: &str) -> Result<Vec<Scenario>, String> {
    let mut written = Vec::new();
    let mut tags = Vec::new();
    let mut lines = file.lines().enumerate();
    while let Some((index, line)) = lines.next() {
        let number = index + 1;
        if line.trim() == "\"\"\"" {
            let inside = lines.by_ref().map(|(_, line)| line);
            let text =
                unindented(&inside.take_while(|line| line.trim() != "\"\"\"").collect::<Vec<_>>());
            let step =
                last_step(&mut written).ok_or(format!(":{number}: a text without a step"))?;
            step.docstring = Some(text);
        } else {
            read_line(number, line.trim(), &mut tags, &mut written)
                .map_err(|error| format!(":{number}: {error}"))?;
        }
    }
    let background = match written.first() {
        Some(first) if first.scenario.name.is_empty() => written.remove(0).scenario.steps,
        _ => Vec::new(),
    };
    for written in &mut written {
        written.scenario.steps.splice(0..0, background.iter().cloned());
    }
    Ok(written.into_iter().flat_map(Outline::expanded).collect())
}

fn read_line(
    number: usize,
    line: &str,
    tags: &mut Vec<String>,
    written: &mut Vec<Outline>,
) -> Result<(), String> {
    if line.is_empty() || line.starts_with('#') || line.starts_with("Feature:") {
        return Ok(());
    }
    if line.starts_with('@') {
        tags.extend(line.split_whitespace().map(str::to_owned));
        return Ok(());
    }
    let titled = ["Background:", "Scenario:", "Scenario Outline:"];
    let title = titled.iter().find_map(|word| line.strip_prefix(word));
    if let Some(name) = title {
        let (name, tags) = (name.trim().to_owned(), std::mem::take(tags));
        let scenario = Scenario { name, tags, line: number, ..Scenario::default() };
        written.push(Outline { scenario, examples: None });
        return Ok(());
    }
    let current = written.last_mut().ok_or("this stands before the first scenario")?;
    if line == "Examples:" {
        if current.examples.replace(Vec::new()).is_some() {
            return Err("a second table of examples".to_owned());
        }
    } else if line.starts_with('|') {
        match (&mut current.examples, current.scenario.steps.last_mut()) {
            (Some(examples), _) => examples.push((number, cells(line))),
            (None, Some(step)) => step.table.push(cells(line)),
            (None, None) => return Err("a table without a step".to_owned()),
        }
    } else {
        let (keyword, text) = line.split_once(' ').unwrap_or((line, ""));
        if !matches!(keyword, "Given" | "When" | "Then" | "And") {
            return Err(format!("{line:?} begins with no keyword that is known here"));
        }
        current.scenario.steps.push(Step { text: text.trim().to_owned(), ..Step::default() });
    }
    Ok(())
}

fn last_step(written: &mut [Outline]) -> Option<&mut Step> {
    written.last_mut()?.scenario.steps.last_mut()
}

/// The lines as one text, without the white space that all of them begin with.
fn unindented(lines: &[&str]) -> String {
    let indent = |line: &&&str| line.len() - line.trim_start().len();
    let filled = lines.iter().filter(|line| !line.trim().is_empty());
    let shared = filled.map(|line| indent(&line)).min().unwrap_or(0);
    let lines: Vec<_> = lines.iter().map(|line| line.get(shared..).unwrap_or_default()).collect();
    lines.join("\n")
}

/// The cells of a line of a table; `\|`, `\n` and `\\` stand for a bar, a new line and a backslash.
fn cells(line: &str) -> Vec<String> {
    let mut cells = Vec::new();
    let mut cell = String::new();
    let mut letters = line.chars().skip(1);
    while let Some(letter) = letters.next() {
        match letter {
            '|' => cells.push(std::mem::take(&mut cell).trim().to_owned()),
            '\\' => match letters.next() {
                Some('n') => cell.push('\n'),
                Some(escaped @ ('|' | '\\')) => cell.push(escaped),
                other => {
                    cell.push('\\');
                    cell.extend(other);
                }
            },
            other => cell.push(other),
        }
    }
    cells
}

impl Outline {
    /// The scenario, or for an outline one for each example.
    fn expanded(self) -> Vec<Scenario> {
        let Some(examples) = self.examples else { return vec![self.scenario] };
        let Some(((_, columns), rows)) = examples.split_first() else { return Vec::new() };
        let example = |(at, (line, values)): (usize, &(usize, Vec<String>))| {
            let filled = |text: &str| {
                let values = columns.iter().zip(values);
                values.fold(text.to_owned(), |text, (name, value)| {
                    text.replace(&format!("<{name}>"), value)
                })
            };
            let step = |step: &Step| Step {
                text: filled(&step.text),
                table: step
                    .table
                    .iter()
                    .map(|row| row.iter().map(|c| filled(c)).collect())
                    .collect(),
                docstring: step.docstring.as_deref().map(filled),
            };
            Scenario {
                name: filled(&self.scenario.name),
                tags: self.scenario.tags.clone(),
                line: *line,
                example: Some(at + 1),
                steps: self.scenario.steps.iter().map(step).collect(),
            }
        };
        rows.iter().enumerate().map(example).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outline_becomes_a_scenario_for_each_of_its_examples() {
        let file = "Feature: F\n\n  @slow\n  Scenario Outline: [1] Adding <x>\n    When executing query:\n      \
                    \"\"\"\n      RETURN <x>\n        + 1 AS y\n      \"\"\"\n    Then the result should be:\n      \
                    | y   |\n      | <y> |\n\n    Examples:\n      | x | y |\n      | 1 | 2 |\n      | 5 | 6 |\n";
        let scenarios = scenarios(file).unwrap();
        let step = |text: &str| Step { text: text.to_owned(), ..Step::default() };
        let second = Scenario {
            name: "[1] Adding 5".to_owned(),
            tags: vec!["@slow".to_owned()],
            line: 17,
            example: Some(2),
            steps: vec![
                Step {
                    docstring: Some("RETURN 5\n  + 1 AS y".to_owned()),
                    ..step("executing query:")
                },
                Step {
                    table: vec![vec!["y".to_owned()], vec!["6".to_owned()]],
                    ..step("the result should be:")
                },
            ],
        };
        assert_eq!(scenarios.len(), 2);
        assert_eq!(scenarios[1], second);
    }

    #[test]
    fn every_scenario_begins_with_the_steps_of_the_background() {
        let file = "Feature: F\n  Background:\n    Given any graph\n  Scenario: A\n    When one\n  Scenario: B\n    \
                    When two\n";
        let steps = scenarios(file).unwrap().into_iter().map(|scenario| scenario.steps);
        let texts: Vec<Vec<String>> =
            steps.map(|steps| steps.into_iter().map(|step| step.text).collect()).collect();
        assert_eq!(texts, [["any graph", "one"], ["any graph", "two"]]);
    }

    #[test]
    fn a_cell_may_hold_a_bar_a_new_line_and_a_backslash() {
        assert_eq!(cells(r"| 'a\|b' | '\\' | 'c\nd' | \' |"), ["'a|b'", r"'\'", "'c\nd'", r"\'"]);
    }

    #[test]
    fn what_is_no_step_is_an_error_with_its_line() {
        let file = "Feature: F\n\nScenario: S\n  Perhaps it rains\n";
        let error = scenarios(file).unwrap_err();
        assert_eq!(error, ":4: \"Perhaps it rains\" begins with no keyword that is known here");
    }
}
