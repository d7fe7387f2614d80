//! A game such as hosts keep, for tests and benches that change what they are about.

use std::time::{Duration, UNIX_EPOCH};

use othello_rules::{ByColour, Colour};
use othello_store::{Ending, GameRecord, PlayerRecord, RoundRecord};

/// A game of two rounds.
pub fn game(black: &str, white: &str, ending: Ending) -> GameRecord {
    GameRecord {
        began: UNIX_EPOCH + Duration::from_millis(1_700_000_000_123),
        took: Duration::from_micros(9_876),
        game: "othello".into(),
        size: 8,
        start: "standard".into(),
        position: None,
        seed: 42,
        players: ByColour { black: player(black), white: player(white) },
        names: ByColour { black: black.into(), white: white.into() },
        specs: ByColour { black: format!("./{black}.so"), white: String::new() },
        ending,
        discs: ByColour { black: 40, white: 24 },
        moves: "f5d6--c3".into(),
        database: "embedded".into(),
        time: "none".into(),
        held_up: false,
        outputs: ByColour { black: String::new(), white: "a word\n".into() },
        contest_place: None,
        source: None,
        series: None,
        rounds: vec![round(0, Colour::Black), round(1, Colour::White)],
    }
}

/// A question to a player, and its answer.
pub fn round(ply: u32, side: Colour) -> RoundRecord {
    RoundRecord {
        ply,
        side,
        query: Some("MATCH (cell:Cell) RETURN cell".into()),
        params: None,
        rows: Some(1),
        asked: Duration::from_micros(12),
        ran: Duration::from_micros(345),
        thinking: Some(format!(r#"{{"value":{ply}}}"#)),
        warnings: None,
    }
}

fn player(name: &str) -> PlayerRecord {
    PlayerRecord {
        name: name.into(),
        version: "1.0".into(),
        class: "blind".into(),
        ..PlayerRecord::default()
    }
}
