//! Makes a database empty for a board: what is the user's stays unless the user says otherwise.

use neo4rs::BoltMap;
use othello_cypher::Datum;

use super::connection::Connection;
use super::content;
use super::wire::Access;
use crate::session::{Clearing, Consent, Fault, ServerFaultKind};

/// What a database holds.
enum Content {
    Nothing,
    /// A board of ours, of so many cells.
    Board(i64),
    /// Something else, of so many nodes and relationships.
    Foreign(String, i64),
}

/// Deletes what is there, if it may go.
pub(super) fn clear(connection: &mut Connection, consent: &mut Consent<'_>) -> Result<(), Fault> {
    connection.hold()?;
    constraints(connection)?;
    match content(connection)? {
        Content::Nothing => Ok(()),
        Content::Board(cells) => delete_board(connection, cells),
        Content::Foreign(found, all) if consent(Clearing::Found(&found)) => {
            delete_all(connection, all, consent)
        }
        Content::Foreign(found, _) => Err(Fault::server(
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
    let all = counts.nodes + counts.relationships;
    Ok(Content::Foreign(content::describe(counts, &labels), all))
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

/// Deletes everything, a batch a transaction: relationships first, since one node may have very many. Where it is broken
/// off, the next one goes on with what is left.
fn delete_all(
    connection: &mut Connection,
    all: i64,
    consent: &mut Consent<'_>,
) -> Result<(), Fault> {
    let mut done = 0;
    for text in [content::CLEAR_LINKS, content::CLEAR] {
        loop {
            let mut params = BoltMap::new();
            params.put("batch".into(), content::BATCH.into());
            let gone = connection.own(text, params, Access::Write)?;
            let Some(Datum::Integer(gone)) = gone.first().and_then(|row| row.get("gone")) else {
                break;
            };
            done += gone;
            if !consent(Clearing::Gone(done, all)) {
                let name = connection.target.name();
                let why =
                    format!("{name} was not cleared to its end: {}", Clearing::Gone(done, all));
                return Err(Fault::server(ServerFaultKind::Occupied, why));
            }
            if *gone < content::BATCH {
                break;
            }
        }
    }
    Ok(())
}

/// The user's indexes on what a board is made of: none keeps it from being set up, but the server may plan by them.
pub(super) fn remarks(connection: &mut Connection) -> Vec<String> {
    let name = connection.target.name();
    let found = connection.own(content::INDEXES, BoltMap::new(), Access::Read).unwrap_or_default();
    let named = found.iter().filter_map(content::named);
    named
        .map(|index| format!("{name} has the index {index}, which stays; queries may use it"))
        .collect()
}
