//! Whole games between compiled players, and what they print.

use crate::common::World;
use serde_json::Value;

#[test]
fn a_game_prints_the_winners_name_and_nothing_else() {
    let ran = World::new().run(["Simple", "Random", "--seed", "1"]).exits(0);
    assert!(["Simple\n", "Random\n", "draw\n"].contains(&ran.out.as_str()), "{}", ran.out);
    assert!(ran.err.contains("Simple (Black) ") && ran.err.contains(" Random (White)"));
}

#[test]
fn a_seed_repeats_a_game_and_another_seed_does_not() {
    let world = World::new();
    let game = |seed: &str| world.run(["Random", "random", "--json", "--seed", seed]).exits(0).out;
    let moves = |out: &str| last(out)["moves"].clone();
    assert_eq!(moves(&game("7")), moves(&game("7")));
    assert_ne!(moves(&game("7")), moves(&game("8")));
}

#[test]
fn two_of_one_name_are_told_apart_by_their_colour() {
    let ran = World::new().run(["Simple", "Simple"]).exits(0);
    assert!(["Simple (Black)\n", "Simple (White)\n", "draw\n"].contains(&ran.out.as_str()));
    let ran = World::new().run(["A=Simple", "B=Simple"]).exits(0);
    assert!(["A\n", "B\n", "draw\n"].contains(&ran.out.as_str()), "{}", ran.out);
}

#[test]
fn quiet_prints_the_result_alone() {
    let ran = World::new().run(["Simple", "Random", "--quiet"]).exits(0);
    assert_eq!(ran.err, "");
}

#[test]
fn every_event_is_a_line_of_json() {
    let ran = World::new().run(["Simple", "Random", "--json", "--seed", "3"]).exits(0);
    let events: Vec<Value> =
        ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let kind = |event: &Value| event["event"].as_str().unwrap().to_owned();
    assert_eq!(kind(&events[0]), "start");
    assert_eq!(events[0]["seed"], 3);
    assert_eq!((kind(&events[1]), kind(&events[2])), ("round".to_owned(), "move".to_owned()));
    assert!(events[1]["query"].as_str().unwrap().contains("MATCH"));
    assert_eq!(events[1]["rows"], 1);
    assert_eq!(kind(events.last().unwrap()), "end");
    let known = ["start", "round", "move", "pass", "forfeit", "end"];
    assert!(events.iter().all(|event| known.contains(&kind(event).as_str())));
    let rounds = events.iter().filter(|event| kind(event) == "round").count();
    let moves = events.iter().filter(|event| kind(event) == "move").count();
    assert_eq!(rounds, moves);
}

#[test]
fn the_benchmark_follows_the_name_as_the_original_printed_it() {
    let args = ["Simple", "Random", "embedded", "u", "p", "d", "k", "-1", "true"];
    let ran = World::new().run(args).exits(0);
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!(lines[1..4], ["Completed", "Benchmarking", " - Simple"]);
    let is_time = |line: &str| {
        let number = line.strip_suffix(" ms").unwrap_or_default();
        let decimals = number.split_once('.').map(|(_, decimals)| decimals.len());
        number.parse::<f64>().is_ok() && decimals == Some(3)
    };
    assert!(is_time(lines[4]), "{}", lines[4]);
    let averages: Vec<_> = lines.iter().filter(|line| line.starts_with("Average: ")).collect();
    assert_eq!(averages.len(), 2);
    assert!(lines.iter().any(|line| line.starts_with("Query: min ") && line.contains(" 95 % ")));
}

#[test]
fn a_benchmark_that_is_asked_for_by_name_leaves_standard_output_to_the_winner() {
    let ran = World::new().run(["Simple", "Random", "--seed", "3", "--benchmark"]).exits(0);
    assert_eq!(ran.out.lines().count(), 1, "{}", ran.out);
    ran.says("Completed\nBenchmarking\n - Simple\n").says("Average: ");
    let args = ["Simple", "Random", "embedded", "u", "p", "d", "k", "-1", "True"];
    assert!(World::new().run(args).exits(0).out.contains("Benchmarking"));
}

#[test]
fn every_size_start_and_game_is_played_to_its_end_with_both_referees_agreeing() {
    let world = World::new();
    for size in ["4", "6", "8", "10"] {
        for more in [&["--start", "mirrored"][..], &["--game", "reversi"][..]] {
            let mut args = vec!["Simple", "Random", "--seed", "5", "--referee", "both", "--json"];
            args.extend(["--size", size]);
            args.extend(more);
            let end = last(&world.run(args).exits(0).out);
            assert_eq!(end["by"], "discs", "{size} {more:?}: {end}");
        }
    }
}

#[test]
fn a_draw_is_printed_as_one_unless_a_side_is_to_get_it() {
    // Two copies of one deterministic player on 4x4 that come out even, found by trying.
    let world = World::new();
    let drawn = (0..200).map(|seed| seed.to_string()).find(|seed| {
        let ran = world.run(["Random", "Random", "--size", "4", "--quiet", "--seed", seed]);
        ran.exits(0).out == "draw\n"
    });
    let seed = drawn.expect("no draw in 200 games on 4x4");
    let args = ["Random", "Random", "--size", "4", "--seed", &seed, "--tie-goes-to", "white"];
    world.run(args).exits(0).prints("Random (White)\n");
}

fn last(out: &str) -> Value {
    serde_json::from_str(out.lines().last().unwrap()).unwrap()
}
