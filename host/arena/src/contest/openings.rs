//! Openings: the moves that are played before the players are asked, so that two that always play alike don't
//! play one game a hundred times. An opening follows from its source and its number alone.

mod cypher_game;
mod error;
mod file;
mod lines;
mod native;
mod random;

use std::path::Path;

use othello_rules::{Move, Position};
use serde::{Deserialize, Serialize};

use crate::game_setup::GameSetup;
pub(super) use cypher_game::CypherBoard;
use cypher_game::CypherTree;
use error::MOST_PLIES;
pub use error::OpeningError;
use file::FileOpenings;
use lines::Tree;
use native::NativeTree;
use random::RandomOpenings;

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
            Ok(0) => Err(OpeningError::TooShort),
            Ok(plies @ 1..=MOST_PLIES) => Ok(plies),
            Ok(plies) => Err(OpeningError::TooLong(plies)),
            Err(_) => Err(OpeningError::Unknown(text.to_owned())),
        };
        // A file's path may have colons of its own, so that the last one counts.
        match text.rsplit_once(':') {
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
pub struct Openings(Kind);

#[derive(Debug)]
enum Kind {
    Lines(Vec<Vec<Move>>),
    Positions(Vec<Position>),
    Random(RandomOpenings<NativeTree>),
    RandomInCypher(Box<RandomOpenings<CypherTree>>),
}

impl Openings {
    /// The openings from a source; random ones follow from the seed.
    ///
    /// # Errors
    /// Where the source has none on this board.
    pub fn new(source: &Source, setup: &GameSetup, seed: u64) -> Result<Openings, OpeningError> {
        match (setup.position(), setup.queries()) {
            (None, Some(game)) => {
                let tree = CypherTree::new(game.clone(), setup.size, &setup.start)?;
                let random = |random| Kind::RandomInCypher(Box::new(random));
                Kind::of(source, tree, seed, random).map(Openings)
            }
            (initial, _) => {
                let tree = NativeTree(initial.unwrap_or_default());
                Kind::of(source, tree, seed, Kind::Random).map(Openings)
            }
        }
    }

    /// How many different ones there are; `None` where they are made as they are needed.
    #[must_use]
    pub fn count(&self) -> Option<usize> {
        match &self.0 {
            Kind::Lines(lines) => Some(lines.len()),
            Kind::Positions(positions) => Some(positions.len()),
            Kind::Random(_) | Kind::RandomInCypher(_) => None,
        }
    }

    /// The opening of this number. Where there are not so many they begin again.
    pub fn get(&mut self, number: u64) -> Opening {
        let moves = match &mut self.0 {
            Kind::Lines(lines) => lines[(number % lines.len() as u64) as usize].clone(),
            Kind::Positions(positions) => {
                let start = Some(positions[(number % positions.len() as u64) as usize]);
                return Opening { start, moves: Vec::new() };
            }
            Kind::Random(random) => random.get(number),
            Kind::RandomInCypher(random) => random.get(number),
        };
        Opening { start: None, moves }
    }
}

impl Kind {
    fn of<T: Tree>(
        source: &Source,
        mut tree: T,
        seed: u64,
        random: impl FnOnce(RandomOpenings<T>) -> Kind,
    ) -> Result<Kind, OpeningError> {
        Ok(match source {
            // Those that were written are bounded already; a file's plan says what it likes.
            Source::Random(plies) | Source::All(plies) if *plies > MOST_PLIES => {
                return Err(OpeningError::TooLong(*plies));
            }
            Source::None => Kind::Lines(vec![Vec::new()]),
            Source::Random(plies) => random(RandomOpenings::new(tree, *plies, seed)),
            Source::All(plies) => Kind::Lines(lines::all(&mut tree, *plies)?),
            Source::Positions(positions) => {
                let read = |text: &String| {
                    text.parse()
                        .map_err(|error| OpeningError::Transcript(format!("{text}: {error}")))
                };
                Kind::Positions(positions.iter().map(read).collect::<Result<_, _>>()?)
            }
            Source::Listed(listed) => {
                let read = |(number, text): (usize, &String)| {
                    let wrong = |why| OpeningError::Transcript(format!("opening {number}: {why}"));
                    tree.read(text).map_err(wrong)
                };
                Kind::Lines((1..).zip(listed).map(read).collect::<Result<_, _>>()?)
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use othello_rules::Game;

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
    fn openings_that_are_too_long_are_not_even_looked_for() {
        for source in [Source::All(u32::MAX), Source::Random(u32::MAX), Source::All(41)] {
            let refused = Openings::new(&source, &othello(4), 0).map(drop).unwrap_err().to_string();
            assert!(refused.contains("40 are the most"), "{refused}");
        }
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
    fn a_file_of_openings_may_have_colons_in_its_path() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("8:2026:even.txt");
        std::fs::write(&file, "f5d6c3d3c4\n").unwrap();
        let file = file.display().to_string();
        let parse = |text: &str| Source::parse(text, &othello(8)).map_err(|why| why.to_string());
        assert_eq!(parse(&file), Ok(Source::Listed(vec!["f5d6c3d3c4".to_owned()])));
        assert_eq!(parse(&format!("{file}:2")), Ok(Source::Listed(vec!["f5d6".to_owned()])));
        assert!(parse(&format!("{file}:0")).unwrap_err().contains("openings of 0 plies"));
        assert!(parse(&format!("{file}:x")).unwrap_err().contains("no openings"));
    }

    #[test]
    fn a_file_gives_its_first_plies_whoever_knows_the_rules_and_no_whole_games() {
        let setup = GameSetup::find("tictactoe", None, None).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games.txt").display().to_string();
        let parse = |text: &str| Source::parse(text, &setup).map_err(|why| why.to_string());
        std::fs::write(&file, "# two games\na1b1a2b2a3\na1 b1 c3\n").unwrap();
        let listed = Source::Listed(vec!["a1b1".to_owned()]);
        assert_eq!(parse(&format!("{file}:2")), Ok(listed));
        let whole = parse(&file).unwrap_err();
        assert!(whole.contains("line 2: it is a whole game; write"), "{whole}");
        std::fs::write(&file, "a1a1\n").unwrap();
        assert!(parse(&file).unwrap_err().contains("line 1: "));

        let positions = folder.path().join("p.obf").display().to_string();
        let text = format!("{} X;\n", Position::default().board());
        std::fs::write(&positions, text).unwrap();
        let cut = Source::parse(&format!("{positions}:4"), &othello(8)).unwrap_err().to_string();
        assert!(cut.ends_with("leave :4 out"), "{cut}");
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
