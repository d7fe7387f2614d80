//! What a contest is told and tells: options that would do nothing are refused, what is shown can be pasted, all that
//! counts a file's games counts the same ones, and its progress fits the terminal.

use std::collections::HashSet;
use std::fs;
use std::process::Stdio;

use crate::common::tmux::Tmux;
use crate::common::{World, wait_until};
use crate::contests::{args, count, first, results};
use othello_store::Store;
use serde_json::Value;

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// A match of forty games, one after another, of which a test counts no more than the first few.
fn decided_early(world: &World) -> u64 {
    world.run(args("match Simple Random --games 40 -j 1 -q --file m.db")).exits(0);
    world
        .run(args("match Simple Random --games 2 --sprt elo0=0 elo1=300 -q --file test.db"))
        .exits(0);
    let plan = |name: &str| {
        let store = Store::open_existing(&world.path(name)).unwrap();
        json(&store.contest_value("plan").unwrap().unwrap())
    };
    let mut with_test = plan("m.db");
    with_test["sprt"] = plan("test.db")["sprt"].clone();
    let mut store = Store::open_to_write(&world.path("m.db")).unwrap();
    store.set_contest_value("plan", &with_test.to_string()).unwrap();
    let shown = json(&world.run(["contest", "show", "m.db", "--json"]).exits(0).out);
    let counted = shown["games"].as_u64().unwrap();
    assert!(counted < 40 && shown["over"] == true, "{shown}");
    counted
}

#[test]
fn whatever_counts_the_games_of_a_file_leaves_out_those_after_its_tests_verdict() {
    let world = World::new();
    let counted = decided_early(&world);
    let shown = json(&world.run(["contest", "show", "m.db", "--json"]).exits(0).out);
    assert_eq!(shown["left_out"], 40 - counted);
    let told = format!("{} games came after the verdict and do not count", 40 - counted);
    let text = world.run(["contest", "show", "m.db"]).exits(0).out;
    assert!(text.contains(&told), "{text}");
    let rated = json(&world.run(["ratings", "--file", "m.db", "--json"]).exits(0).out);
    assert_eq!(rated[0]["games"], counted);
    let ratings = |rows: &Value| -> Vec<(String, String)> {
        let row = |row: &Value| (row["name"].to_string(), row["rating"].to_string());
        rows.as_array().unwrap().iter().map(row).collect()
    };
    assert_eq!(ratings(&rated[0]["ratings"]), ratings(&shown["ratings"]));

    let stats = ["history", "stats", "Simple", "--file", "m.db", "--json"];
    let stats = json(&world.run(stats).exits(0).out);
    assert_eq!(stats["all"]["games"], counted);
    assert_eq!(stats["versions"][0]["games"], counted);
    let numbers: Vec<_> = stats["slowest"].as_array().unwrap().iter().collect();
    let is_counted = |slow: &&Value| slow["game"].as_u64().unwrap() <= counted;
    assert!(numbers.iter().all(is_counted), "{numbers:?}");

    let more = "-q --report report --export json --export csv --export ggf";
    let resumed = format!("tournament resume m.db {more}");
    world.run(resumed.split(' ')).exits(0).says("the games are in m.csv");
    let lines = |name: &str| fs::read_to_string(world.path(name)).unwrap().lines().count() as u64;
    assert_eq!((lines("m.csv"), lines("m.jsonl"), lines("m.ggf")), (counted + 1, counted, counted));
    let page = fs::read_to_string(world.path("report/index.html")).unwrap();
    let data = page.split("id=\"data\">").nth(1).unwrap().split("</script>").next().unwrap();
    assert_eq!(json(data)["games"].as_array().unwrap().len() as u64, counted);
    // All that was played is there to be looked at.
    let listed = world.run(["history", "list", "--file", "m.db", "--json"]).exits(0).out;
    assert_eq!(listed.lines().count(), 40);
}

#[test]
fn what_a_contest_exports_is_what_the_history_exports() {
    let world = World::new();
    let words =
        "match Simple Random --games 2 -q --file m.db --export json --export ggf --export csv";
    world.run(args(words)).exits(0);
    for (format, name) in [("json", "m.jsonl"), ("ggf", "m.ggf"), ("csv", "m.csv")] {
        let words = format!("history export --all --file m.db -f {format}");
        let exported = world.run(words.split(' ')).exits(0).out;
        assert_eq!(fs::read_to_string(world.path(name)).unwrap(), exported, "{format}");
    }
    let first = fs::read_to_string(world.path("m.jsonl")).unwrap();
    let first = json(first.lines().next().unwrap());
    assert!(first["rounds"].as_array().is_some_and(|rounds| !rounds.is_empty()), "{first}");
}

