//! `othello-host bench search`: what searching costs, and what pruning saves.

use clap::{Args, Subcommand};

use super::shared::PluginArgs;
use super::values;
use crate::search_cost;

/// What the command takes.
#[derive(Args)]
pub struct BenchArgs {
    #[command(subcommand)]
    command: BenchCommand,
}

#[derive(Subcommand)]
enum BenchCommand {
    /// Plays the same four games with Minimax and with Alpha Beta, and counts the states that each explored.
    Search {
        /// How many plies they look ahead; may be given several times.
        #[arg(long, value_name = "PLIES", default_values_t = [3, 6])]
        #[arg(value_parser = values::whole(1..=12_u32))]
        depth: Vec<u32>,
        #[command(flatten)]
        plugins: PluginArgs,
    },
}

/// Measures and prints.
pub fn run(args: &BenchArgs) -> anyhow::Result<()> {
    let BenchCommand::Search { depth, plugins } = &args.command;
    let players = plugins.players()?;
    depth.iter().try_for_each(|&depth| search_cost::measure(&players, depth))
}
