//! Values of queries as JSON, in whole or as much of them as may be shown, and JSON as parameters of queries.

use othello_board::{Datum, NodeDatum, RelationshipDatum, Secret};
use serde_json::{Map, Value, json};

use crate::whole_number::whole_number;

/// How many bytes of a value are shown to somebody who expected another one.
const LONGEST_DESCRIPTION: usize = 400;
/// What every value and every entry takes of a budget beside its text, since it takes memory however short it is.
const OVERHEAD: usize = 8;
/// How deeply lists and maps that are shown may nest: far more than anybody reads, and less than readers of JSON
/// bear.
const DEEPEST: usize = 32;

/// A parameter from what a player wrote in its answer.
#[must_use]
pub(crate) fn to_datum(value: Value) -> Datum {
    match value {
        Value::Null => Datum::Null,
        Value::Bool(truth) => Datum::Bool(truth),
        // Whole numbers beyond 64 bits become floats, as they do in most readers of JSON.
        Value::Number(number) => match number.as_i64() {
            Some(integer) => Datum::Integer(integer),
            None => Datum::Float(number.as_f64().unwrap_or(f64::NAN)),
        },
        Value::String(text) => Datum::Text(text),
        Value::Array(values) => Datum::List(values.into_iter().map(to_datum).collect()),
        Value::Object(entries) => {
            Datum::Map(entries.into_iter().map(|(key, value)| (key, to_datum(value))).collect())
        }
    }
}

/// A value of a query for listings and records. Nodes and relationships tell what they are; floats that
/// JSON has no number for become texts.
#[must_use]
pub fn from_datum(datum: &Datum) -> Value {
    Writer { key: &Secret::default(), left: usize::MAX, deepest: usize::MAX }.value(datum)
}

/// A value in a few words, for somebody who expected another one.
#[must_use]
pub fn describe(datum: &Datum, key: &Secret) -> String {
    let what = match datum {
        Datum::Null => return "null".to_owned(),
        Datum::Bool(_) => "a boolean",
        Datum::Integer(_) => "an integer",
        Datum::Float(_) => "a float",
        Datum::Text(_) => "a text",
        Datum::List(_) => "a list",
        Datum::Map(_) => "a map",
        Datum::Node(_) => "a node",
        Datum::Relationship(_) => "a relationship",
        Datum::Path(_) => "a path",
        Datum::Temporal(value) => value.kind().type_name(),
        Datum::Point(_) => "POINT",
        Datum::Uuid(_) => "UUID",
        Datum::Vector(_) => "VECTOR",
        Datum::Foreign(foreign) => &foreign.kind,
    };
    format!("{what}: {}", Writer::new(key, LONGEST_DESCRIPTION).value(datum))
}

/// Writes values within a budget of bytes and without the key.
pub(crate) struct Writer<'k> {
    key: &'k Secret,
    left: usize,
    deepest: usize,
}

impl<'k> Writer<'k> {
    /// A writer that may write so many bytes.
    pub(crate) fn new(key: &'k Secret, left: usize) -> Writer<'k> {
        Writer { key, left, deepest: DEEPEST }
    }

    /// What it may still write.
    pub(crate) fn bytes_left(&self) -> usize {
        self.left
    }

    /// Whether there is no room for another entry.
    pub(crate) fn is_full(&self) -> bool {
        self.left <= OVERHEAD
    }

    /// As much of a text as there is room for, and how long it is where that is not all of it.
    pub(crate) fn text(&mut self, text: &str) -> String {
        self.spend(OVERHEAD);
        let whole = text.len();
        let text = self.key.redact(text);
        let mut room = self.left;
        let end = text.char_indices().find(|(_, character)| {
            let size = written_size(*character);
            let fits = size <= room;
            room = room.saturating_sub(size);
            !fits
        });
        let Some((end, _)) = end else {
            self.left = room;
            return text.into_owned();
        };
        self.left = 0;
        format!("{}… (cut: {} bytes in all)", &text[..end], whole_number(whole as u64))
    }

    /// As much of a value as there is room for; lists and maps say what is left out of them.
    pub(crate) fn value(&mut self, datum: &Datum) -> Value {
        let is_text = matches!(
            datum,
            Datum::Text(_)
                | Datum::Temporal(_)
                | Datum::Point(_)
                | Datum::Uuid(_)
                | Datum::Vector(_)
                | Datum::Foreign(_)
        );
        if !is_text {
            self.spend(OVERHEAD);
        }
        match datum {
            Datum::Null => Value::Null,
            Datum::Bool(truth) => (*truth).into(),
            Datum::Integer(integer) => (*integer).into(),
            Datum::Float(float) => match serde_json::Number::from_f64(*float) {
                Some(number) => Value::Number(number),
                None => float.to_string().into(),
            },
            Datum::Text(text) => self.text(text).into(),
            Datum::List(values) => self.list(values, Writer::value),
            Datum::Map(entries) => self.entries(entries),
            Datum::Node(node) => self.node(node),
            Datum::Relationship(relationship) => self.relationship(relationship),
            Datum::Path(path) => json!({
                "nodes": self.list(&path.nodes, Writer::node),
                "relationships": self.list(&path.relationships, Writer::relationship),
            }),
            Datum::Temporal(value) => self.text(&value.to_string()).into(),
            Datum::Point(point) => self.text(&point.to_string()).into(),
            Datum::Uuid(uuid) => self.text(&uuid.to_string()).into(),
            Datum::Vector(vector) => self.text(&vector.to_string()).into(),
            Datum::Foreign(foreign) => self.text(&foreign.text).into(),
        }
    }

    /// As many of these entries as there is room for.
    pub(crate) fn named<'d>(
        &mut self,
        entries: impl ExactSizeIterator<Item = (&'d str, &'d Datum)>,
    ) -> Map<String, Value> {
        let whole = entries.len();
        let mut shown = Map::new();
        for (name, datum) in entries {
            if self.is_full() {
                let rest = format!("(cut: {} entries in all)", whole_number(whole as u64));
                shown.insert("…".to_owned(), rest.into());
                break;
            }
            let name = self.text(name);
            let value = self.value(datum);
            shown.insert(name, value);
        }
        shown
    }

