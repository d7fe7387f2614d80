//! The numbers inside of the driver's temporal values. It keeps them to itself and hands them out through
//! serde alone: as the fields of an enum of its own name.

use std::any::type_name;
use std::collections::BTreeMap;
use std::fmt;

use neo4rs::{BoltMap, BoltType};
use serde::de::{
    Deserialize, Deserializer, EnumAccess, IgnoredAny, MapAccess, SeqAccess, VariantAccess, Visitor,
};

/// The fields of one temporal value by name; those of a duration by their number.
#[derive(Debug, Default)]
pub(super) struct Fields {
    numbers: BTreeMap<String, i64>,
    zone: Option<String>,
}

impl Fields {
    /// The fields of a value; none if it has none.
    pub(super) fn of(value: &BoltType) -> Fields {
        let mut map = BoltMap::new();
        map.put("value".into(), value.clone());
        map.get("value").unwrap_or_default()
    }

    /// One of the numbers.
    pub(super) fn get(&self, name: &str) -> Option<i64> {
        self.numbers.get(name).copied()
    }

    /// The name of the time zone.
    pub(super) fn zone(&self) -> Option<&str> {
        self.zone.as_deref()
    }
}

impl<'de> Deserialize<'de> for Fields {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Fields, D::Error> {
        deserializer.deserialize_enum(type_name::<BoltType>(), &[], OfEnum)
    }
}

struct OfEnum;

impl<'de> Visitor<'de> for OfEnum {
    type Value = Fields;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a temporal value")
    }

    fn visit_enum<A: EnumAccess<'de>>(self, data: A) -> Result<Fields, A::Error> {
        let (_, variant) = data.variant::<IgnoredAny>()?;
        variant.tuple_variant(1, OfValue)
    }
}

struct OfValue;

impl<'de> Visitor<'de> for OfValue {
    type Value = Fields;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the fields of a temporal value")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Fields, A::Error> {
        let mut fields = Fields::default();
        while let Some(number) = seq.next_element::<i64>()? {
            fields.numbers.insert(fields.numbers.len().to_string(), number);
        }
        Ok(fields)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields, A::Error> {
        let mut fields = Fields::default();
        while let Some(name) = map.next_key::<Name>()? {
            match map.next_value::<Field>()? {
                Field::Number(number) => drop(fields.numbers.insert(name.0, number)),
                Field::Text(text) => fields.zone = Some(text),
            }
        }
        Ok(fields)
    }
}

/// A field's name, which the driver tells only to those who ask for an identifier.
struct Name(String);

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Name, D::Error> {
        struct OfName;
        impl Visitor<'_> for OfName {
            type Value = Name;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a name")
            }

            fn visit_str<E>(self, text: &str) -> Result<Name, E> {
                Ok(Name(text.to_owned()))
            }
        }
        deserializer.deserialize_identifier(OfName)
    }
}

enum Field {
    Number(i64),
    Text(String),
}

impl<'de> Deserialize<'de> for Field {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Field, D::Error> {
        struct OfField;
        impl Visitor<'_> for OfField {
            type Value = Field;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number or a text")
            }

            fn visit_i64<E>(self, number: i64) -> Result<Field, E> {
                Ok(Field::Number(number))
            }

            fn visit_str<E>(self, text: &str) -> Result<Field, E> {
                Ok(Field::Text(text.to_owned()))
            }
        }
        deserializer.deserialize_any(OfField)
    }
}
