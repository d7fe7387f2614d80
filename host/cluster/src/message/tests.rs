//! What travels comes as it went, and what could not have been sent is refused.

use super::*;

#[test]
fn a_pair_that_travelled_is_the_same() {
    let moves = Move::sequence("f5d6c3").unwrap();
    let opening = Opening { start: None, moves };
    let players = ByColour { black: 1, white: 0 };
    let game = |number, players| GameJob { number, players, opening: opening.clone() };
    let both = vec![game(14, players), game(15, players.swapped())];
    let order = order();
    for games in [both.clone(), both[..1].to_vec(), both[1..].to_vec()] {
        let pair = PairJob { place: 7, attempt: 2, games };
        let message = PairMessage::of(&pair, None).unwrap().encoded().unwrap();
        let read = PairMessage::read(&message).unwrap();
        assert_eq!(read.pair(&order).unwrap(), pair);
    }
}

fn passenger(name: &str) -> Passenger {
    Passenger {
        name: name.to_owned(),
        player: name.to_owned(),
        options: "{}".to_owned(),
        pack: Digest::of(name.as_bytes()),
        files: BTreeMap::new(),
    }
}

fn order() -> Order {
    let plan = serde_json::from_str(include_str!("../../tests/plan.json")).unwrap();
    let entrants = vec![passenger("A"), passenger("B")];
    Order { plan, entrants, demands: WorkerDemands::default() }
}

#[test]
fn a_pair_brings_its_players_where_the_plan_names_none_and_only_there() {
    let named = order();
    let open = Order { entrants: Vec::new(), ..named.clone() };
    let opening = Opening { start: None, moves: Vec::new() };
    let game = |black, white| GameJob {
        number: 14,
        players: ByColour { black, white },
        opening: opening.clone(),
    };
    let pair = |black, white| PairJob { place: 7, attempt: 2, games: vec![game(black, white)] };
    let passengers = [passenger("A"), passenger("B")];
    let guests = Guests { passengers, show: Duration::from_millis(5) };
    let read = |pair: &PairJob, guests: Option<&Guests>, order: &Order| {
        let message = PairMessage::of(pair, guests.cloned()).unwrap();
        let read = PairMessage::read(&message.encoded().unwrap()).unwrap();
        assert_eq!(read.guests.as_ref(), guests);
        read.pair(order)
    };
    assert_eq!(read(&pair(1, 0), Some(&guests), &open).unwrap(), pair(1, 0));
    assert!(read(&pair(2, 0), Some(&guests), &open).is_err(), "there are two");
    assert!(read(&pair(1, 0), None, &open).is_err());
    assert!(read(&pair(1, 0), Some(&guests), &named).is_err());
}

#[test]
fn a_place_that_no_pair_has_is_refused() {
    let pair = |place| PairMessage {
        protocol: PROTOCOL,
        task: TaskId { place, games: 3, attempt: 0 },
        start: None,
        opening: String::new(),
        players: (0, 1),
        guests: None,
    };
    assert_eq!(pair(7).pair(&order()).unwrap().games[1].number, 15);
    for place in [u64::MAX, u64::MAX / 2 + 1] {
        let error = pair(place).pair(&order()).unwrap_err().to_string();
        assert!(error.contains("no pair has this place"), "{error}");
    }
}

#[test]
fn what_is_said_of_a_message_that_can_t_be_read_moves_no_terminal() {
    let wrong = br#"{"protocol": "\u001b[2J\n"}"#;
    let unread = [
        decode::<PairMessage>("a pair", wrong).map(drop),
        decode::<PairMessage>("a pair", b"{\"protocol\": 3, \"\x1b[2J\": 1}").map(drop),
        Notice::read(b"{\"protocol\": 1}").map(drop),
    ];
    for error in unread.map(|it| it.unwrap_err().to_string()) {
        assert!(!error.contains(char::is_control), "{error:?}");
    }
    let older = Notice::read(b"{\"protocol\": 1}").unwrap_err().to_string();
    assert!(older.contains("version 1") && older.contains("update the other one"), "{older}");
}

#[test]
fn another_version_is_told_before_anything_else_is_read() {
    let newer = format!("{{\"protocol\": {}, \"what\": \"else\"}}", PROTOCOL + 1);
    let error = decode::<PairMessage>("a pair", newer.as_bytes()).unwrap_err().to_string();
    assert!(error.contains("update this host"), "{error}");
}

#[test]
fn a_bomb_goes_off_within_bounds() {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    for _ in 0..80 {
        encoder.write_all(&vec![b' '; 1 << 20]).unwrap();
    }
    let bomb = encoder.finish().unwrap();
    assert!(bomb.len() < LONGEST);
    let error = Order::read(&bomb).unwrap_err().to_string();
    assert!(error.contains("more than it may"), "{error}");
}

#[test]
fn what_no_worker_holds_is_neither_sent_nor_read() {
    let many = vec![passenger("A"); MOST_PLAYERS + 1];
    let order = Order { entrants: many, ..order() };
    let error = order.packed().unwrap_err().to_string();
    assert!(error.contains("this one has 10001"), "{error}");
    let error = Order::read(&pack(&order).unwrap().packed).unwrap_err().to_string();
    assert!(error.contains("more than 10000 players"), "{error}");
    let pair = |opening: String, options: String| PairMessage {
        protocol: PROTOCOL,
        task: TaskId { place: 0, games: 3, attempt: 0 },
        start: None,
        opening,
        players: (0, 1),
        guests: Some(Guests {
            passengers: [Passenger { options, ..passenger("A") }, passenger("B")],
            show: Duration::ZERO,
        }),
    };
    let long = pair(String::new(), "x".repeat(LONGEST_PAIR));
    assert!(long.encoded().is_err());
    assert!(PairMessage::read(&encode(&long).unwrap()).is_err());
    let endless = pair("f5".repeat(LONGEST_OPENING), String::new()).encoded().unwrap();
    let error = PairMessage::read(&endless).unwrap_err().to_string();
    assert!(error.contains("more than a board has room for"), "{error}");
}

#[test]
fn nearly_as_fast_is_as_fast() {
    let speed = |search, query| Speed {
        search: Duration::from_millis(search),
        query: Duration::from_millis(query),
    };
    let reference = speed(100, 100);
    assert_eq!(speed(110, 105).slowness_against(reference), 1.0);
    assert_eq!(speed(400, 100).slowness_against(reference), 2.0);
    assert_eq!(speed(50, 50).slowness_against(reference), 0.5);
}
