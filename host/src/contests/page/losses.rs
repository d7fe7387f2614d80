//! The losses that the author of each player looks at first: games lost by a fault, then to weaker players, then by the
//! most discs.

use std::cmp::Reverse;

use othello_arena::contest::{Plan, Rated};
use othello_rules::Colour;

use super::game::{PageGame, link};
use crate::html::escape;

/// How many of each player are listed.
const MOST: usize = 5;

/// A list for each player that lost.
pub fn section(plan: &Plan, games: &[PageGame<'_>], rated: &Rated) -> String {
    let rating = |player: usize| {
        rated.table.iter().find(|row| row.player == player).map_or(0.0, |row| row.drawn_at)
    };
    let mut section = String::new();
    for (player, name) in plan.names().iter().enumerate() {
        let lost = |(at, game): (usize, &PageGame<'_>)| {
            let loser = game.winner?.opponent();
            (game.players[loser] == player).then_some((at, loser))
        };
        let mut losses: Vec<(usize, Colour)> = games.iter().enumerate().filter_map(lost).collect();
        let count = losses.len();
        losses.sort_by_key(|&(at, loser)| {
            let game = &games[at];
            // Whole points are enough to put the worst first.
            let upset = (rating(player) - rating(game.players[loser.opponent()])).max(0.0) as i64;
            Reverse((game.forfeit.is_some(), upset, game.margin()))
        });
        if losses.is_empty() {
            continue;
        }
        let item = |&(at, loser): &(usize, Colour)| {
            let game = &games[at];
            let what = link(at, &format!("game {}", game.game.id.0));
            let opponent = escape(&game.game.names[loser.opponent()]);
            format!("<li>{what} as {loser} against {opponent}: {}</li>", escape(&game.result()))
        };
        let items: String = losses.iter().take(MOST).map(item).collect();
        section += &format!("<h3>{}, {count} lost</h3><ul>{items}</ul>", escape(name));
    }
    if section.is_empty() { "<p>Nobody lost a game.</p>".to_owned() } else { section }
}
