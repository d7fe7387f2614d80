//! What a shell's statements run on: a graph in memory or that of a server, with the game and the parameters, which
//! last from one statement to the next.

use std::time::Duration;

use othello_arena::GameSetup;
use othello_board::Session;
use othello_board::session::{self, Fault, QueryFault};
use othello_cypher::{Datum, Meter, Params};

use super::completion::Names;
use super::ground::{Ground, limits};
use super::memory::MemoryGraph;
use super::server::ServerGraph;
use crate::interrupt::Catch;
use crate::report;

/// A graph from one statement to the next.
pub struct ShellGraph {
    ground: Box<dyn Ground>,
    game: Option<GameSetup>,
    params: Params,
    may_write: bool,
    timeout: Duration,
    /// How many statements were run, so that each draws its own chance and all of them the same again.
    runs: u64,
}

impl ShellGraph {
    /// A graph in memory: that of a game as it begins, or an empty one.
    pub fn in_memory(
        game: Option<GameSetup>,
        may_write: bool,
        timeout: Duration,
    ) -> anyhow::Result<ShellGraph> {
        ShellGraph::on(Box::new(MemoryGraph::new()), game, may_write, timeout)
    }

    /// The graph of a server's database: as it is, or with a game that is set up in it.
    pub fn on_server(
        session: Box<dyn Session>,
        game: Option<GameSetup>,
        may_write: bool,
        timeout: Duration,
    ) -> anyhow::Result<ShellGraph> {
        ShellGraph::on(Box::new(ServerGraph::new(session)), game, may_write, timeout)
    }

    fn on(
        ground: Box<dyn Ground>,
        game: Option<GameSetup>,
        may_write: bool,
        timeout: Duration,
    ) -> anyhow::Result<ShellGraph> {
        let params = Params::new();
        let mut graph = ShellGraph { ground, game, params, may_write, timeout, runs: 0 };
        if graph.game.is_some() {
            graph.clear().map_err(anyhow::Error::msg)?;
        }
        Ok(graph)
    }

    /// The game's name.
    pub fn game(&self) -> Option<&str> {
        self.game.as_ref().map(|game| game.game.as_str())
    }

    /// What it is, and what statements may do with it.
    pub fn greeting(&mut self) -> String {
        let may = if self.may_write { "read and change" } else { "read (--write: and change)" };
        format!("{} to {may}.", self.ground.greeting())
    }

    /// Empties the graph, and sets the game up again.
    pub fn clear(&mut self) -> Result<(), String> {
        if let Some(game) = &self.game {
            self.params.set("size", i64::from(game.size));
            self.params.set("start", game.start.as_str());
        }
        self.ground.clear(self.game.as_ref(), &self.params)
    }

    /// Runs a statement and says what it gave, or what is wrong with it.
    pub fn run(&mut self, text: &str) -> Result<String, String> {
        self.runs += 1;
        let (outcome, written) = self.outcome(text)?;
        Ok(report::outcome(text, &outcome) + &written)
    }

    /// Sets a parameter to what an expression gives.
    pub fn set(&mut self, name: &str, expression: &str) -> Result<(), String> {
        let (outcome, _) = self.outcome(&format!("RETURN {expression} AS value"))?;
        match outcome.first("value") {
            Some(Datum::Node(_) | Datum::Relationship(_) | Datum::Path(_)) | None => {
                Err("a parameter can't be a node, a relationship or a path".to_owned())
            }
            Some(value) => {
                self.params.set(name, value.clone());
                Ok(())
            }
        }
    }

    fn outcome(&mut self, text: &str) -> Result<(session::Outcome, String), String> {
        let message = |fault: QueryFault| {
            let place = report::query_fault(text, &fault);
            format!("{}\n{}", fault.message, place.trim_end())
        };
        let meter = Meter::new(limits(self.timeout, self.runs));
        // What can't be stopped must not hold up who wants to leave.
        let catch = self.ground.stops().then(Catch::new);
        let meter = match &catch {
            Some(catch) => meter.stopped_by(catch.flag()),
            None => meter,
        };
        self.ground.run(text, &self.params, &meter, self.may_write).map_err(|fault| match fault {
            Fault::Query(fault) => message(fault),
            Fault::Time { .. } if catch.is_some_and(|catch| catch.caught()) => "stopped".to_owned(),
            Fault::Time { .. } => format!(
                "the statement was stopped after {:.3} s; --time-limit gives it more",
                self.timeout.as_secs_f64()
            ),
            Fault::Server(fault) => fault.message,
        })
    }

    /// The parameters.
    pub fn params(&self) -> &Params {
        &self.params
    }

    /// Begins a transaction.
    pub fn begin(&mut self) -> Result<(), String> {
        self.ground.begin()
    }

    /// Ends the transaction, keeping or taking back what was written in it.
    pub fn end(&mut self, keep: bool) -> Result<(), String> {
        self.ground.end(keep)
    }

    /// Whether a transaction is open.
    pub fn is_open(&self) -> bool {
        self.ground.is_open()
    }

    /// Whether a statement can be stopped while it runs.
    pub fn stops(&self) -> bool {
        self.ground.stops()
    }

    /// What things in the graph are called.
    pub fn names(&mut self) -> Names {
        let params = self.params.iter().map(|(name, _)| name.to_owned()).collect();
        Names { params, ..self.ground.names() }
    }
}
