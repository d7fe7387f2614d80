//! Finding texts in long texts without missing a deadline.

use memchr::memmem::Finder;

use crate::error::Error;
use crate::run::context::Context;

/// How much is searched between two looks at the clock: well under a millisecond's work.
const WINDOW: usize = 1 << 16;

/// Looks for one text, again and again.
pub(super) struct Search<'n> {
    needle: &'n str,
    finder: Finder<'n>,
}

impl<'n> Search<'n> {
    /// What is looked for.
    pub fn new(needle: &'n str) -> Search<'n> {
        Search { needle, finder: Finder::new(needle) }
    }

    /// Where it begins at or behind `from`, in bytes.
    pub fn find(
        &self,
        context: &Context<'_>,
        text: &str,
        from: usize,
    ) -> Result<Option<usize>, Error> {
        let bytes = text.as_bytes();
        let mut at = from;
        while at + self.needle.len() <= bytes.len() {
            let end = (at + WINDOW + self.needle.len()).min(bytes.len());
            if let Some(found) = self.finder.find(&bytes[at..end]) {
                context.meter.read(found)?;
                return Ok(Some(at + found));
            }
            // What begins in the window and ends behind it was not seen.
            at = if end == bytes.len() { end } else { end + 1 - self.needle.len().max(1) };
            work(context)?;
            context.meter.read(self.needle.len())?;
        }
        Ok(None)
    }
}

/// Counts the work of going through some tens of kilobytes.
pub(super) fn work(context: &Context<'_>) -> Result<(), Error> {
    const PIECES: u32 = 64;
    (0..PIECES).try_for_each(|_| context.tick())
}

/// `CONTAINS`.
pub(in crate::run) fn contains(
    context: &Context<'_>,
    text: &str,
    needle: &str,
) -> Result<bool, Error> {
    context.meter.read(text.len().min(WINDOW))?;
    if text.len() <= WINDOW {
        return Ok(text.contains(needle));
    }
    Ok(needle.is_empty() || Search::new(needle).find(context, text, 0)?.is_some())
}
