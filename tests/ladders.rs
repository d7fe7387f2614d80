//! The ladder as its people meet it: by its interface, by `ladder submit`, after a kill, and with jokers among them.

use std::io::{ErrorKind, Read as _, Write as _};

use serde_json::{Value, json};

use crate::common::World;
use crate::common::served::{Answer, Served};
use crate::common::wait_for;

const LEGAL: &str = include_str!("../host/web/queries/legal.cypher");
const TITLE: [&str; 4] = ["--title", "Afternoon", "--size", "6"];
const JSON: (&str, &str) = ("Content-Type", "application/json");

/// What stands behind a word of the introduction.
pub fn said<'t>(introduction: &'t str, word: &str) -> &'t str {
    let line = introduction.lines().find_map(|line| line.trim().strip_prefix(word));
    line.unwrap().trim()
}

fn post(served: &Served<'_>, path: &str, key: Option<&str>, body: &Value) -> Answer {
    let bearer = format!("Bearer {}", key.unwrap_or_default());
    let mut headers = vec![JSON];
    headers.extend(key.map(|_| ("Authorization", bearer.as_str())));
    served.ask("POST", path, &headers, body.to_string())
}

fn get(served: &Served<'_>, path: &str, key: &str) -> Value {
    let bearer = format!("Bearer {key}");
    served.ask("GET", path, &[("Authorization", &bearer)], "").json()
}

pub fn join(served: &Served<'_>, name: &str, code: &str) -> String {
    let answer = post(served, "/api/ladder/join", None, &json!({"name": name, "code": code}));
    assert_eq!(answer.status, 201, "{}", answer.body);
    answer.json()["key"].as_str().unwrap().to_owned()
}

