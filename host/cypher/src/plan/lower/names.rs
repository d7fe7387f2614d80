//! Names that are numbered in the order of their first mention.

use hashbrown::HashMap;
use smol_str::SmolStr;

/// Most queries mention few names: looking through so many beats hashing.
const FEW: usize = 8;

/// Distinct names.
#[derive(Default)]
pub(super) struct Names {
    /// Their numbers, as soon as there are more than a few.
    numbers: HashMap<SmolStr, u32>,
    names: Vec<SmolStr>,
}

impl Names {
    /// The number of a name, a new one if need be.
    pub fn intern(&mut self, name: &str) -> u32 {
        let known = match self.names.len() {
            0..=FEW => self.names.iter().position(|known| known == name).map(|at| at as u32),
            _ => self.numbers.get(name).copied(),
        };
        known.unwrap_or_else(|| self.add(name))
    }

    fn add(&mut self, name: &str) -> u32 {
        let number = self.names.len() as u32;
        self.names.push(name.into());
        if self.names.len() > FEW {
            let from = self.numbers.len();
            let numbered = (from as u32..).zip(&self.names[from..]);
            self.numbers.extend(numbered.map(|(number, name)| (name.clone(), number)));
        }
        number
    }

    /// All of them, by number.
    pub fn into_vec(self) -> Vec<SmolStr> {
        self.names
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_keep_their_numbers_when_there_are_many() {
        let mut names = Names::default();
        for _ in 0..2 {
            for number in 0..3 * FEW as u32 {
                assert_eq!(names.intern(&format!("name {number}")), number);
            }
        }
        assert_eq!(names.into_vec().len(), 3 * FEW);
    }
}
