//! Games on a real Neo4j, by the real binary: the game itself, and what is said where it can't be played. Where no server can be had, one line says so and nothing is tested.

use crate::bots::BOTS;
use crate::common::World;
use crate::common::tmux::Tmux;
use othello_test_support::LEGAL_CELLS;
use othello_test_support::neo4j::{Lease, Server, shared};

/// The arguments that name a server's database.
fn at(server: &Server) -> Vec<String> {
    [&server.uri, &server.user, &server.password, &server.database].map(Clone::clone).to_vec()
}

pub(crate) fn with(server: &Server, before: &[&str], after: &[&str]) -> Vec<String> {
    let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
    [words(before), at(server), words(after)].concat()
}

/// The process's server with nothing in its database.
pub(crate) fn empty(world: &World) -> Option<Lease> {
    let server = shared()?;
    let arguments = with(&server, &["Simple", "Simple"], &["--size", "4", "--clean-up", "-q"]);
    if server.is_lent() {
        world.run(arguments).exits(0);
    } else {
        world.run([arguments, vec!["--clear-database".to_owned()]].concat()).exits(0);
    }
    Some(server)
}

#[test]
fn a_whole_game_is_played_on_the_server_and_its_board_stays() {
    let world = World::new();
    let Some(server) = empty(&world) else { return };
    let ran = world.run(with(&server, &["-q", "Simple", "Random"], &["KEY", "10"])).exits(0);
    assert!(["Simple\n", "Random\n", "draw\n"].contains(&ran.out.as_str()), "{}", ran.out);
    // The next one finds a board of ours and goes on; with both referees no move is in doubt.
    let both = ["--referee", "both", "--size", "6", "--clean-up"];
    world.run(with(&server, &["-q", "Random", "Simple"], &both)).exits(0);
}

#[test]
fn a_player_that_orders_its_result_plays_the_same_moves_on_both_engines() {
    let world = World::new();
    let Some(server) = empty(&world) else { return };
    let quiet = concat!(env!("CARGO_MANIFEST_DIR"), "/../plugins/quiet.cypher");
    let (one, other) = (format!("One={quiet}"), format!("Other={quiet}"));
    for size in ["6", "8"] {
        let play = ["--json", "--size", size, &one, &other];
        let there = world.run(with(&server, &play, &["--clean-up"])).exits(0);
        let here = world.run(play).exits(0);
        assert_eq!(moves(&there.out), moves(&here.out));
    }
}

/// How many milliseconds a move of a shipped player may take on a server, but for its first, whose plan the server makes:
/// Oracle's as its documents say, and of others what a machine of half the speed takes too. What the server stands in
/// line for a core is the machine's, which has other work.
fn most(player: &str) -> f64 {
    if player == "Oracle" { 200.0 } else { 500.0 }
}

/// How many games it may take a player to keep to that: the server compiles its queries meanwhile.
const TRIES: u64 = 4;

#[test]
fn every_shipped_player_plays_a_whole_game_on_the_server_with_no_slow_move() {
    let world = World::new();
    let Some(server) = empty(&world) else { return };
    let mut table = String::new();
    let mut slow = Vec::new();
    for player in BOTS.iter().copied().chain(["Oracle", "Champion:positions=500"]) {
        let mut told = Vec::new();
        let kept = (0..TRIES).any(|game| {
            let times = times(&world, &server, player, 7 + game);
            told.push(format!(
                "{:>5.0} {:>5.0} {:>5.0}",
                times[0],
                median(&times),
                slowest(&times)
            ));
            slowest(&times) <= most(player)
        });
        table += &format!("{player:<24} {}\n", told.join(" | "));
        if !kept {
            slow.push(player);
        }
    }
    println!("first move, median and slowest of the others in ms, of each game\n{table}");
    assert!(slow.is_empty(), "{slow:?} have a move in each game that is too slow:\n{table}");
}

/// How long the player's queries took the server in a game, in milliseconds, without its standing in line for a core.
fn times(world: &World, server: &Server, player: &str, seed: u64) -> Vec<f64> {
    let quiet = concat!(env!("CARGO_MANIFEST_DIR"), "/../plugins/quiet.cypher");
    let (one, other) = (format!("One={player}"), format!("Other={quiet}"));
    let seed = seed.to_string();
    let mut play = vec!["--json", "--seed", &seed, &one, &other];
    if !player.starts_with("Champion") {
        play.extend(["--size", "6"]);
    }
    let before = server.worked();
    let ran = world.run(with(server, &play, &["--clean-up"])).exits(0);
    let share = server.worked().share_since(before);
    let events = ran.out.lines().map(|line| serde_json::from_str(line).unwrap());
    let events: Vec<serde_json::Value> = events.collect();
    let end = events.last().unwrap();
    assert!(["win", "draw"].contains(&end["result"].as_str().unwrap()), "{player}: {end}");
    let rounds =
        events.iter().filter(|event| event["event"] == "round" && event["colour"] == "black");
    rounds.map(|round| round["query_ms"].as_f64().unwrap() * share).collect()
}

