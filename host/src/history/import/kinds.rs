//! What a file is, by its content.

use othello_rules::records::wthor;

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Games of the WTHOR base.
    Wthor,
    /// Names of its players or tournaments.
    Names,
    /// Games as this program keeps them.
    Games,
    /// Objects, one a line.
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
/// How long a header, a game, a player's and a tournament's name are in the WTHOR base.
const WTHOR: (usize, usize, usize, usize) = (16, 68, 20, 26);

/// What a file is. What is nothing else is read as transcripts, whose reader says what is wrong.
pub fn kind(bytes: &[u8]) -> Kind {
    let trimmed = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
    if bytes.starts_with(SQLITE) {
        return Kind::Games;
    }
    // The header of a text would promise games and names by the billion.
    if bytes.contains(&0) && bytes.len() >= WTHOR.0 {
        let names = u16::from_le_bytes([bytes[8], bytes[9]]);
        return if names > 0 { Kind::Names } else { Kind::Wthor };
    }
    if trimmed.starts_with(b"{") {
        return Kind::Json;
    }
    if trimmed.windows(2).any(|pair| pair == b"(;") {
        return Kind::Ggf;
    }
    if is_position(trimmed) { Kind::Obf } else { Kind::Transcripts }
}

/// Whether a file of names has those of players.
pub fn holds_players(bytes: &[u8]) -> bool {
    let names = usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
    let (header, _, player, tournament) = WTHOR;
    bytes.len() < header + names * tournament
        || (bytes.len() == header + names * player && wthor::read_players("", bytes).is_ok())
}

/// Whether the first line that counts has a board in it.
fn is_position(bytes: &[u8]) -> bool {
    let lines = bytes.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let mut lines =
        lines.filter(|line| !line.is_empty() && !line.starts_with(b"%") && !line.starts_with(b"#"));
    let Some(line) = lines.next() else { return false };
    let disc = |byte: &&u8| b"XxOo*-.".contains(byte);
    line.split(|byte| b" ;".contains(byte))
        .any(|word| word.len() >= 16 && word.iter().all(|byte| disc(&byte)))
}

#[cfg(test)]
mod tests {
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
            assert_eq!(kind(text.as_bytes()), known, "{text}");
        }
        let files = wthor::write(&[], (2026, 11, 21), 1999).unwrap();
        assert_eq!(kind(&files.games), Kind::Wthor);
    }
}
