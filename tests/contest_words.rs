//! What contests tell programs at their end, what is said of a tournament's file, and where a contest goes on.

use std::fs;

use crate::common::World;
use crate::contests::{args, first, last};
use serde_json::Value;

/// The last event that was printed, and those before it.
fn events(out: &str) -> (Value, Vec<Value>) {
    let mut events: Vec<Value> =
        out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    (events.pop().unwrap(), events)
}

#[test]
fn a_rating_ends_with_an_event_that_says_the_place() {
    let world = World::new();
    let words = "rate Simple --against Random,Edge --games 2 --json";
    let (place, before) = events(&world.run(args(words)).exits(0).out);
    assert_eq!(
        (&place["event"], &place["name"], &place["of"]),
        (&"place".into(), &"Simple".into(), &3.into())
    );
    let result = before.last().unwrap();
    let at = place["place"].as_u64().unwrap() as usize - 1;
    assert_eq!(result["ratings"][at]["name"], "Simple");
    assert_eq!(result["ratings"][at]["rating"], place["rating"]);
    assert_eq!(place["next_below"], result["ratings"][at + 1]["name"]);
    assert_eq!(place["anchor"]["name"], "Random");
}

#[test]
fn a_rating_is_counted_from_an_opponent_and_told_as_a_bound_where_nothing_else_is_known() {
    let world = World::new();
    let (first, last) = (first(&world), last(&world));
    let words = format!("rate {first} --against {last} --games 4");
    let (place, _) = events(&world.run(args(&format!("{words} --json"))).exits(0).out);
    assert_eq!(place["anchor"]["name"], "last");
    // A query of the first cell of all, which is never legal at the beginning.
    let wrong = world.file("wrong.cypher", "// Wrong\nMATCH (cell:Cell) RETURN cell");
    let words = format!("rate {wrong} --against {first},{last} --games 4");
    let ran = world.run(args(&words)).exits(0);
    let table = ran.out.lines().find(|line| line.contains("Wrong")).unwrap();
    assert!(table.contains("blind          ") && table.contains(" or less"), "{}", ran.out);
    let place = ran.out.lines().last().unwrap();
    assert!(
        place.starts_with("Wrong: -") && place.contains(" or less with first = 0, "),
        "{place}"
    );
    let (place, before) = events(&world.run(args(&format!("{words} --json"))).exits(0).out);
    assert!(place["rating"].is_null() && place["low"].is_null() && place["high"].is_number());
    let ratings = before.last().unwrap()["ratings"].as_array().unwrap().clone();
    let wrong = ratings.iter().find(|row| row["name"] == "Wrong").unwrap();
    assert!(wrong["rating"].is_null() && wrong["high"] == place["high"], "{wrong}");
}

#[test]
fn a_comparison_ends_with_an_event_that_has_its_answer_and_the_positions() {
    let world = World::new();
    let (first, last) = (first(&world), last(&world));
    let words = format!("compare {first} {last} --gain 400 --json -q --games 100");
    let (end, before) = events(&world.run(args(&words)).exits(0).out);
    assert_eq!(
        (&end["event"], &end["new"], &end["old"]),
        (&"comparison".into(), &"last".into(), &"first".into())
    );
    assert_eq!(before.last().unwrap()["event"], "result");
    let answers = ["keep", "no-gain", "exhausted", "undecided"];
    assert!(answers.contains(&end["answer"].as_str().unwrap()) && end["advice"] != "", "{end}");
    let position = &end["differences"]["positions"][0];
    let [new, old] = [0, 1].map(|at| &position["choices"][at]);
    assert!(new["name"] == "last" && old["name"] == "first" && new["square"] != old["square"]);
    let rank = |choice: &Value| {
        ["loses", "draws", "wins"].iter().position(|word| choice["result"] == *word)
    };
    assert!(rank(new) < rank(old), "{position}");
    assert!(position["command"].as_str().unwrap().starts_with("othello-host query"), "{position}");
    assert!(!end["differences"]["slowest"].as_array().unwrap().is_empty());
}

