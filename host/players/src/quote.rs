//! Texts that players write, as they may be shown: nothing in them moves a cursor, turns the direction of
//! writing or hides, and no line of theirs can be taken for one of the host's.

/// What stands before a line that a player wrote.
const MARK: &str = "  | ";

/// Whether a letter is only there to change how others are shown: controls of the terminal and of the direction of
/// writing, and what has no width.
pub(crate) fn is_invisible(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
            | '\u{fff9}'..='\u{fffb}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

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

/// The visible letters of each line; a tab is a space.
fn lines(text: &str) -> impl Iterator<Item = String> {
    text.lines().map(|line| {
        let line = line.replace('\t', " ");
        let visible: String = line.chars().filter(|letter| !is_invisible(*letter)).collect();
        visible.trim_end().to_owned()
    })
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
    fn one_line_has_no_more_letters_than_it_may() {
        assert_eq!(one_line(" a\u{200b}b\ncdef", 5), "abcd");
    }
}
