//! What the page offers beside playing: queries on a position, its graph, evaluations, the machine's games,
//! ratings and contests, as its server answers them.

use std::collections::BTreeMap;

use crate::common::served::Served;
use crate::common::{World, wait_for};
use serde_json::{Value, json};

fn at(moves: &[&str]) -> Value {
    json!({ "moves": moves })
}

#[test]
fn a_query_gives_rows_cells_and_its_profile() {
    let world = World::new();
    let served = Served::start(&world, &[]);
    let about = served.get("/api/about").json();
    let games = about["games"].as_array().unwrap();
    // The last example of each is a player; in Reversi the discs must be there first.
    let after =
        |game: &Value| if game == "reversi" { json!(["d4", "d5", "e4", "e5"]) } else { json!([]) };
    for game in games {
        let examples = game["examples"].as_array().unwrap();
        for example in examples {
            let place = json!({ "game": game["name"], "moves": after(&game["name"]) });
            let asked = json!({ "position": place, "query": example["query"] });
            let answer = served.post("/api/query", &asked).json();
            assert_eq!(answer["error"], json!(null), "{example}");
            assert!(!answer["rows"].as_array().unwrap().is_empty(), "{example}");
            let is_player = Some(example) == examples.last();
            assert!(!is_player || answer["move"]["legal"] == true, "{answer}");
        }
    }
    let greedy = &games[0]["examples"][2]["query"];
    let query = format!("PROFILE {}", greedy.as_str().unwrap());
    let answer = served.post("/api/query", &json!({ "position": at(&[]), "query": query })).json();
    assert_eq!(answer["columns"], json!(["cell", "flips"]));
    assert_eq!(answer["move"]["legal"], true);
    assert_eq!(answer["lit"]["squares"], json!([answer["move"]["square"]]));
    let plan = answer["plan"].as_array().unwrap();
    assert!(plan.len() > 3 && plan[1]["rows"] == 1, "{plan:?}");
}

#[test]
fn a_wrong_query_points_at_its_place_and_a_write_is_refused() {
    let world = World::new();
    let served = Served::start(&world, &[]);
    let error = |query: &str| {
        served.post("/api/query", &json!({ "position": at(&[]), "query": query })).json()["error"]
            .clone()
    };
    // Two units of UTF-16 for the smile, four bytes of UTF-8.
    let wrong = error("MATCH (c:Cell) WHERE '\u{1f600}' = c.state\nRETRUN c");
    assert_eq!((&wrong["line"], &wrong["column"]), (&json!(2), &json!(1)), "{wrong}");
    assert_eq!(wrong["span"][0], 36, "{wrong}");
    assert!(wrong["rendered"].as_str().unwrap().contains('^'));
    assert!(error("MATCH (c:Cell) SET c.state = 'X'")["message"].is_string());
    let endless =
        error("UNWIND range(1, 100000) AS a UNWIND range(1, 100000) AS b RETURN sum(a * b)");
    assert!(endless["message"].as_str().unwrap().contains("stopped"), "{endless}");
}

#[test]
fn the_graph_of_a_board_has_its_cells_and_their_neighbours() {
    let world = World::new();
    let served = Served::start(&world, &[]);
    let graph = served.post("/api/graph", &at(&[])).json();
    // 8 * 7 pairs across, as many down, and 7 * 7 on each diagonal.
    assert_eq!(graph["nodes"].as_array().unwrap().len(), 64);
    assert_eq!(graph["relationships"].as_array().unwrap().len(), 2 * 56 + 2 * 49);
    let tiles = served.post("/api/graph", &json!({ "game": "tictactoe" })).json();
    let squares =
        tiles["nodes"].as_array().unwrap().iter().filter(|node| node["square"].is_string());
    assert_eq!(squares.count(), 9);
}

#[test]
fn a_query_becomes_a_player_that_plays() {
    let world = World::new();
    let served = Served::start(&world, &[]);
    let query = served.get("/api/about").json()["games"][0]["examples"][1]["query"].clone();
    let wanted = json!({ "name": "My First", "query": query });
    assert_eq!(served.post("/api/players", &wanted).status, 201);
    assert_eq!(served.post("/api/players", &wanted).status, 409);
    for name in ["", "../x", "draw", "<img>"] {
        assert_eq!(
            served.post("/api/players", &json!({ "name": name, "query": query })).status,
            400
        );
    }
    let broken = served.post("/api/players", &json!({ "name": "broken", "query": "RETRUN 1" }));
    assert_eq!((broken.status, &broken.json()["fault"]["line"]), (400, &json!(1)));

    let links = served.game(&json!({
        "black": { "spec": "My First" }, "white": { "spec": "Simple" }, "auto": true, "size": 6,
    }));
    let mut watcher = served.visit(&links["watch"]);
    watcher.until(|state| !state["end"].is_null());
    assert_eq!(watcher.state["end"]["by"], "discs", "{}", watcher.state["end"]);

    // What was played is in the history, and everybody has a rating from it.
    let games = wait_for("the game is in the history", || {
        let games = served.get("/api/history").json();
        games["games"][0].is_object().then_some(games)
    });
    assert_eq!(games["games"][0]["black"], "My First");
    let game = served.get(&format!("/api/history/{}", games["games"][0]["number"])).json();
    assert_eq!(game["plies"], watcher.state["plies"]);
    assert_eq!(
        game["rounds"].as_array().unwrap().len(),
        watcher.state["rounds"].as_array().unwrap().len()
    );
    let ratings = served.get("/api/ratings").json();
    assert_eq!(ratings["players"].as_array().unwrap().len(), 2);
}

