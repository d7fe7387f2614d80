//! Our players as engines for other programs, and time: short and endless, clocks that last a game, searches that nobody
//! waits for any more; and what they say where the game is over or has nothing to search.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::time::{Duration, Instant};

use crate::common::{World, wait_until};
use crate::protocols::replies;

/// What a search takes that is not broken off, or more.
const LONG: Duration = Duration::from_secs(30);

/// A player whose query would run for hours, as an engine.
fn endless(world: &World) -> String {
    let query = "MATCH (a:Cell), (b:Cell), (c:Cell), (d:Cell), (e:Cell), (f:Cell) \
                 WITH a, sum(b.row + c.row + d.row + e.row + f.row) AS sum RETURN a AS cell";
    world.file("endless.cypher", query)
}

#[test]
fn short_time_brings_a_move_and_never_an_error() {
    let world = World::new();
    let lines = "time_left b 0 0\ngenmove b\ntime_left w 1 0\ngenmove w\ntime_settings 0 1 4\n\
                 genmove b\ngenmove w\ngenmove b\ntime_left w 0 0\ngenmove w\n";
    for player in ["Champion", "Simple", &endless(&world)] {
        let ran = world.run_typing(["gtp", player], lines);
        let replies: Vec<&str> = ran.out.lines().filter(|line| !line.is_empty()).collect();
        assert_eq!(replies.len(), 10, "{player}: {replies:?} {}", ran.err);
        for reply in replies.iter().filter(|reply| **reply != "=") {
            assert!(reply.len() == 4 && reply.starts_with("= "), "{player}: {replies:?}");
        }
    }
}

