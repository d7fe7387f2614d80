//! Games looked at afterwards: what each move cost, in words, as JSON and as a page.

use std::fs;

use serde_json::Value;

use crate::common::World;

/// Black goes beside the corner with g2, which no other move there is as bad as.
const GAME: &str = "f5d6c3d3c4f4f6f3e6e7d7g6g2";

fn analysis(world: &World, args: &[&str]) -> Value {
    let args = ["analyse"].into_iter().chain(args.iter().copied()).chain(["--json"]);
    serde_json::from_str(&world.run(args).exits(0).out).unwrap()
}

#[test]
fn a_mistake_costs_discs_and_the_next_best_move_nothing() {
    let world = World::new();
    let found = analysis(&world, &[GAME, "--depth", "4"]);
    let plies = found["plies"].as_array().unwrap();
    assert_eq!(plies.len(), 13);
    assert_eq!((&plies[12]["side"], &plies[12]["move"]), (&"black".into(), &"g2".into()));
    assert!(plies[12]["lost"].as_f64().unwrap() > 10.0, "{}", plies[12]);
    for ply in plies {
        let [score, lost] = [&ply["score"], &ply["lost"]].map(|number| number.as_f64().unwrap());
        let best = ply["before"]["score"].as_f64().unwrap();
        assert!(lost >= 0.0 && (best - score - lost).abs() < 0.02, "{ply}");
        let moves = ply["before"]["moves"].as_array().unwrap();
        assert!(moves.iter().all(|one| one["score"].as_f64().unwrap() <= best), "{ply}");
    }
    // The first four moves are one.
    assert_eq!(plies[0]["lost"], 0.0);
    let sum: f64 = plies.iter().step_by(2).map(|ply| ply["lost"].as_f64().unwrap()).sum();
    assert!((found["black"]["lost"].as_f64().unwrap() - sum).abs() < 0.1, "{found}");
    // A mirrored game is valued alike, and so is the same game another time.
    let mirrored: String = GAME
        .as_bytes()
        .chunks(2)
        .flat_map(|square| [b'a' + (square[1] - b'1'), b'1' + (square[0] - b'a')])
        .map(char::from)
        .collect();
    let again = analysis(&world, &[&mirrored, "--depth", "4"]);
    let lost = |found: &Value| -> Vec<Value> {
        found["plies"].as_array().unwrap().iter().map(|ply| ply["lost"].clone()).collect()
    };
    assert_eq!(lost(&again), lost(&found));
}

#[test]
fn a_played_game_a_file_and_a_board_are_analysed() {
    let world = World::new();
    world.run(["Simple", "Random", "--seed", "3"]).exits(0);
    let ran = world.run(["analyse", "--time", "5ms", "--html", "game.html"]).exits(0);
    assert_eq!(ran.out, "game.html\n");
    let page = fs::read_to_string(world.path("game.html")).unwrap();
    assert!(page.contains("Simple against Random") && page.contains("<polyline"), "{page:.400}");
    let ran = world.run(["analyse", "last", "--time", "5ms"]).exits(0);
    for part in ["Simple against Random", "those of perfect play", "Black lost "] {
        assert!(ran.out.contains(part), "{}", ran.out);
    }
    let file = world.file("games.txt", "f5d6c3\nf5f6e6f4\n");
    let found = analysis(&world, &[&file, "--time", "5ms"]);
    assert_eq!(found.as_array().unwrap().len(), 2);
    let board = "-------- -------- -------- ---OX--- ---XO--- -------- -------- -------- X";
    let found = analysis(&world, &[board, "--depth", "3"]);
    assert_eq!(found["position"]["moves"].as_array().unwrap().len(), 4);
    assert_eq!(found["plies"].as_array().unwrap().len(), 0);
}

#[test]
fn what_can_not_be_analysed_is_told() {
    let world = World::new();
    world.run(["analyse", "99"]).exits(1).says("no games yet");
    world.run(["analyse", "f5f5"]).exits(2).says("move 2 (f5)");
    world.run(["analyse", "no such thing"]).exits(2).says("no moves and no board");
    world.run(["analyse", "a1", "--game", "tictactoe"]).exits(1).says("can't be analysed");
    world.run(["analyse", "--depth", "0"]).exits(2);
    world.run(["analyse", "f5", "--time", "5ms", "--size", "6"]).exits(2);
}
