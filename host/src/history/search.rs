//! Games by a position that they went through, however the board was turned, or by the name of their opening; and
//! what was played there, with what came of it.

use std::collections::HashMap;
use std::path::Path;

use othello_arena::{GameSetup, notation};
use othello_rules::openings::{self, Opening};
use othello_rules::{Game, Move, Position, Setup, Symmetry};
use othello_store::{Filter, GameSummary};
use serde_json::{Value, json};

use super::describe::{HEADS, first_cells, number_of_games, opening};
use super::formats;
use super::list::Outcome;
use super::saved::open;
use crate::exit::usage;
use crate::table::table;

/// What is looked for.
struct SearchTarget {
    /// Its name, or the moves or the board.
    name: String,
    /// Every board that counts as it, with the way back to how it was asked for.
    boards: HashMap<Position, Symmetry>,
    /// Whether it is one position, so that the moves from there can be compared.
    single: bool,
}

/// A game that went through it.
struct Match {
    game: GameSummary,
    /// After how many moves and passes.
    ply: usize,
    /// What was played there, on the board as it was asked for.
    next: Option<Move>,
}

/// What was found, as a text or as JSON.
pub struct SearchResult {
    name: String,
    single: bool,
    matches: Vec<Match>,
}

/// Looks for the games of a file that went through a position or an opening: moves, a board, or a name.
pub fn search(path: &Path, what: &str, setup: &GameSetup) -> anyhow::Result<SearchResult> {
    let target = SearchTarget::read(what, setup)?;
    let games = open(path)?.games(&Filter::default())?;
    let matches = games.into_iter().filter_map(|game| target.through(game)).collect();
    Ok(SearchResult { name: target.name, single: target.single, matches })
}

impl SearchTarget {
    fn read(what: &str, setup: &GameSetup) -> anyhow::Result<SearchTarget> {
        let initial = setup.position().ok_or_else(|| {
            usage(format!(
                "the host has no rules of its own for {}, so it finds no positions",
                setup.game
            ))
        })?;
        if is_board(what) {
            let mut setup: Setup = what.parse().map_err(usage)?;
            setup.variant = initial.variant();
            return Ok(SearchTarget::one(what, setup.position().map_err(usage)?));
        }
        let openings: Vec<_> = openings::matching(what).collect();
        match (Game::from_transcript(initial, what), openings.as_slice()) {
            (Ok(game), []) => Ok(SearchTarget::one(&game.transcript(), *game.position())),
            (Err(error), []) => Err(usage(format!(
                "{what:?} is neither an opening, such as tiger or rose, nor a board, nor moves: {error}"
            ))),
            (_, named) => Ok(SearchTarget::named(named)),
        }
    }

    fn one(name: &str, position: Position) -> SearchTarget {
        let images = Symmetry::ALL.into_iter().rev();
        let boards = images.map(|turn| (turn.position(position), turn.inverse())).collect();
        SearchTarget { name: name.to_owned(), boards, single: true }
    }

    fn named(openings: &[&Opening]) -> SearchTarget {
        let mut target = SearchTarget {
            name: String::new(),
            boards: HashMap::new(),
            single: openings.len() == 1,
        };
        for opening in openings {
            if let Some(position) = opening.position() {
                target.boards.extend(SearchTarget::one("", position).boards);
            }
        }
        let names: Vec<_> = openings
            .iter()
            .map(|opening| format!("{} ({})", opening.name, opening.moves))
            .collect();
        target.name = names.join(", ");
        target
    }

    fn through(&self, game: GameSummary) -> Option<Match> {
        let played = notation::replayed(&game).ok()?;
        let mut places = (0..).zip(played.positions());
        let (ply, back) =
            places.find_map(|(ply, position)| Some((ply, *self.boards.get(&position)?)))?;
        let next = played.moves().get(ply).map(|next| match next {
            Move::Pass => Move::Pass,
            Move::Place(square) => {
                back.square(*square, played.size()).map_or(Move::Pass, Move::Place)
            }
        });
        Some(Match { game, ply, next })
    }
}

fn is_board(text: &str) -> bool {
    let squares = text.chars().filter(|c| !c.is_whitespace()).count();
    squares >= 16 && text.chars().all(|c| "XxOo-._*".contains(c) || c.is_whitespace())
}

