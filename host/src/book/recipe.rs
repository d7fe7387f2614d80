//! What a book follows from: the same recipe always makes the same book, however often it is interrupted. It stands in
//! the book's first line.

use anyhow::bail;
use othello_arena::Seed;
use othello_arena::evaluator::Effort;
use othello_rules::{Book, Position};
use serde_json::{Value, json};

use crate::exit::usage;

/// What the first line of our books begins with.
const MARK: &str = "othello-host book ";

/// What a book follows from.
#[derive(Clone, Debug, PartialEq)]
pub struct Recipe {
    /// The position that it begins with.
    pub start: Position,
    /// How thoroughly each position is looked at.
    pub effort: Effort,
    /// By how many discs a move may be worse than the best that is followed.
    pub within: f64,
    /// How many moves deep it is at the most.
    pub plies: u32,
    /// By what positions are told apart that are equally worth it.
    pub seed: Seed,
}

/// A recipe as far as somebody cares.
#[derive(Clone, Debug, Default)]
pub struct Wishes {
    /// See [`Recipe::start`].
    pub start: Option<Position>,
    /// See [`Recipe::effort`].
    pub effort: Option<Effort>,
    /// See [`Recipe::within`].
    pub within: Option<f64>,
    /// See [`Recipe::plies`].
    pub plies: Option<u32>,
    /// See [`Recipe::seed`].
    pub seed: Option<Seed>,
}

impl Default for Recipe {
    fn default() -> Recipe {
        Recipe {
            start: Position::default(),
            effort: Effort::Positions(200_000),
            within: 1.5,
            plies: 24,
            seed: Seed::new(1),
        }
    }
}

impl Recipe {
    /// The usual one, but for what is wished.
    pub fn wished(wishes: &Wishes) -> anyhow::Result<Recipe> {
        let usual = Recipe::default();
        let start = wishes.start.unwrap_or(usual.start);
        if Book::class(&start).is_none() || start.legal_moves().is_empty() {
            bail!(usage("a book is for boards of 8x8, from a position in which there is a move"));
        }
        Ok(Recipe {
            start,
            effort: wishes.effort.unwrap_or(usual.effort),
            within: wishes.within.unwrap_or(usual.within),
            plies: wishes.plies.unwrap_or(usual.plies),
            seed: wishes.seed.unwrap_or(usual.seed),
        })
    }

    /// The one of a book's first line.
    pub fn read(comment: &str) -> Option<Recipe> {
        let value: Value = serde_json::from_str(comment.strip_prefix(MARK)?).ok()?;
        let effort = match (value["positions"].as_u64(), value["depth"].as_u64()) {
            (Some(positions), None) => Effort::Positions(positions),
            (None, Some(depth)) => Effort::Depth(u8::try_from(depth).ok()?),
            _ => return None,
        };
        Some(Recipe {
            start: value["start"].as_str()?.parse().ok()?,
            effort,
            within: value["within"].as_f64()?,
            plies: u32::try_from(value["plies"].as_u64()?).ok()?,
            seed: Seed::new(value["seed"].as_u64()?),
        })
    }

    /// Whether a text is the beginning of a first line of ours.
    pub fn begins_so(text: &str) -> bool {
        let mark = format!("% {MARK}");
        text.starts_with(&mark) || mark.starts_with(text)
    }

    /// What a book's first line says.
    pub fn comment(&self) -> String {
        let (effort, amount) = match self.effort {
            Effort::Positions(positions) => ("positions", positions),
            Effort::Depth(depth) => ("depth", depth.into()),
        };
        let recipe = json!({
            "start": self.start.to_string(), effort: amount, "within": self.within, "plies": self.plies,
            "seed": self.seed.get(),
        });
        format!("{MARK}{recipe}")
    }

    /// Which wish is not that of this recipe, as the options of a command.
    pub fn differs(&self, wishes: &Wishes) -> Option<&'static str> {
        let other = |is_other: bool, name| is_other.then_some(name);
        other(wishes.start.is_some_and(|start| start != self.start), "--start")
            .or(other(wishes.effort.is_some_and(|one| one != self.effort), "--look or --depth"))
            .or(other(wishes.within.is_some_and(|one| one != self.within), "--within"))
            .or(other(wishes.plies.is_some_and(|one| one != self.plies), "--plies"))
            .or(other(wishes.seed.is_some_and(|one| one != self.seed), "--seed"))
    }

    /// In words.
    pub fn in_words(&self) -> String {
        let effort = match self.effort {
            Effort::Positions(positions) => format!("{positions} positions for each"),
            Effort::Depth(plies) => format!("{plies} plies ahead of each"),
        };
        let Recipe { within, plies, seed, .. } = self;
        format!("{effort}, moves within {within} discs, {plies} plies deep, seed {}", seed.get())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_recipe_is_read_from_the_line_that_it_writes() {
        let usual = Recipe::default();
        let other = Recipe { effort: Effort::Depth(7), within: 0.5, ..usual.clone() };
        for recipe in [usual, other] {
            let again = Recipe::read(&recipe.comment()).unwrap();
            assert_eq!(again, recipe);
            assert_eq!(again.differs(&Wishes::default()), None);
        }
        assert_eq!(Recipe::read("another program's book"), None);
    }

    #[test]
    fn a_wish_that_is_not_the_recipes_is_named() {
        let recipe = Recipe::default();
        let same = Wishes { within: Some(recipe.within), plies: Some(24), ..Wishes::default() };
        assert_eq!(recipe.differs(&same), None);
        let other = Wishes { seed: Some(Seed::new(2)), ..same };
        assert_eq!(recipe.differs(&other), Some("--seed"));
    }
}
