//! Splits what was typed into statements, which end with a semicolon, and commands, which begin with a colon
//! and end with their line.

/// What a command begins with: a colon, or as in other shells a dot.
const COMMAND: [char; 2] = [':', '.'];

/// Commands that are understood without it, alone in their line: no statement begins with any of them, and whoever does
/// not know this shell yet types them.
const PLAIN: [&str; 3] = ["help", "exit", "quit"];

/// One thing to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece<'t> {
    /// A statement without its semicolon.
    Statement(&'t str),
    /// A command without its colon.
    Command(&'t str),
}

/// What a text is made of.
#[derive(Debug, PartialEq, Eq)]
pub struct Pieces<'t> {
    /// What is complete, each with the byte at which it begins.
    pub pieces: Vec<(usize, Piece<'t>)>,
    /// Where the rest begins that is not complete yet; the end of the text, where there is none.
    pub rest: usize,
}

/// Splits a text.
pub fn split(text: &str) -> Pieces<'_> {
    let mut pieces = Vec::new();
    let mut at = 0;
    loop {
        at = skip_space(text, at);
        let behind = &text[at..];
        // No statement begins with either.
        let line = behind.split_inclusive('\n').next().unwrap_or_default();
        if is_command(line) {
            let command = line.strip_prefix(COMMAND).unwrap_or(line);
            pieces.push((at, Piece::Command(command.trim().trim_end_matches(';').trim_end())));
            at += line.len();
        } else if let Some(length) = statement(behind.as_bytes()) {
            let text = behind[..length].trim_end();
            if !text.is_empty() {
                pieces.push((at, Piece::Statement(text)));
            }
            at += length + 1;
        } else {
            return Pieces { pieces, rest: at };
        }
    }
}

/// Whether a line is a command, where it is not in the middle of a statement.
pub fn is_command(line: &str) -> bool {
    let line = line.trim();
    let word = line.trim_end_matches(';').trim_end();
    line.starts_with(COMMAND) || PLAIN.iter().any(|plain| plain.eq_ignore_ascii_case(word))
}

/// Where the next thing begins that is neither space nor comment. A comment that is not closed is something.
fn skip_space(text: &str, mut at: usize) -> usize {
    loop {
        let behind = &text[at..];
        let trimmed = behind.trim_start();
        at += behind.len() - trimmed.len();
        match comment(trimmed.as_bytes()) {
            Some(length) => at += length,
            None => return at,
        }
    }
}

/// The length of the comment with which a text begins.
fn comment(text: &[u8]) -> Option<usize> {
    if text.starts_with(b"//") {
        return Some(text.iter().position(|&byte| byte == b'\n').unwrap_or(text.len()));
    }
    if !text.starts_with(b"/*") {
        return None;
    }
    text[2..].windows(2).position(|two| two == b"*/").map(|length| length + 4)
}

/// The length of the statement with which a text begins, without its semicolon; none where it has not ended.
fn statement(text: &[u8]) -> Option<usize> {
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        at += match byte {
            b';' => return Some(at),
            b'\'' | b'"' | b'`' => quoted_length(&text[at..])?,
            b'/' if text[at..].starts_with(b"/*") => comment(&text[at..])?,
            b'/' => comment(&text[at..]).unwrap_or(1),
            _ => 1,
        };
    }
    None
}

/// The length of the text or name in quotes with which a text begins.
fn quoted_length(text: &[u8]) -> Option<usize> {
    let quote = text[0];
    let mut at = 1;
    while let Some(&byte) = text.get(at) {
        at += match byte {
            b'\\' if quote != b'`' => 2,
            byte if byte == quote => return Some(at + 1),
            _ => 1,
        };
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(text: &str) -> Vec<Piece<'_>> {
        split(text).pieces.into_iter().map(|(_, piece)| piece).collect()
    }

    #[test]
    fn a_semicolon_in_a_text_a_name_or_a_comment_ends_nothing() {
        let text = "RETURN ';\\';' /* ; */ AS `a;b` // ;\n, 1;RETURN 2";
        let first = "RETURN ';\\';' /* ; */ AS `a;b` // ;\n, 1";
        assert_eq!(pieces(text), [Piece::Statement(first)]);
        assert_eq!(&text[split(text).rest..], "RETURN 2");
    }

    #[test]
    fn commands_are_lines_and_nothing_between_semicolons_is_nothing() {
        let text = "; // begin\n:param x => 'a;b';\nRETURN $x;;\n:help";
        let expected = [
            Piece::Command("param x => 'a;b'"),
            Piece::Statement("RETURN $x"),
            Piece::Command("help"),
        ];
        assert_eq!(
            pieces(".help\nRETURN .5;"),
            [Piece::Command("help"), Piece::Statement("RETURN .5")]
        );
        assert_eq!(
            pieces("help\nRETURN 1 AS\nhelp;\n Quit ;\nexit"),
            [
                Piece::Command("help"),
                Piece::Statement("RETURN 1 AS\nhelp"),
                Piece::Command("Quit"),
                Piece::Command("exit")
            ]
        );
        assert_eq!(pieces(text), expected);
        assert_eq!(split(text).rest, text.len());
    }

    #[test]
    fn what_is_not_closed_is_not_complete() {
        for text in ["RETURN 'a;", "RETURN `a;", "/* ;", "RETURN 1 /* ;", "RETURN \"\\\";"] {
            assert_eq!(split(text), Pieces { pieces: vec![], rest: 0 }, "{text}");
        }
    }
}