    fn entries(&mut self, entries: &std::collections::BTreeMap<String, Datum>) -> Value {
        self.inside(|writer| {
            writer.named(entries.iter().map(|(name, datum)| (name.as_str(), datum))).into()
        })
    }

    fn list<T>(&mut self, values: &[T], write: impl Fn(&mut Self, &T) -> Value) -> Value {
        self.inside(|writer| {
            let mut shown = Vec::new();
            for value in values {
                if writer.is_full() {
                    shown.push(
                        format!("… (cut: {} in all)", whole_number(values.len() as u64)).into(),
                    );
                    break;
                }
                shown.push(write(writer, value));
            }
            Value::Array(shown)
        })
    }

    fn node(&mut self, node: &NodeDatum) -> Value {
        let labels = self.list(&node.labels, |writer, label| writer.text(label).into());
        json!({ "labels": labels, "properties": self.entries(&node.properties) })
    }

    fn relationship(&mut self, relationship: &RelationshipDatum) -> Value {
        let kind = self.text(&relationship.kind);
        json!({ "type": kind, "properties": self.entries(&relationship.properties) })
    }

    /// Goes a level deeper, unless that is too deep.
    fn inside(&mut self, write: impl FnOnce(&mut Self) -> Value) -> Value {
        let Some(deeper) = self.deepest.checked_sub(1) else {
            return "… (cut: nested too deeply)".into();
        };
        let here = std::mem::replace(&mut self.deepest, deeper);
        let value = write(self);
        self.deepest = here;
        value
    }

    /// Takes so many bytes for what is no text.
    pub(crate) fn spend(&mut self, bytes: usize) {
        self.left = self.left.saturating_sub(bytes);
    }
}

/// How many bytes a character takes in JSON.
fn written_size(character: char) -> usize {
    match character {
        '"' | '\\' | '\n' | '\r' | '\t' => 2,
        '\0'..='\u{1f}' => 6,
        other => other.len_utf8(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json_of(datum: &Datum, room: usize) -> String {
        Writer::new(&Secret::new("sk-1"), room).value(datum).to_string()
    }

    #[test]
    fn what_is_too_long_says_where_it_was_cut_and_how_long_it_is() {
        let text = Datum::Text("é".repeat(1_000_000));
        assert_eq!(json_of(&text, 12), "\"éé… (cut: 2,000,000 bytes in all)\"");
        let list = Datum::List(vec![Datum::Integer(0); 5_000]);
        assert_eq!(json_of(&list, 32), "[0,0,\"… (cut: 5,000 in all)\"]");
        let map = (0..5_000).map(|n| (format!("k{n}"), Datum::Null)).collect();
        assert_eq!(
            json_of(&Datum::Map(map), 27),
            r#"{"k0":null,"…":"(cut: 5,000 entries in all)"}"#
        );
    }

    #[test]
    fn a_value_is_shown_no_larger_than_its_budget_and_no_deeper_than_readers_bear() {
        let mut deep = Datum::Text("\0".repeat(100_000));
        for _ in 0..150 {
            deep = Datum::Map([("k".to_owned(), Datum::List(vec![deep]))].into());
        }
        let written = json_of(&deep, 64 << 10);
        assert!(written.contains("nested too deeply"), "{written}");
        assert!(serde_json::from_str::<Value>(&written).is_ok());
        assert!(json_of(&Datum::Text("\0".repeat(100_000)), 1_000).len() < 1_100);
    }

    #[test]
    fn the_key_is_taken_out_before_anything_is_cut() {
        let texts = Datum::List(vec![Datum::Text("a sk-1 b".into()), Datum::Text("sk-1".into())]);
        assert_eq!(json_of(&texts, 1_000), r#"["a *** b","***"]"#);
        assert!(!json_of(&texts, 28).contains("sk"));
        assert_eq!(describe(&Datum::Text("sk-1".into()), &Secret::new("sk-1")), "a text: \"***\"");
    }
}