#[test]
fn what_could_be_told_only_after_the_last_game_is_told_before_the_first() {
    let world = World::new();
    let words = "match Perfect Random --game tictactoe --games 4 -q --file t.db --export";
    let words = |format: &str| {
        format!("{words} {format}").split(' ').map(str::to_owned).collect::<Vec<_>>()
    };
    world.run(words("ggf")).exits(2).says("Othello and Reversi alone, and not of tictactoe");
    assert!(!world.path("t.db").exists() && !world.path("t.ggf").exists());
    world.run(words("json")).exits(0);
    world.file("taken", "a file");
    let words = args("match Simple Random --games 2 -q --file r.db --report taken");
    world.run(words).exits(2).says("--report taken: ");
    assert!(!world.path("r.db").exists());
}

#[test]
fn options_that_would_do_nothing_are_refused_with_the_way_out() {
    let world = World::new();
    world.file("even.obf", "---------------------------OX------XO--------------------------- X;\n");
    world.file("night.toml", "players = [\"Simple\", \"Random\"]\nrounds = 3\n");
    let refused = [
        ("tournament Simple Random Edge --rounds 2", "add --kind swiss"),
        ("tournament night.toml", "night.toml, line 2: rounds 3"),
        ("tournament night.toml Edge", "nobody else is named beside it"),
        ("tournament Simple Random Edge --challengers 2", "add --kind gauntlet"),
        ("tournament Simple Random Edge --kind gauntlet --challengers 0", "--challengers"),
        ("tournament Simple Random --kind knockout --rounds 2", "add --kind swiss"),
        ("match Simple Random --model normalized", "--sprt"),
        ("match Simple Random --beside Edge=3", "these do: Simple, Random"),
        ("match Simple Random --beside Random=3 --json", "--json"),
        ("match Simple Random --time-limit nan", "is not a number of seconds"),
        ("match Simple Random --time-limit 1e19", "is not a number of seconds"),
        ("match Simple Random --game-clock 1e19+1e19", "no clock"),
        ("match Simple Random --game-clock 1m --each clock=2m", "give one of them"),
        ("match Simple Random --margin 1s --each margin=2s", "give one of them"),
        ("match Simple Random --uri embedded --database a", "no users and databases"),
        ("match Simple Random --uri embedded --uri bolt://h", "no servers beside it"),
        ("match Simple Random --openings random:0", "write \"none\""),
        ("match Simple Random --openings even.obf:2", "leave :2 out"),
        ("history export --all -f csv --after 2", "obf and svg"),
        ("history export --all -f svg --queries", "--format html"),
    ];
    for (words, way_out) in refused {
        world.run(words.split(' ')).exits(2).says(way_out);
    }
    world.run(args("match Simple Random --games 2 -q --file m.db")).exits(0);
    for words in ["--players Simple,Randm", "--players Randm"] {
        let words = format!("ratings --file m.db {words}");
        world.run(words.split(' ')).exits(2).says("--players Randm: nobody of that name played");
    }
    let made: Vec<_> = fs::read_dir(world.path("")).unwrap().flatten().collect();
    let made = made.iter().map(|entry| entry.file_name().into_string().unwrap());
    assert!(made.into_iter().all(|name| name == "m.db" || !name.ends_with(".db")));
}

#[test]
fn a_contest_whose_result_alone_is_wanted_prints_one_event() {
    let world = World::new();
    let out = world.run(args("match Simple Random --games 2 --json -q --file m.db")).exits(0).out;
    assert_eq!((out.lines().count(), &json(&out)["event"]), (1, &"result".into()));
}

#[test]
fn a_contest_ends_whose_player_is_changed_meanwhile_and_nobody_loses_by_it() {
    let world = World::new();
    let own = first(&world);
    let text = fs::read_to_string(&own).unwrap();
    let words = args(&format!("match {own} Random --games 200000 -q -j 1 --file m.db"));
    let mut child = world.command();
    child.args(words).stdout(Stdio::null()).stderr(Stdio::piped());
    let child = child.spawn().unwrap();
    wait_until("some games are finished", || count(&world.path("m.db")) > 3);
    fs::write(&own, "// first\nMATCH (cell:Cell) RETURN cell").unwrap();
    let output = child.wait_with_output().unwrap();
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{err}");
    assert!(err.contains("first was changed and is not the player any more"), "{err}");
    assert!(err.contains("tournament resume m.db"), "{err}");
    let is_played = |game: &(i64, String, String, String, String)| game.4.starts_with("Played");
    assert!(results(&world.path("m.db")).iter().all(is_played));
    // What is put back goes on.
    fs::write(&own, text).unwrap();
    world.run(["contest", "show", "m.db"]).exits(0);
}

