//! A game as a line of JSON or of a table; a whole game written as JSON, in full or in few bytes, and read again. Formats of other programs
//! belong to the rules.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use othello_rules::{ByColour, Colour};
use othello_store::{Ending, GameRecord, GameSummary, PlayerRecord, RoundRecord};
use serde_json::{Value, json};

use super::saved::SavedGame;

/// The first line of a table.
pub const CSV_HEADS: &str = "id,number,began,black,white,winner,ending,reason,black_discs,white_discs,game,size,start,moves";

/// How a game ended in one word, and why where it was not played out.
fn ending(game: &GameSummary) -> (&str, &str) {
    match &game.ending {
        Ending::Played { .. } => ("played", ""),
        Ending::Forfeit { word, reason, .. } => (word, reason),
        Ending::Void { reason } => ("void", reason),
    }
}

fn winner(game: &GameSummary) -> Option<&str> {
    game.ending.winner().map(|winner| game.names[winner].as_str())
}

fn colour_name(colour: Colour) -> &'static str {
    match colour {
        Colour::Black => "black",
        Colour::White => "white",
    }
}

/// What a list says of a game.
pub fn as_json(game: &GameSummary) -> Value {
    let (ending, reason) = ending(game);
    json!({
        "id": game.id.0,
        "number": game.contest_place.map(|place| place.0),
        "began": seconds(game.began),
        "game": game.game,
        "size": game.size,
        "start": game.start,
        "position": game.position,
        "black": game.names.black,
        "white": game.names.white,
        "winner": winner(game),
        "winner_colour": game.ending.winner().map(colour_name),
        "ending": ending,
        "reason": reason,
        "black_discs": game.discs.black,
        "white_discs": game.discs.white,
        "moves": game.moves,
    })
}

/// All that a file has of a game.
pub fn game_json(game: &SavedGame) -> Value {
    let record = &game.record;
    let player = |colour: Colour| {
        let PlayerRecord { name, version, author, class, options, hash } = &record.players[colour];
        json!({
            "name": name, "version": version, "author": author, "class": class,
            "options": options, "hash": hash, "spec": record.specs[colour],
            "output": record.outputs[colour],
        })
    };
    let mut object = as_json(&game.summary);
    object["seed"] = record.seed.into();
    object["took_ms"] = milliseconds(record.took);
    object["database"] = record.database.clone().into();
    object["time"] = record.time.clone().into();
    object["held_up"] = record.held_up.into();
    object["players"] = json!({ "black": player(Colour::Black), "white": player(Colour::White) });
    object["source"] = source(record.source.as_deref());
    object["series"] = record.series.clone().into();
    object["rounds"] = record.rounds.iter().map(round).collect();
    object
}

/// What the record of another program said.
fn source(text: Option<&str>) -> Value {
    text.and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default()
}

/// All that a file has of a game, in few bytes: a query, which most rounds share, stands once among the texts and by its
/// number in each round, and what is missing is what is usual.
pub fn game_line(game: &SavedGame) -> String {
    let mut object = game_json(game);
    let mut texts: Vec<Value> = Vec::new();
    for round in object["rounds"].as_array_mut().into_iter().flatten() {
        let query = round["query"].take();
        if query.is_string() {
            let known = texts.iter().position(|text| *text == query);
            round["query"] = known.unwrap_or(texts.len()).into();
            if known.is_none() {
                texts.push(query);
            }
        }
        leave_out(round, &|value| value.is_null());
    }
    object["texts"] = texts.into();
    let is_usual = |value: &Value| match value {
        Value::Null | Value::Bool(false) => true,
        Value::String(text) => text.is_empty(),
        Value::Array(list) => list.is_empty(),
        _ => false,
    };
    for side in [Colour::Black, Colour::White].map(colour_name) {
        leave_out(&mut object["players"][side], &is_usual);
    }
    leave_out(&mut object, &is_usual);
    // A position is a game without moves, and a game that says nothing of them is none.
    object["moves"] = game.summary.moves.clone().into();
    object.to_string()
}

fn leave_out(object: &mut Value, is_usual: &dyn Fn(&Value) -> bool) {
    if let Some(object) = object.as_object_mut() {
        object.retain(|_, value| !is_usual(value));
    }
}

fn round(round: &RoundRecord) -> Value {
    let parsed = |text: &Option<String>| {
        text.as_deref().and_then(|text| serde_json::from_str::<Value>(text).ok())
    };
    json!({
        "ply": round.ply,
        "colour": colour_name(round.side),
        "query": round.query,
        "params": parsed(&round.params),
        "rows": round.rows,
        "ask_ms": milliseconds(round.asked),
        "query_ms": milliseconds(round.ran),
        "thinking": parsed(&round.thinking),
        "warnings": round.warnings,
    })
}