#[test]
fn a_query_is_submitted_from_an_editor_and_its_verdict_and_first_games_are_printed() {
    let world = World::new();
    let (served, introduction) = Served::ladder(&world, &TITLE);
    let key = join(&served, "Ann", said(&introduction, "code:"));
    world.file("mine.cypher", LEGAL);
    world.file("wrong.cypher", "MATCH (cell:Cell) RETUN cell");
    let url = served.printed.clone();
    let link = format!("{url}#key={key}");
    let ran = world.run(["ladder", "submit", &url, "mine.cypher", "--as", &link]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    for words in ["version 1 was taken in", "it was accepted", "against ", "rated "] {
        assert!(ran.out.contains(words), "{words}: {}", ran.out);
    }
    // Whose discs are whose is said by who has won.
    for line in ran.out.lines().filter(|line| line.starts_with("won as ") && !line.contains("by")) {
        let discs = line.rsplit_once(", ").unwrap().1.split_once(" to ").unwrap();
        let [own, others] = [discs.0, discs.1].map(|discs| discs.parse::<u32>().unwrap());
        assert!(own > others, "{line}");
    }
    let elsewhere = format!("{url}learn");
    let ran = world.run(["ladder", "submit", &elsewhere, "mine.cypher", "--as", &key]);
    assert!(ran.err.contains("name the address that the ladder printed"), "{}", ran.err);
    let ran = world.run(["ladder", "submit", &url, "wrong.cypher", "--as", &key]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.contains("version 2 was refused") && ran.err.contains("RETUN"), "{}", ran.err);
    let ran = world.run(["ladder", "submit", &url, "mine.cypher", "--as", "stolen"]);
    assert!(ran.err.contains("nobody here has this link"), "{}", ran.err);
    assert!(!ran.err.contains("stolen") && !ran.out.contains(&key));

    let feed = served.ask("GET", "/api/ladder/feed?after=0", &[], "").body;
    let first: Value = serde_json::from_str(feed.lines().next().unwrap()).unwrap();
    assert!(first["moves"].as_str().unwrap().len() > 8, "{first}");
    assert!(!feed.contains("RETURN"), "no query is told");
}

#[test]
fn an_event_that_can_not_begin_leaves_no_file_behind() {
    let world = World::new();
    for (title, words) in [(None, "a new ladder needs a name"), (Some(""), "1 to 60 letters")] {
        let args = ["ladder", "--addr", "127.0.0.1:0", "--file", "new.db"];
        let title = title.map(|title| ["--title", title]).into_iter().flatten();
        let ran = world.run(args.into_iter().chain(title));
        assert!(ran.code == Some(1) && ran.err.contains(words), "{}", ran.err);
        assert!(!world.path("new.db").exists());
    }
}

#[test]
fn a_ladder_that_is_killed_goes_on_with_its_people_and_games() {
    let world = World::new();
    let (mut served, introduction) = Served::ladder(&world, &TITLE);
    let key = join(&served, "Ann", said(&introduction, "code:"));
    let sent = post(&served, "/api/ladder/versions", Some(&key), &json!({"query": LEGAL}));
    assert_eq!(sent.status, 201);
    let games = |served: &Served<'_>| {
        served.ask("GET", "/api/ladder", &[], "").json()["games"].as_u64().unwrap()
    };
    let before = wait_for("games are played", || Some(games(&served)).filter(|&games| games > 3));
    served.end();
    // What stands in the file holds, whatever the command says.
    let (served, again) = Served::ladder(&world, &["--title", "Another"]);
    assert!(again.starts_with("Afternoon\n"), "{again}");
    assert_eq!(said(&again, "code:"), said(&introduction, "code:"));
    assert!(games(&served) >= before);
    assert_eq!(get(&served, "/api/ladder/me", &key)["name"], "Ann");
    wait_for("it plays on", || Some(games(&served)).filter(|&games| games > before + 3));

    let ran = world.run(["ladder", "backup", "copy.db", "--file", "ladder.db"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let ran = world.run(["ladder", "forget", "Ann", "--file", "ladder.db"]);
    assert!(ran.err.contains("in use by another host"), "{}", ran.err);
    let ran = world.run(["ladder", "forget", "ann", "--file", "copy.db"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let ran = world.run(["ladder", "export", "taken", "--file", "copy.db"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let table = std::fs::read_to_string(world.path("taken/table.csv")).unwrap();
    assert!(table.contains("Pebble") && !table.contains("Ann"), "{table}");
}

#[test]
fn two_versions_of_somebody_are_compared_until_they_are_stopped_and_by_nobody_else() {
    let world = World::new();
    let (mut served, introduction) = Served::ladder(&world, &TITLE);
    let code = said(&introduction, "code:");
    let (ann, eve) = (join(&served, "Ann", code), join(&served, "Eve", code));
    let accepted = |served: &Served<'_>, query: String| {
        let sent = post(served, "/api/ladder/versions", Some(&ann), &json!({"query": query}));
        let version = sent.json()["version"].as_i64().unwrap();
        wait_for("it is accepted", || {
            let page = get(served, &format!("/api/ladder/versions/{version}"), &ann);
            (page["version"]["verdict"] == "accepted").then_some(version)
        })
    };
    let (old, new) =
        (accepted(&served, LEGAL.to_owned()), accepted(&served, format!("{LEGAL}// 2\n")));
    let compare = |served: &Served<'_>, key: &str, tried: i64, against: i64| {
        let body = json!({"tried": tried, "against": against});
        post(served, "/api/ladder/comparisons", Some(key), &body)
    };
    for (key, tried, against, status, words) in [
        (&eve, new, old, 404, "of yours"),
        (&ann, new, new, 400, "that is one version"),
        (&ann, new, 1, 404, "of yours"),
    ] {
        let answer = compare(&served, key, tried, against);
        assert!(answer.status == status && answer.body.contains(words), "{}", answer.body);
    }
    let begun = compare(&served, &ann, new, old);
    assert_eq!(begun.status, 201, "{}", begun.body);
    let path = format!("/api/ladder/comparisons/{}/stop", begun.json()["id"]);
    assert!(compare(&served, &ann, old, new).body.contains("wait for it, or stop it"));
    let own = |served: &Served<'_>| get(served, "/api/ladder/me", &ann)["comparisons"][0].clone();
    let games = |one: &Value| {
        ["wins", "draws", "losses"].iter().map(|it| one[it].as_u64().unwrap()).sum::<u64>()
    };
    wait_for("it is played", || (games(&own(&served)) >= 2).then_some(()));
    assert_eq!(own(&served)["outcome"], Value::Null);

    // Who is killed in the middle begins it again.
    served.end();
    let (served, _) = Served::ladder(&world, &["--title", "Another"]);
    wait_for("it is played again", || (games(&own(&served)) >= 2).then_some(()));
    assert_eq!(post(&served, &path, Some(&eve), &json!({})).status, 404);
    let stopped = post(&served, &path, Some(&ann), &json!({}));
    assert_eq!(stopped.json()["outcome"], "stopped", "{}", stopped.body);
    let after = own(&served);
    let rated = served.get("/api/ladder").json()["games"].as_u64().unwrap();
    wait_for("rated games go on", || {
        (served.get("/api/ladder").json()["games"].as_u64().unwrap() > rated + 3).then_some(())
    });
    assert_eq!(own(&served), after, "it is played no more");
}

#[test]
fn nobody_reads_or_does_what_is_anothers() {
    let world = World::new();
    let (served, introduction) = Served::ladder(&world, &TITLE);
    let code = said(&introduction, "code:");
    let organiser = said(&introduction, "organiser:");
    let master = organiser.rsplit_once("#key=").unwrap().1.split_whitespace().next().unwrap();
    let (ann, eve) = (join(&served, "Ann", code), join(&served, "Eve", code));
    let secret = format!("{LEGAL}// nobody knows this\n");
    let sent = post(&served, "/api/ladder/versions", Some(&ann), &json!({"query": secret}));
    let version = sent.json()["version"].as_i64().unwrap();
    wait_for("it is accepted", || {
        let page = get(&served, &format!("/api/ladder/versions/{version}"), &ann);
        (page["version"]["verdict"] == "accepted").then_some(())
    });

    // Others' queries, keys and the organiser's rights.
    for (path, key) in [
        (format!("/api/ladder/versions/{version}"), eve.as_str()),
        (format!("/api/ladder/versions/{version}"), "nobody"),
        ("/api/ladder".to_owned(), ""),
        ("/api/ladder/feed".to_owned(), ""),
        ("/api/ladder/people/4".to_owned(), eve.as_str()),
    ] {
        let bearer = format!("Bearer {key}");
        let body = served.ask("GET", &path, &[("Authorization", &bearer)], "").body;
        for kept in ["nobody knows this", code, &ann, &eve, master] {
            assert!(!body.contains(kept), "{path} tells {kept}");
        }
    }
    let act = json!({"act": "end"});
    for key in [None, Some(eve.as_str()), Some("")] {
        assert_eq!(post(&served, "/api/ladder/organiser", key, &act).status, 401);
    }
    let path = format!("/api/ladder/versions/{version}/public");
    assert_eq!(post(&served, &path, Some(&eve), &json!({"public": true})).status, 404);
}

#[test]
fn names_sizes_and_floods_that_are_too_much_are_refused_with_the_way_out() {
    let world = World::new();
    let (served, introduction) = Served::ladder(&world, &TITLE);
    let code = said(&introduction, "code:");
    let eve = join(&served, "Eve", code);
    join(&served, "Ann", code);
    let try_name =
        |name: &str| post(&served, "/api/ladder/join", None, &json!({"name": name, "code": code}));
    for (name, status) in
        [("", 400), ("ANN", 409), ("Orgаniser", 400), ("0racle", 400), ("Pebb1e", 409)]
    {
        let answer = try_name(name);
        assert_eq!(answer.status, status, "{name}: {}", answer.body);
        assert!(answer.json()["error"].as_str().unwrap().len() > 10);
    }
    let huge = json!({"query": "x".repeat(1 << 20)});
    assert_eq!(post(&served, "/api/ladder/versions", Some(&eve), &huge).status, 413);
    let large = json!({"query": "x".repeat(40 << 10)});
    assert_eq!(post(&served, "/api/ladder/versions", Some(&eve), &large).status, 400);
    let form = served.ask("POST", "/api/ladder/join", &[], "name=x");
    assert_eq!(form.status, 415);
    let strange =
        served.ask("POST", "/api/ladder/join", &[JSON, ("Origin", "http://evil.example")], "{}");
    assert_eq!(strange.status, 403);

    // A flood of versions, and of codes.
    let (mut refusals, mut versions) = (Vec::new(), Vec::new());
    for number in 0..9 {
        let query = json!({"query": format!("{LEGAL}// {number}")});
        let sent = post(&served, "/api/ladder/versions", Some(&eve), &query);
        match sent.status {
            201 => versions.push(sent.json()["version"].clone()),
            _ => refusals.push(sent.json()["error"].as_str().unwrap().to_owned()),
        }
    }
    let slow =
        |words: &&String| words.contains("try again in") || words.contains("wait for its verdict");
    assert!(!refusals.is_empty() && refusals.iter().all(|words| slow(&words)), "{refusals:?}");
    let guess = |number: usize| {
        post(
            &served,
            "/api/ladder/join",
            None,
            &json!({"name": "Mallory", "code": format!("{number:06}")}),
        )
    };
    (0..39).for_each(|number| drop(guess(number)));
    let last = guess(39);
    assert_eq!(last.status, 429, "{}", last.body);
    assert!(last.body.contains("try again in a minute"));
    let table = served.ask("GET", "/api/ladder", &[], "").json();
    assert_eq!(table["title"], "Afternoon", "who only looks is served all the same");
    for _ in 0..100 {
        let stolen =
            post(&served, "/api/ladder/versions", Some("stolen"), &json!({"query": LEGAL}));
        assert!([401, 429].contains(&stolen.status), "{}", stolen.body);
    }
    // Whoever sits behind the same address and has a link goes on.
    assert_eq!(get(&served, "/api/ladder/me", &eve)["name"], "Eve");
    let path = format!("/api/ladder/versions/{}/public", versions[0]);
    assert_eq!(post(&served, &path, Some(&eve), &json!({"public": true})).status, 200);
}

#[test]
fn lessons_are_for_guests_too_kept_for_those_who_take_part_and_bounded_for_jokers() {
    let world = World::new();
    let (mut served, introduction) = Served::ladder(&world, &TITLE);
    let ann = join(&served, "Ann", said(&introduction, "code:"));
    let master = said(&introduction, "organiser:").rsplit_once("#key=").unwrap().1;
    let master = master.split_whitespace().next().unwrap().to_owned();
    let check = |served: &Served<'_>, key: Option<&str>, query: &str| {
        post(served, "/api/learn/match/check", key, &json!({"query": query}))
    };
    let right = "MATCH (cell:Cell {state: $symbol}) RETURN cell";
    let tried = check(&served, Some(&ann), right);
    assert_eq!(tried.json()["passed"], true, "{}", tried.body);
    assert_eq!(check(&served, Some(&ann), "RETURN 1").json()["passed"], false);
    assert_eq!(check(&served, Some("nobody"), right).status, 401);
    assert_eq!(check(&served, None, right).json()["passed"], true);
    assert_eq!(post(&served, "/api/learn/nothing/check", None, &json!({"query": "x"})).status, 404);

    // It is there after a kill, for her alone.
    served.end();
    let (served, _) = Served::ladder(&world, &[]);
    let list = get(&served, "/api/learn", &ann);
    assert!(list["keeps"] == true && list["lessons"][0]["passed"] == true, "{list}");
    assert_eq!(get(&served, "/api/learn/match", &ann)["tried"], "RETURN 1");
    let guest = served.get("/api/learn").json();
    assert!(guest["keeps"] == false && guest["lessons"][0]["passed"] == false, "{guest}");
    let learners = get(&served, "/api/ladder/organiser", &master)["learners"].clone();
    let (name, passed) = (&learners[0]["name"], &learners[0]["passed"]);
    assert!(
        name == "Ann" && *passed == json!(["match"]) && learners[0]["tries"] == 2,
        "{learners}"
    );

    // Whoever tries too much waits, and is told so.
    let jokes: Vec<Answer> = std::thread::scope(|scope| {
        let joke = || scope.spawn(|| check(&served, None, "RETURN 1"));
        let jokes: Vec<_> = (0..20).map(|_| joke()).collect();
        jokes.into_iter().map(|one| one.join().unwrap()).collect()
    });
    assert!(jokes.iter().any(|one| one.status == 429));
    let known = ["too many tries at once", "too much at once", "is being tried already", "not yet"];
    for one in &jokes {
        assert!(known.iter().any(|words| one.body.contains(words)), "{}", one.body);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn while_somebodys_query_hangs_others_are_tried_and_submissions_checked() {
    let world = World::new();
    let (served, introduction) = Served::ladder(&world, &TITLE);
    let code = said(&introduction, "code:");
    let (ann, bob) = (join(&served, "Ann", code), join(&served, "Bob", code));
    let hanging = "UNWIND range(1, 100000) AS a UNWIND range(1, 100000) AS b \
                   WITH count(a * b) AS n MATCH (cell:Cell) WHERE n > 0 RETURN cell";
    let right = "MATCH (cell:Cell {state: $symbol}) RETURN cell";
    let body = json!({"query": hanging}).to_string();
    let mut slow = served.connection();
    let head = format!(
        "POST /api/learn/match/check HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
         Authorization: Bearer {ann}\r\nContent-Length: {}\r\n\r\n{body}",
        served.address,
        body.len()
    );
    slow.write_all(head.as_bytes()).unwrap();
    let sent = post(&served, "/api/ladder/versions", Some(&ann), &json!({"query": LEGAL}));
    assert_eq!(sent.status, 201, "{}", sent.body);
    wait_for("it is accepted", || {
        let version = get(&served, "/api/ladder/me", &ann)["versions"][0].clone();
        (version["verdict"] == "accepted").then_some(())
    });
    // Nobody's address has all places, so that Bob comes from his own.
    let bearer = format!("Bearer {bob}");
    let headers = [JSON, ("Authorization", bearer.as_str())];
    let query = json!({"query": right}).to_string();
    let stream = served.connection_from([127, 0, 0, 2]);
    let tried = served.ask_over(stream, "POST", "/api/learn/match/check", &headers, query);
    assert_eq!(tried.json()["passed"], true, "{}", tried.body);
    slow.set_nonblocking(true).unwrap();
    let answer = slow.read(&mut [0; 100]);
    assert!(answer.is_err_and(|error| error.kind() == ErrorKind::WouldBlock), "hers hangs still");
    drop(slow);
    let again = post(&served, "/api/learn/match/check", Some(&ann), &json!({"query": right}));
    assert_eq!(again.json()["passed"], true, "her place is free again: {}", again.body);
}