#[test]
fn a_file_becomes_a_bot_where_it_is_a_query_that_can_be_a_player_here() {
    let world = World::new();
    let served = Served::start(&world, &[]);
    let large = format!("RETURN 1 // {}", "x".repeat(300 << 10));
    for (file, text, status, words) in [
        ("x.cypher", large.as_str(), 413, "at most 256 kB"),
        ("x.othello", "\u{1f}\u{8b}nonsense", 400, "it is not a pack"),
        ("x", "#!/usr/bin/env sh", 400, "no query"),
        ("x.cypher", "MATCH (c:Cell) SET c.state = 'X' RETURN c AS cell", 400, "read"),
        ("x.cypher", "// X: x\n// plays: chess\nRETURN 1 AS cell", 400, "chess"),
        ("Simple.cypher", "MATCH (cell:Cell) RETURN cell", 409, "already"),
        ("b\"d.cypher", "MATCH (cell:Cell) RETURN cell", 400, "a name has"),
    ] {
        let path = format!("/api/files?file={}", file.replace('"', "%22"));
        let answer = served.ask("POST", &path, &[], text);
        assert_eq!(answer.status, status, "{file}: {}", answer.body);
        assert!(answer.body.contains(words), "{file}: {}", answer.body);
    }
    let query = "// any cell\r\nMATCH (cell:Cell) RETURN cell LIMIT 1\r\n";
    let bot = served.ask("POST", "/api/files?file=x.cypher&name=Mine", &[], query);
    assert_eq!(bot.status, 201, "{}", bot.body);
    let bot = bot.json();
    assert_eq!((&bot["name"], &bot["game"]), (&"Mine".into(), &"othello".into()));
    assert_eq!(bot["versions"][0]["query"], query.replace('\r', "").trim_end());
    assert_eq!(served.get("/api/bots").json()["bots"].as_array().unwrap().len(), 1);
}

#[test]
fn positions_are_read_from_what_people_paste() {
    let world = World::new();
    let served = Served::start(&world, &[]);
    let read = |text: &str| served.post("/api/read", &json!({ "text": text }));
    assert_eq!(read("1. F5 2. d6").json()["position"]["moves"], json!(["f5", "d6"]));
    assert!(read("f5 a1").json()["error"].as_str().unwrap().contains("move 2 (a1)"));
    assert_eq!(read(&"--".repeat(600)).json()["error"], "no game has 600 moves");
    let links = served.game(&json!({
        "black": { "spec": "Human" }, "white": { "spec": "Human" }, "moves": ["f5", "d6", "c3"],
    }));
    let record = served.get(&format!(
        "/api{}/record?format=ggf",
        links["watch"].as_str().unwrap().replace("game", "games")
    ));
    let again = read(&record.body).json();
    assert_eq!(again["position"]["moves"], json!(["f5", "d6", "c3"]), "{}", record.body);
    assert_eq!(again["names"]["black"], "Human");
    let position = served.post("/api/position", &at(&["f5"])).json();
    assert_eq!(position["plies"][0]["flips"], json!(["e5"]));
}

#[test]
fn a_contest_of_this_machine_is_shown_with_its_table_and_games() {
    let world = World::new();
    world
        .run([
            "tournament",
            "Simple",
            "Random",
            "A=Random",
            "--games",
            "2",
            "--size",
            "4",
            "--quiet",
        ])
        .exits(0);
    let served = Served::start(&world, &[]);
    let contests = served.get("/api/contests").json();
    let contest = &contests["contests"][0];
    assert_eq!((&contest["played"], &contest["running"]), (&json!(6), &json!(false)), "{contests}");
    let name = contest["name"].as_str().unwrap();
    let one = served.get(&format!("/api/contests/{name}")).json();
    assert_eq!(one["crosstable"].as_array().unwrap().len(), 3);
    assert_eq!(one["ratings"]["players"].as_array().unwrap().len(), 3);
    let number = &one["games"][0]["number"];
    let game = served.get(&format!("/api/contests/{name}/{number}")).json();
    assert_eq!(game["position"]["phase"], "over");
    assert_eq!(served.get("/api/contests/..%2Fhistory").status, 404);
}

