//! What a player answers: a query with its parameters, a resignation or an error, and with it,
//! if it likes, a record of its thinking.

use super::thinking::Thinking;
use serde::de::Error as _;
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};
use std::fmt::Display;

/// What a player answers.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The answer proper.
    pub reply: Reply,
    /// How the player came to it.
    pub thinking: Option<Thinking>,
}

/// The answer proper.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// A query whose one record has the chosen node as `cell`.
    Query(Query),
    /// The player gives up, with its reason.
    Resign(String),
    /// The player could not answer.
    Error(String),
    /// The player's code panicked; [`export_player!`](crate::export_player) says so for it.
    Panic(String),
}

/// A query and its own parameters.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Query {
    /// The text.
    pub cypher: String,
    /// The parameters beside those of the host, `$symbol` and `$apiKey`.
    pub params: Map<String, Value>,
}

impl Query {
    /// A query without parameters.
    pub fn new(cypher: impl Into<String>) -> Self {
        Query { cypher: cypher.into(), params: Map::new() }
    }

    /// Adds a parameter.
    pub fn param(mut self, name: impl Into<String>, value: impl Into<Value>) -> Self {
        self.params.insert(name.into(), value.into());
        self
    }

    /// Adds the record of the thinking that led here.
    pub fn thinking(self, thinking: impl Into<Thinking>) -> Answer {
        Answer::from(self).thinking(thinking)
    }
}

impl Answer {
    /// Gives up, with a reason.
    pub fn resign(reason: impl Into<String>) -> Self {
        Reply::Resign(reason.into()).into()
    }

    /// Says that no answer could be found. It ends the game as a resignation does.
    pub fn error(reason: impl Into<String>) -> Self {
        Reply::Error(reason.into()).into()
    }

    /// Adds the record of the thinking that led here.
    pub fn thinking(mut self, thinking: impl Into<Thinking>) -> Self {
        self.thinking = Some(thinking.into());
        self
    }

    /// Reads what a player gave: an answer in JSON, or the bare text of a query.
    ///
    /// No Cypher statement begins with a brace or a quote, so the two can't be confused.
    ///
    /// # Errors
    ///
    /// Where the text begins as JSON and is none, or has none of the forms of an answer.
    pub fn parse(text: &str) -> Result<Answer, serde_json::Error> {
        match text.trim_start().as_bytes().first() {
            Some(b'{') => serde_json::from_str(text),
            Some(b'"') => serde_json::from_str::<String>(text).map(Answer::from),
            _ => Ok(text.into()),
        }
    }

    /// The answer as JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_else(|error| {
            Value::Object(Map::from_iter([("error".into(), error.to_string().into())])).to_string()
        })
    }
}

impl From<Reply> for Answer {
    fn from(reply: Reply) -> Self {
        Answer { reply, thinking: None }
    }
}

impl From<Query> for Answer {
    fn from(query: Query) -> Self {
        Reply::Query(query).into()
    }
}

impl From<&str> for Answer {
    fn from(cypher: &str) -> Self {
        Query::new(cypher).into()
    }
}

impl From<String> for Answer {
    fn from(cypher: String) -> Self {
        Query::new(cypher).into()
    }
}

impl From<&String> for Answer {
    fn from(cypher: &String) -> Self {
        Query::new(cypher).into()
    }
}

/// So that a player may end with `?`: its error becomes the answer's.
impl<T: Into<Answer>, E: Display> From<Result<T, E>> for Answer {
    fn from(result: Result<T, E>) -> Self {
        result.map_or_else(|error| Answer::error(error.to_string()), Into::into)
    }
}

/// The fields as they are read; which of them are there says which answer it is.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Fields {
    cypher: Option<String>,
    params: Map<String, Value>,
    resign: Option<String>,
    error: Option<String>,
    panic: Option<String>,
    thinking: Option<Thinking>,
}

impl Serialize for Answer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_map(None)?;
        match &self.reply {
            Reply::Query(query) => {
                fields.serialize_entry("cypher", &query.cypher)?;
                if !query.params.is_empty() {
                    fields.serialize_entry("params", &query.params)?;
                }
            }
            Reply::Resign(reason) => fields.serialize_entry("resign", reason)?,
            Reply::Error(reason) => fields.serialize_entry("error", reason)?,
            Reply::Panic(text) => fields.serialize_entry("panic", text)?,
        }
        if let Some(thinking) = &self.thinking {
            fields.serialize_entry("thinking", thinking)?;
        }
        fields.end()
    }
}

impl<'de> Deserialize<'de> for Answer {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let fields = Fields::deserialize(deserializer)?;
        let reply = match (fields.cypher, fields.resign, fields.error, fields.panic) {
            (Some(cypher), None, None, None) => {
                Reply::Query(Query { cypher, params: fields.params })
            }
            (None, Some(reason), None, None) => Reply::Resign(reason),
            (None, None, Some(reason), None) => Reply::Error(reason),
            (None, None, None, Some(text)) => Reply::Panic(text),
            (None, None, None, None) => {
                return Err(D::Error::custom(
                    "it has neither \"cypher\" nor \"resign\" nor \"error\"",
                ));
            }
            _ => {
                return Err(D::Error::custom(
                    "it has more than one of \"cypher\", \"resign\" and \"error\"",
                ));
            }
        };
        Ok(Answer { reply, thinking: fields.thinking })
    }
}
