//! What a file is, by its content.

use othello_rules::records::obf;
use othello_rules::records::wthor::{self, Header, Names};

use crate::history::formats::CSV_HEADS;

/// What a file holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Games of the WTHOR base.
    Wthor,
    /// Names of its players or tournaments.
    Names(Names),
    /// Games as this program keeps them.
    Games,
    /// Objects, one a line, or laid out otherwise.
    Json,
    /// Games of the GGS server.
    Ggf,
    /// Positions, one a line.
    Obf,
    /// Moves, one game a line.
    Transcripts,
}

/// The bytes that a file of SQLite begins with.
const SQLITE: &[u8] = b"SQLite format 3\0";
/// What packed files begin with, and what packed them.
const PACKED: [(&[u8], &str); 6] = [
    (b"\x1f\x8b", "gzip"),
    (b"PK\x03\x04", "zip"),
    (b"BZh", "bzip2"),
    (b"\xfd7zXZ\0", "xz"),
    (b"7z\xbc\xaf\x27\x1c", "7-Zip"),
    (b"\x28\xb5\x2f\xfd", "zstd"),
];
/// What such files of other kinds begin with as come along with games.
const OTHERS: [(&[u8], &str); 2] = [(b"%PDF", "a PDF"), (b"<", "a page")];

/// Whether it is such a file as this program keeps games in.
pub fn is_sqlite(bytes: &[u8]) -> bool {
    bytes.starts_with(SQLITE)
}

/// What a file is, whose text is in UTF-8. What is nothing else is read as transcripts, whose reader says what is wrong.
///
/// # Errors
/// What it is instead, and what to do about it.
pub fn kind(bytes: &[u8]) -> Result<Kind, String> {
    if is_sqlite(bytes) {
        return Ok(Kind::Games);
    }
    if let Some((_, packer)) = PACKED.iter().find(|(begin, _)| bytes.starts_with(begin)) {
        return Err(format!("it is packed by {packer}; unpack it, and import what was in it"));
    }
    if bytes.contains(&0) {
        return binary(bytes);
    }
    let text = bytes.trim_ascii_start();
    if let Some((_, what)) = OTHERS.iter().find(|(begin, _)| text.starts_with(begin)) {
        return Err(format!("it is {what}, and no record of games"));
    }
    if text.starts_with(CSV_HEADS.as_bytes()) {
        return Err("a table has not all of a game; export the games by --format json".to_owned());
    }
    // Its tags have names such as [Event "..."], with which nothing in JSON begins.
    if let [b'[', b'A'..=b'Z', ..] = text {
        let what = "it is PGN, which is not read; leave its tags out, and write the moves of each game on a line";
        return Err(format!("{what} (f5d6c3...)"));
    }
    if text.starts_with(b"{") || text.starts_with(b"[") {
        return Ok(Kind::Json);
    }
    if text.windows(2).any(|pair| pair == b"(;") {
        return Ok(Kind::Ggf);
    }
    Ok(if obf::is_obf(text) { Kind::Obf } else { Kind::Transcripts })
}

/// What a file is that is no text.
fn binary(bytes: &[u8]) -> Result<Kind, String> {
    let header = Header::read(bytes).map_err(|fault| fault.to_string())?;
    let (_, month, day) = header.created;
    if month > 12 || day > 31 {
        return Err("it is neither text nor games of WTHOR or of this program".to_owned());
    }
    match (header.games, usize::from(header.names)) {
        (0, 0) if bytes.len() == wthor::HEADER => Ok(Kind::Names(Names::default())),
        (_, 0) => Ok(Kind::Wthor),
        (_, count) => names(bytes, count),
    }
}

/// The names of a file that promises so many; its length says which they are.
fn names(bytes: &[u8], count: usize) -> Result<Kind, String> {
    let room = bytes.len() - wthor::HEADER;
    let wrong = |error: othello_rules::records::RecordError| error.fault.to_string();
    let (mut players, mut tournaments) = (Vec::new(), Vec::new());
    // A tournament's name is longer than a player's.
    if room < count * wthor::TOURNAMENT {
        players = wthor::read_players("", bytes).map_err(wrong)?;
    } else {
        tournaments = wthor::read_tournaments("", bytes).map_err(wrong)?;
    }
    Ok(Kind::Names(Names { players, tournaments }))
}

#[cfg(test)]
mod tests {
    use othello_rules::records::Record;
    use othello_rules::{Game, Position};

    use super::*;

    #[test]
    fn a_file_is_known_by_its_content() {
        for (text, known) in [
            ("f5d6c3\n", Kind::Transcripts),
            ("# mine\n(;GM[Othello]PB[a];)\n", Kind::Ggf),
            ("{\"moves\": \"f5\"}\n", Kind::Json),
            (
                "% FFO\nO--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X; a2:+38;",
                Kind::Obf,
            ),
            ("SQLite format 3\0", Kind::Games),
            ("", Kind::Transcripts),
        ] {
            assert_eq!(kind(text.as_bytes()), Ok(known), "{text}");
        }
        let mut record = Record::new(Game::from_transcript(Position::default(), "f5").unwrap());
        (record.players.black, record.place) = ("Ann".to_owned(), "Paris".to_owned());
        record.result = Some(othello_rules::records::GameResult::counted(&record.game));
        let files = wthor::write([&record], (2026, 11, 21), 1999).unwrap();
        assert_eq!(kind(&files.games), Ok(Kind::Wthor));
        let Ok(Kind::Names(players)) = kind(&files.players) else { panic!("no names") };
        assert_eq!(players.players, ["Ann", ""]);
        let Ok(Kind::Names(tournaments)) = kind(&files.tournaments) else { panic!("no names") };
        assert_eq!(tournaments.tournaments, ["Paris"]);
        // A file that was cut off holds no names at all.
        let cut = kind(&files.players[..files.players.len() - 1]).unwrap_err();
        assert_eq!(cut, "the header promises 2 names, the file has only 1");
    }

    #[test]
    fn what_is_no_record_is_told_as_what_it_is() {
        for (bytes, word) in [
            (b"\x1f\x8b\x08\0\0\0\0\0\0\x03games".as_slice(), "gzip"),
            (b"PK\x03\x04\x14\0\0\0", "zip"),
            (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR and more", "neither text nor games"),
            (b"f\x005\0d\x006\0c\x003\0d\x003\0c\x004\0", "neither text nor games"),
            (b"<!DOCTYPE html>\n<html>", "a page"),
            (b"a\0", "16 bytes"),
            (b"\n[Event \"x\"]\n\n1. f5 d6", "PGN"),
            (CSV_HEADS.as_bytes(), "--format json"),
        ] {
            let why = kind(bytes).expect_err(word);
            assert!(why.contains(word), "{word}: {why}");
        }
    }
}
