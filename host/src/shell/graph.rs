//! The graph of a shell, which lasts from one statement to the next, with its parameters: what a statement gives, and
//! what is known of the graph.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use othello_arena::GameSetup;
use othello_board::game::CypherGame;
use othello_board::session::{self, Fault, QueryFault, QueryFaultKind};
use othello_cypher::{
    Database, Datum, Engine, ErrorKind, Limits, Meter, Params, Prepared, Statistics,
};

use super::completion::Names;
use crate::interrupt::Catch;
use crate::report;

/// How many nodes and relationships are looked at for the keys of their properties.
const SAMPLE: u32 = 10_000;

/// A graph from one statement to the next.
pub struct ShellGraph {
    database: Database,
    /// As it was when a transaction began.
    before: Option<Database>,
    game: Option<GameSetup>,
    params: Params,
    may_write: bool,
    timeout: Duration,
    /// How many statements were run, so that each draws its own chance and all of them the same again.
    runs: u64,
}

impl ShellGraph {
    /// The graph of a game as it begins, or an empty one.
    pub fn new(
        game: Option<GameSetup>,
        may_write: bool,
        timeout: Duration,
    ) -> anyhow::Result<ShellGraph> {
        let database = Database::new(&Engine::shared());
        let params = Params::new();
        let (before, runs) = (None, 0);
        let mut graph = ShellGraph { database, before, game, params, may_write, timeout, runs };
        graph.clear().map_err(anyhow::Error::msg)?;
        Ok(graph)
    }

    /// The game's name.
    pub fn game(&self) -> Option<&str> {
        self.game.as_ref().map(|game| game.game.as_str())
    }

    /// Whether statements may change the graph.
    pub fn may_write(&self) -> bool {
        self.may_write
    }

    /// How many nodes and relationships there are.
    pub fn counts(&self) -> (u32, u32) {
        self.database.with_graph(|graph| (graph.node_count(), graph.relationship_count()))
    }

    /// Empties the graph, and sets the game up again.
    pub fn clear(&mut self) -> Result<(), String> {
        self.database = Database::new(self.database.engine());
        self.before = None;
        let Some(game) = &self.game else { return Ok(()) };
        let built_in;
        let written = match game.queries() {
            Some(written) => written,
            None => {
                built_in = CypherGame::built_in(&game.game).map_err(|error| error.to_string())?;
                &built_in
            }
        };
        self.params.set("size", i64::from(game.size));
        self.params.set("start", game.start.as_str());
        let query = &written.queries.setup;
        let meter = Meter::new(limits(self.timeout, 0));
        let run = |prepared: &Prepared| self.database.write(prepared, &self.params, &meter);
        let made =
            self.database.engine().prepare(&query.text, &meter).and_then(|query| run(&query));
        made.map(drop).map_err(|error| format!("{}: {}", query.file, error.render(&query.text)))
    }

    /// Runs a statement and says what it gave, or what is wrong with it.
    pub fn run(&mut self, text: &str) -> Result<String, String> {
        let message = |fault: QueryFault| {
            let place = report::query_fault(text, &fault);
            format!("{}\n{}", fault.message, place.trim_end())
        };
        let catch = Catch::new();
        self.outcome(text, &catch).map_err(|fault| match fault {
            Fault::Query(fault) => message(fault),
            Fault::Time { .. } if catch.caught() => "stopped".to_owned(),
            Fault::Time { .. } => format!(
                "the statement was stopped after {:.3} s; --time-limit gives it more",
                self.timeout.as_secs_f64()
            ),
            Fault::Server(fault) => fault.message,
        })
    }

    fn outcome(&mut self, text: &str, catch: &Catch) -> Result<String, Fault> {
        self.runs += 1;
        let meter = Meter::new(limits(self.timeout, self.runs)).stopped_by(catch.flag());
        let prepared = self.database.engine().prepare(text, &meter)?;
        let outcome = if self.may_write {
            self.database.write(&prepared, &self.params, &meter)
        } else {
            self.database.read(&prepared, &self.params, &meter)
        };
        let outcome = outcome.map_err(|error| match error.kind() {
            ErrorKind::AccessMode => write_refusal(&prepared),
            _ => error.into(),
        })?;
        let written = statistics_line(&outcome.statistics);
        Ok(report::outcome(text, &session::Outcome::from(outcome)) + &written)
    }

    /// Sets a parameter to what an expression gives.
    pub fn set(&mut self, name: &str, expression: &str) -> Result<(), String> {
        let text = format!("RETURN {expression} AS value");
        let meter = Meter::new(limits(self.timeout, self.runs));
        let prepared = self.database.engine().prepare(&text, &meter);
        let outcome =
            prepared.and_then(|prepared| self.database.read(&prepared, &self.params, &meter));
        let outcome = outcome.map_err(|error| error.render(&text))?;
        match outcome.rows.into_iter().next().and_then(|row| row.into_iter().next()) {
            Some(Datum::Node(_) | Datum::Relationship(_) | Datum::Path(_)) | None => {
                Err("a parameter can't be a node, a relationship or a path".to_owned())
            }
            Some(value) => {
                self.params.set(name, value);
                Ok(())
            }
        }
    }

    /// The parameters.
    pub fn params(&self) -> &Params {
        &self.params
    }

    /// Begins a transaction; says whether none was open.
    pub fn begin(&mut self) -> bool {
        let begins = self.before.is_none();
        if begins {
            self.before = Some(self.database.copy());
        }
        begins
    }

    /// Ends the transaction, keeping or taking back what was written in it; says whether one was open.
    pub fn end(&mut self, keep: bool) -> bool {
        let before = self.before.take();
        let was_open = before.is_some();
        if let Some(before) = before.filter(|_| !keep) {
            self.database = before;
        }
        was_open
    }

    /// Whether a transaction is open.
    pub fn is_open(&self) -> bool {
        self.before.is_some()
    }

    /// What things in the graph are called.
    pub fn names(&self) -> Names {
        self.database.with_graph(|graph| {
            let of = |is: &dyn Fn(othello_cypher::store::Token) -> bool| -> Vec<String> {
                let known = graph.names().filter(|name| graph.token(name).is_some_and(is));
                known.map(str::to_owned).collect()
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
                params: self.params.iter().map(|(name, _)| name.to_owned()).collect(),
            }
        })
    }
}

/// A statement may use as much as a player's query.
fn limits(timeout: Duration, seed: u64) -> Limits {
    session::player_limits(Instant::now().checked_add(timeout), seed)
}

/// Says which clause writes, and how it may.
fn write_refusal(prepared: &Prepared) -> Fault {
    let write = prepared.facts().writes.first();
    let clause = write.map_or_else(|| "this statement".to_owned(), |write| write.name.to_string());
    Fault::Query(QueryFault {
        kind: QueryFaultKind::Write,
        code: ErrorKind::AccessMode.code().to_owned(),
        message: format!("{clause} would change the graph, and this shell only reads it"),
        span: write.map(|write| write.span),
        hint: Some("\"othello-host shell --write\" lets statements change it".to_owned()),
    })
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
