//! What is to be analysed: a game of the history, the games of a file, or what was typed.

use std::path::Path;

use anyhow::{Context, bail};
use othello_arena::{GamePosition, GameSetup};
use othello_rules::Move;
use othello_store::GameRecord;

use crate::exit::usage;
use crate::history::{self, GamesFile};

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

    /// A game of a file of games as this program keeps them: the one with this number, or the last.
    pub fn saved(path: &Path, number: Option<i64>) -> anyhow::Result<Subject> {
        let id =
            number.map_or_else(|| history::last(path), |number| Ok(history::GameId(number)))?;
        let game = history::SavedGame::read(path, id)?;
        Subject::of(&game.record, format!("game {}", id.0))
    }

    /// The same of another program's file, whose games are counted as they stand there.
    pub fn counted(file: &GamesFile, number: Option<i64>) -> anyhow::Result<Subject> {
        let mut subjects = Subject::all(file)?;
        let found = match number {
            None => subjects.last(),
            // The first one has the number 1.
            Some(number) => {
                let before = number.checked_sub(1).and_then(|before| usize::try_from(before).ok());
                before.and_then(|before| subjects.nth(before))
            }
        };
        found.unwrap_or_else(|| {
            let games = history::number_of_games(Subject::all(file)?.count());
            let number = number.unwrap_or(1);
            bail!("there is no game {number} in {}, which has {games}", file.name());
        })
    }

    /// The games of a file, each read or wrong, one after the other.
    pub fn all(
        file: &GamesFile,
    ) -> anyhow::Result<impl Iterator<Item = anyhow::Result<Subject>> + '_> {
        let subject = |(number, game): (usize, Result<GameRecord, String>)| {
            let game = game.map_err(anyhow::Error::msg)?;
            let title = format!("{}, game {number}", file.name());
            Subject::of(&game, title.clone()).context(title)
        };
        Ok((1..).zip(file.records()?).map(subject))
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
