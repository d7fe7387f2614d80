//! Opens the database that a game is played on, and makes sure that nobody's data is lost.

use std::path::PathBuf;

use othello_board::neo4j::{self, Uri};
use othello_board::session::HostQuery;
use othello_board::{Embedded, Neo4j, Secret, Session};

use crate::confirm::{self, confirm};
use crate::exit::usage;
use crate::secrets::{PASSWORD, secret};

/// The usual name of a Neo4j's first user.
const USER: &str = "neo4j";

/// How to reach the database.
#[derive(Clone, Debug)]
pub struct Target {
    /// `embedded`, or the address of a server.
    pub uri: String,
    /// Its user.
    pub user: Option<String>,
    /// The password as it was written.
    pub password: Option<String>,
    /// The name of the database.
    pub database: Option<String>,
    /// A file with the certificates of those that may vouch for the server.
    pub ca: Option<PathBuf>,
    /// Whether a database may be cleared that holds something else.
    pub clear: bool,
}

impl Target {
    /// Whether the board is in this process.
    pub fn is_embedded(&self) -> bool {
        self.uri.eq_ignore_ascii_case("embedded")
    }
}

/// Opens the database and clears it for a board.
pub fn open(target: &Target) -> anyhow::Result<Box<dyn Session>> {
    let mut session: Box<dyn Session> = if target.is_embedded() {
        Box::new(Embedded::new())
    } else {
        Box::new(Neo4j::open(server(target)?)?)
    };
    let name = session.name();
    session.clear(&mut |content| target.clear && may_delete(&name, content))?;
    Ok(session)
}

/// Removes the board after a game. If that fails, the game's result stands.
pub fn clean_up(session: &mut dyn Session) {
    if let Err(fault) = session.write(&HostQuery::new("MATCH (c:Cell) DETACH DELETE c")) {
        eprintln!("othello-host: the board could not be removed: {fault}");
    }
}

/// The password of the server's user, which is asked for where nobody has written it.
pub fn password(target: &Target) -> anyhow::Result<Secret> {
    let written = target.password.as_deref().unwrap_or("-");
    secret(written, PASSWORD, "password", true)
}

fn server(target: &Target) -> anyhow::Result<neo4j::Target> {
    let text = target.uri.trim();
    if !text.contains([':', '.']) && text != "localhost" {
        return Err(usage(format!(
            "no database {text:?}; write \"embedded\", or an address such as neo4j://localhost:7687"
        )));
    }
    let uri = Uri::parse(text).map_err(usage)?;
    let password = password(target)?;
    let user = target.user.clone().unwrap_or_else(|| USER.to_owned());
    let database = target.database.clone().filter(|name| !name.is_empty());
    Ok(neo4j::Target { uri, user, password, database, ca: target.ca.clone() })
}

/// Whether what is in a database may be deleted: the user has said so on the command line, and says it once more where
/// somebody can be asked.
fn may_delete(name: &str, content: &str) -> bool {
    !confirm::is_possible() || confirm(&format!("{name} holds {content}. Delete all of it?"))
}
