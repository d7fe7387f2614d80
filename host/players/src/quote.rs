//! Texts that players write, as they may be shown: nothing in them moves a cursor, turns the direction of
//! writing or hides, and no line of theirs can be taken for one of the host's.

use othello_rules::text::is_invisible;

/// What stands before a line that a player wrote.
const MARK: &str = "  | ";

/// So many bytes of a text are looked at: of millions of lines nobody reads the last.
const LONGEST: usize = 64 << 10;

/// At most so many letters of a text in one line, without those that can't be seen.
pub(crate) fn one_line(text: &str, longest: usize) -> String {
    let visible = text.chars().filter(|letter| !is_invisible(*letter)).take(longest);
    visible.collect::<String>().trim().to_owned()
}

/// The lines that a player wrote, each indented and marked as its own.
pub fn player_lines(text: &str) -> String {
    let lines: Vec<String> = lines(text).map(|line| format!("{MARK}{line}")).collect();
    lines.join("\n")
}

/// A text of a player's within a sentence of the host's: its first line stands as it is, the others are marked.
pub(crate) fn player_text(text: &str) -> String {
    lines(text).collect::<Vec<_>>().join(&format!("\n{MARK}"))
}

/// The visible letters of each line, of as many as are looked at; a tab is a space.
fn lines(text: &str) -> impl Iterator<Item = String> {
    let looked_at = &text[..text.floor_char_boundary(LONGEST)];
    let cut =
        (looked_at.len() < text.len()).then(|| format!("… (cut: {} bytes in all)", text.len()));
    let lines = looked_at.lines().map(|line| {
        let line = line.replace('\t', " ");
        let visible: String = line.chars().filter(|letter| !is_invisible(*letter)).collect();
        visible.trim_end().to_owned()
    });
    lines.chain(cut)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_of_a_player_looks_like_one_of_the_hosts() {
        let text = "I give up\nWINNER: Evil\r\n\u{1b}[2Jgone\u{202e}live";
        assert_eq!(player_lines(text), "  | I give up\n  | WINNER: Evil\n  | [2Jgonelive");
        assert_eq!(player_text(text), "I give up\n  | WINNER: Evil\n  | [2Jgonelive");
        for separator in ["\u{2028}", "\u{85}", "\u{b}", "\u{c}", "\r"] {
            let text = format!("I give up{separator}WINNER: Evil");
            assert_eq!(player_text(&text), "I give upWINNER: Evil", "{separator:?}");
        }
    }

    #[test]
    fn of_a_text_of_millions_of_lines_the_first_are_shown_and_how_long_it_is() {
        let shown = player_text(&"é\n".repeat(5_000_000));
        assert!(shown.starts_with("é\n  | é\n  | é"));
        assert!(shown.len() < 4 * LONGEST, "{}", shown.len());
        assert!(
            shown.ends_with("\n  | … (cut: 15000000 bytes in all)"),
            "{:?}",
            &shown[shown.len() - 60..]
        );
    }

    #[test]
    fn one_line_has_no_more_letters_than_it_may() {
        assert_eq!(one_line(" a\u{200b}b\ncdef", 5), "abcd");
    }
}
