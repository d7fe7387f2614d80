//! The shell: statements on a graph that is kept, read from standard input and typed on a terminal; and the
//! lesson, every statement of which is run.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use crate::common::tmux::Tmux;
use crate::common::{Ran, World};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("board/games/tictactoe")
}

/// What is printed for this input, in the folder of the lesson.
fn lesson(world: &World, input: &str) -> Ran {
    let mut command = world.command();
    command.args(["shell", "--write"]).current_dir(folder());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // The shell ends at the first error, perhaps before it has read everything.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    Ran {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// The blocks of a text that begin with this fence and what follows each of them up to the next one.
fn blocks<'t>(text: &'t str, fence: &str) -> Vec<(&'t str, &'t str)> {
    let behind = text.split(fence).skip(1);
    behind.map(|block| block.split_once("```\n").unwrap()).collect()
}

#[test]
fn every_statement_of_the_lesson_gives_what_the_lesson_says() {
    let world = World::new();
    let text = std::fs::read_to_string(folder().join("LESSON.md")).unwrap();
    let (mut done, mut out, mut errors) = (String::new(), String::new(), 0);
    let steps = blocks(&text, "```cypher\n");
    assert!(steps.len() > 15, "{}", steps.len());
    for (statements, rest) in steps {
        let expected = rest.strip_prefix("\n```text\n").and_then(|rest| rest.split_once("```"));
        let expected = expected.unwrap_or_else(|| panic!("no output for {statements}")).0;
        let ran = lesson(&world, &format!("{done}{statements}"));
        if ran.code == Some(0) {
            assert_eq!(ran.out.strip_prefix(&out).unwrap(), expected, "{statements}{}", ran.err);
            done += statements;
            out = ran.out;
        } else {
            let said = ran.err.splitn(3, ": ").nth(2).unwrap();
            assert_eq!(said, expected, "{statements}");
            errors += 1;
        }
    }
    // The pattern without parentheses, which is meant to fail.
    assert_eq!(errors, 1);
}

#[test]
fn the_lesson_shows_the_query_that_the_game_is_played_by() {
    let text = std::fs::read_to_string(folder().join("LESSON.md")).unwrap();
    let shown = blocks(&text, "```cypher file=play.cypher\n");
    let query = std::fs::read_to_string(folder().join("play.cypher")).unwrap();
    assert_eq!(shown[0].0, query);
}

#[test]
fn a_script_ends_at_its_first_error_with_the_line_and_the_place() {
    let script = "RETURN 1 AS one;\n// the next one is wrong\n\nRETURN\n  2 +;\nRETURN 3;\n";
    let ran = World::new().run_typing(["shell"], script).exits(1);
    let ran = ran.prints("one\n---\n1\n1 row\n");
    ran.says("othello-host: standard input, line 4: ").says("2 | ").says("^");
    World::new().run_typing(["shell"], "RETURN 'a;\n").exits(1).says("this string is not closed");
    World::new().run_typing(["shell"], ":nonsense\n").exits(1).says("no command :nonsense; :help");
    World::new().run(["shell", "none.cypher"]).exits(2).says("none.cypher: no such file");
    let board = ["shell", "--game", "othello", "--start", "-----OX--XO----- O"];
    World::new().run(board).exits(2).says("begins standard or mirrored");
}

#[test]
fn with_keep_going_a_script_goes_on_behind_its_errors_and_tells_of_each() {
    let script = ".help\nRETURN 1 AS one;\nRETURN nobody;\n:nonsense\nRETURN 3 AS three;\n";
    let ran = World::new().run_typing(["shell", "--keep-going"], script).exits(1);
    assert!(ran.out.ends_with("one\n---\n1\n1 row\nthree\n-----\n3\n1 row\n"), "{}", ran.out);
    assert!(ran.out.starts_with("command "), "{}", ran.out);
    ran.says("standard input, line 3: ").says("line 4: no command :nonsense");
    World::new().run_typing(["shell", "--keep-going"], "RETURN 1;").exits(0);
}

