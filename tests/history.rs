//! The games that were played, as the real binary keeps them, shows them, hands them on and takes them in.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use crate::common::tmux::Tmux;
use crate::common::{Ran, World};
use serde_json::{Value, json};

/// Where the history is in a world.
pub const HISTORY: &str = "data/othello-host/history.db";

/// A world in which Simple and Random have played on a small board, once for each seed.
pub fn played(seeds: &[u32]) -> World {
    let world = World::new();
    for seed in seeds {
        game(&world, &["--seed", &seed.to_string()]).exits(0);
    }
    world
}

pub fn game(world: &World, args: &[&str]) -> Ran {
    world.run(["Simple", "Random", "--size", "4", "-q"].iter().chain(args))
}

pub fn history(world: &World, line: &str) -> Ran {
    world.run(["history"].into_iter().chain(line.split_whitespace()))
}

/// What a list holds, a game a line.
pub fn listed(world: &World, args: &str) -> Vec<Value> {
    let ran = history(world, &format!("list --json {args}")).exits(0);
    ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn every_game_goes_into_the_history_unless_it_is_kept_out() {
    let world = World::new();
    assert_eq!(listed(&world, "").len(), 0);
    let winner = game(&world, &["--seed", "1"]).exits(0).out;
    game(&world, &["--seed", "2", "--no-history"]).exits(0);
    let illegal = world.program(
        "Wrong",
        r#"echo '{"cypher": "MATCH (cell:Cell {row: 0, column: 0}) RETURN cell"}'"#,
    );
    world.run([illegal.as_str(), "Simple", "--size", "4", "--no-jail", "-q"]).exits(0);
    world.run_typing(["Human", "Simple"], "d3\n").exits(1);
    let games = listed(&world, "");
    assert_eq!(games.len(), 3, "{games:?}");
    assert_eq!(games[0]["winner"], winner.trim());
    assert_eq!((&games[0]["ending"], &games[0]["size"]), (&"played".into(), &4.into()));
    assert_eq!(games[1]["winner"], "Simple");
    assert_ne!(games[1]["ending"], "played");
    assert_eq!((&games[2]["ending"], &games[2]["moves"]), (&"void".into(), &"d3c3".into()));
    assert!(games[2]["reason"].as_str().unwrap().contains("standard input ended"));
    let table = history(&world, "list").exits(0).out;
    assert!(table.contains("void") && table.contains("Wrong loses by illegal-move"), "{table}");
    assert_eq!(
        listed(&world, "--player simple --result win").len(),
        1 + usize::from(winner == "Simple\n")
    );
    assert_eq!(listed(&world, "--result void")[0]["id"], 3);
    assert_eq!(listed(&world, "--since 1h --newest 2")[0]["id"], 2);
    assert_eq!(listed(&world, "--since 2099-01-01").len(), 0);
    history(&world, "list --result win").exits(2).says("--player");
}

#[test]
fn a_game_that_is_interrupted_is_kept_as_void() {
    let world = World::new();
    let mut host = world.command();
    host.args(["Human", "Simple", "--position", "f5d6"])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped());
    let mut host = host.spawn().unwrap();
    let mut typed = host.stdin.take().unwrap();
    let mut words = BufReader::new(host.stderr.take().unwrap()).lines();
    assert!(words.any(|line| line.unwrap().contains("to move")));
    typed.write_all(b"c3\n").unwrap();
    assert!(words.any(|line| line.unwrap().contains("to move")));
    assert!(
        Command::new("kill").args(["-INT", &host.id().to_string()]).status().unwrap().success()
    );
    assert_eq!(host.wait().unwrap().code(), Some(130));
    let games = listed(&world, "");
    assert_eq!((games.len(), &games[0]["reason"]), (1, &"it was interrupted".into()));
    assert!(games[0]["moves"].as_str().unwrap().starts_with("f5d6c3"), "{}", games[0]);
    assert_eq!(games[0]["moves"].as_str().unwrap().len(), 8);
}

