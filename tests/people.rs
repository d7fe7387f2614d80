//! A person at the board: by lines on standard input, and on a terminal by keys and by mouse.

use std::io::BufRead;
use std::process::Command;

use crate::common::tmux::Tmux;
use crate::common::{World, binary, wait_until};

#[test]
fn a_person_without_a_terminal_plays_by_lines() {
    let world = World::new();
    let ran = world.run_typing(
        ["Human", "Simple", "--size", "4"],
        "zz\na1\nhint\nhint\nhint\nb1\nundo\nb1\nresign\n",
    );
    let ran = ran.exits(0).prints("Simple\n");
    ran.says("no square \"zz\"")
        .says("a1 is not legal; these are: b1 a2 d3 c4")
        .says("legal moves: 4; ")
        .says("look on the ")
        .says("Simple would play ")
        .says("resignation");
}

#[test]
fn a_game_that_its_person_left_is_void() {
    let ran = World::new().run_typing(["Human", "Simple"], "d3\n").exits(1);
    assert_eq!(ran.out, "");
    ran.says("standard input ended before the game did");
}

#[test]
fn a_person_has_the_clock_of_the_game_only() {
    let args = ["Human", "Simple", "--time-limit", "0.01", "--game-clock", "300ms"];
    let world = World::new();
    let mut command = world.command();
    // Standard input stays open and silent.
    let mut child = command
        .args(args)
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let silent = child.stdin.take();
    let output = child.wait_with_output().unwrap();
    drop(silent);
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(err.contains("what was left on the clock is 0.300 s"), "{err}");
    assert_eq!(output.stdout, b"Simple\n");
}

#[test]
fn on_a_terminal_a_person_clicks_types_and_takes_back() {
    let Some(tmux) = Tmux::start("person", "Human Human --no-jail") else { return };
    tmux.shows("Black, your move");
    // d3: the fourth column of squares four wide, after a margin of three; the third row of two lines.
    tmux.click(3 + 3 * 4 + 2, 1 + 2 * 2 + 1);
    tmux.shows("Human (Black) plays d3");
    // Enter behind a click is no move, and a typed one waits for it.
    tmux.keys(&["Enter"]);
    tmux.shows("White, your move: ...");
    tmux.keys(&["c", "3"]);
    tmux.shows("White, your move: c3 (Enter plays it)");
    tmux.keys(&["Enter"]);
    tmux.shows("Human (White) plays c3");
    tmux.shows("Black, your move: ...");
    tmux.keys(&["q"]);
    tmux.shows("end the game here?");
    tmux.keys(&["n"]);
    tmux.shows("the game goes on");
    tmux.keys(&["u"]);
    tmux.shows("taken back");
    tmux.shows("Black, your move");
    tmux.keys(&["a", "1", "Enter"]);
    tmux.shows("a1 is not legal");
    tmux.keys(&["r"]);
    tmux.shows("give the game up?");
    tmux.keys(&["n"]);
    tmux.shows("the game goes on");
    tmux.keys(&["r"]);
    tmux.shows("give the game up?");
    tmux.keys(&["y"]);
    let left = tmux.shows("ended 0");
    assert!(left.contains("loses by resignation"), "{left}");
    assert_eq!(tmux.result(), "Human (White)\n");
}

#[test]
fn a_move_and_its_enter_may_have_been_typed_before_the_screen_was_there() {
    let Some(tmux) = Tmux::start("ahead", "Human Human --no-jail") else { return };
    tmux.shows("Black, your move");
    // So a terminal hands Enter on that was typed while no program had it.
    tmux.types("d3\n");
    tmux.shows("Human (Black) plays d3");
}

#[test]
fn on_a_narrow_terminal_the_words_are_below_the_board() {
    let Some(tmux) = Tmux::start("narrow", "Human Human --no-jail --size 16") else { return };
    tmux.shows("Black, your move");
    tmux.resize(40, 30);
    tmux.shows("16");
    tmux.types("h7");
    let screen = tmux.shows("Black, your move: h7 (Enter plays it)");
    let at = |text: &str| screen.lines().position(|line| line.contains(text));
    assert!(at("your move") > at("16 "), "{screen}");
}

#[test]
fn on_a_terminal_with_no_room_for_words_what_is_asked_stands_over_the_board() {
    let Some(tmux) = Tmux::start("tiny", "Human Human --no-jail") else { return };
    tmux.shows("Black, your move");
    tmux.resize(20, 8);
    let screen = tmux.shows("Black: ...");
    assert!(screen.contains("11 lines show it all"), "{screen}");
    tmux.types("a1");
    tmux.shows("Black: a1 (Enter pl");
    tmux.keys(&["Enter"]);
    tmux.shows("a1 is not legal");
    tmux.types("d3\n");
    tmux.shows("White: ...");
    tmux.resize(20, 12);
    tmux.shows("\n 8\n");
}