#[test]
fn a_graph_is_changed_with_write_alone() {
    let ran = World::new().run_typing(["shell", "--game", "othello"], "CREATE (:Cell);");
    ran.exits(1).says("CREATE would change the graph").says("\"othello-host shell --write\"");
    let count = "CREATE (:Cell);\nMATCH (c:Cell) RETURN count(*) AS cells;";
    let ran = World::new().run_typing(["shell", "--game", "othello", "--write"], count).exits(0);
    ran.prints("1 node created, 1 label added\ncells\n-----\n65\n1 row\n");
}

#[test]
fn files_are_run_first_and_the_last_semicolon_may_be_left_out() {
    let world = World::new();
    let first = world.file("first.cypher", "CREATE (:A {n: $n})");
    let second = world.file("second.cypher", &format!(":param n => 20 + 1\n:source {first}\n"));
    let ran = world.run_typing(["shell", "--write", &second], "MATCH (a:A) RETURN a.n AS n");
    ran.exits(0).prints("1 node created, 1 property set, 1 label added\nn\n--\n21\n1 row\n");
    let again = world.file("again.cypher", ":source again.cypher");
    world.run(["shell", &again]).exits(1).says("files source each other 16 deep");
}

#[test]
fn a_transaction_is_kept_or_taken_back() {
    let script = ":begin\nCREATE (:A);\n:rollback\n:begin\nCREATE (:B);\n:commit\n\
                  MATCH (n) RETURN labels(n) AS labels;\n:clear\nMATCH (n) RETURN count(*) AS n;\n";
    let ran = World::new().run_typing(["shell", "--write"], script).exits(0);
    assert!(ran.out.ends_with("labels\n------\n[\"B\"]\n1 row\nn\n-\n0\n1 row\n"), "{}", ran.out);
    World::new().run_typing(["shell"], ":commit").exits(1).says("no transaction is open");
}

#[test]
fn a_statement_is_bounded_in_time_and_memory() {
    let endless =
        "UNWIND range(1, 100000000) AS x UNWIND range(1, 100000000) AS y RETURN count(*);";
    let ran = World::new().run_typing(["shell", "--time-limit", "200ms"], endless).exits(1);
    ran.says("stopped after 0.200 s; --time-limit gives it more");
    let large = "UNWIND range(1, 100000000) AS x RETURN collect(x);";
    World::new().run_typing(["shell"], large).exits(1).says("more memory than the 64 MB");
}

#[test]
fn a_plan_is_shown_with_profile_and_explain() {
    let script = "PROFILE RETURN 1 AS one;\nEXPLAIN MATCH (t:TILE) RETURN t;\n";
    let ran = World::new().run_typing(["shell", "--game", "tictactoe"], script).exits(0);
    let (profile, explain) = ran.out.split_once("1 row\n").unwrap();
    assert!(profile.contains("DB Hits") && profile.contains("one\n---\n1\n"), "{profile}");
    assert!(explain.contains("NodeByLabelScan") && !explain.contains("rows"), "{explain}");
}

#[test]
fn on_a_terminal_statements_have_several_lines_and_names_are_completed() {
    let args = "shell --game tictactoe --write";
    let Some(tmux) = Tmux::open("shell", World::new, args) else { return };
    tmux.shows("12 nodes and 74 relationships to read and change");
    tmux.types("match (t:TI\t)");
    tmux.shows("match (t:TILE)");
    tmux.keys(&["Enter"]);
    tmux.types("ret\t count(*) AS tiles;");
    tmux.keys(&["Enter"]);
    let screen = tmux.shows("1 row");
    assert!(screen.contains("tiles\n-----\n9\n"), "{screen}");
    // A begun statement is dropped by Ctrl-C, and the shell goes on.
    tmux.shows("1 row\ntictactoe>");
    tmux.types("MATCH (never");
    tmux.keys(&["C-c"]);
    // What is typed before the shell asks again goes with the statement.
    tmux.shows("MATCH (never\ntictactoe>");
    tmux.types("RETURN nobody;");
    tmux.keys(&["Enter"]);
    tmux.shows("nobody");
    tmux.shows("^^^^^^");
    tmux.types(":clear");
    tmux.keys(&["Enter"]);
    // Before the prompt the terminal itself would take Ctrl-D, and drop it.
    tmux.shows(":clear\ntictactoe>");
    tmux.keys(&["C-d"]);
    tmux.shows("ended 0");
    let history = std::fs::read_to_string(tmux.world.path("data/othello-host/shell_history"));
    assert!(history.unwrap().contains("RETURN nobody;"));
}