/// Games, and how many of them Black won, nobody won, and White won.
#[derive(Clone, Copy, Default)]
struct Tally {
    games: usize,
    came_out: [usize; 3],
}

impl Tally {
    fn add(&mut self, game: &GameSummary) {
        self.games += 1;
        let outcomes = [Outcome::Black, Outcome::Draw, Outcome::White];
        for (count, outcome) in self.came_out.iter_mut().zip(outcomes) {
            *count += usize::from(outcome.fits(game, None));
        }
    }
}

impl SearchResult {
    fn score(&self) -> Tally {
        let mut score = Tally::default();
        self.matches.iter().for_each(|found| score.add(&found.game));
        score
    }

    /// What was played next, the most frequent first.
    fn next(&self) -> Vec<(Move, Tally)> {
        let mut next: Vec<(Move, Tally)> = Vec::new();
        for found in &self.matches {
            let Some(ply) = found.next else { continue };
            let at = next.iter().position(|(known, _)| *known == ply).unwrap_or_else(|| {
                next.push((ply, Tally::default()));
                next.len() - 1
            });
            next[at].1.add(&found.game);
        }
        next.sort_by_key(|(ply, score)| (std::cmp::Reverse(score.games), *ply));
        next
    }

    /// What was found in words.
    pub fn to_text(&self) -> String {
        let Tally { games, came_out: [black, drawn, white] } = self.score();
        let mut text = format!(
            "{}: {}; Black won {black}, {drawn} drawn, White won {white}\n",
            self.name,
            number_of_games(games)
        );
        if games == 0 {
            return text;
        }
        if self.single {
            let row = |(ply, score): &(Move, Tally)| {
                let Tally { games, came_out } = score;
                let counts = std::iter::once(games).chain(came_out).map(ToString::to_string);
                std::iter::once(ply.to_string()).chain(counts).collect()
            };
            let heads = ["next", "games", "Black won", "drawn", "White won"].map(str::to_owned);
            text += &format!("\n{}", table(&heads, self.next().iter().map(row).collect()));
        }
        let row = |found: &Match| {
            let opening = opening(&found.game).unwrap_or_default().to_owned();
            first_cells(&found.game).into_iter().chain([found.ply.to_string(), opening]).collect()
        };
        let heads = HEADS.into_iter().chain(["after move", "opening"]);
        let heads: Vec<_> = heads.map(str::to_owned).collect();
        text + "\n" + &table(&heads, self.matches.iter().map(row).collect())
    }

    /// The same as one JSON object.
    pub fn to_json(&self) -> Value {
        let score = |score: Tally| {
            let [black, drawn, white] = score.came_out;
            json!({ "games": score.games, "black_won": black, "drawn": drawn, "white_won": white })
        };
        let game = |found: &Match| {
            let mut object = formats::as_json(&found.game);
            object["after"] = found.ply.into();
            object["opening"] = opening(&found.game).into();
            object
        };
        let next = |(ply, made): (Move, Tally)| {
            let mut object = score(made);
            object["move"] = ply.to_string().into();
            object
        };
        json!({
            "target": self.name,
            "score": score(self.score()),
            "next": self.next().into_iter().map(next).collect::<Vec<_>>(),
            "games": self.matches.iter().map(game).collect::<Vec<_>>(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_counts_however_the_board_is_turned_and_moves_are_turned_back() {
        let setup = GameSetup::find("othello", None, None).unwrap();
        let target = SearchTarget::read("f5d6c3", &setup).unwrap();
        assert_eq!(target.boards.len(), 8);
        let game = Game::from_transcript(Position::default(), "c4e3f6e6").unwrap();
        let at = *target.boards.get(&game.positions().nth(3).unwrap()).unwrap();
        // The half turn takes e6 to d3.
        assert_eq!(at.square("e6".parse().unwrap(), game.size()).unwrap().to_string(), "d3");
        assert!(SearchTarget::read("tiger", &setup).unwrap().boards.len() > 8);
        let refused = SearchTarget::read("f5f5", &setup).err().unwrap().to_string();
        assert!(refused.contains("neither an opening"), "{refused}");
    }
}
