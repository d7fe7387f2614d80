//! The Generic Game Format of the GGS server, which the NBoard protocol speaks too:
//! `(;GM[Othello]PB[anna]PW[otto]BO[8 ---... *]B[F5//1.20]W[D6]...;)`.

use std::fmt::Write;

use super::record::{Ending, Fault, GameResult, Note, Record, RecordError};
use super::text::text_of;
use crate::colour::Colour;
use crate::game::Game;
use crate::ply::{IllegalMove, Move};
use crate::position::Position;
use crate::setup::Setup;
use crate::transcript::{TranscriptError, WrongMove, shortened};
use crate::variant::Variant;

/// Reads all games of a file or a message; whatever stands between them is skipped. `file` is what
/// errors call it.
pub fn read<'a>(
    file: &'a str,
    bytes: &'a [u8],
) -> impl Iterator<Item = Result<Record, RecordError>> + 'a {
    let mut rest = bytes;
    (1..).map_while(move |number| {
        let start = find(rest, b"(;")?;
        let body = &rest[start + 2..];
        let (properties, after) = match properties(body) {
            Ok((properties, after)) => (Ok(properties), after),
            // The game has no proper end: go on with whatever begins inside it.
            Err(fault) => (Err(fault), body),
        };
        rest = after;
        let record = properties.and_then(|properties| record(&properties));
        Some(record.map_err(|fault| fault.in_game(file, number)))
    })
}

/// Writes a game in one line without a line break at its end.
#[must_use]
pub fn write(record: &Record) -> String {
    let initial = record.game.initial();
    let size = initial.size().get();
    let mut text = String::from("(;");
    let mut property = |key: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace(']', "\\]").replace("(;", "(\\;");
        // Writing to a string does not fail.
        let _ = write!(text, "{key}[{value}]");
    };
    property("GM", if initial.variant() == Variant::Othello { "Othello" } else { "Reversi" });
    for (key, value) in [("PC", &record.place), ("DT", &record.date)] {
        if !value.is_empty() {
            property(key, value);
        }
    }
    for (key, name) in [("PB", &record.players.black), ("PW", &record.players.white)] {
        property(key, name);
    }
    for (key, rating) in [("RB", record.ratings.black), ("RW", record.ratings.white)] {
        if let Some(rating) = rating {
            property(key, &rating.to_string());
        }
    }
    property("RE", &record.result.map_or_else(|| "?".to_owned(), result_text));
    for (key, value) in &record.tags {
        let own = ["GM", "BO", "PC", "DT", "PB", "PW", "RE", "B", "W", "KB", "KW"];
        let proper = key.bytes().all(|byte| byte.is_ascii_uppercase()) && !key.is_empty();
        if proper && !own.contains(&key.as_str()) {
            property(key, value);
        }
    }
    if !record.tags.iter().any(|(key, _)| key == "TY") {
        property("TY", &size.to_string());
    }
    let board = Setup::from(*initial).to_string().replace('X', "*");
    property("BO", &format!("{size} {board}"));
    let notes = record.notes.iter().copied().chain(std::iter::repeat(Note::default()));
    let movers = record.game.positions().map(|position| position.to_move());
    for ((&ply, mover), note) in record.game.moves().iter().zip(movers).zip(notes) {
        property(colour_key(mover), &move_text(ply, note));
    }
    text.push_str(";)");
    text
}

const fn colour_key(colour: Colour) -> &'static str {
    match colour {
        Colour::Black => "B",
        Colour::White => "W",
    }
}

fn result_text(result: GameResult) -> String {
    let flag = match result.ending {
        Ending::Counted => "",
        Ending::Resigned => ":r",
        Ending::TimedOut => ":t",
        Ending::Agreed => ":s",
    };
    format!("{:+}.000{flag}", result.margin)
}

fn move_text(ply: Move, note: Note) -> String {
    let mut text = match ply {
        Move::Place(square) => square.to_string().to_uppercase(),
        Move::Pass => "PA".to_owned(),
    };
    if note.evaluation.is_some() || note.seconds.is_some() {
        text.push('/');
        text.extend(note.evaluation.map(|evaluation| format!("{evaluation:.2}")));
    }
    text.extend(note.seconds.map(|seconds| format!("/{seconds:.3}")));
    text
}

/// A key and its text.
type Property = (String, String);

