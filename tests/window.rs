//! A game of the command line in a window: where it stands, what closing it means, and what the command prints.
//! Chromium on a screen that nobody sees is looked at from outside.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use crate::common::screen::Screen;
use crate::common::served::Visitor;
use crate::common::{PATIENCE, World, processes_with, wait_for, wait_until};
use serde_json::json;

/// A game of the command line that runs, until this is dropped.
struct Playing {
    child: Child,
}

impl Playing {
    /// Starts it on this screen, with the world's own folder for what is temporary.
    fn on(screen: &Screen, world: &World, args: &[&str]) -> Playing {
        let mut command = world.command();
        command.env("DISPLAY", &screen.name).env("TMPDIR", temporary(world)).args(args);
        Playing::start(command)
    }

    fn start(mut command: Command) -> Playing {
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        Playing { child: command.spawn().unwrap() }
    }

    /// Lines of standard output as they come.
    fn lines(&mut self) -> Lines {
        let out = BufReader::new(self.child.stdout.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            out.lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        Lines(lines)
    }

    /// Interrupts it as Ctrl-C does.
    fn interrupt(&self) {
        let told = Command::new("kill").args(["-INT", &self.child.id().to_string()]).status();
        assert!(told.unwrap().success());
    }

    /// Waits for the end, and gives the exit code.
    #[track_caller]
    fn status(&mut self) -> Option<i32> {
        wait_for("the host ends", || self.child.try_wait().unwrap()).code()
    }

    /// Waits for the end, and gives the exit code and standard error.
    #[track_caller]
    fn ends(&mut self) -> (Option<i32>, String) {
        let code = self.status();
        let mut err = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
        (code, err)
    }
}

/// Lines that come.
struct Lines(Receiver<String>);

impl Lines {
    #[track_caller]
    fn next(&self) -> String {
        self.0.recv_timeout(PATIENCE).expect("no line came")
    }
}

impl Drop for Playing {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn temporary(world: &World) -> std::path::PathBuf {
    let folder = world.path("tmp");
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Sees to it that no profile and no process of a browser is left of a world.
#[track_caller]
fn nothing_is_left(world: &World) {
    let folder = temporary(world);
    wait_until("no profile and no process is left", || {
        fs::read_dir(&folder).unwrap().count() == 0
            && processes_with(&folder.display().to_string()).is_empty()
    });
}

#[test]
fn two_games_have_windows_of_their_own_where_they_were_told_to_be() {
    let Some(screen) = Screen::start() else { return };
    let (one, other) = (World::new(), World::new());
    let args = "Simple Random embedded u p d k -1 true 120 80 --size 4 --seed 1 --delay 0s";
    let args: Vec<_> = args.split(' ').collect();
    let mut played = Playing::on(&screen, &one, &args);
    let mut human = Playing::on(&screen, &other, &["Human", "Simple", "--window"]);
    let first = screen.window("Simple against Random");
    let second = screen.window("Human against Simple");
    screen.settles_at(first, (120, 80));
    let (width, height) = screen.size(second);
    screen.settles_at(second, ((Screen::WIDTH - width) / 2, (Screen::HEIGHT - height) / 2));

    // The winner is named while the window still shows how it went.
    let lines = played.lines();
    assert_eq!(lines.next(), "Simple");
    while lines.next() != " - Random" {}
    // A browser that a busy machine kept from showing it is started once more, with another window.
    let first = screen.window("Simple against Random");

    screen.close(second);
    let (code, err) = human.ends();
    assert_eq!(code, Some(1), "{err}");
    assert!(err.contains("the game is void: the window was closed"), "{err}");
    nothing_is_left(&other);

    assert!(screen.shows(first));
    screen.close(first);
    let (code, err) = played.ends();
    assert_eq!(code, Some(0), "{err}");
    nothing_is_left(&one);
}

#[test]
fn a_window_with_players_alone_waits_for_its_step_and_ends_with_an_interruption() {
    let Some(screen) = Screen::start() else { return };
    let world = World::new();
    let mut playing = Playing::on(&screen, &world, &["Simple", "Random", "--window", "--json"]);
    let window = screen.window("Simple against Random");
    let lines = playing.lines();
    assert!(lines.next().contains(r#""event":"start""#));
    assert!(lines.0.recv_timeout(Duration::from_millis(300)).is_err(), "nobody has stepped yet");
    let begun = Instant::now();
    // A key that comes before the page listens is lost.
    let heard = std::iter::from_fn(|| {
        screen.press(window, "n");
        lines
            .0
            .recv_timeout(Duration::from_secs(1))
            .ok()
            .or((begun.elapsed() < PATIENCE).then(String::new))
    });
    let moves = heard.filter(|line| line.contains(r#""event":"move""#));
    assert!(moves.take(1).count() == 1, "the step button did nothing");
    playing.interrupt();
    assert_eq!(playing.status(), Some(130));
    nothing_is_left(&world);
}

/// A world whose only programs are these scripts.
fn scripted(world: &World, scripts: &[(&str, &str)], args: &[&str]) -> Command {
    for (name, script) in scripts {
        let file = world.file(&format!("bin/{name}"), &format!("#!/bin/sh\n{script}\n"));
        let executable = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        fs::set_permissions(file, executable).unwrap();
    }
    let mut command = world.command();
    command.env("PATH", world.path("bin")).env("DISPLAY", ":none").env("TMPDIR", temporary(world));
    command.args(args);
    command
}

/// The address that a game prints where it finds no browser, as server and path.
fn printed(playing: &mut Playing) -> (SocketAddr, String) {
    let mut err = BufReader::new(playing.child.stderr.take().unwrap());
    let mut line = String::new();
    while !line.contains("http://") {
        line.clear();
        assert!(err.read_line(&mut line).unwrap() > 0, "no address was printed");
    }
    // What comes later must not fill the pipe.
    std::thread::spawn(move || std::io::copy(&mut err, &mut std::io::sink()));
    let address = line.trim().rsplit_once("http://").unwrap().1;
    let (server, path) = address.split_once('/').unwrap();
    (server.parse().unwrap(), format!("/{path}"))
}

#[test]
fn without_an_app_window_the_game_is_played_wherever_its_address_is_opened() {
    let world = World::new();
    // A browser without a screen ends at once; then the ordinary one is asked.
    let told = world.path("told").display().to_string();
    let opens = format!("echo \"$1\" > {told}.new && /bin/mv {told}.new {told}");
    let scripts = [("chromium", "exit 1"), ("xdg-open", &opens)];
    let args = ["Human", "Human", "--size", "4", "--position", "b1", "--window", "--quiet"];
    let mut playing = Playing::start(scripted(&world, &scripts, &args));
    let (server, path) = printed(&mut playing);
    wait_until("a browser is opened", || Path::new(&told).exists());
    assert_eq!(fs::read_to_string(&told).unwrap().trim(), format!("http://{server}{path}"));

    let mut page = Visitor::come(server, &path);
    assert_eq!(page.state["you"], json!({ "organiser": true, "seats": ["black", "white"] }));
    assert_eq!(page.state["game"]["window"], true);
    assert_eq!((page.plies(), &page.state["position"]["turn"]), (1, &json!("white")));
    for plies in 1..3 {
        page.until(|state| !state["clocks"]["running"].is_null());
        page.play_any();
        page.at(plies + 1);
    }
    page.until(|state| !state["clocks"]["running"].is_null());
    page.say(&json!({ "type": "resign", "colour": "black" }));
    page.until(|state| !state["end"].is_null());
    page.say(&json!({ "type": "go-to", "plies": 1, "colour": "black" }));
    assert!(page.refused().contains("told already"));
    assert_eq!(playing.lines().next(), "Human (White)");
    assert!(playing.child.try_wait().unwrap().is_none(), "the page still shows the end");
    let list = || world.run(["history", "list", "--json"]).out;
    wait_until("the game is in the history", || list().contains("Human"));
}

#[test]
fn a_browser_that_ends_at_once_is_started_again_in_a_simpler_way() {
    let Some(screen) = Screen::start() else { return };
    let world = World::new();
    let tried = world.path("tried").display().to_string();
    let fails_once = format!("[ -e {tried} ] && exec chromium \"$@\"; : > {tried}; exit 7");
    let found = std::env::var("PATH").unwrap();
    // Its own folder is looked through first by the host alone.
    let script = format!("PATH={found}; {fails_once}");
    let mut command = scripted(&world, &[("chromium", &script)], &["Human", "Simple", "--window"]);
    let path = format!("{}:{found}", world.path("bin").display());
    command.env("PATH", path).env("DISPLAY", &screen.name);
    let mut playing = Playing::start(command);
    let window = screen.window("Human against Simple");
    screen.close(window);
    let (code, err) = playing.ends();
    assert_eq!(code, Some(1), "{err}");
    assert!(err.contains("the window's browser ended at once (exit status: 7)"), "{err}");
    assert!(err.contains("the game is void: the window was closed"), "{err}");
    nothing_is_left(&world);
}

#[test]
fn an_illegal_move_is_marked_on_the_board_and_a_page_that_never_came_plays_nothing() {
    let world = World::new();
    let bad = world.program(
        "Bad",
        r#"echo '{"cypher": "MATCH (cell:Cell {row: 0, column: 0}) RETURN cell"}'"#,
    );
    let args = ["Simple", &bad, "--window", "--delay", "0s"];
    let mut playing = Playing::start(scripted(&world, &[("sh", "exec /bin/sh \"$@\"")], &args));
    let (server, path) = printed(&mut playing);
    let mut page = Visitor::come(server, &path);
    page.until(|state| !state["end"].is_null());
    assert_eq!(page.state["illegal"]["square"], "a1");
    assert_eq!(page.state["end"]["reason"], "illegal-move");
    assert_eq!(playing.lines().next(), "Simple");

    let mut waiting = Playing::start(scripted(&world, &[], &["Simple", "Random", "--window"]));
    let (server, path) = printed(&mut waiting);
    let stranger =
        path.rsplit_once('/').unwrap().0.to_owned() + "/00000000000000000000000000000000";
    let id = stranger.split('/').nth(2).unwrap();
    let mut stranger = Visitor::connect(server, id);
    stranger.say(&json!({ "type": "hello", "key": "00000000000000000000000000000000" }));
    assert_eq!(stranger.closed(), 4003);
    assert!(waiting.child.try_wait().unwrap().is_none());
}

#[test]
fn an_interruption_ends_whatever_a_thinking_player_has_started() {
    let world = World::new();
    let mark = world.path("started").display().to_string();
    let slow = world.program("Slow", &format!("sh -c '/bin/sleep 600; :' {mark}"));
    let args = [&slow, "Simple", "--window", "--delay", "0s"];
    let mut playing = Playing::start(scripted(&world, &[("sh", "exec /bin/sh \"$@\"")], &args));
    let (server, path) = printed(&mut playing);
    let mut page = Visitor::come(server, &path);
    page.until(|state| state["clocks"]["running"] == "black");
    wait_until("the player thinks", || !processes_with(&mark).is_empty());
    playing.interrupt();
    assert_eq!(playing.status(), Some(130));
    wait_until("what a player has started ends", || processes_with(&mark).is_empty());
}