fn slowest(times: &[f64]) -> f64 {
    times.iter().skip(1).copied().fold(0.0, f64::max)
}

fn median(times: &[f64]) -> f64 {
    let mut others: Vec<f64> = times.iter().skip(1).copied().collect();
    others.sort_by(f64::total_cmp);
    others.get(others.len() / 2).copied().unwrap_or_default()
}

/// The moves, as the last line tells them.
pub(crate) fn moves(out: &str) -> serde_json::Value {
    let last: serde_json::Value = serde_json::from_str(out.lines().last().unwrap()).unwrap();
    assert!(!last["moves"].is_null(), "{out}");
    last["moves"].clone()
}

#[test]
fn what_stands_in_the_way_is_said_and_ends_with_one() {
    let world = World::new();
    let Some(server) = empty(&world) else { return };
    let game = |uri: &str, user: &str, password: &str, database: &str| {
        world.run(["Simple", "Simple", uri, user, password, database])
    };
    let Server { uri, user, password, database, .. } = &*server;
    if !server.is_lent() {
        game(uri, user, "hunter2", database).exits(1).says("refuses the user neo4j");
    }
    game(uri, user, password, "nonesuch").exits(1).says("no database \"nonesuch\"");
    game("bolt://127.0.0.1:1", user, password, database).exits(1).says("nothing listens");
    game("http://localhost:7474", user, password, database).exits(2).says("neo4j://localhost:7687");
}

#[test]
fn procedures_and_all_that_reads_are_for_the_user_to_allow() {
    let world = World::new();
    let Some(server) = empty(&world) else { return };
    let calls = format!(
        "CALL db.labels() YIELD label WITH count(label) AS any {LEGAL_CELLS} RETURN cell LIMIT 1"
    );
    let calls = world.file("calls.cypher", &calls);
    let game = |player: &str, more: &[&str]| {
        let more = [&["--size", "4", "--clean-up"], more].concat();
        world.run(with(&server, &[player, "Simple"], &more)).exits(0)
    };
    game(&calls, &[]).says("refused query").says("--allow 'db.*'");
    for flags in [&["--allow", "db.labels"][..], &["--allow", "db.*"], &["--trust-queries"]] {
        let played = game(&calls, flags).err;
        assert!(!played.contains("loses"), "{flags:?}: {played}");
    }
    // Trusted or not, nobody writes: that the server itself refuses.
    let writes =
        world.file("writes.cypher", "MATCH (cell:Cell) SET cell.state = 'X' RETURN cell LIMIT 1");
    game(&writes, &["--trust-queries"]).says("write attempt");
}

#[test]
fn a_contest_goes_on_where_it_began_and_says_so() {
    let world = World::new();
    let Some(server) = empty(&world) else { return };
    let Server { uri, user, password, database, .. } = &*server;
    let file = world.path("contest.db").display().to_string();
    let begin = ["match", "Simple", "Random", "--games", "2", "--size", "4", "--file", &file];
    let place = ["--uri", uri, "--user", user, "--database", database];
    let own = [&begin[..], &place, &["--password", password]].concat();
    world.run(own).exits(0);
    let resume = |more: &[&str]| {
        let mut command = world.command();
        command.args(["tournament", "resume", &file]).args(more);
        command.env("OTHELLO_PASSWORD", password);
        crate::common::Ran::of(command)
    };
    resume(&[]).exits(0).says(&format!("goes on where it began: on {database} at {uri}"));
    let elsewhere = format!("began on {database} at {uri}, and goes on on the embedded engine");
    resume(&["--uri", "embedded"]).exits(0).says(&elsewhere);
    if !server.is_lent() {
        resume(&["--password", "hunter2"]).exits(1).says("refuses the user");
    }
    // Nobody has said the password, and nobody is there to be asked for it.
    let resume = ["tournament", "resume", &file];
    world.run(resume).exits(2).says("no password: set OTHELLO_PASSWORD, or run this on a terminal");
    resumed_by_hand(&file, password);
    let stored = std::fs::read(&file).unwrap();
    let has_it = stored.windows(password.len()).any(|bytes| bytes == password.as_bytes());
    assert!(server.is_lent() || !has_it);
}

