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
    let perfect = ran.out.lines().find(|line| line.ends_with("those of perfect play."));
    assert!(perfect.is_some_and(|line| page.contains(line)), "{perfect:?} is not in {page}");
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

/// A game of three moves as the GGS server writes it, and one whose second move is not allowed.
const GGF: &str = "(;GM[Othello]PB[Ann]PW[Bob]B[F5]W[D6]B[C3];)";
const WRONG_GGF: &str = "(;GM[Othello]PB[Ann]PW[Bob]B[F5]W[F5];)";

#[test]
fn one_game_that_is_wrong_or_foreign_spoils_no_other_of_its_file() {
    let world = World::new();
    let small = "(;GM[Othello]BO[6 --------------OX----XO-------------- *]B[C2];)";
    let file = world.file("games.ggf", &[GGF, WRONG_GGF, small, GGF].join("\n"));
    let args = |more: &str| -> Vec<String> {
        ["analyse", &file, "--depth", "1"]
            .into_iter()
            .chain(more.split(' ').filter(|word| !word.is_empty()))
            .map(str::to_owned)
            .collect()
    };
    let ran = world.run(args("")).exits(1);
    for told in ["game 2: move 2 (F5)", "game 3: Champion does not know othello on 6x6"] {
        assert!(ran.err.contains(told), "{}", ran.err);
    }
    for title in ["game 1: Ann against Bob", "game 4: Ann against Bob"] {
        assert!(ran.out.contains(title), "{}", ran.out);
    }
    let ran = world.run(args("--json")).exits(1);
    let found: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(found.as_array().unwrap().len(), 2);
    assert_eq!(ran.out, format!("{found:#}\n"));
    let wrong = world.file("wrong.ggf", &[WRONG_GGF, WRONG_GGF].join("\n"));
    assert_eq!(world.run(["analyse", &wrong, "--json"]).exits(1).out, "[]\n");
    assert_eq!(world.run(args("--html all.html")).exits(1).out, "all.html\n");
    let page = fs::read_to_string(world.path("all.html")).unwrap();
    assert_eq!(page.matches("<h1>").count(), 2, "{page}");
}

#[test]
fn a_number_is_looked_up_in_a_file_of_another_program_as_well() {
    let world = World::new();
    let file = world.file("games.ggf", &[WRONG_GGF, GGF].join("\n"));
    let args = |what| ["analyse", what, "--file", &file, "--depth", "1"];
    for what in ["2", "last"] {
        let ran = world.run(args(what)).exits(0);
        assert!(ran.out.contains("game 2: Ann against Bob"), "{}", ran.out);
    }
    world.run(args("1")).exits(1).says("move 2 (F5)");
    world.run(args("3")).exits(1).says("which has 2 games");
    world.run(args("f5")).exits(2).says("--file is where a game's number is looked up");
}

#[test]
fn games_are_read_from_standard_input() {
    let world = World::new();
    let ran = world.run_typing(["analyse", "-", "--depth", "1"], "f5d6c3\nf5f6\n").exits(0);
    assert!(ran.out.contains("standard input, game 2"), "{}", ran.out);
    world.run_typing(["analyse", "-"], "").exits(1).says("no game in standard input");
    let pgn = "[Event \"x\"]\n\n1. f5 d6\n";
    world.run_typing(["analyse", "-"], pgn).exits(1).says("it is PGN");
}

#[test]
fn a_position_s_page_has_its_board_its_moves_and_what_is_expected() {
    let world = World::new();
    let board = format!("{}OX------XO{} X", "-".repeat(27), "-".repeat(27));
    world.run(["analyse", &board, "--depth", "2", "--html", "p.html"]).exits(0);
    let page = fs::read_to_string(world.path("p.html")).unwrap();
    for part in ["<svg class=\"board\"", "<p>Black is to move: ", "<p>expected: "] {
        assert!(page.contains(part), "no {part} in {page}");
    }
    assert_eq!(page.matches("<circle").count(), 4);
    assert!(!page.contains("<table"), "{page}");
}

#[test]
fn a_page_that_can_not_be_written_is_told_before_anything_is_looked_at() {
    let world = World::new();
    let wrong = world.file("games.ggf", &[WRONG_GGF, WRONG_GGF].join("\n"));
    let args = |page| ["analyse", &wrong, "--html", page];
    let ran = world.run(args("nowhere/p.html")).exits(1);
    assert_eq!(
        ran.err,
        "othello-host: the folder of nowhere/p.html is not there; make it, or name another file\n"
    );
    world.run(args(".")).exits(1).says("it is a folder");
    // What was there stays where there is nothing to show.
    world.file("kept.html", "mine");
    world.run(args("kept.html")).exits(1).says("move 2 (F5)");
    assert_eq!(fs::read_to_string(world.path("kept.html")).unwrap(), "mine");
    world.run(args("new.html")).exits(1);
    assert!(!world.path("new.html").exists());
}

