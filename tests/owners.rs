//! Bots on a host that many visit: whose they are, and that nobody else sees, changes or stops anything of them.

use serde_json::{Value, json};

use crate::common::served::{Answer, Served};
use crate::common::{World, wait_for};

const JSON: (&str, &str) = ("Content-Type", "application/json");

/// Somebody who visits from elsewhere: what their browser keeps goes with everything that they ask.
struct Person<'s> {
    served: &'s Served<'s>,
    cookie: String,
}

impl<'s> Person<'s> {
    fn new(served: &'s Served<'s>) -> Person<'s> {
        Person { served, cookie: "a=b".to_owned() }
    }

    fn ask(&mut self, method: &str, path: &str, body: &Value) -> Answer {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let answer = self.served.ask(method, path, &[JSON, ("Cookie", &self.cookie)], &body);
        if let Some(cookie) = answer.header("set-cookie") {
            assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite="), "{cookie}");
            self.cookie = cookie.split(';').next().unwrap().to_owned();
        }
        answer
    }

    /// The names of the bots that are theirs.
    fn bots(&mut self) -> Vec<String> {
        let list = self.ask("GET", "/api/bots", &Value::Null).json();
        let bots = list["bots"].as_array().unwrap().iter();
        bots.map(|bot| bot["name"].as_str().unwrap().to_owned()).collect()
    }
}

#[test]
fn on_a_host_that_many_visit_a_bot_is_its_owners_alone() {
    let world = World::new();
    let query = "MATCH (cell:Cell) WHERE cell.state IS NULL RETURN cell LIMIT 1";
    let bot = |name: &str| json!({ "name": name, "query": query });
    {
        // At the machine itself everybody is its user.
        let at_home = Served::start(&world, &[]);
        assert_eq!(at_home.post("/api/bots", &bot("House")).status, 201);
    }
    let served = Served::start(&world, &["--host-name", "games.example"]);
    let (mut ann, mut bob) = (Person::new(&served), Person::new(&served));
    assert_eq!(ann.ask("POST", "/api/bots", &bot("Of Ann")).status, 201);
    assert_eq!(ann.ask("POST", "/api/players", &bot("Played by Ann")).status, 201);
    assert_eq!((ann.bots().len(), bob.bots().len()), (2, 0));
    for name in ["Of%20Ann", "Of-Ann", "Played%20by%20Ann", "House"] {
        let at = |rest: &str| format!("/api/bots/{name}{rest}");
        assert_eq!(bob.ask("GET", &at(""), &Value::Null).status, 404, "{name}");
        assert_eq!(bob.ask("GET", &at("/file"), &Value::Null).status, 404, "{name}");
        assert_eq!(bob.ask("GET", &at("/file?version=1"), &Value::Null).status, 404, "{name}");
        assert_eq!(bob.ask("DELETE", &at(""), &Value::Null).status, 404, "{name}");
        let games = json!({ "version": 1, "player": "Random" });
        assert_eq!(bob.ask("POST", &at("/games"), &games).status, 404, "{name}");
        let save = bot(&name.replace("%20", " "));
        assert_eq!(bob.ask("POST", "/api/bots", &save).status, 409, "{name}");
        assert_eq!(bob.ask("POST", "/api/players", &save).status, 409, "{name}");
    }
    // A key that was made up, or left out, opens nothing; nor does a part of one.
    let key = ann.cookie.clone();
    for wrong in ["", "0", &key[key.len() - 32..key.len() - 1], "../../players", &"0".repeat(32)] {
        let name = key.split('=').next().unwrap();
        let mut thief = Person { served: &served, cookie: format!("{name}={wrong}") };
        assert!(thief.bots().is_empty(), "{wrong}");
    }
    assert_eq!(
        ann.ask(
            "POST",
            "/api/bots",
            &json!({ "name": "Of Ann", "query": format!("{query} // 2") })
        )
        .status,
        201
    );
    assert_eq!(ann.cookie, key, "who is known keeps the key");
    let own = ann.ask("GET", "/api/bots/Of%20Ann", &Value::Null).json();
    assert_eq!(own["versions"].as_array().unwrap().len(), 2);
    // Everybody can play against it.
    let players = bob.ask("GET", "/api/players", &Value::Null).json();
    assert!(players["players"].as_array().unwrap().iter().any(|one| one["name"] == "Of Ann"));
    assert!(!players.to_string().contains("MATCH"));
    assert_eq!(ann.ask("DELETE", "/api/bots/Of%20Ann", &Value::Null).status, 200);
    assert_eq!(bob.ask("POST", "/api/bots", &bot("Of Ann")).status, 201);
    drop((ann, bob));
    drop(served);
    let at_home = Served::start(&world, &[]);
    let all = at_home.get("/api/bots").json();
    assert_eq!(all["bots"].as_array().unwrap().len(), 3, "{all}");
}

