//! Games as one page that needs no other file: the board, its moves with their times and, on request, their queries.
//! A contest's report shows games in the same way.

use othello_board::View;
use serde_json::{Value, json};

use super::describe::{milliseconds, result};
use super::replayed::ReplayedGame;
use super::show::about;

/// What the player of games looks like.
pub const PLAYER_STYLE: &str = include_str!("html/player.css");
/// What it consists of.
pub const PLAYER_BODY: &str = include_str!("html/player.html");
/// What it does.
pub const PLAYER_SCRIPT: &str = include_str!("html/player.js");
const HEAD: &str = include_str!("html/head.html");
const PAGE: &str = include_str!("html/game.html");

/// The page with these games.
pub fn page(games: &[ReplayedGame], queries: bool) -> String {
    let data_of_games: Vec<_> = games.iter().map(|one| game_data(one, queries)).collect();
    let title = match games {
        [one] => format!("{}: {}", names(one), result(&one.saved.summary)),
        many => format!("{} games", many.len()),
    };
    fill(
        PAGE,
        &[
            ("head", &head(&title)),
            ("title", &escape(&title)),
            ("player_style", PLAYER_STYLE),
            ("player_body", PLAYER_BODY),
            ("player_script", PLAYER_SCRIPT),
            ("data", &data(&json!({ "games": data_of_games }))),
        ],
    )
}

fn names(game: &ReplayedGame) -> String {
    let names = &game.saved.summary.names;
    format!("{} (Black) - {} (White)", names.black, names.white)
}

fn game_data(game: &ReplayedGame, queries: bool) -> Value {
    let summary = &game.saved.summary;
    let round = |ply: usize| {
        let round = game.round(ply)?;
        Some(json!({
            "who": summary.names[round.side],
            "asked": milliseconds(round.asked),
            "ran": milliseconds(round.ran),
            "query": round.query.as_ref().filter(|_| queries),
        }))
    };
    json!({
        "id": summary.id.0,
        "who": format!("{}: {}", names(game), result(summary)),
        "about": about(&game.saved),
        "size": summary.size,
        "start": game.views.first().map(View::board),
        "moves": summary.moves,
        "boards": game.views.iter().map(View::board).collect::<Vec<_>>(),
        "rounds": (0..game.moves.len()).map(round).collect::<Vec<_>>(),
    })
}

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
    for c in text.chars() {
        match c {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&#39;",
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}
