//! The graph of a server's database, as it is there. Each statement is a transaction of its own.

use std::time::Duration;

use othello_arena::GameSetup;
use othello_board::session::{HostQuery, Outcome, Params, Policy, QueryFaultKind, ServerFaultKind};
use othello_board::{Datum, Fault, Session};
use othello_cypher::Meter;

use super::completion::Names;
use super::ground::{Ground, WRITE_HINT, limits};

/// How long a server that went away is waited for by the next statement.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long the shell's own questions may take.
const LOOK: Duration = Duration::from_secs(5);

const COUNTS: &str =
    "MATCH (n) WITH count(n) AS nodes MATCH ()-[r]->() RETURN nodes, count(r) AS relationships";

/// What a shell may do on the user's own server: everything that only reads.
fn policy() -> Policy {
    let mut policy = Policy::default();
    policy.trust();
    policy
}

/// The graph of a server.
pub struct ServerGraph {
    session: Box<dyn Session>,
    /// Whether the server was away when it was asked last.
    is_away: bool,
    /// What things are called there, since something was written last.
    names: Option<Names>,
}

impl ServerGraph {
    /// The graph of the database that a session is with.
    pub fn new(session: Box<dyn Session>) -> ServerGraph {
        ServerGraph { session, is_away: false, names: None }
    }

    fn read(&mut self, text: &str, params: &Params, meter: &Meter) -> Result<Outcome, Fault> {
        let query = self.session.prepare(text, &policy(), meter)?;
        self.session.read(&query, params, meter)
    }

    fn write(&mut self, text: &str, params: Params, meter: &Meter) -> Result<Outcome, Fault> {
        self.names = None;
        self.session.write(&HostQuery { text, params, limits: *meter.limits() })
    }

    /// The first row of a question of the shell's own, or nothing where the server does not answer it.
    fn look(&mut self, text: &str) -> Option<Vec<Datum>> {
        let meter = Meter::new(limits(LOOK, 0));
        self.read(text, &Params::default(), &meter).ok()?.rows.into_iter().next()
    }

    /// The names that a procedure of the server's lists.
    fn listed(&mut self, procedure: &str, column: &str) -> Vec<String> {
        let row = self
            .look(&format!("CALL {procedure}() YIELD {column} RETURN collect({column}) AS names"));
        let Some([Datum::List(names)]) = row.as_deref() else { return Vec::new() };
        let name = |name: &Datum| match name {
            Datum::Text(name) => Some(name.to_string()),
            _ => None,
        };
        names.iter().filter_map(name).collect()
    }
}

impl Ground for ServerGraph {
    fn run(
        &mut self,
        text: &str,
        own: &othello_cypher::Params,
        meter: &Meter,
        may_write: bool,
    ) -> Result<(Outcome, String), Fault> {
        if self.is_away {
            self.session.recover(PATIENCE)?;
            self.is_away = false;
        }
        let mut params = Params::default();
        for (name, value) in own.iter() {
            params.set(name, value.clone());
        }
        let outcome = match may_write {
            true => self.write(text, params, meter),
            false => self.read(text, &params, meter),
        };
        let outcome = outcome.map_err(|mut fault| {
            match &mut fault {
                Fault::Query(fault) if fault.kind == QueryFaultKind::Write => {
                    fault.message =
                        "this would change the graph, and this shell only reads it".to_owned();
                    fault.hint = Some(WRITE_HINT.to_owned());
                }
                Fault::Server(fault) => self.is_away = fault.kind == ServerFaultKind::Away,
                _ => {}
            }
            fault
        })?;
        let written = if outcome.columns.is_empty() { "done\n" } else { "" };
        Ok((outcome, written.to_owned()))
    }

    fn greeting(&mut self) -> String {
        let name = self.session.name();
        match self.look(COUNTS).as_deref() {
            Some([Datum::Integer(nodes), Datum::Integer(relationships)]) => {
                format!("{name}, with {nodes} nodes and {relationships} relationships,")
            }
            _ => name,
        }
    }

    fn clear(
        &mut self,
        game: Option<&GameSetup>,
        _: &othello_cypher::Params,
    ) -> Result<(), String> {
        let Some(game) = game else {
            return Err(":clear is for a graph in memory and for games; on a server write MATCH (n) DETACH DELETE n"
                .to_owned());
        };
        self.names = None;
        let mut referee = game.referee(game.usual_referee())?;
        self.session.clear(&mut |_| false).map_err(|fault| fault.to_string())?;
        referee.begin(self.session.as_mut(), &[]).map_err(|fault| fault.to_string())
    }

    fn begin(&mut self) -> Result<(), String> {
        Err("on a server each statement is a transaction of its own; a graph in memory, without --uri, has longer ones"
            .to_owned())
    }

    fn end(&mut self, _: bool) -> Result<(), String> {
        Err("no transaction is open".to_owned())
    }

    fn is_open(&self) -> bool {
        false
    }

    fn stops(&self) -> bool {
        false
    }

    fn names(&mut self) -> Names {
        if self.names.is_none() {
            let labels = self.listed("db.labels", "label");
            let types = self.listed("db.relationshipTypes", "relationshipType");
            let keys = self.listed("db.propertyKeys", "propertyKey");
            self.names = Some(Names { labels, types, keys, params: Vec::new() });
        }
        self.names.clone().unwrap_or_default()
    }
}