#[test]
fn how_far_the_user_is_in_the_lessons_is_not_shown_to_visitors() {
    let world = World::new();
    let keeps = |list: &Value| list["keeps"].as_bool().unwrap();
    let hints = json!({ "shown": 2 });
    let name = {
        let at_home = Served::start(&world, &[]);
        let list = at_home.get("/api/learn").json();
        assert!(keeps(&list));
        let name = list["lessons"][0]["name"].as_str().unwrap().to_owned();
        assert_eq!(at_home.post(&format!("/api/learn/{name}/hints"), &hints).status, 204);
        assert_eq!(at_home.get(&format!("/api/learn/{name}")).json()["shown"], 2);
        name
    };
    let served = Served::start(&world, &["--host-name", "games.example"]);
    assert!(!keeps(&served.get("/api/learn").json()));
    assert_eq!(served.get(&format!("/api/learn/{name}")).json()["shown"], 0);
}

#[test]
fn games_that_try_a_bot_are_stopped_by_whoever_began_them() {
    let world = World::new();
    let served = Served::start(&world, &["--host-name", "games.example"]);
    let (mut ann, mut bob) = (Person::new(&served), Person::new(&served));
    // Two that play alike, and legal moves, are never told apart.
    let about = served.get("/api/about").json();
    let query = about["games"][0]["examples"][1]["query"].as_str().unwrap();
    for number in [1, 2] {
        let version = json!({ "name": "Mine", "query": format!("{query} // {number}") });
        assert_eq!(ann.ask("POST", "/api/bots", &version).status, 201);
    }
    let games = json!({ "version": 2, "against": 1 });
    let begun = ann.ask("POST", "/api/bots/Mine/games", &games);
    assert_eq!(begun.status, 201, "{}", begun.body);
    let stop = format!("/api/contests/{}/stop", begun.json()["contest"].as_str().unwrap());
    let shown = stop.trim_end_matches("/stop");
    wait_for("its games are there", || {
        (ann.ask("GET", shown, &Value::Null).status == 200).then_some(())
    });
    // Old versions are asked in them, so nobody else finds or opens them.
    assert_eq!(bob.ask("GET", shown, &Value::Null).status, 404);
    assert_eq!(bob.ask("GET", &format!("{shown}/1"), &Value::Null).status, 404);
    assert_eq!(bob.ask("GET", &format!("{shown}/1/record"), &Value::Null).status, 404);
    assert!(!bob.ask("GET", "/api/contests", &Value::Null).body.contains("trial-"));
    let own = ann.ask("GET", "/api/bots/Mine", &Value::Null).json();
    assert_eq!(own["running"], json!([begun.json()["contest"]]), "it is found again");
    let mut unknown = Person::new(&served);
    for other in [&mut bob, &mut unknown] {
        assert_eq!(other.ask("POST", &stop, &json!({})).status, 409);
    }
    assert_eq!(ann.ask("POST", &stop, &json!({})).status, 204);
}
