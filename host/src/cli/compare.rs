//! `othello-host compare OLD NEW`: a sequential test with sensible values, for an author who has changed a
//! player and wants to know whether to keep the change.

use std::path::Path;

use clap::Args;
use othello_arena::contest::schedule::Format;
use othello_arena::contest::{Closing, Sequential};
use othello_arena::ratings::{Figures, Model, Sprt, Verdict};

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
/// So likely one of the two is the stronger one, and the words say so.
const LIKELY: f64 = 0.9;

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
    if !json {
        let advice = advice(&closing, gain, &path);
        output::print(format!("\n{advice}\n{}", contests::differences(&path)?));
    }
    Ok(())
}

/// Both versions under names that say which is which, where their own are the same.
fn names(players: &Players, old: String, new: String) -> anyhow::Result<(String, String)> {
    let same = players.find(&old)?.name.eq_ignore_ascii_case(&players.find(&new)?.name);
    Ok(if same { (format!("old={old}"), format!("new={new}")) } else { (old, new) })
}

/// What to do next: mend what the new version, which is the first player, does wrong; then what the test says.
fn advice(closing: &Closing, gain: f64, path: &Path) -> String {
    let faults = closing.standings.forfeits.get(&0).into_iter().flatten();
    let faults: Vec<_> = faults.filter(|(word, _)| *word != "resignation").collect();
    let games: u64 = faults.iter().map(|(_, count)| **count).sum();
    let words: Vec<_> = faults.iter().map(|(word, count)| format!("{word} {count}")).collect();
    let mend = if games == 0 {
        String::new()
    } else {
        format!(
            "the new version lost {} by its own faults ({}): mend those first\n",
            if games == 1 { "a game".to_owned() } else { format!("{games} games") },
            words.join(", ")
        )
    };
    mend + &closing.test.as_ref().map_or_else(String::new, |test| answer(closing, test, gain, path))
}

fn answer(closing: &Closing, test: &Sequential, gain: f64, path: &Path) -> String {
    match test.state().verdict() {
        Verdict::AcceptElo1 => {
            "keep the new version. \"othello-host rate\" places it among the others; \
             make it the old one of your next comparison"
                .to_owned()
        }
        Verdict::AcceptElo0 => format!(
            "the new version gains nothing worth having. see where it loses: {}; if you expect less than {gain} Elo of \
             it, ask with a smaller --gain, which takes more games",
            contests::report_command(path, Path::new("report"))
        ),
        Verdict::GoOn if test.is_exhausted() => {
            "no answer, and more of the same games bring none: give more openings (--openings)"
                .to_owned()
        }
        Verdict::GoOn => {
            let left = contests::games_left(test);
            format!(
                "no answer yet: the new version {}. play on{left} (--games), or ask for a larger --gain",
                leaning(closing)
            )
        }
    }
}

/// How it looks while nothing is decided.
fn leaning(closing: &Closing) -> &'static str {
    let figures = closing.standings.meeting(0, 1).and_then(|tally| Figures::of(&tally));
    match figures.and_then(|figures| figures.superiority) {
        Some(likely) if likely >= LIKELY => "looks stronger, which may still be luck",
        Some(likely) if likely <= 1.0 - LIKELY => "looks weaker, which may still be bad luck",
        _ => "is close to the old one so far",
    }
}