#[test]
fn on_a_terminal_each_of_the_64_squares_can_be_clicked() {
    let Some(tmux) = Tmux::start("squares", "Human Human --no-jail") else { return };
    tmux.shows("Black, your move");
    for (row, column) in (0..8).flat_map(|row| (0..8).map(move |column| (row, column))) {
        tmux.click(3 + column * 4 + 2, 1 + row * 2 + 1);
        let square = format!("{}{}", char::from(b'a' + column as u8), row + 1);
        tmux.shows_one_of(&[&format!("plays {square}"), &format!("{square} is not legal")]);
    }
}

#[test]
fn on_a_terminal_a_game_is_stepped_and_its_board_stays() {
    let Some(tmux) = Tmux::start("step", "Simple Random --step --seed 1") else { return };
    tmux.shows("step by step");
    tmux.keys(&["Space"]);
    tmux.shows("Simple (Black) plays");
    tmux.keys(&["a"]);
    let left = tmux.shows("ended 0");
    assert!(left.contains("a b c d e f g h") && left.contains("Simple (Black) "), "{left}");
}

#[test]
fn on_a_terminal_the_thinking_is_shown_while_the_game_goes_on() {
    let world = || {
        let world = World::new();
        let query = "MATCH (cell:Cell {row: 2, column: 3}) RETURN cell, 40 + 2 AS worth";
        world.file("mine.cypher", query);
        world
    };
    let args = "mine.cypher Random --step --show-thinking";
    let Some(tmux) = Tmux::open("thinking", world, args) else { return };
    tmux.shows("step by step");
    tmux.keys(&["Space"]);
    tmux.shows("(Black) plays d3");
    let screen = tmux.shows("worth: 42");
    assert!(screen.contains("thought:"), "{screen}");
}

#[test]
fn ctrl_c_gives_the_terminal_back_and_exits_with_130() {
    let Some(tmux) = Tmux::start("interrupt", "Human Simple") else { return };
    tmux.shows("Black, your move");
    tmux.keys(&["C-c"]);
    tmux.shows("ended 130");
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_ends_the_players_with_the_host() {
    let world = World::new();
    let mut host = world.command();
    host.args(["Simple", "Human"]).stdin(std::process::Stdio::piped());
    let mut host = host.stderr(std::process::Stdio::piped()).spawn().unwrap();
    let mut words = std::io::BufReader::new(host.stderr.take().unwrap()).lines();
    assert!(words.any(|line| line.unwrap().contains("to move")));
    let children = children(host.id());
    assert!(!children.is_empty());
    let interrupt = Command::new("kill").args(["-INT", &host.id().to_string()]).status().unwrap();
    assert!(interrupt.success());
    assert_eq!(host.wait().unwrap().code(), Some(130));
    all_end(&children);
}

#[cfg(target_os = "linux")]
#[test]
fn a_terminal_that_goes_away_takes_the_host_along() {
    // Not even that its history can't be written can be told any more.
    let world = || {
        let world = World::new();
        world.file("data", "no folder");
        world
    };
    let Some(tmux) = Tmux::open("gone", world, "Human Simple") else { return };
    tmux.shows("Black, your move");
    let folder = tmux.world.path("").canonicalize().unwrap();
    let hosts = processes_in(&folder);
    assert!(!hosts.is_empty());
    tmux.goes_away();
    all_end(&hosts);
}

#[cfg(target_os = "linux")]
#[track_caller]
fn all_end(processes: &[String]) {
    wait_until(&format!("{processes:?} end"), || {
        !processes.iter().any(|process| is_running(process))
    });
}

/// The binaries that run in this folder.
#[cfg(target_os = "linux")]
fn processes_in(folder: &std::path::Path) -> Vec<String> {
    let all = std::fs::read_dir("/proc").unwrap().map(|entry| entry.unwrap().path());
    let here = |process: &std::path::PathBuf| {
        let link = |name: &str| std::fs::read_link(process.join(name)).ok();
        link("cwd").as_deref() == Some(folder) && link("exe").as_deref() == Some(binary())
    };
    all.filter(here).map(|one| one.file_name().unwrap().to_str().unwrap().to_owned()).collect()
}

#[cfg(target_os = "linux")]
fn children(parent: u32) -> Vec<String> {
    let threads = std::fs::read_dir(format!("/proc/{parent}/task")).unwrap();
    let lists = threads.map(|thread| thread.unwrap().path().join("children"));
    let children = lists.map(|list| std::fs::read_to_string(list).unwrap());
    children
        .flat_map(|list| list.split(' ').map(str::to_owned).collect::<Vec<_>>())
        .filter(|child| !child.is_empty())
        .collect()
}

/// A process that has ended but that nobody has asked for yet is no more running.
#[cfg(target_os = "linux")]
fn is_running(process: &str) -> bool {
    std::fs::read_to_string(format!("/proc/{process}/stat"))
        .is_ok_and(|stat| !stat.contains(") Z "))
}
