//! `MERGE`: finds the pattern, or makes it. Rows are done one after the other, so that what one has made the
//! next one finds.

use super::writer::{Nulls, Writer};
use crate::error::Error;
use crate::plan::{Creation, Pattern, SetItem};
use crate::run::buffer::Buffer;
use crate::value::Value;

impl<'w> Writer<'w, '_> {
    /// Merges for one row.
    pub(super) fn merge(
        &mut self,
        pattern: &'w Pattern,
        create: &'w [Creation],
        (on_create, on_match): (&'w [Vec<SetItem>], &'w [Vec<SetItem>]),
        row: &mut [Value],
        out: &mut Buffer,
    ) -> Result<(), Error> {
        let mut found = out.like();
        let context = self.context();
        let mut machine = context.machine();
        machine.start(pattern);
        while machine.next(&context, row)? {
            found.keep(row, self.meter)?;
        }
        drop(machine);
        drop(context);
        if found.len() == 0 {
            self.create(create, Nulls::Refused, row)?;
            self.set_in_turn(on_create, row)?;
            return out.keep(row, self.meter);
        }
        for index in 0..found.len() {
            self.meter.tick()?;
            found.hand_over(index, row);
            self.set_in_turn(on_match, row)?;
            out.keep(row, self.meter)?;
        }
        Ok(())
    }

    fn set_in_turn(&mut self, sets: &'w [Vec<SetItem>], row: &mut [Value]) -> Result<(), Error> {
        sets.iter().try_for_each(|items| self.set(items, row))
    }
}
