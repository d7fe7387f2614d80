//! Openings: the moves that are played before the players are asked, so that two that always play alike don't
//! play one game a hundred times. An opening follows from its source and its number alone.

mod cypher_game;
mod error;
mod file;
mod lines;

use std::collections::HashSet;
use std::path::Path;

use othello_rules::{Game, Move, Position};
use serde::{Deserialize, Serialize};

use crate::game_setup::GameSetup;
use crate::rng::Rng;
pub(super) use cypher_game::OpeningsInCypher;
use cypher_game::TRIES;
use error::MOST_PLIES;
pub use error::OpeningError;
use file::FileOpenings;
use lines::lines;

/// How many plies more than was asked for random openings have at the most.
const MOST_MORE_PLIES: u32 = 6;

/// Where openings come from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// Every game begins at the start.
    None,
    /// So many random plies, and more where no new position is found any more.
    Random(u32),
    /// Every position that so many plies can lead to.
    All(u32),
    /// These transcripts.
    Listed(Vec<String>),
    /// These positions: the board by rows, and who is to move.
    Positions(Vec<String>),
}

impl Source {
    /// Reads what the user wrote: `none`, `random:6`, `all:4`, or a file of transcripts, of games in GGF or of positions
    /// in OBF; `FILE:8` takes the first eight plies of each game.
    ///
    /// # Errors
    /// Where that is not one of these, or a game or position of the file is none of this contest's.
    pub fn parse(text: &str, setup: &GameSetup) -> Result<Source, OpeningError> {
        let plies = |digits: &str| match digits.parse() {
            Ok(plies @ 1..=MOST_PLIES) => Ok(plies),
            Ok(plies) => Err(OpeningError::TooLong(plies)),
            Err(_) => Err(OpeningError::Unknown(text.to_owned())),
        };
        match text.split_once(':') {
            _ if text == "none" => Ok(Source::None),
            Some(("random", digits)) => plies(digits).map(Source::Random),
            Some(("all", digits)) => plies(digits).map(Source::All),
            _ if Path::new(text).is_file() => Source::in_file(text, None, setup),
            Some((file, digits)) if Path::new(file).is_file() => {
                Source::in_file(file, Some(plies(digits)?), setup)
            }
            _ => Err(OpeningError::Unknown(text.to_owned())),
        }
    }

    fn in_file(file: &str, plies: Option<u32>, setup: &GameSetup) -> Result<Source, OpeningError> {
        Ok(match file::read(file, plies, setup)? {
            FileOpenings::Games(games) => Source::Listed(games),
            FileOpenings::Positions(positions) => Source::Positions(positions),
        })
    }
}

/// How a game begins.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Opening {
    /// The position, where it is another one than the contest's.
    pub start: Option<Position>,
    /// The moves that are played before the players are asked.
    pub moves: Vec<Move>,
}

/// The openings of a contest.
#[derive(Debug)]
pub struct Openings {
    from: From,
    plies: u32,
    /// As long as random ones become.
    longest: u32,
    rng: Option<Rng>,
    made: Vec<Box<[Move]>>,
    positions: Vec<Position>,
}

/// Where openings begin, and where those that were made lead to.
#[derive(Debug)]
enum From {
    Position(Position, HashSet<Position>),
    Cypher(Box<OpeningsInCypher>, HashSet<String>),
}

impl Openings {
    /// The openings from a source; random ones follow from the seed.
    ///
    /// # Errors
    /// Where the source has none on this board.
    pub fn new(source: &Source, setup: &GameSetup, seed: u64) -> Result<Openings, OpeningError> {
        let from = match (setup.position(), setup.queries()) {
            (None, Some(game)) => {
                let written = OpeningsInCypher::new(game.clone(), setup.size, &setup.start)?;
                From::Cypher(Box::new(written), HashSet::new())
            }
            (initial, _) => From::Position(initial.unwrap_or_default(), HashSet::new()),
        };
        let mut openings = Openings {
            from,
            plies: 0,
            longest: 0,
            rng: None,
            made: Vec::new(),
            positions: Vec::new(),
        };
        match source {
            Source::None => openings.made.push(Box::default()),
            Source::Random(plies) => {
                openings.plies = *plies;
                openings.longest = plies + MOST_MORE_PLIES;
                openings.rng = Some(Rng::new(seed, Rng::OPENINGS));
            }
            Source::All(plies) => openings.made = openings.from.all(*plies)?,
            Source::Positions(positions) => {
                let read = |text: &String| {
                    text.parse()
                        .map_err(|error| OpeningError::Transcript(format!("{text}: {error}")))
                };
                openings.positions = positions.iter().map(read).collect::<Result<_, _>>()?;
            }
            Source::Listed(listed) => {
                for (number, text) in listed.iter().enumerate() {
                    let wrong =
                        |why| OpeningError::Transcript(format!("opening {}: {why}", number + 1));
                    openings.made.push(openings.from.read(text).map_err(wrong)?);
                }
            }
        }
        Ok(openings)
    }