/// Reads a game as [`game_json`] writes it; of what is missing, nothing is known.
///
/// # Errors
/// Which part is missing that a game needs.
pub fn parse(object: &Value) -> Result<GameRecord, String> {
    let text = |key: &str| object[key].as_str().unwrap_or_default().to_owned();
    let number = |key: &str| object[key].as_u64().unwrap_or_default();
    // Earlier versions left out that there were none.
    let none = Some("").filter(|_| object["moves"].is_null() && object["ending"].is_string());
    let moves = object["moves"].as_str().or(none);
    let moves = moves.ok_or("a game needs its \"moves\", a transcript")?;
    let or = |text: String, usual: &str| if text.is_empty() { usual.to_owned() } else { text };
    let small = |key: &str| u32::try_from(number(key)).unwrap_or_default();
    let sides = ByColour::from_fn(colour_name);
    let player = |side: &&'static str| {
        let known = &object["players"][*side];
        let text = |key: &str| known[key].as_str().unwrap_or_default().to_owned();
        PlayerRecord {
            name: or(text("name"), object[*side].as_str().unwrap_or_default()),
            version: text("version"),
            author: text("author"),
            class: text("class"),
            options: text("options"),
            hash: text("hash"),
        }
    };
    let of_player = |side: &'static str, key: &str| {
        object["players"][side][key].as_str().unwrap_or_default().to_owned()
    };
    Ok(GameRecord {
        began: UNIX_EPOCH + duration(object["began"].as_f64().unwrap_or_default()),
        took: duration(object["took_ms"].as_f64().unwrap_or_default() / 1000.0),
        game: or(text("game"), "othello"),
        size: if number("size") == 0 { 8 } else { small("size") },
        start: or(text("start"), "standard"),
        position: object["position"].as_str().map(str::to_owned),
        seed: number("seed"),
        players: sides.as_ref().map(player),
        names: sides.map(text),
        specs: sides.map(|side| of_player(side, "spec")),
        ending: parse_ending(object)?,
        discs: ByColour { black: small("black_discs"), white: small("white_discs") },
        moves: moves.to_owned(),
        database: text("database"),
        time: text("time"),
        held_up: object["held_up"].as_bool().unwrap_or_default(),
        outputs: sides.map(|side| of_player(side, "output")),
        contest_place: None,
        source: Some(&object["source"]).filter(|source| source.is_object()).map(Value::to_string),
        series: object["series"].as_str().map(str::to_owned),
        rounds: {
            let rounds = object["rounds"].as_array().into_iter().flatten();
            rounds.map(|round| parse_round(round, &object["texts"])).collect()
        },
    })
}

fn parse_ending(object: &Value) -> Result<Ending, String> {
    let reason = object["reason"].as_str().unwrap_or_default().to_owned();
    let winner = match object["winner_colour"].as_str() {
        Some("black") => Some(Colour::Black),
        Some("white") => Some(Colour::White),
        _ => None,
    };
    match (object["ending"].as_str(), winner) {
        (Some("void") | None, _) => Ok(Ending::Void { reason }),
        (Some("played"), winner) => Ok(Ending::Played { winner }),
        (Some(word), Some(winner)) => {
            Ok(Ending::Forfeit { by: winner.opponent(), word: word.to_owned(), reason })
        }
        (Some(word), None) => Err(format!("the ending {word:?} has no \"winner_colour\"")),
    }
}

fn parse_round(object: &Value, texts: &Value) -> RoundRecord {
    let time = |key: &str| duration(object[key].as_f64().unwrap_or_default() / 1000.0);
    let json = |key: &str| Some(&object[key]).filter(|part| !part.is_null()).map(Value::to_string);
    let text = |key: &str| object[key].as_str().map(str::to_owned);
    RoundRecord {
        ply: object["ply"].as_u64().and_then(|ply| u32::try_from(ply).ok()).unwrap_or_default(),
        side: if object["colour"] == "white" { Colour::White } else { Colour::Black },
        query: match object["query"].as_u64().and_then(|number| usize::try_from(number).ok()) {
            Some(number) => texts[number].as_str().map(str::to_owned),
            None => text("query"),
        },
        params: json("params"),
        rows: object["rows"].as_u64(),
        asked: time("ask_ms"),
        ran: time("query_ms"),
        thinking: json("thinking"),
        warnings: text("warnings"),
    }
}

/// A line of a table.
pub fn as_csv(game: &GameSummary) -> String {
    let (ending, reason) = ending(game);
    let number = game.contest_place.map_or_else(String::new, |place| place.0.to_string());
    let cells = [
        game.id.0.to_string(),
        number,
        format!("{:.3}", seconds(game.began)),
        game.names.black.clone(),
        game.names.white.clone(),
        winner(game).unwrap_or_default().to_owned(),
        ending.to_owned(),
        reason.to_owned(),
        game.discs.black.to_string(),
        game.discs.white.to_string(),
        game.game.clone(),
        game.size.to_string(),
        game.start.clone(),
        game.moves.clone(),
    ];
    cells.map(|cell| csv_cell(&cell)).join(",")
}

/// A cell as RFC 4180 has it. What a spreadsheet would run as a formula is made a text.
fn csv_cell(cell: &str) -> String {
    let formula = cell.starts_with(['=', '+', '-', '@']);
    let cell = if formula { format!("'{cell}") } else { cell.to_owned() };
    if cell.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell
    }
}

