//! Every way to lose before the end: the other side's name on standard output, the reason, the board and
//! the ready command on standard error, and exit code 0, since a forfeit is a result.

use crate::common::{Ran, World};

/// A game of a player that is one query against Simple.
fn query(world: &World, query: &str, more: &[&str]) -> Ran {
    let bad = world.file("bad.cypher", &format!("// Bad: loses\n{query}"));
    let mut args = vec![bad.as_str(), "Simple", "--seed", "1"];
    args.extend(more);
    world.run(args)
}

fn lost(ran: Ran, reason: &str) -> Ran {
    ran.exits(0)
        .prints("Simple\n")
        .says(reason)
        .says("ask it again: othello-host query --position ''")
}

#[test]
fn an_illegal_move_loses_and_is_marked_on_the_board() {
    let ran = query(&World::new(), "MATCH (cell:Cell {row: 0, column: 0}) RETURN cell", &[]);
    lost(ran, "Bad (Black) loses by illegal move a1: a1 turns nothing over").says("1[-]");
}

#[test]
fn the_last_line_on_standard_error_says_that_it_was_a_forfeit() {
    let ran = query(&World::new(), "MATCH (cell:Cell {row: 99}) RETURN cell", &[]);
    assert_eq!(ran.err.lines().last(), Some("Simple (White) wins by forfeit of Bad (Black)"));
}

#[test]
fn no_record_loses() {
    let ran = query(&World::new(), "MATCH (cell:Cell {row: 99}) RETURN cell", &[]);
    lost(ran, "no record");
}

#[test]
fn two_records_lose() {
    lost(query(&World::new(), "MATCH (cell:Cell) RETURN cell LIMIT 2", &[]), "2 records");
}

#[test]
fn a_record_without_a_cell_loses() {
    let ran = query(&World::new(), "MATCH (c:Cell) RETURN c LIMIT 1", &[]);
    lost(ran, "no \"cell\": the record has only \"c\"; write AS cell");
}

#[test]
fn a_cell_that_is_no_cell_of_this_board_loses() {
    for (returned, what) in
        [("{row: 2, column: 3}", "a map: "), ("null", "null"), ("[2, 3]", "a list: [2,3]")]
    {
        let ran = query(&World::new(), &format!("RETURN {returned} AS cell"), &[]);
        lost(ran, &format!("no cell of this board: \"cell\" is {what}"));
    }
}

#[test]
fn a_write_attempt_loses_and_changes_nothing() {
    for write in [
        "MATCH (cell:Cell) SET cell.state = 'X' RETURN cell LIMIT 1",
        "CREATE (cell:Cell {row: 0, column: 0}) RETURN cell",
        "MATCH (cell:Cell) CALL (cell) { DETACH DELETE cell } RETURN 1 AS cell",
    ] {
        lost(query(&World::new(), write, &[]), "write attempt").says("AccessMode");
    }
}

#[test]
fn a_query_error_loses_with_a_caret_under_the_place() {
    let ran = query(&World::new(), "MATCH (cell:Cell) RETRUN cell", &[]);
    let ran = lost(ran, "query error").says("Neo.ClientError.Statement.SyntaxError");
    let line = ran.err.lines().position(|line| line.starts_with("2 | ")).unwrap();
    assert!(ran.err.lines().nth(line + 1).unwrap().contains('^'), "{}", ran.err);
}

#[test]
fn files_and_procedures_are_refused_with_the_flag_that_would_allow_them() {
    let world = World::new();
    let ran = query(&world, "LOAD CSV FROM 'file:///etc/passwd' AS line RETURN line AS cell", &[]);
    lost(ran, "refused query").says("--trust-queries");
    let ran = query(&world, "CALL apoc.text.join(['a'], '') YIELD value RETURN value AS cell", &[]);
    lost(ran, "refused query").says("--allow 'apoc.text.*'");
}

#[test]
fn a_time_out_gives_time_and_limit() {
    let endless = "UNWIND range(1, 1000000000) AS a UNWIND range(1, 1000000000) AS b \
                   WITH count(*) AS many MATCH (cell:Cell) RETURN cell LIMIT 1";
    let more = ["--time-limit", "0.2", "--first-move-limit", "300ms"];
    let ran = query(&World::new(), endless, &more);
    let took = ran.err.split("time-out: took ").nth(1).and_then(|rest| rest.split(' ').next());
    let took: f64 = took.and_then(|seconds| seconds.parse().ok()).expect("a time in seconds");
    assert!(took >= 0.3, "{took}");
    lost(ran, "time-out").says("the limit of a first move is 0.300 s");
    let ran = query(&World::new(), endless, &["--game-clock", "200ms"]);
    lost(ran, "what was left on the clock is 0.200 s");
}