    /// How many different ones there are; `None` where they are made as they are needed.
    #[must_use]
    pub fn count(&self) -> Option<usize> {
        self.rng.is_none().then_some(self.made.len().max(self.positions.len()))
    }

    /// The opening of this number. Where there are not so many they begin again.
    pub fn get(&mut self, number: u64) -> Opening {
        if !self.positions.is_empty() {
            let count = self.positions.len() as u64;
            let start = Some(self.positions[(number % count) as usize]);
            return Opening { start, moves: Vec::new() };
        }
        if self.rng.is_some() {
            while (self.made.len() as u64) <= number {
                let next = self.next_random();
                self.made.push(next);
            }
        }
        let count = self.made.len() as u64;
        Opening { start: None, moves: self.made[(number % count) as usize].to_vec() }
    }

    /// The same games again would prove nothing, so where all positions were taken, openings become longer.
    fn next_random(&mut self) -> Box<[Move]> {
        let Some(rng) = &mut self.rng else { return Box::default() };
        loop {
            match self.from.random(self.plies, rng) {
                (_, false) if self.plies < self.longest => self.plies += 1,
                (moves, _) => return moves,
            }
        }
    }
}

impl From {
    fn all(&mut self, plies: u32) -> Result<Vec<Box<[Move]>>, OpeningError> {
        match self {
            From::Position(initial, _) => all(*initial, plies),
            From::Cypher(written, _) => written.all(plies),
        }
    }

    fn read(&mut self, text: &str) -> Result<Box<[Move]>, String> {
        match self {
            From::Position(initial, _) => Game::from_transcript(*initial, text)
                .map(|game| game.moves().into())
                .map_err(|error| error.to_string()),
            From::Cypher(written, _) => {
                written.read(text).map(Vec::into_boxed_slice).map_err(|error| error.to_string())
            }
        }
    }

    /// A random opening, and whether it leads to a position that none before led to.
    fn random(&mut self, plies: u32, rng: &mut Rng) -> (Box<[Move]>, bool) {
        match self {
            From::Position(initial, seen) => {
                let mut game = Game::from_position(*initial);
                let is_new = (0..TRIES).any(|_| {
                    game = random_game(*initial, plies, rng);
                    seen.insert(*game.position())
                });
                (game.moves().into(), is_new)
            }
            From::Cypher(written, seen) => written.random(plies, rng, seen),
        }
    }
}

/// A random game of so many plies, passes among them, that is not over then. Where a board is too small
/// for that it is as long as it can be.
fn random_game(initial: Position, plies: u32, rng: &mut Rng) -> Game {
    let mut best = Game::from_position(initial);
    for _ in 0..TRIES {
        let mut game = Game::from_position(initial);
        while (game.moves().len() as u32) < plies || game.position().must_pass() {
            let legal: Vec<_> = game.position().legal_moves().into_iter().collect();
            let ply = match legal.as_slice() {
                [] => Move::Pass,
                squares => Move::Place(squares[rng.below(squares.len())]),
            };
            let mut next = game.clone();
            if next.play(ply).is_err() || next.position().is_over() {
                break;
            }
            game = next;
        }
        if game.moves().len() as u32 >= plies {
            return game;
        }
        if game.moves().len() > best.moves().len() && !game.position().must_pass() {
            best = game;
        }
    }
    best
}

/// One way to every position that so many plies lead to and that is not the end, in the order of the squares.
fn all(initial: Position, plies: u32) -> Result<Vec<Box<[Move]>>, OpeningError> {
    let games = lines(Game::from_position(initial), plies, |game| {
        let next = plies_of(game.position()).into_iter().filter_map(|ply| {
            let mut next = game.clone();
            next.play(ply).ok().filter(|_| !next.position().is_over())?;
            Some((*next.position(), next))
        });
        Ok(next.collect())
    })?;
    Ok(games.iter().map(|game| game.moves().into()).collect())
}

