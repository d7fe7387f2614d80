//! `othello-host compare OLD NEW`: a sequential test with sensible values, for an author who has changed a
//! player and wants to know whether to keep the change.

use clap::Args;
use othello_arena::contest::schedule::Format;
use othello_arena::ratings::{Model, Sprt, Verdict};

use super::contest_args::ContestArgs;
use crate::contests;
use crate::exit::usage;
use crate::output;
use crate::players::Players;

/// What a comparison takes.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct CompareArgs {
    /// The version that is known.
    #[arg(value_name = "OLD")]
    old: String,
    /// The version that may be better.
    #[arg(value_name = "NEW")]
    new: String,
    /// The gain in Elo that would be worth having; the smaller, the more games it takes to see it.
    #[arg(long, value_name = "ELO", default_value_t = 20.0)]
    gain: f64,
    #[command(flatten)]
    contest: ContestArgs,
}

const EXAMPLES: &str = "\
Examples:
  othello-host compare old/libbot.so new/libbot.so
  othello-host compare Simple ./better.cypher --gain 50
  othello-host compare Minimax:depth=3 Minimax:depth=4";

/// So many pairs, and the test gives up.
const MOST_PAIRS: u64 = 20_000;

/// Plays until the question is answered.
pub fn run(args: CompareArgs) -> anyhow::Result<()> {
    let gain = args.gain;
    let sprt = Sprt::new(Model::Logistic, [0.0, gain], [0.05, 0.05])
        .map_err(|error| usage(format!("--gain is elo1 of a test with elo0=0: {error}")))?;
    let (format, json) = (Format::RoundRobin, args.contest.json());
    let mut options = args.contest.options(Vec::new(), format, MOST_PAIRS, Some(sprt))?;
    let (old, new) = names(&options.run.players, args.old, args.new)?;
    options.specs = vec![new, old];
    let (closing, path) = contests::play(options)?;
    let verdict = closing.test.map(|test| test.state().verdict());
    if !json {
        let advice = advice(verdict.unwrap_or(Verdict::GoOn), gain);
        output::print(format!("\n{advice}\n{}", contests::differences(&path)?));
    }
    Ok(())
}

/// Both versions under names that say which is which, where their own are the same.
fn names(players: &Players, old: String, new: String) -> anyhow::Result<(String, String)> {
    let same = players.find(&old)?.name.eq_ignore_ascii_case(&players.find(&new)?.name);
    Ok(if same { (format!("old={old}"), format!("new={new}")) } else { (old, new) })
}

/// What to do next.
fn advice(verdict: Verdict, gain: f64) -> String {
    match verdict {
        Verdict::AcceptElo1 => {
            "keep the new version. \"othello-host rate\" places it among the others; \
             make it the old one of your next comparison"
                .to_owned()
        }
        Verdict::AcceptElo0 => format!(
            "the new version gains nothing worth having. see where it loses by --report DIR; if you expect \
             less than {gain} Elo of it, ask with a smaller --gain, which takes more games"
        ),
        Verdict::GoOn => {
            "no answer yet: the versions are close. play more games (--games), or ask for a larger --gain"
                .to_owned()
        }
    }
}
