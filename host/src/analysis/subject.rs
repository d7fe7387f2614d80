//! What is to be analysed: a game of the history, the games of a file, or what was typed.

use std::path::Path;

use anyhow::{Context, bail};
use othello_arena::{GamePosition, GameSetup};
use othello_rules::Move;
use othello_store::GameRecord;

use crate::exit::usage;
use crate::history;

/// A game, or a position that nobody has moved in.
pub struct Subject {
    /// What it is called.
    pub title: String,
    /// What it began with.
    pub setup: GameSetup,
    /// Its moves, every pass written.
    pub moves: Vec<Move>,
}

impl Subject {
    /// What was typed: moves, or a board by rows.
    pub fn typed(setup: GameSetup, text: &str) -> anyhow::Result<Subject> {
        let position = GamePosition::parse(setup, text, None).map_err(|why| {
            usage(format!(
                "{text:?} is no game of the history, no file, no moves and no board: {why}"
            ))
        })?;
        let moves = position.play().map_err(usage)?.moves();
        let title = if moves.is_empty() { "a position" } else { "a game" };
        Ok(Subject { title: title.to_owned(), setup: position.setup, moves })
    }

    /// A game of a file of games: the one with this number, or the last.
    pub fn saved(path: &Path, number: Option<i64>) -> anyhow::Result<Subject> {
        if history::is_of_others(path) {
            return Subject::counted(path, number);
        }
        let id =
            number.map_or_else(|| history::last(path), |number| Ok(history::GameId(number)))?;
        let game = history::SavedGame::read(path, id)?;
        Subject::of(&game.record, format!("game {}", id.0))
    }

    /// The same of another program's file, whose games are counted as they stand there.
    fn counted(path: &Path, number: Option<i64>) -> anyhow::Result<Subject> {
        let mut games = Subject::file(path)?;
        let count = games.len();
        let at = number.map_or(Ok(count), usize::try_from).unwrap_or_default();
        if at == 0 || at > count {
            let games = history::number_of_games(count);
            bail!(
                "there is no game {} in {}, which has {games}",
                number.unwrap_or(1),
                path.display()
            );
        }
        games.swap_remove(at - 1)
    }

    /// The games of another program's file, each read or wrong.
    pub fn file(path: &Path) -> anyhow::Result<Vec<anyhow::Result<Subject>>> {
        Ok(Subject::all(history::read(path)?, &path.display().to_string()))
    }

    /// The games of standard input, each read or wrong.
    pub fn piped() -> anyhow::Result<Vec<anyhow::Result<Subject>>> {
        Ok(Subject::all(history::read_piped()?, "standard input"))
    }

    fn all(games: Vec<Result<GameRecord, String>>, file: &str) -> Vec<anyhow::Result<Subject>> {
        let subject = |(number, game): (usize, Result<GameRecord, String>)| {
            let game = game.map_err(anyhow::Error::msg)?;
            let title = format!("{file}, game {number}");
            Subject::of(&game, title.clone()).context(title)
        };
        (1..).zip(games).map(subject).collect()
    }

    fn of(game: &GameRecord, title: String) -> anyhow::Result<Subject> {
        let size = u8::try_from(game.size).context("no board has so many rows")?;
        let start = game.position.as_ref().unwrap_or(&game.start);
        let setup =
            GameSetup::find(&game.game, Some(size), Some(start)).map_err(anyhow::Error::msg)?;
        let moves = Move::sequence(&game.moves).map_err(|error| anyhow::anyhow!("{error}"))?;
        let [black, white] = [&game.names.black, &game.names.white];
        let named = !black.is_empty() && !white.is_empty();
        let title = if named { format!("{title}: {black} against {white}") } else { title };
        Ok(Subject { title, setup, moves })
    }
}
