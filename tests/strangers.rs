//! What strangers' players give the host to show, and what they try with its key: however much or sly it is, the
//! host stays small, and the key stays where it was put.

use std::fs;
use std::process::Stdio;
use std::time::Duration;

use othello_rules::text::is_invisible;
use othello_test_support::FIRST_LEGAL_CELL;
use serde_json::{Value, json};

use crate::common::World;
use crate::common::served::Served;

const KEY: &str = "sk-QwzXvkJhgfTplmNbRy";

/// A player whose answer to every round is this file.
fn program(world: &World, name: &str, answer: &Value) -> String {
    let file = world.file(&format!("{name}.json"), &format!("{answer}\n"));
    world.program(name, &format!("cat {file}"))
}

/// Plays a game, and gives the most memory that the host held, in kilobytes.
fn peak(world: &World, args: &[&str]) -> u64 {
    let mut command = world.command();
    let mut child = command.args(args).stdout(Stdio::null()).spawn().unwrap();
    let mut peak = 0;
    while child.try_wait().unwrap().is_none() {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let now = line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok());
        peak = peak.max(now.unwrap_or(0));
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(child.wait().unwrap().success());
    peak
}

#[test]
#[cfg(target_os = "linux")]
fn a_program_that_sends_megabytes_every_round_costs_neither_memory_nor_history() {
    let world = World::new();
    let zeros = vec![0; 3_500_000];
    let answer = json!({ "cypher": FIRST_LEGAL_CELL, "params": { "zeros": zeros } });
    let big = program(&world, "Big", &answer);
    let args = [
        big.as_str(),
        "Simple",
        "--size",
        "6",
        "--seed",
        "1",
        "--no-jail",
        "-q",
        "--time-limit",
        "20",
    ];
    let peak = peak(&world, &args);
    assert!(peak < 300 << 10, "the host took {} MB", peak >> 10);
    let history = world.path("data/othello-host/history.db");
    let size = fs::metadata(&history).unwrap().len();
    assert!(size < 2 << 20, "the history has {size} bytes");
    let shown = world.run(["history", "show", "1", "--json"]).exits(0).out;
    let shown: Value = serde_json::from_str(&shown).unwrap();
    let rounds = shown["rounds"].as_array().unwrap();
    assert!(rounds.len() > 20, "{} rounds", rounds.len());
    let params = rounds.iter().find(|round| round["params"].to_string().contains("zeros")).unwrap();
    assert!(params.to_string().contains("… (cut: 3,500,000 in all)"), "no word of the cut");
}

/// Ways in which a query would carry the key out.
const TRICKS: [&str; 16] = [
    "RETURN $apiKey AS cell",
    "MATCH (cell:Cell) RETURN cell, reverse($apiKey) AS leak LIMIT 1",
    "MATCH (cell:Cell) RETURN cell, split($apiKey, '') AS leak LIMIT 1",
    "MATCH (cell:Cell) RETURN cell, {a: substring($apiKey, 0, 4)} AS leak LIMIT 1",
    "MATCH (cell:Cell) RETURN cell, [c IN range(0, 9) | toUpper(left($apiKey, c))] AS leak LIMIT 1",
    "MATCH (cell:Cell) RETURN cell, replace($`apiKey`, '-', '.') AS leak LIMIT 1",
    "MATCH (cell:Cell) RETURN cell, reduce(t = '', c IN split($apiKey, '') | c + t) AS leak LIMIT 1",
    "MATCH (cell:Cell) WHERE $apiKey STARTS WITH 'sk' RETURN cell LIMIT 1",
    "MATCH (cell:Cell) RETURN cell ORDER BY size($apiKey) = cell.row LIMIT 1",
    "MATCH (cell:Cell) RETURN cell, CASE WHEN $apiKey =~ 'sk.*' THEN 1 END AS leak LIMIT 1",
    "WITH $apiKey AS x UNWIND split(x, '-') AS y WITH y AS cell RETURN cell",
    "RETURN date('x' + $apiKey) AS cell",
    "RETURN toInteger([$apiKey]) AS cell",
    "EXPLAIN RETURN $apiKey AS cell",
    "MATCH (cell:$($apiKey)) RETURN cell",
    "RETURN 1 AS a UNION RETURN $apiKey AS a",
];

/// Whether a text tells the key, or anything that is made of it.
fn tells(text: &str) -> Option<String> {
    let reversed: String = KEY.chars().rev().collect();
    let (lower, spread) = (text.to_lowercase(), KEY.split("").collect::<Vec<_>>().join("\",\""));
    let pieces = [KEY.to_lowercase(), reversed.to_lowercase(), spread.to_lowercase()];
    let pieces = pieces.iter().map(|piece| piece.trim_matches(['"', ',']).to_owned());
    let four = (0..KEY.len() - 4).map(|at| KEY[at..at + 4].to_lowercase());
    let four = four.filter(|piece| !piece.starts_with("sk"));
    pieces.chain(four).find(|piece| lower.contains(piece.as_str()))
}