#[test]
fn what_is_wrong_in_a_tournaments_file_is_said_of_its_key_and_line() {
    let world = World::new();
    let wrong = |lines: &str, told: &str| {
        world.file(
            "night.toml",
            &format!("# a club\nplayers = [\"Simple\", \"Random\"]\n{lines}\n"),
        );
        let ran = world.run(["tournament", "night.toml", "--file", "n.db"]).exits(2);
        assert!(ran.err.contains(told) && !ran.err.contains("--"), "{lines}: {}", ran.err);
    };
    wrong(
        "gamess = 4",
        "night.toml, line 3: a tournament's file has no key \"gamess\"; did you mean \"games\"?",
    );
    wrong(
        "seed = 1\n\nadjudicatee = false",
        "line 5: a tournament's file has no key \"adjudicatee\"",
    );
    wrong("games = \"many\"", "night.toml, line 3: invalid value 'many' for 'games");
    wrong("games = 5", "night.toml, line 3: games 5: it takes an even number");
    wrong("kind = \"swis\"", "night.toml, line 3: invalid value 'swis'");
    wrong("time_limit = \"soon\"", "night.toml, line 3: invalid value 'soon'");
    wrong(
        "games = 4\nanchor = \"Edge=100\"",
        "night.toml, line 4: anchor Edge: no such player takes part",
    );
    wrong("games = 4\nrounds = 3", "night.toml, line 4: rounds 3: only a Swiss contest");
    wrong(
        "games = 2\neach = { depth = 3 }",
        "night.toml, line 4: each depth=3: none of these players",
    );
    wrong("user = \"me\"", "night.toml: the following required arguments were not provided");
    wrong("adjudicate = 5", "night.toml, line 3: \"adjudicate\" is true or false");
    wrong("seed = { a = 1 }", "night.toml, line 3: seed is neither");
    // What stands on the command line is blamed as it stands there.
    world.file("night.toml", "players = [\"Simple\", \"Random\"]\ngames = 4\n");
    let ran = world.run(args("tournament night.toml --rounds 3 --file n.db")).exits(2);
    assert!(ran.err.contains("--rounds 3: only a Swiss contest"), "{}", ran.err);
}

#[test]
fn a_contest_goes_on_elsewhere_with_the_players_of_the_folders_that_it_began_with() {
    let world = World::new();
    for folder in ["club", "plugins", "elsewhere"] {
        fs::create_dir(world.path(folder)).unwrap();
    }
    let query = |name: &str| fs::read_to_string(first(&world)).unwrap().replace("first", name);
    fs::write(world.path("club/mine.cypher"), query("mine")).unwrap();
    fs::write(world.path("plugins/yours.cypher"), query("yours")).unwrap();
    fs::write(world.path("theirs.cypher"), query("theirs")).unwrap();
    let words = "tournament mine B=yours ./theirs.cypher --games 2 -q --plugins club --file n.db";
    world.run(args(words)).exits(0);
    let mut store = othello_store::Store::open_to_write(&world.path("n.db")).unwrap();
    let games = store.games(&othello_store::Filter::default()).unwrap();
    store.delete(&[games[0].id, games[3].id]).unwrap();
    drop(store);
    let mut command = world.command();
    command.current_dir(world.path("elsewhere"));
    command.args(["tournament", "resume", "../n.db", "--json", "-q"]);
    let (result, _) = events(&crate::common::Ran::of(command).exits(0).out);
    assert_eq!((&result["games"], &result["over"]), (&6.into(), &true.into()), "{result}");
}

#[test]
fn a_contest_of_no_games_at_once_is_refused_in_words() {
    let world = World::new();
    let ran = world.run(args("match Simple Random -j 0 --file n.db")).exits(2);
    assert!(ran.err.contains("\"0\" is no such number; write 1 or more"), "{}", ran.err);
}