#[test]
fn commands_that_are_shown_can_be_pasted() {
    let world = World::new();
    world.file("my bots/corner.cypher", "// Corner\nMATCH (cell:Cell) RETURN cell LIMIT 1");
    let file = "my bots/it's one.db";
    let words = ["match", "Corner", "Random", "--size", "4", "--games", "4", "--file", file];
    let words = [words.as_slice(), &["--plugins", "my bots"]].concat();
    let ran = world.run(&words).exits(0);
    let after = |text: &str, told: &str| -> Vec<String> {
        let line = text.split(told).nth(1).unwrap_or_else(|| panic!("no {told:?} in {text}"));
        let words = shlex::split(line.lines().next().unwrap()).unwrap();
        assert_eq!(words[0], "othello-host");
        words[1..].to_vec()
    };
    let resume = after(&ran.err, "if it is interrupted: ");
    assert_eq!(resume, ["tournament", "resume", file, "--plugins", "my bots"]);
    world.run(&resume).exits(0);
    let again = world.run(&words).exits(1);
    assert_eq!(after(&again.err, "go on with that one: "), resume);

    let path = world.path(file);
    let mut bytes = fs::read(&path).unwrap();
    let end = bytes.len();
    bytes[4096..end].fill(0x5a);
    fs::write(&path, &bytes).unwrap();
    let shown = world.run(["contest", "show", file]).exits(1);
    let repair = after(&shown.err, "copied to a new file by: ");
    assert_eq!(repair, ["contest", "repair", file]);

    world.run(["history", "export", "--all", "-f", "csv", "--file", "none.db"]).exits(1);
    world.run(["Simple", "Random", "--size", "4", "-q"]).exits(0);
    let history = world.path("data/othello-host/history.db").display().to_string();
    let words = args(&format!("match Simple Random --games 2 --file {history}"));
    let refused = world.run(words).exits(1).says("holds games that are no contest's");
    assert!(!refused.err.contains("resume"), "{}", refused.err);
}

#[test]
fn progress_leaves_nothing_behind_on_a_terminal_that_is_narrower_and_lower_than_it() {
    let words = "tournament Simple Random Edge Corners=Simple Other=Random --games 20000 --size 6 --seed 1 \
                 --openings random:4 --file m.db";
    let Some(tmux) = Tmux::open("narrow", World::new, words) else { return };
    tmux.shows("a second");
    let is_drawn_again_and_again = || {
        let mut seen = HashSet::new();
        wait_until("it is drawn again and again", || {
            let screen = tmux.screen();
            if screen.contains("/200,000 games") {
                seen.insert(screen);
            }
            seen.len() > 4
        });
    };
    // What was drawn before is broken into more lines, and there is room for them; then there is for no line more.
    tmux.resize(38, 60);
    is_drawn_again_and_again();
    tmux.resize(38, 9);
    is_drawn_again_and_again();
    tmux.interrupts_until("ended 130");
    let all = tmux.scrolled();
    assert!(!all.contains("/200,000 games") && !all.contains("^C"), "{all}");
    assert!(all.lines().any(|line| line.starts_with("#   player")), "{all}");
    // tmux tells of a size a moment after it has taken it; what is drawn in between, once for each, is lost to it.
    let tables = all.lines().filter(|line| line.starts_with("points against")).count();
    assert!((1..=3).contains(&tables), "{all}");
}

#[test]
fn a_contest_of_a_visitors_stops_where_its_file_may_not_be_larger() {
    let world = World::new();
    // What a query says beside its cell is kept with each move.
    let much = "MATCH (cell:Cell) WHERE cell.state IS NULL WITH cell, toString(rand()) AS one \
                RETURN cell, reduce(all = one, i IN range(1, 9) | all + all + toString(i)) AS much LIMIT 1";
    world.file("much.cypher", much);
    let words =
        "match much.cypher Other=much.cypher --games 400 --size 4 -q --file v.db --largest-file 1";
    world.run(words.split(' ')).exits(1).says("no room left to write v.db");
    assert!(world.path("v.db").metadata().unwrap().len() <= 1 << 20);
}
