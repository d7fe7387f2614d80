//! The lessons in a terminal: the path and how far one is, a step, hints, and what is said of a query.

use std::collections::BTreeMap;
use std::io::{BufRead, IsTerminal, Read, stdin};
use std::path::Path as FilePath;
use std::sync::Arc;

use anyhow::{Context, anyhow};
use othello_arena::GamePosition;
use othello_learn::{
    Bosses, Judgement, Lesson, Path, Progress, ProgressError, StepProgress, judge,
};
use othello_players::query_in;
use othello_rules::text::decoded;
use serde_json::{Value, json};

use crate::exit::{Exit, message, usage};
use crate::folders;
use crate::meant::meant_by;
use crate::output;
use crate::players::Players;
use crate::report;

/// The lessons, how far the learner is, and whether results are JSON.
pub struct Course {
    path: Path,
    progress: Progress,
    json: bool,
}

impl Course {
    /// The lessons that come with the host, with those of a folder in their place or beside them.
    pub fn open(folder: Option<&FilePath>, json: bool) -> anyhow::Result<Course> {
        let path = Path::read(folder).map_err(usage)?;
        Ok(Course { path, progress: Progress::in_file(folders::progress()?), json })
    }

    /// Prints the whole path.
    pub fn list(&self) -> anyhow::Result<()> {
        let steps = self.progress.read()?;
        let passed = |lesson: &Lesson| steps.get(&lesson.name).is_some_and(|step| step.passed);
        let lessons = self.path.lessons();
        let done = lessons.iter().filter(|lesson| passed(lesson)).count();
        if self.json {
            let entry = |(number, lesson): (usize, &Lesson)| {
                json!({
                    "number": number, "name": lesson.name, "title": lesson.title,
                    "part": lesson.part, "passed": passed(lesson),
                    "hints": steps.get(&lesson.name).map_or(0, |step| step.hints),
                })
            };
            let entries: Vec<Value> = (1..).zip(lessons).map(entry).collect();
            output::print(format!("{:#}\n", json!({ "lessons": entries, "passed": done })));
            return Ok(());
        }
        let mut text = String::from("Learn Cypher by writing a player of Othello.\n");
        let mut part = "";
        for (number, lesson) in (1..).zip(lessons) {
            if lesson.part != part {
                part = &lesson.part;
                text += &format!("\n{part}\n");
            }
            let mark = if passed(lesson) { "done" } else { "" };
            text += &format!("  {number:>2}  {:<16} {:<34} {mark}\n", lesson.name, lesson.title)
                .replace(" \n", "\n");
        }
        let next = self.next(&steps);
        text += &match next {
            Some(lesson) => format!(
                "\n{done} of {} done. Next: othello-host learn {}\n",
                lessons.len(),
                lesson.name
            ),
            None => format!("\nAll {} done.\n", lessons.len()),
        };
        output::print(text);
        Ok(())
    }

    /// Prints a step: what there is to know, the task and where to begin.
    pub fn show(&self, name: &str) -> anyhow::Result<()> {
        let lesson = self.find(name)?;
        let tried = self.progress.read()?.get(&lesson.name).and_then(|step| step.query.clone());
        if self.json {
            let shown = json!({
                "name": lesson.name, "title": lesson.title, "part": lesson.part,
                "text": lesson.text, "task": lesson.assignment, "start": lesson.start,
                "hints": lesson.hints.len(), "tried": tried,
            });
            output::print(format!("{shown:#}\n"));
            return Ok(());
        }
        let Lesson { name, title, text, assignment, start, .. } = lesson;
        let begin = tried.as_ref().map_or("Begin with", |_| "What you tried last");
        output::print(format!(
            "{title}\n\n{text}\n\nYour task\n{assignment}\n\n{begin}\n{}\n\nTry it: othello-host learn check {name} FILE\n\
             A hint: othello-host learn hint {name}\n",
            tried.as_ref().unwrap_or(start)
        ));
        Ok(())
    }

    /// Judges a query: one that is given, in a file, piped, or typed now. Fails where it is not yet right.
    pub fn check(&self, name: &str, what: Option<&str>, players: &Players) -> anyhow::Result<()> {
        let lesson = self.find(name)?;
        let query = query(what)?;
        let Players { finder, runner } = players;
        let judgement = judge(lesson, &query, &Bosses { finder, runner }, &Arc::default());
        let judgement = judgement.map_err(anyhow::Error::msg)?;
        let kept = self.progress.tried(&lesson.name, &query, judgement.passed);
        let text = match self.json {
            true => format!("{:#}\n", as_json(lesson, &judgement)),
            false => self.as_text(lesson, &judgement),
        };
        output::print(text);
        tell_if_lost(kept);
        if judgement.passed { Ok(()) } else { Err(Exit::Reported.into()) }
    }

