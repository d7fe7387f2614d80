//! A list that is known to be short, and read no further than it may be: a stranger's is as long as it likes, and its
//! elements may take many times the room of what tells of them.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

/// At most so many of something.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub(crate) struct Few<T, const MOST: usize>(Vec<T>);

impl<T, const MOST: usize> Default for Few<T, MOST> {
    fn default() -> Few<T, MOST> {
        Few(Vec::new())
    }
}

impl<T, const MOST: usize> Few<T, MOST> {
    /// All of these, if they are few; else none of them.
    pub(crate) fn all_or_none(all: Vec<T>) -> Few<T, MOST> {
        if all.len() > MOST { Few::default() } else { Few(all) }
    }

    pub(crate) fn as_slice(&self) -> &[T] {
        &self.0
    }

    pub(crate) fn as_mut_slice(&mut self) -> &mut [T] {
        &mut self.0
    }

    pub(crate) fn into_vec(self) -> Vec<T> {
        self.0
    }
}

impl<'de, T: Deserialize<'de>, const MOST: usize> Deserialize<'de> for Few<T, MOST> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Few<T, MOST>, D::Error> {
        deserializer.deserialize_seq(Reader::<T, MOST>(PhantomData))
    }
}

/// Reads as many as there may be.
struct Reader<T, const MOST: usize>(PhantomData<T>);

impl<'de, T: Deserialize<'de>, const MOST: usize> Visitor<'de> for Reader<T, MOST> {
    type Value = Few<T, MOST>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a list of at most {MOST}")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Few<T, MOST>, A::Error> {
        let mut few = Vec::new();
        while few.len() < MOST {
            match elements.next_element()? {
                Some(element) => few.push(element),
                None => return Ok(Few(few)),
            }
        }
        // What follows may be anything: to make sense of it would take room as well.
        match elements.next_element::<End>() {
            Ok(None) => Ok(Few(few)),
            _ => Err(A::Error::custom(format!("a list has more than {MOST} elements"))),
        }
    }
}

/// What can be no element, so that nothing of one is read.
enum End {}

impl<'de> Deserialize<'de> for End {
    fn deserialize<D: Deserializer<'de>>(_: D) -> Result<End, D::Error> {
        Err(D::Error::custom("nothing is wanted here"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_read_no_further_than_it_may_be() {
        let read = |text: &str| serde_json::from_str::<Few<u8, 3>>(text);
        assert_eq!(read("[1, 2, 3]").unwrap().into_vec(), [1, 2, 3]);
        assert!(read(" [ ] ").unwrap().as_slice().is_empty());
        // Whatever stands there and however long it is, the fourth is not looked at.
        for more in ["4]", "\"unfinished", "[[[[[[", "{\"a\": 1"] {
            let error = read(&format!("[1, 2, 3, {more}")).unwrap_err().to_string();
            assert!(error.contains("a list has more than 3 elements"), "{error}");
        }
    }

    #[test]
    fn too_many_of_ones_own_are_none() {
        assert_eq!(Few::<_, 2>::all_or_none(vec![1, 2]).as_slice(), [1, 2]);
        assert!(Few::<_, 2>::all_or_none(vec![1, 2, 3]).as_slice().is_empty());
    }
}
