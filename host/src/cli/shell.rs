//! `othello-host shell`: statements on one graph, in memory or on a server.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use othello_arena::{GameSetup, RefereeKind};

use super::shared::ServerArgs;
use super::values;
use crate::database;
use crate::exit::usage;
use crate::shell::{self, ShellGraph};

/// What the command takes.
#[derive(Args)]
pub struct ShellArgs {
    /// Files with statements, which are run first.
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Begin with the graph of this game: othello, reversi, tictactoe, or a folder with one of your own.
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// Rows and columns of the game's board.
    #[arg(long, value_name = "N", requires = "game", value_parser = values::size)]
    size: Option<u8>,
    /// How the game's board begins.
    #[arg(long, value_name = "START", requires = "game", allow_hyphen_values = true)]
    start: Option<String>,
    /// Let statements change the graph; one in memory ends with the shell.
    #[arg(long)]
    write: bool,
    /// Go on behind an error in what is read; the exit code is 1 all the same.
    #[arg(long)]
    keep_going: bool,
    /// How long a statement may take.
    #[arg(long, value_name = "TIME", value_parser = values::duration, default_value = "60s")]
    time_limit: Duration,
    #[command(flatten)]
    server: ServerArgs,
}

/// What `--help` ends with.
pub const EXAMPLES: &str = "\
Statements end with a semicolon and may have several lines; :help shows what else can be typed. Without a
terminal they are read from standard input, and the first error ends the shell with exit code 1, without
--keep-going.

Examples:
  othello-host shell --game tictactoe --write
  othello-host shell --write lesson.cypher
  othello-host shell --uri neo4j://localhost:7687
  echo 'MATCH (c:Cell) RETURN count(*);' | othello-host shell --game othello";

/// Runs the files, and then what is typed.
pub fn run(args: &ShellArgs) -> anyhow::Result<()> {
    let find = |game: &String| GameSetup::find(game, args.size, args.start.as_deref());
    let game = args.game.as_ref().map(find).transpose().map_err(usage)?;
    if let Some(game) = &game {
        // The graph is set up by the game's queries, which don't know every board.
        game.referee(RefereeKind::Cypher).map_err(usage)?;
    }
    if let Some(missing) = args.files.iter().find(|file| !file.is_file()) {
        return Err(usage(format!("{}: no such file", missing.display())));
    }
    let graph = match args.server.target().filter(|target| !target.is_embedded()) {
        None => ShellGraph::in_memory(game, args.write, args.time_limit)?,
        Some(target) => {
            // A game needs room; without one the user's own data is what is asked about.
            let session =
                if game.is_some() { database::open(&target) } else { database::reach(&target) };
            ShellGraph::on_server(session?, game, args.write, args.time_limit)?
        }
    };
    shell::run(graph, &args.files, args.keep_going)
}