#[test]
fn a_game_of_reversi_has_values_once_its_first_four_discs_are_there() {
    let world = World::new();
    let found = analysis(&world, &["d4d5e5e4f4", "--game", "reversi", "--depth", "2"]);
    let plies = found["plies"].as_array().unwrap();
    let valued: Vec<bool> = plies.iter().map(|ply| ply["score"].is_number()).collect();
    assert_eq!(valued, [false, false, false, false, true]);
    assert!(found["position"]["score"].is_number());
    let ran = world.run(["analyse", "", "--game", "reversi", "--depth", "2"]).exits(0);
    assert!(ran.out.contains("Black is to move; nothing is known"), "{}", ran.out);
}

#[test]
fn a_game_that_is_over_says_who_won_by_how_much() {
    let world = World::new();
    // The shortest game: White has no disc left after nine moves.
    let shortest = ["e6f4e3f6g5d6e7f5c5", "--depth", "1"];
    let found = analysis(&world, &shortest);
    assert_eq!(found["position"], Value::Null);
    let result = serde_json::json!(
        { "winner": "black", "margin": 64, "black_discs": 13, "white_discs": 0 }
    );
    assert_eq!(found["result"], result);
    let told = "Black won by 64 discs (13 : 0, and 51 empty squares).";
    let ran = world.run([&["analyse"][..], &shortest].concat()).exits(0);
    assert!(ran.out.contains(told), "{}", ran.out);
    world.run([&["analyse"][..], &shortest, &["--html", "p.html"]].concat()).exits(0);
    let page = fs::read_to_string(world.path("p.html")).unwrap();
    assert!(page.contains(told), "{page}");
    assert_eq!(analysis(&world, &["f5", "--depth", "1"])["result"], Value::Null);
}

#[test]
fn the_side_to_move_is_read_as_other_programs_write_it_and_a_board_that_is_none_is_refused() {
    let world = World::new();
    let board = format!("{}OX------XO{}", "-".repeat(27), "-".repeat(27));
    for (side, name) in [("black", "black"), ("W", "white"), ("0", "white"), ("X;", "black")] {
        let found = analysis(&world, &[&format!("{board} {side}"), "--depth", "1"]);
        assert_eq!(found["position"]["side"], name, "{side}");
    }
    for (text, told) in [
        (format!("{board} Z"), "\"Z\" is no side to move; write X"),
        (format!("{} X", &board[1..]), "no board has 63 squares"),
    ] {
        world.run(["analyse", &text]).exits(2).says(told);
    }
}

#[test]
fn a_board_over_lines_is_read_from_a_file_and_from_standard_input() {
    let world = World::new();
    let rows = ["--------"; 3].join("\n");
    let drawn = format!("{rows}\n---OX---\n---XO---\n{rows}\nX\n");
    let file = world.file("board.txt", &drawn.replace('\n', "\r\n"));
    let typed = world.run(["analyse", &drawn, "--depth", "1"]).exits(0).out;
    assert!(typed.contains("(looking 1 move ahead)"), "{typed}");
    assert_eq!(world.run(["analyse", &file, "--depth", "1"]).exits(0).out, typed);
    let piped = world.run_typing(["analyse", "-", "--depth", "1"], &drawn).exits(0);
    assert_eq!(piped.out, typed);
}

/// The first board of Othello on so many rows.
fn beginning(size: usize) -> String {
    let half = "-".repeat((size * size - size - 2) / 2);
    format!("{half}OX{}XO{half} X", "-".repeat(size - 2))
}

#[test]
fn what_nobody_evaluates_is_told_with_the_command_that_asks_a_player_that_plays_there() {
    let world = World::new();
    let [small, middle, large, largest] = [4, 6, 10, 12].map(beginning);
    let file = world.file("small.txt", "b1a1\n");
    for (args, why) in [
        (&[small.as_str()][..], "othello on 4x4"),
        (&[small.as_str(), "--size", "4"], "othello on 4x4"),
        (&[middle.as_str(), "--game", "reversi"], "reversi on 6x6"),
        (&[large.as_str()], "othello on 10x10"),
        (&[largest.as_str()], "othello on 12x12"),
        (&["d2", "--size", "6", "--start", "mirrored"], "othello on 6x6"),
        (&["a1b2", "--game", "tictactoe"], "tictactoe can't be analysed"),
        (&[file.as_str()], "othello on 4x4"),
    ] {
        let ran = world.run([&["analyse"], args].concat()).exits(1).says(why);
        let (_, command) = ran.err.trim_end().split_once(" is told by: othello-host ").unwrap();
        let ran = world.run(shlex::split(command).unwrap()).exits(0);
        assert!(ran.out.contains(" is legal"), "{}", ran.out);
    }
    // Five rows are no board, which says which are.
    let odd = format!("{} X", "-".repeat(25));
    world.run(["analyse", &odd]).exits(2).says("boards are even from 4x4 to 16x16");
}