fn seconds(time: SystemTime) -> f64 {
    time.duration_since(UNIX_EPOCH).map_or(0.0, |since| since.as_secs_f64())
}

/// A time to the microsecond, which is as far as files keep times.
fn duration(seconds: f64) -> Duration {
    Duration::from_micros((seconds * 1e6).round() as u64)
}

/// Milliseconds to three decimals.
fn milliseconds(time: Duration) -> Value {
    ((time.as_secs_f64() * 1e6).round() / 1e3).into()
}

#[cfg(test)]
mod tests {
    use othello_rules::text;
    use othello_store::Store;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn cells_with_commas_quotes_and_formulas_stay_cells() {
        assert_eq!(csv_cell("a"), "a");
        assert_eq!(csv_cell("a,\"b\""), "\"a,\"\"b\"\"\"");
        assert_eq!(csv_cell("=1+1"), "'=1+1");
    }

    /// Texts as a file of games gives them.
    fn texts() -> impl Strategy<Value = ByColour<String>> {
        ("\\PC{1,12}", any::<String>()).prop_map(|(black, more)| {
            let shown = |text: &str| text::one_line(text).into_owned();
            ByColour { white: shown(&format!("{black}{more}")), black: shown(&black) }
        })
    }

    fn reasons() -> impl Strategy<Value = String> {
        any::<String>().prop_map(|reason| text::lines(&reason).into_owned())
    }

    fn endings() -> impl Strategy<Value = Ending> {
        let side = prop_oneof![Just(Colour::Black), Just(Colour::White)];
        prop_oneof![
            proptest::option::of(side.clone()).prop_map(|winner| Ending::Played { winner }),
            reasons().prop_map(|reason| Ending::Void { reason }),
            (side, "[a-z][a-z-]{4,9}", reasons()).prop_map(|(by, word, reason)| {
                Ending::Forfeit { by, word: format!("x-{word}"), reason }
            }),
        ]
    }

    fn rounds() -> impl Strategy<Value = Vec<RoundRecord>> {
        let times = (0..u64::from(u32::MAX), 0..u64::from(u32::MAX));
        let text = proptest::option::of(any::<String>());
        let round = (0..9999_u32, any::<bool>(), times, text.clone(), text, any::<Option<u32>>());
        let round = round.prop_map(|(ply, white, (asked, ran), query, other, rows)| RoundRecord {
            ply,
            side: if white { Colour::White } else { Colour::Black },
            params: query.as_ref().map(|text| json!({ "a": text, "b": [1, 2.5] }).to_string()),
            thinking: other.as_ref().map(|text| json!({ "entries": { "x": text } }).to_string()),
            query,
            rows: rows.map(u64::from),
            asked: Duration::from_micros(asked),
            ran: Duration::from_micros(ran),
            warnings: other,
        });
        proptest::collection::vec(round, 0..6)
    }

    proptest! {
        #[test]
        fn a_game_written_as_json_and_read_again_is_the_same(
            (names, specs, outputs) in (texts(), texts(), texts()),
            (ending, rounds) in (endings(), rounds()),
            (seed, began, took) in (any::<u64>(), 0..4_000_000_000_000_u64, 0..u64::from(u32::MAX)),
            position in proptest::option::of("[-XO]{16} [XO]"),
        ) {
            let player = |name: String| PlayerRecord { name, class: "blind".into(), ..PlayerRecord::default() };
            let record = GameRecord {
                began: UNIX_EPOCH + Duration::from_millis(began),
                took: Duration::from_micros(took),
                game: "othello".to_owned(),
                size: 8,
                start: "standard".to_owned(),
                position,
                seed,
                players: names.clone().map(player),
                names,
                specs,
                ending,
                discs: ByColour { black: 33, white: 31 },
                moves: if seed % 5 == 0 { String::new() } else { "f5d6--c3".to_owned() },
                database: "embedded".to_owned(),
                time: "no limit".to_owned(),
                held_up: seed % 2 == 0,
                outputs,
                contest_place: None,
                source: (seed % 3 == 0).then(|| json!({ "place": "Paris", "tags": [] }).to_string()),
                series: (seed % 2 == 0).then(|| "abcdefghjk".to_owned()),
                rounds,
            };
            let folder = tempfile::tempdir().unwrap();
            let mut store = Store::open(&folder.path().join("games.db")).unwrap();
            let id = store.add(&record).unwrap();
            let saved = SavedGame::load(&store, id).unwrap();
            for line in [game_json(&saved).to_string(), game_line(&saved)] {
                prop_assert_eq!(parse(&serde_json::from_str(&line).unwrap()), Ok(record.clone()));
            }
        }

        #[test]
        fn any_json_is_a_game_or_an_error(key in "moves|rounds|players|began|size|ending", value in any::<String>(), number in any::<f64>()) {
            for value in [json!(value), json!(number), json!([number]), json!({ "black": number }), json!([{ "ply": number, "ask_ms": number }])] {
                let _ = parse(&json!({ "moves": "f5", "took_ms": number, key.as_str(): value }));
            }
        }
    }
}
