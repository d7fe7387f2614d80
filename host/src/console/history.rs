//! The games of the history: one is chosen to be replayed or deleted.

use std::io;

use othello_store::{GameId, GameSummary};

use super::ask::ask;
use super::list::{List, Pressed};
use crate::terminal::Screen;
use crate::{exit, history};

/// What can be done with a game, and the command that does it.
const ACTIONS: [(&str, &str); 2] = [("View", "replay"), ("Delete", "delete")];

/// The command line for a game that somebody chooses; none where they go back. What stands in the way is noted on
/// the menu.
pub fn choose(screen: &mut Screen, menu: &mut List) -> io::Result<Option<Vec<String>>> {
    let games = match games() {
        Ok(games) if games.is_empty() => {
            menu.notes = vec!["there are no games yet".to_owned()];
            return Ok(None);
        }
        Ok(games) => games,
        Err(error) => {
            menu.notes = vec![exit::message(&error)];
            return Ok(None);
        }
    };
    let mut list = List::new("History", ACTIONS.map(|(shown, _)| shown.to_owned()).to_vec());
    list.notes = vec![match games.len() {
        1 => "one game".to_owned(),
        number => format!("{number} games"),
    }];
    loop {
        match ask(screen, &mut list)? {
            Pressed::Back => return Ok(None),
            Pressed::Item(at) => {
                let (title, word) = ACTIONS[at];
                if let Some(game) = choose_game(screen, title, &games)? {
                    let words = ["history".to_owned(), word.to_owned(), game.0.to_string()];
                    return Ok(Some(words.to_vec()));
                }
            }
            Pressed::Turn(..) | Pressed::Nothing => {}
        }
    }
}

/// All games, the newest first.
fn games() -> anyhow::Result<Vec<GameSummary>> {
    let mut games = history::list(&history::file(None)?, &history::ListOptions::default())?;
    games.reverse();
    Ok(games)
}

/// Chooses one of them.
fn choose_game(
    screen: &mut Screen,
    title: &str,
    games: &[GameSummary],
) -> io::Result<Option<GameId>> {
    let table = history::table_of_games(games);
    // Under the heads there is a rule.
    let mut lines = table.lines().map(str::to_owned);
    let heads = lines.next().unwrap_or_default();
    let mut list = List::new(title, lines.skip(1).collect());
    let before = " ".repeat(games.len().to_string().len() + 3);
    list.notes = vec![before + &heads];
    loop {
        match ask(screen, &mut list)? {
            Pressed::Back => return Ok(None),
            Pressed::Item(at) => return Ok(games.get(at).map(|game| game.id)),
            Pressed::Turn(..) | Pressed::Nothing => {}
        }
    }
}