fn plies_of(position: &Position) -> Vec<Move> {
    if position.must_pass() {
        return vec![Move::Pass];
    }
    position.legal_moves().into_iter().map(Move::Place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn othello(size: u8) -> GameSetup {
        GameSetup::find("othello", Some(size), None).unwrap()
    }

    fn position_after(moves: &[Move]) -> Position {
        let mut game = Game::from_position(Position::default());
        moves.iter().for_each(|&ply| game.play(ply).unwrap());
        *game.position()
    }

    fn random(seed: u64, count: u64) -> Vec<Vec<Move>> {
        let source = Source::Random(6);
        let mut openings = Openings::new(&source, &othello(8), seed).unwrap();
        (0..count).map(|number| openings.get(number).moves).collect()
    }

    #[test]
    fn random_openings_are_distinct_and_repeat_with_the_seed() {
        let openings = random(7, 1000);
        let positions: HashSet<_> = openings.iter().map(|moves| position_after(moves)).collect();
        assert_eq!(positions.len(), 1000);
        assert!(openings.iter().all(|moves| moves.len() == 6));
        assert_eq!(openings, random(7, 1000));
        assert_ne!(openings[..10], random(8, 10)[..]);
    }

    #[test]
    fn the_order_in_which_openings_are_asked_for_changes_nothing() {
        let source = Source::Random(6);
        let mut openings = Openings::new(&source, &othello(8), 7).unwrap();
        assert_eq!(openings.get(30).moves, random(7, 31)[30]);
        assert_eq!(openings.get(2).moves, random(7, 3)[2]);
    }

    #[test]
    fn where_there_are_too_few_positions_openings_become_longer() {
        let mut openings = Openings::new(&Source::Random(1), &othello(8), 1).unwrap();
        let all: Vec<_> = (0..60).map(|number| openings.get(number).moves).collect();
        let different: HashSet<_> = all.iter().map(|moves| position_after(moves)).collect();
        assert_eq!(different.len(), 60);
        assert!(
            all[..4].iter().all(|moves| moves.len() == 1)
                && all[4..].iter().all(|moves| moves.len() > 1)
        );
        let listed = Source::Listed(vec!["f5".to_owned(), "d3".to_owned()]);
        let mut openings = Openings::new(&listed, &othello(8), 1).unwrap();
        assert_eq!(openings.get(2), openings.get(0));
    }

    #[test]
    fn an_opening_is_never_a_whole_game() {
        let setup = othello(4);
        let initial = setup.position().unwrap();
        for seed in 0..50 {
            let moves = Openings::new(&Source::Random(11), &setup, seed).unwrap().get(0).moves;
            let mut game = Game::from_position(initial);
            moves.iter().for_each(|&ply| game.play(ply).unwrap());
            assert!(!game.position().is_over() && !game.position().must_pass(), "{moves:?}");
        }
    }

    fn visit(position: Position, plies: u32, found: &mut HashSet<Position>) {
        if plies == 0 {
            found.insert(position);
            return;
        }
        for square in position.legal_moves() {
            visit(position.play(square).unwrap(), plies - 1, found);
        }
    }

    #[test]
    fn all_openings_are_all_distinct_positions() {
        for plies in 1..=5 {
            let mut found = HashSet::new();
            visit(Position::default(), plies, &mut found);
            let mut all = Openings::new(&Source::All(plies), &othello(8), 0).unwrap();
            let count = all.count().unwrap() as u64;
            let reached: HashSet<_> =
                (0..count).map(|number| position_after(&all.get(number).moves)).collect();
            assert_eq!(reached, found);
            assert_eq!(count, found.len() as u64);
        }
    }

    #[test]
    fn what_is_no_source_is_told_with_those_that_are() {
        let parse = |text: &str| Source::parse(text, &othello(8));
        assert_eq!(parse("random:8").unwrap(), Source::Random(8));
        assert_eq!(parse("all:3").unwrap(), Source::All(3));
        for wrong in ["random", "random:x", "nonsense", ""] {
            let error = parse(wrong).unwrap_err().to_string();
            assert!(error.contains("random:6, all:4"), "{error}");
        }
        assert!(parse("random:0").is_err() && parse("all:41").is_err());
    }

    #[test]
    fn a_game_that_only_its_cypher_knows_has_openings_too() {
        let setup = GameSetup::find("tictactoe", None, None).unwrap();
        let mut random = Openings::new(&Source::Random(2), &setup, 1).unwrap();
        let different: HashSet<_> = (0..20).map(|number| random.get(number).moves).collect();
        assert!(different.len() == 20 && different.iter().all(|moves| moves.len() == 2));
        let all = Openings::new(&Source::All(2), &setup, 0).unwrap();
        assert_eq!(all.count(), Some(72));
        let listed = |text: &str| {
            Openings::new(&Source::Listed(vec![text.to_owned()]), &setup, 0).map(|_| ())
        };
        assert!(listed("b2 a1").is_ok());
        let error = listed("b2 b2").unwrap_err().to_string();
        assert!(error.starts_with("opening 1: ") && error.contains("occupied tile"), "{error}");
    }
}