    /// Prints the next hint; the first ones again where all were shown.
    pub fn hint(&self, name: &str) -> anyhow::Result<()> {
        let lesson = self.find(name)?;
        let of = lesson.hints.len();
        let shown = self.progress.read()?.get(&lesson.name).map_or(0, |step| step.hints);
        let number = shown % of.max(1);
        let hint = lesson.hints.get(number).context("this step has no hints")?;
        let kept = self.progress.hinted(&lesson.name, number + 1);
        output::print(match self.json {
            true => {
                let name = &lesson.name;
                format!(
                    "{:#}\n",
                    json!({ "lesson": name, "number": number + 1, "of": of, "hint": hint })
                )
            }
            false => format!("Hint {} of {of}: {hint}\n", number + 1),
        });
        tell_if_lost(kept);
        Ok(())
    }

    /// Prints a query that does what is asked.
    pub fn solution(&self, name: &str) -> anyhow::Result<()> {
        let lesson = self.find(name)?;
        output::print(match self.json {
            true => {
                let Lesson { name, solution, .. } = lesson;
                format!("{:#}\n", json!({ "lesson": name, "solution": solution }))
            }
            false => format!("{}\n", lesson.solution),
        });
        Ok(())
    }

    /// The lesson of this name or number, or the next one that is not done for `next`.
    fn find(&self, name: &str) -> anyhow::Result<&Lesson> {
        if name == "next" {
            let steps = self.progress.read()?;
            return self.next(&steps).ok_or_else(|| anyhow!("all steps are done"));
        }
        self.path.find(name).ok_or_else(|| {
            let names = self.path.lessons().iter().map(|lesson| &*lesson.name);
            let meant = meant_by(name, names).map(|name| format!(" did you mean {name:?}?"));
            let meant = meant.unwrap_or_default();
            usage(format!("no step {name:?};{meant} \"othello-host learn\" lists them"))
        })
    }

    fn next(&self, steps: &BTreeMap<String, StepProgress>) -> Option<&Lesson> {
        let is_done = |lesson: &&Lesson| steps.get(&lesson.name).is_some_and(|step| step.passed);
        self.path.lessons().iter().find(|lesson| !is_done(lesson))
    }

    fn as_text(&self, lesson: &Lesson, judgement: &Judgement) -> String {
        let mut text = format!("{}\n", judgement.text);
        for (number, game) in (1..).zip(&judgement.games) {
            text += &format!("  game {number}, as {}: {}\n", game.colour, game.text);
        }
        if let Some(finding) = &judgement.finding {
            text += &format!("\n{}\n", finding.text);
        }
        if let Some(mistake) = &judgement.mistake {
            text += &format!("\n{mistake}\n");
        }
        if let Some(finding) = &judgement.finding
            && let Ok(played) =
                GamePosition::new(lesson.setup.clone(), finding.moves.clone()).play_to_a_move()
        {
            let marked = finding.surplus.first().or(finding.missing.first());
            text += &report::board(played.view(), marked.copied());
        }
        if judgement.passed {
            text += &match self.path.after(&lesson.name) {
                Some(next) => format!("Next: othello-host learn {}\n", next.name),
                None => "That was the last step.\n".to_owned(),
            };
        } else {
            text += &format!("\nA hint: othello-host learn hint {}\n", lesson.name);
        }
        text
    }
}

/// Says where what was done could not be kept: what was asked for has been shown all the same.
fn tell_if_lost(kept: Result<(), ProgressError>) {
    if let Err(error) = kept {
        tell_line!("how far you are was not kept: {}", message(&error.into()));
    }
}

/// The query that is meant: a text, a file with one, standard input, or what is typed on a terminal now.
fn query(what: Option<&str>) -> anyhow::Result<String> {
    match what {
        None if stdin().is_terminal() => {
            tell_line!("Type your query; an empty line ends it.");
            let lines = stdin().lock().lines();
            let lines: Result<Vec<String>, _> = lines
                .take_while(|line| !matches!(line, Ok(line) if line.trim().is_empty()))
                .collect();
            Ok(lines?.join("\n"))
        }
        None | Some("-") => {
            let mut query = Vec::new();
            stdin().read_to_end(&mut query)?;
            Ok(decoded(&query).context("standard input")?)
        }
        Some(text) if text.contains(char::is_whitespace) && !FilePath::new(text).exists() => {
            Ok(text.to_owned())
        }
        Some(file) => query_in(FilePath::new(file)).map_err(|why| usage(format!("{file}: {why}"))),
    }
}

fn as_json(lesson: &Lesson, judgement: &Judgement) -> Value {
    let squares = |squares: &[othello_rules::Square]| -> Vec<String> {
        squares.iter().map(ToString::to_string).collect()
    };
    let moves =
        |moves: &[othello_rules::Move]| moves.iter().map(ToString::to_string).collect::<String>();
    json!({
        "lesson": lesson.name,
        "passed": judgement.passed,
        "text": judgement.text,
        "mistake": judgement.mistake,
        "finding": judgement.finding.as_ref().map(|finding| json!({
            "moves": moves(&finding.moves),
            "text": finding.text,
            "missing": squares(&finding.missing),
            "surplus": squares(&finding.surplus),
        })),
        "games": judgement.games.iter().map(|game| json!({
            "colour": game.colour.to_string().to_lowercase(),
            "text": game.text,
            "points": game.points,
            "moves": moves(&game.moves),
        })).collect::<Vec<_>>(),
    })
}
