//! `DELETE`: all that is to go is found before anything goes.

use super::writer::Writer;
use crate::error::{Error, ErrorKind};
use crate::plan::Expr;
use crate::run::buffer::{Buffer, Charged};
use crate::run::describe::describe;
use crate::store::Entity;
use crate::value::Value;

impl<'w> Writer<'w, '_> {
    /// Deletes what the targets are in any of the rows.
    pub(super) fn delete(
        &mut self,
        targets: &'w [Expr],
        detach: bool,
        rows: &Buffer,
        row: &mut [Value],
    ) -> Result<(), Error> {
        let mut doomed = Charged::default();
        let context = self.context();
        for index in 0..rows.len() {
            rows.restore(index, row);
            for target in targets {
                self.meter.tick()?;
                let target = context.eval(target, row)?;
                gather(&target, &mut |entity| doomed.push(entity, self.meter))?;
            }
        }
        drop(context);
        for entity in doomed.iter() {
            self.meter.tick()?;
            match *entity {
                Entity::Relationship(id) => self.transaction.delete_relationship(id)?,
                Entity::Node(id) if detach => {
                    self.transaction.detach_delete_node(id, || self.meter.tick())?;
                }
                Entity::Node(id) => self.transaction.delete_node(id)?,
            }
        }
        Ok(())
    }
}

/// Gives what a target stands for to `doom`, the relationships of a path before its nodes.
fn gather(target: &Value, doom: &mut impl FnMut(Entity) -> Result<(), Error>) -> Result<(), Error> {
    match target {
        Value::Null => Ok(()),
        Value::Node(id) => doom(Entity::Node(*id)),
        Value::Relationship(id) => doom(Entity::Relationship(*id)),
        Value::Path(path) => {
            path.relationships().iter().try_for_each(|id| doom(Entity::Relationship(*id)))?;
            path.nodes().iter().try_for_each(|id| doom(Entity::Node(*id)))
        }
        other => Err(Error::new(
            ErrorKind::Type,
            format!("only nodes, relationships and paths can be deleted, not {}", describe(other)),
        )
        .because("InvalidArgumentType")),
    }
}