#[test]
fn an_address_is_drawn_for_phones() {
    let world = World::new();
    let served = Served::start(&world, &[]);
    let code = served.get("/api/qr?path=/game/abc");
    assert_eq!(code.header("content-type"), Some("image/svg+xml"));
    assert!(code.body.starts_with("<svg") && code.body.len() > 1000);
}

/// The value of each legal square, by its name, after these moves.
fn values(served: &Served<'_>, moves: &[&str]) -> (Value, BTreeMap<String, f64>) {
    let asked = json!({ "position": at(moves), "seconds": 0.2, "squares": true });
    let answer = served.post("/api/evaluate", &asked).json();
    let squares = answer["squares"].as_array().unwrap().iter();
    let values = squares
        .map(|one| (one["square"].as_str().unwrap().to_owned(), one["score"].as_f64().unwrap()))
        .collect();
    (answer, values)
}

#[test]
fn the_values_of_squares_are_alike_where_the_board_is_and_the_best_move_has_the_best() {
    let world = World::new();
    let served = Served::start(&world, &[]);
    let (start, first) = values(&served, &[]);
    assert_eq!(first.keys().collect::<Vec<_>>(), ["c4", "d3", "e6", "f5"]);
    assert!(first.values().all(|value| *value == start["score"].as_f64().unwrap()), "{first:?}");
    // The same moves, mirrored at the diagonal.
    let (one, after) = values(&served, &["f5", "d6", "c3", "d3", "c4"]);
    let (other, mirrored) = values(&served, &["e6", "f4", "c3", "c4", "d3"]);
    assert_eq!((&one["score"], &one["depth"]), (&other["score"], &other["depth"]));
    let turned: BTreeMap<String, f64> = after
        .iter()
        .map(|(square, value)| {
            let [column, row] = square.as_bytes() else { panic!("{square}") };
            let name = [b'a' + (row - b'1'), b'1' + (column - b'a')];
            (String::from_utf8_lossy(&name).into_owned(), *value)
        })
        .collect();
    assert_eq!(turned, mirrored);
    for (answer, values) in [(&one, &after), (&other, &mirrored)] {
        let best = values[answer["best"].as_str().unwrap()];
        assert_eq!(best, answer["score"].as_f64().unwrap());
        assert!(values.values().all(|value| *value <= best), "{values:?}");
    }
    // Asked again, it says the same.
    assert_eq!(values(&served, &["f5", "d6", "c3", "d3", "c4"]).1, after);
}

/// A game looked at afterwards, once all of it was.
fn reviewed(served: &Served<'_>, position: &Value) -> Value {
    loop {
        let answer = served.post("/api/review", position);
        assert_eq!(answer.status, 200, "{}", answer.body);
        if answer.json()["left"] == 0 {
            return answer.json();
        }
    }
}

#[test]
fn a_review_names_the_move_that_decided_a_game_and_what_was_best_instead() {
    let world = World::new();
    let served = Served::start(&world, &[]);
    // Black's last move gives the corner away, as no other does.
    let game = ["f5", "d6", "c3", "d3", "c4", "f4", "f6", "f3", "e6", "e7", "d7", "g6", "g2"];
    let position = json!({"game": "othello", "moves": game});
    let review = reviewed(&served, &position);
    let scores = review["scores"].as_array().unwrap();
    assert_eq!(scores.len(), game.len() + 1);
    let points = review["turning_points"].as_array().unwrap();
    let last = points.last().unwrap();
    assert_eq!((&last["number"], &last["colour"]), (&json!(13), &json!("black")));
    assert_eq!(last["played"], "g2");
    assert!(last["best"] != "g2" && last["best"] == last["line"][0], "{last}");
    assert!(last["lost"].as_f64().unwrap() > 6.0, "{last}");
    assert_eq!(last["score"], scores[12], "Black was to move there: {review}");
    assert!(review["lost"]["black"].as_f64().unwrap() >= last["lost"].as_f64().unwrap());
    // A game that is over ends with its result, and a pass changes nothing.
    let start = format!("-XO{} X", "-".repeat(61));
    let over = json!({ "game": "othello", "start": start, "moves": ["d1"] });
    let review = reviewed(&served, &over);
    assert_eq!(review["scores"], json!([64.0, 64.0]), "{review}");
    assert_eq!(review["turning_points"], json!([]));
    let refused = served.post("/api/review", &json!({"game": "tictactoe", "moves": ["a1"]}));
    assert_eq!(refused.status, 409);
}