#[test]
fn a_player_that_fails_resigns_in_gtp_and_is_moved_for_in_nboard() {
    let world = World::new();
    let wrong = world.file("wrong.cypher", "MATCH (c:Cell) RETURN c.row AS cell");
    let ran = world.run_typing(["gtp", &wrong], "genmove b\n");
    assert_eq!(ran.out, "= resign\n\n", "{}", ran.err);
    assert!(ran.err.contains("64 records"), "{}", ran.err);
    let ran = world.run_typing(["nboard", &wrong], "go\n");
    assert!(ran.out.contains("64 records") && ran.out.contains("=== "), "{}", ran.out);
    let gives_up = world.thinker("gives_up", "{}", r#"{"resign":"enough"}"#);
    let ran = world.run_typing(["nboard", &gives_up], "go\n");
    assert!(ran.out.contains("Black gives up\n=== "), "{} {}", ran.out, ran.err);
}

#[test]
fn a_player_that_takes_long_to_begin_is_moved_for_in_time_and_not_waited_for() {
    let world = World::new();
    let never = world.thinker("never", "{'create': 3600}", ANSWER);
    let begun = Instant::now();
    for clock in ["time_left b 2 0", "time_left b 1 1", "time_settings 0 1 1"] {
        let ran = world.run_typing(["gtp", &never], &format!("{clock}\ngenmove b\n"));
        assert!(ran.out.ends_with("\n\n= d3\n\n"), "{clock}: {} {}", ran.out, ran.err);
    }
    let mut engine = Talk::of(&world, "nboard", &never);
    engine.tell("set game (;GM[Othello]TI[0:02];)\ngo");
    engine.hear("=== ");
    for breaking_off in ["ping 1", "set game (;GM[Othello]B[F5];)", "quit"] {
        engine.tell("set game (;GM[Othello];)\ngo");
        engine.hear("status never is thinking");
        engine.tell(breaking_off);
    }
    wait_until("it has ended", || engine.engine.try_wait().unwrap().is_some());
    // Nothing but a clock or a command ends a start before the host's own limit of 20 s.
    assert!(begun.elapsed() < LONG, "{:?}", begun.elapsed());
}

#[test]
fn what_a_player_says_of_all_moves_tells_what_its_own_is_worth() {
    let world = World::new();
    let thinking = r#""thinking":{"moves":[{"move":"c4","value":1},{"move":"d3","value":3}]}"#;
    let values = world.thinker("values", "{}", &ANSWER.replace("\"}", &format!("\",{thinking}}}")));
    let ran = world.run_typing(["nboard", &values], "hint 2\ngo\nanalyze\n");
    for line in ["search D3 3.00 ", "search C4 1.00 ", "=== D3/3.00/", "analysis 0 3.00"] {
        assert!(ran.out.contains(line), "{line}: {} {}", ran.out, ran.err);
    }
}

/// A move to d3, as a player answers.
const ANSWER: &str = r#"{"cypher":"MATCH (c:Cell {row: 2, column: 3}) RETURN c AS cell"}"#;

impl World {
    /// A player in Python that waits for so many seconds with each kind of answer, and gives this one.
    fn thinker(&self, name: &str, waits: &str, answer: &str) -> String {
        let program = format!(
            "import json, sys, time\n\
             for line in sys.stdin:\n\
             \x20   asked = json.loads(line)\n\
             \x20   time.sleep({waits}.get(next(iter(asked)), 0))\n\
             \x20   about = '{{\"name\":\"{name}\",\"class\":\"open\",\"plays\":[{{\"game\":\"othello\"}}]}}'\n\
             \x20   said = about if 'describe' in asked else '{{}}' if 'create' in asked else r'''{answer}'''\n\
             \x20   print(said, flush=True)\n"
        );
        format!("cypher:python3 {}", self.file(&format!("{name}.py"), &program))
    }
}

/// What GTP's commands are answered with, without the empty lines between.
fn gtp(player: &str, lines: &str) -> Vec<String> {
    let mut lines = replies(&["gtp", player], lines);
    lines.retain(|line| !line.is_empty());
    lines
}

#[test]
fn more_time_than_anybody_has_is_none_in_gtp_and_on_nboard() {
    let begun = Instant::now();
    let lines = gtp(
        "Champion",
        "time_left b 2100000000000000000 0\ngenmove b\ntime_settings 3e18 0 0\ngenmove w\n\
         time_settings 0 9223372036854775807 1\ngenmove b\ntime_settings 2147483647 0 0\ngenmove w\n",
    );
    let is_move = |line: &&String| line.len() == 4 && line.starts_with("= ");
    assert_eq!((lines.len(), lines.iter().filter(is_move).count()), (8, 4), "{lines:?}");
    let clock = format!("5{}", ":0".repeat(15));
    let lines = replies(
        &["nboard", "Champion"],
        &format!("set depth 4\nset game (;GM[Othello]TI[{clock}];)\ngo\nmove F5//1e300\ngo\n"),
    );
    let moves = lines.iter().filter(|line| line.starts_with("=== ")).count();
    assert_eq!(moves, 2, "{lines:?}");
    assert!(begun.elapsed() < LONG);
}

#[test]
fn a_whole_game_in_gtp_ends_within_its_clock_though_its_player_takes_all_that_it_gets() {
    let world = World::new();
    let begun = Instant::now();
    let moves = "genmove b\ngenmove w\n".repeat(40);
    let lines = format!("time_settings 1 0 0\n{moves}final_score\n");
    let ran = world.run_typing(["gtp", &endless(&world)], &lines).exits(0);
    let took = begun.elapsed();
    assert!(!ran.out.contains('?'), "{}", ran.out);
    // Both sides have a second.
    assert!(took < Duration::from_secs(4), "{took:?}");
}

#[test]
fn a_player_that_is_begun_anew_for_each_move_ends_its_game_within_the_clock() {
    let world = World::new();
    let never = world.thinker("never", "{'create': 0.4, 'round': 3600}", ANSWER);
    let mut engine = Talk::of(&world, "gtp", &never);
    let mut left = [3.0_f64; 2];
    engine.tell("time_settings 3 0 0");
    engine.hear("=");
    for (turn, colour) in ["b", "w"].into_iter().cycle().take(60).enumerate() {
        let begun = Instant::now();
        engine.tell(&format!("genmove {colour}"));
        engine.hear("= ");
        left[turn % 2] -= begun.elapsed().as_secs_f64();
    }
    assert!(left.iter().all(|&left| left > 0.0), "{left:?}");
}

#[test]
fn undo_in_gtp_takes_back_a_pass_behind_the_end() {
    let moves = ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"];
    let sides = ["b", "w"].into_iter().cycle();
    let played: String =
        sides.zip(moves).map(|(side, square)| format!("play {side} {square}\n")).collect();
    let lines = gtp(
        "Simple",
        &format!(
            "{played}final_score\ngenmove w\nundo\nreg_genmove w\nplay w pass\nundo\nfinal_score\n\
             undo\nfinal_score\n"
        ),
    );
    let replies: Vec<&str> = lines.iter().skip(moves.len()).map(String::as_str).collect();
    assert_eq!(
        replies,
        ["= B+13", "= pass", "=", "= pass", "=", "=", "= B+13", "=", "? the game is not over"]
    );
}

#[test]
fn a_hint_for_nboard_where_there_is_only_a_pass_says_what_that_is_worth() {
    // Black takes White's only disc.
    let stuck = format!("*{}*O------", "-".repeat(55));
    let lines = replies(
        &["nboard", "Champion"],
        &format!("set depth 4\nset game (;GM[Othello]BO[8 {stuck} O];)\nhint 1\n"),
    );
    assert!(lines.contains(&"search PAC8 -64.00 0 4".to_owned()), "{lines:?}");
}

/// A player as an engine of NBoard, with which somebody talks line by line.
struct Talk {
    engine: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Talk {
    fn of(world: &World, protocol: &str, player: &str) -> Talk {
        let mut command = world.command();
        command.args([protocol, player]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut engine = command.spawn().unwrap();
        let (input, output) = (engine.stdin.take().unwrap(), engine.stdout.take().unwrap());
        Talk { engine, input, output: BufReader::new(output) }
    }

    fn tell(&mut self, lines: &str) {
        writeln!(self.input, "{lines}").unwrap();
    }

    /// Reads until a line begins so.
    fn hear(&mut self, beginning: &str) {
        let mut line = String::new();
        while !line.starts_with(beginning) {
            line.clear();
            assert_ne!(self.output.read_line(&mut line).unwrap(), 0, "{beginning} did not come");
        }
    }
}

/// A hint for which Champion would search for a minute.
const DEEP: &str = "set depth 40\nset game (;GM[Othello]B[F5]W[D6];)\nhint 4";

#[test]
fn nboard_breaks_off_a_search_by_a_ping_by_another_game_and_by_the_end() {
    let world = World::new();
    let mut champion = Talk::of(&world, "nboard", "Champion");
    let begun = Instant::now();
    for breaking_off in ["ping 1\n", ""] {
        champion.tell(DEEP);
        champion.hear("status Champion is thinking");
        champion.tell(&format!("{breaking_off}set game (;GM[Othello]B[F5];)\nset depth 4\ngo"));
        champion.hear("=== ");
        champion.hear("status Champion is waiting");
    }
    champion.tell(DEEP);
    champion.hear("status Champion is thinking");
    champion.tell("quit");
    wait_until("it has ended", || champion.engine.try_wait().unwrap().is_some());
    assert!(begun.elapsed() < LONG, "{:?}", begun.elapsed());
}

#[test]
fn nboard_breaks_off_a_query_by_a_ping() {
    let world = World::new();
    let mut engine = Talk::of(&world, "nboard", &endless(&world));
    let begun = Instant::now();
    for number in 1..=3 {
        engine.tell("go");
        engine.hear("status endless is thinking");
        engine.tell(&format!("ping {number}"));
        engine.hear(&format!("pong {number}"));
    }
    engine.tell("quit");
    wait_until("it has ended", || engine.engine.try_wait().unwrap().is_some());
    assert!(begun.elapsed() < LONG, "{:?}", begun.elapsed());
}
