//! Names that are numbered in the order of their first mention.

use hashbrown::HashMap;

/// Distinct names.
#[derive(Default)]
pub(super) struct Names {
    numbers: HashMap<String, u32>,
    names: Vec<String>,
}

impl Names {
    /// The number of a name, a new one if need be.
    pub fn intern(&mut self, name: &str) -> u32 {
        // Most queries mention few names: looking through them beats hashing.
        if self.names.len() <= 8
            && let Some(at) = self.names.iter().position(|known| known == name)
        {
            return at as u32;
        }
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        let number = self.names.len() as u32;
        self.names.push(name.to_owned());
        self.numbers.insert(name.to_owned(), number);
        number
    }

    /// All of them, by number.
    pub fn into_vec(self) -> Vec<String> {
        self.names
    }
}
