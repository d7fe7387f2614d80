//! `DELETE`: all that is to go is found before anything goes.

use super::Writer;
use crate::error::{Error, ErrorKind};
use crate::plan::Expr;
use crate::run::buffer::{Buffer, Charged};
use crate::run::eval::described;
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
                self.run.tick()?;
                gather(&context.eval(target, row)?, &mut doomed)?;
            }
        }
        drop(context);
        let run = self.run;
        for entity in doomed.iter() {
            run.tick()?;
            match *entity {
                Entity::Relationship(id) => self.transaction.delete_relationship(id)?,
                Entity::Node(id) if detach => {
                    self.transaction.detach_delete_node(id, || run.tick())?;
                }
                Entity::Node(id) => self.transaction.delete_node(id)?,
            }
        }
        Ok(())
    }
}

fn gather(target: &Value, doomed: &mut Charged<Entity>) -> Result<(), Error> {
    match target {
        Value::Null => Ok(()),
        Value::Node(id) => doomed.push(Entity::Node(*id)),
        Value::Relationship(id) => doomed.push(Entity::Relationship(*id)),
        Value::Path(path) => {
            path.relationships()
                .iter()
                .try_for_each(|id| doomed.push(Entity::Relationship(*id)))?;
            path.nodes().iter().try_for_each(|id| doomed.push(Entity::Node(*id)))
        }
        other => Err(Error::new(
            ErrorKind::Type,
            format!("only nodes, relationships and paths can be deleted, not {}", described(other)),
        )
        .because("InvalidArgumentType")),
    }
}
