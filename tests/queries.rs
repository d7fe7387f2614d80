//! The command that runs a query, or a player's, on a position.

use crate::common::World;
use serde_json::Value;

#[test]
fn a_query_gives_a_table() {
    let query = "MATCH (c:Cell) RETURN c.state AS state, count(*) AS cells ORDER BY state";
    let out = World::new().run(["query", query]).exits(0).out;
    assert!(out.starts_with("state  cells\n-----  -----\n"), "{out}");
    assert!(out.contains("null   60") && out.contains("3 rows"), "{out}");
}

#[test]
fn a_move_is_marked_on_the_board_and_judged() {
    let world = World::new();
    let query = "MATCH (cell:Cell {row: 2, column: 3}) RETURN cell";
    let out = world.run(["query", query]).exits(0).out;
    assert!(out.contains("d3 is legal") && out.contains("[.]"), "{out}");
    let out = world.run(["query", "--symbol", "O", "--position", "d3", query]).exits(0).out;
    assert!(out.contains("d3 is not legal") && out.contains("[X]"), "{out}");
}

#[test]
fn a_player_is_asked_what_it_would_send() {
    let out = World::new().run(["query", "--position", "f5d6c3", "Simple", "--json"]).exits(0).out;
    let value: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(value["player"], "Simple");
    assert_eq!(value["move"]["legal"], true, "{value}");
}

#[test]
fn a_query_comes_from_a_file_or_from_standard_input_as_well() {
    let world = World::new();
    let file = world.file("count.cypher", "MATCH (c:Cell) RETURN count(c) AS n");
    assert!(world.run(["query", "--size", "6", &file]).exits(0).out.contains("36"));
    // A board says how large it is.
    let small = "-----OX--XO----- X";
    assert!(world.run(["query", "--position", small, &file]).exits(0).out.contains("16"));
    let ran = world.run_typing(["query", "-"], "RETURN $symbol AS who").exits(0);
    assert!(ran.out.contains("\"X\""), "{}", ran.out);
}

#[test]
fn an_error_points_at_its_place_and_exits_with_1() {
    let ran = World::new().run(["query", "MATCH (c:Cell) RETURN d"]).exits(1);
    ran.says("Neo.ClientError.Statement.SyntaxError").says("^");
    World::new().run(["query", "CREATE (n) RETURN n"]).exits(1).says("CREATE");
}

#[test]
fn the_ready_command_of_a_forfeit_asks_the_same_again() {
    let world = World::new();
    let bad = world.file("bad.cypher", "MATCH (cell:Cell) RETURN cell ORDER BY rand() LIMIT 1");
    let ran = world.run([bad.as_str(), "Simple", "--seed", "11"]).exits(0);
    let again = ran.err.lines().find_map(|line| line.strip_prefix("ask it again: othello-host "));
    let again = again.expect("no ready command").replace('\'', "");
    // The empty transcript is quoted for a shell; here its word is put back.
    let args: Vec<String> =
        again.replace("--position  ", "--position= ").split(' ').map(Into::into).collect();
    let asked = world.run(&args).exits(0);
    let illegal = ran.err.split("illegal move ").nth(1).unwrap().split(':').next().unwrap();
    assert!(asked.out.contains(&format!("{illegal} is not legal")), "{}", asked.out);
}
