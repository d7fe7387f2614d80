//! How the words of the language are read that may be names as well, such as in `CASE not WHEN true THEN 1 END`. What stands
//! behind a word tells for nearly all; a text that can't be read so is read again, each time with the last such word read
//! otherwise for which that was not tried.

use std::collections::BTreeMap;

/// After so many tokens, with those of the first reading, no other one is begun.
const TOKENS: usize = 1 << 16;

/// The words of a text that may be names as well.
#[derive(Debug)]
pub(super) struct Readings {
    /// By their tokens, and whether they are read otherwise than they look.
    otherwise: BTreeMap<usize, bool>,
    tokens_left: usize,
}

impl Default for Readings {
    fn default() -> Readings {
        Readings { otherwise: BTreeMap::new(), tokens_left: TOKENS }
    }
}

impl Readings {
    /// Whether the word at this token is read as one of the language, which it looks like or not.
    pub fn is_word(&mut self, at: usize, looks_so: bool) -> bool {
        let otherwise = *self.otherwise.entry(at).or_default();
        looks_so != otherwise
    }

    /// A reading ended at this token.
    pub fn end(&mut self, at: usize) {
        self.tokens_left = self.tokens_left.saturating_sub(at);
    }

    /// No word is read otherwise from here on: what is wrong is wrong however they are read.
    pub fn settle(&mut self) {
        self.otherwise.clear();
    }

    /// Reads another word otherwise, if there is one.
    pub fn go_back(&mut self) -> bool {
        while self.tokens_left > 0
            && let Some((at, otherwise)) = self.otherwise.pop_last()
        {
            if !otherwise {
                self.otherwise.insert(at, true);
                return true;
            }
        }
        false
    }
}