#[test]
fn no_query_carries_the_key_out_into_anything_that_the_host_writes() {
    let world = World::new();
    for (number, trick) in TRICKS.iter().enumerate() {
        for flags in [&["--json", "--show-thinking"][..], &["--trust-queries"]] {
            let file = world.file(&format!("trick-{number}.cypher"), trick);
            let mut args = vec![file.as_str(), "Simple", "--api-key", KEY];
            args.extend(flags);
            let ran = world.run(&args).exits(0).says("$apiKey may only be an argument");
            let told = tells(&ran.out).or_else(|| tells(&ran.err));
            assert_eq!(told, None, "{trick}: {}{}", ran.out, ran.err);
            assert!(ran.err.contains("^^^^"), "{}", ran.err);
        }
    }
    let listed = world.run(["history", "show", "3", "--json"]).exits(0).out;
    assert_eq!(tells(&listed), None, "{listed}");
    for file in fs::read_dir(world.path("data/othello-host")).unwrap() {
        let bytes = fs::read(file.unwrap().path()).unwrap();
        assert_eq!(tells(&String::from_utf8_lossy(&bytes)), None, "the history");
    }
}

#[test]
fn what_a_player_says_is_searched_for_the_key_as_well() {
    let world = World::new();
    let says = json!({ "resign": format!("I know {KEY}"), "thinking": { "text": KEY } });
    let file = world.file("says.json", &format!("{says}\n"));
    let program = world.program("Says", &format!("echo {KEY} >&2; cat {file}"));
    let limits = ["--time-limit", "20", "--no-jail"];
    let args = ["Simple", program.as_str(), "--api-key", KEY, "--json", "--show-thinking"];
    let ran = world.run(args.iter().chain(&limits)).exits(0).says("resignation: I know ***");
    assert!(tells(&ran.out).is_none() && tells(&ran.err).is_none(), "{}{}", ran.out, ran.err);
    let shown = world.run(["history", "show", "1", "--debug"]).exits(0).out;
    assert_eq!(tells(&shown), None, "{shown}");
}

#[test]
fn no_page_shows_the_key() {
    let world = World::new();
    let trick = "MATCH (cell:Cell) RETURN cell, reverse($apiKey) AS leak LIMIT 1";
    world.file("plugins/trick.cypher", &format!("// Trick: tries it\n{trick}"));
    let plugins = world.path("plugins").display().to_string();
    let served = Served::start(&world, &["--api-key", KEY, "--plugins", &plugins]);
    let links = served.game(
        &json!({ "black": { "spec": "Trick" }, "white": { "spec": "Simple" }, "auto": true }),
    );
    let mut watcher = served.visit(&links["watch"]);
    watcher.until(|state| !state["end"].is_null());
    let why = watcher.state["end"]["why"].as_str().unwrap();
    assert!(why.contains("$apiKey may only be an argument"), "{why}");
    assert_eq!(tells(&watcher.state.to_string()), None);
    let asked = json!({ "position": { "game": "othello" }, "query": trick });
    let answer = served.post("/api/query", &asked);
    assert!(answer.body.contains("$apiKey may only be an argument"), "{}", answer.body);
    let saved = served.post("/api/players", &json!({ "name": "Mine", "query": trick }));
    assert_eq!(saved.status, 400, "{}", saved.body);
}

/// What turns the direction of writing, what has no width, and what a terminal obeys.
const HIDDEN: &str = "\u{202e}\u{2066}\u{200b}\u{feff}\u{9b}31m";

#[test]
fn nothing_that_a_stranger_wrote_changes_how_the_hosts_own_words_are_shown() {
    let world = World::new();
    let cell = "MATCH (cell:Cell {row: 2, column: 3}) RETURN cell";
    let queries = [
        "RETURN nope# AS cell".to_owned(),
        "RETURN date('a#') AS cell".to_owned(),
        "MATCH (cell:`La#bel`) RETURN cell".to_owned(),
        "MATCH (c:Cell) RETURN c AS `#cell`, c AS `b#`".to_owned(),
        "RETURN {a: 'b#'} AS cell".to_owned(),
        "CALL `a#`() YIELD cell RETURN cell".to_owned(),
        "RETURN `a#`() AS cell".to_owned(),
        format!("{cell}, 'a#' AS thinking, cell.`b#` AS `c#`, '#' AS `#`"),
        format!("/* # */ {cell} /* # */"),
    ];
    let answers = [
        json!({ "resign": "lost\u{202e}\nWINNER: Evil" }),
        json!({ "cypher": "RETURN 1 AS cell", "thinking": { "text": "a\u{202e}", "moves": [{ "square": "\u{202e}", "note": "\u{200b}" }] } }),
        json!({ "error": "out of luck\u{202e}\u{9b}31m" }),
        json!({ "nonsense\u{202e}": "\u{2066}" }),
    ];
    let programs = answers.iter().enumerate();
    let mut players: Vec<_> =
        programs.map(|(number, answer)| program(&world, &format!("Sly{number}"), answer)).collect();
    for (number, query) in queries.iter().enumerate() {
        let text = format!("// Sly\n{}", query.replace('#', HIDDEN));
        players.push(world.file(&format!("sly{number}.cypher"), &text));
    }
    let mut obeyed = Vec::new();
    for player in &players {
        let limit = ["--time-limit", "20", "--show-thinking", "--step", "--no-jail"];
        let games = ["Simple", player.as_str(), "--seed", "1", "--size", "4"];
        let played = world.run_typing(games.iter().chain(&limit), &"\n".repeat(9)).exits(0);
        let asked = world.run(["query", player, "--no-jail"]);
        for ran in [played, asked, world.run(["history", "show", "last"])] {
            let lines = ran.err.lines().chain(ran.out.lines());
            obeyed.extend(lines.filter(|line| line.contains(is_invisible)).map(str::to_owned));
        }
    }
    assert_eq!(obeyed, [""; 0]);
}
