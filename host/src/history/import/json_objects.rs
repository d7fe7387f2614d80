//! The objects of a file of JSON, one after the other, those of lists too: of a list with any number of games only one is
//! there at a time.

use serde_json::{Deserializer, Error, Value};

/// What is wrong with a list that goes on with nothing of a list.
const NO_END: &str = "the list does not go on with a comma or end with a bracket";

/// The objects of a text, until one can't be read.
pub struct JsonObjects<'a> {
    text: &'a [u8],
    /// Where the next one may begin.
    at: usize,
    place: Place,
}

#[derive(Clone, Copy)]
enum Place {
    /// Outside of lists.
    Outside,
    /// Behind the bracket that begins a list.
    Beginning,
    /// Behind an object of a list.
    Behind,
    /// Behind the comma after one.
    Wanted,
    /// Where no more can be read.
    End,
}

impl<'a> JsonObjects<'a> {
    /// Those of this text.
    pub fn of(text: &'a [u8]) -> JsonObjects<'a> {
        JsonObjects { text, at: 0, place: Place::Outside }
    }

    /// The next sign that is no space.
    fn sign(&mut self) -> Option<u8> {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_ascii_start().len();
        self.text.get(self.at).copied()
    }

    /// The object that begins here, behind which is this place.
    fn object(&mut self, behind: Place) -> Result<Value, String> {
        let mut read = Deserializer::from_slice(&self.text[self.at..]).into_iter();
        let read = read.next().map(|object| (object, read.byte_offset()));
        match read {
            Some((Ok(object), length)) => {
                self.at += length;
                self.place = behind;
                Ok(object)
            }
            Some((Err(error), _)) => self.failed(self.told(&error)),
            None => self.failed(NO_END.to_owned()),
        }
    }

    fn failed(&mut self, why: String) -> Result<Value, String> {
        self.place = Place::End;
        Err(why)
    }

    /// What is wrong, with its place in the whole text.
    fn told(&self, error: &Error) -> String {
        let before = &self.text[..self.at];
        let lines = before.iter().filter(|&&byte| byte == b'\n').count();
        let in_line = before.iter().rev().take_while(|&&byte| byte != b'\n').count();
        let column = error.column() + if error.line() == 1 { in_line } else { 0 };
        let told = error.to_string();
        let what = told.rsplit_once(" at line ").map_or(&*told, |(what, _)| what);
        format!("{what} at line {} column {column}", lines + error.line())
    }
}

impl Iterator for JsonObjects<'_> {
    type Item = Result<Value, String>;

    fn next(&mut self) -> Option<Result<Value, String>> {
        loop {
            let sign = self.sign();
            self.place = match (self.place, sign) {
                (Place::End, _) | (Place::Outside, None) => return None,
                (Place::Outside, Some(b'[')) => Place::Beginning,
                (Place::Beginning | Place::Behind, Some(b']')) => Place::Outside,
                (Place::Behind, Some(b',')) => Place::Wanted,
                (Place::Behind, _) => return Some(self.failed(NO_END.to_owned())),
                (Place::Outside, _) => return Some(self.object(Place::Outside)),
                (Place::Beginning | Place::Wanted, _) => return Some(self.object(Place::Behind)),
            };
            self.at += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn objects(text: &str) -> Vec<Result<Value, String>> {
        JsonObjects::of(text.as_bytes()).collect()
    }

    #[test]
    fn objects_are_found_one_after_the_other_and_in_lists() {
        let [one, two, three] = [1, 2, 3].map(|number| Ok(json!({ "moves": number })));
        for text in [
            r#"{"moves":1}{"moves":2} {"moves":3}"#,
            r#"[{"moves":1},{"moves":2},{"moves":3}]"#,
            " [ {\"moves\": 1}\n,\n{\"moves\": 2} ]\n[]\n{\"moves\": 3}\n",
        ] {
            assert_eq!(objects(text), [one.clone(), two.clone(), three.clone()], "{text}");
        }
        for nothing in ["", " \n", "[]", " [ ] [\n]"] {
            assert_eq!(objects(nothing), [], "{nothing:?}");
        }
    }

    #[test]
    fn what_is_wrong_is_the_last_to_be_found_with_its_place_in_the_whole_text() {
        for (text, found, told) in [
            ("[{},\n{},\n  {\"a\" 1}]", 2, "expected `:` at line 3 column 8"),
            ("[{}, {\"a\" 1}]", 1, "expected `:` at line 1 column 11"),
            ("{}\n{}\nmoves", 2, "expected value at line 3 column 1"),
            ("[{},]", 1, "expected value at line 1 column 5"),
            ("[{} {}]", 1, NO_END),
            ("[{}", 1, NO_END),
            ("[{},", 1, NO_END),
            ("[", 0, NO_END),
        ] {
            let mut all = objects(text);
            assert_eq!(all.pop(), Some(Err(told.to_owned())), "{text}");
            assert_eq!(all, vec![Ok(json!({})); found], "{text}");
        }
    }
}
