//! The record of a player's thinking: what it considered, what it found that worth, and how much
//! work that was. A listing for people; nothing in it changes the game.

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

/// How a player came to its answer. Every field may be left out.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Thinking {
    /// What the player wants to say in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// What the chosen move is worth to the player, by its own measure; more is better.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// What the values count: `discs`, `centidiscs`, `chance to win`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// How many plies the player looked ahead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// How many states the player explored in all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub states: Option<u64>,
    /// The play that the player expects, its own move first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<String>,
    /// The moves considered, in the order considered.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<Considered>,
}

/// One move that a player considered.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct Considered {
    /// The move, such as `f5`.
    #[serde(rename = "move")]
    pub square: String,
    /// What it is worth to the player; more is better.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// What is known of the value; alpha-beta knows most values only as bounds.
    #[serde(skip_serializing_if = "Bound::is_exact")]
    pub bound: Bound,
    /// How many states were explored below it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub states: Option<u64>,
    /// How many plies the player looked ahead below it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// The play expected after it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<String>,
    /// A word beside it, such as `corner`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// What is known of a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Bound {
    /// The value is this or less.
    AtMost,
    /// The value is this or more.
    AtLeast,
    /// It is the value.
    #[default]
    #[serde(other)]
    Exact,
}

impl Bound {
    /// Whether it is the value and no bound.
    pub fn is_exact(&self) -> bool {
        *self == Bound::Exact
    }
}

impl Considered {
    /// A move and what it is worth.
    pub fn new(square: impl Into<String>, value: f64) -> Self {
        Considered { square: square.into(), value: Some(value), ..Considered::default() }
    }

    /// Says how many states were explored below it.
    pub fn states(mut self, states: u64) -> Self {
        self.states = Some(states);
        self
    }

    /// Says what is known of the value.
    pub fn bound(mut self, bound: Bound) -> Self {
        self.bound = bound;
        self
    }
}

impl From<&str> for Thinking {
    fn from(text: &str) -> Self {
        Thinking::from(text.to_owned())
    }
}

impl From<String> for Thinking {
    fn from(text: String) -> Self {
        Thinking { text: Some(text), ..Thinking::default() }
    }
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Fields {
    text: Option<String>,
    value: Option<f64>,
    unit: Option<String>,
    depth: Option<u32>,
    states: Option<u64>,
    line: Vec<String>,
    moves: Vec<Considered>,
}

/// A text is a thinking in words, and so is any other form: what a player says about its
/// thinking never costs it the game.
impl<'de> Deserialize<'de> for Thinking {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        if let Value::String(text) = value {
            return Ok(text.into());
        }
        Ok(match Fields::deserialize(&value) {
            Ok(Fields { text, value, unit, depth, states, line, moves }) => {
                Thinking { text, value, unit, depth, states, line, moves }
            }
            Err(_) => value.to_string().into(),
        })
    }
}
