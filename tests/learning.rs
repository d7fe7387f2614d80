//! The lessons in a terminal: the path, a step, hints, what is said of a query, and games against bosses.

use std::fs;

use othello_learn::{Path, Task};
use serde_json::{Value, json};

use crate::common::World;
use crate::common::served::Served;
use crate::common::tmux::Tmux;

const OWN: &str = "MATCH (cell:Cell {state: $symbol}) RETURN cell";

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn the_path_is_gone_step_by_step_and_kept() {
    let world = World::new();
    let path = world.run(["learn"]).exits(0).out;
    assert!(
        path.contains("The path\n   1  match") && path.contains("Next: othello-host learn match"),
        "{path}"
    );
    let step = world.run(["learn", "next"]).exits(0).out;
    assert!(step.contains("Your task\nReturn every cell with a disc of your own"), "{step}");
    let wrong =
        world.run(["learn", "check", "match", "MATCH (cell:Cell) RETURN cell"]).exits(1).out;
    assert!(wrong.contains("at the beginning, with X to move: 62 too many"), "{wrong}");
    assert!(wrong.contains("These are all cells of the board."), "{wrong}");
    let right = world.run(["learn", "check", "match", OWN]).exits(0).out;
    assert!(right.contains("right on all 40 positions\nNext: othello-host learn where"), "{right}");
    let path = world.run(["learn"]).exits(0).out;
    assert!(path.contains("1 of 20 done. Next: othello-host learn where"), "{path}");
    let again = world.run(["learn", "1"]).exits(0).out;
    assert!(again.contains(&format!("What you tried last\n{OWN}")), "{again}");
}

#[test]
fn queries_come_from_files_and_pipes_and_results_are_json() {
    let world = World::new();
    let file = world.file("mine.cypher", OWN);
    let judged = json(&world.run(["learn", "check", "match", &file, "--json"]).exits(0).out);
    assert_eq!((&judged["passed"], &judged["mistake"]), (&Value::Bool(true), &Value::Null));
    let judged = json(&world.run_typing(["learn", "check", "where", "--json"], OWN).exits(1).out);
    assert!(judged["finding"]["missing"].as_array().unwrap().len() > 50, "{judged}");
    let path = json(&world.run(["learn", "--json"]).exits(0).out);
    assert_eq!((&path["passed"], &path["lessons"][0]["passed"]), (&1.into(), &true.into()));
    let step = json(&world.run(["learn", "where", "--json"]).exits(0).out);
    assert_eq!((&step["tried"], &step["hints"]), (&OWN.into(), &2.into()));
    for (number, of) in [(1, 2), (2, 2), (1, 2)] {
        let hint = json(&world.run(["learn", "hint", "where", "--json"]).exits(0).out);
        assert_eq!((&hint["number"], &hint["of"]), (&number.into(), &of.into()));
    }
    let solution = world.run(["learn", "solution", "where", "--json"]).exits(0).out;
    assert!(json(&solution)["solution"].as_str().unwrap().contains("IS NULL"));
}

#[test]
fn a_teacher_changes_and_adds_lessons_by_files() {
    let world = World::new();
    let built_in = include_str!("../host/learn/lessons/01-match.md");
    let translated = built_in.replacen("Find your discs", "Finde deine Steine", 1);
    world.file("lessons/01-match.md", &translated);
    let own = translated.replacen("cells = \"own\"", "cells = \"solution\"", 1);
    world.file("lessons/99-own.md", &own.replacen("Finde deine Steine", "Meine", 1));
    let folder = world.path("lessons").display().to_string();
    let path = world.run(["learn", "--lessons", &folder]).exits(0).out;
    assert!(path.contains("Finde deine Steine") && path.contains("21  own"), "{path}");
    world.run(["learn", "check", "own", OWN, "--lessons", &folder]).exits(0);
    world.run(["learn", "check", "own", "RETURN 1", "--lessons", &folder]).exits(1);
    fs::write(world.path("lessons/01-match.md"), "+++\nname = 1\n+++\n").unwrap();
    world.run(["learn", "--lessons", &folder]).exits(2).says("01-match.md: ");
    world.run(["learn", "--lessons", "nowhere"]).exits(2).says("nowhere: ");
    world.run(["learn", "mtch"]).exits(2).says("did you mean \"match\"?");
    world.run(["learn", "check", "match", "none.cypher"]).exits(2).says("none.cypher: ");
}

#[test]
fn the_solution_of_every_boss_beats_it() {
    let world = World::new();
    for boss in ["random", "simple", "edge", "minmax", "oracle"] {
        let solution = world.run(["learn", "solution", boss]).exits(0).out;
        let judged = world.run_typing(["learn", "check", boss, "--json"], &solution);
        let judged = json(&judged.exits(0).out);
        assert!(judged["text"].as_str().unwrap().contains("is beaten"), "{judged}");
        assert!(judged["games"].as_array().unwrap().len() == 10);
    }
    let lost = world.run(["learn", "check", "edge", "MATCH (cell:Cell) RETURN cell"]).exits(1).out;
    assert!(lost.contains("64 rows; one is wanted"), "{lost}");
}

#[test]
fn solutions_and_typical_mistakes_are_told_in_a_terminal_and_on_the_page_alike() {
    let (world, path) = (World::new(), Path::read(None).unwrap());
    let served = Served::start(&world, &[]);
    for lesson in path.lessons() {
        let name = lesson.name.as_str();
        let told = |query: &str| {
            let told = world.run_typing(["learn", "check", name, "--json"], query);
            let page = served.post(&format!("/api/learn/{name}/check"), &json!({ "query": query }));
            let told = json(&told.out);
            let on_page = page.json();
            for field in ["passed", "text", "mistake"] {
                assert_eq!(told[field], on_page[field], "{name}: {field} of {query}");
            }
            for field in ["text", "missing", "surplus"] {
                let (one, other) = (&told["finding"][field], &on_page["finding"][field]);
                assert_eq!(one, other, "{name}: {field} of {query}");
            }
            told
        };
        // Bosses are beaten in a test of their own.
        if !matches!(lesson.task, Task::Beat { .. }) {
            assert_eq!(told(&lesson.solution)["passed"], true, "{name}");
        }
        for mistake in &lesson.mistakes {
            let told = told(&mistake.query);
            assert_eq!(told["mistake"], mistake.words.as_str(), "{name}: {}", mistake.query);
        }
    }
}

#[test]
fn a_query_is_typed_where_somebody_sits_at_a_terminal() {
    let Some(tmux) = Tmux::open("learn", World::new, "learn check match") else { return };
    tmux.shows("an empty line ends it");
    tmux.keys(&["MATCH (cell:Cell {state: $symbol})", "Enter", "RETURN cell", "Enter", "Enter"]);
    tmux.shows("right on all 40 positions");
}
