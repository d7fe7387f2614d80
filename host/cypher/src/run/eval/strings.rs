//! Texts: joining, searching, regular expressions, normal forms.

use crate::error::Error;
use crate::float::float_text;
use crate::run::context::Context;
use crate::run::describe::type_error;
use crate::run::functions::contains;
use crate::value::Value;

/// How much of a long text is copied or searched between two looks at the clock.
const CHUNK: usize = 64 << 10;

/// What is no text as `+` joins it to one.
pub(super) fn printed(value: &Value) -> String {
    match value {
        Value::Float(value) => float_text(*value),
        Value::Temporal(value) => (**value).to_string(),
        Value::Point(point) => (**point).to_string(),
        other => other.to_string(),
    }
}

/// `a STARTS WITH b`; null unless both are texts.
pub(super) fn starts_with(a: &Value, b: &Value) -> Option<bool> {
    let (Value::Text(a), Value::Text(b)) = (a, b) else { return None };
    Some(a.as_str().starts_with(b.as_str()))
}

/// `a ENDS WITH b`; null unless both are texts.
pub(super) fn ends_with(a: &Value, b: &Value) -> Option<bool> {
    let (Value::Text(a), Value::Text(b)) = (a, b) else { return None };
    Some(a.as_str().ends_with(b.as_str()))
}

impl Context<'_> {
    /// Two texts in one.
    pub(super) fn join_texts(&self, a: &str, b: &str) -> Result<Value, Error> {
        let length = a.len() + b.len();
        self.meter.room_for(length)?;
        let mut joined = Vec::with_capacity(length);
        for chunk in a.as_bytes().chunks(CHUNK).chain(b.as_bytes().chunks(CHUNK)) {
            self.check()?;
            joined.extend_from_slice(chunk);
        }
        match String::from_utf8(joined) {
            Ok(joined) => Value::text(joined, self.meter),
            // Two texts behind each other are a text.
            Err(_) => Ok(Value::Null),
        }
    }

    /// `a CONTAINS b`; null unless both are texts.
    pub(super) fn contains(&self, a: &Value, b: &Value) -> Result<Option<bool>, Error> {
        let (Value::Text(a), Value::Text(b)) = (a, b) else { return Ok(None) };
        contains(self, a.as_str(), b.as_str()).map(Some)
    }

    /// `a =~ b`: whether the whole text matches; null where there is no text that could, whatever the pattern.
    pub(super) fn matches_regex(&self, a: &Value, b: &Value) -> Result<Option<bool>, Error> {
        match (a, b) {
            (Value::Text(text), Value::Text(pattern)) => {
                self.run.regexes.matches(self.meter, pattern.as_str(), text.as_str()).map(Some)
            }
            (Value::Text(_), other) if !matches!(other, Value::Null) => {
                Err(type_error("a string behind =~", other))
            }
            _ => Ok(None),
        }
    }
}
