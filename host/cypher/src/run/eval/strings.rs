//! Texts: joining, searching, regular expressions, normal forms.

use crate::error::Error;
use crate::float::float_text;
use crate::meter::Meter;
use crate::run::context::Context;
use crate::run::describe::type_error;
use crate::run::functions::contains;
use crate::run::growing_text::GrowingText;
use crate::value::{Text, Value};

/// What is no text as `+` joins it to one.
pub(super) fn printed(value: &Value, meter: &Meter) -> Result<Text, Error> {
    let text = match value {
        Value::Integer(number) => return Ok(Text::of_integer(*number)),
        Value::Float(value) => float_text(*value),
        Value::Temporal(value) => (**value).to_string(),
        Value::Point(point) => (**point).to_string(),
        Value::Uuid(uuid) => uuid.to_string(),
        Value::Vector(vector) => (**vector).to_string(),
        other => other.to_string(),
    };
    Text::new(text, meter)
}

/// `a STARTS WITH b`; null unless both are texts.
pub(super) fn starts_with(meter: &Meter, a: &Value, b: &Value) -> Result<Option<bool>, Error> {
    let (Value::Text(a), Value::Text(b)) = (a, b) else { return Ok(None) };
    meter.read(b.as_str().len())?;
    Ok(Some(a.as_str().starts_with(b.as_str())))
}

/// `a ENDS WITH b`; null unless both are texts.
pub(super) fn ends_with(meter: &Meter, a: &Value, b: &Value) -> Result<Option<bool>, Error> {
    let (Value::Text(a), Value::Text(b)) = (a, b) else { return Ok(None) };
    meter.read(b.as_str().len())?;
    Ok(Some(a.as_str().ends_with(b.as_str())))
}

impl Context<'_> {
    /// Two texts in one.
    pub(super) fn join_texts(&self, a: &str, b: &str) -> Result<Value, Error> {
        if let Some(short) = Text::short_joined(a, b) {
            return Ok(Value::Text(short));
        }
        let mut joined = GrowingText::with_room(a.len() + b.len(), self.meter)?;
        joined.push_str(a)?;
        joined.push_str(b)?;
        joined.finish()
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