#[test]
fn how_transcripts_begin_can_be_said_and_of_nothing_that_says_it_itself() {
    let world = World::new();
    let reversi = ["--game", "reversi", "--depth", "1"];
    let text = "d4e4d5e5\n";
    let file = world.file("reversi.txt", text);
    world.run(["analyse", &file, "--depth", "1"]).exits(1).says("d4");
    let found = analysis(&world, &[&[file.as_str()], &reversi[..]].concat());
    assert_eq!(
        (&found["game"], &found["plies"].as_array().unwrap().len()),
        (&"reversi".into(), &4)
    );
    let ran = world.run_typing([&["analyse", "-"], &reversi[..]].concat(), text).exits(0);
    assert!(ran.out.contains("standard input, game 1"), "{}", ran.out);
    let found = analysis(&world, &[&["1", "--file", &file], &reversi[..]].concat());
    assert_eq!(found["game"], "reversi");
    // A game that begins late.
    let start = "--------------------X------XX-----XO----------------------------- O";
    let start = &start[1..];
    let late = world.file("late.txt", "c3\n");
    world.run(["analyse", &late, "--depth", "1"]).exits(1);
    let found = analysis(&world, &[&late, "--start", start, "--depth", "1"]);
    assert_eq!(found["start"], start);

    let ggf = world.file("games.ggf", GGF);
    let json = world.file("games.json", "{\"moves\": \"f5d6\"}\n");
    let obf = world.file("board.obf", &format!("{}; f5:+0;\n", beginning(8)));
    for what in [&ggf, &json, &obf, "last", "12"] {
        for flags in [&["--size", "8"][..], &["--game", "reversi"], &["--start", "standard"]] {
            let told = format!("says itself how it begins; leave out {},", flags[0]);
            world.run([&["analyse", what], flags].concat()).exits(2).says(&told);
        }
        if what.contains('.') {
            world.run(["analyse", what, "--depth", "1"]).exits(0);
        }
    }
    world.run_typing(["analyse", "-", "--size", "8"], GGF).exits(2).says("leave out --size");
    let board = beginning(8);
    world.run(["analyse", &board, "--start", "standard"]).exits(2).says("leave out --start");
    // That nobody evaluates such games is told once.
    let two = world.file("two.txt", "b1\nb1\n");
    let ran = world.run(["analyse", &two, "--size", "4"]).exits(1);
    assert_eq!(ran.err.matches("does not know othello on 4x4").count(), 1, "{}", ran.err);
}

#[cfg(target_os = "linux")]
#[test]
fn of_a_file_with_hundreds_of_thousands_of_games_few_are_there_at_a_time() {
    use std::io::{BufRead, BufReader};

    let world = World::new();
    let file = world.file("many.txt", &"f5d6c3\n".repeat(400_000));
    for more in [&[][..], &["--json"]] {
        let mut command = world.command();
        command.args(["analyse", &file, "--depth", "1"]).args(more);
        let mut child = command.stdout(std::process::Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        // The second game is there, and no end of them.
        let second = lines.find(|line| line.as_ref().is_ok_and(|line| line.contains("game 2")));
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(second.is_some());
        let most = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        let most: u64 = most.trim().trim_end_matches(" kB").parse().unwrap();
        assert!(most < 150 << 10, "{most} KiB");
    }
}

#[test]
fn the_help_has_a_board_that_is_analysed_and_names_the_longest_time() {
    let world = World::new();
    let help = world.run(["analyse", "--help"]).exits(0).out;
    let examples: Vec<&str> = help
        .lines()
        .filter_map(|line| line.trim().strip_prefix("othello-host analyse '"))
        .collect();
    let [example] = examples[..] else { panic!("{help}") };
    world.run(["analyse", example.trim_end_matches('\''), "--depth", "1"]).exits(0);
    assert!(help.contains("20s at the most"), "{help}");
    world.run(["analyse", "f5", "--time", "1h"]).exits(2).says("--time takes 20 s at the most");
}
