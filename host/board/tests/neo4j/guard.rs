//! Nothing gets past the guard: queries that mean one thing to our front end and would mean another to a server, in
//! every disguise that we could think of, sent to a real one beside a listener that must hear nothing.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use othello_board::session::{Meter, Params, Policy, player_limits};
use othello_board::{Fault, Neo4j, Secret, Session};
use othello_cypher::Datum;

use super::{empty, read, write};
use crate::disguises::{AGAINST, disguises};

/// Somewhere on the network.
struct Ear {
    port: u16,
    heard: Arc<AtomicUsize>,
}

impl Ear {
    fn open() -> Ear {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let heard = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&heard);
        std::thread::spawn(move || {
            for mut stream in listener.incoming().flatten() {
                count.fetch_add(1, Ordering::SeqCst);
                let _ = stream.read(&mut [0; 1024]);
                let _ = stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nx\n");
            }
        });
        Ear { port, heard }
    }

    fn heard(&self) -> usize {
        self.heard.load(Ordering::SeqCst)
    }
}

/// What a player's query gives, by the policy that a user has who gives no flag at all, or some names.
fn play(session: &mut Neo4j, text: &str, policy: &Policy) -> Result<Vec<Vec<Datum>>, Fault> {
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(60);
    let meter = Meter::new(player_limits(Some(deadline), 0));
    let checked = session.prepare(text, policy, &meter)?;
    let mut params = Params::default();
    params.set_host("symbol", "X".into());
    params.set("own", "\u{27} \\u0027 `".into());
    params.set_key(Secret::new("sk-very-secret"));
    session.read(&checked, &params, &meter).map(|outcome| outcome.rows)
}

#[test]
fn no_disguise_gets_past_the_guard() {
    let Some((_server, mut session)) = empty() else { return };
    write(&mut session, "CREATE (:Cell {row: 0, column: 0})");
    let ear = Ear::open();
    let url = format!("http://127.0.0.1:{}/", ear.port);

    // Whoever is trusted can reach the listener, so that silence means something.
    let trusted = format!("LOAD CSV FROM '{url}' AS line RETURN line AS cell");
    read(&mut session, &trusted, std::time::Duration::from_secs(60)).unwrap();
    assert_eq!(ear.heard(), 1);

    let mut named = Policy::default();
    named.allow("ai".parse().unwrap());
    let policies = [Policy::default(), named];
    let disguises = disguises(&url);
    assert!(disguises.len() > 400, "{} disguises", disguises.len());
    let mut passed = 0;
    for text in &disguises {
        for policy in &policies {
            match play(&mut session, text, policy) {
                Err(Fault::Query(_)) => {}
                // What does pass, does what it says to us: it finds the cell or nothing.
                Ok(rows) => {
                    passed += 1;
                    let harmless = rows.iter().flatten().all(|value| match value {
                        Datum::Node(cell) => cell.labels == ["Cell"],
                        Datum::Text(text) => text.starts_with("harmless"),
                        Datum::Null => true,
                        _ => false,
                    });
                    assert!(harmless, "{text:?} gave {rows:?}");
                }
                Err(other) => panic!("{text:?}: {other:?}"),
            }
        }
    }
    assert!(passed > 40, "only {passed} passed");
    assert_eq!(ear.heard(), 1, "the listener was called");
    let metadata =
        "SHOW TRANSACTIONS YIELD metaData WHERE metaData.evil IS NOT NULL RETURN count(*) AS n";
    assert_eq!(super::number(&mut session, metadata), 0);
    for text in AGAINST {
        assert!(matches!(play(&mut session, text, &policies[0]), Err(Fault::Query(_))), "{text}");
    }
    write(&mut session, "MATCH (c:Cell) DELETE c");
}

#[test]
fn names_and_texts_of_any_characters_arrive_as_they_are() {
    let Some((_server, mut session)) = empty() else { return };
    let policy = Policy::default();
    let odd = [
        "plain",
        "a'b\"c`d",
        "\\",
        "\\\\",
        "\\u0041",
        "\\\\u0060",
        "\\n",
        "tab\there",
        "two\nlines",
        "ä😀\u{2028}",
        "\u{85}\u{a0}\u{feff}",
        "// no comment",
        "/* none */",
        "; no end",
        "\u{0}\u{1}\u{7f}",
        "trailing \\",
        "uu\\uu",
    ];
    for text in odd {
        let quoted: String = text
            .chars()
            .map(|c| match c {
                '\\' => "\\\\".to_owned(),
                '\'' => "\\'".to_owned(),
                c => c.to_string(),
            })
            .collect();
        // The same in a text, in a key and in a column's name.
        let name = text.replace('`', "``").replace('\\', "\\u005c");
        let query = format!("WITH {{`{name}`: '{quoted}'}} AS map RETURN map AS `{name}`");
        let meter = Meter::new(player_limits(None, 0));
        let checked = session.prepare(&query, &policy, &meter).unwrap();
        let outcome = session.read(&checked, &Params::default(), &meter).unwrap();
        let map =
            std::collections::BTreeMap::from([(text.to_owned(), Datum::Text(text.to_owned()))]);
        assert_eq!(outcome.columns, [text], "{query}");
        assert_eq!(outcome.rows, [[Datum::Map(map)]], "{query}");
    }
}

#[test]
fn a_fault_that_the_server_finds_is_shown_in_the_authors_text() {
    let Some((_server, mut session)) = empty() else { return };
    // Only the server knows that there is no such function.
    let text = "// höher \\u000a\nMATCH (cell:Cell)\nRETURN cell,\n  no.such($own)  AS x";
    let mut policy = Policy::default();
    policy.allow("no.*".parse().unwrap());
    let Err(Fault::Query(fault)) = play(&mut session, text, &policy) else { panic!("it ran") };
    let span = fault.span.unwrap();
    assert_eq!(&text[span.start as usize..span.end as usize], "no.such($own)", "{fault:?}");
    assert!(!fault.message.contains("CYPHER 5") && !fault.message.contains("offset"), "{fault:?}");
}

#[test]
fn a_column_without_a_name_has_its_authors_text_for_one() {
    let Some((_server, mut session)) = empty() else { return };
    let text = "UNWIND [1] AS `a b` RETURN `a b`  +  1, 'it\\'s\n\\u0041' , count( * )";
    let meter = Meter::new(player_limits(None, 0));
    let checked = session.prepare(text, &Policy::default(), &meter).unwrap();
    let outcome = session.read(&checked, &Params::default(), &meter).unwrap();
    assert_eq!(outcome.columns, ["`a b`  +  1", "'it\\'s\n\\u0041'", "count( * )"]);
    assert_eq!(
        outcome.rows,
        [[Datum::Integer(2), Datum::Text("it's\nA".into()), Datum::Integer(1)]]
    );
}