/// The properties of a game whose opening bracket has been read, and what follows the game.
fn properties(body: &[u8]) -> Result<(Vec<Property>, &[u8]), Fault> {
    let mut properties = Vec::new();
    let mut rest = body.trim_ascii_start();
    loop {
        if let Some(after) = rest.strip_prefix(b";)").or_else(|| rest.strip_prefix(b")")) {
            return Ok((properties, after));
        }
        let length = rest.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
        let (key, after) = rest.split_at(length);
        let Some(value) = after.trim_ascii_start().strip_prefix(b"[").filter(|_| length > 0) else {
            return Err(form("a property such as PB[name], or ;) at the end, is missing"));
        };
        let (value, after) = bracket_text(value).ok_or_else(|| {
            form(&format!("the bracket of {}[ is not closed", text_of(&key[..length.min(8)])))
        })?;
        properties.push((text_of(key).to_ascii_uppercase(), value));
        rest = after.trim_ascii_start();
    }
}

/// The text up to the closing bracket. In it a backslash takes away the meaning of `]`, `;` and
/// itself; where a game seems to begin, the bracket was not closed.
fn bracket_text(bytes: &[u8]) -> Option<(String, &[u8])> {
    let mut value = Vec::new();
    let mut rest = bytes;
    loop {
        rest = match rest {
            [b'(', b';', ..] | [] => return None,
            [b'\\', escaped @ (b']' | b'\\' | b';'), after @ ..] => {
                value.push(*escaped);
                after
            }
            [b']', after @ ..] => return Some((text_of(&value), after)),
            [byte, after @ ..] => {
                value.push(*byte);
                after
            }
        };
    }
}

/// Plays the game that the properties describe.
fn record(properties: &[Property]) -> Result<Record, Fault> {
    let value = |key: &str| properties.iter().find(|(k, _)| k == key).map(|(_, v)| v.as_str());
    let variant = match value("GM") {
        Some(game) => game.trim().parse().map_err(|_| {
            form(&format!("the game is \"{}\", neither Othello nor Reversi", shortened(game)))
        })?,
        None => Variant::Othello,
    };
    let mut record = Record::new(Game::from_position(initial(variant, value("BO"))?));
    let width = record.game.size().get().to_string();
    let mut number = 0;
    for (key, value) in properties {
        match key.as_str() {
            "GM" | "BO" => {}
            "PC" => record.place.clone_from(value),
            "DT" => record.date.clone_from(value),
            "PB" => record.players.black.clone_from(value),
            "PW" => record.players.white.clone_from(value),
            "TY" if *value == width => {}
            "RE" => record.result = result(value)?,
            "B" | "W" => {
                number += 1;
                let mover = if key == "B" { Colour::Black } else { Colour::White };
                play(&mut record, mover, value).map_err(|why| TranscriptError {
                    number,
                    text: shortened(value),
                    why,
                })?;
            }
            "KB" | "KW" => return Err(form("games with komi bids are not Othello as played here")),
            _ => match (rating_of(key), value.trim().parse()) {
                (Some(colour), Ok(rating)) if f64::is_finite(rating) => {
                    record.ratings[colour] = Some(rating);
                }
                _ => record.tags.push((key.clone(), value.clone())),
            },
        }
    }
    Ok(record)
}

fn rating_of(key: &str) -> Option<Colour> {
    match key {
        "RB" => Some(Colour::Black),
        "RW" => Some(Colour::White),
        _ => None,
    }
}

/// The position of a `BO` property: the width, the squares and the side to move.
fn initial(variant: Variant, board: Option<&str>) -> Result<Position, Fault> {
    let Some(board) = board else {
        return Ok(Position::new(variant, Default::default(), Default::default()));
    };
    let (width, squares) = board.trim().split_once(char::is_whitespace).unwrap_or_default();
    let mut setup: Setup = squares.parse()?;
    if width != setup.size().get().to_string() {
        let size = setup.size();
        return Err(form(&format!("BO says \"{}\" and has a board of {size}", shortened(width))));
    }
    setup.variant = variant;
    Ok(setup.position()?)
}

/// A result such as `+6.000`, `-64.000:r` or `?`; of a game that was broken off there is none.
fn result(text: &str) -> Result<Option<GameResult>, Fault> {
    let (margin, flag) = text.trim().split_once(':').unwrap_or((text.trim(), ""));
    if matches!(margin, "" | "?") || margin.eq_ignore_ascii_case("aborted") {
        return Ok(None);
    }
    let ending = match flag {
        "r" => Ending::Resigned,
        "t" => Ending::TimedOut,
        "s" => Ending::Agreed,
        _ => Ending::Counted,
    };
    match margin.parse::<f64>() {
        Ok(margin) if margin.abs() <= 256.0 => {
            Ok(Some(GameResult { margin: margin.round() as i32, ending }))
        }
        _ => Err(form(&format!("RE[{}] is no result", shortened(text)))),
    }
}

