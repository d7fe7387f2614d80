//! The menu that the host shows where it is started alone on a terminal: by numbers, by arrow keys, by mouse.

use crate::common::World;
use crate::common::tmux::Tmux;

/// The line on which a text stands, counted from 1 as clicks are.
#[track_caller]
fn line_of(screen: &str, text: &str) -> u16 {
    let found = screen.lines().position(|line| line.contains(text));
    found.unwrap_or_else(|| panic!("no {text:?} on:\n{screen}")) as u16 + 1
}

#[test]
fn without_a_terminal_there_is_no_menu_but_the_usage() {
    World::new()
        .run(Vec::<String>::new())
        .exits(2)
        .says("Usage: othello-host [OPTIONS] BLACK WHITE");
}

#[test]
fn a_person_sets_up_a_game_by_numbers_gets_a_hint_and_comes_back() {
    let Some(tmux) = Tmux::open("numbers", World::new, "") else { return };
    let menu = tmux.shows("6  Contest");
    assert!(menu.contains("1  Two people") && menu.contains("4  Exit"), "{menu}");
    tmux.types("2");
    let form = tmux.shows("You play");
    assert!(form.contains("8x8") && form.contains("Simple (blind)"), "{form}");
    // The second is the board, and its first choice the smallest.
    tmux.types("2");
    tmux.shows("16x16");
    tmux.types("1");
    tmux.shows("Board               4x4");
    tmux.types("8");
    tmux.shows("Black, your move");
    tmux.types("?");
    tmux.shows("4 legal moves; ? again says where to look");
    tmux.types("?");
    tmux.shows("look on the ");
    tmux.types("?");
    tmux.shows("Simple would play ");
    // A column and a row: b1.
    tmux.types("2 1");
    tmux.keys(&["Enter"]);
    tmux.shows("Simple (White) plays ");
    assert!(tmux.shows("Black, your move: ...").contains("b1 "));
    tmux.types("u");
    tmux.shows("taken back");
    tmux.shows("Black, your move");
    tmux.types("r");
    tmux.shows("give the game up?");
    tmux.types("y");
    let left = tmux.shows("A key goes back to the menu.");
    assert!(left.contains("loses by resignation"), "{left}");
    let line = "othello-host play Human Simple --game othello --size 4 --start standard";
    assert!(tmux.scrolled().contains(line), "{}", tmux.scrolled());
    tmux.keys(&["Enter"]);
    tmux.shows("6  Contest");
    tmux.types("4");
    tmux.shows("ended 0");
}

#[test]
fn a_game_of_the_history_is_seen_again_and_deleted() {
    let world = || {
        let world = World::new();
        world.run(["Simple", "Random", "--size", "4", "--seed", "1"]).exits(0);
        world
    };
    let Some(tmux) = Tmux::open("history", world, "") else { return };
    tmux.shows("6  Contest");
    tmux.types("3");
    tmux.shows("one game");
    tmux.types("1");
    let games = tmux.shows("othello 4x4");
    assert!(games.contains("Simple") && games.contains("opening"), "{games}");
    tmux.types("1");
    tmux.shows("move 0 of ");
    tmux.keys(&["Right"]);
    tmux.shows("move 1 of ");
    tmux.types("q");
    tmux.shows("2  Delete");
    tmux.types("2");
    tmux.shows("othello 4x4");
    tmux.types("1");
    tmux.shows("delete 1 game from");
    tmux.types("y");
    tmux.keys(&["Enter"]);
    tmux.shows("A key goes back to the menu.");
    tmux.keys(&["Enter"]);
    tmux.shows("there are no games yet");
    tmux.types("-1");
    tmux.shows("ended 0");
}

#[test]
fn a_menu_is_used_by_mouse_and_by_arrow_keys() {
    let Some(tmux) = Tmux::open("mouse", World::new, "") else { return };
    let menu = tmux.shows("1  Two people");
    tmux.click(6, line_of(&menu, "Two people"));
    let form = tmux.shows("Begin");
    tmux.click(6, line_of(&form, "Game "));
    let games = tmux.shows("Tic-tac-toe");
    tmux.click(6, line_of(&games, "Tic-tac-toe"));
    tmux.shows("Board               3x3");
    tmux.keys(&["Escape"]);
    tmux.shows("6  Contest");
    tmux.keys(&["Enter"]);
    tmux.shows("Board               8x8");
    // From Begin up to the board: the left arrow takes the next smaller one.
    tmux.keys(&["Up", "Up", "Left"]);
    tmux.shows("Board               6x6");
    tmux.keys(&["Down", "Down", "Enter"]);
    tmux.shows("Black, your move");
    tmux.types("q");
    tmux.shows("end the game here?");
    tmux.types("y");
    tmux.shows("the game is void: it was abandoned");
    tmux.keys(&["Enter"]);
    tmux.shows("6  Contest");
    tmux.types("-1");
    tmux.shows("ended 0");
}

#[test]
fn two_players_are_watched_and_a_contest_is_played() {
    let Some(tmux) = Tmux::open("watch", World::new, "") else { return };
    tmux.shows("6  Contest");
    tmux.types("5");
    tmux.shows("Pace  ");
    // As fast as they play, on the smallest board.
    tmux.types("2");
    tmux.shows("16x16");
    tmux.types("1");
    tmux.shows("4x4");
    tmux.types("7");
    tmux.shows("as fast as they play");
    tmux.types("3");
    tmux.shows("Begin");
    tmux.types("9");
    let left = tmux.shows("A key goes back to the menu.");
    assert!(left.contains("Simple (Black) "), "{left}");
    tmux.keys(&["Enter"]);
    tmux.shows("6  Contest");
    tmux.types("6");
    tmux.shows("choose two or more");
    tmux.types("7");
    tmux.shows("a contest needs two players or more");
    tmux.types("4");
    let players = tmux.shows("That is all");
    for name in ["Random (", "Simple ("] {
        tmux.click(6, line_of(&players, name));
        tmux.shows(&format!("[x] {name}"));
    }
    tmux.types("-1");
    tmux.shows("Random, Simple");
    tmux.types("5");
    tmux.shows("100");
    tmux.types("1");
    tmux.shows("Games of each pair  2");
    tmux.types("7");
    // The same words still stand there from the game before.
    tmux.shows("pairs with ");
    tmux.shows("A key goes back to the menu.");
    let all = tmux.scrolled();
    assert!(all.contains("othello-host tournament Random Simple --games 2"), "{all}");
    tmux.keys(&["C-c"]);
    tmux.shows("ended 130");
}
