//! `othello-host match A B`: many games between two players, and what they say about their strength.

use clap::Args;
use othello_arena::contest::schedule::Format;

use super::contest_args::{ContestArgs, SprtArgs};
use crate::contests::{self, predict};

/// What a match takes.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct MatchArgs {
    /// The player whose result is shown.
    #[arg(value_name = "A")]
    first: String,
    /// Its opponent.
    #[arg(value_name = "B")]
    second: String,
    #[command(flatten)]
    sprt: SprtArgs,
    #[command(flatten)]
    contest: ContestArgs,
}

const EXAMPLES: &str = "\
Examples:
  othello-host match Simple Random
  othello-host match Simple Random --games 1000 --openings all:4 --seed 7
  othello-host match New=./new.so Old=./old.so --sprt elo0=0 elo1=10
  othello-host match Simple Random --sprt elo0=0 elo1=10 --predict";

/// How many games there are where nobody says it.
const GAMES: u64 = 100;
/// So many pairs, and a test that has not decided gives up.
const MOST_PAIRS: u64 = 100_000;

/// Plays the match.
pub fn run(args: MatchArgs) -> anyhow::Result<()> {
    let sprt = args.sprt.sprt()?;
    if let (Some(sprt), true) = (sprt, args.sprt.predict) {
        predict(sprt, args.contest.json());
        return Ok(());
    }
    let specs = vec![args.first, args.second];
    let pairs = if sprt.is_some() { MOST_PAIRS } else { GAMES / 2 };
    contests::play(args.contest.options(specs, Format::RoundRobin, pairs, sprt)?).map(drop)
}
