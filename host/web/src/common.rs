//! A part of messages that many hold at once and nobody changes, so that it is not copied for each of them.

use std::ops::Deref;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A part that many hold at once.
#[derive(Debug, PartialEq)]
pub(crate) struct Common<T>(Arc<T>);

impl<T> From<T> for Common<T> {
    fn from(part: T) -> Common<T> {
        Common(Arc::new(part))
    }
}

impl<T> Clone for Common<T> {
    fn clone(&self) -> Common<T> {
        Common(Arc::clone(&self.0))
    }
}

impl<T> Deref for Common<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: Serialize> Serialize for Common<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Common<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Common<T>, D::Error> {
        T::deserialize(deserializer).map(Common::from)
    }
}
