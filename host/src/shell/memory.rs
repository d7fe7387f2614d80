//! A graph in memory, which ends with the shell. Transactions are copies of it.

use std::collections::BTreeSet;
use std::time::Duration;

use othello_arena::GameSetup;
use othello_board::game::CypherGame;
use othello_board::session::{self, Fault, QueryFault, QueryFaultKind};
use othello_cypher::{Database, Engine, ErrorKind, Meter, Params, Prepared, Statistics};

use super::completion::Names;
use super::ground::{Ground, WRITE_HINT, limits};

/// How many nodes and relationships are looked at for the keys of their properties.
const SAMPLE: u32 = 10_000;

/// How long setting a game up may take.
const SETUP: Duration = Duration::from_secs(60);

/// A graph in memory.
pub struct MemoryGraph {
    database: Database,
    /// As it was when a transaction began.
    before: Option<Database>,
}

impl MemoryGraph {
    /// An empty one.
    pub fn new() -> MemoryGraph {
        MemoryGraph { database: Database::new(&Engine::shared()), before: None }
    }

    fn set_up(&self, game: &GameSetup, params: &Params) -> Result<(), String> {
        let built_in;
        let written = match game.queries() {
            Some(written) => written,
            None => {
                built_in = CypherGame::built_in(&game.game).map_err(|error| error.to_string())?;
                &built_in
            }
        };
        let query = &written.queries.setup;
        let meter = Meter::new(limits(SETUP, 0));
        let run = |prepared: &Prepared| self.database.write(prepared, params, &meter);
        let made =
            self.database.engine().prepare(&query.text, &meter).and_then(|query| run(&query));
        made.map(drop).map_err(|error| format!("{}: {}", query.file, error.render(&query.text)))
    }
}

impl Ground for MemoryGraph {
    fn run(
        &mut self,
        text: &str,
        params: &Params,
        meter: &Meter,
        may_write: bool,
    ) -> Result<(session::Outcome, String), Fault> {
        let prepared = self.database.engine().prepare(text, meter)?;
        let outcome = if may_write {
            self.database.write(&prepared, params, meter)
        } else {
            self.database.read(&prepared, params, meter)
        };
        let outcome = outcome.map_err(|error| match error.kind() {
            ErrorKind::AccessMode => write_refusal(&prepared),
            _ => error.into(),
        })?;
        let written = statistics_line(&outcome.statistics);
        Ok((outcome.into(), written))
    }

    fn greeting(&mut self) -> String {
        let (nodes, relationships) =
            self.database.with_graph(|graph| (graph.node_count(), graph.relationship_count()));
        format!("A graph with {nodes} nodes and {relationships} relationships")
    }

    fn clear(&mut self, game: Option<&GameSetup>, params: &Params) -> Result<(), String> {
        self.database = Database::new(self.database.engine());
        self.before = None;
        game.map_or(Ok(()), |game| self.set_up(game, params))
    }

    fn begin(&mut self) -> Result<(), String> {
        if self.is_open() {
            return Err("a transaction is open already; :commit or :rollback ends it".to_owned());
        }
        self.before = Some(self.database.copy());
        Ok(())
    }

    fn end(&mut self, keep: bool) -> Result<(), String> {
        let before = self.before.take().ok_or("no transaction is open; :begin begins one")?;
        if !keep {
            self.database = before;
        }
        Ok(())
    }

    fn is_open(&self) -> bool {
        self.before.is_some()
    }

    fn stops(&self) -> bool {
        true
    }

    fn names(&mut self) -> Names {
        self.database.with_graph(|graph| {
            let of = |is: &dyn Fn(othello_cypher::store::Token) -> bool| -> Vec<String> {
                let used = graph.tokens().filter(|token| is(*token));
                used.map(|token| graph.name(token).to_owned()).collect()
            };
            let nodes = (0..graph.node_bound().min(SAMPLE)).map(othello_cypher::value::NodeId);
            let nodes = nodes.filter_map(|id| Some(graph.node(id)?.properties()));
            let relationships = (0..graph.relationship_bound().min(SAMPLE))
                .map(othello_cypher::value::RelationshipId);
            let relationships =
                relationships.filter_map(|id| Some(graph.relationship(id)?.properties()));
            let keys: BTreeSet<&str> = nodes
                .chain(relationships)
                .flat_map(|properties| properties.iter().map(|(key, _)| graph.name(key)))
                .collect();
            Names {
                labels: of(&|token| !graph.nodes_with_label(token).is_empty()),
                types: of(&|token| graph.count_of_type(token) > 0),
                keys: keys.into_iter().map(str::to_owned).collect(),
                ..Names::default()
            }
        })
    }
}

/// Says which clause writes, and how it may.
fn write_refusal(prepared: &Prepared) -> Fault {
    let write = prepared.facts().writes.first();
    let clause = write.map_or_else(|| "this statement".to_owned(), |write| write.name.to_string());
    Fault::Query(QueryFault::new(
        QueryFaultKind::Write,
        ErrorKind::AccessMode.code(),
        &format!("{clause} would change the graph, and this shell only reads it"),
        write.map(|write| write.span),
        Some(WRITE_HINT.to_owned()),
    ))
}

/// What was written, in a line of words.
fn statistics_line(statistics: &Statistics) -> String {
    let counts = [
        (statistics.nodes_created, "node", "created"),
        (statistics.nodes_deleted, "node", "deleted"),
        (statistics.relationships_created, "relationship", "created"),
        (statistics.relationships_deleted, "relationship", "deleted"),
        (statistics.properties_set, "property", "set"),
        (statistics.labels_added, "label", "added"),
        (statistics.labels_removed, "label", "removed"),
    ];
    let words = counts.into_iter().filter(|(count, ..)| *count > 0).map(|(count, what, done)| {
        let what = match (count, what) {
            (1, what) => what.to_owned(),
            (_, "property") => "properties".to_owned(),
            (_, what) => format!("{what}s"),
        };
        format!("{count} {what} {done}")
    });
    let words: Vec<String> = words.collect();
    if words.is_empty() { String::new() } else { words.join(", ") + "\n" }
}
