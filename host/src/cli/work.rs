//! `othello-host work`: a worker for contests and ladders over many machines, and who works.

use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};
use othello_players::{Launcher, Runner, available_cores};

use super::nats::NatsArgs;
use super::shared::JailArgs;
use super::values;
use crate::players::Players;
use crate::work::{self, WorkOptions};

/// What the command takes.
#[derive(Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = EXAMPLES,
    override_usage = "othello-host work [OPTIONS] URL\n       othello-host work status [OPTIONS] URL"
)]
pub struct WorkArgs {
    #[command(subcommand)]
    command: Option<WorkCommand>,
    /// The NATS server: nats://host:4222, or tls://host:4222; several of one cluster with commas between them.
    #[arg(required = true)]
    url: Option<String>,
    /// How many pairs of games are played at once [default: the cores of this machine].
    #[arg(long, short = 'j', value_name = "N", value_parser = values::count)]
    concurrency: Option<NonZero<usize>>,
    /// Its name among the workers [default: the machine's, with a number].
    #[arg(long, value_name = "NAME", value_parser = worker_name)]
    name: Option<String>,
    #[command(flatten)]
    nats: NatsArgs,
    /// A file with the certificates that may vouch for the server, beside the system's.
    #[arg(long, value_name = "FILE")]
    ca: Option<PathBuf>,
    /// Take part in no contest in which a move may take longer.
    #[arg(long, value_name = "TIME", default_value = "10m", value_parser = values::duration)]
    longest_move: Duration,
    /// The largest player that it takes, packed and unpacked, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = values::at_least(1_u64))]
    player_size: u64,
    /// How much of the disk players may take together, in MiB; those that were not needed for the longest time make room.
    #[arg(long, value_name = "MIB", default_value_t = 2048, value_parser = values::at_least(1_u64))]
    player_disk: u64,
    #[command(flatten)]
    jail: JailArgs,
}

#[derive(Subcommand)]
enum WorkCommand {
    /// Says who works, on what, and how fast.
    Status {
        /// The NATS server.
        url: String,
        #[command(flatten)]
        nats: NatsArgs,
        /// A file with the certificates that may vouch for the server, beside the system's.
        #[arg(long, value_name = "FILE")]
        ca: Option<PathBuf>,
        /// Print one JSON object.
        #[arg(long)]
        json: bool,
    },
}

const EXAMPLES: &str = "\
Examples:
  nats-server -js                                         a server, on any machine
  othello-host work nats://host:4222                      on each machine that is to play
  othello-host tournament A B C --over nats://host:4222   on one machine: match, compare, rate and tune alike
  othello-host ladder --title Club --over nats://host:4222
  othello-host work status nats://host:4222               who works, on what, how fast
  othello-host work tls://host:4222 --creds work.creds    on a server that asks who comes";

/// Works, or says who does.
pub fn run(args: WorkArgs) -> anyhow::Result<()> {
    if let Some(WorkCommand::Status { url, nats, ca, json }) = args.command {
        return work::status(&nats.server(&url, ca)?, json);
    }
    let jail = args.jail.jail()?;
    work::run(WorkOptions {
        server: args.nats.server(args.url.as_deref().unwrap_or_default(), args.ca)?,
        players: Players::new(Runner { launcher: Launcher::this_program()?, jail }),
        name: args.name,
        threads: args.concurrency.unwrap_or_else(available_cores).get(),
        longest_move: args.longest_move,
        player_size: args.player_size.saturating_mul(1 << 20),
        player_disk: args.player_disk.saturating_mul(1 << 20),
    })
}

/// A name that a server takes for a key.
fn worker_name(text: &str) -> Result<String, String> {
    let plain = |it: char| it.is_ascii_alphanumeric() || it == '-' || it == '_';
    if (1..=60).contains(&text.len()) && text.chars().all(plain) {
        return Ok(text.to_owned());
    }
    Err("a name has up to 60 letters, digits, - and _".to_owned())
}
