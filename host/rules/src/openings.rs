//! The names that openings of Othello on 8x8 go by. They are found by the position, however the board is turned
//! and in whatever order the moves came; their list is a file of its own.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::game::Game;
use crate::position::Position;
use crate::symmetry::Symmetry;

/// A named opening.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Opening {
    /// Its name, or several with a stroke between them.
    pub name: &'static str,
    /// Its moves from the standard start, beginning with c4.
    pub moves: &'static str,
}

/// All openings that have a name.
pub static ALL: LazyLock<Vec<Opening>> = LazyLock::new(|| {
    let lines = include_str!("openings.txt").lines().filter(|line| !line.starts_with('#'));
    let opening =
        |line: &'static str| line.split_once('\t').map(|(moves, name)| Opening { name, moves });
    lines.filter_map(opening).collect()
});

/// The openings by the positions that they lead to.
static BY_POSITION: LazyLock<HashMap<Position, &'static Opening>> = LazyLock::new(|| {
    let position = |opening: &'static Opening| Some((opening.position()?, opening));
    ALL.iter().filter_map(position).collect()
});

/// No opening is longer.
static LONGEST: LazyLock<usize> =
    LazyLock::new(|| ALL.iter().map(|opening| opening.moves.len() / 2).max().unwrap_or_default());

impl Opening {
    /// The position that it leads to.
    #[must_use]
    pub fn position(&self) -> Option<Position> {
        let game = Game::from_transcript(Position::default(), self.moves).ok()?;
        Some(*game.position())
    }
}

/// The opening that a game was in last; none where it begins otherwise than Othello on 8x8 does.
#[must_use]
pub fn of(game: &Game) -> Option<&'static Opening> {
    if *game.initial() != Position::default() {
        return None;
    }
    let first = game.moves().first()?.square()?;
    // Each of the four first moves is c4 on a board that is turned or mirrored.
    let c4 = "c4".parse().ok()?;
    let turn = Symmetry::ALL.into_iter().find(|turn| {
        turn.square(first, game.size()) == Some(c4)
            && turn.position(Position::default()) == Position::default()
    })?;
    let early = game.positions().take(*LONGEST + 1).skip(1);
    early.filter_map(|position| BY_POSITION.get(&turn.position(position)).copied()).last()
}

/// The openings that have this word in their names, whatever its case.
pub fn matching(word: &str) -> impl Iterator<Item = &'static Opening> {
    let word = word.to_lowercase();
    ALL.iter().filter(move |opening| opening.name.to_lowercase().contains(&word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(moves: &str) -> Option<&'static str> {
        let game = Game::from_transcript(Position::default(), moves).unwrap();
        of(&game).map(|opening| opening.name)
    }

    #[test]
    fn every_opening_of_the_list_is_legal_and_known_by_its_own_name() {
        assert!(ALL.len() > 70);
        for opening in ALL.iter() {
            assert_eq!(name(opening.moves), Some(opening.name), "{}", opening.moves);
        }
    }

    #[test]
    fn an_opening_is_known_from_each_first_move_and_by_what_came_last() {
        assert_eq!(name("c4e3f6e6f5"), Some("Tiger"));
        // The same from the other three first moves.
        assert_eq!(name("f5d6c3d3c4"), Some("Tiger"));
        assert_eq!(name("d3c5f6f5e6"), Some("Tiger"));
        assert_eq!(name("e6f4c3c4d3"), Some("Tiger"));
        assert_eq!(name("c4e3f6e6f5b4"), Some("Tiger"));
        assert_eq!(name("f5d6"), Some("Perpendicular Opening"));
        assert_eq!(name("f5f4"), Some("Parallel Opening"));
        assert_eq!(name("f5"), None);
        assert_eq!(name(""), None);
    }
}