#[test]
fn a_crash_loses() {
    let world = World::new();
    let crash = world.program("Crash", "echo about to fail >&2; exit 3");
    let ran = world.run([crash.as_str(), "Simple"]).exits(0).prints("Simple\n");
    ran.says("Crash (Black) loses by crash").says("exit code 3").says("about to fail");
}

#[test]
fn a_resignation_loses_with_its_reason() {
    let world = World::new();
    let quitter = world.program("Quitter", "echo '{\"resign\": \"no hope\"}'");
    let ran = world.run(["Simple", quitter.as_str()]).exits(0).prints("Simple\n");
    ran.says("Quitter (White) loses by resignation: no hope").says("--symbol O");
}

#[test]
fn an_answer_that_is_none_loses() {
    let world = World::new();
    let odd = world.program("Odd", "echo '{\"cyper\": 1}'");
    world.run([odd.as_str(), "Simple"]).exits(0).prints("Simple\n").says("bad answer");
}

#[test]
fn a_key_is_never_shown_even_where_the_query_spells_it_out() {
    let world = World::new();
    let ran = query(
        &world,
        "MATCH (cell:Cell {row: 2, column: 3}) RETURN cell, 'sk-secret-1' AS leak, ['sk-secret-1'] AS leaks",
        &["--api-key", "sk-secret-1", "--json", "--show-thinking"],
    );
    assert!(!ran.out.contains("sk-secret") && !ran.err.contains("sk-secret"), "{}", ran.err);
    assert!(ran.out.contains("\"leak\":\"***\""), "{}", ran.out);
    let ran = query(&world, "RETURN $apiKey AS cell", &["--api-key", "sk-secret-1"]);
    let ran = lost(ran, "refused query: $apiKey may only be an argument of a call");
    assert!(!ran.err.contains("sk-secret") && ran.err.contains("^^^^^^^"), "{}", ran.err);
}

/// A query that never ends.
const ENDLESS: &str =
    "MATCH (a), (b), (c), (d), (e), (f), (g), (h) WITH count(*) AS n MATCH (cell:Cell) RETURN cell";

#[test]
fn without_a_limit_a_runaway_still_meets_the_ceiling() {
    let world = World::new();
    let ran = query(&world, ENDLESS, &["--ceiling", "0.3"]);
    lost(ran, "time-out").says("the ceiling of an answer without a limit is 0.300 s");
    let silent = world.program("Silent", "sleep 100");
    let ran = world.run([silent.as_str(), "Simple", "--seed", "1", "--ceiling", "0.3"]).exits(0);
    ran.prints("Simple\n").says("the ceiling of an answer without a limit is 0.300 s");
}

#[test]
fn a_limit_of_first_moves_alone_is_said_to_limit_nothing() {
    let args = ["Simple", "Random", "-q", "--first-move-limit", "2s"];
    World::new().run(args).exits(0).says("--first-move-limit counts where there is a time limit");
    let ran = World::new().run([&args[..], &["--time-limit", "60"]].concat()).exits(0);
    assert_eq!(ran.err, "");
}

#[test]
fn who_thinks_for_long_is_named() {
    let world = World::new();
    let silent = world.program("Silent", "sleep 100");
    let ran = world.run([silent.as_str(), "Simple", "--seed", "1", "--ceiling", "7s"]).exits(0);
    ran.prints("Simple\n").says("Silent (Black) thinks: ").says(" of 7 s");
}

#[test]
fn a_ceiling_is_not_told_to_the_player_and_a_limit_is() {
    let world = World::new();
    let says = "case \"$line\" in *'\"time_ms\":'[0-9]*) echo '{\"resign\": \"told\"}';; \
                *) echo '{\"resign\": \"not told\"}';; esac";
    let told = world.program("Told", says);
    for (limit, says) in
        [("--ceiling", "resignation: not told"), ("--time-limit", "resignation: told")]
    {
        let args = [told.as_str(), "Simple", "--first-move-limit", "50", limit, "50"];
        world.run(args).exits(0).says(says);
    }
}