#[test]
fn on_a_terminal_ctrl_c_stops_a_statement_and_not_the_shell() {
    let earlier = || {
        let world = World::new();
        world.file("data/othello-host/shell_history", "#V2\nRETURN 'from before' AS earlier;\n");
        world
    };
    let Some(tmux) = Tmux::open("stop", earlier, "shell --time-limit 10m") else { return };
    tmux.shows("cypher>");
    tmux.types("UNWIND range(1, 100000000) AS x UNWIND range(1, 100000000) AS y RETURN count(*);");
    tmux.keys(&["Enter"]);
    // Whether it is already running or not, an interruption must not end the shell.
    tmux.interrupts_until("stopped");
    tmux.keys(&["Up", "Up", "Enter"]);
    tmux.shows("\"from before\"");
    tmux.types(":exit");
    tmux.keys(&["Enter"]);
    tmux.shows("ended 0");
}

#[test]
fn lines_that_come_at_once_are_all_run_and_one_that_goes_on_has_a_prompt_of_its_own() {
    let Some(tmux) = Tmux::open("at-once", World::new, "shell") else { return };
    tmux.shows("cypher>");
    tmux.types("RETURN 1 AS one;\nRETURN 2\nAS two;\n// a remark\nRETURN 3 AS three;\n:exit\n");
    let screen = tmux.shows("ended 0");
    for name in ["one", "two", "three"] {
        assert!(screen.lines().any(|line| line.trim() == name), "no {name} on:\n{screen}");
    }
    assert!(screen.contains("cypher> RETURN 2\n   ...> AS two;"), "{screen}");
}

#[test]
fn what_is_pasted_is_run_whole_and_an_error_in_it_keeps_nothing_behind_it_back() {
    let Some(tmux) = Tmux::open("pasted", World::new, "shell") else { return };
    tmux.shows("cypher>");
    tmux.pastes(
        "RETURN 1 AS one;\r\nRETURN nobody;\n.help\n\tRETURN\n'a;\nb' AS two;\nRETURN 3\nAS three",
    );
    tmux.keys(&["Enter"]);
    tmux.shows("   ...>");
    tmux.types(";\n");
    tmux.shows("\nthree\n-----\n3\n");
    let screen = tmux.scrolled();
    for part in ["\none\n", "`nobody` is not defined", ":schema", "\"a;\\nb\""] {
        assert!(screen.contains(part), "no {part:?} on:\n{screen}");
    }
}

#[test]
fn a_mark_before_a_text_of_another_system_is_none_of_it() {
    let world = World::new();
    let text = "\u{feff}RETURN 1 AS one;\r\n";
    world.run_typing(["shell"], text).exits(0).prints("one\n---\n1\n1 row\n");
    let file = world.file("marked.cypher", text);
    world.run(["shell", &file]).exits(0).prints("one\n---\n1\n1 row\n");
    std::fs::write(&file, b"RETURN 'caf\xe9';\n").unwrap();
    world.run(["shell", &file]).exits(1).says("it is not text in UTF-8");
    let ran = world.run_typing(["Human", "Simple"], "\u{feff}d3\nresign\n").exits(0);
    assert!(!ran.err.contains("no square"), "{}", ran.err);
}

#[test]
fn whoever_does_not_know_the_shell_yet_gets_help_and_gets_out() {
    let Some(tmux) = Tmux::open("newcomer", World::new, "shell") else { return };
    tmux.shows("cypher>");
    tmux.types("help\n");
    tmux.shows(":schema");
    tmux.types(":schem\n");
    tmux.shows("no command :schem; did you mean :schema? :help shows all");
    tmux.types("exit\n");
    tmux.shows("ended 0");
    World::new()
        .run_typing(["shell"], "RETURN 1 AS one\n;\nquit\nRETURN 2;")
        .exits(0)
        .prints("one\n---\n1\n1 row\n");
}
