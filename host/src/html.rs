//! What pages consist of that need no other file: how they begin, the player of games, tables, texts and data that can't
//! be taken for tags. Each page itself belongs to what it shows.

use othello_rules::text::one_line;
use serde_json::Value;

/// What the player of games looks like.
pub const PLAYER_STYLE: &str = include_str!("html/player.css");
/// What it consists of.
pub const PLAYER_BODY: &str = include_str!("html/player.html");
/// What it does.
pub const PLAYER_SCRIPT: &str = include_str!("html/player.js");
const HEAD: &str = include_str!("html/head.html");

/// How a page begins, up to the first of its own styles.
pub fn head(title: &str) -> String {
    fill(HEAD, &[("title", &escape(title))])
}

/// Data as it may stand in a page: no tag, and so no end of the script, is within it.
pub fn data(data: &Value) -> String {
    data.to_string().replace('<', "\\u003c")
}

/// A template with its gaps filled. What fills one gap is not looked at again, whatever it holds.
pub fn fill(template: &str, texts: &[(&str, &str)]) -> String {
    let mut page = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("{{") {
        let (name, after) = after.split_once("}}").unwrap_or((after, ""));
        page += before;
        page += texts.iter().find(|(known, _)| *known == name).map_or("", |(_, text)| text);
        rest = after;
    }
    page + rest
}

/// A text as it may stand in a page or a picture, where it can't be taken for a tag.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in one_line(text).chars() {
        match c {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&#39;",
            c => escaped.push(c),
        }
    }
    escaped
}

/// The same with its lines.
pub fn escape_lines(text: &str) -> String {
    text.lines().map(|line| escape(line) + "\n").collect()
}

/// A table under its heads, as tables of text have them.
pub fn table(heads: &[String], rows: &[Vec<String>]) -> String {
    let cells = |tag: &str, row: &[String]| -> String {
        row.iter().map(|cell| format!("<{tag}>{}</{tag}>", escape(cell.trim()))).collect()
    };
    let body: String = rows.iter().map(|row| format!("<tr>{}</tr>", cells("td", row))).collect();
    format!("<table><thead><tr>{}</tr></thead><tbody>{body}</tbody></table>", cells("th", heads))
}
