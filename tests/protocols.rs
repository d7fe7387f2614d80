//! The older programs' protocols, with programs that were not written against this host: a bot in Python that
//! speaks all three and has many habits, a bot in Java that expects a referee; and our players as engines, driven by
//! hand and by our own host.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::thread;
use std::time::Instant;

use crate::common::{Ran, World, binary};

const PROTOCOLS: [&str; 3] = ["referee", "nboard", "gtp"];

fn source(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/protocols").join(name)
}

/// The bot in Python as a contestant called Bot.
pub fn bot(protocol: &str, habit: &str) -> String {
    format!("Bot={protocol}:python3 {} {protocol} {habit}", source("bot.py").display())
}

/// A game of the bot against Simple, in both colours.
fn games(world: &World, protocol: &str, habit: &str, more: &[&str]) -> [Ran; 2] {
    let bot = bot(protocol, habit);
    let game = |players: [&str; 2]| world.run(players.into_iter().chain(more.iter().copied()));
    [game([&bot, "Simple"]), game(["Simple", &bot])]
}

#[test]
fn whole_games_are_played_in_each_protocol_in_both_colours_and_end_by_counting() {
    let world = World::new();
    for protocol in PROTOCOLS {
        let mut boards = vec![&[][..]];
        if protocol != "referee" {
            boards.extend([&["--size", "4"][..], &["--size", "6"], &["--size", "10"]]);
        }
        if protocol == "nboard" {
            boards.push(&["--start", "mirrored"]);
        }
        for board in boards {
            let more = [&["--json", "--seed", "3"][..], board].concat();
            for ran in games(&world, protocol, "", &more) {
                let ran = ran.exits(0);
                let end = ran.out.lines().last().unwrap();
                assert!(end.contains(r#""by":"discs""#), "{protocol} {board:?}: {end}");
            }
        }
    }
}

#[test]
fn what_is_odd_but_meant_well_is_understood() {
    let world = World::new();
    for (protocol, habits) in [
        ("referee", &["crlf", "chatty", "binary"][..]),
        ("nboard", &["crlf", "spaces", "binary", "capitals", "rules"]),
        ("gtp", &["crlf", "chatty", "terse", "autopass", "binary", "numbered"]),
    ] {
        for habit in habits {
            for ran in games(&world, protocol, habit, &["--seed", "3", "--json"]) {
                let ran = ran.exits(0);
                assert!(ran.out.contains(r#""by":"discs""#), "{protocol} {habit}: {}", ran.err);
            }
        }
    }
}

#[test]
fn what_is_wrong_loses_by_its_reason() {
    let world = World::new();
    for (protocol, habit, reason) in [
        ("referee", "illegal", "illegal move a1"),
        ("nboard", "illegal", "illegal move a1"),
        ("gtp", "illegal", "illegal move a1"),
        ("gtp", "outside", "it moved to j9, which is not on the board of 8x8"),
        ("referee", "passes", "it passed with a move at hand"),
        ("nboard", "passes", "it passed with a move at hand"),
        ("gtp", "passes", "it passed with a move at hand"),
        ("referee", "claims", "it claimed the end, with"),
        ("gtp", "resigns", "resignation"),
        ("gtp", "fails", "it refused genmove: no idea"),
        ("gtp", "keeps-board", "player's own error: it refused clear_board: not today"),
        ("gtp", "garbage", "\"the corner, please\" is not a move"),
        ("referee", "exits", "its process ended with exit code 3"),
        ("nboard", "babbles", "more than 4 MiB"),
        ("gtp", "blank", "more than 4 MiB"),
        ("gtp", "endless-line", "an answer of more than"),
    ] {
        for ran in games(&world, protocol, habit, &["--seed", "3"]) {
            ran.exits(0).prints("Simple\n").says("Bot ").says(reason);
        }
    }
    let [ran, _] = games(&world, "gtp", "only8", &["--size", "6"]);
    let refusal = "player's own error: it does not play on boards of 6: unacceptable size";
    ran.exits(0).prints("Simple\n").says(refusal);
}

#[test]
fn a_program_goes_by_the_name_that_it_gives_itself_unless_its_user_gives_another() {
    let world = World::new();
    let bot = |speaks: &str, habit: &str| {
        let (protocol, file) = (speaks.split(':').next().unwrap(), source("bot.py"));
        format!("{speaks}:python3 {} {protocol} {habit}", file.display())
    };
    for (text, name) in [
        (bot("gtp", "named"), "Iago the 2nd"),
        (bot("gtp", "none"), "bot"),
        // What can be taken for another player's name is none.
        (bot("gtp", "disguised"), "bot"),
        // So is a word of the command line.
        (bot("gtp", "reserved"), "bot"),
        // A player of ours is another one, and signs that mean something are left out.
        (bot("gtp", "ours"), "Random (gtp)"),
        (bot("gtp", "signs"), "quiet a b c"),
        (bot("nboard", "none"), "Bot12"),
        (bot("nboard:depth=3", "none"), "Bot3"),
        (bot("referee", "none"), "bot"),
        (format!("Mine={}", bot("gtp", "named")), "Mine"),
    ] {
        let ran = world.run([&text, "Simple", "--json", "--seed", "3"]).exits(0);
        let start = ran.out.lines().next().unwrap();
        assert!(start.contains(&format!("\"{name}\"")), "{text}: {start}");
        let history = world.run(["history", "list"]).exits(0);
        assert!(history.out.lines().last().unwrap().contains(name), "{}", history.out);
    }
    let named = bot("gtp", "named");
    let table = world.run(["match", &named, "Simple", "--games", "2", "--seed", "1"]).exits(0);
    assert!(table.out.contains("Iago the 2nd"), "{}", table.out);
    let shown = world.run(["players", "show", &named]).exits(0).out;
    assert!(shown.contains("Iago the 2nd") && shown.contains("4.2"), "{shown}");
}

#[test]
fn a_program_that_answers_in_capitals_is_not_waited_for() {
    let program = format!("nboard:python3 {} nboard capitals", source("bot.py").display());
    let begun = Instant::now();
    let shown = World::new().run(["players", "show", &program]).exits(0).out;
    // So long is one waited for that says nothing.
    assert!(shown.contains("Bot12") && begun.elapsed().as_secs() < 5, "{shown}");
}

#[test]
fn a_program_without_a_command_for_the_size_plays_on_8x8_alone() {
    let world = World::new();
    for ran in games(&world, "gtp", "no-boardsize", &["--seed", "3", "--json"]) {
        assert!(ran.exits(0).out.contains(r#""by":"discs""#));
    }
    for ran in games(&world, "gtp", "no-boardsize", &["--size", "6"]) {
        ran.exits(0).says("it does not play on boards of 6: unknown command");
    }
}

#[test]
fn a_wrong_count_is_told_and_the_board_counts() {
    let world = World::new();
    for ran in games(&world, "referee", "miscounts", &["--seed", "3"]) {
        let ran = ran.exits(0);
        let line = ran.err.lines().find(|line| line.contains("claims")).unwrap();
        let numbers: Vec<u32> =
            line.split_whitespace().filter_map(|word| word.parse().ok()).collect();
        assert_eq!(numbers[0], numbers[1] + 1, "{line}");
    }
    for ran in games(&world, "referee", "", &["--seed", "3"]) {
        assert!(!ran.exits(0).err.contains("claims"));
    }
}

#[test]
fn a_sleeping_program_meets_the_clock_and_a_silent_one_is_told_about_flushing() {
    thread::scope(|scope| {
        for protocol in PROTOCOLS {
            scope.spawn(move || {
                let more = ["--game-clock", "3s"];
                let [ran, _] = games(&World::new(), protocol, "sleeps", &more);
                ran.exits(0).prints("Simple\n").says("what was left on the clock is 3.000 s");
            });
            scope.spawn(move || {
                let ran = World::new().run([bot(protocol, "unflushed"), "Simple".to_owned()]);
                ran.exits(0).prints("Simple\n").says("does it flush its output after each line?");
            });
        }
    });
}

#[test]
fn the_trace_keeps_each_line_with_direction_and_time() {
    let world = World::new();
    let bot = bot("referee", "");
    world.run([&bot, "Simple", "--trace", "lines.txt"]).exits(0);
    let trace = fs::read_to_string(world.path("lines.txt")).unwrap();
    let lines: Vec<Vec<&str>> =
        trace.lines().map(|line| line.split_whitespace().collect()).collect();
    assert!(lines.iter().all(|line| line[0].parse::<f64>().is_ok()));
    assert_eq!(lines[0][1..], ["Bot", "(X)", ">", "I", "B"]);
    assert_eq!(lines[1][1..], ["Bot", "(X)", "<", "R", "B"]);
    assert_eq!(lines[2][1..], ["Bot", "(X)", "<", "B", "d", "3"]);
    assert_eq!(lines[3][3..5], [">", "W"]);
}

#[test]
fn the_referee_lets_a_program_in_java_play_one_in_python() {
    let world = World::new();
    let classes = world.path("classes");
    let compiled = Command::new("javac").arg("-d").arg(&classes).arg(source("Bot.java")).status();
    assert!(compiled.unwrap().success());
    let java = "Java=java -Xmx64m -cp classes Bot";
    let python = format!("Python=python3 {} referee", source("bot.py").display());
    for players in [[java, &python], [&python, java]] {
        let ran = world.run(["referee"].into_iter().chain(players).chain(["--json"])).exits(0);
        assert!(ran.out.contains("600 s a game") || ran.out.contains("600000"), "{}", ran.out);
        let end = ran.out.lines().last().unwrap();
        assert!(end.contains(r#""by":"discs""#) && !end.contains("remarks"), "{end}");
    }
}

#[test]
fn a_contest_takes_programs_and_says_where_a_protocol_has_no_openings() {
    let world = World::new();
    let contest = |protocol: &str, more: &[&str]| {
        let bot = bot(protocol, "");
        let args = ["match", &bot, "Simple", "--games", "4", "--seed", "1", "--quiet"];
        world.run(args.into_iter().chain(more.iter().copied()))
    };
    for protocol in ["nboard", "gtp"] {
        contest(protocol, &[]).exits(0);
    }
    contest("referee", &[]).exits(2).says("--openings none");
    contest("referee", &["--openings", "none"]).exits(0);
}

/// What an engine says when it is told all this at once.
pub fn replies(args: &[&str], lines: &str) -> Vec<String> {
    let ran = World::new().run_typing(args, lines).exits(0);
    ran.out.lines().map(str::to_owned).collect()
}

#[test]
fn a_player_of_ours_answers_a_controller_of_gtp() {
    let lines = replies(
        &["gtp", "Simple"],
        "# a comment\r\n\r\n1 protocol_version\r\n2 boardsize 8\nboardsize 7\nboardsize x\n\
         clear_board\nPLAY Black D3\nplay b e3 # not his turn\nplay w a1\nplay w\n7 known_command genmove\n\
         known_command fly\nfly\n8 genmove White\nundo\nundo\nundo\ntime_settings 60 0 0\n\
         time_left b 30 0\ngenmove b\nfinal_score\nquit\nname\n",
    );
    let replies: Vec<&str> = lines.iter().map(String::as_str).filter(|l| !l.is_empty()).collect();
    assert_eq!(replies[..4], ["=1 2", "=2", "? unacceptable size", "? boardsize not an integer"]);
    assert_eq!(replies[4..6], ["=", "="]);
    assert!(replies[6..8].iter().all(|reply| reply.starts_with("? illegal move")), "{replies:?}");
    assert_eq!(replies[8..12], ["? syntax error", "=7 true", "= false", "? unknown command"]);
    assert!(replies[12].starts_with("=8 ") && replies[12].len() == 5, "{replies:?}");
    assert_eq!(replies[13..18], ["=", "=", "? cannot undo", "=", "="]);
    assert!(["= d3", "= c4", "= f5", "= e6"].contains(&replies[18]), "{replies:?}");
    assert_eq!(replies[19..], ["? the game is not over", "="]);
    // Each reply is followed by an empty line.
    assert_eq!(lines.len(), 2 * replies.len());
}

#[test]
fn a_game_is_named_and_a_line_that_nobody_could_mean_is_answered() {
    let long = format!("play b {}", "d3 ".repeat(500_000));
    let most = "9".repeat(25);
    let lines = format!(
        "set_game othello\nset_game Go\nset_game\n{long}\n7 name\n\
         time_left b 1 {most}\ntime_left b 1 -1\nboardsize {most}\n{most} name\n"
    );
    let replies = replies(&["gtp", "Simple"], &lines);
    let replies: Vec<&str> =
        replies.iter().map(String::as_str).filter(|line| !line.is_empty()).collect();
    assert_eq!(
        replies,
        [
            "=",
            "? unsupported game: only Othello is played here",
            "? syntax error",
            "? the line is longer than 1 MiB",
            "=7 Simple",
            "=",
            "? syntax error",
            "? unacceptable size",
            &format!("={most} Simple"),
        ]
    );
}

#[test]
fn nboard_is_told_what_each_position_of_a_game_is_worth() {
    // One square is left, and the white disc on b8 stays: the values are exact.
    let end = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOXXXXO-";
    let board: String = end.replace('X', "*");
    let lines = replies(
        &["nboard", "Champion"],
        &format!("nboard 2\nset depth 6\nset game (;GM[Othello]BO[8 {board} *]B[H8];)\nanalyze\n"),
    );
    let analysis: Vec<&str> =
        lines.iter().filter_map(|line| line.strip_prefix("analysis ")).collect();
    assert_eq!(analysis, ["1 -62.00", "0 62.00"], "{lines:?}");
    // A hint that sees the end says so.
    let lines = replies(
        &["nboard", "Champion"],
        &format!("set depth 6\nset game (;GM[Othello]BO[8 {board} *];)\nhint 2\n"),
    );
    assert!(lines.contains(&"search H8 62.00 0 100%".to_owned()), "{lines:?}");
}

#[test]
fn nboard_is_told_what_is_wrong_with_a_line_and_the_game_stays_what_it_was() {
    let long = format!("move {}", "d3 ".repeat(500_000));
    // The protocol's first version has moves alone.
    let lines =
        format!("move A1\nset game nonsense\nset game (;GM[Othello]BO[9 x];)\n{long}\nF5\ngo\n");
    let lines = replies(&["nboard", "Simple"], &lines);
    let troubles: Vec<&str> =
        lines.iter().filter_map(|line| line.strip_prefix("status ")).collect();
    assert!(troubles[0].starts_with("move A1: "), "{lines:?}");
    assert!(troubles[1].contains("no game in GGF"), "{lines:?}");
    assert!(troubles[2].contains("set game"), "{lines:?}");
    assert_eq!(troubles[3], "the line is longer than 1 MiB");
    let square = lines.iter().find_map(|line| line.strip_prefix("=== ")).unwrap();
    assert!(["D6", "F4", "F6"].contains(&&square[..2]), "{lines:?}");
    let long = format!("B {}", "d 3 ".repeat(400_000));
    let lines = replies(&["referee-bot", "Simple"], &format!("{long}\nI W\n"));
    assert_eq!(lines, ["C the line is longer than 1 MiB", "R W"]);
}

#[test]
fn nboard_gets_as_many_hints_as_it_asks_for_each_move_valued_alike_deep() {
    let ask = |lines: &str| -> Vec<Vec<String>> {
        let lines = replies(&["nboard", "Champion"], lines);
        let hints = lines.iter().filter_map(|line| line.strip_prefix("search "));
        hints.map(|hint| hint.split(' ').map(str::to_owned).collect()).collect()
    };
    for depth in [2, 5] {
        let hints = ask(&format!("nboard 2\nset depth {depth}\nhint 4\n"));
        // The four first moves are one move, turned.
        let values: Vec<&str> = hints.iter().map(|hint| hint[1].as_str()).collect();
        assert_eq!(values, [values[0]; 4], "{hints:?}");
        assert!(hints.iter().all(|hint| hint[3] == depth.to_string()), "{hints:?}");
        let squares: BTreeSet<&str> = hints.iter().map(|hint| &hint[0][..2]).collect();
        assert_eq!(squares, BTreeSet::from(["C4", "D3", "E6", "F5"]), "{hints:?}");
    }
    // More than there are moves.
    let hints = ask("set depth 3\nmove F5\nhint 20\n");
    assert_eq!(hints.len(), 3, "{hints:?}");
    let value = |hint: &[String]| hint[1].parse::<f64>().unwrap();
    assert!(hints.is_sorted_by(|a, b| value(a) >= value(b)), "{hints:?}");
    assert_eq!(ask("set depth 3\nhint 1\n").len(), 1);
}

#[test]
fn a_player_of_ours_is_an_engine_for_nboard() {
    let start = "---------------------------O*------*O---------------------------";
    let lines = replies(
        &["nboard", "Simple"],
        &format!(
            "nboard 2\nset depth 4\nset contempt 0\nset game (;GM[Othello]PC[NBoard]TI[15:00]TY[8]\
             BO[8 {start} *]B[F5//1.5];)\nping 1\nmove D6/0.5/1.2\nsome nonsense\nping 2\nhint 3\ngo\ngo\n"
        ),
    );
    assert_eq!(lines[..2], ["set myname Simple", "pong 1"]);
    assert!(lines.iter().any(|line| line.starts_with("search ")), "{lines:?}");
    assert!(lines.contains(&"pong 2".to_owned()));
    let moves: Vec<&String> = lines.iter().filter(|line| line.starts_with("=== ")).collect();
    let squares: Vec<&str> = moves.iter().map(|line| &line[4..6]).collect();
    // It does not make its own move: asked again, it is still on the same position.
    assert_eq!(squares.len(), 2, "{lines:?}");
    assert!(squares.iter().all(|square| ["C3", "C4", "C5", "C6", "C7"].contains(square)));

    // White has to pass here, and says so.
    let stuck = format!("*{}*O------", "-".repeat(55));
    let lines =
        replies(&["nboard", "Simple"], &format!("set game (;GM[Othello]BO[8 {stuck} O];)\ngo\n"));
    assert!(lines.contains(&"=== PA".to_owned()), "{lines:?}");
}

#[test]
fn a_player_of_ours_sits_down_to_a_referee() {
    let lines =
        replies(&["referee-bot", "Simple"], "nonsense\nC hello\nI B\nC thinking\nW a 1\n999\n");
    assert_eq!(lines[0], "R B");
    assert!(["B d 3", "B c 4", "B f 5", "B e 6"].contains(&lines[1].as_str()), "{lines:?}");
    assert!(lines[2..].iter().all(|line| line.starts_with("C ")), "{lines:?}");
    let lines = replies(&["referee-bot", "Simple"], "i w\r\nb  D 3\r\n");
    assert_eq!(lines[0], "R W");
    assert!(["W c 3", "W e 3", "W c 5"].contains(&lines[1].as_str()), "{lines:?}");
}

#[test]
fn our_players_play_each_other_over_each_protocol_in_both_colours() {
    let world = World::new();
    let host = binary().display();
    // Our engine starts a jail of its own inside, so the outer one is left out.
    for (command, protocol, sizes) in [
        ("referee-bot", "referee", &["8"][..]),
        ("nboard", "nboard", &["4", "8"]),
        ("gtp", "gtp", &["6", "8"]),
    ] {
        let engine = format!("Engine={protocol}:{host} {command} Simple");
        for size in sizes {
            for players in [[&engine, "Random"], ["Random", &engine], [&engine, &engine]] {
                let more =
                    ["--size", size, "--seed", "4", "--json", "--no-jail", "--game-clock", "5m"];
                let ran = world.run(players.into_iter().chain(more)).exits(0);
                let end = ran.out.lines().last().unwrap();
                assert!(end.contains(r#""by":"discs""#), "{players:?} {size}: {end}\n{}", ran.err);
                assert!(!end.contains("remarks"), "{end}");
            }
        }
    }
}

#[test]
fn a_person_is_no_engine_and_who_is_unknown_or_plays_another_game_is_told_of() {
    let world = World::new();
    for command in ["gtp", "nboard", "referee-bot"] {
        world.run([command, "Human"]).exits(2).says("is a person");
        world.run([command, "Nobody"]).exits(2).says("no player \"Nobody\"");
        world.run([command, "Perfect"]).exits(2).says("Perfect does not play Othello");
    }
}