/// Goes on with a contest on a terminal, where the password is asked for and not shown.
fn resumed_by_hand(file: &str, password: &str) {
    let begin = || {
        let world = World::new();
        std::fs::copy(file, world.path("contest.db")).unwrap();
        world
    };
    let Some(tmux) = Tmux::open("resume", begin, "tournament resume contest.db") else { return };
    // This user has not begun it.
    tmux.shows("names what this user has not begun before");
    tmux.shows("go on with that? [y/N]");
    tmux.types("y");
    tmux.keys(&["Enter"]);
    tmux.shows("password:");
    tmux.types(password);
    tmux.keys(&["Enter"]);
    let screen = tmux.shows("ended 0");
    assert!(!screen.contains(password), "{screen}");
}

#[test]
fn a_query_runs_on_a_server_and_a_lost_game_says_how_to_ask_there_again() {
    let world = World::new();
    let Some(server) = empty(&world) else { return };
    let Server { uri, user, password, database, .. } = &*server;
    let place = ["--uri", uri, "--user", user, "--database", database];
    let ask = [&["query", "--position", "f5", "Simple", "--password", password], &place[..]];
    let ran = world.run(ask.concat()).exits(0);
    assert!(ran.out.ends_with(" is legal\n"), "{}", ran.out);
    let wrong = world.file("wrong.cypher", "MATCH (cell:Cell {row: 99}) RETURN cell");
    let played = world.run(with(&server, &[&wrong, "Simple"], &["--size", "4", "--clean-up"]));
    played.exits(0).says(&place.join(" "));
    // The record knows where it was played, whoever asks later.
    let shown = world.run(["history", "show", "1"]).exits(0);
    let named = format!("database  the database {database} at {uri}");
    assert!(shown.out.contains(&named), "{named}: {}", shown.out);
    let stats = world.run(["history", "stats", "wrong"]).exits(0).out;
    let again = stats.lines().find_map(|line| line.trim().strip_prefix("ask it again: "));
    let again = again.unwrap_or_else(|| panic!("{stats}"));
    for part in [format!("--uri {uri}"), format!("--database {database}")] {
        assert!(again.contains(&part), "{part}: {again}");
    }
}

#[test]
fn a_shell_is_on_what_a_server_holds_and_changes_it_only_where_it_may() {
    let world = World::new();
    let Some(server) = empty(&world) else { return };
    let Server { uri, user, password, database, .. } = &*server;
    let place = ["--uri", uri, "--user", user, "--database", database, "--password", password];
    let shell = |args: &[&str], typed: &str| {
        world.run_typing([&["shell"], args, &place[..]].concat(), typed)
    };
    let game =
        shell(&["--game", "othello", "--size", "4"], "MATCH (c:Cell) RETURN count(*) AS cells");
    assert!(game.exits(0).out.contains("16"));
    let read = shell(
        &[],
        ":param row => COUNT { (:Cell {column: 1}) }\nRETURN 100 * $row + 1 AS number;\n:schema\n",
    );
    let read = read.exits(0);
    for part in ["401", "Cell", "NEIGHBOR_OF"] {
        assert!(read.out.contains(part), "{part}: {}", read.out);
    }
    // What our own front end does not know, the server may.
    assert!(
        shell(&[], "SHOW INDEXES YIELD type RETURN count(*) AS indexes")
            .exits(0)
            .out
            .contains("indexes")
    );
    let refused = shell(&[], "CREATE (:Note {text: 'a note'})").exits(1);
    refused.says("would change the graph").says("shell --write");
    let typed = ":param text => 'a ' + 'note'\nCREATE (:Note {text: $text});\nMATCH (n:Note) RETURN n.text AS text;\n";
    assert!(shell(&["--write"], typed).exits(0).out.contains("a note"));
    shell(&["--game", "othello"], "RETURN 1").exits(1).says("Note");
    shell(&[], ":begin").exits(1).says("a transaction of its own");
    shell(&[], ":clear").exits(1).says("DETACH DELETE");
    shell(&[], "MATCH (n RETURN n").exits(1).says("line 1");
    shell(&["--write"], "MATCH (n) DETACH DELETE n").exits(0);
}
