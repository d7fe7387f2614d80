//! Makes a database empty for a board: what is the user's stays unless the user says otherwise.

use neo4rs::BoltMap;
use othello_cypher::Datum;

use super::connection::Connection;
use super::content;
use super::wire::Access;
use crate::session::{Consent, Fault, ServerFaultKind};

/// What a database holds.
enum Content {
    Nothing,
    /// A board of ours, of so many cells.
    Board(i64),
    Foreign(String),
}

/// Deletes what is there, if it may go.
pub(super) fn clear(connection: &mut Connection, consent: &mut Consent<'_>) -> Result<(), Fault> {
    connection.hold()?;
    constraints(connection)?;
    match content(connection)? {
        Content::Nothing => Ok(()),
        Content::Board(cells) => delete_board(connection, cells),
        Content::Foreign(found) if consent(&found) => delete_all(connection),
        Content::Foreign(found) => Err(Fault::server(
            ServerFaultKind::Occupied,
            format!(
                "{} holds {found}; nothing was touched. --clear-database deletes all of it first",
                connection.target.name()
            ),
        )),
    }
}

/// Finds out before the game what would keep its board from being set up.
fn constraints(connection: &mut Connection) -> Result<(), Fault> {
    // Whoever may not list them has none of their own.
    let Ok(found) = connection.own(content::CONSTRAINTS, BoltMap::new(), Access::Read) else {
        return Ok(());
    };
    let Some(constraint) = content::in_the_way(&found) else { return Ok(()) };
    Err(Fault::server(
        ServerFaultKind::Occupied,
        format!(
            "{} has the constraint {constraint}, with which no board can be set up; DROP CONSTRAINT takes it \
             away, or name another database",
            connection.target.name()
        ),
    ))
}

fn content(connection: &mut Connection) -> Result<Content, Fault> {
    let counted = connection.own(content::COUNTS, BoltMap::new(), Access::Read)?;
    let counts = counted.first().and_then(content::Counts::read).ok_or_else(|| {
        Fault::server(ServerFaultKind::Unusable, "the database could not be counted")
    })?;
    if counts.nodes == 0 {
        return Ok(Content::Nothing);
    }
    if let Some(width) = counts.width() {
        let cells = connection.own(content::CELLS, BoltMap::new(), Access::Read)?;
        let links = connection.own(content::LINKS, BoltMap::new(), Access::Read)?;
        if content::is_board(width, &cells, &links) {
            return Ok(Content::Board(counts.nodes));
        }
    }
    let labels = connection.own(content::LABELS, BoltMap::new(), Access::Read)?;
    Ok(Content::Foreign(content::describe(counts, &labels)))
}

/// Deletes a board in one transaction that looks once more that nothing else is there.
fn delete_board(connection: &mut Connection, cells: i64) -> Result<(), Fault> {
    let mut params = BoltMap::new();
    params.put("cells".into(), cells.into());
    let gone = connection.own(content::CLEAR_BOARD, params, Access::Write)?;
    match gone.first().and_then(|row| row.get("gone")) {
        Some(Datum::Integer(gone)) if *gone == cells => Ok(()),
        _ => Err(Fault::server(
            ServerFaultKind::Changed,
            format!("somebody else writes to {}; nothing was deleted", connection.target.name()),
        )),
    }
}

/// Deletes everything, a batch a transaction: relationships first, since one node may have very many.
fn delete_all(connection: &mut Connection) -> Result<(), Fault> {
    for text in [content::CLEAR_LINKS, content::CLEAR] {
        loop {
            let mut params = BoltMap::new();
            params.put("batch".into(), content::BATCH.into());
            let gone = connection.own(text, params, Access::Write)?;
            match gone.first().and_then(|row| row.get("gone")) {
                Some(Datum::Integer(gone)) if *gone >= content::BATCH => {}
                _ => break,
            }
        }
    }
    Ok(())
}