/// Plays a move such as `F5`, `F5/-2.50` or `F5//1.20`: the square, what the player thought of it,
/// and the seconds that it took. A pass that was left out is put in.
fn play(record: &mut Record, mover: Colour, text: &str) -> Result<(), WrongMove> {
    let mut parts = text.split('/').map(str::trim);
    let ply: Move = parts.next().unwrap_or("").parse().map_err(|_| WrongMove::NotAMove)?;
    let mut number = || parts.next()?.parse().ok().filter(|number: &f64| number.is_finite());
    let note = Note { evaluation: number(), seconds: number() };
    let game = &mut record.game;
    if mover != game.position().to_move() {
        game.play(Move::Pass).map_err(|why| match why {
            IllegalMove::GameOver => WrongMove::Illegal(why),
            _ => WrongMove::OutOfTurn(mover),
        })?;
    }
    game.play(ply).map_err(WrongMove::Illegal)?;
    record.notes.resize(game.moves().len(), Note::default());
    if let Some(last) = record.notes.last_mut() {
        *last = note;
    }
    Ok(())
}

fn form(what: &str) -> Fault {
    Fault::Form(what.to_owned())
}

fn find(bytes: &[u8], what: &[u8]) -> Option<usize> {
    bytes.windows(what.len()).position(|window| window == what)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = "(;GM[Othello]PC[GGS/os]DT[2010.10.17_05:23:05.MDT]PB[anna]PW[otto]\
        RB[2082.33]RW[1669.67]TI[10:00//02:00]TY[8]RE[+6.000]\
        BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]\
        B[D3//3.95]W[c5/-18.40/0.10]B[E6//2.30];)";

    fn one(text: &str) -> Result<Record, String> {
        let mut games = read("a.ggf", text.as_bytes());
        let game = games.next().expect("a game").map_err(|error| error.to_string());
        assert!(games.next().is_none());
        game
    }

    #[test]
    fn a_game_of_the_server_is_read_with_all_that_it_says() {
        let record = one(GAME).unwrap();
        assert_eq!(record.game.transcript(), "d3c5e6");
        assert_eq!(record.players.as_ref().map(String::as_str).white, "otto");
        assert_eq!(record.ratings.black, Some(2082.33));
        assert_eq!(record.result, Some(GameResult { margin: 6, ending: Ending::Counted }));
        assert_eq!(record.notes[1], Note { evaluation: Some(-18.4), seconds: Some(0.1) });
        assert_eq!(record.notes[2], Note { evaluation: None, seconds: Some(2.3) });
        assert_eq!(record.tags, [("TI".to_owned(), "10:00//02:00".to_owned())]);
        assert_eq!(one(&write(&record)), Ok(record));
    }

    #[test]
    fn an_error_names_file_game_and_move_and_the_next_game_is_read() {
        let text = format!("2 {GAME}{}\n1 (;PB[x;)\n1 {GAME}", GAME.replace("c5/", "C6/"));
        let games: Vec<_> = read("a.ggf", text.as_bytes()).collect();
        let errors: Vec<_> =
            games.iter().map(|game| game.as_ref().err().map(ToString::to_string)).collect();
        assert_eq!(errors[0], None);
        assert_eq!(
            errors[1].as_deref(),
            Some(
                "a.ggf: game 2: move 2 (C6/-18.40/0.10): c6 turns nothing over for White; \
                 legal: c3 e3 c5"
            )
        );
        assert!(errors[2].is_some());
        assert_eq!(errors[3], None);
        assert_eq!(errors.len(), 4);
    }

    #[test]
    fn what_is_wrong_with_a_game_is_said() {
        let error = |text: &str| one(text).unwrap_err();
        assert_eq!(
            error("(;GM[Amazons];)"),
            "a.ggf: game 1: the game is \"Amazons\", neither Othello nor Reversi"
        );
        assert_eq!(
            error("(;B[F5]B[F6];)"),
            "a.ggf: game 1: move 2 (F6): it is not the turn of Black"
        );
        assert_eq!(error("(;RE[much];)"), "a.ggf: game 1: RE[much] is no result");
        assert_eq!(one("(;RE[aborted];)").unwrap().result, None);
        assert_eq!(error("(;PB[anna"), "a.ggf: game 1: the bracket of PB[ is not closed");
        assert_eq!(
            error("(;BO[8 ---- *];)"),
            "a.ggf: game 1: no board has 4 squares; 8x8 has 64, and boards are even from 4x4 to 16x16"
        );
        assert_eq!(
            error("(;BO[8 -----O*--*O----- *];)"),
            "a.ggf: game 1: BO says \"8\" and has a board of 4x4"
        );
    }
}