#[test]
fn a_game_is_shown_with_all_that_was_asked_and_answered() {
    let world = played(&[1]);
    let shown = history(&world, "show 1").exits(0).out;
    for wanted in ["game 1 of othello 4x4", "Simple (", "Random (", "seed      1", "a b c d"] {
        assert!(shown.contains(wanted), "no {wanted:?} in {shown}");
    }
    let debug = history(&world, "show last --debug").exits(0).out;
    for wanted in
        ["1 Black, ", "asked ", " ms, query ", "1 row", "  query:\n", "MATCH", "  parameters:\n"]
    {
        assert!(debug.contains(wanted), "no {wanted:?} in {debug}");
    }
    let whole: Value =
        serde_json::from_str(&history(&world, "show 1 --json").exits(0).out).unwrap();
    let moves = whole["moves"].as_str().unwrap().matches(|c: char| c.is_ascii_alphabetic()).count();
    assert_eq!(whole["rounds"].as_array().unwrap().len(), moves);
    history(&world, "show 2").exits(1).says("there is no game 2").says("history list");
}

#[test]
fn what_a_player_wrote_is_shown_and_a_key_is_never_kept() {
    let world = World::new();
    let query = "MATCH (cell:Cell) WHERE cell.state IS NULL RETURN cell, $apiKey AS stolen LIMIT 1";
    let thief = world.program(
        "Thief",
        &format!(r#"echo "a word of the thief" >&2; echo '{{"cypher": "{query}"}}'"#),
    );
    let secret = "sk-very-secret-0123456789";
    let thief = format!("{thief} {secret}");
    let args = [thief.as_str(), "Simple", "--api-key", secret, "--no-jail", "-q"];
    world.run(args).exits(0);
    let debug = history(&world, "show 1 --debug").exits(0).out;
    assert!(debug.contains("stolen") && debug.contains("a word of the thief"), "{debug}");
    assert!(!debug.contains(secret), "{debug}");
    for file in fs::read_dir(world.path("data/othello-host")).unwrap() {
        let bytes = fs::read(file.unwrap().path()).unwrap();
        let found = bytes.windows(secret.len()).any(|window| window == secret.as_bytes());
        assert!(!found, "the key is in the history");
    }
}

#[test]
fn a_history_that_cannot_be_written_is_told_of_in_one_line_and_changes_nothing_else() {
    let world = World::new();
    let file =
        world.file("notes.txt", "these are my notes, and no games at all, however long they are");
    let run = |history: &str| {
        let mut command = world.command();
        command.args(["Simple", "Random", "--size", "4", "--seed", "1", "-q"]);
        command.env("OTHELLO_HISTORY", history);
        Ran::of(command)
    };
    fs::create_dir(world.path("own")).unwrap();
    let good = run(&world.path("own/mine.db").display().to_string()).exits(0);
    assert_eq!(good.err, "");
    // What the user has named is looked at before the game.
    for bad in [file, world.path("own").display().to_string()] {
        let ran = run(&bad).exits(2);
        assert_eq!((ran.out.as_str(), ran.err.lines().count()), ("", 1), "{}", ran.err);
    }
    // The place of a history that nobody has named can be of no use as well; the game is played all the same.
    world.file("data", "no folder");
    let ran = world.run(["Simple", "Random", "--size", "4", "--seed", "1", "-q"]).exits(0);
    assert_eq!(ran.out, good.out);
    assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
    assert!(ran.err.contains("was not put into the history"), "{}", ran.err);
    assert!(world.path("own/mine.db").is_file() && !world.path(HISTORY).exists());
    assert_eq!(history(&world, "list --json --file own/mine.db").exits(0).out.lines().count(), 1);
    history(&world, "list --file none.db").exits(1).says("there is no file none.db");
    history(&world, "list --file notes.txt").exits(1).says("is not a file of games");
}

#[test]
fn several_hosts_write_at_once_and_no_game_is_lost() {
    let world = World::new();
    let play = |seed: u32| {
        let mut command = world.command();
        let seed = seed.to_string();
        command.args(["Simple", "Random", "--size", "4", "-q", "--seed", &seed]);
        command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let hosts: Vec<_> = (1..=6).map(play).collect();
    for host in hosts {
        let output = host.wait_with_output().unwrap();
        assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    }
    let mut seeds: Vec<_> = (1..=6)
        .map(|game| {
            let whole = history(&world, &format!("show {game} --json")).exits(0).out;
            serde_json::from_str::<Value>(&whole).unwrap()["seed"].as_u64().unwrap()
        })
        .collect();
    seeds.sort_unstable();
    assert_eq!(seeds, [1, 2, 3, 4, 5, 6]);
}

#[test]
fn games_are_deleted_one_by_one_or_with_their_time() {
    let world = played(&[1, 2, 3, 4]);
    history(&world, "delete 1").exits(2).says("--yes");
    let mut asked = world.command();
    asked.args(["history", "delete", "9"]);
    Ran::of(asked).exits(1).says("there is no game 9");
    history(&world, "delete 1 3-9 --yes").exits(0).prints("3 games deleted\n");
    assert_eq!(listed(&world, "").len(), 1);
    world.run_typing(["Human", "Simple", "--size", "4"], "").exits(1);
    history(&world, "prune").exits(2);
    history(&world, "prune --void --yes").exits(0).prints("1 game deleted\n");
    history(&world, "prune --before 1h --yes").exits(0).prints("0 games deleted\n");
    history(&world, "prune --keep 0 -y").exits(0).prints("1 game deleted\n");
    assert_eq!(listed(&world, "").len(), 0);
}

#[test]
fn a_game_is_gone_through_by_commands() {
    let world = played(&[1]);
    let mut game = listed(&world, "");
    let moves = game.remove(0)["moves"].as_str().unwrap().to_owned();
    let ran = |typed: &str| world.run_typing(["history", "replay", "1"], typed).exits(0).out;
    let first = &moves[..2];
    let one = ran("forward\n");
    assert!(one.contains("move 0 of ") && one.contains("othello 4x4"), "{one}");
    assert!(one.contains(&format!("Simple (Black) played {first}: asked ")), "{one}");
    assert!(one.contains("move 1 of ") && one.contains("White to move"), "{one}");
    let far = ran("last\nback 2\nfirst\njump 3\n");
    let at: Vec<_> =
        far.lines().filter_map(|line| line.strip_prefix("move ")?.split(' ').next()).collect();
    let plies = moves.len() / 2;
    assert_eq!(at, ["0", &plies.to_string(), &(plies - 2).to_string(), "0", "3"]);
    let asked = ran("1\nshow\nquery\nplay\nsideways\n");
    assert!(asked.contains("  query:\n    WITH CASE"), "{asked}");
    assert!(asked.contains("\"sideways\" is not a command; these are: forward"), "{asked}");
    for (start, wanted) in [
        ("othello-host query ", format!("--position {first} --symbol O --size 4 --seed 1 Random")),
        ("othello-host play ", format!("Simple Random --position {first} --size 4 --seed 1")),
    ] {
        let command = asked.lines().find(|line| line.starts_with(start)).unwrap();
        assert_eq!(command, format!("{start}{wanted}"));
        world.run(command.split(' ').skip(1)).exits(0);
    }
}

#[test]
fn on_a_terminal_a_game_is_gone_through_by_keys() {
    let moves = std::cell::RefCell::new(String::new());
    let world = || {
        let world = played(&[1]);
        *moves.borrow_mut() = listed(&world, "")[0]["moves"].as_str().unwrap().to_owned();
        world
    };
    let Some(tmux) = Tmux::open("replay", world, "history replay last > out") else { return };
    let moves = moves.borrow();
    let plies = moves.len() / 2;
    tmux.shows(&format!("move 0 of {plies}, 2 : 2, Black to move"));
    tmux.keys(&["Right"]);
    tmux.shows(&format!("Simple (Black) played {}: asked ", &moves[..2]));
    tmux.keys(&["End"]);
    tmux.shows(&format!("move {plies} of {plies}"));
    tmux.keys(&["Left"]);
    tmux.shows(&format!("move {} of {plies}", plies - 1));
    tmux.keys(&["Home"]);
    tmux.shows("move 0 of ");
    tmux.keys(&["3", "Enter"]);
    tmux.shows(&format!("move 3 of {plies}"));
    tmux.keys(&["s"]);
    tmux.shows("othello-host query --position");
    tmux.keys(&["p", "q"]);
    tmux.shows("ended 0");
    let out = fs::read_to_string(tmux.world.path("out")).unwrap();
    let commands: Vec<_> = out.lines().collect();
    assert!(commands[0].contains(&format!("--position {} --symbol O", &moves[..6])), "{out}");
    assert!(commands[1].starts_with("othello-host play Simple Random --position"), "{out}");
}

#[test]
fn games_are_found_by_position_and_by_opening() {
    let world = World::new();
    world.file("t.txt", "f5d6c3d3c4f4\nc4e3f6e6f5c5\nd3c3\nf5d6c3d3c4b3\n");
    history(&world, "import t.txt").exits(0);
    let ids = |what: &str| {
        let found = history(&world, &format!("search {what} --json")).exits(0).out;
        let found: Value = serde_json::from_str(&found).unwrap();
        let ids =
            found["games"].as_array().unwrap().iter().map(|game| game["id"].as_i64().unwrap());
        (ids.collect::<Vec<_>>(), found)
    };
    let (games, found) = ids("f5d6c3d3c4");
    assert_eq!(games, [1, 2, 4]);
    let next: Vec<_> = found["next"].as_array().unwrap().iter().map(|next| &next["move"]).collect();
    // c5 in the second game is f4 on a board turned by half.
    assert_eq!((next[0], &found["next"][0]["games"]), (&"f4".into(), &2.into()));
    assert_eq!(ids("tiger").0, [1, 2, 4]);
    let board = format!("{}OX------XO{}", "-".repeat(27), "-".repeat(27));
    let begun = world.run(["history", "search", &format!("{board} X")]).exits(0).out;
    assert!(begun.contains(": 4 games;"), "{begun}");
    assert_eq!(ids("diagonal").0, [3]);
    assert!(history(&world, "search buffalo").exits(0).out.contains(": 0 games"));
    let text = history(&world, "search tiger").exits(0).out;
    assert!(text.starts_with("Tiger (c4e3f6e6f5), Leader's Tiger"), "{text}");
    history(&world, "search nonsense").exits(2).says("neither an opening, such as tiger");
}

#[test]
fn a_players_games_are_counted() {
    let world = World::new();
    world.file(
        "g.ggf",
        "(;GM[Othello]PB[ann]PW[bob]RE[+6]B[f5]W[d6];)(;GM[Othello]PB[bob]PW[ann]RE[-64:t]B[f5];)\
         (;GM[Othello]PB[ann]PW[eve]RE[0]B[f5];)(;GM[Othello]PB[ann]PW[eve]RE[?]B[f5];)",
    );
    history(&world, "import g.ggf").exits(0);
    let stats = |name: &str| -> Value {
        let text = history(&world, &format!("stats {name} --json")).exits(0).out;
        serde_json::from_str(&text).unwrap()
    };
    let ann = stats("Ann");
    assert_eq!(
        (&ann["all"]["won"], &ann["all"]["drawn"], &ann["void"]),
        (&2.into(), &1.into(), &1.into())
    );
    assert_eq!((&ann["white"]["won"], &ann["opponents"][0]["name"]), (&1.into(), &"bob".into()));
    assert_eq!(stats("bob")["forfeits"], json!([{ "reason": "time-out", "count": 1 }]));
    let text = history(&world, "stats ann").exits(0).out;
    assert!(
        text.contains("83.3 %") && text.contains("against") && text.contains("1 void"),
        "{text}"
    );
    history(&world, "stats nobody").exits(1).says("nobody of the name nobody");
}

#[test]
fn a_player_is_asked_again_where_it_was_asked_in_a_game() {
    let world = played(&[1]);
    let moves = listed(&world, "")[0]["moves"].as_str().unwrap().to_owned();
    let again = history(&world, "rerun 1@1").exits(0).says("in the game it played ");
    assert!(
        again.out.contains("Simple sends:")
            && again.out.contains(&format!("{} is legal", &moves[..2]))
    );
    let other = history(&world, "rerun last@2 Simple -- --json").exits(0);
    assert_eq!(serde_json::from_str::<Value>(&other.out).unwrap()["player"], "Simple");
    let file =
        world.file("mine.cypher", "MATCH (cell:Cell) WHERE cell.state IS NULL RETURN cell LIMIT 1");
    world.run([file.as_str(), "Simple", "--size", "4", "-q"]).exits(0);
    let own = history(&world, "rerun 2@1").exits(0);
    assert!(
        own.out.contains("1 row") && own.err.contains("played no more"),
        "{}{}",
        own.out,
        own.err
    );
    history(&world, "rerun 1@99").exits(2).says("moves");
    history(&world, "rerun 1").exits(2).says("12@7");
}

#[test]
fn a_contests_file_is_read_by_the_same_commands() {
    let world = World::new();
    let line =
        "match Simple Random --games 4 --size 6 --seed 7 --openings random:4 --file m.db --no-jail";
    world.run(line.split_whitespace()).exits(0);
    assert_eq!(listed(&world, "--file m.db").len(), 4);
    assert_eq!(listed(&world, "").len(), 0, "a contest has a file of its own");
    let debug = history(&world, "show 2 --debug --file m.db").exits(0).out;
    assert!(debug.contains("  query:\n"), "{debug}");
    history(&world, "export 1-4 --format ggf --file m.db").exits(0);
}

#[test]
fn a_game_goes_on_from_a_position() {
    let world = World::new();
    world.run(["Simple", "Random", "-q", "--seed", "1", "--position", "f5d6c3d3c4"]).exits(0);
    let game = &listed(&world, "")[0];
    assert!(game["moves"].as_str().unwrap().starts_with("f5d6c3d3c4"), "{game}");
    assert!(history(&world, "list").out.contains("Tiger"));
    let wrong = world.run(["Simple", "Random", "--position", "f5f5"]).exits(2);
    wrong.says("--position: move 2 (f5): f5 is taken");
}

#[test]
fn a_game_begins_with_a_board_of_its_own_and_is_kept_asked_and_played_on_so() {
    const BOARD: &str = "-----OX--XO----- O";
    let world = World::new();
    // An open player is told what lies there, a blind one sees it.
    world.run(["Simple", "Deep Score", "-q", "--seed", "1", "--start", BOARD]).exits(0);
    let game = &listed(&world, "")[0];
    assert_eq!((&game["start"], &game["position"]), (&"position".into(), &BOARD.into()), "{game}");
    let moves = game["moves"].as_str().unwrap();
    let shown = history(&world, "show 1 --debug").exits(0).out;
    assert!(shown.contains(&format!("\n1 White, {} at ", &moves[..2])), "{shown}");
    let replayed = world.run_typing(["history", "replay", "1"], "2\nplay\nquery\n").exits(0).out;
    for command in replayed.lines().filter(|line| line.starts_with("othello-host ")) {
        assert!(command.contains(&format!("--size 4 --start '{BOARD}'")), "{command}");
    }
    history(&world, "rerun 1@2").exits(0).says("in the game it played ");
    let on = ["Simple", "Random", "-q", "--start", BOARD, "--position", &moves[..4]];
    world.run(on).exits(0);
    assert_eq!(listed(&world, "")[1]["moves"].as_str().unwrap()[..4], moves[..4]);
    let refused = |more: [&str; 2]| {
        world.run(["Simple", "Random", "--start", BOARD].iter().chain(&more)).exits(2)
    };
    refused(["--size", "8"]).says("the board to begin with has 4 rows, not 8");
    refused(["--referee", "both"]).says("for the native referee");
    world
        .run(["Simple", "Random", "--start", "-----OX--XO--?--"])
        .exits(2)
        .says("or a board by rows");
}
