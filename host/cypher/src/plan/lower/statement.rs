//! A statement as a whole.

use super::lowerer::Lowerer;
use super::query::{Ending, is_standalone_call};
use crate::error::{Error, ErrorKind};
use crate::meter::Meter;
use crate::plan::Plan;
use crate::plan::demand::Demand;
use crate::plan::slots::SlotSet;
use crate::procedures::Procedures;
use crate::syntax::ast;

/// Makes the plan of a statement that was checked.
///
/// # Errors
/// What the front end knows and the embedded engine has not: commands, `LOAD CSV`, `USE`, unknown functions.
pub fn plan(
    statement: &ast::Statement,
    text: &str,
    procedures: &Procedures,
    meter: &Meter,
) -> Result<Plan, Error> {
    meter.check()?;
    let query = match &statement.body {
        ast::Body::Query(query) => query,
        ast::Body::Command { name, span } => {
            let message = format!("`{name}` is not supported by the embedded engine");
            return Err(Error::new(ErrorKind::Unsupported, message).at(*span));
        }
    };
    let mut lowerer = Lowerer::new(text, statement.dialect, procedures, meter);
    lowerer.parts.take_copies_of(meter, text)?;
    lowerer.standalone_call = is_standalone_call(query);
    let (mut root, columns) = lowerer.query(query, Ending::Result)?;
    let columns = columns.unwrap_or_default();
    let out: SlotSet = columns.iter().map(|(_, slot)| *slot).collect();
    lowerer.finish(|finisher| finisher.query(&mut root, &out, Demand::Each))?;
    let bytes = lowerer.parts.bytes();
    let names = lowerer.names.into_vec();
    let written = lowerer.written;
    lowerer.mentions.retain(|mention| !written.contains(names[mention.name.0 as usize].as_str()));
    Ok(Plan {
        root,
        dialect: lowerer.dialect,
        columns: columns.into_iter().map(|(name, slot)| (name.to_owned(), slot)).collect(),
        slots: lowerer.slots.len() as u32,
        slot_names: lowerer.slots.into_iter().map(|slot| slot.name).collect(),
        names,
        parameters: lowerer.parameters.into_vec(),
        operators: lowerer.operators,
        bytes,
        writes: lowerer.writes,
        mentions: lowerer.mentions,
    })
}
