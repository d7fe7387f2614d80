//! What a person takes for one character, `\X`: by Unicode's rules for the bounds of grapheme clusters.

use super::Java;
use crate::error::Error;
use crate::run::regex::pattern::Pattern;

const CONTROL: &str = r"[\p{gcb=Control}\p{gcb=CR}\p{gcb=LF}]";
const PREPENDED: &str = r"\p{gcb=Prepend}";
const MARK: &str = r"[\p{gcb=Extend}\p{gcb=ZWJ}\p{gcb=SpacingMark}]";
const FLAG_HALF: &str = r"\p{gcb=Regional_Indicator}";
const PICTURE: &str = r"\p{Extended_Pictographic}";
const OTHER: &str = r"[^\p{gcb=Control}\p{gcb=CR}\p{gcb=LF}]";

impl Java<'_> {
    pub(super) fn grapheme(&mut self) -> Result<Pattern, Error> {
        let line = Pattern::Sequence(vec![self.by_name(r"[\r]")?, self.by_name(r"[\n]")?]);
        let core = vec![self.syllable()?, self.flag()?, self.picture()?, self.by_name(OTHER)?];
        let cluster = Pattern::Sequence(vec![
            self.any_number(PREPENDED)?,
            Pattern::Alternatives(core),
            self.any_number(MARK)?,
        ]);
        let ways = vec![line, self.by_name(CONTROL)?, cluster, self.by_name(r"[\s\S]")?];
        Ok(Pattern::Atomic(Box::new(Pattern::Alternatives(ways))))
    }

    /// One of Hangul's, of up to three parts, of which the first may come again.
    fn syllable(&mut self) -> Result<Pattern, Error> {
        let whole = Pattern::Alternatives(vec![
            Pattern::Sequence(vec![self.by_name(r"\p{gcb=LV}")?, self.any_number(r"\p{gcb=V}")?]),
            self.by_name(r"\p{gcb=LVT}")?,
            repeat(self.by_name(r"\p{gcb=V}")?, 1),
        ]);
        Ok(Pattern::Alternatives(vec![
            Pattern::Sequence(vec![
                self.any_number(r"\p{gcb=L}")?,
                whole,
                self.any_number(r"\p{gcb=T}")?,
            ]),
            repeat(self.by_name(r"\p{gcb=L}")?, 1),
            repeat(self.by_name(r"\p{gcb=T}")?, 1),
        ]))
    }

    fn flag(&mut self) -> Result<Pattern, Error> {
        Ok(Pattern::Sequence(vec![self.by_name(FLAG_HALF)?, self.by_name(FLAG_HALF)?]))
    }

    /// Pictures that are joined to one.
    fn picture(&mut self) -> Result<Pattern, Error> {
        let more = Pattern::Sequence(vec![
            self.any_number(r"\p{gcb=Extend}")?,
            self.by_name(r"\p{gcb=ZWJ}")?,
            self.by_name(PICTURE)?,
        ]);
        Ok(Pattern::Sequence(vec![self.by_name(PICTURE)?, repeat(more, 0)]))
    }

    fn any_number(&mut self, class: &str) -> Result<Pattern, Error> {
        Ok(repeat(self.by_name(class)?, 0))
    }

    fn by_name(&mut self, class: &str) -> Result<Pattern, Error> {
        let known = self.known(class)?;
        self.set(known)
    }
}

fn repeat(what: Pattern, least: u32) -> Pattern {
    Pattern::Repeat { what: Box::new(what), least, most: None, greedy: true }
}
