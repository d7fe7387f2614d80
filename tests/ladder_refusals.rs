//! What a ladder's interface refuses: every address of it, asked in ways that are no good, says why in words.

use serde_json::{Value, json};

use crate::common::World;
use crate::common::served::{Answer, Served};
use crate::ladders::{join, said};

/// Where the addresses stand.
const ROUTES: &str = include_str!("../host/web/src/ladder/mod.rs");
const JSON: &str = "application/json";

/// Bodies that no address takes, each with what it is said to be.
const BODIES: [(&str, &str); 6] = [
    ("", ""),
    (JSON, ""),
    (JSON, "{"),
    (JSON, "[]"),
    (JSON, "{\"query\": 1, \"act\": \"dance\"}"),
    ("text/plain", "RETURN 1"),
];

/// All addresses, with something that is not there for each part that has a name or number.
fn addresses() -> Vec<String> {
    let named = ROUTES.split(".route(\"").skip(1).filter_map(|rest| rest.split('"').next());
    let filled = named.flat_map(|route| {
        let of = |part: &str| {
            route.replace("{id}", part).replace("{name}", part).replace("{*name}", part)
        };
        ["999999", "%ff"].map(of)
    });
    let mut all: Vec<String> = filled.collect();
    all.extend(["/nothing", "/api/nothing", "/api/ladder/feed?after=x"].map(str::to_owned));
    all.sort();
    all.dedup();
    all
}

/// Holds that a refusal says why: to programs in JSON, to a browser as a text or a page.
#[track_caller]
fn says_why(answer: &Answer, asked: &str) {
    assert!((200..500).contains(&answer.status), "{asked}: {} {}", answer.status, answer.body);
    if answer.status < 400 {
        return;
    }
    let words = if asked.contains(" /api/") {
        let told: Value = serde_json::from_str(&answer.body).unwrap_or_default();
        told["error"].as_str().unwrap_or_default().to_owned()
    } else {
        answer.body.clone()
    };
    assert!(words.split_whitespace().count() >= 3, "{asked}: {} {words:?}", answer.status);
    // The words are ours: no type of the program stands in them, and they begin as all errors do.
    let ours = !words.contains("struct ") && !words.contains("enum ");
    assert!(ours && !words.starts_with(char::is_uppercase), "{asked}: {words}");
}

#[test]
fn every_address_of_a_ladder_refuses_in_words() {
    let world = World::new();
    let (served, introduction) = Served::ladder(&world, &["--title", "Refusals", "--size", "6"]);
    let ann = join(&served, "Ann", said(&introduction, "code:"));
    let master = said(&introduction, "organiser:").split_once("#key=").unwrap().1;
    let addresses = addresses();
    assert!(addresses.len() > 40 && addresses.iter().any(|one| one == "/api/ladder/organiser"));
    for address in &addresses {
        for key in ["", &ann, master] {
            let bearer = format!("Bearer {key}");
            let by: &[(&str, &str)] = &[("Authorization", &bearer)];
            let by = if key.is_empty() { &[] } else { by };
            for method in ["GET", "DELETE"] {
                let answer = served.ask(method, address, by, "");
                says_why(&answer, &format!("{method} {address} by {key:?}"));
            }
            for (kind, body) in BODIES {
                let typed = [("Content-Type", kind)];
                let headers = [by, if kind.is_empty() { &[] } else { &typed }].concat();
                let answer = served.ask("POST", address, &headers, body);
                says_why(&answer, &format!("POST {address} by {key:?} with {body:?}"));
            }
        }
    }
    // Whatever was asked, nothing came of it.
    let people = served.ask("GET", "/api/ladder", &[], "").json()["people"].clone();
    assert_eq!(people, json!(1));
}
